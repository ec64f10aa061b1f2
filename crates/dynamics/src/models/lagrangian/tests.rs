//! Textbook systems, and what is said of wrong descriptions.

use super::*;
use crate::contact::{Friction, Restitution};
use crate::gaps::{GapQuery, Gaps, Selection};
use crate::models::lagrangian::description::*;
use drystone_solve::law::Law;

fn pairs(list: &[(&str, &str)]) -> Vec<(String, Scalar)> {
    list.iter()
        .map(|(name, text)| ((*name).to_owned(), Scalar::from(*text)))
        .collect()
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

fn rod() -> LagrangianDescription {
    LagrangianDescription {
        coordinates: names(&["x", "y", "theta"]),
        constants: pairs(&[("J", "m*l^2/12"), ("m", "1"), ("l", "2")]),
        kinetic: "m/2*(x'^2 + y'^2) + J/2*theta'^2".into(),
        potential: "m*9.81*y".into(),
        forces: pairs(&[("x", "-0.1*x'")]),
        initial: pairs(&[("y", "l/2*sin(pi/3)"), ("theta", "pi/3"), ("x'", "-1")]),
        contacts: vec![ContactDescription {
            slip: names(&["x' + l/2*sin(theta)*theta'"]),
            friction: FrictionDescription::Mu(2.0.into()),
            ..ContactDescription::new("tip", "y - l/2*sin(theta)")
        }],
        outputs: pairs(&[("tip_speed", "x' + l/2*sin(theta)*theta'")]),
        ..LagrangianDescription::default()
    }
}

fn message(change: impl FnOnce(&mut LagrangianDescription)) -> String {
    let mut description = rod();
    change(&mut description);
    Lagrangian::new(&description).expect_err("an error").to_string()
}

fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!(
            (a - b).abs() <= 1e-12 * (1.0 + b.abs()),
            "expected {expected:?}, found {found:?}"
        );
    }
}

#[test]
fn rod_has_the_rows_of_the_papers() {
    let (mut rod, state) = Lagrangian::new(&rod()).unwrap();
    let (mut mass, mut force) = ([0.0; 9], [0.0; 3]);
    rod.mass(0.0, &state.q, &mut mass);
    close(&mass, &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0 / 3.0]);
    rod.force(0.0, &state.q, &state.v, &mut force);
    close(&force, &[0.1, -9.81, 0.0]);
    assert!((rod.applied_power(0.0, &state.q, &state.v) + 0.1).abs() < 1e-15);
    let energy = rod.energy(0.0, &state.q, &state.v);
    close(&[energy.kinetic, energy.potential], &[0.5, 9.81 * state.q[1]]);
    let mut contacts = Contacts::default();
    rod.contacts(0.0, &state.q, Selection::Within(1e-9), &mut contacts);
    let (s, c) = state.q[2].sin_cos();
    assert_eq!(
        contacts.list[0].friction,
        Friction::Constant(Law::Planar { mu: 2.0 })
    );
    assert_eq!(contacts.list[0].restitution, Restitution::SOFT);
    assert_eq!(contacts.jacobian.row(0).0, [1, 2]);
    close(contacts.jacobian.row(0).1, &[1.0, -c]);
    assert_eq!(contacts.jacobian.row(1).0, [0, 2]);
    close(contacts.jacobian.row(1).1, &[1.0, s]);
    assert_eq!(contacts.obstacle, [0.0, 0.0]);
    contacts.clear();
    rod.contacts(0.0, &[0.0, 5.0, 1.0], Selection::Within(0.1), &mut contacts);
    assert!(contacts.list.is_empty());
    let mut out = Vec::new();
    rod.outputs(0.0, &state.q, &state.v, &mut out);
    assert_eq!(out, [-1.0]);
    assert_eq!(rod.output_names(), ["tip_speed"]);
    assert!(rod.initial_violations(&state).is_empty());
}

