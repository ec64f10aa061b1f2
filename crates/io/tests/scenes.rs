//! Good scenes: what is read, what overrides change, what is built, and that damage never panics.

use crate::scene_samples::{SCENES, text};
use drystone_dynamics::gaps::Selection;
use drystone_dynamics::models::lagrangian::description::{
    FrictionDescription, RestitutionDescription, Scalar,
};
use drystone_dynamics::schemes::Setting;
use drystone_dynamics::simulation::OnViolation;
use drystone_dynamics::step::options::{ConstraintHandling, Impacts, Violation};
use drystone_dynamics::{State, System};
use drystone_io::scene::{Built, ENOUGH, Scene, SystemDescription};

fn read(name: &str, sets: &[(&str, &str)]) -> Scene {
    Scene::read(text(name), &format!("scenes/{name}.toml"), sets).unwrap_or_else(|error| panic!("{error}"))
}

fn lagrangian(scene: &Scene) -> (Box<drystone_dynamics::models::lagrangian::Lagrangian>, State) {
    match scene.build().unwrap_or_else(|error| panic!("{error}")) {
        Built::Lagrangian(system, state, _) => (system, state),
        _ => panic!("asked: a mechanical system"),
    }
}

#[test]
fn every_sample_is_read_and_built() {
    for (name, _) in SCENES {
        let scene = read(name, &[]);
        assert_eq!(scene.name, name);
        assert!(scene.title.is_some());
        assert!(scene.build().is_ok(), "{name}: {}", scene.build().err().unwrap());
    }
}

/// What chooses its own steps, unless something is asked that only steps of one length have.
#[test]
fn the_scheme_where_none_is_written() {
    let point = "[lagrangian]\ncoordinates = [\"x\"]\nkinetic = \"x'^2/2\"\n[run]\nt_end = 1\nstep = 0.1\n";
    let world = "[world]\n[body.ball]\nshape = { sphere = 0.1 }\nmass = 1\n[run]\nt_end = 1\nstep = 0.1\n";
    let scheme = |text: &str| {
        Scene::read(text, "scene", &[])
            .unwrap_or_else(|e| panic!("{e}"))
            .run
            .scheme
            .name
    };
    assert_eq!(scheme(point), "hybrid");
    assert_eq!(
        scheme(&format!("{point}scheme = \"moreau-jean\"\n")),
        "moreau-jean"
    );
    assert_eq!(
        scheme(&format!("{point}violation = \"projection\"\n")),
        "moreau-jean"
    );
    assert_eq!(scheme(&format!("{point}random_step = 0.01\n")), "moreau-jean");
    assert_eq!(scheme(world), "moreau-jean");
}

#[test]
fn a_run_is_read_with_its_defaults() {
    let run = read("relay", &[]).run;
    assert_eq!(
        (run.t_end, run.step, run.tolerance, run.seed),
        (5.0, 1e-2, 1e-10, 1)
    );
    assert_eq!(
        (run.scheme.name.as_str(), run.solver.name.as_str()),
        ("theta", "auto")
    );
    assert_eq!((run.record.every, run.record.contacts), (1, true));
    assert_eq!(
        (run.max_iterations, run.on_violation, run.random_step),
        (None, OnViolation::Stop, 0.0)
    );
    let defaults = drystone_dynamics::step::options::Options {
        tolerance: 1e-10,
        enough: Some(ENOUGH),
        ..Default::default()
    };
    assert_eq!(run.options, defaults);

    let run = read("brick", &[]).run;
    assert_eq!(run.scheme.name, "moreau-jean");
    let options: Vec<_> = run
        .scheme
        .options
        .iter()
        .map(|o| (o.name.as_str(), o.value))
        .collect();
    assert_eq!(
        options,
        [("theta", Setting::Number(0.5)), ("explicit", Setting::Flag(true))]
    );
    assert_eq!(
        (run.record.every, run.record.contacts, run.tolerance),
        (10, false, 1e-12)
    );
    assert_eq!(run.options.enough, None, "a tolerance that is asked for is meant");

    let run = read("double_pendulum", &[]).run;
    assert_eq!(
        (run.options.violation, run.options.impacts),
        (Violation::Linear, Impacts::Sequential)
    );
    assert_eq!(
        (run.random_step, run.seed, run.scheme.name.as_str()),
        (1e-4, 42, "moreau-jean")
    );
    let run = read("pendulum", &[]).run;
    assert_eq!(
        (run.options.constraints, run.max_iterations),
        (ConstraintHandling::IndexReduced, Some(1000))
    );
    let run = read("painleve", &[]).run;
    assert_eq!(
        (run.options.enumerate, run.on_violation),
        (true, OnViolation::Record)
    );
}

