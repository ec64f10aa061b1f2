//! Friction laws in motion: ellipses, polygons, patches, and the static friction that geometry makes.

use crate::classical::{contact, distance, end, order, scene, watch};
use drystone::io::scene::Scene;
use drystone::run::runner::{Detail, Runner};
use std::fmt::Write;

#[test]
fn anisotropic_slider_stops_where_quadrature_says() {
    // μ₁, μ₂, v₀, stop point.
    let cases = [
        (
            [0.4, 0.2],
            [1.0, 1.0],
            [0.167_073_070_179_004_8, 0.347_649_200_270_618_1],
        ),
        (
            [0.3, 0.6],
            [2.0, 1.0],
            [0.755_316_323_841_369_7, 0.163_067_476_919_267_2],
        ),
        (
            [0.5, 0.1],
            [0.5, 2.0],
            [0.048_258_872_945_512_996, 2.093_728_425_473_808],
        ),
        (
            [0.282_842_712_474_619_06, 0.2],
            [1.0, 1.0],
            [0.250_055_971_214_565_2, 0.356_451_955_717_518_75],
        ),
    ];
    let steps = [1e-3, 5e-4, 2.5e-4];
    for (mu, v, stop) in cases {
        let sets = |h: f64| {
            [
                ("params.mu1", mu[0].to_string()),
                ("params.mu2", mu[1].to_string()),
                ("params.vx0", v[0].to_string()),
                ("params.vy0", v[1].to_string()),
                ("run.t_end", "2.2".to_string()),
                ("run.step", h.to_string()),
            ]
        };
        let errors = steps.map(|h| distance(&end("anisotropic_slider", &sets(h)).q[..2], &stop));
        let order = order(&steps, &errors);
        assert!((0.97..1.03).contains(&order), "{mu:?}: {errors:?}, order {order}");
        assert!(errors[2] < 1e-4, "{mu:?}: {errors:?}");
        // Maximal dissipation: the force is along the normal of the ellipse, not against the velocity.
        let mut first = true;
        watch("anisotropic_slider", &sets(1e-3), |frame| {
            if let Some((_, r)) = contact(frame, 0).filter(|_| first) {
                first = false;
                let along = [mu[0] * mu[0] * frame.v[0], mu[1] * mu[1] * frame.v[1]];
                let size = (mu[0] * frame.v[0]).hypot(mu[1] * frame.v[1]);
                let asked = along.map(|a| -r[0] * a / size);
                assert!(distance(&r[1..], &asked) < 1e-12 * r[0], "{mu:?}: {r:?}");
            }
        });
        assert!(!first);
    }
}

#[test]
fn polygons_bias_the_path_as_computed() {
    // Facets, circumscribed, stop point.
    let rows = [
        (4, false, [0.407_747_196_738_022_4, 0.262_094_845_947_620_45]),
        (4, true, [0.360_049_835_498_262_6, 0.047_697_361_239_759_8]),
        (8, false, [0.407_747_196_738_022_4, 0.166_700_123_468_100_87]),
        (8, true, [0.360_049_835_498_262_5, 0.115_151_616_394_436_94]),
        (16, false, [0.388_875_413_149_124_1, 0.126_666_476_082_067_5]),
        (16, true, [0.377_485_090_098_028_1, 0.152_137_883_826_167_16]),
        (32, false, [0.387_323_811_963_291_5, 0.130_412_372_708_298_75]),
        (32, true, [0.379_006_877_702_148_9, 0.148_463_963_553_247_42]),
    ];
    for (facets, outside, stop) in rows {
        let half = std::f64::consts::PI / f64::from(facets);
        let (turn, scale) = if outside {
            (half.to_degrees(), 1.0 / half.cos())
        } else {
            (0.0, 1.0)
        };
        let sets = [
            ("lagrangian.contact.floor.friction.facets", facets.to_string()),
            ("params.turn_deg", turn.to_string()),
            ("params.scale", scale.to_string()),
            ("run.step", "1e-3".to_string()),
        ];
        let q = end("polygonal_friction", &sets).q;
        assert!(distance(&q[..2], &stop) < 1e-5, "{facets} {outside}: {q:?}");
    }
    let round = [("lagrangian.contact.floor.friction", "0.5".to_string())];
    let outputs = end("polygonal_friction", &round).outputs;
    assert!((outputs[1] - 20.0).abs() < 1e-10, "{outputs:?}");
    assert!((outputs[0] - 0.407_747_196_738_022_4).abs() < 1e-6, "{outputs:?}");
}

