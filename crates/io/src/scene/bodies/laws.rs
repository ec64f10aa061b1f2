//! `[[contact]]`: the laws of pairs, with the rows that the dimension asks.

use super::super::error::SceneError;
use super::super::keys::Range;
use super::names::Names;
use super::part::{Part, vector_of};
use crate::scene::read::tree::Node;
use drystone_dynamics::contact::{Friction, Restitution};
use drystone_dynamics::geometry::DVec3;
use drystone_dynamics::models::bodies::description::PairLaw;
use drystone_solve::law::Law;

/// One entry.
pub(super) fn law(part: &Part<'_>, names: &Names) -> Result<PairLaw, SceneError> {
    let between = part.texts("between");
    for (i, pattern) in between.iter().enumerate() {
        names.matching(part, "between", i, pattern)?;
    }
    let [first, second] = between.as_slice() else {
        return Err(part.wrong("between", "asked: two names"));
    };
    let (torsion, rolling) = (
        part.number("torsion").unwrap_or(0.0),
        part.number("rolling").unwrap_or(0.0),
    );
    if part.reader.plane && torsion > 0.0 {
        return Err(part.wrong(
            "torsion",
            "nothing spins about the normal in the plane; remove it",
        ));
    }
    let mut axis = None;
    let friction = match part.sub("friction") {
        None => {
            let mu = part.coefficient("friction", Range::NonNegative)?.unwrap_or(0.0);
            Friction::Constant(plain(part.reader.plane, mu, torsion, rolling))
        }
        Some(table) => {
            if torsion > 0.0 || rolling > 0.0 {
                let key = if torsion > 0.0 { "torsion" } else { "rolling" };
                let message = "goes with a constant coefficient of friction only; give `friction` as a number, or remove it";
                return Err(part.wrong(key, message));
            }
            if table.node("ellipse").is_some() {
                axis = Some(ellipse_axis(&table, names, first)?);
            }
            friction(&table)?
        }
    };
    Ok(PairLaw {
        between: [(*first).to_owned(), (*second).to_owned()],
        friction,
        restitution: restitution(part)?,
        axis,
    })
}

/// Coulomb's law, with torsion and rolling where they are asked.
fn plain(plane: bool, mu: f64, torsion: f64, rolling: f64) -> Law {
    match (plane, torsion > 0.0, rolling > 0.0) {
        (true, _, true) => Law::PlanarRolling { mu, rolling },
        (false, true, true) => Law::RollingTorsion { mu, torsion, rolling },
        (false, false, true) => Law::Rolling { mu, rolling },
        (false, true, false) => Law::Torsion { mu, torsion },
        // Without friction one row is enough.
        _ if mu == 0.0 => Law::Unilateral,
        (true, ..) => Law::Planar { mu },
        (false, ..) => Law::Coulomb { mu },
    }
}

fn friction(table: &Part<'_>) -> Result<Friction, SceneError> {
    let plane = table.reader.plane;
    let get = |key: &str| {
        table
            .coefficient(key, Range::NonNegative)
            .map(|mu| mu.unwrap_or(0.0))
    };
    let coulomb = |mu: f64| {
        if plane {
            Law::Planar { mu }
        } else {
            Law::Coulomb { mu }
        }
    };
    let only = |key: &str, plane: bool| {
        let (place, instead) = if plane {
            ("the plane", "an ellipse, or a number")
        } else {
            ("space", "{ minus, plus }, or a number")
        };
        table.wrong(key, format!("a law of {place}; give {instead}"))
    };
    if let Some(list) = table.node("ellipse").and_then(Node::list) {
        let mu = vector_of(list);
        return if plane {
            Err(only("ellipse", false))
        } else {
            Ok(Friction::Constant(Law::Elliptic { mu: [mu.x, mu.y] }))
        };
    }
    if let Some(list) = table.node("curve").and_then(Node::list) {
        return curve(table, list);
    }
    if table.node("static").is_some() {
        return Ok(Friction::StaticKinetic {
            stick: coulomb(get("static")?),
            slip: coulomb(get("kinetic")?),
        });
    }
    if let Some(facets) = table.count("facets") {
        return if plane {
            Err(only("facets", false))
        } else {
            let mu = get("mu")?;
            Ok(Friction::Constant(Law::Facetted { mu, facets }))
        };
    }
    let (minus, plus) = (get("minus")?, get("plus")?);
    if plane {
        Ok(Friction::Constant(Law::Asymmetric { minus, plus }))
    } else {
        Err(only("minus", true))
    }
}

fn curve(table: &Part<'_>, list: &[Node]) -> Result<Friction, SceneError> {
    let points = list.iter().filter_map(Node::list).map(vector_of);
    let points: Vec<[f64; 2]> = points.map(|p| [p.x, p.y]).collect();
    let starts = points.first().is_some_and(|p| p[0] == 0.0);
    if !starts || points.windows(2).any(|pair| pair[0][0] >= pair[1][0]) {
        let message = "asked: points [speed, μ] whose speeds begin at 0 and increase";
        return Err(table.wrong("curve", message));
    }
    let mu = points[0][1];
    Ok(Friction::Curve {
        law: if table.reader.plane {
            Law::Planar { mu }
        } else {
            Law::Coulomb { mu }
        },
        points: points.into(),
    })
}

/// The body that carries the axis of an ellipse, and the axis.
fn ellipse_axis(table: &Part<'_>, names: &Names, first: &str) -> Result<(String, DVec3), SceneError> {
    let of = table.text("of").unwrap_or(first);
    if of.ends_with('*') {
        let message = "missing; asked: the name of the body that carries the axis (the first of `between` is a pattern)";
        return Err(table.wrong("of", message));
    }
    names.index(of).ok_or_else(|| names.unknown(table, "of", of))?;
    let axis = table
        .node("axis")
        .and_then(Node::list)
        .map_or(DVec3::X, vector_of);
    let axis = axis
        .try_normalize()
        .ok_or_else(|| table.wrong("axis", "found a vector of length 0, asked: a direction"))?;
    Ok((of.to_owned(), axis))
}

fn restitution(part: &Part<'_>) -> Result<Restitution, SceneError> {
    let Some(table) = part.sub("restitution") else {
        let e = part.coefficient("restitution", Range::Unit)?.unwrap_or(0.0);
        return Ok(Restitution::Newton { e, tangential: 0.0 });
    };
    let tangential = table.coefficient("tangential", Range::Signed)?.unwrap_or(0.0);
    let get = |key: &str| table.coefficient(key, Range::Unit);
    if let Some(e) = get("poisson")? {
        return Ok(Restitution::Poisson { e, tangential });
    }
    if let Some(e) = get("poisson_incremental")? {
        return Ok(Restitution::PoissonIncremental { e });
    }
    if let Some(e) = get("stronge")? {
        return Ok(Restitution::Stronge { e });
    }
    if let Some(index) = get("dissipation_index")? {
        let e = (1.0 - index) / (1.0 + index);
        return Ok(Restitution::Newton { e, tangential: e });
    }
    let e = get("newton")?.unwrap_or(0.0);
    Ok(Restitution::Newton { e, tangential })
}
