//! Friction problems, local and global, with and without rolling.
//!
//! ```text
//! local    u = W r + q               global   M v = H r + f,   u = Hᵀ v + w
//! ```

use super::matrix::matrix;
use super::tokens::Tokens;
use crate::error::Fault;
use crate::problems::fclib::from_global;
use crate::problems::file::{File, GlobalTerms, Problem};
use drystone_solve::law::Law;
use drystone_solve::problem::{ContactProblem, Matrix};

/// Sizes of a file: dimension, contacts, rows.
struct Head {
    dim: usize,
    nc: usize,
    m: usize,
}

pub(crate) fn parse(name: &str, t: &mut Tokens<'_>) -> Result<File, Fault> {
    let most = t.left();
    let dim = t.count(5, "dimension: 2, 3, or 5 with rolling")?;
    let line = t.line();
    let nc = t.count(most, "number of contacts")?;
    let m = dim * nc;
    let head = Head { dim, nc, m };
    let first = matrix(t, most, "the first matrix")?;
    let n = first.shape().0;
    if first.shape() != (n, n) {
        return Err(Fault::line(
            line,
            format!("a first matrix of {} × {}", n, first.shape().1),
            "a square one",
        ));
    }
    let next = |k: usize| t.peek(k).and_then(|w| w.parse::<usize>().ok());
    let header = next(0).is_some_and(|s| s <= 2) && next(1) == Some(n) && next(2) == Some(m);
    // W is followed by q, mu, mu_r and a flag; M by another matrix, which is longer than that.
    if header && (n != m || t.left() > m + 2 * nc + 1) {
        return global(name, t, &head, &first);
    }
    if n != m {
        return Err(Fault::line(
            t.line(),
            format!("a first matrix of {n} × {n}, and no second one of {n} × {m} after it"),
            format!("{m} × {m} for {nc} contacts in dimension {dim}, or M and then H"),
        ));
    }
    local(name, t, &head, &first)
}

fn local(name: &str, t: &mut Tokens<'_>, head: &Head, w: &Matrix) -> Result<File, Fault> {
    let q = t.reals(head.m, "q")?;
    let laws = laws(t, head)?;
    let problem = ContactProblem::from_sparse(&w.to_sparse(), q, laws)?;
    Ok(File::new(name, Problem::Contact(problem)))
}

fn global(name: &str, t: &mut Tokens<'_>, head: &Head, mass: &Matrix) -> Result<File, Fault> {
    let most = t.left();
    let h = matrix(t, most, "H")?;
    let force = t.reals(mass.shape().0, "f")?;
    let offset = t.reals(head.m, "w")?;
    let laws = laws(t, head)?;
    let terms = GlobalTerms { force, offset };
    let jacobian = h.to_sparse().transposed();
    let problem = from_global(mass.to_sparse(), jacobian, &terms, laws)?;
    let mut file = File::new(name, Problem::Contact(problem));
    file.global = Some(terms);
    Ok(file)
}

/// mu, mu_r when the contacts roll, and the flag that may end the file.
fn laws(t: &mut Tokens<'_>, head: &Head) -> Result<Vec<Law>, Fault> {
    let line = t.line();
    let mu = coefficients(t, head.nc, "mu")?;
    // A planar problem with rolling has dimension 3 too: a second list of coefficients tells.
    let left = t.left();
    let flag = left > 0 && t.peek(left - 1).is_some_and(|w| w == "0" || w == "1");
    let numbers = left - usize::from(flag);
    let planar_rolling = head.dim == 3 && (numbers == head.nc || (left == head.nc && left > 1));
    let out = if head.dim == 5 || planar_rolling {
        let roll = coefficients(t, head.nc, "mu_r")?;
        let pairs = mu.iter().zip(roll);
        pairs
            .map(|(&mu, rolling)| match head.dim {
                5 => Law::Rolling { mu, rolling },
                _ => Law::PlanarRolling { mu, rolling },
            })
            .collect()
    } else {
        let law = |&mu: &f64| match head.dim {
            2 => Law::Planar { mu },
            _ => Law::Coulomb { mu },
        };
        mu.iter().map(law).collect()
    };
    match t.left() {
        0 => Ok(out),
        1 if flag => {
            t.word("flag")?;
            Ok(out)
        }
        left => Err(Fault::line(
            line,
            format!("{left} values too many at the end"),
            "q, mu and nothing else, or M and H with q, b, mu: check the sizes",
        )),
    }
}

fn coefficients(t: &mut Tokens<'_>, count: usize, what: &str) -> Result<Vec<f64>, Fault> {
    t.enough(count, what)?;
    let mut out = Vec::with_capacity(count);
    for _ in 0..count {
        let line = t.line();
        let x = t.real(what)?;
        if !(x >= 0.0) {
            return Err(Fault::line(
                line,
                format!("{what} = {x}"),
                "a coefficient of at least 0",
            ));
        }
        out.push(x);
    }
    Ok(out)
}
