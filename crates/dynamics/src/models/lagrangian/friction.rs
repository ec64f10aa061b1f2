//! Friction and impact laws of a Lagrangian system's contacts: coefficients from formulas.

use super::LagrangianError;
use super::scope::{Scope, Uses};
use crate::contact::{Friction, Restitution};
use crate::formula::Expr;
use crate::models::lagrangian::description::{
    ContactDescription, FrictionDescription, RestitutionDescription, Scalar,
};
use drystone_solve::law::Law;
use drystone_solve::problem::ProblemError;
use std::sync::Arc;

/// Which coefficients a law has: two of its own, torsion, rolling.
pub(super) type Coefficients = [f64; 4];

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    None,
    Round,
    Ellipse,
    Asymmetric,
    StaticKinetic,
    Facets(usize),
    Curve(Arc<[[f64; 2]]>),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kind {
    pub(super) shape: Shape,
    pub(super) slips: usize,
    pub(super) torsion: bool,
    pub(super) rolling: bool,
}

impl Kind {
    fn round(&self, mu: f64, [_, _, torsion, rolling]: Coefficients) -> Law {
        match (self.slips, self.torsion, self.rolling) {
            (1, _, false) => Law::Planar { mu },
            (1, _, true) => Law::PlanarRolling { mu, rolling },
            (_, false, false) => Law::Coulomb { mu },
            (_, true, false) => Law::Torsion { mu, torsion },
            (_, false, true) => Law::Rolling { mu, rolling },
            (_, true, true) => Law::RollingTorsion { mu, torsion, rolling },
        }
    }

    pub(super) fn friction(&self, c: Coefficients) -> Friction {
        match &self.shape {
            Shape::None => Friction::None,
            Shape::Round => Friction::Constant(self.round(c[0], c)),
            Shape::Ellipse => Friction::Constant(Law::Elliptic { mu: [c[0], c[1]] }),
            Shape::Asymmetric => Friction::Constant(Law::Asymmetric {
                minus: c[0],
                plus: c[1],
            }),
            Shape::StaticKinetic => Friction::StaticKinetic {
                stick: self.round(c[0], c),
                slip: self.round(c[1], c),
            },
            Shape::Facets(facets) => Friction::Constant(Law::Facetted {
                mu: c[0],
                facets: *facets,
            }),
            Shape::Curve(points) => Friction::Curve {
                law: self.round(points.first().map_or(0.0, |p| p[1]), c),
                points: points.clone(),
            },
        }
    }
}

/// Refuses a friction law whose coefficients mean nothing.
pub(super) fn check_law(name: &str, friction: &Friction) -> Result<(), LagrangianError> {
    let laws = match friction {
        Friction::StaticKinetic { stick, slip } => [*stick, *slip],
        other => [other.law(), other.law()],
    };
    for law in laws {
        if let Err(ProblemError::Coefficient {
            name: coefficient,
            value,
            asked,
            ..
        }) = law.check(0)
        {
            let key = match coefficient {
                "torsion" | "rolling" => format!("lagrangian.contact.{name}.{coefficient}"),
                _ => format!("lagrangian.contact.{name}.friction"),
            };
            let message = format!("{coefficient} is {value} at the initial state, asked: {asked}");
            return Err(LagrangianError::new(&key, message));
        }
    }
    Ok(())
}

/// Reads the law of a contact: its kind and its coefficients.
pub(super) fn read_friction(
    scope: &mut Scope,
    key: &str,
    description: &ContactDescription,
) -> Result<(Kind, [Expr; 4]), LagrangianError> {
    let zero = scope.graph.constant(0.0);
    let mut c = [zero; 4];
    let mut shape = read_shape(scope, &format!("{key}.friction"), &description.friction, &mut c)?;
    for (slot, name, scalar) in [
        (2, "torsion", &description.torsion),
        (3, "rolling", &description.rolling),
    ] {
        if let Some(scalar) = scalar {
            c[slot] = read_coefficient(scope, &format!("{key}.{name}"), scalar)?;
        }
    }
    let [torsion, rolling] = [2, 3].map(|slot| !scope.graph.is(c[slot], 0.0));
    let slips = description.slip.len();
    if shape == Shape::None && (torsion || rolling) {
        shape = Shape::Round;
    }
    if shape == Shape::Round && slips == 0 && !torsion && !rolling && scope.graph.is(c[0], 0.0) {
        shape = Shape::None;
    }
    let kind = Kind {
        shape,
        slips,
        torsion,
        rolling,
    };
    check_kind(key, &kind, description)?;
    Ok((kind, c))
}

fn read_coefficient(scope: &mut Scope, key: &str, scalar: &Scalar) -> Result<Expr, LagrangianError> {
    let expr = scope.scalar(key, scalar, Uses::Configuration)?;
    scope.watch(key, "the coefficient", expr);
    Ok(expr)
}

