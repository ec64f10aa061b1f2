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