/// Unequal arms, absolute angles a and b from the vertical: M = [(m1+m2) l1², m2 l1 l2 cos(a−b); ·, m2 l2²],
/// f = [−m2 l1 l2 sin(a−b) b'² − (m1+m2) g l1 sin a; m2 l1 l2 sin(a−b) a'² − m2 g l2 sin b].
#[test]
fn double_pendulum_is_the_textbook_one() {
    let description = LagrangianDescription {
        coordinates: names(&["a", "b"]),
        constants: pairs(&[
            ("m1", "1.5"),
            ("m2", "0.7"),
            ("l1", "1.1"),
            ("l2", "0.6"),
            ("g", "9.81"),
        ]),
        kinetic: "m1/2*(l1*a')^2 + m2/2*((l1*cos(a)*a' + l2*cos(b)*b')^2 + (l1*sin(a)*a' + l2*sin(b)*b')^2)"
            .into(),
        potential: "-(m1 + m2)*g*l1*cos(a) - m2*g*l2*cos(b)".into(),
        ..LagrangianDescription::default()
    };
    let (mut system, _) = Lagrangian::new(&description).unwrap();
    let (m1, m2, l1, l2, g) = (1.5, 0.7, 1.1, 0.6, 9.81);
    for (q, v) in [
        ([0.3, -1.2], [2.0, -0.7]),
        ([2.9, 4.0], [-3.0, 5.0]),
        ([0.0, 0.0], [1.0, 1.0]),
    ] {
        let (s, c) = f64::sin_cos(q[0] - q[1]);
        let (mut mass, mut force) = ([0.0; 4], [0.0; 2]);
        system.mass(0.0, &q, &mut mass);
        let off = m2 * l1 * l2 * c;
        close(&mass, &[(m1 + m2) * l1 * l1, off, off, m2 * l2 * l2]);
        system.force(0.0, &q, &v, &mut force);
        let k = m2 * l1 * l2 * s;
        close(
            &force,
            &[
                -k * v[1] * v[1] - (m1 + m2) * g * l1 * q[0].sin(),
                k * v[0] * v[0] - m2 * g * l2 * q[1].sin(),
            ],
        );
        jacobian_is_the_derivative(&mut system, 0.0, &q, &v);
    }
}

fn jacobian_is_the_derivative(system: &mut Lagrangian, time: f64, q: &[f64], v: &[f64]) {
    let n = q.len();
    let (mut by_q, mut by_v) = (vec![0.0; n * n], vec![0.0; n * n]);
    assert_eq!(
        system.implicit(crate::system::ImplicitQuery::Slopes {
            at: (time, q),
            v,
            by_q: &mut by_q,
            by_v: &mut by_v
        }),
        crate::system::Slopes::General
    );
    let h = 1e-5;
    let mut at = |dq: &[f64], dv: &[f64]| {
        let mut out = vec![0.0; n];
        let q: Vec<f64> = q.iter().zip(dq).map(|(a, b)| a + b).collect();
        let v: Vec<f64> = v.iter().zip(dv).map(|(a, b)| a + b).collect();
        system.force(time, &q, &v, &mut out);
        out
    };
    let zero = vec![0.0; n];
    for j in 0..n {
        let (mut plus, mut minus) = (zero.clone(), zero.clone());
        plus[j] = h;
        minus[j] = -h;
        let (a, b) = (at(&plus, &zero), at(&minus, &zero));
        let (c, d) = (at(&zero, &plus), at(&zero, &minus));
        for i in 0..n {
            let (q, v) = ((a[i] - b[i]) / (2.0 * h), (c[i] - d[i]) / (2.0 * h));
            assert!(
                (by_q[i * n + j] - q).abs() < 1e-6 * (1.0 + q.abs()),
                "{q} {}",
                by_q[i * n + j]
            );
            assert!(
                (by_v[i * n + j] - v).abs() < 1e-6 * (1.0 + v.abs()),
                "{v} {}",
                by_v[i * n + j]
            );
        }
    }
}

