//! Linear complementarity systems against closed forms: diode circuits, sign friction, a chain of three
//! integrators.

use crate::samples::{CAPACITANCE, INDUCTANCE, RESISTANCE, bridge, matrix};
use drystone_dynamics::models::complementarity::{
    ComplementarityError, ComplementarityStepper, ComplementaritySystem, Scheme, StepOptions,
};
use nalgebra::{DMatrix, DVector};

const BACKWARD_EULER: Scheme = Scheme::Theta {
    theta: 1.0,
    multiplier_theta: 1.0,
};
const TRAPEZOIDAL: Scheme = Scheme::Theta {
    theta: 0.5,
    multiplier_theta: 0.5,
};
const IMPLICIT_MULTIPLIER: Scheme = Scheme::Theta {
    theta: 0.5,
    multiplier_theta: 1.0,
};

fn stepper(system: ComplementaritySystem, scheme: Scheme, dt: f64) -> ComplementarityStepper {
    let options = StepOptions {
        scheme,
        ..StepOptions::new(dt)
    };
    ComplementarityStepper::new(system, options).unwrap()
}

/// x after `steps` steps to `t_end`, every step certified.
fn run(system: ComplementaritySystem, scheme: Scheme, t_end: f64, steps: u32) -> Vec<f64> {
    let mut s = stepper(system, scheme, t_end / f64::from(steps));
    for _ in 0..steps {
        let c = s.step().unwrap().certificate;
        assert!(c.multiplier <= 0.0, "{c:?}");
        assert!(
            c.gap < 1e-12 && c.complementarity < 1e-12 && c.dynamics < 1e-14,
            "{c:?}"
        );
    }
    s.state().x.as_slice().to_vec()
}

/// Slope of log error over log step, least squares over those numbers of steps.
fn order(counts: &[u32], mut error: impl FnMut(u32) -> f64) -> f64 {
    let points: Vec<(f64, f64)> = counts
        .iter()
        .map(|&n| (-f64::from(n).ln(), error(n).ln()))
        .collect();
    println!("(ln step, ln error): {points:?}");
    let n = points.len() as f64;
    let (x, y) = points
        .iter()
        .fold((0.0, 0.0), |s, p| (s.0 + p.0 / n, s.1 + p.1 / n));
    let top: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let bottom: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    top / bottom
}

fn assert_order(found: f64, expected: f64, tolerance: f64) {
    println!("order {found}, expected {expected} ± {tolerance}");
    assert!(
        (found - expected).abs() <= tolerance,
        "order {found}, expected {expected} ± {tolerance}"
    );
}

/// LC oscillator with one diode and a resistor across the capacitor.
fn half_wave() -> ComplementaritySystem {
    let c = 1.0 / CAPACITANCE;
    ComplementaritySystem {
        a_matrix: matrix([[0.0, -c], [1.0 / INDUCTANCE, 0.0]]),
        b: matrix([[-c], [0.0]]),
        c: matrix([[-1.0, 0.0]]),
        d: matrix([[RESISTANCE]]),
        relay: vec![false],
        drive: ComplementaritySystem::no_drive(),
        x0: vec![10.0, 0.0],
    }
}

/// Error of (v, i), i in the unit of 10 V √(C/L).
fn circuit_error(x: &[f64], v: f64, i: f64) -> f64 {
    ((x[0] - v) / 10.0).hypot((x[1] - i) / 0.1)
}

