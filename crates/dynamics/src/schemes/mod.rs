//! Time-stepping schemes: one file each, one line each in [`NAMES`] and [`by_name`].

pub mod compliance;
pub mod event_driven;
mod field;
pub mod hybrid;
pub mod lotstedt;
mod merge_contacts;
pub mod moreau_jean;
pub mod moreau_midpoint;
pub mod paoli_schatzman;
pub mod penalised;
pub mod stewart_trinkle;

use crate::error::StepError;
use crate::schemes::event_driven::{EventDriven, Holding, Tangents};
use crate::step::Step;
use crate::step::contact_memory::SchemeMemory;
use crate::step::options::{ImpactRule, Options};
use crate::system::{State, System};
use compliance::Model;
use drystone_solve::solver::Solver;

/// A time-stepping scheme.
pub trait Scheme {
    /// From `from` to `step`, which it fills entirely but for the work of applied forces and the residue.
    fn step(
        &mut self,
        system: &mut dyn System,
        from: &State,
        dt: f64,
        solver: &mut dyn Solver,
        step: &mut Step,
    ) -> Result<(), StepError>;

    /// Whether the work of applied forces is already in the account that [`Scheme::step`] fills.
    fn books_work(&self) -> bool {
        false
    }

    /// What may be followed besides the state; nothing by schemes that do not look for events.
    fn follow(&mut self) -> Option<&mut Tangents> {
        None
    }

    /// What the next step needs besides the state: impulses to start from, who slid, earlier positions.
    fn memory(&self) -> SchemeMemory;

    /// Takes up what was kept: what follows is the same bit for bit.
    fn set_memory(&mut self, memory: &SchemeMemory);
}

/// The value of a scheme's option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
}

/// A scheme that exists: its name, what it is, its options.
pub struct Entry {
    /// As written in a scene file.
    pub name: &'static str,
    /// In a few words.
    pub what: &'static str,
    /// Options: name, what it does and its default.
    pub options: &'static [(&'static str, &'static str)],
}

/// Options of the schemes with smooth phases.
const SMOOTH: &[(&str, &str)] = &[
    (
        "accuracy",
        "tolerance of the integrator, relative (the tolerance of the run)",
    ),
    (
        "baumgarte",
        "Baumgarte's α on constraints instead of projection, in 1/s (none)",
    ),
    (
        "index_reduced",
        "a second multiplier instead of projection (false)",
    ),
    (
        "compensated",
        "compensated multipliers instead of projection (false)",
    ),
];

/// Schemes that may leave bodies at rest out of their steps.
const SLEEPS: [&str; 4] = [
    "moreau-midpoint",
    "moreau-jean",
    "stewart-trinkle",
    "anitescu-potra",
];

