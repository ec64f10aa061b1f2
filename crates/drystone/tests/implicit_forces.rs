//! Springs, dampers, drag, forces by formula and rotors of joints: implicit, so that no step is too long.

use crate::classical::distance;
use drystone::dynamics::System;
use drystone::dynamics::system::{ImplicitQuery, Slopes};
use drystone::io::scene::{Built, Scene};
use drystone::run::runner::Runner;
use std::f64::consts::PI;
use std::fmt::Write;

fn scene(text: &str) -> Scene {
    Scene::read(text, "scene", &[]).expect("a scene")
}

/// Runs to the end; `look` sees the runner after every step.
fn run(text: &str, mut look: impl FnMut(&Runner)) -> Runner {
    let mut runner = Runner::new(&scene(text)).expect("a run");
    while runner.advance().expect("goes on") {
        look(&runner);
    }
    assert_eq!(runner.totals.failed_steps(), 0, "every step is certified");
    runner
}

fn system(text: &str) -> (Box<dyn System>, Vec<f64>, Vec<f64>) {
    match scene(text).build().expect("a system") {
        Built::Bodies(system, state, _) => (system, state.q, state.v),
        _ => panic!("bodies"),
    }
}

/// 0.1 kg under a drag of 100 N·s/m: h c/m = 10, θ = ½ multiplies the velocity by (1 − 5)/(1 + 5), θ = 1
/// by 1/11.
#[test]
fn strong_drag_gives_the_sequence_of_the_linear_scheme() {
    for (theta, factor) in [(0.5, -2.0 / 3.0), (1.0, 1.0 / 11.0)] {
        let text = format!(
            "[world]\ngravity=[0,0,0]\n[body.b]\nshape={{sphere=0.1}}\nmass=0.1\nposition=[0,0,1]\nvelocity=[1,0,0]\n\
             [force.d]\ndrag={{linear=100}}\n[run]\nt_end=0.2\nstep=0.01\nscheme={{moreau-jean={{theta={theta}}}}}"
        );
        let mut v = 1.0;
        let runner = run(&text, |runner| {
            v *= factor;
            let found = runner.frame().v[0];
            assert!((found - v).abs() <= 1e-13 * v.abs(), "{found} {v}");
        });
        let energy = &runner.totals.energy;
        assert!(energy.residue.abs() < 1e-15, "{energy:?}");
        assert!(
            (energy.implicit_damping - 0.05).abs() < 1e-8,
            "all of ½ m v²: {energy:?}"
        );
    }
}

/// A light link with a damped hinge, whose explicit step made 4e40 J.
#[test]
fn a_light_link_on_a_damped_hinge_comes_to_rest() {
    let text = r#"
[world]
gravity=[0,0,0]
[body.link]
shape = { capsule = { length=0.3, radius=0.04 } }
mass = 0.07
position = [0,0,0.25]
angular_velocity = [0,1,0]
velocity = [0.15,0,0]
[joint.h]
kind="hinge"
between=["world","link"]
at=[0,0,0.1]
axis=[0,1,0]
[force.d]
joint="h"
damping = 1.0
[run]
t_end=2
step=0.01
"#;
    let mut energy = f64::INFINITY;
    let runner = run(text, |runner| {
        let now = runner.frame().energy.total();
        assert!(now <= energy * (1.0 + 1e-12), "{now} after {energy}");
        energy = now;
    });
    assert!(energy < 1e-20 * runner.totals.initial.total(), "{energy:e}");
}

/// Two free bodies on the x-axis, stretched, in each other's way.
fn pair(stiffness: f64, damping: f64, more: &str) -> String {
    format!(
        "[world]\ngravity=[0,0,0]\n\
         [body.a]\nshape={{sphere=0.05}}\nmass=1\nposition=[0,0,0]\nvelocity=[0.3,0,0]\n\
         [body.b]\nshape={{sphere=0.05}}\nmass=2\nposition=[1,0,0]\n\
         [force.s]\nspring={{between=[\"a\",\"b\"], stiffness={stiffness}, damping={damping}, length=0.95}}\n\
         [run]\nstep=0.01\n{more}\n"
    )
}

