//! Impacts that are met before the forces of the step act: velocities jump, positions and time stand still.
//!
//! ```text
//! Poisson, all contacts at once (Anitescu, Potra, Stewart 1999, §4):
//!   compression   uᶜ = u⁻ + W rᶜ,                        (uᶜ, rᶜ) ∈ law
//!   expansion     u⁺ = uᶜ + W (i + rᵈ),                  (u⁺, rᵈ) ∈ law,     i = (e rᶜ_N, e_T rᶜ_T) given
//!   expedient     r = (1 + e) rᶜ instead of the expansion problem
//! sequential:     the fastest approaching contact alone, by its own law, until none approaches
//! incremental:    Stronge and Poisson along the normal impulse, one contact at a time (see `impact_path/`)
//! ```
//! Friction in the expansion is bounded by μ times the impulse rᵈ_N of that problem, as the paper writes it,
//! so that none acts where the given impulse alone separates. Contacts under Newton's law take their e u⁻ in
//! the compression. A sequence that does not end (e < 1 among three bodies or more) is left where what still
//! approaches is 10⁻¹² of the first impact, or after a fixed number of impacts: the soft problem of the step
//! stops the rest. Where that rest is more than a thousandth of the first approach, the step counts as one
//! that missed its laws.

mod along_path;
mod anchors;
mod one_block;
#[cfg(test)]
mod tests;

use crate::accept::Standing;
use crate::contact::{Contact, Friction, Restitution, force_law};
use crate::error::StepError;
use crate::step::Step;
use crate::step::options::{ImpactRule, Impacts, Options};
use crate::step::problem::{ProblemRows, largest, newton_shift};
use crate::step::solve::OneStep;
use crate::step::tolerances::{ENDED, SEQUENCE, UNMET};
use along_path::{along_the_impulse, incremental};
use anchors::Anchors;
use drystone_solve::delassus::Delassus;
use drystone_solve::judge::Judge;
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Solver, Stop};
use one_block::OneBlock;

/// Scratch space of the impacts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// One contact, taken out of the step problem.
    problem: ContactProblem,
    blocks: Vec<usize>,
    offsets: Vec<usize>,
    /// u of the rows in play.
    u: Vec<f64>,
    r: Vec<f64>,
    extra: Vec<f64>,
    given: Vec<f64>,
    shift: Vec<f64>,
    /// Over all rows of the step problem.
    before: Vec<f64>,
    impulses: Vec<f64>,
    total: Vec<f64>,
    dofs: Vec<f64>,
    /// Contacts that no impulse of their own stops.
    unstopped: Vec<usize>,
    judge: Judge,
}

impl Part {
    /// Whether an impulse moves the contact at all: constraints may hold its bodies.
    fn can_move(&self) -> bool {
        matches!(&self.problem.delassus, Delassus::Explicit(w) if w.values.first().is_some_and(|w| *w > 0.0))
    }
}

/// Meets the impacts: `one.rows.v_before` and `one.rows.u_before` become those after them.
pub(crate) fn meet(
    one: &mut OneStep,
    time: f64,
    solver: &mut dyn Solver,
    step: &mut Step,
) -> Result<(), StepError> {
    let mut part = std::mem::take(&mut one.impacts);
    bound_forces(one, 0.0);
    let rows = one.rows.u_before.len();
    part.total.clear();
    part.total.resize(rows, 0.0);
    let is_incremental = |c: &Contact| incremental(&c.restitution).is_some();
    let sequential = one.options.impacts == Impacts::Sequential;
    let done = if sequential || one.inputs.contacts.list.iter().any(is_incremental) {
        in_sequence(one, &mut part, time, step)
    } else {
        together(one, &mut part, solver, step);
        Ok(())
    };
    // v ← v + M̂⁻¹ Hᵀ r for the sum of all impulses.
    part.dofs.clear();
    part.dofs.resize(one.rows.v_before.len(), 0.0);
    for (i, &r) in part.total.iter().enumerate() {
        one.inputs.contacts.jacobian.add_transposed(i, r, &mut part.dofs);
        step.impulses[i] += r;
    }
    one.inputs.mass.solve(&mut part.dofs);
    for (v, push) in one.rows.v_before.iter_mut().zip(&part.dofs) {
        *v += push;
    }
    one.impacts = part;
    bound_forces(one, one.inputs.dt);
    done
}