/// The schemes that exist.
pub const NAMES: &[Entry] = &[
    Entry {
        name: "moreau-midpoint",
        what: "Moreau 1988, §11, 15, 16: contacts tested and forces taken at the midpoint",
        options: &[(
            "test_at_end",
            "look for contacts at q + h v instead of the midpoint (false)",
        )],
    },
    Entry {
        name: "moreau-jean",
        what: "Moreau-Jean θ: forces linearly implicit, contacts predicted at q + γ h v",
        options: &[
            ("theta", "weight of the end of the step, 0 to 1 (0.5)"),
            ("gamma", "where contacts are looked for, 0 to 1 (theta)"),
            ("explicit", "take forces at the beginning of the step (false)"),
        ],
    },
    Entry {
        name: "stewart-trinkle",
        what: "Stewart and Trinkle 1996: contacts predicted at q + h v, positions by the velocity reached",
        options: &[
            (
                "facets",
                "friction pyramids with this many facets instead of round cones (none)",
            ),
            ("gap", "let u_N reach the obstacle: u_N + g/h ≥ 0 (false)"),
            ("closed", "count a predicted gap of exactly 0 as contact (false)"),
        ],
    },
    Entry {
        name: "anitescu-potra",
        what: "Anitescu and Potra 1997: as Stewart-Trinkle, impacts by Poisson in two problems",
        options: &[
            (
                "facets",
                "friction pyramids with this many facets instead of round cones (none)",
            ),
            (
                "expedient",
                "expansion by v⁺ = (1 + e) vᶜ − e v⁻ instead of a second problem (false)",
            ),
            ("closed", "count a predicted gap of exactly 0 as contact (false)"),
        ],
    },
    Entry {
        name: "paoli-schatzman",
        what: "Paoli and Schatzman 2002: two-step, on positions; without friction",
        options: &[],
    },
    Entry {
        name: "lotstedt",
        what: "Lötstedt 1984: positions by Adams-Bashforth, velocities by BDF, order 2; impacts located inside the step",
        options: &[],
    },
    Entry {
        name: "penalised",
        what: "for comparison: springs and dashpots instead of hard contact, a ramp instead of Coulomb, stiff, by Radau",
        options: &[
            (
                "stiffness",
                "k of every contact, in N/m, with hertz or hunt_crossley in N/m^{3/2} (1e6)",
            ),
            (
                "damping",
                "d in N·s/m, with hunt_crossley in s/m (from the restitution; with hertz 0)",
            ),
            ("hertz", "F = k y^{3/2} + d ẏ instead of k y + d ẏ (false)"),
            ("hunt_crossley", "F = k y^{3/2} (1 + (3/2) d ẏ) (false)"),
            ("clamp", "cut contact forces that pull at 0 (false)"),
            (
                "veltol",
                "friction is a ramp up to this sliding speed, in m/s (1e-3)",
            ),
            ("tolerance", "relative error of the integrator (1e-7)"),
        ],
    },
    Entry {
        name: "event-driven",
        what: "smooth phases of order 8 with error control, events located and met (Brogliato et al. 2002, §6.7)",
        options: SMOOTH,
    },
    Entry {
        name: "hybrid",
        what: "event-driven while events are sparse, time-stepping where they crowd; sets its own steps (Brogliato et al. 2002, §10)",
        options: SMOOTH,
    },
];

/// The scheme called `name` with its options; the message says what is wrong with them.
pub fn by_name(
    name: &str,
    settings: &[(String, Setting)],
    system: &dyn System,
    mut options: Options,
) -> Result<Box<dyn Scheme>, String> {
    let Some(entry) = NAMES.iter().find(|entry| entry.name == name) else {
        let names: Vec<&str> = NAMES.iter().map(|entry| entry.name).collect();
        return Err(format!("unknown scheme `{name}`: there are {}", names.join(", ")));
    };
    check_options(entry, settings)?;
    if options.sleep.is_some() && !SLEEPS.contains(&name) {
        return Err(format!(
            "`{name}` lets no body sleep, asked: no `sleep`, or one of {}",
            SLEEPS.join(", ")
        ));
    }
    let read = Reader { name, settings };
    options.facets = read.count("facets", 3)?.or(options.facets);
    let kinematic = stewart_trinkle::Settings {
        gap: read.flag("gap")?,
        closed: read.flag("closed")?,
    };
    Ok(match name {
        "moreau-midpoint" => Box::new(moreau_midpoint::MoreauMidpoint::new(
            system,
            options,
            read.flag("test_at_end")?,
        )),
        "moreau-jean" => {
            let theta = read.share("theta")?.unwrap_or(0.5);
            let settings = moreau_jean::Settings {
                theta,
                gamma: read.share("gamma")?.unwrap_or(theta),
                explicit: read.flag("explicit")?,
            };
            Box::new(moreau_jean::MoreauJean::new(system, options, settings))
        }
        "event-driven" => {
            let (accuracy, holding) = read.smooth(options.tolerance)?;
            Box::new(EventDriven::new(system, options, accuracy, holding))
        }
        "hybrid" => {
            let (accuracy, holding) = read.smooth(options.tolerance)?;
            Box::new(hybrid::Hybrid::new(system, options, accuracy, holding))
        }
        "stewart-trinkle" => Box::new(stewart_trinkle::StewartTrinkle::new(system, options, kinematic)),
        "anitescu-potra" => {
            let expedient = read.flag("expedient")?;
            options.impact_rule = if expedient {
                ImpactRule::Expedient
            } else {
                ImpactRule::TwoProblems
            };
            Box::new(stewart_trinkle::StewartTrinkle::new(system, options, kinematic))
        }
        "lotstedt" => Box::new(lotstedt::Lotstedt::new(system, options)),
        "penalised" => {
            let tolerance = read.positive("tolerance")?.unwrap_or(1e-7);
            let compliance = compliance(&read)?;
            Box::new(penalised::Penalised::new(system, options, compliance, tolerance))
        }
        _ => Box::new(paoli_schatzman::PaoliSchatzman::new(system, options)?),
    })
}

