//! Motions that were wrong once while every certificate was green: contacts missed or let go, rebounds lost,
//! runs that went on otherwise than they had been. Each scene is one that showed it.

use crate::classical::distance;
use drystone::io::scene::Scene;
use drystone::run::runner::{Detail, Runner};
use std::fmt::Write;

fn scene(text: &str, sets: &[(&str, &str)]) -> Scene {
    Scene::read(text, "scene", sets).expect("a scene")
}

/// Runs to the end; `look` sees the runner after every step.
fn run(text: &str, sets: &[(&str, &str)], mut look: impl FnMut(&Runner)) -> Runner {
    let mut runner = Runner::new(&scene(text, sets)).expect("a run");
    while runner.advance().expect("goes on") {
        look(&runner);
    }
    runner
}

/// What a turn about the vertical leaves alone: heights, vertical and horizontal speeds, spins about the
/// vertical of all bodies.
fn unturned(runner: &Runner) -> Vec<f64> {
    let frame = runner.frame();
    let bodies = frame.q.chunks_exact(7).zip(frame.v.chunks_exact(6));
    bodies
        .flat_map(|(q, v)| [q[2], v[2], v[0].hypot(v[1]), v[5]])
        .collect()
}

const CONE: &str = r#"
[world]
gravity=[0,0,-9.81]
[body.floor]
fixed=true
shape={plane={normal=[0.0,0.0,1.0]}}
position=[0.0,0.0,0.0]
[body.b0]
shape={sphere=0.06036710106321885}
mass=0.17148754397256985
position=[0.5458077851763746,0.5527971524379615,0.5192786192884015]
quat_wxyz=[0.21540490881095256,-0.6563633674500473,-0.6829882246287347,0.23730769087467118]
velocity=[-0.6358148391180217,2.376634851729144,0.6054655628370302]
angular_velocity=[-7.396093131361084,-0.6315386859094401,-4.58716844835922]
[body.b1]
shape={cone={height=0.2475510585741253,radius=0.06941841176747093}}
mass=0.6543381503921388
position=[0.1771738775582773,-0.47963097563989804,1.1742579513358082]
quat_wxyz=[0.3203712005415491,0.07032799240413434,-0.909931578852302,0.2538519039820809]
velocity=[1.9493274751380965,1.2348270253347262,0.8044853076141023]
angular_velocity=[3.3314014469159403,-2.710130586521118,-0.1921237380822774]
[[contact]]
between=["*","*"]
friction=0.0
restitution=0.8
torsion=0.01
rolling=0.005
[run]
t_end=1.0
step=0.005
scheme="stewart-trinkle"
"#;

const CONE_TURNED: &str = r#"
[world]
gravity=[0,0,-9.81]
[body.floor]
fixed=true
shape={plane={normal=[0.0,0.0,1.0]}}
position=[0.0,0.0,0.0]
[body.b0]
shape={sphere=0.06036710106321885}
mass=0.17148754397256985
position=[0.0613351171960357,0.7744216122379378,0.5192786192884015]
quat_wxyz=[0.12097320665714602,-0.38237467235210754,-0.8666460610050075,0.2967822403029041]
velocity=[-2.0173682198484046,1.4081474332050479,0.6054655628370302]
angular_velocity=[-5.249995656312283,-5.247721441565758,-4.58716844835922]
[body.b1]
shape={cone={height=0.2475510585741253,radius=0.06941841176747093}}
mass=0.6543381503921388
position=[0.4444968138956394,-0.2527034588582856,1.1742579513358082]
quat_wxyz=[0.21390270247703938,0.37807774033671304,-0.8306495813338644,0.34831613394268757]
velocity=[0.6954304794186361,2.2002390406773626,0.8044853076141023]
angular_velocity=[4.293910427942659,0.07332552977107892,-0.1921237380822774]
[[contact]]
between=["*","*"]
friction=0.0
restitution=0.8
torsion=0.01
rolling=0.005
[run]
t_end=1.0
step=0.005
scheme="stewart-trinkle"
"#;