/// The laws of motors, dry friction in joints, springs and dampers over a time `dt`.
fn bound_forces(one: &mut OneStep, dt: f64) {
    for (law, contact) in one.rows.problem.laws.iter_mut().zip(&one.inputs.contacts.list) {
        if let Friction::Force { lo, hi } = contact.friction {
            *law = force_law(lo, hi, dt);
        }
    }
    // So are springs and dampers: an impact has no time for a finite force.
    let springs = one.rows.problem.laws.len() - one.inputs.implicit.len();
    let law = if dt > 0.0 {
        Law::Bilateral
    } else {
        Law::Box { lo: 0.0, hi: 0.0 }
    };
    one.rows.problem.laws[springs..].fill(law);
}

/// All contacts in one impact.
fn together(one: &mut OneStep, part: &mut Part, solver: &mut dyn Solver, step: &mut Step) {
    let (list, rows) = (&one.inputs.contacts.list, &mut one.rows);
    let is_open = |block: usize| {
        list.get(block)
            .is_some_and(|c| c.restitution == Restitution::Open)
    };
    part.blocks.clear();
    part.blocks
        .extend((0..rows.problem.laws.len()).filter(|block| !is_open(*block)));
    if part.blocks.len() == rows.problem.laws.len() {
        part.offsets.clone_from(&rows.offsets);
        part.u.clone_from(&rows.u_before);
        std::mem::swap(&mut part.problem, &mut rows.problem);
        two_phases(part, list, &one.options, solver, step);
        std::mem::swap(&mut part.problem, &mut rows.problem);
    } else {
        part.take_blocks(rows);
        two_phases(part, list, &one.options, solver, step);
    }
    pass_on(one, part, step);
}

impl Part {
    /// Its blocks of the step problem.
    fn take_blocks(&mut self, rows: &ProblemRows) {
        let (Delassus::Explicit(from), Delassus::Explicit(w)) =
            (&rows.problem.delassus, &mut self.problem.delassus)
        else {
            return;
        };
        from.restrict(&self.blocks, w);
        self.offsets.clone_from(&w.offsets);
        self.u.clear();
        self.problem.laws.clear();
        for &block in &self.blocks {
            self.problem.laws.push(rows.problem.laws[block]);
            let own = rows.offsets[block]..rows.offsets[block + 1];
            self.u.extend_from_slice(&rows.u_before[own]);
        }
    }
}

/// The fastest approaching contact alone, again and again.
fn in_sequence(one: &mut OneStep, part: &mut Part, time: f64, step: &mut Step) -> Result<(), StepError> {
    let count = one.inputs.contacts.list.len();
    let mut held = Anchors::new(one);
    if let Some(held) = &mut held {
        take_hold(one, part, held, step);
    }
    part.unstopped.clear();
    let (mut first, mut left) = (0.0, 0.0);
    for _ in 0..SEQUENCE {
        let is_idle = |i: &usize| {
            let contact = &one.inputs.contacts.list[*i];
            contact.friction.is_force() || contact.restitution == Restitution::Open
        };
        let approach = |i: usize| -one.rows.u_before[one.rows.offsets[i]];
        // Of several equally fast the first: max_by keeps the last, so the order is reversed.
        let Some(i) = (0..count)
            .rev()
            .filter(|i| !is_idle(i) && !part.unstopped.contains(i))
            .max_by(|&i, &j| approach(i).total_cmp(&approach(j)))
        else {
            break;
        };
        let fastest = approach(i);
        first = f64::max(first, fastest);
        left = fastest / first;
        if !(left > ENDED) {
            break;
        }
        part.blocks.clear();
        part.blocks.push(i);
        extract(one, part, held.as_mut());
        if !part.can_move() {
            part.unstopped.push(i);
            continue;
        }
        if let Some((e, ending)) = incremental(&one.inputs.contacts.list[i].restitution) {
            along_the_impulse(part, e, ending).map_err(|message| StepError::Impact {
                time,
                contact: one.inputs.contacts.list[i].id,
                message,
            })?;
        } else {
            two_phases(part, &one.inputs.contacts.list, &one.options, &mut OneBlock, step);
        }
        answer(one, part, held.as_mut());
        pass_on(one, part, step);
        if !(-one.rows.u_before[one.rows.offsets[i]] <= 0.5 * fastest) {
            // Numbers fail: nothing that it does helps.
            part.unstopped.push(i);
        }
    }
    let unstopped = part
        .unstopped
        .iter()
        .map(|&i| -one.rows.u_before[one.rows.offsets[i]] / first);
    left = unstopped.fold(left, f64::max);
    if left > UNMET {
        step.solves.stop = Stop::IterationLimit;
        step.solves.stand(Standing::Refused);
    }
    Ok(())
}