#[test]
fn a_pair_of_any_stiffness_and_damping_gains_no_energy_and_keeps_its_momentum() {
    for theta in [
        "",
        "scheme={moreau-jean={theta=0.5}}",
        "scheme={moreau-jean={theta=1}}",
    ] {
        for k in [0.0, 1.0, 1e3, 1e6, 1e9, 1e12] {
            for c in [0.0, 1.0, 1e3, 1e6, 1e12] {
                let text = pair(k, c, &format!("t_end=1\n{theta}"));
                let mut energy = 0.5 * k * 0.05 * 0.05 + 0.5 * 0.3 * 0.3;
                let first = energy;
                // Rounding of the fastest step so far stays in the sum.
                let mut moved = 0.0_f64;
                let runner = run(&text, |runner| {
                    let frame = runner.frame();
                    let momentum = frame.v[0] + 2.0 * frame.v[6];
                    moved = moved.max(frame.v[0].abs() + 2.0 * frame.v[6].abs());
                    assert!(
                        (momentum - 0.3).abs() <= 1e-13 * (1.0 + moved),
                        "{momentum} at {k} {c}"
                    );
                    let now = frame.energy.total();
                    assert!(
                        now <= energy + 1e-9 * first,
                        "{now} after {energy} at {k} {c} {theta}"
                    );
                    energy = now;
                });
                // h c u² at the mean velocity is taken off again.
                let rounding = 1e-15 * 0.01 * c * 0.3 * 0.3;
                let account = &runner.totals.energy;
                assert!(
                    account.residue.abs() < 1e-8 * first + rounding,
                    "{account:?} at {k} {c} {theta}"
                );
                if theta.contains("0.5") && c == 0.0 {
                    assert!((energy - first).abs() < 1e-8 * first, "{energy} {first} at {k}");
                }
            }
        }
    }
}

/// y'' = −(k y + c y')/μ of the damped pair, in closed form.
#[test]
fn the_damped_pair_is_met_at_order_two() {
    let (k, c, mu, t) = (50.0, 0.6, 2.0 / 3.0, 1.0);
    let (decay, y, u) = (c / (2.0 * mu), 0.05, -0.3);
    let omega = f64::sqrt(k / mu - decay * decay);
    let (sin, cos) = f64::sin_cos(omega * t);
    let exact = f64::exp(-decay * t) * (y * cos + (u + decay * y) / omega * sin);
    let errors = [0.008, 0.004, 0.002].map(|h| {
        let runner = run(
            &pair(k, c, "t_end=1").replace("step=0.01", &format!("step={h}")),
            |_| {},
        );
        let frame = runner.frame();
        (frame.q[7] - frame.q[0] - 0.95 - exact).abs()
    });
    for two in errors.windows(2) {
        let order = (two[0] / two[1]).log2();
        assert!((order - 2.0).abs() < 0.05, "{errors:?}");
    }
}

/// A spring of no length is linear in every direction: θ = ½ keeps its energy to the tolerance however long
/// the step, while it turns.
#[test]
fn a_spring_of_no_length_is_the_linear_one_in_all_directions() {
    let text = pair(2e4, 0.0, "t_end=5\nscheme={moreau-jean={theta=0.5}}")
        .replace("length=0.95", "length=0")
        .replace("velocity=[0.3,0,0]", "velocity=[3,40,-25]");
    let mut first = 0.0;
    run(&text, |runner| {
        let now = runner.frame().energy.total();
        if first == 0.0 {
            first = now;
        }
        assert!((now - first).abs() < 1e-8 * first, "{now} {first}");
    });
}

