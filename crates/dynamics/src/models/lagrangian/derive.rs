//! From energies to the equations of motion.
//!
//! ```text
//! d/dt ∂T/∂q' − ∂T/∂q + ∂V/∂q = Q
//! M = ∂²T/∂q'∂q'       f = Q − ∂V/∂q + ∂T/∂q − (∂²T/∂q'∂q) q' − ∂²T/∂q'∂t
//! ```
//! T may have terms of degree 1 and 0 in the velocities, T = T₂ + T₁ + T₀ (rotating frames, driven supports).
//! The energy with a balance is then Jacobi's integral T₂ + (V − T₀), which changes by Q·q' + ∂V/∂t − ∂T/∂t.

use super::LagrangianError;
use super::check::same_function;
use super::scope::{Scope, Uses};
use crate::formula::Expr;
use crate::models::lagrangian::description::LagrangianDescription;

/// The expressions that a system is made of.
pub(super) struct Equations {
    /// M, row-major.
    pub(super) mass: Vec<Expr>,
    /// f.
    pub(super) force: Vec<Expr>,
    /// ∂f/∂q and then ∂f/∂v, both row-major.
    pub(super) jacobian: Vec<Expr>,
    /// T₂ and V − T₀.
    pub(super) energy: [Expr; 2],
    /// Q·q' + ∂V/∂t − ∂T/∂t.
    pub(super) power: Expr,
}

/// Reads the energies and forces and derives the equations of motion.
pub(super) fn equations(
    scope: &mut Scope,
    description: &LagrangianDescription,
) -> Result<Equations, LagrangianError> {
    let n = scope.n();
    let kinetic = scope.read("lagrangian.kinetic", &description.kinetic, Uses::Motion)?;
    scope.watch("lagrangian.kinetic", "T", kinetic);
    let potential = scope.scalar(
        "lagrangian.potential",
        &description.potential,
        Uses::Configuration,
    )?;
    scope.watch("lagrangian.potential", "V", potential);
    let applied = applied_forces(scope, description)?;

    let momentum: Vec<Expr> = (0..n).map(|i| scope.by_v(kinetic, i)).collect();
    let mass = mass_matrix(scope, &momentum)?;
    let rest = scope.at_rest(kinetic);
    let linear: Vec<Expr> = momentum.iter().map(|p| scope.at_rest(*p)).collect();
    let quadratic = quadratic_part(scope, &mass, kinetic, rest, &linear)?;

    let mut force = Vec::with_capacity(n);
    for i in 0..n {
        let f = generalised_force(scope, (kinetic, potential), momentum[i], applied[i], i);
        scope.watch(
            "lagrangian",
            &format!("the force on {}", scope.coordinates[i].clone()),
            f,
        );
        force.push(f);
    }
    let mut jacobian = Vec::with_capacity(2 * n * n);
    for f in &force {
        jacobian.extend((0..n).map(|j| scope.by_q(*f, j)));
    }
    for f in &force {
        jacobian.extend((0..n).map(|j| scope.by_v(*f, j)));
    }
    let work = scope.dot_velocity(&applied);
    let (drive, frame) = (scope.by_time(potential), scope.by_time(kinetic));
    let driven = scope.graph.add(work, drive);
    let power = scope.graph.sub(driven, frame);
    let potential = scope.graph.sub(potential, rest);
    Ok(Equations {
        mass,
        force,
        jacobian,
        energy: [quadratic, potential],
        power,
    })
}

fn applied_forces(
    scope: &mut Scope,
    description: &LagrangianDescription,
) -> Result<Vec<Expr>, LagrangianError> {
    let zero = scope.graph.constant(0.0);
    let mut applied = vec![zero; scope.n()];
    for (name, formula) in &description.forces {
        let i = scope.coordinate("lagrangian.forces", name)?;
        let key = format!("lagrangian.forces.{name}");
        applied[i] = scope.scalar(&key, formula, Uses::Motion)?;
        scope.watch(&key, "the force", applied[i]);
    }
    Ok(applied)
}

