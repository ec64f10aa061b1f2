//! Siconos' text files (`.dat`): friction, rolling, global friction, LCP, mixed LCP and relay problems.
//!
//! ```text
//! friction    dim nc, W, q, mu                    [mu_r with rolling]   [0 or 1]
//! global      dim nc, M, H, f, w, mu              [mu_r with rolling]   [0 or 1]
//! LCP         n, M, q                             [any text]
//! relay       n, M, q, lower bounds, upper bounds
//! mixed LCP   1 s n m, block ends, block types, M, q [, A, B, C, D, a, b when s = 1]
//!             0 1 n m, A, B, C, D, a, b           A u + C v + a = 0,   w = D u + B v + b,   0 ≤ v ⟂ w ≥ 0
//! ```
//! The files do not say what they hold; the structure decides. Only where 2n numbers follow the q of an LCP
//! can both readings hold: then bounds in order make a relay, unless the file's path says "lcp". Source:
//! Siconos (`numerics`), the functions that print and read each problem. Not written, only read.

mod complementarity;
mod friction;
mod matrix;
mod tokens;

use crate::error::Fault;
use crate::problems::file::File;
use tokens::{Tokens, split};

/// Reads the text of a problem. `path` helps only where the structure allows two readings.
pub(crate) fn parse(name: &str, path: &str, bytes: &[u8]) -> Result<File, Fault> {
    if bytes.contains(&0) {
        return Err(Fault::whole(
            "binary data",
            "a text file: an HDF5 file must end in .hdf5 or .h5",
        ));
    }
    // Remarks after the numbers may be in any encoding.
    let text = String::from_utf8_lossy(bytes);
    let words = split(&text);
    let mut t = Tokens::new(&words);
    let mut file = match class(&t)? {
        Class::Friction => friction::parse(name, &mut t)?,
        Class::Lcp => complementarity::lcp_or_relay(name, path, &mut t)?,
        Class::Mixed => complementarity::mixed(name, &mut t)?,
    };
    if t.left() > 0 {
        let line = t.line();
        let rest: Vec<&str> = text.lines().skip(line - 1).collect();
        file.remarks = Some(rest.join("\n").trim().to_string());
    }
    Ok(file)
}

enum Class {
    Friction,
    Lcp,
    Mixed,
}

/// Tells the classes apart by their first numbers.
fn class(t: &Tokens<'_>) -> Result<Class, Fault> {
    let number = |k: usize| t.peek(k).and_then(|w| w.parse::<usize>().ok());
    let head = [number(0), number(1), number(2), number(3), number(4)];
    let is_storage = |x: Option<usize>| x.is_some_and(|x| x <= 2);
    let flags = matches!((head[0], head[1]), (Some(1), Some(0 | 1)) | (Some(0), Some(1)));
    // A mixed LCP with M has its first block begin at row 0; an LCP of size 1 has its number of rows there.
    if flags && (head[0] == Some(0) || head[4] == Some(0)) {
        return Ok(Class::Mixed);
    }
    // "2 1 2 2 2" begins a sparse friction problem or an LCP in blocks: the banner of a sparse matrix tells.
    let banner = t.peek(6).is_some_and(|w| w.starts_with("CSparse"));
    let is_matrix = is_storage(head[2]) && (head[2] != Some(2) || banner);
    if matches!(head[0], Some(2 | 3 | 5)) && head[1].is_some() && is_matrix {
        return Ok(Class::Friction);
    }
    if head[0].is_some_and(|n| n > 0) && is_storage(head[1]) && head[2] == head[0] && head[3] == head[0] {
        return Ok(Class::Lcp);
    }
    // A file that does not begin like a problem may be anybody's: nothing of it is told.
    Err(Fault::line(
        t.line(),
        "a text that does not begin like a problem",
        "a Siconos problem: dimension 2, 3 or 5 and number of contacts, or the size of an LCP, then a matrix",
    ))
}