/// A disc as rings of points, each of which carries its share of the weight on its own (uniform pressure).
fn patch(rings: u32, points: u32, [v0, omega0]: [f64; 2], [t_end, step]: [f64; 2]) -> String {
    let (radius, mu) = (0.05, 0.2);
    let n = rings * points;
    let share = 1.0 / f64::from(n);
    let names: Vec<String> = (0..n).map(|i| format!("\"z{i}\"")).collect();
    let kinetic: Vec<String> = (0..n).map(|i| format!("z{i}'^2")).collect();
    let height: Vec<String> = (0..n).map(|i| format!("z{i}")).collect();
    let mut text = format!(
        "[lagrangian]\ncoordinates = [\"x\", \"y\", \"phi\", {}]\n\
         kinetic = \"1/2*(x'^2 + y'^2) + {}/2*phi'^2 + {share}/2*({})\"\npotential = \"9.81*{share}*({})\"\n\
         initial = {{ \"x'\" = {v0:?}, \"phi'\" = {omega0:?} }}\n",
        names.join(", "),
        0.5 * radius * radius,
        kinetic.join(" + "),
        height.join(" + "),
    );
    for i in 0..n {
        let (ring, point) = (i / points, i % points);
        let r = radius * ((f64::from(ring) + 0.5) / f64::from(rings)).sqrt();
        let a = std::f64::consts::TAU * (f64::from(point) + 0.5 * f64::from(ring % 2)) / f64::from(points);
        let _ = write!(
            text,
            "[lagrangian.contact.c{i}]\ngap = \"z{i}\"\nfriction = {mu}\n\
             slip = [\"x' - {r}*sin(phi + {a})*phi'\", \"y' + {r}*cos(phi + {a})*phi'\"]\n"
        );
    }
    let _ = write!(
        text,
        "[run]\nt_end = {t_end:?}\nstep = {step:?}\nscheme = \"moreau-midpoint\"\n"
    );
    text
}

#[test]
fn patch_slides_and_spins_to_the_same_end() {
    // Contensou: sliding and spinning stop together, with v/(R ω) → 0.6530; the stop times by quadrature.
    for (v0, stop) in [(0.5, 0.485_020_365_643_888_3), (0.2, 0.402_762_683_982_964_94)] {
        let scene = Scene::read(&patch(4, 8, [v0, 20.0], [0.6, 1e-3]), "patch", &[]).unwrap();
        let mut runner = Runner::new(&scene).unwrap();
        let mut last = [0.0; 2];
        let moves = |v: f64| v.abs() > 1e-9;
        let done = runner.run(|frame| {
            for (k, v) in [frame.v[0], frame.v[2]].into_iter().enumerate() {
                last[k] = if moves(v) { frame.time } else { last[k] };
            }
        });
        done.unwrap();
        assert!(last.iter().all(|t| (t - stop).abs() < 2e-3), "{v0}: {last:?}");
    }
    for ratio in [0.643, 0.663] {
        let scene = Scene::read(&patch(5, 11, [ratio, 20.0], [0.6, 1e-3]), "patch", &[]).unwrap();
        let mut runner = Runner::new(&scene).unwrap();
        let mut found = None;
        let done = runner.run(|frame| {
            if frame.v[2] < 2.0 && found.is_none() {
                found = Some(frame.v[0].hypot(frame.v[1]) / (0.05 * frame.v[2]));
            }
        });
        done.unwrap();
        let found = found.unwrap();
        assert!((found - 0.653_001_789_205_597_5).abs() < 0.01, "{ratio}: {found}");
    }
}

/// The same limit from far below it: v/(R ω) = 0.5 at the beginning, 128 points, looked at when 0.3 % of the
/// time is left. (The motion depends on t v₀ alone but for the angle of the disc: a fifth of the velocities,
/// a fifth of the time.)
#[test]
fn patch_ends_with_the_ratio_of_contensou() {
    let scene = Scene::read(&patch(8, 16, [0.1, 4.0], [0.09675, 2.5e-4]), "patch", &[]).unwrap();
    let mut runner = Runner::new(&scene).unwrap();
    runner.run(|_| {}).unwrap();
    let v = runner.frame().v;
    let found = v[0].hypot(v[1]) / (0.05 * v[2]);
    println!("v/(R ω) = {found}");
    assert!((found - 0.653_001_789_205_597_5).abs() < 0.01, "{found}");
    assert_eq!(runner.totals.failed_steps(), 0);
}

