//! Contact problems by seed, in fourteen families from plain to hopeless.
//!
//! ```text
//! W = H M⁻¹ Hᵀ,   M diagonal with masses and inertias by body,   H blocks over one or two bodies
//! b = H v + what the family adds
//! ```
//! Every family mixes all laws. Sizes are 1 to 8 blocks as a rule and up to 60 now and then. A problem is a
//! function of (family, seed) alone. The products are made in plain doubles: the problem is what comes out.

mod bodies;

use crate::problem::{Entry, Law, Operator, Problem};
use crate::random::Random;
use bodies::{BODY, World, any_law, bounded, by_factors, coefficient, contact_law, dense, world};

/// The families.
pub const NAMES: [&str; 14] = [
    "plain",
    "singular",
    "duplicated",
    "masses",
    "friction",
    "mixed-scales",
    "indefinite",
    "unsymmetric",
    "near-infeasible",
    "infeasible",
    "tiny",
    "huge",
    "factored",
    "joints",
];

/// One problem in so many is large.
const LARGE_EVERY: f64 = 0.02;
/// Up to this share, one or two blocks: faults are seen best where nothing else is going on.
const FEW_EVERY: f64 = 0.4;
/// Blocks of a large problem, at most.
const LARGE: usize = 60;
/// Blocks of the other problems, at most.
const SMALL: usize = 8;

/// The problem of that family and seed; an unknown family is taken for `plain`.
pub fn make(family: &str, seed: u64) -> Problem {
    let stream = NAMES.iter().position(|name| *name == family).unwrap_or(0) as u64;
    let rng = &mut Random::new(seed, stream);
    let blocks = match rng.unit() {
        x if x < LARGE_EVERY => rng.count(SMALL + 1, LARGE),
        x if x < FEW_EVERY => rng.count(1, 2),
        _ => rng.count(1, SMALL),
    };
    match family {
        "singular" => dense(&singular(rng, blocks)),
        "duplicated" => dense(&duplicated(rng, blocks)),
        "masses" => masses(rng, blocks),
        "friction" => dense(&friction(rng, blocks)),
        "mixed-scales" => mixed_scales(rng, blocks),
        "indefinite" => indefinite(rng, blocks),
        "unsymmetric" => unsymmetric(rng, blocks),
        "near-infeasible" => pressed(rng, blocks, true),
        "infeasible" => pressed(rng, blocks, false),
        "tiny" => extreme(rng, blocks, -150.0),
        "huge" => extreme(rng, blocks, 150.0),
        "factored" => factored(rng, blocks),
        "joints" => dense(&joints(rng, blocks)),
        _ => dense(&world(rng, blocks, 2 * blocks, &any_law)),
    }
}

/// Few bodies: more rows than degrees of freedom.
fn singular(rng: &mut Random, blocks: usize) -> World {
    let bodies = 1 + blocks / 6;
    world(rng, blocks + 2, bodies, &any_law)
}

/// Some contacts twice or three times, to the last bit.
fn duplicated(rng: &mut Random, blocks: usize) -> World {
    let one = world(rng, blocks, 2 * blocks, &any_law);
    let mut out = World {
        mass: one.mass.clone(),
        rows: Vec::new(),
        laws: Vec::new(),
        b: Vec::new(),
    };
    let mut at = 0;
    for law in &one.laws {
        let rows = at..at + law.rows().len();
        at = rows.end;
        for _ in 0..rng.count(1, 3) {
            out.laws.push(*law);
            out.rows.extend_from_slice(&one.rows[rows.clone()]);
            out.b.extend_from_slice(&one.b[rows.clone()]);
        }
    }
    out
}

/// Masses over twelve powers of ten, explicit or by factors.
fn masses(rng: &mut Random, blocks: usize) -> Problem {
    let mut out = world(rng, blocks, blocks + 1, &any_law);
    let decades = rng.pick(&[3.0, 6.0, 9.0, 12.0], 6.0);
    for body in out.mass.chunks_mut(BODY) {
        let factor = rng.decade(-0.5 * decades, 0.5 * decades);
        for m in body {
            *m *= factor;
        }
    }
    if rng.chance(0.5) {
        dense(&out)
    } else {
        by_factors(&out)
    }
}

/// Coefficients of friction from 0 to 1e15.
fn friction(rng: &mut Random, blocks: usize) -> World {
    // Half of the problems have large coefficients only: there a normal defect hides behind them best.
    let large = rng.chance(0.5);
    let mu = move |rng: &mut Random| match rng.below(5) {
        _ if large => rng.decade(3.0, 15.0),
        0 => 0.0,
        1 => rng.decade(-15.0, -2.0),
        2 => rng.decade(0.0, 3.0),
        3 => rng.decade(3.0, 15.0),
        _ => coefficient(rng),
    };
    let law = move |rng: &mut Random| contact_law(rng, &mu);
    world(rng, blocks, 2 * blocks, &law)
}

