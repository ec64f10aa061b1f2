//! Factors of K against dense algebra, closed forms, and W by the old way.

use super::{Condensed, Held, RowsOf, Saddle};
use crate::delassus::BlockMatrix;
use crate::mass::MassMatrix;
use nalgebra::{DMatrix, DVector};

/// Numbers that look random, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// Bodies of `size` motions and rows between them.
struct World {
    mass: MassMatrix,
    size: usize,
    row_ptr: Vec<usize>,
    col: Vec<usize>,
    value: Vec<f64>,
    rows: Vec<usize>,
    compliance: Vec<f64>,
}

impl World {
    /// Bodies with masses of these sizes, in blocks of `together` bodies.
    fn new(sizes: &[f64], size: usize, together: usize, numbers: &mut Numbers) -> Self {
        let blocks = vec![size * together; sizes.len() / together];
        let mut mass = MassMatrix::new(&blocks);
        let n = size * together;
        for (body, scale) in sizes.iter().enumerate() {
            let start = mass.start[body / together];
            let first = size * (body % together);
            for i in 0..size {
                for j in 0..i {
                    let x = 0.1 * scale * numbers.next();
                    mass.values[start + (first + i) * n + first + j] = x;
                    mass.values[start + (first + j) * n + first + i] = x;
                }
                mass.values[start + (first + i) * (n + 1)] = scale * (1.5 + numbers.next());
            }
        }
        World {
            mass,
            size,
            row_ptr: vec![0],
            col: vec![],
            value: vec![],
            rows: vec![],
            compliance: vec![],
        }
    }

    /// A row between bodies, with entries by chance.
    fn row(&mut self, bodies: &[usize], numbers: &mut Numbers) -> usize {
        for &body in bodies {
            for k in 0..self.size {
                self.col.push(body * self.size + k);
                self.value.push(numbers.next());
            }
        }
        self.row_ptr.push(self.col.len());
        self.row_ptr.len() - 2
    }

    /// The same, a row that holds.
    fn joint(&mut self, bodies: &[usize], count: usize, numbers: &mut Numbers) {
        for _ in 0..count {
            let row = self.row(bodies, numbers);
            self.rows.push(row);
            self.compliance.push(0.0);
        }
    }

    fn factor(&mut self) {
        self.mass.factor_symmetric().unwrap();
    }

    fn held(&self) -> Held<'_> {
        Held {
            mass: &self.mass,
            body: self.size,
            jacobian: RowsOf {
                row_ptr: &self.row_ptr,
                col: &self.col,
                value: &self.value,
            },
            rows: &self.rows,
            compliance: &self.compliance,
        }
    }

    fn dense_mass(&self) -> DMatrix<f64> {
        let mut out = DMatrix::zeros(self.mass.dim(), self.mass.dim());
        for (k, ends) in self.mass.offsets.windows(2).enumerate() {
            let n = ends[1] - ends[0];
            for i in 0..n * n {
                out[(ends[0] + i / n, ends[0] + i % n)] = self.mass.values[self.mass.start[k] + i];
            }
        }
        out
    }

    fn dense_rows(&self, rows: &[usize]) -> DMatrix<f64> {
        let mut out = DMatrix::zeros(rows.len(), self.mass.dim());
        for (i, &row) in rows.iter().enumerate() {
            let (col, value) = self.held().jacobian.row(row);
            for (j, x) in col.iter().zip(value) {
                out[(i, *j)] += x;
            }
        }
        out
    }

    /// K, and its inverse by dense algebra.
    fn dense_inverse(&self) -> DMatrix<f64> {
        let (n, m) = (self.mass.dim(), self.rows.len());
        let c = self.dense_rows(&self.rows);
        let mut k = DMatrix::zeros(n + m, n + m);
        k.view_mut((0, 0), (n, n)).copy_from(&self.dense_mass());
        k.view_mut((0, n), (n, m)).copy_from(&c.transpose());
        k.view_mut((n, 0), (m, n)).copy_from(&c);
        for (i, e) in self.compliance.iter().enumerate() {
            k[(n + i, n + i)] = -e;
        }
        k.try_inverse().unwrap()
    }

    /// y and r by the factors.
    fn solve(&self, f: &[f64], c: &[f64]) -> Option<(Vec<f64>, Vec<f64>)> {
        let mut saddle = Saddle::default();
        let (mut y, mut r) = (vec![0.0; self.mass.dim()], vec![0.0; self.rows.len()]);
        if !saddle.factor(self.held()) || !saddle.solve(self.held(), f, c, (&mut y, &mut r)) {
            return None;
        }
        // Bodies that nothing holds are not in K.
        let mut free = f.to_vec();
        self.mass.solve(&mut free);
        for (dof, (y, free)) in y
            .iter_mut()
            .zip(free)
            .enumerate()
            .filter(|(dof, _)| !saddle.holds(*dof))
        {
            assert_eq!(*y, 0.0, "{dof}");
            *y = free;
        }
        Some((y, r))
    }

    /// The largest difference from dense algebra, beside the largest number.
    fn error(&self, numbers: &mut Numbers) -> f64 {
        let (n, m) = (self.mass.dim(), self.rows.len());
        let f: Vec<f64> = (0..n).map(|_| numbers.next()).collect();
        let c: Vec<f64> = (0..m).map(|_| numbers.next()).collect();
        let (y, r) = self.solve(&f, &c).unwrap();
        let right = DVector::from_iterator(n + m, f.iter().copied().chain(c.iter().map(|c| -c)));
        let exact = self.dense_inverse() * right;
        let found = y.into_iter().chain(r.into_iter().map(|r| -r));
        let differences = found.zip(exact.iter()).map(|(a, b)| (a - b).abs());
        differences.fold(0.0, f64::max) / exact.amax()
    }
}

