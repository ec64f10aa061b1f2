//! Tests of the module above.

use super::*;

#[test]
fn exchanged_rows_and_singular_systems() {
    let mut system = LinearSystem::default();
    system.begin(2);
    system.matrix.copy_from_slice(&[0.0, 2.0, 3.0, 1.0]);
    system.right.copy_from_slice(&[4.0, 5.0]);
    assert!(system.solve());
    assert!((system.right[0] - 1.0).abs() < 1e-15 && (system.right[1] - 2.0).abs() < 1e-15);
    // Three unknowns, those of a fourth beside them the same to rounding.
    let rows = [[0.0, 2.0, -1.0], [3.0, 1.0, 0.5], [1.0, -4.0, 2.5]];
    let mut few = [4.0, 5.0, -6.0];
    assert!(solve_few(rows, &mut few));
    system.begin(4);
    for (i, row) in rows.iter().enumerate() {
        system.matrix[4 * i..4 * i + 3].copy_from_slice(row);
    }
    system.matrix[15] = 1.0;
    system.right.copy_from_slice(&[4.0, 5.0, -6.0, 7.0]);
    assert!(system.solve());
    assert!(
        few.iter().zip(&system.right).all(|(a, b)| (a - b).abs() < 1e-14),
        "{few:?}"
    );
    assert!(!solve_few([[1.0, 2.0], [2.0, 4.0]], &mut [1.0, 2.0]));
    assert!(!solve_few([[0.0]], &mut [1.0]));
    // x + y = 2 twice: the shortest is (1, 1).
    system.begin(2);
    system.matrix.fill(1.0);
    system.right.fill(2.0);
    assert!(system.solve());
    assert!(system.right.iter().all(|x| (x - 1.0).abs() < 1e-12));
}