/// A cone tumbles onto its rim 4 cm further than the boxes around the bodies reach. Whether it was found hung
/// on when those boxes had been made.
#[test]
fn a_contact_far_ahead_is_found_whichever_way_the_scene_is_turned() {
    let mut ends = Vec::new();
    for text in [CONE, CONE_TURNED] {
        let mut deepest = 0.0f64;
        let runner = run(text, &[], |runner| {
            if let Detail::Step(step) = runner.frame().detail {
                deepest = deepest.min(step.position.min_gap);
            }
        });
        // Positions follow the velocity reached: what is found ahead is not entered.
        assert!(deepest > -1e-3, "overlap {deepest}");
        ends.push(unturned(&runner));
    }
    assert!(distance(&ends[0], &ends[1]) < 1e-9, "{ends:?}");
}

/// A run that begins anew at every state reaches the same as one that never does.
#[test]
fn what_is_found_does_not_depend_on_the_way_there() {
    let whole = unturned(&run(CONE, &[], |_| {}));
    let scene = scene(CONE, &[]);
    let mut parts = Runner::new(&scene).expect("a run");
    while parts.advance().expect("goes on") {
        let saved = parts.save();
        parts = Runner::new(&scene).expect("a run");
        parts.resume(&saved).expect("fits");
    }
    assert_eq!(whole, unturned(&parts));
}

/// A ball and a box placed exactly on the floor, by every scheme that has a contact test: nobody falls.
#[test]
fn a_gap_of_exactly_zero_is_closed() {
    let text = "[world]\ngravity = [0, 0, -9.81]\n[body.floor]\nfixed = true\nshape = { plane = {} }\n\
                [body.ball]\nshape = { sphere = 0.5 }\nmass = 1\nposition = [0, 0, 0.5]\n\
                [body.box]\nshape = { box = [1, 1, 1] }\nmass = 1\nposition = [3, 0, 0.5]\n\
                [[contact]]\nbetween = [\"*\", \"*\"]\nfriction = 0.3\n\
                [run]\nt_end = 0.05\nstep = 0.01\n";
    for scheme in [
        "moreau-midpoint",
        "{ moreau-midpoint = { test_at_end = true } }",
        "moreau-jean",
        "{ moreau-jean = { theta = 1.0 } }",
        "stewart-trinkle",
        "{ stewart-trinkle = { gap = true } }",
        "{ stewart-trinkle = { facets = 8 } }",
        "anitescu-potra",
        "lotstedt",
        "event-driven",
        "hybrid",
    ] {
        run(text, &[("run.scheme", scheme)], |runner| {
            let frame = runner.frame();
            for q in frame.q.chunks_exact(7) {
                assert!((q[2] - 0.5).abs() < 1e-12, "{scheme} at {}: {}", frame.time, q[2]);
            }
        });
    }
}

/// 25 balls of 1 kg on a plate of 10 kg that 150 N push over a floor, μ = 0.4 below and 0.8 above.
fn plate_of_balls() -> String {
    let mut text = String::from(
        "[world]\ngravity = [0, 0, -9.81]\n[[contact]]\nbetween = [\"*\", \"*\"]\nfriction = 0.0\n\
         [body.floor]\nfixed = true\nshape = { plane = {} }\n\
         [body.box]\nshape = { box = [20, 20, 1] }\nmass = 10\nposition = [0, 0, 0.5]\n",
    );
    for (i, j) in (0..5).flat_map(|i| (0..5).map(move |j| (i, j))) {
        let (x, y) = (2 * i - 4, 2 * j - 4);
        writeln!(
            text,
            "[body.b{i}{j}]\nshape = {{ sphere = 0.5 }}\nmass = 1\nposition = [{x}, {y}, 1.5]\n\
             [[contact]]\nbetween = [\"b{i}{j}\", \"box\"]\nfriction = 0.8"
        )
        .expect("text");
    }
    text.push_str(
        "[[contact]]\nbetween = [\"box\", \"floor\"]\nfriction = 0.4\n\
         [force.push]\nbody = \"box\"\nforce = [75, 129.90381056766586, 0]\n\
         [run]\nt_end = 4.0\nstep = 0.001\nscheme = \"moreau-jean\"\n",
    );
    text
}

