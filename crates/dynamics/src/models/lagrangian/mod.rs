//! A system in generalised coordinates, from the formulas of its energies, gaps and slip velocities.
//!
//! ```text
//! M(q) q'' = f(t, q, q') + H(q)ᵀ r,      M = ∂²T/∂q'∂q',  f = Q − ∂V/∂q + ∂T/∂q − (∂²T/∂q'∂q) q' − ∂²T/∂q'∂t
//! ```
//! All derivatives are exact (see [`crate::formula`]). Sources: Moreau (1988) §2; Anitescu, Potra, Stewart
//! (1999) §2. Coefficients of friction that depend on q and t are taken at each call of `contacts` and
//! checked at the initial state; one that turns negative or NaN later is passed on, and refused by the
//! one-step problem's own check. Limits: velocities are the derivatives of the coordinates (N = 1),
//! constraints are holonomic, kinks of formulas (abs, min, floor) are differentiated on one side.

mod check;
mod contact;
mod derive;
pub mod description;
mod friction;
mod scope;
#[cfg(test)]
mod tests;

use crate::State;
use crate::contact::{Constraints, Contacts, GapMotion};
use crate::formula::{Expr, FormulaError, Tape};
use crate::gaps::{GapQuery, Gaps, Selection};
use crate::models::lagrangian::description::LagrangianDescription;
use crate::system::{Energy, ImplicitQuery, Layout, Slopes, System};
use contact::ContactModel;
use scope::{Scope, Uses};
use std::fmt;

/// What is wrong with a description, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LagrangianError {
    /// The key in the scene file, such as `lagrangian.contact.tip.gap`.
    pub key: String,
    /// The entry of the table or list under that key, if it is one of them.
    pub entry: Option<String>,
    /// What is wrong in the formula, and where, if it is in one place.
    pub formula: Option<Box<FormulaError>>,
    /// What is wrong, and the remedy.
    pub message: String,
}

impl LagrangianError {
    fn new(key: &str, message: impl Into<String>) -> Self {
        LagrangianError {
            key: key.to_owned(),
            entry: None,
            formula: None,
            message: message.into(),
        }
    }

    /// About the entry `name` of the table or list under a key: the message begins with it.
    fn entry(key: &str, name: &str, message: &str) -> Self {
        LagrangianError {
            entry: Some(name.to_owned()),
            ..LagrangianError::new(key, format!("`{name}` {message}"))
        }
    }

    fn formula(key: &str, error: &FormulaError) -> Self {
        LagrangianError {
            formula: Some(Box::new(error.clone())),
            ..LagrangianError::new(key, error.to_string())
        }
    }
}

impl fmt::Display for LagrangianError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.message)
    }
}

impl std::error::Error for LagrangianError {}

/// A gap or constraint that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    /// A contact overlaps: its name and (negative) gap.
    Gap(String, f64),
    /// A constraint is not zero: its name and value.
    Constraint(String, f64),
}

/// Gaps and constraints hold to this, in their own unit.
const TOLERANCE: f64 = 1e-9;

/// A system described by formulas.
#[derive(Clone, Debug)]
pub struct Lagrangian {
    coordinate_names: Vec<String>,
    contact_names: Vec<String>,
    constraint_names: Vec<String>,
    output_names: Vec<String>,
    mass: Tape,
    force: Tape,
    jacobian: Tape,
    energy: Tape,
    power: Tape,
    gaps: Tape,
    contacts: Vec<ContactModel>,
    /// c, ∂c/∂t and the entries of each row.
    constraints: Tape,
    /// d/dt of the velocity of each constraint at constant q'.
    constraint_rates: Tape,
    /// Degrees of freedom of each constraint.
    columns: Vec<Vec<usize>>,
    outputs: Tape,
}

impl Lagrangian {
    /// Reads a description, derives the equations of motion and checks them at the initial state.
    pub fn new(description: &LagrangianDescription) -> Result<(Lagrangian, State), LagrangianError> {
        let mut scope = Scope::new(description)?;
        let n = scope.n();
        let equations = derive::equations(&mut scope, description)?;
        let mut contacts = Vec::with_capacity(description.contacts.len());
        let mut gaps = Vec::with_capacity(description.contacts.len());
        for contact in &description.contacts {
            let (model, gap) = ContactModel::new(&mut scope, contact)?;
            contacts.push(model);
            gaps.push(gap);
        }
        let (constraints, constraint_rates, columns) = derive::read_constraints(&mut scope, description)?;
        let outputs = read_outputs(&mut scope, description)?;
        let state = initial_state(&mut scope, description)?;
        check::finite(&scope, &state)?;
        let compile = |expressions: &[Expr], inputs: usize| Tape::compile(&scope.graph, expressions, inputs);
        let mut system = Lagrangian {
            coordinate_names: description.coordinates.clone(),
            contact_names: description.contacts.iter().map(|c| c.name.clone()).collect(),
            constraint_names: description.constraints.iter().map(|c| c.name.clone()).collect(),
            output_names: description.outputs.iter().map(|(name, _)| name.clone()).collect(),
            mass: compile(&equations.mass, 1 + n),
            force: compile(&equations.force, 1 + 2 * n),
            jacobian: compile(&equations.jacobian, 1 + 2 * n),
            energy: compile(&equations.energy, 1 + 2 * n),
            power: compile(&[equations.power], 1 + 2 * n),
            gaps: compile(&gaps, 1 + n),
            contacts,
            constraints: compile(&constraints, 1 + n),
            constraint_rates: compile(&constraint_rates, 1 + 2 * n),
            columns,
            outputs: compile(&outputs, 1 + 2 * n),
        };
        system.check_initial(&state)?;
        Ok((system, state))
    }

