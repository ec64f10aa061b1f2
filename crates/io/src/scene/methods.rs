//! Whether the scheme and the solver of a scene exist for its system, and know their options.

use super::SystemDescription;
use super::error::{SceneError, Source};
use super::nearest::suggestion;
use super::run::{Method, Run};
use drystone_dynamics::models::complementarity;
use drystone_dynamics::schemes;

/// Options of the schemes of complementarity systems.
pub(crate) const THETA_OPTIONS: [&str; 2] = ["theta", "multiplier_theta"];

/// Checks names and options; the values of options are for the methods themselves.
pub(crate) fn check(source: &Source, run: &Run, system: &SystemDescription) -> Result<(), SceneError> {
    let (scheme_names, solver_names): (Vec<&str>, Vec<&str>) = match system {
        SystemDescription::Lagrangian(_) => (
            schemes::NAMES.iter().map(|entry| entry.name).collect(),
            drystone_solve::cone::NAMES.iter().map(|entry| entry.0).collect(),
        ),
        SystemDescription::Complementarity(_) => (
            complementarity::Scheme::NAMES.to_vec(),
            drystone_solve::lcp::Method::ALL
                .iter()
                .map(|method| method.name())
                .collect(),
        ),
    };
    fits(source, "scheme", &run.scheme, &scheme_names)?;
    fits(source, "solver", &run.solver, &solver_names)?;
    let entry = schemes::NAMES.iter().find(|entry| entry.name == run.scheme.name);
    let known: Vec<&str> = match entry {
        Some(entry) => entry.options.iter().map(|option| option.0).collect(),
        None if run.scheme.name == "theta" => THETA_OPTIONS.to_vec(),
        None => Vec::new(),
    };
    options(source, "scheme", &run.scheme, &known)?;
    options(source, "solver", &run.solver, &[])
}

fn fits(source: &Source, key: &str, method: &Method, names: &[&str]) -> Result<(), SceneError> {
    let name = method.name.as_str();
    if names.contains(&name) {
        return Ok(());
    }
    let message = format!(
        "the {key} \"{name}\" is not for this kind of system{}",
        suggestion(name, names)
    );
    Err(source.error(&method.origin, &format!("run.{key}"), message))
}

fn options(source: &Source, key: &str, method: &Method, known: &[&str]) -> Result<(), SceneError> {
    let Some(option) = method
        .options
        .iter()
        .find(|option| !known.contains(&option.name.as_str()))
    else {
        return Ok(());
    };
    let path = format!("run.{key}.{}.{}", method.name, option.name);
    let message = if known.is_empty() {
        format!("the {key} \"{}\" takes no options; remove it", method.name)
    } else {
        format!("unknown option{}", suggestion(&option.name, known))
    };
    Err(source.error(&option.origin, &path, message))
}