#[test]
fn diode_bridge_is_the_damped_oscillator_of_its_load() {
    // v = 10 e^(−500 t)(cos ωt − (500/ω) sin ωt), ω = 9987.49…
    let exact = [
        (5000, 2.536_972_996_386_343_7, -0.074_911_493_339_868_43),
        (20000, 1.418_582_833_608_738, 0.033_240_939_820_980_905),
        (50000, 0.790_322_819_644_348_8, -0.002_647_850_160_095_278_4),
    ];
    for (steps, v, i) in exact {
        // ω³ h² t / 12 of the amplitude: below 5e-6 at h = 1e-7.
        let x = run(bridge(), TRAPEZOIDAL, 1e-7 * f64::from(steps), steps);
        println!("{steps} steps: found {x:?}, expected [{v}, {i}]");
        assert!(
            circuit_error(&x, v, i) < 1e-5,
            "{steps} steps: found {x:?}, expected [{v}, {i}]"
        );
    }
    let (_, v, i) = exact[0];
    let counts = [250, 500, 1000, 2000, 4000, 8000];
    let error = |scheme| move |n| circuit_error(&run(bridge(), scheme, 5e-4, n), v, i);
    assert_order(order(&counts, error(BACKWARD_EULER)), 1.0, 0.15);
    assert_order(order(&counts, error(TRAPEZOIDAL)), 2.0, 0.2);
}

#[test]
fn diode_bridge_load_current_is_the_rectified_voltage() {
    let mut s = stepper(bridge(), TRAPEZOIDAL, 1e-7);
    for _ in 0..2500 {
        s.step().unwrap();
    }
    // λ₁ and λ₂ are the potentials at the ends of the load: its current is (λ₁ + λ₂)/R = |v|/R.
    let (expected, lambda) = (7.319_029_144_163_975e-3, &s.state().lambda);
    let found = (lambda[0] + lambda[1]) / RESISTANCE;
    assert!(
        (found - expected).abs() < 1e-7,
        "found {found}, expected {expected}"
    );
}

#[test]
fn implicit_multiplier_gives_the_published_run_of_the_bridge() {
    // The public tutorial: θ = ½, multiplier at the end of the step, h = 1e-6: v(4.999 ms) = 0.7863839.
    let x = run(bridge(), IMPLICIT_MULTIPLIER, 4.999e-3, 4999);
    println!("v = {}", x[0]);
    assert!(
        (x[0] - 0.786_383_9).abs() < 1e-6,
        "found {}, expected 0.7863839",
        x[0]
    );
}

#[test]
fn half_wave_rectifier_switches_where_the_exact_arcs_do() {
    let (t, v, i) = (0.001, -6.447_263_214_800_095_5, -0.045_969_606_083_859_21);
    let counts = [500, 1000, 2000, 4000, 8000, 16000];
    let error = |scheme| move |n| circuit_error(&run(half_wave(), scheme, t, n), v, i);
    assert_order(order(&counts, error(BACKWARD_EULER)), 1.0, 0.15);
    assert_order(order(&counts, error(TRAPEZOIDAL)), 2.0, 0.2);
    let x = run(half_wave(), TRAPEZOIDAL, 0.00499, 49900);
    let (v, i) = (2.729_785_611_580_471, -0.011_207_076_982_406_068);
    assert!(circuit_error(&x, v, i) < 1e-5, "found {x:?}, expected [{v}, {i}]");
}

#[test]
fn pivoting_is_only_needed_where_a_diode_switches() {
    // 16 switches before 5 ms, and the first step.
    let mut s = stepper(half_wave(), BACKWARD_EULER, 1e-6);
    let pivoted = (0..5000)
        .filter(|_| s.step().unwrap().method != "last active set")
        .count();
    println!("{pivoted} of 5000 steps pivoted");
    assert!(
        (16..=17).contains(&pivoted),
        "{pivoted} steps pivoted, expected 16 or 17"
    );
}

/// x1' = x2, …, x_r' = λ + u(t), w = x1.
fn integrators(x0: &[f64], u: fn(f64) -> f64) -> ComplementaritySystem {
    let n = x0.len();
    let unit = |at: usize| DMatrix::from_fn(n, 1, |i, _| f64::from(u8::from(i == at)));
    ComplementaritySystem {
        a_matrix: DMatrix::from_fn(n, n, |i, j| f64::from(u8::from(j == i + 1))),
        b: unit(n - 1),
        c: unit(0).transpose(),
        d: matrix([[0.0]]),
        relay: vec![false],
        drive: Box::new(move |t, a, _| a[n - 1] = u(t)),
        x0: x0.to_vec(),
    }
}

