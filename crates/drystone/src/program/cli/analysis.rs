//! What may be typed to look at motions in the long run: sections, return maps, exponents, diagrams.

use super::{Overwrite, SceneArgs, positive};
use clap::{Args, ValueEnum};
use drystone::analysis::{Direction, Spec};
use std::path::PathBuf;

/// Where points are taken.
#[derive(Args, Clone)]
pub(crate) struct SectionArgs {
    /// Where this formula of coordinates, velocities, outputs, t and phase passes zero
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    section: Option<String>,
    /// Which way it passes
    #[arg(long, value_enum, default_value_t = Way::Up)]
    direction: Way,
    /// Period of the drive, in s, a formula of the parameters: alone it is the section, and phase refers to
    /// it
    #[arg(long, value_name = "T")]
    pub(crate) period: Option<String>,
    /// At impacts: of this contact (or pair A-B), or of all
    #[arg(long, value_name = "CONTACT", num_args = 0..=1, conflicts_with = "section")]
    #[expect(clippy::option_option, reason = "not given, given alone, given with a name")]
    at_impacts: Option<Option<String>>,
    /// The state before impacts instead of after
    #[arg(long, requires = "at_impacts")]
    before: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Way {
    /// From below
    Up,
    /// From above
    Down,
    /// All of them
    Both,
}

impl SectionArgs {
    pub(crate) fn spec(&self) -> Spec {
        Spec {
            formula: self.section.clone(),
            direction: match self.direction {
                Way::Up => Direction::Up,
                Way::Down => Direction::Down,
                Way::Both => Direction::Both,
            },
            period: self.period.clone(),
            impacts: self.at_impacts.clone(),
            before: self.before,
        }
    }
}

/// What an analysis leaves behind.
#[derive(Args, Clone)]
pub(crate) struct FigureOutput {
    /// The figure
    #[arg(short = 'o', long = "output", value_name = "FILE.svg|png")]
    pub(crate) file: Option<PathBuf>,
    /// The numbers as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Everything as JSON on stdout, nothing else there
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

#[derive(Args)]
pub(crate) struct PoincareArgs {
    #[command(flatten)]
    pub(crate) scene: SceneArgs,
    #[command(flatten)]
    pub(crate) section: SectionArgs,
    /// Points before this time are left out, in s
    #[arg(long, value_name = "T0", default_value_t = 0.0)]
    pub(crate) skip: f64,
    /// What is drawn to the right: a formula [default: the first coordinate]
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    pub(crate) x: Option<String>,
    /// What is drawn upwards [default: the first velocity; for return-map the next value of x]
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    pub(crate) y: Option<String>,
    #[command(flatten)]
    pub(crate) output: FigureOutput,
}

#[derive(Args)]
pub(crate) struct LyapunovArgs {
    #[command(flatten)]
    pub(crate) scene: SceneArgs,
    /// Length of an interval after which tangents are made of length one again, in s, a formula [default:
    /// run.step]
    #[arg(long, value_name = "T")]
    pub(crate) period: Option<String>,
    /// Intervals that count
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) periods: u32,
    /// Intervals that are left out first
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) skip: u32,
    /// How many exponents
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) exponents: u32,
    /// By tangent vectors alone, without the check by two orbits
    #[arg(long)]
    pub(crate) tangent: bool,
    /// How far apart the two orbits are, in the units of the scene
    #[arg(long, value_name = "D", default_value = "1e-7", value_parser = positive, allow_hyphen_values = true)]
    pub(crate) distance: f64,
    #[command(flatten)]
    pub(crate) output: FigureOutput,
}

#[derive(Args)]
pub(crate) struct BifurcationArgs {
    #[command(flatten)]
    pub(crate) scene: SceneArgs,
    #[command(flatten)]
    pub(crate) section: SectionArgs,
    /// The parameter: NAME=FROM:TO:COUNT
    #[arg(long, value_name = "NAME=FROM:TO:COUNT", allow_hyphen_values = true)]
    pub(crate) vary: String,
    /// Points that are left out at every value
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) skip: u32,
    /// Points that are kept at every value
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) keep: u32,
    /// What is drawn upwards: a formula [default: the first coordinate]
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    pub(crate) y: Option<String>,
    /// Begin every value at the scene's own initial state, not where the one before ended
    #[arg(long)]
    pub(crate) restart: bool,
    /// Also the largest Lyapunov exponent at every value, over so many periods
    #[arg(long, value_name = "N", requires = "period")]
    pub(crate) exponent: Option<u32>,
    /// Follow the first cycle found from doubling to doubling, so many times; asks for --period
    #[arg(long, value_name = "N", requires = "period")]
    pub(crate) doublings: Option<u32>,
    #[command(flatten)]
    pub(crate) output: FigureOutput,
}