fn mass_matrix(scope: &mut Scope, momentum: &[Expr]) -> Result<Vec<Expr>, LagrangianError> {
    let n = momentum.len();
    let zero = scope.graph.constant(0.0);
    let mut mass = vec![zero; n * n];
    for i in 0..n {
        for j in i..n {
            let entry = scope.by_v(momentum[i], j);
            let (a, b) = (scope.coordinates[i].clone(), scope.coordinates[j].clone());
            let what = format!("∂²T/∂{a}'∂{b}'");
            if let Some(name) = scope.velocity_in(entry) {
                return Err(LagrangianError::new(
                    "lagrangian.kinetic",
                    format!(
                        "is not quadratic in the velocities: {what} depends on {name}'; write a polynomial of degree 2 in \
                         the velocities, with coefficients in t and the coordinates"
                    ),
                ));
            }
            scope.watch("lagrangian.kinetic", &what, entry);
            mass[i * n + j] = entry;
            mass[j * n + i] = entry;
        }
    }
    Ok(mass)
}

/// T₂. Also asks that T₂ + T₁ + T₀ be T: derivatives do not see the jumps of floor, sign, …
fn quadratic_part(
    scope: &mut Scope,
    mass: &[Expr],
    kinetic: Expr,
    rest: Expr,
    linear: &[Expr],
) -> Result<Expr, LagrangianError> {
    let n = linear.len();
    let rows: Vec<Expr> = (0..n)
        .map(|i| scope.dot_velocity(&mass[i * n..(i + 1) * n]))
        .collect();
    let twice = scope.dot_velocity(&rows);
    let half = scope.graph.constant(0.5);
    let quadratic = scope.graph.mul(half, twice);
    let affine = scope.dot_velocity(linear);
    let sum = scope.graph.add(quadratic, affine);
    let sum = scope.graph.add(sum, rest);
    if let Some((point, expected, found)) = same_function(scope, kinetic, sum) {
        return Err(LagrangianError::new(
            "lagrangian.kinetic",
            format!(
                "is not quadratic in the velocities: at {point} it is {expected}, its part of degree 2 and less \
                 {found}; write a polynomial of degree 2 in the velocities"
            ),
        ));
    }
    let homogeneous = scope.graph.is(affine, 0.0) && scope.graph.is(rest, 0.0);
    Ok(if homogeneous { kinetic } else { quadratic })
}

/// fᵢ = Qᵢ − ∂V/∂qᵢ + ∂T/∂qᵢ − Σⱼ (∂pᵢ/∂qⱼ) q'ⱼ − ∂pᵢ/∂t with pᵢ = ∂T/∂q'ᵢ.
fn generalised_force(
    scope: &mut Scope,
    (kinetic, potential): (Expr, Expr),
    momentum: Expr,
    applied: Expr,
    i: usize,
) -> Expr {
    let slope = scope.by_q(potential, i);
    let gain = scope.by_q(kinetic, i);
    let rates: Vec<Expr> = (0..scope.n()).map(|j| scope.by_q(momentum, j)).collect();
    let convected = scope.dot_velocity(&rates);
    let drift = scope.by_time(momentum);
    let g = &mut scope.graph;
    let f = g.sub(applied, slope);
    let inertial = g.sub(gain, convected);
    let inertial = g.sub(inertial, drift);
    g.add(f, inertial)
}

/// c, ∂c/∂t and the entries of each row; the rate of each row; its degrees of freedom.
pub(super) type ConstraintFormulas = (Vec<Expr>, Vec<Expr>, Vec<Vec<usize>>);

/// Reads the constraints and derives their rows.
pub(super) fn read_constraints(
    scope: &mut Scope,
    description: &LagrangianDescription,
) -> Result<ConstraintFormulas, LagrangianError> {
    let (mut outputs, mut rates, mut columns) = (Vec::new(), Vec::new(), Vec::new());
    for constraint in &description.constraints {
        let key = format!("lagrangian.constraint.{}.zero", constraint.name);
        let zero = scope.read(&key, &constraint.zero, Uses::Configuration)?;
        if !scope.depends_on_q(zero) {
            let message =
                "depends on no coordinate, so that no motion can hold it: write it in the coordinates";
            return Err(LagrangianError::new(&key, message));
        }
        let rate = scope.by_time(zero);
        let row: Vec<Expr> = (0..scope.n()).map(|i| scope.by_q(zero, i)).collect();
        rates.push(scope.turn(&row, rate));
        let used: Vec<usize> = (0..scope.n()).filter(|i| !scope.graph.is(row[*i], 0.0)).collect();
        let start = outputs.len();
        outputs.extend([zero, rate]);
        outputs.extend(used.iter().map(|i| row[*i]));
        for expr in &outputs[start..] {
            scope.watch(&key, "the constraint or its derivative", *expr);
        }
        columns.push(used);
    }
    Ok((outputs, rates, columns))
}