    fn check_initial(&mut self, state: &State) -> Result<(), LagrangianError> {
        let n = self.coordinate_names.len();
        let mut mass = vec![0.0; n * n];
        self.mass(state.time, &state.q, &mut mass);
        check::positive_definite(&self.coordinate_names, mass)?;
        let mut contacts = Contacts::default();
        self.contacts(state.time, &state.q, Selection::ALL, &mut contacts);
        for (contact, name) in contacts.list.iter().zip(&self.contact_names) {
            friction::check_law(name, &contact.friction)?;
        }
        Ok(())
    }

    /// Names of the coordinates, in the order of q.
    pub fn coordinate_names(&self) -> &[String] {
        &self.coordinate_names
    }

    /// Names of the contacts; a contact's id is its place here.
    pub fn contact_names(&self) -> &[String] {
        &self.contact_names
    }

    /// Names of the constraints, in the order of their rows.
    pub fn constraint_names(&self) -> &[String] {
        &self.constraint_names
    }

    /// Names of the outputs.
    pub fn output_names(&self) -> &[String] {
        &self.output_names
    }

    /// Contacts that overlap and constraints that do not hold at a state, by more than 1e-9.
    pub fn initial_violations(&mut self, state: &State) -> Vec<Violation> {
        let inputs: [&[f64]; 2] = [&[state.time], &state.q];
        let mut found = Vec::new();
        self.gaps.run(&inputs);
        for (i, name) in self.contact_names.iter().enumerate() {
            let gap = self.gaps.output(i);
            if !(gap >= -TOLERANCE) {
                found.push(Violation::Gap(name.clone(), gap));
            }
        }
        let mut constraints = Constraints::default();
        self.constraints(state.time, &state.q, &mut constraints);
        for (name, value) in self.constraint_names.iter().zip(constraints.value) {
            if !(value.abs() <= TOLERANCE) {
                found.push(Violation::Constraint(name.clone(), value));
            }
        }
        found
    }
}

impl System for Lagrangian {
    fn layout(&self) -> Layout {
        Layout {
            constant_mass: self.mass.is_constant(),
            applies_power: self.power.constant(0) != Some(0.0),
            sprung: false,
            stiffest: 0.0,
            ..Layout::vector(self.coordinate_names.len())
        }
    }

    fn mass(&mut self, time: f64, q: &[f64], out: &mut [f64]) {
        self.mass.run(&[&[time], q]);
        self.mass.copy_outputs(out);
    }

    fn force(&mut self, time: f64, q: &[f64], v: &[f64], out: &mut [f64]) {
        self.force.run(&[&[time], q, v]);
        self.force.copy_outputs(out);
    }

    fn implicit(&mut self, asked: ImplicitQuery<'_>) -> Slopes {
        let ImplicitQuery::Slopes {
            at: (time, q),
            v,
            by_q,
            by_v,
        } = asked
        else {
            return Slopes::Unknown;
        };
        let half = self.jacobian.num_outputs() / 2;
        self.jacobian.run(&[&[time], q, v]);
        for (i, out) in by_q.iter_mut().take(half).enumerate() {
            *out = self.jacobian.output(i);
        }
        for (i, out) in by_v.iter_mut().take(half).enumerate() {
            *out = self.jacobian.output(half + i);
        }
        Slopes::General
    }

    /// Every contact whose gap is at most the margin; one whose gap is NaN too, so that nobody misses it.
    fn contacts(&mut self, time: f64, q: &[f64], asked: Selection<'_>, out: &mut Contacts) {
        let inputs: [&[f64]; 2] = [&[time], q];
        self.gaps.run(&inputs);
        match asked {
            Selection::Within(_) | Selection::Normals(_) | Selection::Reached(_) => {
                let margin = asked.margin();
                for (i, contact) in self.contacts.iter_mut().enumerate() {
                    let gap = self.gaps.output(i);
                    if !(gap > margin) {
                        contact.evaluate(i as u64, gap, &inputs, out);
                    }
                }
            }
            Selection::Named(ids) | Selection::Beside(ids) => {
                for &id in ids {
                    let i = usize::try_from(id).unwrap_or(usize::MAX);
                    if let Some(contact) = self.contacts.get_mut(i) {
                        contact.evaluate(id, self.gaps.output(i), &inputs, out);
                    }
                }
            }
        }
    }

