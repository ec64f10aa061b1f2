//! Circuits, oscillators with dry friction, constrained systems and mechanisms: orders, events, limit cycles.

use crate::classical::{contact, distance, end, order, watch};
use drystone::io::scene::Scene;
use drystone::run::runner::{Detail, Runner};

#[test]
fn circuits_converge_with_the_order_of_theta() {
    let rows = [
        (
            "diode_bridge",
            0.004_999,
            [0.788_424_865_217_785_9, -0.002_726_788_217_972_864_5],
        ),
        (
            "half_wave_rectifier",
            0.004_99,
            [2.729_785_611_580_471, -0.011_207_076_982_406_068],
        ),
    ];
    let steps = [1e-6, 5e-7, 2.5e-7];
    for (name, t, exact) in rows {
        for (theta, asked, tolerance) in [(1.0, 0.95, 0.2), (0.5, 2.0, 1e-4)] {
            let errors = steps.map(|h| {
                let sets = [
                    ("run.step", h.to_string()),
                    ("run.t_end", t.to_string()),
                    (
                        "run.scheme",
                        format!("{{ theta = {{ theta = {theta:?}, multiplier_theta = {theta:?} }} }}"),
                    ),
                ];
                let end = end(name, &sets);
                let worst = end.totals.certificate.clauses();
                assert!(worst.iter().all(|c| c.1 < 1e-12), "{name} {h}: {worst:?}");
                distance(&end.q, &exact)
            });
            let order = order(&steps, &errors);
            assert!(
                (order - asked).abs() < 0.06,
                "{name}, θ = {theta}: {errors:?}, order {order}"
            );
            assert!(errors[2] < tolerance, "{name}, θ = {theta}: {errors:?}");
        }
    }
    // The run of a public tutorial: θ = ½ with the multiplier at the end of the step.
    let sets = [
        ("run.t_end", "0.004999".to_string()),
        (
            "run.scheme",
            "{ theta = { theta = 0.5, multiplier_theta = 1.0 } }".to_string(),
        ),
    ];
    let v = end("diode_bridge", &sets).q[0];
    assert!((v - 0.786_383_9).abs() < 1e-6, "{v}");
}

#[test]
fn backward_euler_diverges_on_the_third_order_system_and_the_sweeping_process_does_not() {
    for h in [0.1, 0.01, 0.001] {
        let sets = [
            ("run.step", f64::to_string(&h)),
            ("run.scheme", "theta".to_string()),
        ];
        let mut first = Vec::new();
        let runner = watch("third_order", &sets, |frame| {
            if frame.count == 1 {
                first.extend_from_slice(frame.q);
                first.push(frame.outputs[0]);
            }
        });
        let x = runner.frame().q;
        let asked = (1.0 - h) / (2.0 * h);
        assert!((x[0] - asked).abs() < 1e-10 * asked, "{h}: {x:?}");
        let asked = [0.0, 0.0, 1.0 / h, 1.0 / (h * h)];
        assert!(distance(&first, &asked) < 1e-10 / (h * h), "{h}: {first:?}");
        let sets = [("run.step", h.to_string())];
        watch("third_order", &sets, |frame| {
            if frame.count > 0 {
                assert!(frame.q.iter().all(|x| x.abs() <= h), "{h}: {:?}", frame.q);
            }
        });
    }
}

#[test]
fn dry_friction_stops_the_oscillator() {
    let steps = [1e-3, 1e-4, 1e-5];
    for (k, x) in [-0.11, 0.07, -0.03, -0.01].into_iter().enumerate() {
        let t = (k + 1) as f64 * std::f64::consts::PI / 10.0;
        let errors = steps.map(|h| {
            let sets = [("run.step", h.to_string()), ("run.t_end", t.to_string())];
            (end("friction_oscillator", &sets).q[0] - x).abs()
        });
        let order = order(&steps, &errors);
        assert!((0.95..1.05).contains(&order), "{k}: {errors:?}, order {order}");
    }
    let rest = end("friction_oscillator", &[]).q;
    assert!(rest[1].abs() < 1e-13 && (rest[0] + 0.01).abs() < 1e-3, "{rest:?}");
}