#[test]
fn laws_are_read_in_every_form() {
    let law = |line: &str| {
        let scene = text("space")
            .replace("friction = 0.5", line)
            .replace("torsion = 0.01", "")
            .replace("rolling = 0.001", "");
        let scene = Scene::read(&scene, "x", &[]).unwrap_or_else(|error| panic!("{error}"));
        let SystemDescription::Lagrangian(description) = scene.system else {
            panic!("asked: a mechanical system")
        };
        description.contacts[0].friction.clone()
    };
    let (a, b) = (Scalar::Number(0.1), Scalar::Formula("0.2*m".into()));
    assert_eq!(law("friction = 0.1"), FrictionDescription::Mu(a.clone()));
    assert_eq!(law("friction = \"0.2*m\""), FrictionDescription::Mu(b.clone()));
    assert_eq!(
        law("friction = { ellipse = [0.1, \"0.2*m\"] }"),
        FrictionDescription::Ellipse([a.clone(), b.clone()])
    );
    assert_eq!(
        law("friction = { static = \"0.2*m\", kinetic = 0.1 }"),
        FrictionDescription::StaticKinetic {
            stick: b.clone(),
            slip: a.clone()
        }
    );
    assert_eq!(
        law("friction = { facets = 8, mu = 0.1 }"),
        FrictionDescription::Facets {
            facets: 8,
            mu: a.clone()
        }
    );
    assert_eq!(
        law("friction = { curve = [[0, 0.6], [1, \"0.6/2\"]] }"),
        FrictionDescription::Curve(vec![[0.0, 0.6], [1.0, 0.3]])
    );
    assert_eq!(
        law("friction = { minus = 0.1, plus = \"0.2*m\" }"),
        FrictionDescription::Asymmetric { minus: a, plus: b }
    );
}

#[test]
fn impact_laws_are_read_in_every_form() {
    let law = |line: &str| {
        let scene = text("space").replace("restitution = { newton = 0.5, tangential = 0.1 }", line);
        let scene = Scene::read(&scene, "x", &[]).unwrap_or_else(|error| panic!("{error}"));
        let SystemDescription::Lagrangian(description) = scene.system else {
            panic!("asked: a mechanical system")
        };
        description.contacts[0].restitution.clone()
    };
    let (e, zero, tangential) = (Scalar::Number(0.5), Scalar::Number(0.0), Scalar::Number(-0.1));
    let newton = |e: &Scalar, tangential: &Scalar| RestitutionDescription::Newton {
        e: e.clone(),
        tangential: tangential.clone(),
    };
    assert_eq!(law(""), newton(&zero, &zero));
    assert_eq!(law("restitution = 0.5"), newton(&e, &zero));
    assert_eq!(
        law("restitution = { newton = 0.5, tangential = -0.1 }"),
        newton(&e, &tangential)
    );
    assert_eq!(
        law("restitution = { poisson = 0.5 }"),
        RestitutionDescription::Poisson {
            e: e.clone(),
            tangential: zero
        }
    );
    assert_eq!(
        law("restitution = { poisson_incremental = 0.5 }"),
        RestitutionDescription::PoissonIncremental { e: e.clone() }
    );
    assert_eq!(
        law("restitution = { stronge = 0.5 }"),
        RestitutionDescription::Stronge { e: e.clone() }
    );
    assert_eq!(
        law("restitution = { dissipation_index = 0.5 }"),
        RestitutionDescription::DissipationIndex(e)
    );
}