/// Blocks of W and b over eleven powers of ten, as units or bodies of very different sizes make them.
fn mixed_scales(rng: &mut Random, blocks: usize) -> Problem {
    let apart = rng.chance(0.4);
    let mut out = world(rng, blocks + 1, 2 * blocks, &any_law);
    if apart {
        // Blocks on bodies of their own: no block sees another.
        let bodies = out.laws.len();
        let mut at = 0;
        for (body, law) in out.laws.iter().enumerate() {
            for _ in law.rows() {
                let line = &mut out.rows[at];
                line.truncate(BODY);
                for entry in line {
                    entry.0 = body * BODY + entry.0 % BODY;
                }
                at += 1;
            }
        }
        let mass = out.mass.iter().copied().cycle().take(bodies * BODY).collect();
        out.mass = mass;
    }
    let weak = (apart && rng.chance(0.7)).then(|| rng.decade(-15.0, -7.0));
    let (of_w, of_b) = (rng.chance(0.6), rng.chance(0.7));
    let mut at = 0;
    for law in &out.laws {
        // At the ends of the range a small block is beside a large one more often.
        let ends = rng.chance(0.5);
        let mut size = || {
            if ends {
                rng.pick(&[3e-6, 3e5], 1.0)
            } else {
                rng.decade(-5.5, 5.5)
            }
        };
        let (w, b) = (size(), size());
        for _ in law.rows() {
            if of_w {
                out.rows[at].iter_mut().for_each(|entry| entry.1 *= w);
                out.b[at] *= w;
            }
            if of_b {
                out.b[at] *= b;
            }
            at += 1;
        }
    }
    let mut problem = dense(&out);
    if let (Some(weak), Operator::Dense(w)) = (weak, &mut problem.operator) {
        // All blocks see each other a little: one problem, in which a small block is easily overlooked.
        let n = problem.b.len();
        for i in 0..n {
            for j in 0..i {
                if w[i * n + j] != 0.0 {
                    continue;
                }
                w[i * n + j] = weak * rng.normal() * (w[i * n + i] * w[j * n + j]).sqrt();
                w[j * n + i] = w[i * n + j];
            }
        }
    }
    problem
}

/// W less a random symmetric part: no energy stands behind it.
fn indefinite(rng: &mut Random, blocks: usize) -> Problem {
    let out = world(rng, blocks, blocks + 1, &any_law);
    let mut problem = dense(&out);
    let n = problem.rows();
    let part = rng.decade(-1.0, 1.0);
    if let Operator::Dense(w) = &mut problem.operator {
        for i in 0..n {
            for j in 0..=i {
                let x = part * rng.normal();
                w[i * n + j] -= x;
                if i != j {
                    w[j * n + i] -= x;
                }
            }
        }
    }
    problem
}

/// W with a random unsymmetric part, as implicit gyroscopic terms and state-dependent laws make it.
fn unsymmetric(rng: &mut Random, blocks: usize) -> Problem {
    let out = world(rng, blocks, 2 * blocks, &any_law);
    let mut problem = dense(&out);
    let part = rng.decade(-3.0, 0.3);
    if let Operator::Dense(w) = &mut problem.operator {
        for w in w {
            *w *= 1.0 + part * rng.normal();
        }
    }
    problem
}

/// Two walls that close on a body: u₁ + u₂ = b₁ + b₂ whatever the impulses; below zero there is no answer.
/// `nearly`: walls that give way by 1e-2 to 1e-10 of the body, or close by exactly nothing.
fn pressed(rng: &mut Random, blocks: usize, nearly: bool) -> Problem {
    let law = |rng: &mut Random| contact_law(rng, &coefficient);
    let mut out = world(rng, blocks + 1, blocks + 1, &law);
    let first = out.laws.first().copied().unwrap_or(Law::Unilateral);
    let size = first.rows().len();
    // The last block becomes the first one seen from the other side.
    if let Some(last) = out.laws.pop() {
        let kept = out.rows.len() - last.rows().len();
        out.rows.truncate(kept);
        out.b.truncate(kept);
    }
    let scale = norm(&out.b).max(1.0);
    let gap = match (nearly, rng.below(3)) {
        (true, 0) => 0.0,
        (true, _) => scale * rng.decade(-10.0, -2.0),
        (false, _) => -scale * rng.decade(-4.0, 0.0),
    };
    for k in 0..size {
        let line = out.rows[k].iter().map(|&(at, h)| (at, -h)).collect();
        out.rows.push(line);
        out.b.push(if k == 0 { gap - out.b[0] } else { -out.b[k] });
    }
    out.laws.push(first);
    let mut problem = dense(&out);
    face(&mut problem, size);
    if nearly && rng.chance(0.4) {
        // Walls that give way: a little more on the diagonal, and a gap that closes after all.
        let give = rng.decade(-10.0, -2.0);
        let n = problem.rows();
        if let Operator::Dense(w) = &mut problem.operator {
            (0..n).for_each(|i| w[i * n + i] *= 1.0 + give);
        }
        let far = n - size;
        problem.b[far] = -problem.b[0] - scale * rng.decade(-10.0, -4.0);
    }
    problem
}