#[test]
fn backward_euler_diverges_at_relative_degree_three_as_the_theory_says() {
    for (steps, expected) in [(10_u32, 4.5), (100, 49.5), (1000, 499.5)] {
        let dt = 1.0 / f64::from(steps);
        let system = integrators(&[0.0, -1.0, 0.0], |_| 0.0);
        assert_eq!(system.relative_degree(), Some(3));
        let mut s = stepper(system, BACKWARD_EULER, dt);
        s.step().unwrap();
        let first = s.state().lambda[0];
        assert!(
            (first * dt * dt - 1.0).abs() < 1e-12,
            "λ = {first}, expected 1/h²"
        );
        for k in 2..=steps {
            s.step().unwrap();
            let (k, x) = (f64::from(k), &s.state().x);
            let exact = [dt * k * (k - 1.0) / 2.0, k - 1.0, 1.0 / dt];
            for i in 0..3 {
                let off = (x[i] - exact[i]).abs() / exact[i];
                assert!(off < 1e-10, "step {k}: x = {x}, expected {exact:?}");
            }
            assert_eq!(s.state().lambda[0], 0.0);
        }
        let found = s.state().x[0];
        println!("h = {dt}: x1(1) = {found}, expected {expected}");
        assert!((found - expected).abs() < 1e-10 * expected);
    }
}

#[test]
fn higher_order_scheme_jumps_to_rest_and_stays() {
    for steps in [10_u32, 100, 1000] {
        let system = integrators(&[0.0, -1.0, 0.0], |_| 0.0);
        let mut s = stepper(system, Scheme::HigherOrder, 1.0 / f64::from(steps));
        for k in 0..steps {
            s.step().unwrap();
            let largest = s.state().x.amax();
            assert!(largest < 1e-14, "step {k}: largest |x| {largest}, expected 0");
        }
    }
}

#[test]
fn higher_order_scheme_catches_a_late_impact_with_order_one() {
    // x1 = 1 − t² until t = 1, where w' = −2 and w'' = −2 both jump to 0; from t = 2 the drive lifts: (t −
    // 2)³/6.
    let system = || integrators(&[1.0, 0.0, -2.0], |t| if t > 2.0 { 1.0 } else { 0.0 });
    let error = |n| {
        let x = run(system(), Scheme::HigherOrder, 3.0, n);
        let exact = [1.0 / 6.0, 0.5, 1.0];
        (0..3).map(|i| (x[i] - exact[i]).abs()).fold(0.0, f64::max)
    };
    assert_order(order(&[300, 600, 1200, 2400, 4800], error), 1.0, 0.15);
    let x = run(system(), Scheme::HigherOrder, 1.9, 1900);
    assert!(x.iter().all(|x| x.abs() < 1e-12), "found {x:?}, expected rest");
}

#[test]
fn higher_order_scheme_rests_on_a_moving_obstacle() {
    // A unit mass under gravity on a floor at 0.1 sin t: λ = 10 − 0.1 sin t.
    for steps in [100_u32, 1000] {
        let dt = 1.0 / f64::from(steps);
        let mut system = integrators(&[0.0, 0.1], |_| 0.0);
        system.drive = Box::new(|t, a, c| {
            a[1] = -10.0;
            c[0] = -0.1 * t.sin();
        });
        let mut s = stepper(system, Scheme::HigherOrder, dt);
        for _ in 0..steps {
            s.step().unwrap();
            let (t, at) = (s.state().time, s.state());
            assert!((at.x[0] - 0.1 * t.sin()).abs() < 1e-12, "t = {t}: x = {}", at.x);
            let expected = 10.0 - 0.1 * t.sin();
            let off = (at.lambda[0] - expected).abs();
            assert!(
                off < 0.1 * dt + 1e-9,
                "t = {t}: λ = {}, expected {expected}",
                at.lambda[0]
            );
        }
    }
}

