//! What may be typed: the commands and their options. What they do is in the module of the same name.

mod analysis;
mod run_file;

pub(crate) use analysis::{BifurcationArgs, FigureOutput, LyapunovArgs, PoincareArgs};
pub(crate) use run_file::{ExportArgs, InfoArgs, PlotArgs, TableArgs, TableName, ViewArgs};

use clap::{Args, Parser, Subcommand, ValueEnum};
use drystone::io::output::Outputs;
use drystone::solve::measure::Measure;
use std::path::PathBuf;

const AFTER: &str = "With no command: a built-in scene is simulated and explained.\n\
Exit status: 0 done and certified; 1 the run or the check failed; 2 bad usage or bad input.";

/// Rigid bodies in hard contact, simulated by every scheme of the field, every step certified.
#[derive(Parser)]
#[command(name = "drystone", version, after_help = AFTER)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Simulate a scene: a file, or the name of a built-in one
    Run(RunArgs),
    /// Serve the page that shows a run, on 127.0.0.1
    View(ViewArgs),
    /// What is in a run file
    Info(InfoArgs),
    /// Print a table of a run file, or write it as CSV or Parquet
    Table(TableArgs),
    /// Draw series of a run file
    Plot(PlotArgs),
    /// A run file for other programs: ParaView, Blender
    Export(ExportArgs),
    /// Read and build a scene, simulate nothing; say what was understood
    Check(SceneArgs),
    /// Run the validation problems that scenes carry and compare with what is expected
    Verify(VerifyArgs),
    /// List the built-in scenes, or print one as a scene file
    Example(ExampleArgs),
    /// Print the JSON Schema of scene files
    Schema,
    /// Turn a robot's file (URDF or MJCF) into a scene file
    Import(ImportArgs),
    /// Solve one step of a built-in wall of stones by every solver and explain the answer
    Wall,
    /// Order of convergence and work against precision of every scheme on a scene
    Converge(ConvergeArgs),
    /// The same scene by every scheme and solver, side by side
    Compare(CompareArgs),
    /// Poincaré section: where a motion passes a surface, once in a period, or at impacts
    Poincare(PoincareArgs),
    /// A value on a section against the one before
    ReturnMap(PoincareArgs),
    /// Lyapunov exponents: how fast neighbouring motions part
    Lyapunov(LyapunovArgs),
    /// What remains on a section, value by value of a parameter; where cycles double
    Bifurcation(BifurcationArgs),
    /// Solve complementarity or friction problems from files
    Solve(SolveArgs),
    /// Measure solvers on many problems, and schemes in steps per second
    #[command(args_conflicts_with_subcommands = true)]
    Bench {
        #[command(subcommand)]
        what: Option<Bench>,
        /// Without a subcommand, which measures steps: as JSON on stdout, nothing else there
        #[arg(long)]
        json: bool,
    },
    /// Print the solvers, methods, laws, file kinds and synthetic families that exist
    List(ListArgs),
}

/// What to verify.
#[derive(Args, Clone)]
pub(crate) struct VerifyArgs {
    /// An id (A02), the beginning of ids (A), part of a scene's name, or a scene file; everything where
    /// absent
    pub(crate) filter: Option<String>,
    /// Override a parameter or any scene key, after the overrides of each check
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,
    /// Print the rows as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// KEY=VALUE of every --set.
pub(crate) fn split_sets(sets: &[String]) -> Result<Vec<(String, String)>, String> {
    let split = |set: &String| match set.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_string(), value.trim().to_string())),
        None => Err(format!("--set {set}: give KEY=VALUE, as in --set mu=0.2")),
    };
    sets.iter().map(split).collect()
}

/// Whether what is there may be replaced: the same word in every command that writes.
#[derive(Args, Clone, Copy, Default)]
pub(crate) struct Overwrite {
    /// Replace files that are there: plain ones, and never one that is read
    #[arg(long)]
    pub(crate) force: bool,
}

impl Overwrite {
    /// What may be written by a command that reads these files.
    pub(crate) fn sparing<P: Into<PathBuf>>(self, inputs: impl IntoIterator<Item = P>) -> Outputs {
        Outputs::new(self.force).sparing(inputs)
    }
}

/// A scene and what is changed in it.
#[derive(Args, Clone)]
pub(crate) struct SceneArgs {
    /// A scene file, or the name of a built-in scene (see `drystone example`)
    #[arg(value_name = "SCENE")]
    pub(crate) scene: String,
    #[command(flatten)]
    pub(crate) changes: Changes,
}

impl SceneArgs {
    /// The overrides in the order they apply.
    pub(crate) fn sets(&self) -> Result<Vec<(String, String)>, String> {
        self.changes.sets()
    }
}