/// A ball that rolls on a plate with the acceleration a has 2/7 a. So (10 + 25 · 2/7) a = 150 − 0.4 · 35 g:
/// a = 0.7385 m/s², the plate has 2.954 m/s after 4 s and every ball 0.844 m/s. The corners of the plate
/// drift by what the solver leaves, and stay in play for any step.
#[test]
fn a_corner_that_carries_is_not_let_go_for_a_gap_of_rounding() {
    let text = plate_of_balls();
    let a = (150.0 - 0.4 * 35.0 * 9.81) / (10.0 + 25.0 * 2.0 / 7.0);
    for (scheme, steps) in [
        ("moreau-jean", &["0.01", "0.002", "0.001", "0.0005"][..]),
        ("moreau-midpoint", &["0.001"]),
        ("stewart-trinkle", &["0.001"]),
    ] {
        for step in steps {
            let sets = [("run.step", *step), ("run.scheme", scheme)];
            let runner = run(&text, &sets, |runner| {
                if let Detail::Step(step) = runner.frame().detail {
                    assert_eq!(step.contacts.list.len(), 29, "at {}", step.state.time);
                }
            });
            for (k, v) in runner.frame().v.chunks_exact(6).enumerate() {
                let along = 0.5 * v[0] + 0.75f64.sqrt() * v[1];
                let asked = if k == 0 { 4.0 * a } else { 4.0 * a * 2.0 / 7.0 };
                assert!(
                    (along - asked).abs() < 1e-8,
                    "{scheme} {step}, body {k}: {along}, asked {asked}"
                );
            }
        }
    }
}

/// A force that grows from nothing lifts a box: the box stays down until it is as large as the weight, and
/// leaves then, at first by much less than gaps that count as drift. To be held in play holds nobody down.
#[test]
fn a_contact_that_opens_slowly_opens() {
    let text = "[world]\ngravity = [0, 0, -1]\n[body.floor]\nfixed = true\nshape = { plane = {} }\n\
                [body.box]\nshape = { box = [1, 1, 1] }\nmass = 1\nposition = [0, 0, 0.5]\n\
                [force.lift]\nbody = \"box\"\nforce = [0, 0, \"t\"]\n[run]\nt_end = 1.5\nstep = 1e-4\n";
    for scheme in ["moreau-jean", "moreau-midpoint", "stewart-trinkle"] {
        run(text, &[("run.scheme", scheme)], |runner| {
            let (time, height) = (runner.frame().time, runner.frame().q[2] - 0.5);
            let asked = (time - 1.0).max(0.0).powi(3) / 6.0;
            assert!(
                (height - asked).abs() < 1e-14 + 2e-4 * asked.powf(2.0 / 3.0),
                "{scheme} at {time}: {height}, asked {asked}"
            );
        });
    }
}

const THROWN_BOX: &str = r#"
[world]
gravity=[0,0,-9.81]
[body.floor]
fixed=true
shape={plane={}}
[body.b]
shape={box=[0.2,0.3,0.25]}
mass=1
position=[0,0,0.4303807670394913]
quat_wxyz=[-0.8620814512714119,0.04896598634116844,-0.20508212838938533,0.4608245047419815]
velocity=[0.3,0.1,-2]
angular_velocity=[-36.890509288902564,-3.9189995790360843,9.895230221261281]
[[contact]]
between=["*","*"]
friction=0.0
restitution=1.0
[run]
t_end=0.3
step=0.005
scheme="lotstedt"
"#;

