//! The program `drystone`: reads what was typed, calls the library, prints what was proved.

mod bench;
mod chart;
mod cli;
mod clock;
mod compare;
mod converge;
mod curve;
mod demo;
mod import;
mod list;
mod outcome;
mod profile;
mod registry;
mod report_world;
mod run;
mod sketch;
mod solve;
mod steps;
mod sweep;
mod text;
mod verify;
mod wall;

use clap::Parser;
use cli::{Bench, Cli, Command};
use std::process::ExitCode;

/// 0 solved and certified, 1 not solved, 2 bad usage or input (clap exits with 2 by itself).
fn main() -> ExitCode {
    let done = match Cli::parse().command {
        None => run::default_scene(),
        Some(Command::Wall) => demo::command(),
        Some(Command::Run(args)) => run::command(&args),
        Some(Command::Check(args)) => run::check(&args).map(|()| true),
        Some(Command::Verify(args)) => verify::command(&args),
        Some(Command::Example(args)) => run::example(&args).map(|()| true),
        Some(Command::Schema) => schema().map(|()| true),
        Some(Command::Import(args)) => import::command(&args).map(|()| true),
        Some(Command::Converge(args)) => converge::command(&args),
        Some(Command::Compare(args)) => compare::command(&args),
        Some(Command::Solve(args)) => solve::command(&args),
        Some(Command::Bench { what }) => match what {
            Bench::Solve(args) => bench::command(&args),
            Bench::Synthetic(args) => sweep::command(&args),
            Bench::Steps(args) => steps::command(&args),
        },
        Some(Command::List(args)) => list::command(&args).map(|()| true),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            text::complain(&format!("error: {message}"));
            ExitCode::from(2)
        }
    }
}

fn schema() -> Result<(), String> {
    let schema = drystone::io::scene::json_schema();
    let text = serde_json::to_string_pretty(&schema).map_err(|e| e.to_string())?;
    text::print(&format!("{text}\n"))
}
