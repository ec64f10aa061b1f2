//! LCP, relay and mixed LCP problems.
//!
//! ```text
//! w = M z + q,   −w ∈ N_[lo,hi](z)         LCP: lo = 0, hi = ∞;  equation: lo = −∞, hi = ∞;  relay: as given
//! M = [A C; D B]  when the file gives the four parts of a mixed problem
//! ```

use super::matrix::matrix;
use super::tokens::{Tokens, quoted};
use crate::error::Fault;
use crate::problems::file::{File, Kind, Problem};
use drystone_solve::problem::{Lcp, Matrix, MixedLcp};
use nalgebra::DMatrix;

pub(crate) fn lcp_or_relay(name: &str, path: &str, t: &mut Tokens<'_>) -> Result<File, Fault> {
    let most = t.left();
    let line = t.line();
    let n = t.count(most, "size of the LCP")?;
    let matrix = matrix(t, most, "M")?;
    check_square(&matrix, n, line)?;
    let q = t.reals(n, "q")?;
    if let Some((lower, upper)) = bounds(t, n)
        && !path.to_ascii_lowercase().contains("lcp")
    {
        for _ in 0..2 * n {
            t.word("bound")?;
        }
        let problem = MixedLcp {
            matrix,
            q,
            lower,
            upper,
        };
        problem.check()?;
        let mut file = File::new(name, Problem::Mixed(problem));
        file.kind = Kind::Relay;
        return Ok(file);
    }
    if let Some(word) = t.peek(0)
        && path.to_ascii_lowercase().contains("relay")
    {
        return Err(Fault::line(
            t.line(),
            format!("{} after q", quoted(word)),
            format!("{n} lower bounds and {n} upper bounds, each lower one at most its upper one"),
        ));
    }
    let problem = Lcp { matrix, q };
    problem.check()?;
    Ok(File::new(name, Problem::Lcp(problem)))
}

/// The 2n bounds that follow, if they are numbers in order.
fn bounds(t: &Tokens<'_>, n: usize) -> Option<(Vec<f64>, Vec<f64>)> {
    let mut ahead = t.clone();
    ahead.enough(n.checked_mul(2)?, "bounds").ok()?;
    let mut list = || -> Option<Vec<f64>> { (0..n).map(|_| ahead.bound("bound").ok()).collect() };
    let (lower, upper) = (list()?, list()?);
    let ordered = lower.iter().zip(&upper).all(|(lo, hi)| lo <= hi);
    ordered.then_some((lower, upper))
}

fn check_square(matrix: &Matrix, n: usize, line: usize) -> Result<(), Fault> {
    let (rows, cols) = matrix.shape();
    if (rows, cols) == (n, n) {
        return Ok(());
    }
    Err(Fault::line(
        line,
        format!("a matrix of {rows} × {cols}"),
        format!("{n} × {n}"),
    ))
}

pub(crate) fn mixed(name: &str, t: &mut Tokens<'_>) -> Result<File, Fault> {
    let most = t.left();
    let line = t.line();
    let storage = (t.count(1, "flag of M")?, t.count(1, "flag of A, B, C, D")?);
    let n = t.count(most, "number of equations")?;
    let m = t.count(most, "number of complementarity rows")?;
    if n + m == 0 {
        return Err(Fault::line(line, "a problem of size 0", "at least one row"));
    }
    let whole = if storage.0 == 1 {
        let kinds = blocks(t, n, m)?;
        let line = t.line();
        let matrix = matrix(t, most, "M")?;
        check_square(&matrix, n + m, line)?;
        let q = t.reals(n + m, "q")?;
        Some(with_bounds(matrix, q, &kinds))
    } else {
        None
    };
    let parts = if storage.1 == 1 {
        let (matrix, q) = four_parts(t, n, m)?;
        let kinds: Vec<bool> = (0..n + m).map(|i| i >= n).collect();
        Some(with_bounds(matrix, q, &kinds))
    } else {
        None
    };
    let Some(problem) = whole.or(parts) else {
        return Err(Fault::line(
            line,
            "neither M nor A, B, C, D",
            "one of them: a flag of 1",
        ));
    };
    problem.check()?;
    let mut file = File::new(name, Problem::Mixed(problem));
    file.kind = Kind::Mlcp;
    Ok(file)
}

/// Whether each row is a complementarity row, from the ends and types of the blocks.
fn blocks(t: &mut Tokens<'_>, n: usize, m: usize) -> Result<Vec<bool>, Fault> {
    let line = t.line();
    let mut ends = vec![t.count(0, "begin of the first block")?];
    while let Some(&last) = ends.last()
        && last < n + m
    {
        let end = t.count(n + m, "end of a block")?;
        if end <= last {
            return Err(Fault::line(
                line,
                format!("a block from {last} to {end}"),
                "ends that rise",
            ));
        }
        ends.push(end);
    }
    let mut kinds = Vec::with_capacity(n + m);
    for w in ends.windows(2) {
        let is_complementarity = t.count(1, "type of a block")? == 1;
        kinds.resize(kinds.len() + w[1] - w[0], is_complementarity);
    }
    let found = kinds.iter().filter(|&&k| k).count();
    if found != m {
        return Err(Fault::line(
            line,
            format!("blocks with {found} complementarity rows"),
            format!("{m}"),
        ));
    }
    Ok(kinds)
}

fn with_bounds(matrix: Matrix, q: Vec<f64>, kinds: &[bool]) -> MixedLcp {
    let lower = |&k: &bool| if k { 0.0 } else { f64::NEG_INFINITY };
    MixedLcp {
        matrix,
        q,
        lower: kinds.iter().map(lower).collect(),
        upper: vec![f64::INFINITY; kinds.len()],
    }
}

/// A, B, C, D row by row, then a and b: M = [A C; D B], q = (a, b).
fn four_parts(t: &mut Tokens<'_>, n: usize, m: usize) -> Result<(Matrix, Vec<f64>), Fault> {
    let size = n + m;
    let count = size.saturating_mul(size);
    t.enough(count, "A, B, C, D")?;
    let mut out = DMatrix::zeros(size, size);
    for (what, row, rows, col, cols) in [
        ("A", 0, n, 0, n),
        ("B", n, m, n, m),
        ("C", 0, n, n, m),
        ("D", n, m, 0, n),
    ] {
        for i in 0..rows {
            for j in 0..cols {
                out[(row + i, col + j)] = t.real(what)?;
            }
        }
    }
    let mut q = t.reals(n, "a")?;
    q.extend(t.reals(m, "b")?);
    Ok((Matrix::Dense(out), q))
}
