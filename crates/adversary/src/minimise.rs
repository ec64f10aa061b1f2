//! A wrong answer made small: blocks dropped and numbers rounded while the answer stays wrong.
//!
//! Greedy: what still shows the fault after a change keeps the change. It finds a small problem, not the
//! smallest.

use crate::problem::{Law, Operator, Problem};

/// Problems tried, at most.
const TRIES: usize = 800;

/// The smaller problem; `wrong` says whether a problem still shows the fault.
pub fn minimise(problem: &Problem, wrong: &mut dyn FnMut(&Problem) -> bool) -> Problem {
    let mut best = problem.clone();
    let mut tries = 0;
    let mut attempt = |best: &mut Problem, trial: Problem| {
        tries += 1;
        let better = tries <= TRIES && trial != *best && wrong(&trial);
        if better {
            *best = trial;
        }
        better
    };
    let mut block = 0;
    while block < best.laws.len() {
        let trial = best.without(block);
        let dropped = !trial.laws.is_empty() && attempt(&mut best, trial);
        block = if dropped { 0 } else { block + 1 };
    }
    if let Operator::Factored { dofs, .. } = best.operator {
        // From the end: what is left keeps its numbers.
        for dof in (0..dofs).rev() {
            let trial = best.without_dof(dof);
            attempt(&mut best, trial);
        }
        let entries = |problem: &Problem| match &problem.operator {
            Operator::Factored { mass, jacobian, .. } => mass.iter().chain(jacobian).copied().collect(),
            Operator::Dense(_) => Vec::new(),
        };
        for entry in (0..entries(&best).len()).rev() {
            // Without its diagonal M would be another matrix.
            if entries(&best).get(entry).is_some_and(|(i, j, _)| i != j) {
                let trial = best.without_entry(entry);
                attempt(&mut best, trial);
            }
        }
    }
    for digits in [1, 2, 3, 5] {
        let trial = rounded(&best, digits, &|_| true);
        if attempt(&mut best, trial) {
            break;
        }
    }
    // Number by number: first to nothing (entries of factors are gone already), then to one digit and to two.
    let first = usize::from(matches!(best.operator, Operator::Factored { .. }));
    for digits in first..3 {
        for at in 0..numbers(&best) {
            let trial = rounded(&best, digits, &|k| k == at);
            attempt(&mut best, trial);
        }
    }
    best
}

fn numbers(problem: &Problem) -> usize {
    let operator = match &problem.operator {
        Operator::Dense(w) => w.len(),
        Operator::Factored { mass, jacobian, .. } => mass.len() + jacobian.len(),
    };
    operator + problem.b.len() + problem.laws.len()
}

/// The numbers that `which` names, rounded to so many digits; 0 digits: to zero, but for the
/// diagonals of W, M and H.
fn rounded(problem: &Problem, digits: usize, which: &dyn Fn(usize) -> bool) -> Problem {
    let mut out = problem.clone();
    let n = out.rows();
    let mut at = 0;
    // A diagonal of zeros would make any problem another one.
    let mut turn = |x: &mut f64, is_diagonal: bool| {
        if which(at) && !(digits == 0 && is_diagonal) {
            *x = round(*x, digits);
        }
        at += 1;
    };
    match &mut out.operator {
        Operator::Dense(w) => {
            for (k, x) in w.iter_mut().enumerate() {
                turn(x, k / n == k % n);
            }
            // A matrix that was symmetric stays so.
            if let Operator::Dense(old) = &problem.operator {
                for i in 0..n {
                    for j in 0..i {
                        let (a, b) = (i * n + j, j * n + i);
                        if old[a] == old[b] && w[a] != w[b] {
                            let new = if w[a] == old[a] { w[b] } else { w[a] };
                            (w[a], w[b]) = (new, new);
                        }
                    }
                }
            }
        }
        Operator::Factored { mass, jacobian, .. } => {
            for entry in mass.iter_mut().chain(jacobian) {
                turn(&mut entry.2, entry.0 == entry.1);
            }
        }
    }
    for b in &mut out.b {
        turn(b, false);
    }
    for law in &mut out.laws {
        if which(at) {
            round_law(law, digits.max(1));
        }
        at += 1;
    }
    out
}

fn round_law(law: &mut Law, digits: usize) {
    let numbers: Vec<&mut f64> = match law {
        Law::Bilateral | Law::Unilateral => vec![],
        Law::Box(a, b)
        | Law::Asymmetric(a, b)
        | Law::Torsion(a, b)
        | Law::PlanarRolling(a, b)
        | Law::Rolling(a, b)
        | Law::Elliptic([a, b]) => vec![a, b],
        Law::Planar(a) | Law::Coulomb(a) | Law::Facetted(a, _) => vec![a],
        Law::RollingTorsion(a, b, c) => vec![a, b, c],
    };
    for x in numbers {
        *x = round(*x, digits);
    }
}

/// To so many digits, by way of text: what is printed is what is kept.
fn round(x: f64, digits: usize) -> f64 {
    match digits {
        0 => 0.0,
        _ if !x.is_finite() => x,
        digits => format!("{:.*e}", digits - 1, x).parse().unwrap_or(x),
    }
}

#[cfg(test)]
mod tests {
    use super::minimise;
    use crate::families::make;
    use crate::problem::{Law, Operator, Problem};

    /// The fault to keep: some block is a joint and b is positive there. One joint and one digit are left.
    #[test]
    fn what_does_not_matter_goes_and_the_fault_stays() {
        let shows = |problem: &Problem| {
            let each = problem.laws.iter().zip(problem.offsets());
            each.filter(|(law, _)| **law == Law::Bilateral)
                .any(|(_, first)| problem.b[first] > 0.0)
        };
        let mut seen = 0;
        for problem in (0..40).map(|seed| make("joints", seed)).filter(|p| shows(p)) {
            let small = minimise(&problem, &mut |trial| shows(trial));
            seen += 1;
            assert!(shows(&small));
            assert_eq!(small.laws, [Law::Bilateral]);
            assert_eq!(
                format!("{:e}", small.b[0]).split('e').next().map(str::len),
                Some(1)
            );
            let Operator::Dense(w) = &small.operator else {
                panic!("the form changed");
            };
            assert!(w[0] > 0.0);
        }
        assert!(seen > 10, "{seen} problems");
    }
}