#[test]
fn higher_order_scheme_does_not_depend_on_the_coordinates() {
    // Three integrators with a fourth state behind them, x4' = x1 − x4, x3' = λ − x3 + x4; then x = T y.
    let plain = ComplementaritySystem {
        a_matrix: matrix([
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, -1.0, 1.0],
            [1.0, 0.0, 0.0, -1.0],
        ]),
        b: matrix([[0.0], [0.0], [1.0], [0.0]]),
        c: matrix([[1.0, 0.0, 0.0, 0.0]]),
        d: matrix([[0.0]]),
        relay: vec![false],
        drive: ComplementaritySystem::no_drive(),
        x0: vec![0.5, -1.0, -0.5, -2.0],
    };
    let t = matrix([
        [2.0, 1.0, 0.0, 0.5],
        [0.3, 1.0, -0.4, 0.0],
        [0.0, 0.7, 1.5, 0.2],
        [-1.0, 0.0, 0.6, 1.0],
    ]);
    let inverse = t.clone().try_inverse().unwrap();
    let other = ComplementaritySystem {
        a_matrix: &inverse * &plain.a_matrix * &t,
        b: &inverse * &plain.b,
        c: &plain.c * &t,
        d: matrix([[0.0]]),
        relay: vec![false],
        drive: ComplementaritySystem::no_drive(),
        x0: (&inverse * DVector::from_column_slice(&plain.x0))
            .as_slice()
            .to_vec(),
    };
    assert_eq!(other.relative_degree(), Some(3));
    let mut one = stepper(plain, Scheme::HigherOrder, 1e-2);
    let mut two = stepper(other, Scheme::HigherOrder, 1e-2);
    let mut pushed = 0;
    for k in 0..300 {
        one.step().unwrap();
        two.step().unwrap();
        let off = (&t * &two.state().x - &one.state().x).amax();
        assert!(off < 1e-9, "step {k}: the states differ by {off}");
        pushed += usize::from(one.state().lambda[0] > 0.0);
    }
    println!("the multiplier acted in {pushed} steps");
    assert!(pushed > 10, "the multiplier acted in {pushed} steps only");
}

/// x'' + 100 x ∈ −2 Sgn(x' − belt).
fn sign_friction(x: f64, belt: f64) -> ComplementaritySystem {
    ComplementaritySystem {
        a_matrix: matrix([[0.0, 1.0], [-100.0, 0.0]]),
        b: matrix([[0.0], [2.0]]),
        c: matrix([[0.0, 1.0]]),
        d: matrix([[0.0]]),
        relay: vec![true],
        drive: Box::new(move |_, _, c| c[0] = -belt),
        x0: vec![x, 0.0],
    }
}

/// Error of (x, v), x in the unit of v/ω.
fn oscillator_error(found: &[f64], x: f64, v: f64) -> f64 {
    (10.0 * (found[0] - x)).hypot(found[1] - v)
}

#[test]
fn sign_friction_oscillator_loses_its_amplitude_and_stops() {
    let states = [
        (0.5, 0.005_529_596_691_690_366, 0.863_031_847_196_824_5),
        (0.8, 0.012_724_998_309_569_295, -0.494_679_123_311_690_6),
    ];
    for (t, x, v) in states {
        let counts = [1000, 2000, 4000, 8000, 16000, 32000];
        let error = |n| oscillator_error(&run(sign_friction(0.15, 0.0), BACKWARD_EULER, t, n), x, v);
        assert_order(order(&counts, error), 1.0, 0.15);
    }
    let error = |n| (run(sign_friction(0.15, 0.0), BACKWARD_EULER, 3.0, n)[0] + 0.01).abs();
    assert_order(order(&[3000, 6000, 12000, 24000, 48000], error), 1.0, 0.15);
    let stopped = run(sign_friction(0.15, 0.0), BACKWARD_EULER, 3.0, 3000);
    assert!(stopped[1].abs() < 1e-13, "v = {} after the stop", stopped[1]);
}