/// What is changed in a scene.
#[derive(Args, Clone)]
pub(crate) struct Changes {
    /// Override a parameter or any scene key: --set mu=0.2 --set run.step=1e-3
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    pub(crate) set: Vec<String>,
    /// Time-stepping scheme
    #[arg(long, value_name = "NAME")]
    pub(crate) scheme: Option<String>,
    /// Solver of the step problems
    #[arg(long, value_name = "NAME")]
    pub(crate) solver: Option<String>,
    /// Time step, in s
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub(crate) step: Option<String>,
    /// Where the run ends, in s
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub(crate) t_end: Option<String>,
    /// Largest scaled error that counts as solved
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    pub(crate) tolerance: Option<String>,
    /// Seed of everything random
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seed: Option<String>,
    /// Threads to work with; the answer is the same to the last bit
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) threads: Option<String>,
    /// What happens to steps short of the tolerance: stop, record, shrink
    #[arg(long, value_name = "WHAT")]
    pub(crate) on_violation: Option<String>,
}

impl Changes {
    /// The overrides in the order they apply: those of --set, then the named ones.
    pub(crate) fn sets(&self) -> Result<Vec<(String, String)>, String> {
        let mut sets = split_sets(&self.set)?;
        let named = [
            ("run.scheme", &self.scheme),
            ("run.solver", &self.solver),
            ("run.step", &self.step),
            ("run.t_end", &self.t_end),
            ("run.tolerance", &self.tolerance),
            ("run.seed", &self.seed),
            ("run.threads", &self.threads),
            ("run.on_violation", &self.on_violation),
        ];
        for (key, value) in named {
            sets.extend(value.iter().map(|value| (key.to_string(), value.clone())));
        }
        Ok(sets)
    }
}

#[derive(Args)]
pub(crate) struct RunArgs {
    /// A scene file, or the name of a built-in scene (see `drystone example`)
    #[arg(value_name = "SCENE", required_unless_present = "resume")]
    pub(crate) scene: Option<String>,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Go on with a run file, bit for bit: to its t_end, or to --t-end. Without -o the file itself grows
    #[arg(long, value_name = "RUN.h5", conflicts_with = "scene")]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// What a run leaves behind.
#[derive(Args, Default)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct Output {
    /// Write everything into a run file as it goes
    #[arg(short = 'o', long = "output", value_name = "RUN.h5")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// What a killed run may lose: the run file is made readable up to now so often
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = positive, allow_hyphen_values = true)]
    pub(crate) flush: f64,
    /// The summary as JSON on stdout, nothing else there
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the tables bodies, contacts, steps and energy as CSV files into DIR
    #[arg(long, value_name = "DIR")]
    pub(crate) csv: Option<PathBuf>,
    /// Write a page that shows the run: one file that opens in a browser without any network
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// No report
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Also a curve, and tables of bodies, pairs, energy and certificate
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Whether what to type next is for somebody who begins
    #[arg(skip)]
    pub(crate) first_steps: bool,
}

#[derive(Args)]
pub(crate) struct ConvergeArgs {
    #[command(flatten)]
    pub(crate) scene: SceneArgs,
    /// Schemes, or `all` [default: that of --scheme, else all]
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(crate) schemes: Vec<String>,
    /// Steps, in s [default: the scene's and eleven smaller ones, down to 1/14]
    #[arg(long, value_delimiter = ',', value_name = "H,H", value_parser = positive, allow_hyphen_values = true)]
    pub(crate) steps: Vec<f64>,
    /// Step of the reference run, in s [default: 1/16 of the smallest step]
    #[arg(long, value_name = "H", value_parser = positive, allow_hyphen_values = true)]
    pub(crate) reference: Option<f64>,
    /// Scheme of the reference run [default: each scheme is its own]
    #[arg(long, value_name = "NAME")]
    pub(crate) reference_scheme: Option<String>,
    #[command(flatten)]
    pub(crate) output: BenchOutput,
}

