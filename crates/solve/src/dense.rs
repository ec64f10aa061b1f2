//! Small dense linear systems: elimination with row exchange, in place, row-major.
//!
//! ```text
//! P A = L U,   pivot = the last of the largest |a| in its column;   refused where it is not above `least`
//! ```
//! Golub and Van Loan, *Matrix Computations*, §3.4. The one elimination of the workspace for systems of a few
//! rows, real or complex: blocks of contacts, Newton's method in the modes, Radau's stages, mass blocks that
//! are not symmetric, forces of a smooth phase. What counts as singular is the caller's to say. Not here:
//! Cholesky's factors (`cone/skyline`, `mass/blocks`), systems of hundreds of rows
//! (faer).

use nalgebra::ComplexField;

/// A pivot that was refused: its column and its value.
pub type Refused<T> = (usize, T);

/// Column k of the elimination of the leading n × n part of rows of length `stride`: exchanges rows, leaves
/// the shares of L below the pivot. The row that was exchanged with row k.
#[inline]
fn reduce<T: ComplexField<RealField = f64> + Copy>(
    a: &mut [T],
    stride: usize,
    n: usize,
    k: usize,
    least: f64,
) -> Result<usize, Refused<T>> {
    let (mut largest, mut size) = (k, a[k * stride + k].modulus());
    for i in k + 1..n {
        let next = a[i * stride + k].modulus();
        if next >= size {
            (largest, size) = (i, next);
        }
    }
    if !(size > least && size < f64::INFINITY) {
        return Err((k, a[largest * stride + k]));
    }
    let (upper, lower) = a.split_at_mut((k + 1) * stride);
    let top = &mut upper[k * stride..k * stride + n];
    if largest != k {
        let row = (largest - k - 1) * stride;
        top.swap_with_slice(&mut lower[row..row + n]);
    }
    let inverse = T::one() / top[k];
    for row in lower.chunks_mut(stride).take(n - k - 1) {
        if row[k] == T::zero() {
            continue;
        }
        let share = row[k] * inverse;
        row[k] = share;
        for (x, y) in row[k + 1..n].iter_mut().zip(&top[k + 1..]) {
            *x -= share * *y;
        }
    }
    Ok(largest)
}

/// x ← U⁻¹ L⁻¹ x.
#[inline]
fn substitute<T: ComplexField<RealField = f64> + Copy>(a: &[T], stride: usize, x: &mut [T]) {
    let n = x.len();
    for i in 0..n {
        let mut sum = x[i];
        for (a, x) in a[i * stride..i * stride + i].iter().zip(&x[..i]) {
            sum -= *a * *x;
        }
        x[i] = sum;
    }
    for i in (0..n).rev() {
        let mut sum = T::zero();
        for (a, x) in a[i * stride + i + 1..i * stride + n].iter().zip(&x[i + 1..]) {
            sum += *a * *x;
        }
        x[i] = (x[i] - sum) / a[i * stride + i];
    }
}

/// P A = L U in place; `pivot[k]` is the row exchanged with row k. Fails at a pivot that is not above
/// `least`.
#[inline]
pub fn factor<T: ComplexField<RealField = f64> + Copy>(
    a: &mut [T],
    pivot: &mut [usize],
    least: f64,
) -> Result<(), Refused<T>> {
    let n = pivot.len();
    for k in 0..n {
        pivot[k] = reduce(a, n, n, k, least)?;
    }
    Ok(())
}

/// x ← A⁻¹ x from the factors of A.
#[inline]
pub fn solve<T: ComplexField<RealField = f64> + Copy>(a: &[T], pivot: &[usize], x: &mut [T]) {
    for (k, &p) in pivot.iter().enumerate() {
        x.swap(k, p);
    }
    substitute(a, x.len(), x);
}

/// x ← A⁻¹ x with A given in rows of length `stride`, of which the leading part counts; A is destroyed.
/// `false` where a pivot is not above `least`; x is then spoilt.
#[inline]
pub fn eliminate<T: ComplexField<RealField = f64> + Copy>(
    a: &mut [T],
    stride: usize,
    x: &mut [T],
    least: f64,
) -> bool {
    let n = x.len();
    for k in 0..n {
        match reduce(a, stride, n, k, least) {
            Ok(p) => x.swap(k, p),
            Err(_) => return false,
        }
    }
    substitute(a, stride, x);
    true
}
