//! Tests of the module above.

use super::sparse_rows::SparseRows;
use super::springs::Springs;
use super::*;
use drystone_solve::mass::MassMatrix;

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

/// Numbers of no pattern between −1 and 1.
fn noise(k: usize) -> f64 {
    2.0 * (43_758.545_3 * (12.9898 * (k + 1) as f64).sin()).rem_euclid(1.0) - 1.0
}

/// Columns and values of a row.
type Entries = (Vec<usize>, Vec<f64>);

/// Four bodies in a row of three velocities each, the first two of a thousandth of the mass: two rows between
/// neighbours and from the first to the ground, the last two of them twice.
fn row_of_bodies() -> (MassMatrix, Vec<Entries>) {
    let mut mass = MassMatrix::new(&[3; 4]);
    for k in 0..4 {
        for i in 0..3 {
            for j in 0..3 {
                let light = if k < 2 { 1e-3 } else { 1.0 };
                let own = if i == j { 2.0 + k as f64 } else { 0.3 };
                mass.values[mass.start[k] + 3 * i + j] = light * own;
            }
        }
    }
    mass.factor_symmetric().expect("positive");
    let mut rows = Vec::new();
    for k in 0..4 {
        for i in 0..2 {
            let dofs: Vec<usize> = (3 * k.max(1) - 3..3 * k + 3).collect();
            let values = dofs.iter().map(|j| noise(100 * k + 50 * i + j)).collect();
            rows.push((dofs, values));
        }
    }
    rows.extend_from_within(6..);
    (mass, rows)
}

/// The dense matrix H M⁻¹ (Hᵀ + S).
fn matrix(mass: &MassMatrix, rows: &[(Vec<usize>, Vec<f64>)], sparse: &SparseRows) -> DMatrix<f64> {
    let count = rows.len();
    let mut a = DMatrix::zeros(count, count);
    for j in 0..count {
        let mut force = vec![0.0; count];
        force[j] = 1.0;
        let mut push = vec![0.0; mass.dim()];
        sparse.forces(&force, &mut push);
        mass.solve(&mut push);
        for (i, (dofs, values)) in rows.iter().enumerate() {
            a[(i, j)] = dofs.iter().zip(values).map(|(dof, x)| x * push[*dof]).sum();
        }
    }
    a
}

#[test]
fn springs_find_the_forces_nearest_to_the_guess() {
    let (mass, rows) = row_of_bodies();
    let mut springs = Springs::default();
    springs.rows.clear();
    for (dofs, values) in &rows {
        springs.rows.push((dofs, values));
    }
    let a = matrix(&mass, &rows, &springs.rows);
    let count = rows.len();
    // Consistent, as rows that follow from others are: b = −A λ of some forces.
    let some = DVector::from_fn(count, |i, _| 5.0 * noise(i + 7));
    let right = -&a * some;
    let guess: Vec<f64> = (0..count).map(|i| noise(3 * i)).collect();
    springs.right.extend_from_slice(right.as_slice());
    springs.force.clone_from(&guess);
    assert!(springs.solve(&mass));
    let mut dense = LinearSystem::default();
    dense.begin(count);
    dense.matrix.copy_from_slice(a.transpose().as_slice());
    for i in 0..count {
        (dense.right[i], dense.guess[i]) = (-right[i], guess[i]);
    }
    assert!(dense.solve());
    for (x, y) in springs.force.iter().zip(&dense.right) {
        assert!((x - y).abs() < 1e-9, "{:?} {:?}", springs.force, dense.right);
    }
    let left = &a * DVector::from_column_slice(&springs.force) + right;
    assert!(left.amax() < 1e-12 * a.amax(), "{left}");
}

#[test]
fn springs_carry_sliding_friction() {
    let (mass, rows) = row_of_bodies();
    let mut springs = Springs::default();
    springs.rows.clear();
    for (k, (dofs, values)) in rows[..8].iter().enumerate() {
        springs.rows.push((dofs, values));
        if k % 3 == 1 {
            let slip: Vec<f64> = dofs.iter().map(|j| noise(1000 * k + j)).collect();
            springs.rows.add_friction((dofs, &slip), -0.3);
        }
    }
    let a = matrix(&mass, &rows[..8], &springs.rows);
    let right = DVector::from_fn(8, |i, _| noise(i + 40));
    springs.right.extend_from_slice(right.as_slice());
    springs.force.resize(8, 0.0);
    assert!(springs.solve(&mass));
    let exact = a.clone().lu().solve(&-right).expect("regular");
    for (x, y) in springs.force.iter().zip(exact.iter()) {
        assert!(
            (x - y).abs() < 1e-10 * exact.amax(),
            "{:?} {exact}",
            springs.force
        );
    }
}

#[test]
fn independent_rows_are_solved_by_their_own_factors() {
    let (mut mass, rows) = row_of_bodies();
    // From light to heavy over six orders of magnitude.
    for (k, values) in mass.values.chunks_exact_mut(9).enumerate() {
        let scale = 10.0_f64.powi(i32::try_from(k).expect("few") - 2);
        for m in values.iter_mut() {
            *m *= scale;
        }
    }
    mass.factor_symmetric().expect("positive");
    let mut springs = Springs::default();
    springs.rows.clear();
    for (dofs, values) in &rows[..8] {
        springs.rows.push((dofs, values));
    }
    let a = matrix(&mass, &rows[..8], &springs.rows);
    // Forces are known, and accelerations made from them.
    let forces = DVector::from_fn(8, |i, _| 3.0 + noise(i + 40));
    springs.right.extend_from_slice((-&a * &forces).as_slice());
    springs.force.resize(8, 0.0);
    assert!(springs.solve(&mass));
    for (x, y) in springs.force.iter().zip(forces.iter()) {
        assert!(
            (x - y).abs() < 1e-9 * forces.amax(),
            "{:?} {forces}",
            springs.force
        );
    }
}
