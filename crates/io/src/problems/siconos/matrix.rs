//! The matrices of Siconos' text files.
//!
//! ```text
//! storage rows columns, then
//! 0   dense    rows columns, values column by column
//! 1   blocks   nblocks nrow ncol, row ends, column ends, filled1 filled2, row pointers, block columns,
//!              then for each block its number and its values column by column
//! 2   sparse   origin (1 triplets, 2 columns, 3 rows), a banner line, a line "m-by-n, nzmax: a nnz: b, …",
//!              then "i j : x", or "col j : locations a to b" and "i : x"
//! ```
//! Sparse print-outs keep six digits: their numbers are what the file says, not what the program had.

use super::tokens::{Tokens, quoted};
use crate::error::Fault;
use drystone_solve::delassus::Sparse;
use drystone_solve::problem::Matrix;
use nalgebra::DMatrix;

type Triplets = Vec<(usize, usize, f64)>;

/// Reads a matrix; its sizes are at most `most`.
pub(crate) fn matrix(t: &mut Tokens<'_>, most: usize, what: &str) -> Result<Matrix, Fault> {
    let line = t.line();
    let storage = t.count(2, &format!("storage of {what}"))?;
    let rows = t.count(most, &format!("rows of {what}"))?;
    let cols = t.count(most, &format!("columns of {what}"))?;
    let entries = match storage {
        0 => return Ok(Matrix::Dense(dense(t, (rows, cols), what)?)),
        1 => blocks(t, (rows, cols), what)?,
        _ => print_out(t, (rows, cols), what)?,
    };
    match entries.iter().find(|e| e.0 >= rows || e.1 >= cols) {
        Some(e) => Err(Fault::line(
            line,
            format!("an entry of {what} at row {}, column {}", e.0, e.1),
            format!("indices from 0 inside {rows} × {cols}"),
        )),
        None => Ok(Matrix::Sparse(Sparse::from_triplets(rows, cols, &entries)?)),
    }
}

fn dense(t: &mut Tokens<'_>, (rows, cols): (usize, usize), what: &str) -> Result<DMatrix<f64>, Fault> {
    let line = t.line();
    let again = (t.count(usize::MAX, what)?, t.count(usize::MAX, what)?);
    if again != (rows, cols) {
        return Err(Fault::line(
            line,
            format!("{} × {}", again.0, again.1),
            format!("{rows} × {cols} again ({what})"),
        ));
    }
    let count = rows.saturating_mul(cols);
    Ok(DMatrix::from_vec(rows, cols, t.reals(count, what)?))
}

fn blocks(t: &mut Tokens<'_>, (rows, cols): (usize, usize), what: &str) -> Result<Triplets, Fault> {
    let line = t.line();
    let most = t.left();
    let count = t.count(most, "number of blocks")?;
    let (nrow, ncol) = (
        t.count(rows, "rows of blocks")?,
        t.count(cols, "columns of blocks")?,
    );
    let row_end = ends(t, nrow, rows)?;
    let col_end = ends(t, ncol, cols)?;
    let filled = [
        t.count(most, "number of row pointers")?,
        t.count(most, "number of block columns")?,
    ];
    let ptr = t.counts(filled[0], count, "row pointers")?;
    let col = t.counts(filled[1], ncol.saturating_sub(1), "block column")?;
    let rising = ptr.first() == Some(&0) && ptr.windows(2).all(|w| w[0] <= w[1]);
    let inside = col.iter().all(|&c| c < ncol);
    if !rising || !inside || ptr.len() > nrow + 1 || ptr.last() != Some(&count) || col.len() != count {
        return Err(Fault::line(
            line,
            format!(
                "{} row pointers up to {:?} and {} block columns ({what})",
                ptr.len(),
                ptr.last().unwrap_or(&0),
                col.len()
            ),
            format!("at most {} pointers from 0 to {count}, {count} columns", nrow + 1),
        ));
    }
    let mut out = Vec::new();
    for i in 0..ptr.len() - 1 {
        for k in ptr[i]..ptr[i + 1] {
            let (r, c) = (span(&row_end, i), span(&col_end, col[k]));
            block(t, k, (r, c), &mut out)?;
        }
    }
    Ok(out)
}

/// Cumulative ends of the block rows or columns: rising up to `size`.
fn ends(t: &mut Tokens<'_>, count: usize, size: usize) -> Result<Vec<usize>, Fault> {
    let line = t.line();
    let ends = t.counts(count, size, "end of a block row or column")?;
    if ends.windows(2).all(|w| w[0] <= w[1]) && ends.last().copied().unwrap_or(0) == size {
        return Ok(ends);
    }
    Err(Fault::line(
        line,
        "block ends that fall or stop short",
        format!("ends that rise to {size}"),
    ))
}

