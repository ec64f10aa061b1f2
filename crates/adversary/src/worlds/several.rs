//! Whether two views of a world part because a step has several solutions: shown, not assumed.
//!
//! ```text
//! k       the first step after which the two views are apart
//! P       a contact problem of step k, as the solver was given it, and its answer r
//! r'      what methods make of other guesses
//! shown   r and r' both keep the laws of P (judge, double-double) to 1e-9, and |u(r) − u(r')| > 1e-6 max
//!         |u|; where the step has several problems, compression and expansion, also |r − r'| > 1e-6 max |r|
//! ```
//! A box that slides on its four corners has such steps: the normal impulses of the corners are not
//! determined, their friction points in four directions, and so the motion depends on them. So has a body
//! that strikes with a corner and hangs on a joint that carries as well: what the corner takes is not
//! determined, and Poisson's law gives a share of it back. What must agree then is what every solution has:
//! the certificate, the books and the energy of either view ([`super::judge::faults`]). Not looked for:
//! several solutions of other steps than the first that parts the views.

use super::judge::{SAME, apart, faults};
use super::run_with::{problems_of_step, run};
use super::{Seen, World, text};
use crate::judge::{Scaled, measure_scaled};
use crate::problem::Problem;
use crate::random::Random;
use crate::solve_with::solve_from;
use std::time::Duration;

/// Largest defect of an answer that counts, as a share of the velocities, and of a block as a share of its
/// own.
const KEPT: [f64; 2] = [1e-9, 1e-6];
/// Least distance of two answers, as a share of the largest velocity: a thousand defects.
const APART: f64 = 1e-6;
/// Guesses for each method.
const GUESSES: usize = 12;
const METHODS: [&str; 2] = ["gauss-seidel", "auto"];

/// How far another answer of `problem` is from `r` where both keep the laws and they are apart: in the
/// velocities, as a share of the largest, or in the impulses where these count too.
pub fn second_answer(problem: &Problem, r: &[f64], impulses: bool) -> Option<f64> {
    let scaled = Scaled::new(problem)?;
    let keeps = |r: &[f64]| {
        let found = measure_scaled(&scaled, r);
        found.whole <= KEPT[0] && found.own.0 <= KEPT[1]
    };
    let both = |r: &[f64]| -> [Vec<f64>; 2] {
        let r = scaled.impulses(r);
        let (u, _) = scaled.velocities(&r);
        [u, r].map(|x| x.iter().map(|x| x.hi).collect())
    };
    if !keeps(r) {
        return None;
    }
    let largest = |x: &[f64]| x.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let free: Vec<f64> = scaled.b.iter().map(|b| b.hi).collect();
    let own = both(r);
    let size = [largest(&own[0]).max(largest(&free)), largest(&own[1])];
    let rng = &mut Random::new(r.len() as u64, 7);
    for _ in 0..GUESSES {
        let guess: Vec<f64> = r.iter().map(|r| r * rng.between(0.0, 2.0)).collect();
        for method in METHODS {
            let other = solve_from(problem, method, &guess)?;
            if !keeps(&other) {
                continue;
            }
            let other = both(&other);
            for kind in 0..if impulses { 2 } else { 1 } {
                let pairs = own[kind].iter().zip(&other[kind]);
                let far = pairs.fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()));
                if far > APART * size[kind] {
                    return Some(far / size[kind]);
                }
            }
        }
    }
    None
}

/// Why two views of a world may part: the step, and how far two answers of its problem are apart. `None`
/// where that cannot be shown, or where one of the views has a fault of its own.
pub fn shown(world: &World, seen: &Seen, limit: Duration) -> Option<String> {
    let until = |steps: usize| {
        let mut world = world.clone();
        world.run.t_end = steps as f64 * world.run.step;
        world
    };
    let far = |steps: usize| {
        let world = until(steps);
        let own = run(&text(&world, &Seen::default()), limit);
        apart(&world, seen, limit, &own)
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number of steps"
    )]
    let (mut together, mut parted) = (0, (world.run.t_end / world.run.step).floor() as usize);
    if far(parted)? <= SAME {
        return None;
    }
    while parted - together > 1 {
        let middle = usize::midpoint(together, parted);
        if far(middle)? <= SAME {
            together = middle;
        } else {
            parted = middle;
        }
    }
    for seen in [&Seen::default(), seen] {
        if !faults(world, &run(&text(world, seen), limit)).is_empty() {
            return None;
        }
    }
    let found = problems_of_step(&text(world, &Seen::default()), parted);
    // An expansion gives back what a compression took: its impulses count.
    let phases = found.len() > 1;
    let apart = found
        .iter()
        .find_map(|(problem, r)| second_answer(problem, r, phases))?;
    Some(format!(
        "step {parted} has two certified answers, {apart:.1e} of their size apart"
    ))
}