/// A particle in a frame that turns at w(t) = 2 + t/2: x'' = w² x + 2 w y' + w' y, y'' = w² y − 2 w x' − w' x
/// (times m).
#[test]
fn rotating_frame_has_its_centrifugal_coriolis_and_euler_forces() {
    let description = LagrangianDescription {
        coordinates: names(&["x", "y"]),
        constants: pairs(&[("m", "3")]),
        kinetic: "m/2*((x' - (2 + t/2)*y)^2 + (y' + (2 + t/2)*x)^2)".into(),
        initial: pairs(&[("x", "1")]),
        ..LagrangianDescription::default()
    };
    let (mut system, _) = Lagrangian::new(&description).unwrap();
    let (time, q, v) = (0.8, [0.4, -0.9], [1.3, 0.2]);
    let (w, a, m) = (2.4, 0.5, 3.0);
    let mut force = [0.0; 2];
    system.force(time, &q, &v, &mut force);
    close(
        &force,
        &[
            m * (w * w * q[0] + 2.0 * w * v[1] + a * q[1]),
            m * (w * w * q[1] - 2.0 * w * v[0] - a * q[0]),
        ],
    );
    let energy = system.energy(time, &q, &v);
    let centrifugal = -m / 2.0 * w * w * (q[0] * q[0] + q[1] * q[1]);
    close(
        &[energy.kinetic, energy.potential],
        &[m / 2.0 * (v[0] * v[0] + v[1] * v[1]), centrifugal],
    );
    jacobian_is_the_derivative(&mut system, time, &q, &v);
}

/// d/dt (T₂ + V − T₀) is the applied power, along the exact acceleration, with drives in T, V and Q at once.
#[test]
fn energy_changes_by_the_applied_power() {
    let description = LagrangianDescription {
        coordinates: names(&["r", "a"]),
        kinetic: "(2 + sin(t))/2*(r'^2 + r^2*(a' + cos(3*t))^2) + r*a'*sin(a)".into(),
        potential: "5*(r - 1 - 0.2*sin(7*t))^2 + r*cos(a)".into(),
        forces: pairs(&[("a", "-0.3*a' + t"), ("r", "sin(a)*a'")]),
        initial: pairs(&[("r", "1")]),
        ..LagrangianDescription::default()
    };
    let (mut system, _) = Lagrangian::new(&description).unwrap();
    let (time, q, v) = (0.37, [1.2, 0.5], [0.4, -1.1]);
    let (mut m, mut f) = ([0.0; 4], [0.0; 2]);
    system.mass(time, &q, &mut m);
    system.force(time, &q, &v, &mut f);
    let det = m[0] * m[3] - m[1] * m[2];
    let acceleration = [
        (m[3] * f[0] - m[1] * f[1]) / det,
        (m[0] * f[1] - m[2] * f[0]) / det,
    ];
    let mut total = |dt: f64| {
        let at = |x: &[f64; 2], r: &[f64; 2], s: f64| [0, 1].map(|i| x[i] + dt * r[i] + s * acceleration[i]);
        system
            .energy(time + dt, &at(&q, &v, 0.5 * dt * dt), &at(&v, &acceleration, 0.0))
            .total()
    };
    let h = 1e-5;
    let expected = (total(h) - total(-h)) / (2.0 * h);
    let found = system.applied_power(time, &q, &v);
    assert!(
        (found - expected).abs() < 1e-7 * (1.0 + expected.abs()),
        "{expected}, found {found}"
    );
}