#[test]
fn chains_trees_and_loops_are_solved_as_by_dense_algebra() {
    let mut numbers = Numbers(1);
    let one = |n: usize| vec![1.0; n];
    for (name, size, bodies, joints) in [
        (
            "chain at the wall",
            6,
            5,
            vec![vec![0], vec![0, 1], vec![1, 2], vec![2, 3], vec![3, 4]],
        ),
        ("free chain", 6, 4, vec![vec![0, 1], vec![1, 2], vec![2, 3]]),
        (
            "tree",
            6,
            6,
            vec![vec![0, 1], vec![0, 2], vec![2, 3], vec![2, 4], vec![4, 5]],
        ),
        ("loop", 6, 4, vec![vec![0, 1], vec![1, 2], vec![2, 3], vec![0, 3]]),
        (
            "loop over the wall",
            3,
            3,
            vec![vec![0], vec![0, 1], vec![1, 2], vec![2]],
        ),
        ("two parts", 3, 5, vec![vec![0, 1], vec![3, 4], vec![3]]),
        (
            "row of three bodies",
            3,
            4,
            vec![vec![0, 1], vec![1, 2], vec![0, 2, 3]],
        ),
    ] {
        let mut world = World::new(&one(bodies), size, 1, &mut numbers);
        for bodies in &joints {
            world.joint(bodies, if bodies.len() == 3 { 1 } else { size - 2 }, &mut numbers);
        }
        world.factor();
        let error = world.error(&mut numbers);
        assert!(error < 1e-11, "{name}: {error:e}");
    }
}

#[test]
fn springs_and_rotors_are_part_of_it() {
    let mut numbers = Numbers(2);
    let mut world = World::new(&[1.0; 6], 6, 3, &mut numbers);
    // What a rotor between bodies 0 and 1 of each block adds to M.
    for block in 0..2 {
        let row: Vec<f64> = (0..12).map(|_| numbers.next()).collect();
        for i in 0..12 {
            for j in 0..12 {
                world.mass.values[world.mass.start[block] + i * 18 + j] += row[i] * row[j];
            }
        }
    }
    for pair in [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]] {
        world.joint(&pair, 5, &mut numbers);
        world.joint(&pair, 1, &mut numbers);
        *world.compliance.last_mut().unwrap() = 0.3;
    }
    world.factor();
    let error = world.error(&mut numbers);
    assert!(error < 1e-11, "{error:e}");
}

#[test]
fn rows_that_depend_on_others_get_no_impulse() {
    let mut numbers = Numbers(3);
    let mut world = World::new(&[1.0; 3], 6, 1, &mut numbers);
    world.joint(&[0, 1], 3, &mut numbers);
    world.joint(&[1, 2], 3, &mut numbers);
    // The first joint once more, and a row without entries.
    let (col, value) = (world.col[..36].to_vec(), world.value[..36].to_vec());
    for k in 0..3 {
        world.col.extend_from_slice(&col[12 * k..12 * k + 12]);
        world.value.extend_from_slice(&value[12 * k..12 * k + 12]);
        world.row_ptr.push(world.col.len());
        world.rows.push(6 + k);
    }
    world.row_ptr.push(world.col.len());
    world.rows.push(9);
    world.compliance.resize(10, 0.0);
    world.factor();
    let c = [0.3, -0.1, 0.2, 0.5, 0.4, -0.6, 0.3, -0.1, 0.2, 0.0];
    let (y, r) = world.solve(&[0.0; 18], &c).unwrap();
    for (row, c) in c.iter().enumerate() {
        let missed = world.held().jacobian.dot(row, &y) + c;
        assert!(missed.abs() < 1e-14, "row {row}: {missed:e}");
    }
    assert_eq!(r[6..], [0.0; 4]);
}

