//! Contacts of a Lagrangian system: rows and laws from formulas.
//!
//! ```text
//! u_N = (∂gap/∂q) q' + ∂gap/∂t          u_T = (∂slip/∂q') q' + slip(q' = 0)        spin and rolling likewise
//! ```

use super::LagrangianError;
use super::check::same_function;
use super::friction::{Kind, Shape, read_friction, read_restitution};
use super::scope::{Scope, Uses};
use crate::contact::{Contact, Contacts, Friction, Restitution};
use crate::formula::{Expr, Tape};
use crate::models::lagrangian::description::ContactDescription;

/// One contact, ready to be evaluated.
#[derive(Clone, Debug)]
pub(super) struct ContactModel {
    /// Entries of each row followed by its w, then the coefficients.
    tape: Tape,
    /// d/dt of each row's velocity at constant q'.
    rates: Tape,
    /// Degrees of freedom of each row.
    columns: Vec<Vec<usize>>,
    /// The law where nothing in it varies.
    fixed: Option<Friction>,
    kind: Kind,
    restitution: Restitution,
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
        let rates: Vec<Expr> = rows.iter().map(|(row, rate)| scope.turn(row, *rate)).collect();
        for (row, rate) in rows {
            let used = row.iter().enumerate().filter(|(_, a)| !scope.graph.is(**a, 0.0));
            let (dofs, entries): (Vec<usize>, Vec<Expr>) = used.map(|(i, a)| (i, *a)).unzip();
            columns.push(dofs);
            outputs.extend(entries);
            outputs.push(rate);
        }
        let fixed = match coefficients.map(|expr| scope.graph.value(expr)) {
            [Some(a), Some(b), Some(c), Some(d)] => Some(kind.friction([a, b, c, d])),
            _ => None,
        };
        outputs.extend(coefficients);
        let model = ContactModel {
            tape: Tape::compile(&scope.graph, &outputs, 1 + scope.n()),
            rates: Tape::compile(&scope.graph, &rates, 1 + 2 * scope.n()),
            columns,
            fixed,
            kind,
            restitution: read_restitution(scope, &key, &description.restitution)?,
        };
        Ok((model, gap))
    }

    /// d/dt of the velocities of its rows at constant q'.
    pub(super) fn add_rates(&mut self, inputs: &[&[f64]], out: &mut Vec<f64>) {
        self.rates.run(inputs);
        out.extend((0..self.columns.len()).map(|i| self.rates.output(i)));
    }

    /// The rate of its gap.
    pub(super) fn normal_velocity(&mut self, inputs: &[&[f64]], v: &[f64]) -> f64 {
        self.tape.run(inputs);
        let Some(dofs) = self.columns.first() else {
            return 0.0;
        };
        let entries = dofs.iter().enumerate();
        let rate: f64 = entries.map(|(i, dof)| self.tape.output(i) * v[*dof]).sum();
        rate + self.tape.output(dofs.len())
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
