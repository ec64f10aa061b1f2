//! The program `drystone`: reads what was typed, calls the library, prints what was proved.

mod cli;
mod commands;
mod figures;
mod registry;
mod terminal;

use crate::terminal::text::InWords;
use clap::Parser;
use cli::{Bench, BenchStepsArgs, Cli, Command};
use commands::run::Done;
use commands::{
    analysis, bench, check, compare, converge, example, export, import, info, list, plot, run, solve, table,
    verify, view, wall,
};
use std::process::ExitCode;
use terminal::text;

/// 0 solved and certified, 1 not solved, 2 bad usage or input (clap exits with 2 by itself), 130 and 143 by a
/// signal.
fn main() -> ExitCode {
    terminal::interrupt::outlive_limits();
    let done = match Cli::parse().command {
        None => return ended(run::default_scene()),
        Some(Command::Wall) => wall::command(),
        Some(Command::Run(args)) => return ended(run::command(&args)),
        Some(Command::View(args)) => view::command(&args),
        Some(Command::Info(args)) => info::command(&args).map(|()| true),
        Some(Command::Table(args)) => table::command(&args).map(|()| true),
        Some(Command::Plot(args)) => plot::command(&args).map(|()| true),
        Some(Command::Export(args)) => export::command(&args).map(|()| true),
        Some(Command::Check(args)) => check::command(&args).map(|()| true),
        Some(Command::Verify(args)) => verify::command(&args),
        Some(Command::Example(args)) => example::command(&args).map(|()| true),
        Some(Command::Schema) => schema().map(|()| true),
        Some(Command::Import(args)) => import::command(&args).map(|()| true),
        Some(Command::Converge(args)) => converge::command(&args),
        Some(Command::Compare(args)) => compare::command(&args),
        Some(Command::Poincare(args)) => analysis::poincare::command(&args),
        Some(Command::ReturnMap(args)) => analysis::return_map::command(&args),
        Some(Command::Lyapunov(args)) => analysis::lyapunov::command(&args),
        Some(Command::Bifurcation(args)) => analysis::bifurcation::command(&args),
        Some(Command::Solve(args)) => solve::command(&args),
        Some(Command::Bench { what, json }) => match what {
            None => bench::steps::command(&BenchStepsArgs { seconds: 0.3, json }),
            Some(Bench::Solve(args)) => bench::solve::command(&args),
            Some(Bench::Synthetic(args)) => bench::synthetic::command(&args),
            Some(Bench::Steps(args)) => bench::steps::command(&args),
        },
        Some(Command::List(args)) => list::command(&args).map(|()| true),
    };
    let status = |done: bool| if done { Done::Certified } else { Done::Failed };
    ended(done.map(status))
}

fn ended(done: Result<Done, String>) -> ExitCode {
    match done {
        Ok(Done::Certified) => ExitCode::SUCCESS,
        Ok(Done::Failed) => ExitCode::from(1),
        Ok(Done::Interrupted(status)) => ExitCode::from(status),
        Err(message) => {
            text::complain(&format!("error: {message}"));
            ExitCode::from(2)
        }
    }
}

fn schema() -> Result<(), String> {
    let schema = drystone::io::scene::json_schema();
    let text = serde_json::to_string_pretty(&schema).in_words()?;
    text::print(&format!("{text}\n"))
}