/// Two bodies on a stiff rod that turn by 0.1 rad a step.
#[test]
fn a_stiff_rod_turns_without_gaining_energy() {
    let spun = |theta: &str| {
        let text = pair(1e7, 0.0, &format!("t_end=20\n{theta}"))
            .replace("length=0.95", "length=1")
            .replace("velocity=[0.3,0,0]", "velocity=[0,-10,0]")
            .replace("position=[1,0,0]", "position=[1,0,0]\nvelocity=[0,5,0]");
        let mut range = [f64::INFINITY, 0.0_f64];
        run(&text, |runner| {
            let now = runner.frame().energy.total();
            range = [range[0].min(now), range[1].max(now)];
        });
        range
    };
    let [least, most] = spun("");
    assert!(most <= 75.0 * (1.0 + 1e-9) && least > 0.0, "{least} {most}");
}

fn chain(links: usize, more: &str) -> String {
    let mut text = String::from("[world]\ngravity=[0,0,-9.81]\n[body.anchor]\nfixed=true\n");
    for i in 0..links {
        let x = 0.05 * (i + 1) as f64;
        writeln!(
            text,
            "[body.l{i}]\nshape={{sphere=0.01}}\nmass=0.05\nposition=[{x},0,0]"
        )
        .unwrap();
        let before = i.checked_sub(1).map_or("anchor".to_owned(), |i| format!("l{i}"));
        writeln!(
            text,
            "[force.f{i}]\nspring={{between=[\"{before}\",\"l{i}\"], stiffness=20000, damping=5, length=0.05}}"
        )
        .unwrap();
    }
    writeln!(
        text,
        "[[contact]]\nbetween=[\"*\",\"*\"]\nfriction=0.3\n[run]\n{more}"
    )
    .unwrap();
    text
}

/// 200 links at 60 Hz, whose frequency times the step is 15.
#[test]
fn a_chain_of_sprung_links_falls_and_does_not_explode() {
    let text = chain(200, "t_end=2\nstep=0.016666666666666666");
    let runner = run(&text, |runner| {
        let now = runner.frame().energy.total();
        assert!(now < 1e-3, "it was at rest at 0 J: {now}");
    });
    let energy = &runner.totals.energy;
    assert!(energy.residue.abs() < 0.1 * energy.implicit_damping, "{energy:?}");
}

const PENDULUM: &str = r#"
[world]
gravity=[0,0,-9.81]
[body.bob]
shape={box=[0.1,0.1,0.1]}
mass=2
position=[0.5,0,0]
[joint.pivot]
kind="hinge"
between=["world","bob"]
at=[0,0,0]
axis=[0,1,0]
armature=0.7
[run]
"#;

/// A pendulum released at 90° is back there after 2π √(J/(m g l)) / agm(1, cos 45°), J = I + m l² + armature.
#[test]
fn the_rotor_of_a_joint_slows_a_pendulum_by_its_inertia() {
    let j = 2.0 * (0.02 / 12.0 + 0.25) + 0.7;
    let (mut a, mut b) = (1.0_f64, (PI / 4.0).cos());
    for _ in 0..6 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    let period = 2.0 * PI * f64::sqrt(j / (2.0 * 9.81 * 0.5)) / a;
    for (scheme, parts, tolerance) in [
        ("moreau-jean", 2000.0, 5e-5),
        ("event-driven", 100.0, 1e-7),
        ("stewart-trinkle", 4000.0, 2e-2),
    ] {
        let h = period / parts;
        let runner = run(
            &format!("{PENDULUM}t_end={period}\nstep={h}\nscheme=\"{scheme}\""),
            |_| {},
        );
        let frame = runner.frame();
        let off = distance(&frame.q[..3], &[0.5, 0.0, 0.0]) + distance(frame.v, &[0.0; 6]);
        assert!(off < tolerance, "{scheme}: {off:e}");
    }
}

