//! Event-driven integration of linear complementarity systems: circuits, impacts and relays against closed
//! forms.

use crate::samples::{CAPACITANCE, INDUCTANCE, RESISTANCE, bridge, matrix};
use drystone_dynamics::checkpoint::Arrays;
use drystone_dynamics::models::complementarity::{
    ComplementarityStepper, ComplementaritySystem, Drive, Scheme, StepOptions,
};
use nalgebra::DMatrix;
use std::f64::consts::PI;

/// One row, with D and drive.
fn one_row<const N: usize>(
    a: [[f64; N]; N],
    b: [f64; N],
    c: [f64; N],
    d: f64,
    x0: [f64; N],
    drive: Drive,
) -> ComplementaritySystem {
    ComplementaritySystem {
        a_matrix: matrix(a),
        b: DMatrix::from_column_slice(N, 1, &b),
        c: DMatrix::from_row_slice(1, N, &c),
        d: matrix([[d]]),
        relay: vec![false],
        drive,
        x0: x0.to_vec(),
    }
}

fn stepper(system: ComplementaritySystem, scheme: Scheme, dt: f64) -> ComplementarityStepper {
    let options = StepOptions {
        scheme,
        ..StepOptions::new(dt)
    };
    ComplementarityStepper::new(system, options).unwrap()
}

/// x and λ at the end, events on the way; every step certified.
fn run(system: ComplementaritySystem, t_end: f64, steps: u32) -> (Vec<f64>, Vec<f64>, usize) {
    let mut s = stepper(system, Scheme::EventDriven, t_end / f64::from(steps));
    let mut events = 0;
    for _ in 0..steps {
        let report = s.step().unwrap();
        let c = report.certificate;
        assert!(c.error <= 1e-10 && c.dynamics < 1e-9, "{c:?}");
        events += report.events;
    }
    (
        s.state().x.as_slice().to_vec(),
        s.state().lambda.as_slice().to_vec(),
        events,
    )
}

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "found {found:.15e}, expected {expected:.15e} ± {tolerance:e}, off by {:e}",
        found - expected
    );
}

/// A root of f between a and b, by halving.
fn root(f: impl Fn(f64) -> f64, mut a: f64, mut b: f64) -> f64 {
    let sign = f(a).signum();
    for _ in 0..200 {
        let middle = 0.5 * (a + b);
        if f(middle).signum() == sign {
            a = middle;
        } else {
            b = middle;
        }
    }
    0.5 * (a + b)
}

/// v = V₀ e^(−at)(cos ωt − a/ω sin ωt), i = V₀/(Lω) e^(−at) sin ωt, with any step.
#[test]
fn the_diode_bridge_is_exact_at_any_step() {
    let a = 0.5 / (RESISTANCE * CAPACITANCE);
    let w = (1.0 / (INDUCTANCE * CAPACITANCE) - a * a).sqrt();
    let exact = |t: f64| {
        let e = 10.0 * (-a * t).exp();
        (
            e * ((w * t).cos() - a / w * (w * t).sin()),
            e / (INDUCTANCE * w) * (w * t).sin(),
        )
    };
    near(exact(4.999e-3).0, 0.788_424_865_2, 1e-10);
    for (t, steps) in [(1e-4, 1), (2.5e-4, 3), (4.999e-3, 1), (4.999e-3, 4999), (5e-3, 7)] {
        let (x, lambda, events) = run(bridge(), t, steps);
        let (v, i) = exact(t);
        println!("t = {t}, {steps} steps: off {:e} {:e}", x[0] - v, x[1] - i);
        near(x[0], v, 1e-12 * 10.0);
        near(x[1], i, 1e-12 * 0.1);
        near(lambda[2] + lambda[3], v.abs() / RESISTANCE, 1e-12 * 1e-2);
        let crossings = (w * t / PI + (a / w).atan() / PI + 0.5).floor();
        assert!(
            (events as f64 - crossings).abs() < 0.5,
            "{t}: {events} {crossings}"
        );
    }
}

