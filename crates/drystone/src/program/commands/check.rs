//! `drystone check`: what was understood of a scene.

use crate::cli::SceneArgs;
use crate::commands::run::read;
use crate::terminal::text;
use crate::terminal::text::InWords;
use drystone::io::scene::{SystemDescription, world_in_words};
use drystone::run::runner::Runner;
use drystone::scenes::borrowed;
use drystone::verification;
use std::fmt::Write;

/// Reads and builds, simulates nothing; says what was understood.
pub(crate) fn command(args: &SceneArgs) -> Result<(), String> {
    let scene = read(args)?;
    let runner = Runner::new(&scene).in_words()?;
    verification::check(&scene, &borrowed(scene.sets())).in_words()?;
    let mut out = String::new();
    let kind = match &scene.system {
        SystemDescription::Bodies(world) => world_in_words(world),
        SystemDescription::Lagrangian(_) => "a system by its Lagrangian".to_owned(),
        SystemDescription::Complementarity(_) => "a linear complementarity system".to_owned(),
    };
    let run = &scene.run;
    let _ = writeln!(out, "{}: {kind}", scene.name);
    let list = |out: &mut String, what: &str, names: &[String]| {
        if !names.is_empty() {
            let _ = writeln!(out, "  {what}: {}", names.join(", "));
        }
    };
    // Every body has the same ones.
    if runner.world().is_none() {
        list(&mut out, "coordinates", &runner.names.q);
    }
    list(&mut out, "contacts", &runner.names.contacts);
    list(&mut out, "outputs", &runner.names.outputs);
    let params: Vec<String> = scene.params().iter().map(|(k, x)| format!("{k} = {x}")).collect();
    list(&mut out, "parameters", &params);
    let _ = writeln!(
        out,
        "  {} steps of {} s by {}, solver {}, tolerance {:e}",
        (run.t_end / runner.dt).ceil(),
        runner.dt,
        run.scheme.name,
        run.solver.name,
        run.tolerance
    );
    for default in scene.defaults() {
        let _ = writeln!(out, "  by default: {default}");
    }
    text::print(&out)
}