fn span(ends: &[usize], k: usize) -> (usize, usize) {
    (if k == 0 { 0 } else { ends[k - 1] }, ends[k])
}

type Span = (usize, usize);

fn block(t: &mut Tokens<'_>, k: usize, (r, c): (Span, Span), out: &mut Triplets) -> Result<(), Fault> {
    let line = t.line();
    let number = t.integer("number of a block")?;
    if usize::try_from(number) != Ok(k) {
        return Err(Fault::line(
            line,
            format!("block {number}"),
            format!("block {k}: blocks are numbered in their order"),
        ));
    }
    t.enough((r.1 - r.0).saturating_mul(c.1 - c.0), "values of a block")?;
    for j in c.0..c.1 {
        for i in r.0..r.1 {
            out.push((i, j, t.real("value of a block")?));
        }
    }
    Ok(())
}

/// What CSparse prints.
fn print_out(t: &mut Tokens<'_>, (rows, cols): (usize, usize), what: &str) -> Result<Triplets, Fault> {
    let origin = t.count(4, &format!("origin of the sparse {what}"))?;
    let banner = t.rest_of_line();
    if !banner.first().is_some_and(|w| w.0.starts_with("CSparse")) {
        return Err(Fault::line(
            t.line(),
            quoted(banner.first().map_or("", |w| w.0)),
            "the line \"CSparse Version …\"",
        ));
    }
    let line = t.line();
    let head = t.rest_of_line();
    let starts = |word: &str| head.first().is_some_and(|w| w.0.starts_with(word));
    if starts("triplet") {
        let at = head.iter().position(|w| w.0 == "nnz:");
        let nnz = at
            .and_then(|k| head.get(k + 1))
            .map(|w| w.0.trim_end_matches(','));
        let Some(nnz) = nnz.and_then(|w| w.parse::<usize>().ok()) else {
            return Err(Fault::line(line, "no \"nnz: …\"", "the number of triplets"));
        };
        t.enough(nnz.saturating_mul(3), "triplets")?;
        return (0..nnz)
            .map(|_| Ok((index(t)?, index(t)?, after_colon(t)?)))
            .collect();
    }
    let by_rows = origin == 3 || starts("csr");
    let (major, minor) = if by_rows { (rows, cols) } else { (cols, rows) };
    let mut out = Vec::new();
    for k in 0..major {
        for _ in 0..locations(t, minor)? {
            let (i, x) = (index(t)?, after_colon(t)?);
            out.push(if by_rows { (k, i, x) } else { (i, k, x) });
        }
    }
    Ok(out)
}

/// "col 3 : locations 7 to 9" → 3 entries; an empty column reads "7 to 6".
fn locations(t: &mut Tokens<'_>, most: usize) -> Result<usize, Fault> {
    let line = t.line();
    let words = t.rest_of_line();
    let numbers: Vec<i64> = words
        .iter()
        .skip_while(|w| w.0 != "locations")
        .filter_map(|w| whole(w.0))
        .collect();
    let [from, to] = numbers[..] else {
        return Err(Fault::line(
            line,
            quoted(words.first().map_or("", |w| w.0)),
            "a line \"col j : locations a to b\"",
        ));
    };
    let count = to.checked_sub(from).and_then(|d| d.checked_add(1));
    match count.map(usize::try_from) {
        Some(Ok(count)) if count <= most => Ok(count),
        _ => Err(Fault::line(
            line,
            format!("locations {from} to {to}"),
            format!("at most {most} entries"),
        )),
    }
}

/// A whole number as `%g` prints it: 1e+06 is one.
fn whole(word: &str) -> Option<i64> {
    let x: f64 = word.trim_end_matches([':', ',']).parse().ok()?;
    #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
    (x.fract() == 0.0 && x.abs() < 9e15).then_some(x as i64)
}

fn index(t: &mut Tokens<'_>) -> Result<usize, Fault> {
    let line = t.line();
    let word = t.word("index of an entry")?;
    whole(word)
        .and_then(|i| usize::try_from(i).ok())
        .ok_or_else(|| Fault::line(line, quoted(word), "an index from 0"))
}

fn after_colon(t: &mut Tokens<'_>) -> Result<f64, Fault> {
    if t.peek(0) == Some(":") {
        t.word("colon")?;
    }
    t.real("value of an entry")
}