/// Damped arcs while the diode conducts, undamped ones while it does not.
#[test]
fn the_half_wave_rectifier_has_its_arcs() {
    let c = 1.0 / CAPACITANCE;
    let system = || {
        let a = [[0.0, -c], [1.0 / INDUCTANCE, 0.0]];
        let drive = ComplementaritySystem::no_drive();
        one_row(a, [-c, 0.0], [-1.0, 0.0], RESISTANCE, [10.0, 0.0], drive)
    };
    let listed = [
        (1e-4, 4.749_127_098_825_674, 0.080_079_010_735_330_94),
        (2.5e-4, -7.682_291_339_848_846, 0.051_824_907_088_380_355),
        (1e-3, -6.447_263_214_800_095_5, -0.045_969_606_083_859_21),
        (3e-3, 0.911_038_067_414_527_4, -0.048_540_902_717_775_586),
        (4.99e-3, 2.729_785_611_580_471, -0.011_207_076_982_406_068),
    ];
    for (t, v, i) in listed {
        let (x, _, _) = run(system(), t, 4);
        near(x[0], v, 1e-12 * 10.0);
        near(x[1], i, 1e-12 * 0.1);
    }
}

/// A source with a diode, a resistor and a coil: the current ends at the extinction angle, 0 until the next
/// period.
#[test]
fn a_driven_rectifier_ends_at_its_extinction_angle() {
    let (e, r, l, w): (f64, f64, f64, f64) = (230.0, 10.0, 0.05, 314.0);
    let system = || {
        let drive: Drive = Box::new(move |t, a, _| a[0] = e / l * (w * t).sin());
        one_row([[-r / l]], [1.0 / l], [1.0], 0.0, [0.0], drive)
    };
    let (phase, z) = ((w * l / r).atan(), r.hypot(w * l));
    let current = |t: f64| e / z * ((w * t - phase).sin() + phase.sin() * (-r / l * t).exp());
    let extinction = root(current, PI / w, 2.0 * PI / w);
    for steps in [1, 10, 333] {
        let t = 0.97 * extinction;
        near(run(system(), t, steps).0[0], current(t), 1e-11 * e / z);
        let t = 0.5 * (extinction + 2.0 * PI / w);
        let (x, lambda, _) = run(system(), t, steps);
        assert_eq!(x[0], 0.0);
        near(lambda[0], -e * (w * t).sin(), 1e-10 * e);
        // The second period is the first one again.
        let t = 2.0 * PI / w + 0.6 * extinction;
        near(
            run(system(), t, steps).0[0],
            current(0.6 * extinction),
            1e-11 * e / z,
        );
    }
}

/// A source, a diode and a capacitor that a resistor empties: w = v − E sin ωt has relative degree 1, λ needs
/// its slope.
#[test]
fn a_peak_detector_follows_lets_go_and_meets_the_source_again() {
    let (e, w, rc): (f64, f64, f64) = (5.0, 1.0e3, 4e-3);
    let system = || {
        let drive: Drive = Box::new(move |t, _, c| c[0] = -e * (w * t).sin());
        one_row([[-1.0 / rc]], [1.0], [1.0], 0.0, [0.0], drive)
    };
    let source = |t: f64| e * (w * t).sin();
    let off = (PI - (w * rc).atan()) / w;
    let decay = |t: f64| source(off) * (-(t - off) / rc).exp();
    let on = root(|t| decay(t) - source(t), 1.5 * PI / w, 2.5 * PI / w);
    for steps in [1, 17] {
        let (x, lambda, _) = run(system(), 0.4 * off, steps);
        near(x[0], source(0.4 * off), 1e-11 * e);
        let flow = e * w * (0.4 * w * off).cos() + source(0.4 * off) / rc;
        near(lambda[0], flow, 1e-9 * e * w);
        near(run(system(), 0.7 * on, steps).0[0], decay(0.7 * on), 1e-11 * e);
        let t = on + 0.1 / w;
        near(run(system(), t, steps).0[0], source(t), 1e-11 * e);
    }
}