/// Takes the one contact of `part` out of the step problem, softened by what holds.
fn extract(one: &OneStep, part: &mut Part, held: Option<&mut Anchors>) {
    let (Delassus::Explicit(from), Delassus::Explicit(w)) =
        (&one.rows.problem.delassus, &mut part.problem.delassus)
    else {
        return;
    };
    let block = part.blocks[0];
    let rows = one.rows.offsets[block]..one.rows.offsets[block + 1];
    part.u.clear();
    part.u.extend_from_slice(&one.rows.u_before[rows.clone()]);
    part.problem.laws.clear();
    part.problem.laws.push(one.rows.problem.laws[block]);
    for (list, entries) in [
        (&mut part.offsets, [0, rows.len()].as_slice()),
        (&mut w.offsets, &[0, rows.len()]),
        (&mut w.row_ptr, &[0, 1]),
        (&mut w.col, &[0]),
        (&mut w.start, &[0]),
        (&mut w.diagonal, &[0]),
    ] {
        list.clear();
        list.extend_from_slice(entries);
    }
    w.values.clear();
    match held {
        Some(held) => w.values.extend_from_slice(&held.response(from, block).own),
        None => w.values.extend_from_slice(from.block(from.diagonal[block])),
    }
}

/// What is to hold does so from here on: r_c = −W_cc⁻¹ u_c.
fn take_hold(one: &mut OneStep, part: &mut Part, held: &mut Anchors, step: &mut Step) {
    part.blocks.clear();
    part.blocks.extend_from_slice(&held.blocks);
    part.offsets.clear();
    part.offsets.push(0);
    part.u.clear();
    for &block in &held.blocks {
        part.u
            .extend_from_slice(&one.rows.u_before[one.rows.offsets[block]..one.rows.offsets[block + 1]]);
        part.offsets.push(part.u.len());
    }
    held.stop(&part.u, &mut part.r);
    pass_on(one, part, step);
}

/// What holds answers the impulse of the contact.
fn answer(one: &OneStep, part: &mut Part, held: Option<&mut Anchors>) {
    let (Delassus::Explicit(w), Some(held)) = (&one.rows.problem.delassus, held) else {
        return;
    };
    held.response(w, part.blocks[0]).append(&mut part.r);
    for &block in &held.blocks {
        part.blocks.push(block);
        let end = part.offsets[part.offsets.len() - 1] + w.size(block);
        part.offsets.push(end);
    }
}