/// Two free bodies on a hinge with a torsion spring: inertia I₁ I₂/(I₁ + I₂) + armature.
#[test]
fn a_rotor_between_two_free_bodies_shares_their_motion() {
    let i = [0.02 / 12.0, 3.0 * 0.02 / 12.0];
    let omega = f64::sqrt(5.0 / (i[0] * i[1] / (i[0] + i[1]) + 0.04));
    let end = PI / omega;
    for (scheme, tolerance) in [("moreau-jean", 1e-5), ("event-driven", 1e-7)] {
        let text = format!(
            "[world]\ngravity=[0,0,0]\n\
             [body.a]\nshape={{box=[0.1,0.1,0.1]}}\nmass=1\nposition=[0,0,0]\nangular_velocity=[0,3,0]\n\
             [body.between]\nshape={{sphere=0.1}}\nmass=1\nposition=[5,0,0]\nangular_velocity=[1,2,3]\n\
             [body.b]\nshape={{box=[0.1,0.1,0.1]}}\nmass=3\nposition=[0,0.5,0]\nangular_velocity=[0,-1,0]\n\
             [joint.j]\nkind=\"hinge\"\nbetween=[\"a\",\"b\"]\nat=[0,0.25,0]\naxis=[0,1,0]\narmature=0.04\n\
             [force.f]\njoint=\"j\"\nstiffness=5\n[run]\nt_end={end}\nstep={}\nscheme=\"{scheme}\"",
            end / 1000.0
        );
        let runner = run(&text, |runner| {
            let account = &runner.totals.energy;
            assert!(account.residue.abs() < 1e-6, "{account:?}");
        });
        let v = runner.frame().v;
        assert!(
            (v[4] + 3.0).abs() < tolerance && (v[16] - 1.0).abs() < tolerance,
            "{scheme}: {v:?}"
        );
        assert_eq!(
            &v[9..12],
            &[1.0, 2.0, 3.0],
            "the body between them has no part in it"
        );
    }
}

/// What implicit treatment takes is booked, and the account closes.
#[test]
fn the_account_closes_with_what_implicit_damping_took() {
    for (k, c) in [(3e4, 3.0), (3e4, 0.0), (0.0, 300.0), (1e9, 1e3)] {
        let runner = run(&pair(k, c, "t_end=1\nscheme={moreau-jean={theta=1}}"), |_| {});
        let (account, initial) = (&runner.totals.energy, runner.totals.initial.total());
        let change = runner.frame().energy.total() - initial;
        let sum =
            account.applied_work - account.friction_loss - account.impact_loss - account.implicit_damping
                + account.correction
                + account.residue;
        assert!((change - sum).abs() < 1e-12 * initial, "{change} {sum}");
        assert!(account.residue.abs() < 1e-9 * initial, "{account:?}");
        assert!(
            account.implicit_damping > 0.05 * initial,
            "{account:?} of {initial}"
        );
    }
}

/// Sprung bodies thrown onto a floor; the world may be turned about the vertical, masses counted in grams.
fn thrown(turn: f64, mass: f64, more: &str) -> String {
    let (sin, cos) = turn.sin_cos();
    let at = |x: f64, y: f64, z: f64| format!("[{},{},{z}]", cos * x - sin * y, sin * x + cos * y);
    let mut text = String::from("[world]\ngravity=[0,0,-9.81]\n[body.floor]\nfixed=true\nshape={plane={}}\n");
    let places = [[0.0, 0.0, 0.6], [0.3, 0.1, 0.7], [0.1, 0.4, 0.5], [0.4, 0.4, 0.9]];
    for (i, [x, y, z]) in places.into_iter().enumerate() {
        writeln!(
            text,
            "[body.b{i}]\nshape={{sphere=0.08}}\nmass={}\nposition={}\nvelocity={}",
            mass * (1.0 + i as f64),
            at(x, y, z),
            at(1.0, 0.2 * i as f64, -1.0)
        )
        .unwrap();
    }
    for (a, b) in [(0, 1), (0, 2), (1, 3), (2, 3), (0, 3)] {
        writeln!(
            text,
            "[force.s{a}{b}]\nspring={{between=[\"b{a}\",\"b{b}\"], stiffness={}, damping={}}}",
            mass * 900.0,
            mass * 2.0
        )
        .unwrap();
    }
    writeln!(
        text,
        "[force.air]\ndrag={{linear={}, quadratic={}}}",
        0.3 * mass,
        0.1 * mass
    )
    .unwrap();
    writeln!(
        text,
        "[[contact]]\nbetween=[\"*\",\"*\"]\nfriction=0.4\n[run]\nt_end=1\n{more}"
    )
    .unwrap();
    text
}