    fn gaps(&mut self, time: f64, q: &[f64], asked: GapQuery<'_>, out: &mut Gaps) {
        let inputs: [&[f64]; 2] = [&[time], q];
        self.gaps.run(&inputs);
        out.list.clear();
        let (margin, v) = match asked {
            GapQuery::Within(margin) => (margin, None),
            GapQuery::Moving { v, margin } => (margin, Some(v)),
            GapQuery::Least => {
                let gaps = (0..self.contacts.len()).map(|i| self.gaps.output(i));
                out.least = gaps.fold(f64::INFINITY, f64::min);
                return;
            }
            GapQuery::One { v, id } => {
                let i = usize::try_from(id).unwrap_or(usize::MAX);
                if let Some(contact) = self.contacts.get_mut(i) {
                    let (gap, rate) = (self.gaps.output(i), contact.normal_velocity(&inputs, v));
                    out.list.push(GapMotion { id, gap, rate });
                }
                return;
            }
        };
        for (i, contact) in self.contacts.iter_mut().enumerate() {
            let (id, gap) = (i as u64, self.gaps.output(i));
            if !(gap > margin) {
                let rate = v.map_or(0.0, |v| contact.normal_velocity(&inputs, v));
                out.list.push(GapMotion { id, gap, rate });
            }
        }
    }

    fn constraints(&mut self, time: f64, q: &[f64], out: &mut Constraints) {
        if self.columns.is_empty() {
            return;
        }
        self.constraints.run(&[&[time], q]);
        let mut next = 0;
        for dofs in &self.columns {
            for (i, dof) in dofs.iter().enumerate() {
                out.jacobian.entry(*dof, self.constraints.output(next + 2 + i));
            }
            out.end_row(self.constraints.output(next), self.constraints.output(next + 1));
            next += 2 + dofs.len();
        }
    }

    fn row_rates(&mut self, at: (f64, &[f64]), v: &[f64], ids: &[u64], out: &mut Vec<f64>) -> bool {
        let inputs: [&[f64]; 3] = [&[at.0], at.1, v];
        for (i, contact) in self.contacts.iter_mut().enumerate() {
            if ids.binary_search(&(i as u64)).is_ok() {
                contact.add_rates(&inputs, out);
            }
        }
        self.constraint_rates.run(&inputs);
        out.extend((0..self.columns.len()).map(|i| self.constraint_rates.output(i)));
        true
    }

    /// T₂ and V − T₀: for T quadratic in the velocities, T and V.
    fn energy(&mut self, time: f64, q: &[f64], v: &[f64]) -> Energy {
        self.energy.run(&[&[time], q, v]);
        Energy {
            kinetic: self.energy.output(0),
            potential: self.energy.output(1),
        }
    }

    /// Q·q' + ∂V/∂t − ∂T/∂t: the rate of the energy without contacts and constraints.
    fn applied_power(&mut self, time: f64, q: &[f64], v: &[f64]) -> f64 {
        self.power.run(&[&[time], q, v]);
        self.power.output(0)
    }

    /// The outputs, in the order of their names.
    fn outputs(&mut self, time: f64, q: &[f64], v: &[f64], out: &mut Vec<f64>) {
        out.clear();
        if !self.output_names.is_empty() {
            self.outputs.run(&[&[time], q, v]);
            out.extend((0..self.output_names.len()).map(|i| self.outputs.output(i)));
        }
    }
}

fn read_outputs(
    scope: &mut Scope,
    description: &LagrangianDescription,
) -> Result<Vec<Expr>, LagrangianError> {
    let mut outputs = Vec::with_capacity(description.outputs.len());
    for (name, formula) in &description.outputs {
        let key = format!("lagrangian.output.{name}");
        outputs.push(scope.scalar(&key, formula, Uses::Motion)?);
    }
    Ok(outputs)
}

fn initial_state(scope: &mut Scope, description: &LagrangianDescription) -> Result<State, LagrangianError> {
    let n = scope.n();
    let mut state = State {
        time: description.time,
        q: vec![0.0; n],
        v: vec![0.0; n],
    };
    for (name, formula) in &description.initial {
        let key = format!("lagrangian.initial.{name}");
        let value = scope.number(&key, formula)?;
        match name.strip_suffix('\'') {
            Some(base) => state.v[scope.coordinate("lagrangian.initial", base)?] = value,
            None => state.q[scope.coordinate("lagrangian.initial", name)?] = value,
        }
    }
    Ok(state)
}
