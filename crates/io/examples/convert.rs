//! Converts a problem from any format that can be read to JSON or FCLIB, and says what it holds.
//!
//! ```text
//! cargo run --example convert -- problem.dat problem.json
//! ```
#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use drystone_io::output::Outputs;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [from, to @ ..] = paths.as_slice() else {
        println!("usage: convert FROM [TO]");
        return ExitCode::from(2);
    };
    let file = match drystone_io::read(Path::new(from)) {
        Ok(file) => file,
        Err(error) => {
            println!("{error}");
            return ExitCode::from(2);
        }
    };
    let (rows, contacts) = (file.problem.rows(), file.problem.num_contacts());
    println!(
        "{}: {}, {rows} rows, {contacts} contacts",
        file.name,
        file.kind.name()
    );
    let outputs = Outputs::new(false).sparing([from]);
    for path in to.iter().map(Path::new) {
        let bytes = drystone_io::bytes_for(path, &file);
        if let Err(error) = bytes.and_then(|bytes| Ok(outputs.write(path, bytes)?)) {
            println!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
