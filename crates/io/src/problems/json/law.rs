//! The laws as JSON objects: `{ "law": name, coefficient: value, … }`, names and coefficients as in `Law`.

use super::keys::Object;
use crate::error::{Fault, WriteError};
use drystone_solve::law::Law;
use serde_json::{Value, json};

/// More vertices than any use needs, few enough for exact arithmetic on their numbers.
const MAX_FACETS: usize = 1_000_000;

const NAMES: &str = "bilateral, unilateral, box, planar, asymmetric, coulomb, elliptic, facetted, torsion, \
                     planar-rolling, rolling or rolling-torsion";

/// Reads law number `block`.
pub(crate) fn read(value: &Value, block: usize) -> Result<Law, Fault> {
    let path = format!("laws[{block}]");
    let o = Object::new(value, &path)?;
    let name = o.text("law")?;
    let has = |own: &[&str]| o.allow(&["law"], own);
    let real = |key: &str| o.real(key);
    let law = match name {
        "bilateral" => has(&[]).map(|()| Law::Bilateral)?,
        "unilateral" => has(&[]).map(|()| Law::Unilateral)?,
        "box" => {
            has(&["lo", "hi"])?;
            let (lo, hi) = (o.bound("lo", f64::NEG_INFINITY)?, o.bound("hi", f64::INFINITY)?);
            Law::Box { lo, hi }
        }
        "planar" => has(&["mu"]).and_then(|()| Ok(Law::Planar { mu: real("mu")? }))?,
        "coulomb" => has(&["mu"]).and_then(|()| Ok(Law::Coulomb { mu: real("mu")? }))?,
        "asymmetric" => {
            has(&["minus", "plus"])?;
            let (minus, plus) = (real("minus")?, real("plus")?);
            Law::Asymmetric { minus, plus }
        }
        "elliptic" => {
            has(&["mu"])?;
            Law::Elliptic { mu: pair(&o, &path)? }
        }
        "facetted" => {
            has(&["mu", "facets"])?;
            let (mu, facets) = (real("mu")?, o.count("facets", MAX_FACETS)?);
            Law::Facetted { mu, facets }
        }
        "torsion" => {
            has(&["mu", "torsion"])?;
            let (mu, torsion) = (real("mu")?, real("torsion")?);
            Law::Torsion { mu, torsion }
        }
        "planar-rolling" | "rolling" => {
            has(&["mu", "rolling"])?;
            let (mu, rolling) = (real("mu")?, real("rolling")?);
            if name == "rolling" {
                Law::Rolling { mu, rolling }
            } else {
                Law::PlanarRolling { mu, rolling }
            }
        }
        "rolling-torsion" => {
            has(&["mu", "torsion", "rolling"])?;
            let (mu, torsion, rolling) = (real("mu")?, real("torsion")?, real("rolling")?);
            Law::RollingTorsion { mu, torsion, rolling }
        }
        other => {
            let found = super::keys::quoted(other);
            return Err(Fault::key(format!("{path}.law"), found, NAMES));
        }
    };
    law.check(block)?;
    Ok(law)
}

fn pair(o: &Object<'_>, path: &str) -> Result<[f64; 2], Fault> {
    let mu = o.reals("mu")?;
    match mu[..] {
        [a, b] => Ok([a, b]),
        _ => Err(Fault::key(
            format!("{path}.mu"),
            format!("{} numbers", mu.len()),
            "two: along each tangent",
        )),
    }
}

/// A bound as JSON writes it.
pub(crate) fn bound(x: f64) -> Value {
    if x.is_finite() {
        json!(x)
    } else if x > 0.0 {
        json!("inf")
    } else {
        json!("-inf")
    }
}

/// The JSON object of a law.
pub(crate) fn write(law: &Law) -> Result<Value, WriteError> {
    let name = law.name();
    Ok(match *law {
        Law::Bilateral | Law::Unilateral => json!({ "law": name }),
        Law::Box { lo, hi } => json!({ "law": name, "lo": bound(lo), "hi": bound(hi) }),
        Law::Planar { mu } | Law::Coulomb { mu } => json!({ "law": name, "mu": mu }),
        Law::Asymmetric { minus, plus } => json!({ "law": name, "minus": minus, "plus": plus }),
        Law::Elliptic { mu } => json!({ "law": name, "mu": mu }),
        Law::Facetted { mu, facets } => json!({ "law": name, "mu": mu, "facets": facets }),
        Law::Torsion { mu, torsion } => json!({ "law": name, "mu": mu, "torsion": torsion }),
        Law::PlanarRolling { mu, rolling } | Law::Rolling { mu, rolling } => {
            json!({ "law": name, "mu": mu, "rolling": rolling })
        }
        Law::RollingTorsion { mu, torsion, rolling } => {
            json!({ "law": name, "mu": mu, "torsion": torsion, "rolling": rolling })
        }
        Law::Section(_) => {
            return Err(WriteError::Unsupported {
                format: "JSON",
                what: "a friction section given by functions".into(),
                remedy: "use an elliptic or facetted law, or keep the problem in memory",
            });
        }
    })
}