/// Period (upward crossings of x = 0.02 m after 1 s), largest and least x, least velocity.
fn belt(mu_static: f64) -> [f64; 4] {
    let sets = [("params.mu_static", mu_static.to_string())];
    let (mut before, mut crossings) = ((0.0, 0.0), Vec::new());
    let mut extremes = [f64::NEG_INFINITY, f64::INFINITY, f64::INFINITY];
    watch("stick_slip_belt", &sets, |frame| {
        let now = (frame.time, frame.q[0]);
        if frame.time > 1.0 {
            if before.1 < 0.02 && now.1 >= 0.02 {
                crossings.push(before.0 + (0.02 - before.1) / (now.1 - before.1) * (now.0 - before.0));
            }
            extremes = [
                extremes[0].max(now.1),
                extremes[1].min(now.1),
                extremes[2].min(frame.v[0]),
            ];
        }
        before = now;
    });
    let period = (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f64;
    [period, extremes[0], extremes[1], extremes[2]]
}

#[test]
fn belt_gives_the_stick_slip_cycle_and_the_grazing_one() {
    let found = belt(0.4);
    let asked = [
        0.806_888_787_159_140_6,
        0.042_360_679_774_997_9,
        -0.002_360_679_774_997_896_7,
        -0.223_606_797_749_978_96,
    ];
    assert!(distance(&found, &asked) < 1e-3 * asked[0], "{found:?}");
    assert!((found[1] / asked[1] - 1.0).abs() < 1e-3, "{found:?}");
    // With one coefficient nothing may damp the motion that touches the speed of the belt.
    let found = belt(0.2);
    let asked = [0.628_318_530_717_958_6, 0.03, 0.01, -0.1];
    assert!(distance(&found, &asked) < 1e-6, "{found:?}");
}

#[test]
fn paoli_schatzman_gives_its_rational_sequences() {
    let sequences: [(f64, f64, &[f64]); 4] = [
        (
            0.5,
            0.3,
            &[1.0, 0.7, 0.4, 0.1, -0.2, -0.05, 0.1, 0.25, 0.4, 0.55, 0.7],
        ),
        (
            1.0,
            0.3,
            &[1.0, 0.7, 0.4, 0.1, -0.2, -0.1, 0.2, 0.5, 0.8, 1.1, 1.4],
        ),
        (0.0, 0.3, &[1.0, 0.7, 0.4, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        (
            0.75,
            1.0 / 7.0,
            &[
                1.0,
                6.0 / 7.0,
                5.0 / 7.0,
                4.0 / 7.0,
                3.0 / 7.0,
                2.0 / 7.0,
                1.0 / 7.0,
                0.0,
                -3.0 / 28.0,
                0.0,
                3.0 / 28.0,
                3.0 / 14.0,
                9.0 / 28.0,
            ],
        ),
    ];
    for (e, h, asked) in sequences {
        let text = format!(
            "[lagrangian]\ncoordinates = [\"x\"]\nkinetic = \"x'^2/2\"\ninitial = {{ x = 1.0, \"x'\" = -1.0 }}\n\
             [lagrangian.contact.wall]\ngap = \"x\"\nrestitution = {e:?}\n\
             [run]\nt_end = {:?}\nstep = {h:?}\nscheme = \"paoli-schatzman\"\n",
            h * (asked.len() - 1) as f64
        );
        let mut runner = Runner::new(&Scene::read(&text, "wall", &[]).unwrap()).unwrap();
        let mut found = Vec::new();
        runner.run(|frame| found.push(frame.q[0])).unwrap();
        assert_eq!(found.len(), asked.len());
        // At e = ¾, h = 1/7 the seventh position is 0 only up to rounding, and the rounding decides nothing.
        assert!(distance(&found, asked) < 1e-14, "{e}: {found:?}");
    }
}

#[test]
fn spring_and_dashpot_pull_before_they_let_go() {
    // m = k = 1, d = 3, v₀ = −√5: F = 6.854 e^(−2.618 t) − 0.1459 e^(−0.382 t) vanishes at 1.7216 s, still
    // compressed.
    let text = "[lagrangian]\ncoordinates = [\"q\"]\nkinetic = \"q'^2/2\"\nforces = { q = \"-q - 3*q'\" }\n\
                initial = { \"q'\" = \"-sqrt(5)\" }\n[lagrangian.output]\nforce = \"-q - 3*q'\"\n\
                [run]\nt_end = 2.0\nstep = 1e-3\nscheme = \"moreau-jean\"\n";
    let mut runner = Runner::new(&Scene::read(text, "dashpot", &[]).unwrap()).unwrap();
    let (mut worst, mut zero, mut before): (f64, f64, (f64, f64)) = (0.0, 0.0, (0.0, 0.0));
    let done = runner.run(|frame| {
        let (t, f) = (frame.time, frame.outputs[0]);
        let exact = 6.854_101_966_249_685 * (-2.618_033_988_749_895 * t).exp()
            - 0.145_898_033_750_315_3 * (-0.381_966_011_250_105_1 * t).exp();
        worst = worst.max((f - exact).abs());
        if before.1 > 0.0 && f <= 0.0 {
            zero = before.0 + before.1 / (before.1 - f) * (t - before.0);
        }
        before = (t, f);
    });
    done.unwrap();
    assert!(worst < 1e-5, "{worst}");
    assert!((zero - 1.721_635_763_856_016_5).abs() < 1e-4, "{zero}");
}

#[test]
fn drift_of_the_pendulum_is_that_of_its_scheme() {
    // h, drift and error at 1 s: Euler, the same projected (error only), Moreau's midpoint.
    let rows = [
        (
            0.01,
            [0.049_824_467_883_783_36, 0.103_464_214_728_024_82],
            0.046_803_377_649_457_724,
            [0.049_708_650_776_976_84, 0.111_180_145_235_336_87],
        ),
        (
            0.005,
            [0.025_442_505_470_723_91, 0.053_494_890_369_773_125],
            0.024_003_733_490_291_012,
            [0.025_412_966_617_557_542, 0.057_422_302_765_086_02],
        ),
        (
            0.0025,
            [0.012_865_604_602_640_524, 0.027_225_919_954_464_26],
            0.012_159_115_233_508_383,
            [0.012_858_126_599_014_419, 0.029_209_201_140_039_15],
        ),
    ];
    for (h, euler, projected, midpoint) in rows {
        let run = |scheme: &str, constraints: &str| {
            let sets = [
                ("run.step", h.to_string()),
                ("run.t_end", "1".to_string()),
                ("run.scheme", scheme.to_string()),
                ("run.constraints", constraints.to_string()),
            ];
            let end = end("pendulum", &sets);
            let error = (end.q[0] + 0.986_291_751_131_875_3).hypot(end.q[1] + 0.165_010_853_125_541_17);
            ([end.outputs[0], error], end.totals.drift)
        };
        assert!(distance(&run("stewart-trinkle", "velocity").0, &euler) < 1e-12);
        assert!(distance(&run("moreau-midpoint", "velocity").0, &midpoint) < 1e-12);
        let ([_, error], drift) = run("stewart-trinkle", "projection");
        assert!(
            (error - projected).abs() < 1e-11 && drift < 1e-12,
            "{error} {drift}"
        );
        for scheme in ["moreau-midpoint", "moreau-jean", "stewart-trinkle"] {
            for constraints in ["projection", "index-reduced"] {
                let ([_, error], drift) = run(scheme, constraints);
                assert!(drift < 1e-12, "{scheme}, {constraints}: {drift}");
                assert!(error < 6.0 * h, "{scheme}, {constraints}: {error}");
            }
        }
    }
}

#[test]
fn slider_crank_meets_its_events_with_order_one() {
    let steps = [4e-6, 2e-6, 1e-6];
    // Errors at 0.04 s of an independent Moreau–Jean program.
    let asked = [1.655_127_661_877e-3, 8.249_053_602_09e-4, 4.101_417_768_25e-4];
    let exact = [3.935_006_857_402_820_3, 0.367_654_001_855_724_17];
    let impacts = [
        0.002_692_502_752_021_233,
        0.005_612_363_190_209_498,
        0.007_475_056_212_392_504_5,
        0.025_889_562_888_988_173,
        0.039_807_315_586_063_42,
    ];
    let mut errors = Vec::new();
    for (h, asked) in steps.into_iter().zip(asked) {
        let sets = [("run.step", h.to_string()), ("run.t_end", "0.04".to_string())];
        let mut met = [f64::INFINITY; 5];
        let runner = watch("slider_crank", &sets, |frame| {
            let Detail::Step(step) = frame.detail else {
                return;
            };
            assert!(
                step.energy.friction_loss + step.energy.impact_loss > -1e-15,
                "energy created at {}",
                frame.time
            );
            assert!(frame.q[2].abs() < 1e-9, "the slider stays parallel");
            if step.impulses.iter().step_by(2).any(|r| *r > 1e-3) {
                for (met, t) in met.iter_mut().zip(impacts) {
                    *met = met.min((frame.time - t).abs());
                }
            }
        });
        let error = distance(&runner.frame().q[..2], &exact);
        assert!((error - asked).abs() < 1e-7, "{h}: {error}");
        errors.push(error);
        assert!(met.iter().all(|d| *d < 10.0 * h), "{h}: {met:?}");
    }
    let order = order(&steps, &errors);
    assert!((0.97..1.03).contains(&order), "{errors:?}, order {order}");
}

#[test]
fn woodpecker_climbs_down_in_its_limit_cycle() {
    let h = 2e-5;
    let sets = [("run.t_end", "5.0".to_string())];
    let (mut beaks, mut last, mut events) = (Vec::new(), 0, Vec::new());
    watch("woodpecker", &sets, |frame| {
        for id in 0..3 {
            let Some((status, r)) = contact(frame, id).filter(|(_, r)| r[0] > 0.0) else {
                continue;
            };
            if id == 0 {
                // Strokes of the beak are 0.15 s apart.
                if frame.count - last > 500 {
                    beaks.push((frame.time, frame.q[0]));
                }
                last = frame.count;
            }
            if status == drystone::dynamics::step::Status::Impact && r[0] > 5e-6 && frame.time < 0.13 {
                events.push((id, frame.time));
            }
        }
    });
    let asked = [
        (2, 0.077_877_992_289_727_39),
        (0, 0.080_988_805_418_648_89),
        (2, 0.081_575_328_789_609_1),
        (1, 0.118_675_112_948_823_88),
        (1, 0.121_335_470_557_988_68),
    ];
    assert_eq!(events.len(), asked.len(), "{events:?}");
    for (found, asked) in events.iter().zip(asked) {
        assert!(
            found.0 == asked.0 && (found.1 - asked.1).abs() < 10.0 * h,
            "{events:?}"
        );
    }
    // Successive cycles alternate about the limit by 0.84: an even number of them is averaged.
    let (first, end) = (beaks[beaks.len() - 19], beaks[beaks.len() - 1]);
    let (period, drop) = ((end.0 - first.0) / 18.0, (end.1 - first.1) / 18.0);
    assert!((period / 0.145_976_065_222_471_97 - 1.0).abs() < 1e-3, "{period}");
    assert!((drop / -0.019_445_379_371_983_65 - 1.0).abs() < 5e-3, "{drop}");
}