/// Relative degree 2: a mass on a table that shakes leaves it at λ = 0, lands without rebound.
#[test]
fn a_mass_on_a_shaken_table_takes_off_and_lands() {
    let (g, amplitude, w): (f64, f64, f64) = (9.81, 0.02, 30.0);
    let system = || {
        let drive: Drive = Box::new(move |t, a, c| {
            a[1] = -g;
            c[0] = -amplitude * (w * t).sin();
        });
        let a = [[0.0, 1.0], [0.0, 0.0]];
        one_row(a, [0.0, 1.0], [1.0, 0.0], 0.0, [0.0, amplitude * w], drive)
    };
    let table = |t: f64| amplitude * (w * t).sin();
    let off = (g / (amplitude * w * w)).asin() / w;
    let speed = amplitude * w * (w * off).cos();
    let flight = |t: f64| table(off) + speed * (t - off) - 0.5 * g * (t - off).powi(2);
    let landing = root(|t| flight(t) - table(t), off + 1e-2, off + 0.2);
    for steps in [2, 40] {
        let (x, lambda, _) = run(system(), 0.8 * off, steps);
        near(x[0], table(0.8 * off), 1e-11 * amplitude);
        near(lambda[0], g - amplitude * w * w * (0.8 * w * off).sin(), 1e-7 * g);
        let t = 0.9 * landing;
        near(run(system(), t, steps).0[0], flight(t), 1e-9 * amplitude);
        let t = landing + 1e-3;
        let (x, _, events) = run(system(), t, steps);
        assert!(events >= 2);
        near(x[0], table(t), 1e-9 * amplitude);
        near(x[1], amplitude * w * (w * t).cos(), 1e-8 * amplitude * w);
    }
}

/// Chains of integrators with x'(0) = −1: everything jumps to 0 and stays, exactly, from relative degree 2
/// on.
#[test]
fn a_chain_of_integrators_jumps_to_zero_and_stays() {
    for n in 2..6usize {
        let system = ComplementaritySystem {
            a_matrix: DMatrix::from_fn(n, n, |i, j| f64::from(j == i + 1)),
            b: DMatrix::from_fn(n, 1, |i, _| f64::from(i + 1 == n)),
            c: DMatrix::from_fn(1, n, |_, j| f64::from(j == 0)),
            d: DMatrix::zeros(1, 1),
            relay: vec![false],
            drive: ComplementaritySystem::no_drive(),
            x0: (0..n).map(|i| -f64::from(i == 1)).collect(),
        };
        let (x, lambda, _) = run(system, 1.0, 10);
        assert!(x.iter().all(|x| *x == 0.0) && lambda[0] == 0.0, "{n}: {x:?}");
    }
}

/// Two capacitors joined by a diode at the wrong voltages: charge is conserved, voltages become one.
#[test]
fn charge_is_shared_by_a_jump() {
    let (c1, c2) = (1e-6, 3e-6);
    let system = ComplementaritySystem {
        a_matrix: DMatrix::zeros(2, 2),
        b: matrix([[-1.0 / c1], [1.0 / c2]]),
        c: matrix([[-1.0, 1.0]]),
        d: DMatrix::zeros(1, 1),
        relay: vec![false],
        drive: ComplementaritySystem::no_drive(),
        x0: vec![8.0, 0.0],
    };
    let (x, _, _) = run(system, 1e-3, 1);
    near(x[0], 2.0, 1e-14);
    near(x[1], 2.0, 1e-14);
}

fn friction_oscillator() -> ComplementaritySystem {
    ComplementaritySystem {
        relay: vec![true],
        ..one_row(
            [[0.0, 1.0], [-100.0, 0.0]],
            [0.0, 2.0],
            [0.0, 1.0],
            0.0,
            [0.15, 0.0],
            ComplementaritySystem::no_drive(),
        )
    }
}

/// Turning points −0.11, 0.07, −0.03, and at rest for ever at −0.01 from 4π/10 on.
#[test]
fn dry_friction_stops_where_it_should() {
    for (halves, x_end) in [
        (1.0, -0.11),
        (2.0, 0.07),
        (3.0, -0.03),
        (4.0, -0.01),
        (9.0, -0.01),
    ] {
        let (x, _, _) = run(friction_oscillator(), halves * PI / 10.0, 3);
        near(x[0], x_end, 1e-13);
        near(x[1], 0.0, 1e-13);
    }
    let (x, lambda, events) = run(friction_oscillator(), 3.0, 100);
    assert_eq!((x[1], events), (0.0, 4));
    near(lambda[0], -0.5, 1e-11);
}