#[test]
fn moving_obstacles_enter_the_relative_velocity() {
    let mut description = rod();
    description.contacts[0].gap = "y - 0.1*sin(3*t) - l/2*sin(theta)".into();
    description.contacts[0].slip = names(&["x' - 0.5*t + l/2*sin(theta)*theta'"]);
    description.constraints = vec![ConstraintDescription {
        name: "wire".into(),
        zero: "x^2 + y*t - 1".into(),
    }];
    let (mut system, _) = Lagrangian::new(&description).unwrap();
    let (time, q) = (0.6, [0.3, 1.0, 0.4]);
    let mut contacts = Contacts::default();
    system.contacts(time, &q, Selection::ALL, &mut contacts);
    close(&contacts.obstacle, &[-0.3 * (1.8_f64).cos(), -0.3]);
    let mut constraints = Constraints::default();
    system.constraints(time, &q, &mut constraints);
    close(&constraints.value, &[0.09 + 0.6 - 1.0]);
    close(&constraints.rate, &[1.0]);
    assert_eq!(constraints.jacobian.row(0).0, [0, 1]);
    close(constraints.jacobian.row(0).1, &[0.6, 0.6]);
    let state = State {
        time,
        q: vec![0.3, 0.0, 0.4],
        v: vec![0.0; 3],
    };
    let found = system.initial_violations(&state);
    assert!(
        matches!(&found[0], Violation::Gap(name, gap) if name == "tip" && *gap < -0.3),
        "{found:?}"
    );
    assert!(
        matches!(&found[1], Violation::Constraint(name, _) if name == "wire"),
        "{found:?}"
    );
}

fn friction_of(change: impl FnOnce(&mut ContactDescription)) -> Result<(Friction, usize), LagrangianError> {
    let mut description = rod();
    change(&mut description.contacts[0]);
    let (mut system, state) = Lagrangian::new(&description)?;
    let mut contacts = Contacts::default();
    system.contacts(0.5, &state.q, Selection::ALL, &mut contacts);
    Ok((contacts.list[0].friction.clone(), contacts.jacobian.len()))
}

fn plane() -> Vec<String> {
    names(&["x'"])
}

fn space() -> Vec<String> {
    names(&["x'", "theta'"])
}

fn law(slip: Vec<String>, friction: FrictionDescription, torsion: bool, rolling: bool) -> Friction {
    let rolls = slip.len();
    let found = friction_of(|contact| {
        contact.slip = slip;
        contact.friction = friction;
        contact.spin = torsion.then(|| "theta'".into());
        contact.torsion = torsion.then_some(Scalar::Number(0.2));
        contact.roll = if rolling {
            names(&["y'", "x' + y'"])[..rolls].to_vec()
        } else {
            Vec::new()
        };
        contact.rolling = rolling.then_some(Scalar::Number(0.3));
    });
    let (friction, rows) = found.unwrap();
    assert_eq!(friction.law().rows(), rows, "{friction:?}");
    friction
}

#[test]
fn one_coefficient_and_its_torsion_and_rolling_have_their_rows() {
    let mu = || FrictionDescription::Mu("m/2 + 0*x".into());
    let (m, torsion, rolling) = (0.5, 0.2, 0.3);
    assert_eq!(
        law(plane(), mu(), false, false),
        Friction::Constant(Law::Planar { mu: m })
    );
    assert_eq!(
        law(plane(), mu(), false, true),
        Friction::Constant(Law::PlanarRolling { mu: m, rolling })
    );
    assert_eq!(
        law(space(), mu(), false, false),
        Friction::Constant(Law::Coulomb { mu: m })
    );
    assert_eq!(
        law(space(), mu(), true, false),
        Friction::Constant(Law::Torsion { mu: m, torsion })
    );
    assert_eq!(
        law(space(), mu(), false, true),
        Friction::Constant(Law::Rolling { mu: m, rolling })
    );
    assert_eq!(
        law(space(), mu(), true, true),
        Friction::Constant(Law::RollingTorsion {
            mu: m,
            torsion,
            rolling
        })
    );
}

