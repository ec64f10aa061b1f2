//! Fronts against matrices whose answers are known.

use super::Fronts;
use crate::synthetic::Random;

/// A matrix in blocks of `size` rows, coupled where `coupled` says so both ways; its columns and itself.
fn matrix(
    blocks: usize,
    size: usize,
    coupled: impl Fn(usize, usize) -> bool,
) -> (Vec<usize>, Vec<usize>, Vec<f64>, Vec<Vec<f64>>) {
    let n = blocks * size;
    let mut random = Random::new(7);
    let (mut col_ptr, mut row_idx, mut values) = (vec![0], Vec::new(), Vec::new());
    let mut dense = vec![vec![0.0; n]; n];
    for j in 0..n {
        for i in 0..n {
            let (a, b) = (i / size, j / size);
            if a == b || coupled(a, b) || coupled(b, a) {
                let x = random.range(-1.0, 1.0) + if i == j { 4.0 } else { 0.0 };
                row_idx.push(i);
                values.push(x);
                dense[i][j] = x;
            }
        }
        col_ptr.push(row_idx.len());
    }
    (col_ptr, row_idx, values, dense)
}

fn solves(blocks: usize, size: usize, coupled: impl Fn(usize, usize) -> bool) {
    let (col_ptr, row_idx, values, dense) = matrix(blocks, size, coupled);
    let n = blocks * size;
    let mut fronts = Fronts::new(n, &col_ptr, &row_idx).unwrap();
    assert_eq!(fronts.list.iter().map(|f| f.pivots).sum::<usize>(), n);
    // Twice with other values: the order is made once.
    for scale in [1.0, 3.0] {
        let scaled: Vec<f64> = values.iter().map(|x| scale * x).collect();
        assert!(fronts.factor(&scaled));
        let exact: Vec<f64> = (0..n).map(|i| 1.0 + (i % 5) as f64).collect();
        let row = |i: usize| {
            dense[i]
                .iter()
                .zip(&exact)
                .map(|(a, x)| scale * a * x)
                .sum::<f64>()
        };
        let mut x: Vec<f64> = (0..n).map(row).collect();
        fronts.solve(&mut x);
        for (x, exact) in x.iter().zip(&exact) {
            assert!((x - exact).abs() < 1e-9, "{x} for {exact}");
        }
    }
}

#[test]
fn paths_stars_grids_and_full_ones_are_solved() {
    solves(1, 1, |_, _| false);
    solves(40, 3, |_, _| false);
    solves(60, 6, |a, b| b == a + 1);
    solves(50, 2, |a, b| a == 0 && b > 0);
    solves(64, 3, |a, b| b == a + 8 || (b == a + 1 && b % 8 != 0));
    solves(20, 3, |_, _| true);
}

/// A path stays sparse: fronts are joined by a few, not all into one.
#[test]
fn a_path_has_small_fronts() {
    let (col_ptr, row_idx, ..) = matrix(100, 3, |a, b| b == a + 1);
    let fronts = Fronts::new(300, &col_ptr, &row_idx).unwrap();
    assert!(fronts.list.iter().all(|front| front.size() <= 60));
    assert!(fronts.factors.len() < 300 * 60);
}

/// Rows are exchanged within a pivot block: a zero on the diagonal is no obstacle.
#[test]
fn zeros_on_the_diagonal_are_passed() {
    let (col_ptr, row_idx) = (vec![0, 2, 4], vec![0, 1, 0, 1]);
    let mut fronts = Fronts::new(2, &col_ptr, &row_idx).unwrap();
    assert!(fronts.factor(&[0.0, 2.0, 3.0, 1.0]));
    let mut x = [3.0, 3.0];
    fronts.solve(&mut x);
    assert_eq!(x, [1.0, 1.0]);
}

#[test]
fn singular_matrices_and_one_sided_patterns_are_refused() {
    let (col_ptr, row_idx) = (vec![0, 2, 4], vec![0, 1, 0, 1]);
    let mut fronts = Fronts::new(2, &col_ptr, &row_idx).unwrap();
    assert!(!fronts.factor(&[1.0, 2.0, 2.0, 4.0]));
    assert!(!fronts.factor(&[f64::NAN, 0.0, 0.0, 1.0]));
    assert!(Fronts::new(2, &[0, 2, 3], &[0, 1, 1]).is_none());
}