#[test]
fn trapezoidal_rule_is_of_second_order_while_a_relay_stays() {
    let (t, x, v) = (0.3, -0.108_699_024_558_057_9, -0.183_456_010_477_827_4);
    let error = |n| oscillator_error(&run(sign_friction(0.15, 0.0), TRAPEZOIDAL, t, n), x, v);
    assert_order(order(&[100, 200, 400, 800, 1600], error), 2.0, 0.2);
}

#[test]
fn turning_points_fall_by_twice_the_dead_zone() {
    let mut s = stepper(sign_friction(0.15, 0.0), BACKWARD_EULER, 1e-5);
    let (mut turns, mut before) = (Vec::new(), 0.0);
    while s.state().time < 1.3 {
        s.step().unwrap();
        let (x, v) = (s.state().x[0], s.state().x[1]);
        // Rest may last one step: a turn is where a motion ends.
        let direction = if v.abs() < 1e-12 { 0.0 } else { v.signum() };
        if before != 0.0 && direction != before {
            turns.push((s.state().time, x));
        }
        before = direction;
    }
    println!("{turns:?}");
    assert_eq!(turns.len(), 4);
    for (k, x) in [-0.11, 0.07, -0.03, -0.01].into_iter().enumerate() {
        let (time, found) = turns[k];
        assert!((found - x).abs() < 1e-4, "turn {k}: found {found}, expected {x}");
        let exact = std::f64::consts::PI / 10.0 * (k as f64 + 1.0);
        assert!(
            (time - exact).abs() < 1e-3,
            "turn {k}: at {time}, expected {exact}"
        );
    }
}

#[test]
fn mass_on_a_belt_sticks_then_grazes() {
    // Stick from 0.05236 to 0.22556 (x = F/k = 0.02), then x = 0.02 + 0.01 sin: extrema 0.03 and 0.01.
    for dt in [1e-3, 1e-4] {
        let mut s = stepper(sign_friction(0.0, 0.1), IMPLICIT_MULTIPLIER, dt);
        let (mut sticks, mut low, mut high) = (Vec::new(), f64::INFINITY, f64::NEG_INFINITY);
        while s.state().time < 2.0 {
            s.step().unwrap();
            let at = s.state();
            if at.w[0].abs() < 1e-13 && at.time < 0.3 {
                sticks.push(at.time);
            }
            if at.time > 0.3 {
                low = at.x[0].min(low);
                high = at.x[0].max(high);
            }
        }
        let (first, last) = (sticks[0], sticks[sticks.len() - 1]);
        println!("h = {dt}: stick {first} … {last}, extrema {low} {high}");
        assert!(
            (first - 0.052_359_877_56).abs() < 2.0 * dt,
            "stick begins at {first}"
        );
        assert!((last - 0.225_564_958_32).abs() < 2.0 * dt, "stick ends at {last}");
        assert!(
            (low - 0.01).abs() < 0.1 * dt && (high - 0.03).abs() < 0.1 * dt,
            "{low} … {high}"
        );
    }
}

#[test]
fn unsolvable_step_keeps_the_best_point_and_leaves_the_choice() {
    // w = −1 for ever once t > 0.25: no λ can help.
    let system = ComplementaritySystem {
        a_matrix: matrix([[-1.0]]),
        b: matrix([[0.0]]),
        c: matrix([[0.0]]),
        d: matrix([[0.0]]),
        relay: vec![false],
        drive: Box::new(|t, _, c| c[0] = if t > 0.25 { -1.0 } else { 1.0 }),
        x0: vec![1.0],
    };
    let mut s = stepper(system, BACKWARD_EULER, 0.1);
    s.step().unwrap();
    s.step().unwrap();
    let Err(ComplementarityError::Unsolved(unsolved)) = s.step() else {
        panic!("a step without solution was solved");
    };
    assert!((unsolved.best.time - 0.3).abs() < 1e-15 && unsolved.best.w[0] == -1.0);
    assert_eq!((unsolved.certificate.gap, unsolved.certificate.error), (1.0, 1.0));
    assert!((s.state().time - 0.2).abs() < 1e-15, "the state moved");
    let message = ComplementarityError::Unsolved(unsolved).to_string();
    assert!(
        message.contains("t = 0.3") && message.contains("smaller step"),
        "{message}"
    );
    s.set_dt(0.02).unwrap();
    assert!((s.step().unwrap().time - 0.22).abs() < 1e-15);
    s.set_dt(0.1).unwrap();
    assert!(s.step().is_err());
    s.accept().unwrap();
    s.accept().unwrap();
    assert!(
        (s.state().time - 0.32).abs() < 1e-15,
        "accepted once, to {}",
        s.state().time
    );
}