fn read_shape(
    scope: &mut Scope,
    key: &str,
    friction: &FrictionDescription,
    c: &mut [Expr; 4],
) -> Result<Shape, LagrangianError> {
    let (shape, coefficients): (Shape, &[&Scalar]) = match friction {
        FrictionDescription::None => (Shape::None, &[]),
        FrictionDescription::Mu(mu) => (Shape::Round, &[mu]),
        FrictionDescription::Ellipse([a, b]) => (Shape::Ellipse, &[a, b]),
        FrictionDescription::Asymmetric { minus, plus } => (Shape::Asymmetric, &[minus, plus]),
        FrictionDescription::StaticKinetic { stick, slip } => (Shape::StaticKinetic, &[stick, slip]),
        FrictionDescription::Facets { facets, mu } => (Shape::Facets(*facets), &[mu]),
        FrictionDescription::Curve(points) => (Shape::Curve(check_curve(key, points)?), &[]),
    };
    for (slot, scalar) in c.iter_mut().zip(coefficients) {
        *slot = read_coefficient(scope, key, scalar)?;
    }
    Ok(shape)
}

/// Asks for the rows that a law needs.
fn check_kind(key: &str, kind: &Kind, description: &ContactDescription) -> Result<(), LagrangianError> {
    let wrong = |part: &str, message: &str| Err(LagrangianError::new(&format!("{key}.{part}"), message));
    if kind.slips > 2 {
        return wrong(
            "slip",
            "has more than two formulas: one in the plane, two in space",
        );
    }
    if kind.shape != Shape::None && kind.slips == 0 {
        return wrong(
            "friction",
            "there is friction but no slip velocity: add slip = \"…\", or set friction = 0",
        );
    }
    match kind.shape {
        Shape::Ellipse | Shape::Facets(_) if kind.slips != 2 => {
            return wrong("friction", "this law is one of space: give slip two formulas");
        }
        Shape::Asymmetric if kind.slips != 1 => {
            return wrong(
                "friction",
                "minus and plus belong to the plane: give slip one formula",
            );
        }
        Shape::Ellipse | Shape::Facets(_) | Shape::Asymmetric | Shape::Curve(_)
            if kind.torsion || kind.rolling =>
        {
            return wrong(
                "friction",
                "torsion and rolling go with one μ, or with static and kinetic",
            );
        }
        _ => {}
    }
    if kind.torsion && kind.slips != 2 {
        return wrong(
            "torsion",
            "torsion belongs to contacts in space: give slip two formulas",
        );
    }
    if kind.torsion && description.spin.is_none() {
        return wrong(
            "torsion",
            "there is torsion but no spin velocity: add spin = \"…\"",
        );
    }
    if kind.rolling && description.roll.len() != kind.slips {
        return wrong(
            "rolling",
            "rolling friction needs as many rolling velocities as slips: add roll = \"…\", two in space",
        );
    }
    Ok(())
}

fn check_curve(key: &str, points: &[[f64; 2]]) -> Result<Arc<[[f64; 2]]>, LagrangianError> {
    let starts = points.first().is_some_and(|p| p[0] == 0.0);
    let increasing = points.windows(2).all(|pair| pair[0][0] < pair[1][0]);
    let fits = |p: &[f64; 2]| p[0].is_finite() && (0.0..f64::INFINITY).contains(&p[1]);
    if starts && increasing && points.iter().all(fits) {
        return Ok(points.into());
    }
    let message = "curve: asked are points [speed, mu] with speeds that increase from 0 and mu at least 0";
    Err(LagrangianError::new(key, message))
}

/// Reads the impact law of a contact.
pub(super) fn read_restitution(
    scope: &mut Scope,
    key: &str,
    description: &RestitutionDescription,
) -> Result<Restitution, LagrangianError> {
    let key = format!("{key}.restitution");
    let mut read = |scalar: &Scalar, least: f64, name: &str| {
        let value = scope.number(&key, scalar)?;
        if (least..=1.0).contains(&value) {
            return Ok(value);
        }
        let message = format!("{name} is {value}, asked: from {least} to 1");
        Err(LagrangianError::new(&key, message))
    };
    Ok(match description {
        RestitutionDescription::Newton { e, tangential } => Restitution::Newton {
            e: read(e, 0.0, "e")?,
            tangential: read(tangential, -1.0, "tangential")?,
        },
        RestitutionDescription::DissipationIndex(index) => {
            let index = read(index, 0.0, "dissipation_index")?;
            let e = (1.0 - index) / (1.0 + index);
            Restitution::Newton { e, tangential: e }
        }
        RestitutionDescription::Poisson { e, tangential } => Restitution::Poisson {
            e: read(e, 0.0, "poisson")?,
            tangential: read(tangential, -1.0, "tangential")?,
        },
        RestitutionDescription::PoissonIncremental { e } => Restitution::PoissonIncremental {
            e: read(e, 0.0, "e")?,
        },
        RestitutionDescription::Stronge { e } => Restitution::Stronge {
            e: read(e, 0.0, "stronge")?,
        },
    })
}