/// A fast and a slow time constant, 1e7 apart: the exponential does not care, nor does the search.
#[test]
fn stiff_circuits_take_few_steps() {
    // Node 1 follows node 2 within 1e-9 s; node 2 empties within 1e-2 s; the diode holds node 1 above 1 V.
    let (fast, slow) = (1e9, 1e2);
    let drive: Drive = Box::new(|_, _, c| c[0] = -1.0);
    let a = [[-fast, fast], [0.0, -slow]];
    let system = one_row(a, [1.0, 0.0], [1.0, 0.0], 0.0, [3.0, 5.0], drive);
    let mut s = stepper(system, Scheme::EventDriven, 1e-2);
    let before = s.step().unwrap();
    let slow_mode = 5.0 * fast / (fast - slow);
    near(s.state().x[0], slow_mode * (-1.0f64).exp(), 1e-9);
    let after = s.step().unwrap();
    near(s.state().x[0], 1.0, 1e-12);
    near(s.state().x[1], 5.0 * (-2.0f64).exp(), 1e-10);
    assert_eq!((before.events, after.events), (0, 1));
    assert!(before.effort.smooth_steps + after.effort.smooth_steps < 10);
}

/// The twisting controller reaches zero after infinitely many switches, at a time that is a geometric series.
#[test]
fn an_accumulation_of_switches_comes_to_rest() {
    let (strong, weak) = (3.0, 1.0);
    let system = || ComplementaritySystem {
        a_matrix: matrix([[0.0, 1.0], [0.0, 0.0]]),
        b: matrix([[0.0, 0.0], [strong, weak]]),
        c: matrix([[1.0, 0.0], [0.0, 1.0]]),
        d: DMatrix::zeros(2, 2),
        relay: vec![true; 2],
        drive: ComplementaritySystem::no_drive(),
        x0: vec![1.0, 0.0],
    };
    // From rest at x: √(2x/(s − w)) to the axis, then √(2x(s − w))/(s + w) to rest, at x (s − w)/(s + w).
    let (minus, plus): (f64, f64) = (strong - weak, strong + weak);
    let first = (2.0 / minus).sqrt() + (2.0 * minus).sqrt() / plus;
    let end = first / (1.0 - (minus / plus).sqrt());
    for scheme in [Scheme::EventDriven, Scheme::Hybrid] {
        let mut s = stepper(system(), scheme, 1.2 * end);
        let report = s.step().unwrap();
        println!("{scheme:?}: {report:?}");
        let most = if scheme == Scheme::Hybrid { 1e-4 } else { 1e-11 };
        assert!(s.state().x.amax() < most, "{}", s.state().x);
        assert!(report.events >= 30);
    }
    let mut s = stepper(system(), Scheme::EventDriven, 0.9 * end);
    s.step().unwrap();
    assert!(s.state().x.amax() > 1e-3);
}

/// Deterministic numbers in (−1, 1).
fn random(seed: &mut u64) -> f64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// A passive circuit of n states and m diodes: A + Aᵀ ≤ 0, C = Bᵀ, D ≥ 0 of lower rank.
fn passive(seed: u64, n: usize, m: usize) -> ComplementaritySystem {
    let mut seed = seed;
    let mut entries = |r: usize, c: usize| DMatrix::from_fn(r, c, |_, _| random(&mut seed));
    let (g, h, b) = (entries(n, n), entries(n, n), entries(n, m));
    let (p, q) = (entries(m, 1), entries(m, m));
    let (x0, phase) = (entries(n, 1), entries(n, 1));
    ComplementaritySystem {
        a_matrix: (&g - g.transpose()) * 3.0 - &h * h.transpose() * 0.3,
        c: b.transpose(),
        d: &p * p.transpose() * 0.5 + (&q - q.transpose()) * 0.3,
        b,
        relay: vec![false; m],
        drive: Box::new(move |t, a, _| {
            for (i, a) in a.iter_mut().enumerate() {
                *a = (2.0 * t + 3.0 * phase[i]).sin();
            }
        }),
        x0: x0.as_slice().to_vec(),
    }
}