#[test]
fn the_other_laws_have_their_rows() {
    let ellipse = FrictionDescription::Ellipse([0.1.into(), "0.8*exp(-t)".into()]);
    assert_eq!(
        law(space(), ellipse, false, false),
        Friction::Constant(Law::Elliptic {
            mu: [0.1, 0.8 * (-0.5_f64).exp()]
        })
    );
    let asymmetric = FrictionDescription::Asymmetric {
        minus: 0.1.into(),
        plus: 0.4.into(),
    };
    assert_eq!(
        law(plane(), asymmetric, false, false),
        Friction::Constant(Law::Asymmetric {
            minus: 0.1,
            plus: 0.4
        })
    );
    let facets = FrictionDescription::Facets {
        facets: 6,
        mu: 0.4.into(),
    };
    assert_eq!(
        law(space(), facets, false, false),
        Friction::Constant(Law::Facetted { mu: 0.4, facets: 6 })
    );
    let both = FrictionDescription::StaticKinetic {
        stick: "0.6 + t".into(),
        slip: 0.4.into(),
    };
    let expected = Friction::StaticKinetic {
        stick: Law::Planar { mu: 1.1 },
        slip: Law::Planar { mu: 0.4 },
    };
    assert_eq!(law(plane(), both, false, false), expected);
    let curve = FrictionDescription::Curve(vec![[0.0, 0.6], [1.0, 0.3]]);
    assert!(matches!(
        law(space(), curve, false, false),
        Friction::Curve {
            law: Law::Coulomb { mu: 0.6 },
            ..
        }
    ));
    assert_eq!(
        law(plane(), FrictionDescription::None, false, false),
        Friction::None
    );
    assert_eq!(
        law(Vec::new(), FrictionDescription::Mu(0.0.into()), false, false),
        Friction::None
    );
}

fn wrong(change: fn(&mut ContactDescription), part: &str) {
    let message = friction_of(change).expect_err(part).to_string();
    assert!(message.contains(part), "expected {part:?}, found {message:?}");
}

#[test]
fn wrong_laws_name_the_contact() {
    wrong(
        |c| c.slip.clear(),
        "lagrangian.contact.tip.friction: there is friction but no slip",
    );
    wrong(
        |c| c.friction = FrictionDescription::Mu("-m".into()),
        "tip.friction: mu is -1",
    );
    wrong(
        |c| c.friction = FrictionDescription::Mu("sqrt(x - 1)".into()),
        "tip.friction: the coefficient is NaN",
    );
    wrong(
        |c| c.friction = FrictionDescription::Mu("x'".into()),
        "`x'` cannot be used here, at character 1: only t,",
    );
    wrong(
        |c| c.friction = FrictionDescription::Ellipse([0.1.into(), 0.1.into()]),
        "one of space",
    );
    wrong(
        |c| c.friction = FrictionDescription::Curve(vec![[0.1, 0.1]]),
        "increase from 0",
    );
    wrong(
        |c| {
            c.friction = FrictionDescription::Facets {
                facets: 2,
                mu: 0.1.into(),
            }
        },
        "give slip two",
    );
    wrong(
        |c| {
            c.slip.push("y'".into());
            c.friction = FrictionDescription::Facets {
                facets: 2,
                mu: 0.1.into(),
            };
        },
        "facets is 2",
    );
    wrong(
        |c| {
            c.friction = FrictionDescription::StaticKinetic {
                stick: 0.5.into(),
                slip: Scalar::Number(-0.5),
            }
        },
        "mu is -0.5",
    );
    wrong(
        |c| c.torsion = Some(0.1.into()),
        "tip.torsion: torsion belongs to contacts in space",
    );
    wrong(
        |c| c.rolling = Some(0.1.into()),
        "tip.rolling: rolling friction needs",
    );
}