const THROWN_BODIES: &str = r#"
[world]
gravity=[0,0,-9.81]
[body.floor]
fixed=true
shape={plane={normal=[0.42261826174069944,0.0,0.9063077870366499]}}
position=[0.0,0.0,-0.5297845948929991]
[body.b0]
shape={hull=[[-0.1780211386064129,0.0031714032557431148,-0.16716132425945088],[0.0556196799667026,0.0898933920248155,-0.030116307529301074],[-0.1436726740115226,-0.16762729209718288,-0.07945254818216543],[0.08243342411052325,0.13426480828305062,0.0012055786978245368],[0.06615619777208498,0.10380989042572647,0.09387010574619788],[-0.04496520548849361,-0.10724286840207468,-0.019385848377301215],[-0.03385492276885924,-0.1669436831415355,0.07542611668341886]]}
mass=1.3992131028895058
position=[-0.24359956125186427,0.14022197207765663,1.2415536790546748]
quat_wxyz=[-0.11388605728709485,0.658233261126206,-0.16272060518225812,0.7261411326676656]
velocity=[0.9762491914815569,-0.0440616152212926,0.17071618609430322]
angular_velocity=[-2.1213059028782464,0.2736385553153131,-3.0290727117001595]
[body.b1]
shape={cone={height=0.2708621652697379,radius=0.1345660471396547}}
mass=0.7099921688408134
position=[-0.566797791486048,-0.43174391041446025,0.7181653152831322]
quat_wxyz=[0.26623512928347276,0.38151254239300253,-0.8809768067937471,0.0862954333886373]
velocity=[-0.3387379855884321,-0.8359207208271275,0.15328283025141654]
angular_velocity=[0.40251860217725044,0.7208956535998989,0.352718152068991]
[body.b2]
shape={hull=[[-0.08167501805471931,-0.11158816142592203,0.06409789662541653],[-0.017059888205105005,-0.22507497155977255,0.0629989958324456],[-0.040299829705834754,0.17704748640468596,0.1312442667984321],[-0.0013082451229270973,-0.22085715525627173,-0.019080516459282482],[-0.09399906345440355,0.028463685942041683,0.12855027683019077],[0.030333449555649004,-0.13462034821530955,-0.19017261759563509],[0.04213036848315757,-0.15989288387603912,0.04925328123534133],[0.034911980731059215,-0.09159024498346138,-0.05894683459078177],[-0.0824050610393895,-0.07897963203801145,0.015720570875335214]]}
mass=0.0813281792906004
position=[0.38440786186593023,-0.5923710235455503,1.020089828172485]
quat_wxyz=[0.8876347843634906,-0.19164897050820429,0.06397390815981521,0.41386290092962486]
velocity=[0.9530261524633371,-0.10846540391540573,1.5045895535124474]
angular_velocity=[2.490879015739598,1.2879207561874646,4.928048339100587]
[body.b3]
shape={cylinder={length=0.29578429860409167,radius=0.10418568883134721}}
mass=7.298631066522234
position=[-0.5387679219649398,0.4154819470772241,0.66189095949123]
quat_wxyz=[-0.15343171286566992,-0.015316645707713447,0.533737987709385,-0.8314733130577959]
velocity=[0.5717150857196645,0.1147011503695036,1.4524265947161954]
angular_velocity=[8.507212423961569,-2.540471585392875,-1.6003150354843119]
[body.b4]
shape={sphere=0.19465567229489156}
mass=1.2931041923224589
position=[0.002003525394967176,-0.2298326589580884,0.7858795496146295]
quat_wxyz=[-0.14950425766215347,-0.03268318481758418,0.07720215914137016,0.9852005445567814]
velocity=[0.33721081288640214,-0.38352941511481337,1.6776012931841824]
angular_velocity=[1.6332178497530376,-1.9888375806470662,-0.10768428357343492]
[[contact]]
between=["*","*"]
friction=0.5
restitution=1.0
[run]
t_end=1.0
step=0.005
scheme="lotstedt"
"#;