/// The step of the run is an interval of output and no more: the state at the end is the same for any.
#[test]
fn passive_circuits_do_not_depend_on_the_step() {
    let mut switches = 0;
    for seed in 0..24 {
        let (n, m) = (2 + seed % 4, 1 + seed % 3);
        let (one, _, events) = run(passive(seed as u64, n, m), 4.0, 4);
        switches += events;
        for steps in [29, 120] {
            let (many, _, _) = run(passive(seed as u64, n, m), 4.0, steps);
            for (a, b) in one.iter().zip(&many) {
                near(*b, *a, 1e-9);
            }
        }
    }
    println!("{switches} switches");
    assert!(switches > 80);
}

/// Backward Euler comes to the same states at order 1.
#[test]
fn implicit_steps_converge_to_the_modes() {
    let distance = |seed: u64, steps: u32| {
        let exact = run(passive(seed, 3, 2), 2.0, 4).0;
        let mut s = stepper(passive(seed, 3, 2), Scheme::default(), 2.0 / f64::from(steps));
        for _ in 0..steps {
            s.step().unwrap();
        }
        let off = s.state().x.iter().zip(&exact).map(|(a, b)| (a - b).abs());
        off.fold(0.0, f64::max)
    };
    for seed in [3, 11, 24] {
        let order = (distance(seed, 4000) / distance(seed, 16000)).log2() / 2.0;
        println!("seed {seed}: order {order}");
        assert!((order - 1.0).abs() < 0.15, "{order}");
    }
}

/// What tolerance governs is the drive alone, and it does.
#[test]
fn a_looser_tolerance_gives_a_larger_error() {
    let off = |tolerance: f64| {
        let options = StepOptions {
            scheme: Scheme::EventDriven,
            tolerance,
            ..StepOptions::new(0.8)
        };
        let drive: Drive = Box::new(|t, a, _| a[0] = (20.0 * t).sin());
        let system = one_row([[0.0]], [1.0], [1.0], 0.0, [10.0], drive);
        let mut s = ComplementarityStepper::new(system, options).unwrap();
        s.step().unwrap();
        (s.state().x[0] - 10.0 - (1.0 - (16.0f64).cos()) / 20.0).abs()
    };
    println!("{:e} {:e} {:e}", off(1e-3), off(1e-8), off(1e-13));
    assert!(off(1e-3) < 1e-4 && off(1e-8) < 1e-9 && off(1e-13) < 1e-14);
}

/// Saved and gone on with: to the last bit, in the middle of a window of the drive.
#[test]
fn a_saved_run_goes_on_to_the_last_bit() {
    for scheme in [Scheme::EventDriven, Scheme::Hybrid] {
        let mut whole = stepper(passive(7, 4, 2), scheme, 0.03);
        let mut saved = Arrays::default();
        for k in 0..80 {
            if k == 37 {
                whole.to_arrays(&mut saved);
            }
            whole.step().unwrap();
        }
        let mut rest = stepper(passive(7, 4, 2), scheme, 0.03);
        rest.resume(&saved).unwrap();
        for _ in 37..80 {
            rest.step().unwrap();
        }
        assert_eq!(whole.state(), rest.state());
    }
}

/// In other units of charge, voltage and time the same motion.
#[test]
fn units_do_not_matter() {
    let base = run(passive(5, 3, 2), 3.0, 10).0;
    for factor in [1e-9, 1e7] {
        let system = passive(5, 3, 2);
        let mut drive = system.drive;
        let scaled = ComplementaritySystem {
            a_matrix: system.a_matrix / factor,
            b: system.b * 1e4,
            d: system.d * (1e4 * factor),
            drive: Box::new(move |t, a, c| {
                drive(t / factor, a, c);
                for a in a.iter_mut() {
                    *a /= factor;
                }
            }),
            ..system
        };
        let found = run(scaled, 3.0 * factor, 10).0;
        for (a, b) in base.iter().zip(&found) {
            near(*b, *a, 1e-9);
        }
    }
}

/// Without any mode that goes on there is an error, and the state stays where it was.
#[test]
fn a_system_without_a_mode_is_refused() {
    // w = −x − λ with x > 0: no λ ≥ 0 makes it positive.
    let drive = ComplementaritySystem::no_drive();
    let system = one_row([[0.0]], [0.0], [-1.0], -1.0, [1.0], drive);
    let mut s = stepper(system, Scheme::EventDriven, 0.1);
    let error = s.step().unwrap_err().to_string();
    assert!(error.contains("no mode"), "{error}");
    assert_eq!(s.state().time, 0.0);
}