#[test]
fn parameters_may_use_each_other_in_any_order() {
    let scene = "[params]\na = \"2*b\"\nb = \"$c + 1\"\nc = 3\n[run]\nt_end = \"$a\"\nstep = \"$2/a\"\n";
    let scene =
        format!("{scene}[complementarity]\nA = [[\"a\"]]\nB = [[1]]\nC = [[1]]\ninitial = [\"-$b\"]\n");
    let scene = Scene::read(&scene, "x", &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        scene.params(),
        [("a".into(), 8.0), ("b".into(), 4.0), ("c".into(), 3.0)]
    );
    assert_eq!((scene.run.t_end, scene.run.step), (8.0, 0.25));
    let SystemDescription::Complementarity(system) = &scene.system else {
        panic!("asked: a complementarity system")
    };
    assert_eq!((system.a_matrix[(0, 0)], system.initial[0]), (8.0, -4.0));
}

#[test]
fn overrides_reach_parameters_and_every_key() {
    let scene = read(
        "brick",
        &[
            ("mu", "0.2"),
            ("run.step", "1e-4"),
            ("run.scheme", "stewart-trinkle"),
            ("angle", "pi/4"),
        ],
    );
    assert_eq!(
        scene.params(),
        [
            ("angle_deg".into(), 20.0),
            ("angle".into(), std::f64::consts::FRAC_PI_4),
            ("mu".into(), 0.2)
        ]
    );
    assert_eq!(
        (scene.run.step, scene.run.scheme.name.as_str()),
        (1e-4, "stewart-trinkle")
    );
    assert!(scene.text().contains("mu = 0.5") && scene.sets().len() == 4);

    let sets = [
        ("lagrangian.initial.x'", "2*l"),
        ("lagrangian.contact.tip.friction", "0.4"),
        ("lagrangian.initial.\"y\"", "3"),
    ];
    let scene = read("painleve", &sets);
    let (mut system, state) = lagrangian(&scene);
    assert_eq!((state.v[0], state.q[1]), (4.0, 3.0));
    let mut contacts = drystone_dynamics::contact::Contacts::default();
    system.contacts(0.0, &state.q, Selection::ALL, &mut contacts);
    assert_eq!(
        contacts.list[0].friction.law(),
        drystone_solve::law::Law::Planar { mu: 0.4 }
    );

    let scene = read(
        "relay",
        &[
            ("complementarity.A.1.1", "-0.5"),
            ("title", "damped"),
            ("run.record.every", "5"),
        ],
    );
    let SystemDescription::Complementarity(system) = &scene.system else {
        panic!("asked: a complementarity system")
    };
    assert_eq!(
        (
            system.a_matrix[(1, 1)],
            scene.title.as_deref(),
            scene.run.record.every
        ),
        (-0.5, Some("damped"), 5)
    );
}

#[test]
fn contacts_keep_the_order_of_the_file() {
    let more =
        "[lagrangian.contact.zebra]\ngap = \"y + 1\"\n[lagrangian.contact.ant]\ngap = \"y + 2\"\n[run]";
    let scene = Scene::read(&text("bouncing_ball").replace("[run]", more), "x", &[]).unwrap();
    let (system, _) = lagrangian(&scene);
    assert_eq!(system.contact_names(), ["floor", "zebra", "ant"]);
}