#[test]
fn a_turn_about_the_vertical_and_other_units_change_nothing() {
    for step in ["step=0.01", "step=0.05"] {
        let heights = |turn: f64, mass: f64| -> Vec<f64> {
            let runner = run(&thrown(turn, mass, step), |_| {});
            let frame = runner.frame();
            let bodies = frame.q.chunks_exact(7).zip(frame.v.chunks_exact(6));
            bodies.flat_map(|(q, v)| [q[2], v[2], v[0].hypot(v[1])]).collect()
        };
        let plain = heights(0.0, 1.0);
        for other in [heights(0.7, 1.0), heights(0.0, 1000.0), heights(2.5, 1e-3)] {
            assert!(distance(&plain, &other) < 1e-7, "{plain:?} {other:?}");
        }
    }
}

#[test]
fn a_run_with_springs_goes_on_bit_for_bit_and_with_any_number_of_threads() {
    for text in [
        thrown(0.3, 1.0, "step=0.01"),
        thrown(0.3, 1.0, "step=0.01\nsleep=true"),
        thrown(0.3, 1.0, "step=0.05\nbudget=30"),
    ] {
        let scene = scene(&text);
        let mut whole = Runner::new(&scene).expect("a run");
        let (mut saved, mut steps) = (Vec::new(), 0);
        while whole.advance().expect("goes on") {
            steps += 1;
            if steps % 7 == 0 {
                saved.push(whole.save());
            }
        }
        let end = (whole.frame().q.to_vec(), whole.frame().v.to_vec());
        assert!(end.1.iter().all(|v| v.abs() < 100.0), "{end:?}");
        for saved in saved {
            let mut rest = Runner::new(&scene).expect("a run");
            rest.resume(&saved).expect("fits");
            while rest.advance().expect("goes on") {}
            assert_eq!(end, (rest.frame().q.to_vec(), rest.frame().v.to_vec()));
        }
        let threads = Scene::read(&text, "scene", &[("run.threads", "4")]).expect("a scene");
        let mut other = Runner::new(&threads).expect("a run");
        while other.advance().expect("goes on") {}
        assert_eq!(end.1, other.frame().v);
    }
}

/// A spring has no time in an impact: the ball that strikes leaves with Poisson's share, its partner goes on.
#[test]
fn an_impact_has_no_time_for_a_spring() {
    let text = r#"
[world]
gravity=[0,0,0]
[body.floor]
fixed=true
shape={plane={}}
[body.low]
shape={sphere=0.1}
mass=1
position=[0,0,0.1005]
velocity=[0,0,-1]
[body.high]
shape={sphere=0.1}
mass=1
position=[0,0,0.6]
velocity=[0,0,-1]
[force.s]
spring={between=["low","high"], stiffness=1e-3, damping=1e-3}
[[contact]]
between=["*","*"]
friction=0
restitution={poisson=0.5}
[run]
t_end=0.004
step=0.002
"#;
    let runner = run(text, |_| {});
    let v = runner.frame().v;
    assert!((v[2] - 0.5).abs() < 1e-5 && (v[8] + 1.0).abs() < 1e-5, "{v:?}");
}

