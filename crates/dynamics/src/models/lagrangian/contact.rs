//! Contacts of a Lagrangian system: rows and laws from formulas.
//!
//! ```text
//! u_N = (∂gap/∂q) q' + ∂gap/∂t          u_T = (∂slip/∂q') q' + slip(q' = 0)          spin and rolling likewise
//! ```

use super::LagrangianError;
use super::check::same_function;
use super::scope::{Scope, Uses};
use crate::contact::{Contact, Contacts, Friction, Restitution};
use crate::formula::{Expr, Tape};
use crate::models::lagrangian_description::{
    ContactDescription, FrictionDescription, RestitutionDescription, Scalar,
};
use drystone_solve::law::Law;
use drystone_solve::problem::ProblemError;
use std::sync::Arc;

/// One contact, ready to be evaluated.
#[derive(Clone, Debug)]
pub(super) struct ContactModel {
    /// Entries of each row followed by its w, then the coefficients.
    tape: Tape,
    /// Degrees of freedom of each row.
    columns: Vec<Vec<usize>>,
    /// The law where nothing in it varies.
    fixed: Option<Friction>,
    kind: Kind,
    restitution: Restitution,
}

/// Which coefficients a law has: two of its own, torsion, rolling.
type Coefficients = [f64; 4];

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    None,
    Round,
    Ellipse,
    Asymmetric,
    StaticKinetic,
    Facets(usize),
    Curve(Arc<[[f64; 2]]>),
}

#[derive(Clone, Debug, PartialEq)]
struct Kind {
    shape: Shape,
    slips: usize,
    torsion: bool,
    rolling: bool,
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