const THROWN_BODIES_TURNED: &str = r#"
[world]
gravity=[0,0,-9.81]
[body.floor]
fixed=true
shape={plane={normal=[0.323236275696125,0.27225815916300655,0.9063077870366499]}}
position=[0.0,0.0,-0.5297845948929991]
[body.b0]
shape={hull=[[-0.1780211386064129,0.0031714032557431148,-0.16716132425945088],[0.0556196799667026,0.0898933920248155,-0.030116307529301074],[-0.1436726740115226,-0.16762729209718288,-0.07945254818216543],[0.08243342411052325,0.13426480828305062,0.0012055786978245368],[0.06615619777208498,0.10380989042572647,0.09387010574619788],[-0.04496520548849361,-0.10724286840207468,-0.019385848377301215],[-0.03385492276885924,-0.1669436831415355,0.07542611668341886]]}
mass=1.3992131028895058
position=[-0.2766486958011936,-0.04968346613257288,1.2415536790546748]
quat_wxyz=[-0.3559736568842308,0.6741229029353217,0.07285144570820251,0.6430658863606027]
velocity=[0.7750618388012855,0.5952168141427734,0.17071618609430322]
angular_velocity=[-1.7987470439011888,-1.1572924715031543,-3.0290727117001595]
[body.b1]
shape={cone={height=0.2708621652697379,radius=0.1345660471396547}}
mass=0.7099921688408134
position=[-0.15537379914204594,-0.695357119150727,0.7181653152831322]
quat_wxyz=[0.22050350074790676,0.660467487401696,-0.696745758650148,0.17235501746754595]
velocity=[0.2794338116715177,-0.8575684341691806,0.15328283025141654]
angular_velocity=[-0.15655052258988747,0.8106810114680041,0.352718152068991]
[body.b2]
shape={hull=[[-0.08167501805471931,-0.11158816142592203,0.06409789662541653],[-0.017059888205105005,-0.22507497155977255,0.0629989958324456],[-0.040299829705834754,0.17704748640468596,0.1312442667984321],[-0.0013082451229270973,-0.22085715525627173,-0.019080516459282482],[-0.09399906345440355,0.028463685942041683,0.12855027683019077],[0.030333449555649004,-0.13462034821530955,-0.19017261759563509],[0.04213036848315757,-0.15989288387603912,0.04925328123534133],[0.034911980731059215,-0.09159024498346138,-0.05894683459078177],[-0.0824050610393895,-0.07897963203801145,0.015720570875335214]]}
mass=0.0813281792906004
position=[0.6756272406540298,-0.2054280056052745,1.020089828172485]
quat_wxyz=[0.6919072140893093,-0.20196632618305624,-0.005620668128823032,0.6931395373725809]
velocity=[0.7987899386450639,0.5309973870416117,1.5045895535124474]
angular_velocity=[1.0754280237628016,2.589724446920173,4.928048339100587]
[body.b3]
shape={cylinder={length=0.29578429860409167,radius=0.10418568883134721}}
mass=7.298631066522234
position=[-0.6797332549094852,-0.029305703466348157,0.66189095949123]
quat_wxyz=[0.14098081165379386,-0.1974056247714097,0.496126857233519,-0.8336747396830724]
velocity=[0.36337930685082276,0.45603724901387865,1.4524265947161954]
angular_velocity=[8.14329168727141,3.5374368684982946,-1.6003150354843119]
[body.b4]
shape={sphere=0.19465567229489156}
mass=1.2931041923224589
position=[0.14959464475103543,-0.1744950070906465,0.7858795496146295]
quat_wxyz=[-0.4782633267347677,-0.05717414308698897,0.06131460925569304,0.8742058260814115]
velocity=[0.5049894884969056,-0.07610230675513463,1.6776012931841824]
angular_velocity=[2.5303982590130403,-0.46899905941247577,-0.10768428357343492]
[[contact]]
between=["*","*"]
friction=0.5
restitution=1.0
[run]
t_end=1.0
step=0.005
scheme="lotstedt"
"#;

/// A box without friction and with e = 1 loses nothing in its impacts, however they fall into the steps: a
/// piece of a step so short that rounding is its acceleration does not make an impact slow.
#[test]
fn impacts_inside_steps_keep_their_restitution() {
    for step in ["0.005", "0.004", "0.003", "0.002", "0.001"] {
        let runner = run(THROWN_BOX, &[("run.step", step)], |_| {});
        let lost = runner.totals.energy.impact_loss;
        assert!(lost.abs() < 1e-12, "{step}: {lost} J");
        assert_eq!(runner.totals.impacts, 2, "{step}");
    }
    let ends = [THROWN_BODIES, THROWN_BODIES_TURNED].map(|text| {
        let runner = run(text, &[], |_| {});
        // With e = 1 only friction takes energy.
        let lost = runner.totals.energy.impact_loss;
        assert!(lost.abs() < 1e-11, "{lost} J");
        unturned(&runner)
    });
    assert!(distance(&ends[0], &ends[1]) < 1e-8, "{ends:?}");
}