#[test]
fn errors_name_the_matrix_and_what_was_asked() {
    let refusal = |system, scheme, dt| {
        let options = StepOptions {
            scheme,
            ..StepOptions::new(dt)
        };
        ComplementarityStepper::new(system, options)
            .err()
            .unwrap()
            .to_string()
    };
    let mut system = bridge();
    system.c = DMatrix::zeros(3, 2);
    let message = refusal(system, BACKWARD_EULER, 1e-3);
    assert!(message.contains("C is 3 × 2, asked: 4 × 2"), "{message}");
    let mut system = bridge();
    system.d[(1, 1)] = f64::NAN;
    let message = refusal(system, BACKWARD_EULER, 1e-3);
    assert!(message.contains("D holds NaN"), "{message}");
    let message = refusal(bridge(), Scheme::HigherOrder, 1e-3);
    assert!(message.contains("4 rows of which 0 are relays"), "{message}");
    let message = refusal(half_wave(), Scheme::HigherOrder, 1e-3);
    assert!(message.contains("relative degree 0"), "{message}");
    let message = refusal(half_wave(), BACKWARD_EULER, 0.0);
    assert!(message.contains("step = 0"), "{message}");
    let message = refusal(integrators(&[0.0], |_| f64::NAN), BACKWARD_EULER, 1.0);
    assert!(message.contains("a(t) is not finite at t = 0"), "{message}");
    let mut system = integrators(&[0.0], |_| 0.0);
    system.a_matrix[(0, 0)] = 1.0;
    let message = refusal(system, BACKWARD_EULER, 1.0);
    assert!(message.contains("singular at the step 1 s"), "{message}");
}

#[test]
fn restarted_run_goes_on_with_the_same_numbers() {
    let mut one = stepper(bridge(), TRAPEZOIDAL, 1e-6);
    for _ in 0..100 {
        one.step().unwrap();
    }
    let mut two = stepper(bridge(), TRAPEZOIDAL, 1e-6);
    let at = one.state().clone();
    two.restart(at.time, at.x.as_slice(), at.lambda.as_slice())
        .unwrap();
    for _ in 0..200 {
        one.step().unwrap();
        two.step().unwrap();
    }
    let off = (&one.state().x - &two.state().x).amax();
    assert!(off < 1e-12, "the states differ by {off}");
}

#[test]
fn units_of_the_multipliers_do_not_matter() {
    // λ in units of 1e-9 and w in units of 1e6 of the first system.
    let (small, large) = (1e-9, 1e6);
    let mut scaled = half_wave();
    scaled.b *= small;
    scaled.c /= large;
    scaled.d *= small / large;
    let mut one = stepper(half_wave(), BACKWARD_EULER, 1e-6);
    let mut two = stepper(scaled, BACKWARD_EULER, 1e-6);
    for _ in 0..1000 {
        one.step().unwrap();
        two.step().unwrap();
        let off = (&one.state().x - &two.state().x).amax();
        assert!(off < 1e-10, "the states differ by {off}");
    }
}