/// Whether rest is among the solutions of the first step, and how many there are.
fn rest_is_possible(gamma: f64, degrees: f64, pull: f64) -> (bool, usize) {
    let h = 1e-3;
    let sets = [
        ("params.gamma", gamma.to_string()),
        ("params.beta_deg", degrees.to_string()),
        ("params.pull", pull.to_string()),
        ("run.t_end", h.to_string()),
    ];
    let mut runner = Runner::new(&scene("wedged_particle", &sets)).unwrap();
    let mut answer = (false, 0);
    let (sine, cosine) = f64::to_radians(degrees).sin_cos();
    let done = runner.run(|frame| {
        if let Detail::Step(step) = frame.detail {
            let solutions = step.solutions.listed().unwrap();
            let still = |r: &Vec<f64>| {
                let (p, s) = (h * pull + r[1], -10.0 * h + cosine * r[0] + sine * r[2]);
                p.abs() < 1e-9 * h && s.abs() < 1e-9 * h
            };
            answer = (solutions.iter().any(still), solutions.len());
        }
    });
    done.unwrap();
    answer
}

#[test]
fn geometry_makes_static_friction_larger() {
    // γ, β in degrees, μ_static seen in the plane of the particle: μ_dyn/√(1 − γ² tan² β), μ_dyn = γ/cos β.
    let rows = [
        (0.3, 15.0, 0.311_591_191_504_785_87),
        (0.3, 30.0, 0.351_726_229_056_329_44),
        (0.3, 45.0, 0.444_749_589_996_660_64),
        (0.3, 60.0, 0.702_246_883_176_783_2),
        (0.5, 15.0, 0.522_347_171_892_449),
        (0.5, 30.0, 0.603_022_689_155_527_3),
        (0.5, 45.0, 0.816_496_580_927_726),
        (0.5, 60.0, 2.0),
        (0.8, 30.0, 1.041_511_287_846_590_9),
        (0.8, 45.0, 1.885_618_083_164_126_5),
    ];
    for (gamma, degrees, mu) in rows {
        let (mut low, mut high) = (0.0, 100.0);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if rest_is_possible(gamma, degrees, middle).0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        assert!((low / 10.0 - mu).abs() < 1e-6 * mu, "{gamma} {degrees}: {low}");
    }
    // γ tan β ≥ 1: wedged, whatever the pull.
    assert!(rest_is_possible(0.8, 60.0, 1e4).0);
    // Between dynamic and static friction both rest and sliding are solutions.
    assert!(rest_is_possible(0.5, 45.0, 7.5).1 > 1);
    assert_eq!(rest_is_possible(0.5, 45.0, 9.0), (false, 1));
    for (pull, v0, asked) in [
        (6.0, 0.1, -1.071_067_811_865_474_6),
        (7.5, 0.1, 0.428_932_188_134_525_4),
        (9.0, 0.1, 1.928_932_188_134_525_4),
        (9.0, 0.0, 1.928_932_188_134_525_4),
        (6.0, 0.0, 0.0),
    ] {
        let sets = [
            ("params.pull", f64::to_string(&pull)),
            ("params.v0", f64::to_string(&v0)),
            ("run.t_end", "0.05".to_string()),
        ];
        let found = (end("wedged_particle", &sets).v[0] - v0) / 0.05;
        assert!((found - asked).abs() < 1e-9, "{pull} {v0}: {found}");
    }
    let sets = [
        ("params.pull", "6".to_string()),
        ("params.v0", "0.1".to_string()),
        ("run.t_end", "0.2".to_string()),
    ];
    let stopped = end("wedged_particle", &sets);
    let reached = 0.01 / (2.0 * 1.071_067_811_865_474_6);
    assert!(
        stopped.v[0].abs() < 1e-12 && (stopped.q[0] - reached).abs() < 1e-4,
        "{:?}",
        stopped.q
    );
}