#[test]
fn wrong_rows_name_the_contact() {
    wrong(|c| c.slip = names(&["x'", "y'", "x'"]), "more than two");
    wrong(
        |c| c.slip = names(&["x'^2"]),
        "tip.slip: is not affine in the velocities",
    );
    wrong(
        |c| c.slip = names(&["x'", "y' + floor(x')"]),
        "tip.slip[1]: is not affine in the velocities: at x' =",
    );
    wrong(|c| c.slip = names(&["x"]), "tip.slip: depends on no velocity");
    wrong(|c| c.gap = "1 - t".into(), "tip.gap: depends on no coordinate");
    wrong(
        |c| c.gap = "y - thet".into(),
        "tip.gap: unknown name `thet` at character 5: did you mean `theta`?",
    );
    wrong(
        |c| c.gap = "y - x'".into(),
        "tip.gap: `x'` cannot be used here, at character 5",
    );
    wrong(
        |c| c.gap = "hypot(x, theta - pi/3)".into(),
        "tip.gap: the rate of the gap is NaN at the initial state",
    );
    let e = |e: f64| RestitutionDescription::Newton {
        e: e.into(),
        tangential: 0.0.into(),
    };
    assert!(
        friction_of(|c| c.restitution = e(1.5))
            .expect_err("e")
            .to_string()
            .contains("e is 1.5, asked: from 0 to 1")
    );
}

fn zero(text: &str) -> Vec<ConstraintDescription> {
    vec![ConstraintDescription {
        name: "c".into(),
        zero: text.into(),
    }]
}

#[test]
fn wrong_descriptions_name_the_key() {
    let m = |change: fn(&mut LagrangianDescription)| message(change);
    let kinetic = |text: &str| message(|d| d.kinetic = text.into());
    assert!(kinetic("x'^3 + y'^2 + theta'^2").contains("∂²T/∂x'∂x' depends on x'"));
    assert!(kinetic("x'^2 + y'^2 + theta'^2 + floor(y')").contains("lagrangian.kinetic: is not quadratic"));
    assert!(kinetic("x'^2 + y'^2 + theta'^2 + abs(y')").contains("is not quadratic"));
    assert!(kinetic("x'^2 + y'^2").contains("the pivot of `theta` is 0e0"));
    assert!(kinetic("(x' + y')^2 + theta'^2").contains("the pivot of `y` is 0e0"));
    assert!(kinetic("(x'^2 + y'^2)/x + theta'^2").contains("lagrangian.kinetic: "));
    assert!(m(|d| d.potential = "x'".into()).contains("lagrangian.potential: `x'` cannot be used here"));
    assert!(m(|d| d.potential = "sqrt(x - 1)".into()).contains("lagrangian.potential: V is NaN"));
    assert!(
        m(|d| d.forces = pairs(&[("thta", "1")]))
            .contains("`thta` is not a coordinate: did you mean `theta`?")
    );
    assert!(m(|d| d.forces = pairs(&[("x", "1/x")])).contains("lagrangian.forces.x: the force is inf"));
    assert!(m(|d| d.initial = pairs(&[("z'", "1")])).contains("`z` is not a coordinate"));
    assert!(
        m(|d| d.initial = pairs(&[("x", "y")])).contains("lagrangian.initial.x: `y` cannot be used here")
    );
    assert!(m(|d| d.initial = pairs(&[("x", "1"), ("x", "2")])).contains("given twice"));
    assert!(m(|d| d.coordinates = names(&["x", "x"])).contains("`x` is already one of the coordinates"));
    assert!(m(|d| d.coordinates = names(&["m"])).contains("`m` is already one of the coordinates"));
    assert!(m(|d| d.coordinates = names(&["t"])).contains("already means the time"));
    assert!(m(|d| d.coordinates = names(&["sin"])).contains("already means a function"));
    assert!(m(|d| d.coordinates = names(&["x y"])).contains("is not a name"));
    assert!(m(|d| d.coordinates.clear()).contains("no coordinate"));
    assert!(
        m(|d| d.constants = pairs(&[("a", "b"), ("b", "a")]))
            .contains("constants `a` and `b` refer to each other")
    );
    assert!(m(|d| d.constants.push(("k".into(), "1/0".into()))).contains("lagrangian.constants.k: is inf"));
    assert!(m(|d| d.constants.push(("k".into(), "2*x".into()))).contains("`x` cannot be used here"));
    assert!(
        m(|d| d.contacts.push(d.contacts[0].clone())).contains("lagrangian.contact: `tip` is given twice")
    );
    assert!(
        m(|d| d.constraints = zero("t")).contains("lagrangian.constraint.c.zero: depends on no coordinate")
    );
    assert!(m(|d| d.constraints = zero("x'")).contains("cannot be used here"));
    assert!(m(|d| d.outputs = pairs(&[("a", "q")])).contains("lagrangian.output.a: unknown name `q`"));
}