#[test]
fn painleve_rod_has_the_mass_gap_and_slip_of_its_formulas() {
    let (mut system, state) = lagrangian(&read("painleve", &[("lagrangian.initial.theta", "pi/3")]));
    assert_eq!(
        (&state.q[..2], state.v.as_slice()),
        (&[0.0, 0.87][..], &[-1.0, 0.0, 0.0][..])
    );
    // Formulas are right to a few units of rounding.
    assert!(
        (state.q[2] - std::f64::consts::FRAC_PI_3).abs() <= 1e-15,
        "{}",
        state.q[2]
    );
    let mut mass = [0.0; 9];
    system.mass(0.0, &state.q, &mut mass);
    let third = 1.0 / 3.0;
    for (found, asked) in mass.iter().zip([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, third]) {
        assert!((found - asked).abs() <= 1e-15, "{mass:?}");
    }
    let mut force = [0.0; 3];
    system.force(0.0, &state.q, &state.v, &mut force);
    assert!(
        (force[0] - 0.1).abs() <= 1e-16 && (force[1] + 9.81).abs() <= 1e-14,
        "{force:?}"
    );
    let mut speed = Vec::new();
    system.outputs(0.0, &state.q, &state.v, &mut speed);
    assert_eq!(
        (system.output_names(), speed),
        (&["tip_speed".to_owned()][..], vec![-1.0])
    );
}

#[test]
fn the_drive_of_a_complementarity_system_is_its_formulas() {
    let scene = text("relay").replace(
        "initial",
        "a = [\"$k*t\", \"cos(2*pi*t)\"]\nc = [\"t^2 + 1\"]\ninitial",
    );
    let scene =
        Scene::read(&format!("params = {{ k = 3 }}\n{scene}"), "x", &[]).unwrap_or_else(|e| panic!("{e}"));
    let Built::Complementarity(mut system, options) = scene.build().unwrap_or_else(|e| panic!("{e}")) else {
        panic!("asked: a complementarity system")
    };
    let (mut a, mut c) = ([0.0; 2], [0.0; 1]);
    (system.drive)(0.5, &mut a, &mut c);
    assert_eq!((a[0], c[0]), (1.5, 1.25));
    assert!((a[1] + 1.0).abs() <= 1e-15, "{a:?}");
    assert_eq!((system.relay.as_slice(), options.dt), (&[true][..], 1e-2));
    assert!(system.check().is_ok());
}

/// Xorshift: the same damage in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n.max(1) as u64).unwrap()
    }
}

fn damage(random: &mut Random) -> Vec<u8> {
    const LIKELY: &[u8] = b"0123456789xyzmlte+-*/^()  .,'_\"[]{}=$\n\\#\xff\xc3";
    let mut bytes = SCENES[random.below(SCENES.len())].1.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        let other = SCENES[random.below(SCENES.len())].1.as_bytes();
        match random.below(8) {
            0 => bytes.truncate(at + 1),
            1 => {
                let end = (at + 1 + random.below(16)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let from = random.below(other.len());
                let piece = &other[from..(from + random.below(40)).min(other.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            3 => bytes.insert(at, LIKELY[random.below(LIKELY.len())]),
            _ => bytes[at] = LIKELY[random.below(LIKELY.len())],
        }
        if bytes.is_empty() {
            bytes.push(b'x');
        }
    }
    bytes
}

#[test]
fn damaged_scenes_give_scenes_or_errors_never_a_panic() {
    let mut random = Random(0x5eed);
    let (mut read, mut built) = (0, 0);
    for _ in 0..20_000 {
        let bytes = damage(&mut random);
        let sets: &[(&str, &str)] = match random.below(8) {
            0 => &[("mu", "0.3")],
            1 => &[("run.step", "$"), ("lagrangian.initial.x'", "[1,")],
            _ => &[],
        };
        match Scene::read_bytes(&bytes, "damaged.toml", sets) {
            Ok(scene) => {
                read += 1;
                match scene.build() {
                    Ok(_) => built += 1,
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
    // The damage is neither harmless nor total.
    assert!(
        (1_000..19_000).contains(&read) && (500..read).contains(&built),
        "{read} read, {built} built"
    );
}