/// Makes the last `size` rows and columns of W those of the first ones with the other sign, to the last bit.
fn face(problem: &mut Problem, size: usize) {
    let n = problem.rows();
    let far = n - size;
    if let Operator::Dense(w) = &mut problem.operator {
        for k in 0..size {
            for j in 0..far {
                w[(far + k) * n + j] = -w[k * n + j];
                w[j * n + far + k] = -w[k * n + j];
            }
        }
        for k in 0..size {
            for l in 0..size {
                w[(far + k) * n + far + l] = w[k * n + l];
            }
        }
    }
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// W of the size 10^decades, b of any size in between.
fn extreme(rng: &mut Random, blocks: usize, decades: f64) -> Problem {
    let out = world(rng, blocks, 2 * blocks, &any_law);
    let mut problem = dense(&out);
    let (of_w, of_b) = match rng.below(3) {
        0 => (1.0, 10f64.powf(decades)),
        1 => (10f64.powf(decades), 1.0),
        _ => (10f64.powf(decades), 10f64.powf(0.9 * decades)),
    };
    problem.b.iter_mut().for_each(|b| *b *= of_b);
    if let Operator::Dense(w) = &mut problem.operator {
        for w in w {
            *w *= of_w;
        }
    }
    // Bounds have the unit of an impulse.
    for law in &mut problem.laws {
        if let Law::Box(lo, hi) = law {
            (*lo, *hi) = (*lo * of_b / of_w, *hi * of_b / of_w);
        }
    }
    problem
}

/// M in parts of 1 to 12 degrees of freedom, full inside; in half of the problems with zeros stored in and
/// between them.
fn factored(rng: &mut Random, blocks: usize) -> Problem {
    let out = world(rng, blocks, 2 * blocks, &any_law);
    let dofs = out.mass.len();
    let zeros = rng.chance(0.5);
    let mut mass: Vec<Entry> = Vec::new();
    let mut at = 0;
    while at < dofs {
        let size = rng.count(1, 12).min(dofs - at);
        let dense = rng.chance(0.6);
        for i in 0..size {
            for j in 0..i {
                // Small beside the diagonal: M stays positive definite.
                let reach = (out.mass[at + i] * out.mass[at + j]).sqrt() / size as f64;
                let x = if dense {
                    reach * rng.between(-0.8, 0.8)
                } else {
                    0.0
                };
                if dense || (zeros && rng.chance(0.3)) {
                    mass.push((at + i, at + j, x));
                    mass.push((at + j, at + i, x));
                }
            }
            mass.push((at + i, at + i, out.mass[at + i]));
        }
        at += size;
    }
    for _ in 0..if zeros { rng.below(6) } else { 0 } {
        let place = (rng.below(dofs), rng.below(dofs));
        if mass.iter().all(|entry| (entry.0, entry.1) != place) {
            mass.push((place.0, place.1, 0.0));
        }
    }
    let mut problem = by_factors(&out);
    if let Operator::Factored {
        mass: old, jacobian, ..
    } = &mut problem.operator
    {
        *old = mass;
        for _ in 0..rng.below(6) {
            let place = (rng.below(out.rows.len()), rng.below(dofs));
            if jacobian.iter().all(|entry| (entry.0, entry.1) != place) {
                jacobian.push((place.0, place.1, 0.0));
            }
        }
    }
    problem
}

/// Joints of 1 to 5 rows, motors and contacts on few bodies.
fn joints(rng: &mut Random, blocks: usize) -> World {
    let law = |rng: &mut Random| match rng.below(10) {
        0..5 => Law::Bilateral,
        5 | 6 => bounded(rng),
        _ => contact_law(rng, &coefficient),
    };
    let bodies = rng.count(1 + blocks / 3, 2 + blocks);
    world(rng, 3 * blocks, bodies, &law)
}