/// Compression and expansion of the problem in `part`: impulses into `part.r`.
fn two_phases(
    part: &mut Part,
    contacts: &[Contact],
    options: &Options,
    solver: &mut dyn Solver,
    step: &mut Step,
) {
    let rows = part.u.len();
    let expedient = options.impact_rule == ImpactRule::Expedient;
    for x in [&mut part.r, &mut part.extra, &mut part.given, &mut part.shift] {
        x.clear();
        x.resize(rows, 0.0);
    }
    if !options.two_phase() {
        for (&block, rows) in part.blocks.iter().zip(part.offsets.windows(2)) {
            if let Some(contact) = contacts.get(block) {
                newton_shift(contact, &part.u, rows, &mut part.shift);
            }
        }
    }
    for (u, s) in part.u.iter_mut().zip(&part.shift) {
        *u += s;
    }
    let asked = (options.asked_tolerance(), largest(&part.u));
    phase(
        (&mut part.problem, &mut part.judge),
        asked,
        &mut part.u,
        &mut part.r,
        (solver, step),
    );
    for (u, s) in part.u.iter_mut().zip(&part.shift) {
        *u -= s;
    }
    let mut gives = false;
    for (&block, rows) in part.blocks.iter().zip(part.offsets.windows(2)) {
        let Some((e, tangential)) = contacts
            .get(block)
            .filter(|c| !c.friction.is_force())
            .and_then(|c| given_back(&c.restitution, options))
        else {
            continue;
        };
        part.given[rows[0]] = e * part.r[rows[0]];
        gives |= part.given[rows[0]] != 0.0;
        for k in rows[0] + 1..rows[1] {
            part.given[k] = part.r[k] * if expedient { e } else { tangential };
        }
    }
    if gives {
        part.problem.free_velocity.clone_from(&part.u);
        part.problem.relative_velocity(&part.given, &mut part.u);
        if !expedient {
            phase(
                (&mut part.problem, &mut part.judge),
                asked,
                &mut part.u,
                &mut part.extra,
                (solver, step),
            );
        }
        for ((r, given), extra) in part.r.iter_mut().zip(&part.given).zip(&part.extra) {
            *r += given + extra;
        }
    }
}

/// One problem with u at r = 0 given: its impulses into `r`, its velocities into `u`, which are sums of
/// velocities up to `summed`.
fn phase(
    (problem, judge): (&mut ContactProblem, &mut Judge),
    (tolerance, summed): (Option<f64>, f64),
    u: &mut Vec<f64>,
    r: &mut [f64],
    (solver, step): (&mut dyn Solver, &mut Step),
) {
    std::mem::swap(&mut problem.free_velocity, u);
    u.resize(r.len(), 0.0);
    step.note(&solver.solve(problem, r));
    problem.relative_velocity(r, u);
    let fastest = largest(&problem.free_velocity);
    step.certify(
        (problem, &mut |_| {}),
        (r, u),
        (judge, summed, 0.0),
        (tolerance, None),
        (fastest, 0.0),
    );
}

/// Shares of the compression impulse that come back: normal and tangential.
fn given_back(restitution: &Restitution, options: &Options) -> Option<(f64, f64)> {
    match *restitution {
        Restitution::Poisson { e, tangential } => Some((e, tangential)),
        Restitution::Newton { e, tangential } if options.two_phase() => Some((e, tangential)),
        _ => None,
    }
}

/// Every row of the step problem feels the impulses in `part.r`.
fn pass_on(one: &mut OneStep, part: &mut Part, step: &mut Step) {
    part.impulses.clear();
    part.impulses.resize(one.rows.u_before.len(), 0.0);
    for (&block, rows) in part.blocks.iter().zip(part.offsets.windows(2)) {
        let to = one.rows.offsets[block]..one.rows.offsets[block + 1];
        part.impulses[to].copy_from_slice(&part.r[rows[0]..rows[1]]);
    }
    part.before.clone_from(&one.rows.u_before);
    if let Delassus::Explicit(w) = &one.rows.problem.delassus {
        w.multiply_add(&part.impulses, &part.before, &mut one.rows.u_before);
    }
    step.energy.lose(
        &one.inputs.contacts,
        &one.rows.offsets,
        &part.impulses,
        [&part.before, &one.rows.u_before],
    );
    for (sum, r) in part.total.iter_mut().zip(&part.impulses) {
        *sum += r;
    }
}
