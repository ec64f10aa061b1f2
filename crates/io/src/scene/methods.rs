//! Whether the scheme and the solver of a scene exist for its system, and know their options.

use super::SystemDescription;
use super::error::{SceneError, Source};
use super::nearest::suggestion;
use super::run::{Method, Run};
use drystone_dynamics::models::complementarity::SCHEMES;
use drystone_dynamics::schemes::{self, Entry};
use drystone_solve::{cone, lcp};

impl SystemDescription {
    /// The schemes for this kind of system.
    pub fn schemes(&self) -> &'static [Entry] {
        match self {
            SystemDescription::Lagrangian(_) | SystemDescription::Bodies(_) => schemes::NAMES,
            SystemDescription::Complementarity(_) => SCHEMES,
        }
    }
}

fn contact_solvers() -> impl Iterator<Item = &'static str> {
    cone::NAMES.iter().map(|entry| entry.0)
}

fn lcp_methods() -> impl Iterator<Item = &'static str> {
    lcp::Method::ALL.iter().map(|method| method.name())
}

/// The names of all schemes, for any kind of system.
pub(crate) fn all_schemes() -> Vec<&'static str> {
    each_once(schemes::NAMES.iter().chain(SCHEMES).map(|entry| entry.name))
}

/// The names of all solvers, for any kind of system.
pub(crate) fn all_solvers() -> Vec<&'static str> {
    each_once(contact_solvers().chain(lcp_methods()))
}

fn each_once(all: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Checks names and options; the values of options are for the methods themselves.
pub(crate) fn check(source: &Source, run: &Run, system: &SystemDescription) -> Result<(), SceneError> {
    let listed = system.schemes();
    let scheme_names: Vec<&str> = listed.iter().map(|entry| entry.name).collect();
    let solver_names: Vec<&str> = match system {
        SystemDescription::Lagrangian(_) | SystemDescription::Bodies(_) => contact_solvers().collect(),
        SystemDescription::Complementarity(_) => lcp_methods().collect(),
    };
    fits(source, "scheme", &run.scheme, &scheme_names)?;
    fits(source, "solver", &run.solver, &solver_names)?;
    let taken = listed.iter().find(|entry| entry.name == run.scheme.name);
    let known = taken.map_or(&[][..], |entry| entry.options);
    let known: Vec<&str> = known.iter().map(|option| option.0).collect();
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
