//! Time-stepping schemes: one file each, one line each in [`NAMES`] and [`by_name`].

pub mod compliance;
pub mod event_driven;
mod field;
pub mod hybrid;
pub mod lotstedt;
mod merge_contacts;
pub mod moreau_jean;
pub mod moreau_midpoint;
pub(crate) mod options;
pub mod paoli_schatzman;
pub mod penalised;
pub mod stewart_trinkle;

use crate::error::StepError;
use crate::schemes::event_driven::{EventDriven, Tangents};
use crate::step::Step;
use crate::step::contact_memory::SchemeMemory;
use crate::step::options::{ImpactRule, Options};
use crate::system::{State, System};
use compliance::Model;
use drystone_solve::solver::{Expired, Solver};
pub use options::{Entry, SchemeError, Setting};
use options::{Reader, check_options, entry};

/// A time-stepping scheme.
pub trait Scheme: Send {
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

    /// Whether dampers and drag are implicit, so that what they take is booked as implicit damping.
    fn damps_implicitly(&self) -> bool {
        false
    }

    /// At which share of a step of length `dt` contacts are looked for, between 0 and 1, so that a body may
    /// be through another before anyone looks; nothing by schemes that look all the way along.
    fn looks_at(&self, _dt: f64) -> Option<f64> {
        Some(1.0)
    }

    /// Whether the last step went through something, by schemes that look all the way along themselves.
    fn has_passed(&self) -> bool {
        false
    }

    /// Asks `expired` now and then from now on, and ends with [`StepError::Interrupted`] when it says yes;
    /// for schemes that do more in a step than solve one problem.
    fn heed(&mut self, _expired: &Expired) {}

    /// What may be followed besides the state; nothing by schemes that do not look for events.
    fn follow(&mut self) -> Option<&mut Tangents> {
        None
    }

    /// What the next step needs besides the state: impulses to start from, who slid, earlier positions.
    fn memory(&self) -> SchemeMemory;

    /// Takes up what was kept: what follows is the same bit for bit.
    fn set_memory(&mut self, memory: &SchemeMemory);
}

/// Options of the schemes with smooth phases.
#[rustfmt::skip]
const SMOOTH: &[(&str, &str)] = &[
    ("accuracy", "tolerance of the integrator, relative (the tolerance of the run)"),
    ("baumgarte", "Baumgarte's α on constraints instead of projection, in 1/s (none)"),
    ("index_reduced", "a second multiplier instead of projection (false)"),
    ("compensated", "compensated multipliers instead of projection (false)"),
];

/// Schemes that may leave bodies at rest out of their steps.
const SLEEPS: [&str; 4] = [
    "moreau-midpoint",
    "moreau-jean",
    "stewart-trinkle",
    "anitescu-potra",
];

/// The schemes that exist.
#[rustfmt::skip]
pub const NAMES: &[Entry] = &[
    entry("moreau-midpoint", "Moreau 1988, §11, 15, 16: contacts tested and forces taken at the midpoint", &[
        ("test_at_end", "look for contacts at q + h v instead of the midpoint (false)"),
    ]),
    entry("moreau-jean", "Moreau-Jean θ: forces linearly implicit, contacts predicted at q + γ h v", &[
        ("theta", "weight of the end of the step, 0 to 1 (0.5; 1 where springs are stiff for the step)"),
        ("gamma", "where contacts are looked for, 0 to 1 (theta)"),
        ("explicit", "take forces at the beginning of the step (false)"),
    ]),
    entry("stewart-trinkle",
        "Stewart and Trinkle 1996: contacts predicted at q + h v, positions by the velocity reached", &[
        ("facets", "friction pyramids with this many facets instead of round cones (none)"),
        ("gap", "let u_N reach the obstacle: u_N + g/h ≥ 0 (false)"),
        ("closed", "count a predicted gap of 0, to rounding, as contact (true)"),
    ]),
    entry("anitescu-potra",
        "Anitescu and Potra 1997: as Stewart-Trinkle, impacts by Poisson in two problems", &[
        ("facets", "friction pyramids with this many facets instead of round cones (none)"),
        ("expedient", "expansion by v⁺ = (1 + e) vᶜ − e v⁻ instead of a second problem (false)"),
        ("closed", "count a predicted gap of 0, to rounding, as contact (true)"),
    ]),
    entry("paoli-schatzman", "Paoli and Schatzman 2002: two-step, on positions; without friction", &[]),
    entry("lotstedt",
        "Lötstedt 1984: positions by Adams-Bashforth, velocities by BDF, order 2; impacts located \
         inside the step", &[]),
    entry("penalised",
        "for comparison: springs and dashpots instead of hard contact, a ramp instead of Coulomb, \
         stiff, by Radau", &[
        ("stiffness", "k of every contact, in N/m, with hertz or hunt_crossley in N/m^{3/2} (1e6)"),
        ("damping", "d in N·s/m, with hunt_crossley in s/m (from the restitution; with hertz 0)"),
        ("hertz", "F = k y^{3/2} + d ẏ instead of k y + d ẏ (false)"),
        ("hunt_crossley", "F = k y^{3/2} (1 + (3/2) d ẏ) (false)"),
        ("clamp", "cut contact forces that pull at 0 (false)"),
        ("veltol", "friction is a ramp up to this sliding speed, in m/s (1e-3)"),
        ("tolerance", "relative error of the integrator (1e-7)"),
    ]),
    entry("event-driven",
        "smooth phases of order 8 with error control, events located and met \
         (Brogliato et al. 2002, §6.7)", SMOOTH),
    entry("hybrid",
        "event-driven while events are sparse, time-stepping where they crowd; sets its own steps \
         (Brogliato et al. 2002, §10)", SMOOTH),
];

/// The scheme called `name` with its options.
pub fn by_name(
    name: &str,
    settings: &[(String, Setting)],
    system: &dyn System,
    mut options: Options,
) -> Result<Box<dyn Scheme>, SchemeError> {
    let Some(entry) = NAMES.iter().find(|entry| entry.name == name) else {
        let names: Vec<&str> = NAMES.iter().map(|entry| entry.name).collect();
        return Err(format!("unknown scheme `{name}`: there are {}", names.join(", ")).into());
    };
    check_options(entry, settings)?;
    if options.sleep.is_some() && !SLEEPS.contains(&name) {
        return Err(format!(
            "`{name}` lets no body sleep, asked: no `sleep`, or one of {}",
            SLEEPS.join(", ")
        )
        .into());
    }
    let read = Reader { name, settings };
    options.facets = read.count("facets", 3)?.or(options.facets);
    let kinematic = stewart_trinkle::Settings {
        gap: read.flag("gap")?,
        closed: read.flag_or("closed", true)?,
    };
    Ok(match name {
        "moreau-midpoint" => Box::new(moreau_midpoint::MoreauMidpoint::new(
            system,
            options,
            read.flag("test_at_end")?,
        )),
        "moreau-jean" => {
            let settings = moreau_jean::Settings {
                theta: read.share("theta")?,
                gamma: read.share("gamma")?,
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
        "paoli-schatzman" => Box::new(paoli_schatzman::PaoliSchatzman::new(system, options)?),
        other => return Err(format!("`{other}` is listed and has no scheme").into()),
    })
}

/// How the contacts of `penalised` yield.
fn compliance(read: &Reader<'_>) -> Result<compliance::Compliance, SchemeError> {
    let model = match (read.flag("hertz")?, read.flag("hunt_crossley")?) {
        (true, true) => {
            return Err("`penalised` takes hertz or hunt_crossley, not both"
                .to_owned()
                .into());
        }
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