#[test]
fn a_hanging_chain_of_masses_over_twelve_decades_carries_what_hangs_on_it() {
    // Points on a line: row k is v_k − v_{k−1} = 0 and carries the weight of all below.
    for masses in [
        (0..13).map(|k| 10_f64.powi(k - 6)).collect::<Vec<_>>(),
        (0..13).map(|k| 10_f64.powi(6 - k)).collect(),
        (0..12)
            .map(|k| 10_f64.powi(if k % 2 == 0 { -6 } else { 6 }))
            .collect(),
    ] {
        let mut world = World::new(&[], 1, 1, &mut Numbers(4));
        world.mass = MassMatrix::new(&vec![1; masses.len()]);
        world.mass.values.copy_from_slice(&masses);
        for k in 0..masses.len() {
            if k > 0 {
                world.col.push(k - 1);
                world.value.push(-1.0);
            }
            world.col.push(k);
            world.value.push(1.0);
            world.row_ptr.push(world.col.len());
            world.rows.push(k);
            world.compliance.push(0.0);
        }
        world.factor();
        let weights: Vec<f64> = masses.iter().map(|m| -9.81 * m).collect();
        let (y, r) = world.solve(&weights, &vec![0.0; masses.len()]).unwrap();
        for k in 0..masses.len() {
            let carried = -weights[k..].iter().sum::<f64>();
            assert!(
                (r[k] - carried).abs() <= 1e-14 * carried,
                "{k}: {} {carried}",
                r[k]
            );
            assert!(y[k].abs() <= 1e-14, "{k}: {}", y[k]);
        }
    }
}

#[test]
fn contacts_feel_what_holds() {
    let mut numbers = Numbers(5);
    let mut world = World::new(&[1.0; 6], 6, 1, &mut numbers);
    world.joint(&[0], 5, &mut numbers);
    world.joint(&[0, 1], 5, &mut numbers);
    world.joint(&[1, 2], 5, &mut numbers);
    // Contacts of three rows and of one: on the chain, of its own bodies, beside bodies that nothing holds.
    let mut offsets = vec![world.rows.len()];
    for bodies in [&[2][..], &[0, 2], &[1, 4], &[4, 5], &[3], &[2, 3]] {
        let count = if bodies.len() == 2 { 3 } else { 1 };
        for _ in 0..count {
            world.row(bodies, &mut numbers);
        }
        offsets.push(offsets[offsets.len() - 1] + count);
    }
    world.factor();
    let mut saddle = Saddle::default();
    assert!(saddle.factor(world.held()));
    let rest: Vec<usize> = (0..offsets.len() - 1).collect();
    let (mut condensed, mut w) = (Condensed::default(), BlockMatrix::default());
    assert!(condensed.form(&saddle, world.held(), (&rest, &offsets), &mut w));
    let rows: Vec<usize> = (offsets[0]..offsets[offsets.len() - 1]).collect();
    let h = world.dense_rows(&rows);
    let n = world.mass.dim();
    let exact = &h * world.dense_inverse().view((0, 0), (n, n)) * h.transpose();
    let difference = (w.to_dense() - &exact).amax();
    assert!(difference < 1e-12 * exact.amax(), "{difference:e}");
    let mut coupled = Vec::new();
    condensed.tell_coupled(&mut coupled);
    assert_eq!(coupled, [true, true, true, false, false, true]);
    // Contacts that share nothing have no block.
    assert!(w.col.len() < 36, "{}", w.col.len());
}

#[test]
fn the_order_is_kept_as_long_as_rows_join_the_same_bodies() {
    let mut numbers = Numbers(6);
    let mut world = World::new(&[1.0; 3], 3, 1, &mut numbers);
    world.joint(&[0, 1], 2, &mut numbers);
    world.factor();
    let mut saddle = Saddle::default();
    assert!(saddle.factor(world.held()));
    world.value[0] += 1e-7;
    assert!(saddle.fits(world.held()));
    // With the factors of rows that were a little elsewhere the answer is that of the rows as they are.
    let (mut y, mut r) = (vec![0.0; 9], vec![0.0; 2]);
    assert!(saddle.solve(world.held(), &[1.0; 9], &[0.5; 2], (&mut y, &mut r)));
    for row in 0..2 {
        assert!((world.held().jacobian.dot(row, &y) + 0.5).abs() < 1e-14);
    }
    world.joint(&[1, 2], 2, &mut numbers);
    assert!(!saddle.fits(world.held()));
    assert!(saddle.factor(world.held()));
    let error = world.error(&mut numbers);
    assert!(error < 1e-12, "{error:e}");
}

#[test]
fn numbers_that_are_not_finite_and_masses_that_are_lost_are_refused() {
    let mut numbers = Numbers(7);
    let mut world = World::new(&[1.0; 2], 3, 1, &mut numbers);
    world.joint(&[0, 1], 2, &mut numbers);
    world.factor();
    world.value[0] = f64::NAN;
    assert!(world.solve(&[0.0; 6], &[1.0; 2]).is_none());
    world.value[0] = 1.0;
    assert!(world.solve(&[f64::NAN; 6], &[1.0; 2]).is_none());
    assert_eq!(world.solve(&[0.0; 6], &[0.0; 2]).unwrap().1, [0.0; 2]);
}