#[test]
fn parameters_are_known_with_and_without_the_dollar() {
    let mut description = rod();
    description.parameters = vec![("m".into(), 4.0), ("k".into(), 7.0)];
    description.constants[1].1 = "$m".into();
    description.potential = "k/2*y^2 - $k/2*y^2 + m*y".into();
    let (mut system, state) = Lagrangian::new(&description).unwrap();
    let mut force = [0.0; 3];
    system.force(0.0, &state.q, &[0.0; 3], &mut force);
    assert_eq!(force, [0.0, -4.0, 0.0]);
}

/// Run in release with `--ignored --nocapture`: time of M, f and contacts of the rod at a new state.
#[test]
#[ignore = "measures time"]
fn cost_of_an_evaluation() {
    let (mut system, state) = Lagrangian::new(&rod()).unwrap();
    let (mut mass, mut force, mut contacts) = ([0.0; 9], [0.0; 3], Contacts::default());
    let (mut q, count, mut sum) = (state.q.clone(), 1_000_000, 0.0);
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = std::time::Instant::now();
        for k in 0..count {
            q[2] = 1.0 + 1e-6 * f64::from(k);
            system.mass(0.0, &q, &mut mass);
            system.force(0.0, &q, &state.v, &mut force);
            contacts.clear();
            system.contacts(0.0, &q, Selection::ALL, &mut contacts);
            sum += contacts.jacobian.value[1] + force[1] + mass[0];
        }
        best = best.min(start.elapsed().as_secs_f64() / f64::from(count));
    }
    println!("M + f + contacts of the rod: {:.0} ns ({sum})", best * 1e9);
}

/// What is said of single contacts is what the list of all says.
#[test]
fn short_ways_agree_with_the_list_of_contacts() {
    let mut description = rod();
    description
        .contacts
        .push(ContactDescription::new("wall", "2 + sin(3*t) - x*cos(theta)"));
    let (mut system, _) = Lagrangian::new(&description).expect("a system");
    let mut all = Contacts::default();
    for k in 0..20 {
        let t = 0.1 * f64::from(k);
        let (q, v) = ([t.sin(), 1.0 - t, 2.0 * t], [t.cos(), -1.0, 2.0 + t]);
        all.clear();
        system.contacts(t, &q, Selection::ALL, &mut all);
        let listed: Vec<_> = all.gap_motions(&v).collect();
        assert_eq!(listed.len(), 2);
        let (v, mut gaps) = (&v, Gaps::default());
        let margin = f64::INFINITY;
        system.gaps(t, &q, GapQuery::Moving { v, margin }, &mut gaps);
        assert_eq!(gaps.list, listed);
        for motion in &listed {
            system.gaps(t, &q, GapQuery::One { v, id: motion.id }, &mut gaps);
            assert_eq!(gaps.list, [*motion]);
        }
        system.gaps(t, &q, GapQuery::One { v, id: 2 }, &mut gaps);
        assert_eq!(gaps.list, []);
        let margin = listed[0].gap.min(listed[1].gap);
        system.gaps(t, &q, GapQuery::Moving { v, margin }, &mut gaps);
        assert_eq!(gaps.list.len(), 1);
        system.gaps(t, &q, GapQuery::Least, &mut gaps);
        assert_eq!(gaps.least, margin);
        for ids in [&[0][..], &[1], &[0, 1]] {
            let (mut named, mut kept) = (Contacts::default(), all.clone());
            system.contacts(t, &q, Selection::Named(ids), &mut named);
            kept.keep(|contact| ids.contains(&contact.id));
            assert_eq!(named, kept);
        }
    }
    assert!(system.layout().constant_mass && system.layout().applies_power);
}
