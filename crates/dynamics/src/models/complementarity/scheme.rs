//! The schemes of complementarity systems: their equations, their names, their options.

use crate::schemes::options::entry;
use crate::schemes::{Entry, SchemeError, Setting};

/// The schemes of complementarity systems that exist.
#[rustfmt::skip]
pub const SCHEMES: &[Entry] = &[
    entry("theta", "complementarity systems: backward Euler and its relatives", &[
        ("theta", "weight of the end of the step, 0 to 1 (1)"),
        ("multiplier_theta", "the same for the multipliers, above 0 and at most 1 (1)"),
    ]),
    entry("backward-euler", "complementarity systems: theta with weight 1", &[]),
    entry("moreau-jean",
        "complementarity systems: theta with weight 1/2, multipliers at the end of the step", &[
        ("theta", "weight of the end of the step, 0 to 1 (0.5)"),
        ("multiplier_theta", "the same for the multipliers, above 0 and at most 1 (1)"),
    ]),
    entry("higher-order",
        "complementarity systems of one row, relative degree 1 or more: the state may jump", &[]),
    entry("event-driven", "complementarity systems: modes followed exactly, switches and jumps located", &[]),
    entry("hybrid",
        "complementarity systems: the same, and implicit steps where switches crowd or no mode goes on", &[]),
];

/// How one step is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scheme {
    /// x⁺ = x + h [θ (A x⁺ + a⁺) + (1 − θ)(A x + a)] + h B (θ_λ λ⁺ + (1 − θ_λ) λ),   w⁺ = C x⁺ + D λ⁺ + c⁺.
    /// The first step takes θ_λ = 1, for want of a λ before it.
    Theta {
        /// θ, between 0 and 1: 1 is backward Euler, ½ the trapezoidal rule.
        theta: f64,
        /// θ_λ, above 0 and at most 1: 1 takes the multiplier at the end of the step.
        multiplier_theta: f64,
    },
    /// Time-stepping of the higher-order sweeping process: one row, no relay, relative degree 1 or more.
    HigherOrder,
    /// Modes followed exactly, switches located, states that jump: the step is only the interval between
    /// states.
    EventDriven,
    /// The same, and implicit steps where switches crowd or no mode goes on.
    Hybrid,
}

impl Default for Scheme {
    /// Backward Euler.
    fn default() -> Self {
        Scheme::Theta {
            theta: 1.0,
            multiplier_theta: 1.0,
        }
    }
}

impl Scheme {
    /// As in files and lists.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::Theta { .. } => "theta",
            Scheme::HigherOrder => "higher-order",
            Scheme::EventDriven => "event-driven",
            Scheme::Hybrid => "hybrid",
        }
    }

    /// The scheme of that name with its options: `theta` and `backward-euler` are θ = 1, `moreau-jean` is θ =
    /// ½ with the multiplier at the end of the step, where no option says otherwise.
    pub fn by_name(name: &str, settings: &[(String, Setting)]) -> Result<Scheme, SchemeError> {
        let mut scheme = match name {
            "theta" | "backward-euler" => Scheme::default(),
            "moreau-jean" => Scheme::Theta {
                theta: 0.5,
                multiplier_theta: 1.0,
            },
            "higher-order" => Scheme::HigherOrder,
            "event-driven" => Scheme::EventDriven,
            "hybrid" => Scheme::Hybrid,
            _ => return Err(format!("unknown scheme `{name}`").into()),
        };
        if let Scheme::Theta {
            theta,
            multiplier_theta,
        } = &mut scheme
        {
            for (option, value) in settings {
                let of_state = option == "theta";
                match *value {
                    Setting::Number(x) if of_state && (0.0..=1.0).contains(&x) => *theta = x,
                    Setting::Number(x) if !of_state && x > 0.0 && x <= 1.0 => *multiplier_theta = x,
                    found => {
                        let asked = if of_state {
                            "a number from 0 to 1"
                        } else {
                            "a number above 0, at most 1"
                        };
                        return Err(SchemeError {
                            option: Some(option.clone()),
                            message: format!("found {found}, asked: {asked}"),
                        });
                    }
                }
            }
        }
        Ok(scheme)
    }
}