const IN_SPACE: &str = r#"
[world]
gravity=[0,0,-9.81]
[body.b]
shape={box=[0.2,0.3,0.4]}
mass=2
inertia=[0.1,0.2,0.25]
position=[0.3,-0.2,0.9]
euler_deg=[20,30,50]
velocity=[1,2,-0.5]
angular_velocity=[0.4,-1,2]
[force.air]
drag={linear=0.3, quadratic=0.7, angular=0.2}
[force.f]
body="b"
at=[0.1,0.05,-0.2]
force=["-3*x^2 + y*vz", "sin(2*z) - 0.3*vx*wy", "-x*y - vz^3"]
torque=["-0.2*wx + z", "x*wz", "-wy^2"]
"#;

const IN_PLANE: &str = r#"
[world]
dimension=2
gravity=[0,-9.81]
[body.b]
shape={box=[0.2,0.3]}
mass=2
position=[0.3,-0.2]
angle=0.4
velocity=[1,2]
angular_velocity=1.5
[force.air]
drag={linear=0.3, quadratic=0.7, angular=0.2}
[force.f]
body="b"
at=[0.1,0.05]
force=["-3*x^2 + y*angle", "sin(2*y) - 0.3*vx*wz"]
torque="-0.2*wz^2 + x*angle"
"#;

/// ∂f/∂q N and ∂f/∂v of drag and formulas against differences, with an arm.
#[test]
fn derivatives_of_forces_are_those_of_differences() {
    for text in [IN_SPACE, IN_PLANE] {
        let (mut system, q, v) = system(&format!("{text}\n[run]\nt_end=1\nstep=0.1"));
        let n = v.len();
        let (mut by_q, mut by_v) = (vec![0.0; n * n], vec![0.0; n * n]);
        let slopes = system.implicit(ImplicitQuery::Slopes {
            at: (0.2, &q),
            v: &v,
            by_q: &mut by_q,
            by_v: &mut by_v,
        });
        assert_eq!(slopes, Slopes::Guarded);
        let h = 1e-6;
        for j in 0..n {
            let mut unit = vec![0.0; n];
            unit[j] = 1.0;
            let mut ends = [[vec![0.0; n], vec![0.0; n]], [vec![0.0; n], vec![0.0; n]]];
            for (k, sign) in [1.0, -1.0].into_iter().enumerate() {
                let mut moved = q.clone();
                system.kinematics().advance(&q, &unit, sign * h, &mut moved);
                system.force(0.2, &moved, &v, &mut ends[0][k]);
                let faster: Vec<f64> = v.iter().zip(&unit).map(|(v, e)| v + sign * h * e).collect();
                system.force(0.2, &q, &faster, &mut ends[1][k]);
            }
            for i in 0..n {
                for (kind, exact) in [by_q[i * n + j], by_v[i * n + j]].into_iter().enumerate() {
                    let slope = (ends[kind][0][i] - ends[kind][1][i]) / (2.0 * h);
                    assert!((slope - exact).abs() < 1e-7, "{kind} ({i}, {j}): {slope} {exact}");
                }
            }
        }
    }
}

/// A stiff spring by formula is implicit; one that pushes away is explicit, and finite.
#[test]
fn formulas_are_implicit_and_what_pushes_away_is_not() {
    let text = |k: f64| {
        format!(
            "[world]\ngravity=[0,0,0]\n[body.b]\nshape={{sphere=0.1}}\nmass=1\nposition=[1,0,0]\n\
             [force.f]\nbody=\"b\"\nforce=[\"{k}*x\",0,0]\n[run]\nt_end=0.5\nstep=0.01"
        )
    };
    run(&text(-1e8), |runner| {
        assert!(runner.frame().q[0].abs() <= 1.0 + 1e-9);
    });
    let runner = run(&text(1e2), |_| {});
    let exact = 5.0_f64.cosh();
    assert!(
        (runner.frame().q[0] / exact - 1.0).abs() < 1e-2,
        "{:?}",
        runner.frame().q
    );
    run(&text(1e6), |runner| {
        assert!(runner.frame().q[0] >= 1.0, "pushed away, not through");
    });
}