#[derive(Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) scene: SceneArgs,
    /// Schemes, or `all` [default: that of --scheme, else all]
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(crate) schemes: Vec<String>,
    /// Solvers, or `all` [default: that of --solver, else all]
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(crate) solvers: Vec<String>,
    /// All runs as JSON on stdout, nothing else there
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct BenchStepsArgs {
    /// Seconds given to each measurement
    #[arg(long, default_value = "0.3", value_name = "SECONDS", value_parser = positive, allow_hyphen_values = true)]
    pub(crate) seconds: f64,
    /// All measurements as JSON on stdout, nothing else there
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ExampleArgs {
    /// The scene to print
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

/// Whether the root of a URDF is fixed.
#[derive(Args)]
pub(crate) struct Base {
    /// Fix the root of a URDF, whatever it says
    #[arg(long, conflicts_with = "free_base")]
    pub(crate) fixed_base: bool,
    /// Let the root of a URDF float, whatever it says
    #[arg(long)]
    pub(crate) free_base: bool,
}

#[derive(Args)]
pub(crate) struct ImportArgs {
    /// A URDF or MJCF file; its first element tells which
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The scene file to write [default: stdout]
    #[arg(short = 'o', long, value_name = "OUT.toml")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    #[command(flatten)]
    pub(crate) base: Base,
    /// Hold every joint by a motor, as strong as the file allows
    #[arg(long)]
    pub(crate) hold: bool,
    /// Where a joint begins, in rad or m: --joint elbow=0.5
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) joint: Vec<String>,
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    /// Problem files: FCLIB .hdf5, Siconos .dat, our own .json
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Solver by name, or `all` (see `drystone list`)
    #[arg(long, default_value = "auto", value_name = "NAME")]
    pub(crate) solver: String,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Replace every round friction cone by one with K facets, for every solver
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(3..))]
    pub(crate) facets: Option<u16>,
    /// One JSON object for one result, an array for several; nothing else on stdout
    #[arg(long)]
    pub(crate) json: bool,
    /// Put the answer itself (r or z) into the JSON objects
    #[arg(long, requires = "json")]
    pub(crate) answer: bool,
    /// Write the problem to OUT (.json or .hdf5), with the best answer found
    #[arg(long, value_name = "OUT")]
    pub(crate) write: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

/// When a method may stop, and what counts as solved.
#[derive(Args, Clone)]
pub(crate) struct Limits {
    /// Largest error accepted
    #[arg(long, default_value = "1e-10", value_name = "X", value_parser = positive, allow_hyphen_values = true)]
    pub(crate) tolerance: f64,
    /// Which error the tolerance speaks of
    #[arg(long, value_enum, default_value_t = MeasureName::Both)]
    pub(crate) measure: MeasureName,
    /// Most iterations, in the method's own unit [default: the method's own]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_iterations: Option<u64>,
    /// Most seconds of processor time for one method on one problem
    #[arg(long, value_name = "SECONDS", value_parser = positive, allow_hyphen_values = true)]
    pub(crate) time_limit: Option<f64>,
}

/// The names of `Measure` on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum MeasureName {
    /// The larger of the two
    Both,
    /// Without units: scaled by the diagonal blocks of W
    Scaled,
    /// The natural map with unit steplength, as in the literature
    Natural,
}

impl MeasureName {
    pub(crate) fn measure(self) -> Measure {
        match self {
            MeasureName::Both => Measure::Both,
            MeasureName::Scaled => Measure::Scaled,
            MeasureName::Natural => Measure::Natural,
        }
    }

    pub(crate) fn in_words(self) -> &'static str {
        match self {
            MeasureName::Both => "both errors",
            MeasureName::Scaled => "scaled error",
            MeasureName::Natural => "natural-map error",
        }
    }
}

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// Every solver on every problem of a folder
    Solve(BenchSolveArgs),
    /// Share solved and time against the number of contacts, on problems made here
    Synthetic(BenchSyntheticArgs),
    /// Steps per second of every scheme on systems with one contact
    Steps(BenchStepsArgs),
}

#[derive(Args)]
pub(crate) struct BenchSolveArgs {
    /// Folder of problem files, searched with its subfolders
    #[arg(value_name = "DIR")]
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Only these solvers
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(crate) solvers: Vec<String>,
    #[command(flatten)]
    pub(crate) output: BenchOutput,
}

#[derive(Args)]
pub(crate) struct BenchSyntheticArgs {
    /// Sizes to build: about so many contacts
    #[arg(long, value_delimiter = ',', default_value = "10,30,100,300", value_name = "N,N",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sizes: Vec<u32>,
    /// What makes the problems harder than their rule does (see `drystone list`)
    #[arg(long, default_value = "plain", value_name = "NAME")]
    pub(crate) variant: String,
    /// Only these families
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(crate) families: Vec<String>,
    /// Only these solvers
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(crate) solvers: Vec<String>,
    /// Tolerances, one panel each
    #[arg(long, value_delimiter = ',', default_value = "1e-4,1e-8,1e-12", value_name = "X,X", value_parser = positive, allow_hyphen_values = true)]
    pub(crate) tolerances: Vec<f64>,
    /// Most seconds of processor time for one method on one problem: one number, or one for each size
    #[arg(long, value_delimiter = ',', default_value = "10", value_name = "S,S", value_parser = positive, allow_hyphen_values = true)]
    pub(crate) time_limit: Vec<f64>,
    #[command(flatten)]
    pub(crate) output: BenchOutput,
}

#[derive(Args)]
pub(crate) struct BenchOutput {
    /// All measurements as JSON on stdout, nothing else there
    #[arg(long)]
    pub(crate) json: bool,
    /// Folder for results.json and the figures
    #[arg(short = 'o', long = "output", value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// No progress lines
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct ListArgs {
    /// The same as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A finite number above 0; NaN is refused like any other word.
fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(x) if x > 0.0 && x.is_finite() => Ok(x),
        _ => Err("give a finite number above 0".to_string()),
    }
}