/// Refuses options that the scheme does not have.
fn check_options(entry: &Entry, settings: &[(String, Setting)]) -> Result<(), String> {
    let has = |key: &str| entry.options.iter().any(|o| o.0 == key);
    let Some((unknown, _)) = settings.iter().find(|(key, _)| !has(key)) else {
        return Ok(());
    };
    let known: Vec<&str> = entry.options.iter().map(|o| o.0).collect();
    let list = if known.is_empty() {
        "none".into()
    } else {
        known.join(", ")
    };
    Err(format!(
        "`{}` has no option `{unknown}`: its options are {list}",
        entry.name
    ))
}

/// How the contacts of `penalised` yield.
fn compliance(read: &Reader<'_>) -> Result<compliance::Compliance, String> {
    let model = match (read.flag("hertz")?, read.flag("hunt_crossley")?) {
        (true, true) => return Err("`penalised` takes hertz or hunt_crossley, not both".into()),
        (true, false) => Model::Hertz,
        (false, true) => Model::HuntCrossley,
        (false, false) => Model::Linear,
    };
    let damping = read.number("damping", "a number from 0 on", |x| {
        (0.0..f64::INFINITY).contains(&x)
    })?;
    Ok(compliance::Compliance {
        model,
        stiffness: read.positive("stiffness")?.unwrap_or(1e6),
        damping,
        clamp: read.flag("clamp")?,
        veltol: read.positive("veltol")?.unwrap_or(1e-3),
    })
}

struct Reader<'a> {
    name: &'a str,
    settings: &'a [(String, Setting)],
}

impl Reader<'_> {
    fn find(&self, key: &str) -> Option<Setting> {
        self.settings.iter().find(|(name, _)| name == key).map(|s| s.1)
    }

    fn number(&self, key: &str, asked: &str, fits: impl Fn(f64) -> bool) -> Result<Option<f64>, String> {
        match self.find(key) {
            None => Ok(None),
            Some(Setting::Number(x)) if fits(x) => Ok(Some(x)),
            Some(found) => Err(format!(
                "option `{key}` of `{}` is {found}, asked: {asked}",
                self.name
            )),
        }
    }

    fn positive(&self, key: &str) -> Result<Option<f64>, String> {
        self.number(key, "a number above 0", |x| x > 0.0 && x < f64::INFINITY)
    }

    fn share(&self, key: &str) -> Result<Option<f64>, String> {
        self.number(key, "a number from 0 to 1", |x| (0.0..=1.0).contains(&x))
    }

    fn count(&self, key: &str, least: u32) -> Result<Option<usize>, String> {
        let fits = |x: f64| x >= f64::from(least) && x <= 1e6 && x.fract() == 0.0;
        let found = self.number(key, &format!("a whole number from {least}"), fits)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked above"
        )]
        Ok(found.map(|x| x as usize))
    }

    /// Tolerance of the integrator and how constraints are kept.
    fn smooth(&self, tolerance: f64) -> Result<(f64, Holding), String> {
        let accuracy = self.number("accuracy", "a number from 1e-14 to 0.1", |x| {
            (1e-14..=0.1).contains(&x)
        })?;
        let alpha = self.number("baumgarte", "a positive number", |x| x > 0.0 && x.is_finite())?;
        let (reduced, compensated) = (self.flag("index_reduced")?, self.flag("compensated")?);
        let holding = match (alpha, reduced, compensated) {
            (Some(alpha), ..) => Holding::Baumgarte(alpha),
            (None, true, _) => Holding::IndexReduced,
            (None, false, true) => Holding::Compensated,
            (None, false, false) => Holding::Projection,
        };
        Ok((accuracy.unwrap_or(tolerance).clamp(1e-14, 0.1), holding))
    }

    fn flag(&self, key: &str) -> Result<bool, String> {
        match self.find(key) {
            None => Ok(false),
            Some(Setting::Flag(x)) => Ok(x),
            Some(found) => Err(format!(
                "option `{key}` of `{}` is {found}, asked: true or false",
                self.name
            )),
        }
    }
}

impl std::fmt::Display for Setting {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Setting::Number(x) => write!(out, "{x}"),
            Setting::Flag(x) => write!(out, "{x}"),
        }
    }
}