#[test]
fn system_without_rows_is_a_differential_equation() {
    let free = ComplementaritySystem {
        a_matrix: matrix([[-1.0]]),
        b: DMatrix::zeros(1, 0),
        c: DMatrix::zeros(0, 1),
        d: DMatrix::zeros(0, 0),
        relay: vec![],
        drive: ComplementaritySystem::no_drive(),
        x0: vec![1.0],
    };
    assert_eq!(free.relative_degree(), None);
    let mut s = stepper(free, BACKWARD_EULER, 1.0);
    s.step().unwrap();
    assert_eq!(s.state().x[0], 0.5);
}

/// The same bridge with a capacitor as large beside the load: x = (v_L, i_L, v_R). P = diag(C, L, C) makes C
/// the transpose of P B, and D is skew: passive.
fn bridge_with_filter() -> ComplementaritySystem {
    let (c, g) = (1.0 / CAPACITANCE, 1.0 / RESISTANCE);
    ComplementaritySystem {
        a_matrix: matrix([[0.0, -c, 0.0], [1.0 / INDUCTANCE, 0.0, 0.0], [0.0, 0.0, -g * c]]),
        b: matrix([[0.0, 0.0, -c, c], [0.0; 4], [c, 0.0, c, 0.0]]),
        c: matrix([
            [0.0, 0.0, 1.0],
            [0.0, 0.0, 0.0],
            [-1.0, 0.0, 1.0],
            [1.0, 0.0, 0.0],
        ]),
        d: matrix([
            [0.0, -1.0, 0.0, 0.0],
            [1.0, 0.0, 1.0, -1.0],
            [0.0, -1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
        ]),
        relay: vec![false; 4],
        drive: ComplementaritySystem::no_drive(),
        x0: vec![10.0, 0.0, 0.0],
    }
}

/// 10 V meet an empty capacitor of the same size through the bridge: at once both have 5 V, and the two swing
/// together, 2 C v̈ + v̇/R + v/L = 0 with v̇(0) = −5/(2 R C), as long as the diodes conduct.
#[test]
fn a_jump_at_the_beginning_is_made_once() {
    let t = 5e-6;
    let (damping, square) = (
        0.25 / (RESISTANCE * CAPACITANCE),
        0.5 / (INDUCTANCE * CAPACITANCE),
    );
    let omega = (square - damping * damping).sqrt();
    let (cosine, sine) = ((omega * t).cos(), (omega * t).sin());
    // v = e^(−δt) (5 cos + k sin) with −5 δ + k ω = −10 δ.
    let k = -5.0 * damping / omega;
    let v = (-damping * t).exp() * (5.0 * cosine + k * sine);
    let error = |n: u32| {
        let x = run(bridge_with_filter(), TRAPEZOIDAL, t, n);
        (x[0] - v).abs().max((x[2] - v).abs())
    };
    assert_order(order(&[50, 100, 200, 400], error), 2.0, 0.1);
    assert!(error(400) < 1e-6, "{}", error(400));
    // The multipliers of the second step on are currents, not impulses over the step.
    let mut s = stepper(bridge_with_filter(), TRAPEZOIDAL, t / 400.0);
    s.step().unwrap();
    s.step().unwrap();
    let largest = s.state().lambda.amax();
    assert!(largest < 10.0, "{largest}");
}

/// Stopped between the jump and the step after it, the run ends with the same bits.
#[test]
fn a_run_stopped_behind_its_jump_goes_on() {
    let mut whole = stepper(bridge_with_filter(), TRAPEZOIDAL, 1e-7);
    let mut parts = stepper(bridge_with_filter(), TRAPEZOIDAL, 1e-7);
    for _ in 0..5 {
        whole.step().unwrap();
        parts.step().unwrap();
        assert_eq!(whole.state(), parts.state());
        let mut saved = drystone_dynamics::checkpoint::Arrays::default();
        parts.to_arrays(&mut saved);
        parts = stepper(bridge_with_filter(), TRAPEZOIDAL, 1e-7);
        parts.resume(&saved).unwrap();
    }
}