/// A slider that stays parallel to its guide strikes it with both corners of a side at once, for any lengths
/// of the crank, which put the gaps on either side of rounding: it does not begin to turn, and rebounds with
/// e = 0.4.
#[test]
fn corners_that_strike_together_leave_together() {
    for crank in ["0.153", "0.16", "0.1517", "0.147", "0.155", "0.1493"] {
        for step in ["1e-5", "3e-5"] {
            let sets = [
                ("run.scheme", "lotstedt"),
                ("run.step", step),
                ("run.t_end", "0.006"),
                ("lagrangian.constants.l1", crank),
            ];
            let text = drystone::scenes::text("slider_crank").expect("built in");
            let mut before = 0.0;
            let mut impacts = 0;
            run(text, &sets, |runner| {
                let frame = runner.frame();
                assert!(
                    frame.v[2].abs() < 1e-6,
                    "{crank} {step} at {}: turns by {}",
                    frame.time,
                    frame.v[2]
                );
                let speed = slider_speed(crank, frame.q, frame.v);
                if let Detail::Step(done) = frame.detail
                    && done.status.contains(&drystone::dynamics::step::Status::Impact)
                {
                    impacts += 1;
                    let asked = -0.4 * before;
                    assert!(
                        (speed - asked).abs() < 0.1,
                        "{crank} {step} at {}: {speed}, asked {asked}",
                        frame.time
                    );
                }
                before = speed;
            });
            assert!(impacts > 0, "{crank} {step}");
        }
    }
}

/// d/dt (l₁ sin θ₁ + l₂ sin θ₂), in m/s.
fn slider_speed(crank: &str, q: &[f64], v: &[f64]) -> f64 {
    let length: f64 = crank.parse().expect("a number");
    length * q[0].cos() * v[0] + 0.306 * q[1].cos() * v[1]
}

const TWO_BODIES: &str = r#"
title="hybrid"
[world]
gravity=[0,0,-9.81]
[body.floor]
fixed=true
shape={plane={}}
[body.a]
shape={sphere=0.1}
mass=1
position=[0,0,0.5]
velocity=[1,0.2,0]
angular_velocity=[0,3,1]
[body.b]
shape={box=[0.2,0.3,0.4]}
mass=2
position=[0.5,0,0.6]
euler_deg=[10,20,30]
[[contact]]
between=["*","*"]
friction=0.4
restitution=0.6
[run]
t_end=2
step=1e-3
scheme="hybrid"
"#;

/// Stopped and taken up at many times, the hybrid scheme ends with the same bits: in flight, inside a step of
/// its integrator, while it crowds, at rest.
#[test]
fn a_hybrid_run_goes_on_bit_for_bit_wherever_it_was_stopped() {
    let step = [("run.step", "0.01")];
    let frame_of = |runner: &Runner| (runner.frame().q.to_vec(), runner.frame().v.to_vec());
    for sets in [&[][..], &step] {
        let scene = scene(TWO_BODIES, sets);
        let mut saved = Vec::new();
        let mut steps = 0;
        let every = if sets.is_empty() { 97 } else { 7 };
        let whole = run(TWO_BODIES, sets, |runner| {
            steps += 1;
            if steps % every == 0 {
                saved.push((runner.frame().time, runner.save()));
            }
        });
        assert!(saved.len() > 19, "{} stops", saved.len());
        for (time, saved) in saved {
            let mut rest = Runner::new(&scene).expect("a run");
            rest.resume(&saved).expect("fits");
            while rest.advance().expect("goes on") {}
            assert!(frame_of(&rest) == frame_of(&whole), "stopped at {time}");
        }
    }
}