    fn friction(&self, c: Coefficients) -> Friction {
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

impl ContactModel {
    /// Reads and checks one contact; answers its gap too.
    pub(super) fn new(
        scope: &mut Scope,
        description: &ContactDescription,
    ) -> Result<(ContactModel, Expr), LagrangianError> {
        let key = format!("lagrangian.contact.{}", description.name);
        let gap = read_gap(scope, &key, &description.gap)?;
        let (kind, coefficients) = read_friction(scope, &key, description)?;
        let rows = read_rows(scope, &key, description, gap, &kind)?;
        let mut outputs = Vec::new();
        let mut columns = Vec::new();
        for (row, rate) in rows {
            let used = row.iter().enumerate().filter(|(_, a)| !scope.graph.is(**a, 0.0));
            let (dofs, entries): (Vec<usize>, Vec<Expr>) = used.map(|(i, a)| (i, *a)).unzip();
            columns.push(dofs);
            outputs.extend(entries);
            outputs.push(rate);
        }
        let mut constant = [0.0; 4];
        let mut fixed = true;
        for (value, expr) in constant.iter_mut().zip(&coefficients) {
            let known = scope.graph.value(*expr);
            fixed &= known.is_some();
            *value = known.unwrap_or(f64::NAN);
        }
        outputs.extend(coefficients);
        let model = ContactModel {
            tape: Tape::compile(&scope.graph, &outputs, 1 + scope.n()),
            columns,
            fixed: fixed.then(|| kind.friction(constant)),
            kind,
            restitution: read_restitution(scope, &key, &description.restitution)?,
        };
        Ok((model, gap))
    }

    /// Adds the contact to the list.
    pub(super) fn evaluate(&mut self, id: u64, gap: f64, inputs: &[&[f64]], out: &mut Contacts) {
        self.tape.run(inputs);
        let mut next = 0;
        for dofs in &self.columns {
            for dof in dofs {
                out.jacobian.entry(*dof, self.tape.output(next));
                next += 1;
            }
            out.end_row(self.tape.output(next));
            next += 1;
        }
        let friction = match &self.fixed {
            Some(friction) => friction.clone(),
            None => self
                .kind
                .friction([0, 1, 2, 3].map(|i| self.tape.output(next + i))),
        };
        out.list.push(Contact {
            id,
            gap,
            friction,
            restitution: self.restitution,
        });
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

fn read_gap(scope: &mut Scope, key: &str, text: &str) -> Result<Expr, LagrangianError> {
    let key = format!("{key}.gap");
    let gap = scope.read(&key, text, Uses::Configuration)?;
    scope.watch(&key, "the gap", gap);
    if scope.depends_on_q(gap) {
        return Ok(gap);
    }
    Err(LagrangianError::new(
        &key,
        "depends on no coordinate, so that no motion can open or close it: write the distance in the coordinates",
    ))
}

fn read_friction(
    scope: &mut Scope,
    key: &str,
    description: &ContactDescription,
) -> Result<(Kind, [Expr; 4]), LagrangianError> {
    let zero = scope.graph.constant(0.0);
    let mut c = [zero; 4];
    let friction_key = format!("{key}.friction");
    let mut read = |slot: usize, scalar: &Scalar| -> Result<(), LagrangianError> {
        c[slot] = scope.scalar(&friction_key, scalar, Uses::Configuration)?;
        scope.watch(&friction_key, "the coefficient", c[slot]);
        Ok(())
    };
    let mut shape = match &description.friction {
        FrictionDescription::None => Shape::None,
        FrictionDescription::Mu(mu) => {
            read(0, mu)?;
            Shape::Round
        }
        FrictionDescription::Ellipse([a, b]) => {
            read(0, a)?;
            read(1, b)?;
            Shape::Ellipse
        }
        FrictionDescription::Asymmetric { minus, plus } => {
            read(0, minus)?;
            read(1, plus)?;
            Shape::Asymmetric
        }
        FrictionDescription::StaticKinetic { stick, slip } => {
            read(0, stick)?;
            read(1, slip)?;
            Shape::StaticKinetic
        }
        FrictionDescription::Facets { facets, mu } => {
            read(0, mu)?;
            Shape::Facets(*facets)
        }
        FrictionDescription::Curve(points) => Shape::Curve(check_curve(&friction_key, points)?),
    };
    for (slot, name, scalar) in [
        (2, "torsion", &description.torsion),
        (3, "rolling", &description.rolling),
    ] {
        if let Some(scalar) = scalar {
            let key = format!("{key}.{name}");
            c[slot] = scope.scalar(&key, scalar, Uses::Configuration)?;
            scope.watch(&key, "the coefficient", c[slot]);
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

type Row = (Vec<Expr>, Expr);

fn read_rows(
    scope: &mut Scope,
    key: &str,
    description: &ContactDescription,
    gap: Expr,
    kind: &Kind,
) -> Result<Vec<Row>, LagrangianError> {
    let normal: Vec<Expr> = (0..scope.n()).map(|i| scope.by_q(gap, i)).collect();
    let rate = scope.by_time(gap);
    watch_row(scope, &format!("{key}.gap"), "the rate of the gap", &normal, rate);
    let mut rows = vec![(normal, rate)];
    // Formulas are read and checked even where the law has no use for them.
    let lists = [
        ("slip", description.slip.as_slice(), kind.shape != Shape::None),
        ("spin", description.spin.as_slice(), kind.torsion),
        ("roll", description.roll.as_slice(), kind.rolling),
    ];
    for (name, texts, used) in lists {
        for (i, text) in texts.iter().enumerate() {
            let place = if texts.len() > 1 {
                format!("[{i}]")
            } else {
                String::new()
            };
            let row = read_velocity(scope, &format!("{key}.{name}{place}"), text)?;
            if used {
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

fn watch_row(scope: &mut Scope, key: &str, what: &str, row: &[Expr], rate: Expr) {
    for entry in row.iter().chain([&rate]) {
        scope.watch(key, what, *entry);
    }
}

/// A velocity affine in q': its row and its value at q' = 0.
fn read_velocity(scope: &mut Scope, key: &str, text: &str) -> Result<Row, LagrangianError> {
    let velocity = scope.read(key, text, Uses::Motion)?;
    let row: Vec<Expr> = (0..scope.n()).map(|i| scope.by_v(velocity, i)).collect();
    let remedy = "write a sum of velocities with coefficients in t and the coordinates";
    for (i, entry) in row.iter().enumerate() {
        if let Some(name) = scope.velocity_in(*entry) {
            let by = &scope.coordinates[i];
            let message = format!(
                "is not affine in the velocities: its derivative by {by}' depends on {name}'; {remedy}"
            );
            return Err(LagrangianError::new(key, message));
        }
    }
    let rate = scope.at_rest(velocity);
    watch_row(scope, key, "the velocity", &row, rate);
    let linear = scope.dot_velocity(&row);
    let sum = scope.graph.add(linear, rate);
    if let Some((point, expected, found)) = same_function(scope, velocity, sum) {
        let message = format!(
            "is not affine in the velocities: at {point} it is {expected}, its affine part {found}; {remedy}"
        );
        return Err(LagrangianError::new(key, message));
    }
    if row.iter().all(|entry| scope.graph.is(*entry, 0.0)) {
        let message = "depends on no velocity: velocities are written with a prime, as x'";
        return Err(LagrangianError::new(key, message));
    }
    Ok((row, rate))
}

fn read_restitution(
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
