//! Whether the scheme and the solver of a scene exist for its system, and know their options.

use super::SystemDescription;
use super::error::{SceneError, Source};
use super::nearest::suggestion;
use super::run::{Method, Run};
use drystone_dynamics::schemes;

/// A scheme: name, what it is, options with what they do and their default.
type Listed = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

/// Schemes of complementarity systems.
pub(crate) const COMPLEMENTARITY_SCHEMES: &[Listed] = &[
    (
        "theta",
        "complementarity systems: backward Euler and its relatives",
        &[
            ("theta", "weight of the end of the step, 0 to 1 (1)"),
            (
                "multiplier_theta",
                "the same for the multipliers, above 0 and at most 1 (1)",
            ),
        ],
    ),
    (
        "backward-euler",
        "complementarity systems: theta with weight 1",
        &[],
    ),
    (
        "moreau-jean",
        "complementarity systems: theta with weight 1/2, multipliers at the end of the step",
        &[
            ("theta", "weight of the end of the step, 0 to 1 (0.5)"),
            (
                "multiplier_theta",
                "the same for the multipliers, above 0 and at most 1 (1)",
            ),
        ],
    ),
    (
        "higher-order",
        "complementarity systems of one row, relative degree 1 or more: the state may jump",
        &[],
    ),
    (
        "event-driven",
        "complementarity systems: modes followed exactly, switches and jumps located",
        &[],
    ),
    (
        "hybrid",
        "complementarity systems: the same, and implicit steps where switches crowd or no mode goes on",
        &[],
    ),
];

/// Checks names and options; the values of options are for the methods themselves.
pub(crate) fn check(source: &Source, run: &Run, system: &SystemDescription) -> Result<(), SceneError> {
    let (scheme_names, solver_names): (Vec<&str>, Vec<&str>) = match system {
        SystemDescription::Lagrangian(_) | SystemDescription::Bodies(_) => (
            schemes::NAMES.iter().map(|entry| entry.name).collect(),
            drystone_solve::cone::NAMES.iter().map(|entry| entry.0).collect(),
        ),
        SystemDescription::Complementarity(_) => (
            COMPLEMENTARITY_SCHEMES.iter().map(|entry| entry.0).collect(),
            drystone_solve::lcp::Method::ALL
                .iter()
                .map(|method| method.name())
                .collect(),
        ),
    };
    fits(source, "scheme", &run.scheme, &scheme_names)?;
    fits(source, "solver", &run.solver, &solver_names)?;
    let name = run.scheme.name.as_str();
    let listed: &[(&str, &str)] = match system {
        SystemDescription::Lagrangian(_) | SystemDescription::Bodies(_) => schemes::NAMES
            .iter()
            .find(|entry| entry.name == name)
            .map_or(&[], |entry| entry.options),
        SystemDescription::Complementarity(_) => COMPLEMENTARITY_SCHEMES
            .iter()
            .find(|entry| entry.0 == name)
            .map_or(&[], |entry| entry.2),
    };
    let known: Vec<&str> = listed.iter().map(|option| option.0).collect();
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

#[cfg(test)]
mod tests {
    use super::COMPLEMENTARITY_SCHEMES;
    use drystone_dynamics::models::complementarity::Scheme;

    #[test]
    fn every_scheme_of_complementarity_systems_is_listed() {
        let listed: Vec<&str> = COMPLEMENTARITY_SCHEMES.iter().map(|entry| entry.0).collect();
        assert_eq!(listed, Scheme::NAMES);
    }
}
