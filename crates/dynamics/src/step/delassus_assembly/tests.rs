use super::*;
use drystone_solve::cone::gauss_seidel::GaussSeidel;
use drystone_solve::cone::gauss_seidel::body_pairs::BodySweeps;
use drystone_solve::delassus::Delassus;
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Solver, Stop};
use nalgebra::DMatrix;

/// Three bodies of 1, 2 and 3 degrees of freedom, four contacts of mixed sizes, one of them touching
/// nothing.
#[test]
fn agrees_with_the_dense_product() {
    let mut mass = MassMatrix::new(&[1, 2, 3]);
    let values = [
        2.0, 3.0, 0.5, 0.5, 1.0, 4.0, 1.0, 0.2, 1.0, 3.0, 0.1, 0.2, 0.1, 2.0,
    ];
    mass.values.copy_from_slice(&values);
    mass.factor_symmetric().unwrap();
    let rows: [&[(usize, f64)]; 7] = [
        &[(0, 1.0), (1, -1.0), (2, 0.3)],
        &[(0, 0.2), (2, 1.0)],
        &[(3, 1.0), (4, 0.1)],
        &[],
        &[(1, 1.0), (5, -2.0)],
        &[(2, 0.4), (3, 1.0)],
        &[(1, 0.1), (4, 1.0), (5, 1.0)],
    ];
    let offsets = [0, 2, 3, 4, 7];
    let mut jacobian = Rows::default();
    let mut h = DMatrix::zeros(7, 6);
    for (i, row) in rows.iter().enumerate() {
        for &(dof, x) in *row {
            jacobian.entry(dof, x);
            h[(i, dof)] = x;
        }
        jacobian.end_row();
    }
    let mut m = DMatrix::zeros(6, 6);
    for k in 0..3 {
        let n = mass.offsets[k + 1] - mass.offsets[k];
        for i in 0..n * n {
            m[(mass.offsets[k] + i / n, mass.offsets[k] + i % n)] = mass.values[mass.start[k] + i];
        }
    }
    let expected = &h * m.try_inverse().unwrap() * h.transpose();
    let mut w = BlockMatrix::default();
    let mut assembly = Assembly::default();
    for _ in 0..2 {
        assembly.delassus(&mass, &jacobian, &offsets, &mut w);
        assert!((w.to_dense() - &expected).amax() < 1e-14, "{}", w.to_dense());
        assert_eq!(w.diagonal.len(), 4);
    }
    // Contacts 0 and 1 share no body: that block is not stored.
    assert_eq!(w.col[w.row_ptr[0]..w.row_ptr[1]], [0, 3]);
}

/// Bodies of six degrees of freedom, contacts of one, two and three rows between one to three of them.
#[test]
fn dense_blocks_agree_with_the_general_way() {
    let bodies = 5;
    let mut mass = MassMatrix::new(&[6; 5]);
    let mut seed = 7_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
    };
    for b in 0..bodies {
        for i in 0..6 {
            for j in 0..=i {
                let x = if i == j { 4.0 } else { 0.3 * random() };
                mass.values[36 * b + 6 * i + j] = x;
                mass.values[36 * b + 6 * j + i] = x;
            }
        }
    }
    mass.factor_symmetric().unwrap();
    let pairs: [&[usize]; 7] = [&[0, 1], &[1], &[1, 2], &[0, 3, 4], &[2, 4], &[3], &[0, 1]];
    let (mut jacobian, mut offsets) = (Rows::default(), vec![0]);
    for (k, touched) in pairs.iter().enumerate() {
        for _ in 0..=k % 3 {
            for &b in *touched {
                (0..6).for_each(|dof| jacobian.entry(6 * b + dof, random()));
            }
            jacobian.end_row();
        }
        offsets.push(jacobian.len());
    }
    let (mut fast, mut slow) = (BlockMatrix::default(), BlockMatrix::default());
    let mut assembly = Assembly::default();
    assembly.delassus(&mass, &jacobian, &offsets, &mut fast);
    assert!(assembly.is_dense(&jacobian, &offsets, 6));
    slow.clone_from(&fast);
    assembly.write_values(&mass, &jacobian, &offsets, &mut slow);
    for (k, (a, b)) in fast.values.iter().zip(&slow.values).enumerate() {
        assert!((a - b).abs() < 1e-14, "entry {k}: {a}, asked: {b}");
    }
}

/// Five bodies, six contacts between one or two of them: sweeps over pairs end where sweeps over W do.
#[test]
fn pairs_of_bodies_find_the_answer_of_w() {
    let mut mass = MassMatrix::new(&[6; 5]);
    let mut seed = 11_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
    };
    for at in 0..180 {
        mass.values[at] = if at % 36 % 7 == 0 {
            2.0 + 0.5 * random()
        } else {
            0.0
        };
    }
    mass.factor_symmetric().unwrap();
    let touched: [&[usize]; 6] = [&[0, 1], &[1], &[1, 2], &[3, 4], &[2, 4], &[3]];
    let (mut jacobian, mut offsets) = (Rows::default(), vec![0]);
    for bodies in touched {
        for _ in 0..3 {
            for &b in bodies {
                (0..6).for_each(|dof| jacobian.entry(6 * b + dof, random()));
            }
            jacobian.end_row();
        }
        offsets.push(jacobian.len());
    }
    let mut problem = ContactProblem {
        delassus: Delassus::Explicit(BlockMatrix::default()),
        free_velocity: (0..18)
            .map(|k| if k % 3 == 0 { -1.0 } else { random() })
            .collect(),
        laws: vec![Law::Coulomb { mu: 0.4 }; 6],
    };
    let (mut assembly, mut pairs) = (Assembly::default(), BodySweeps::default());
    let blocks = (offsets.as_slice(), problem.laws.as_slice());
    assert!(Assembly::pairs(&mass, &jacobian, blocks, &mut pairs));
    if let Delassus::Explicit(w) = &mut problem.delassus {
        assembly.delassus(&mass, &jacobian, &offsets, w);
    }
    let (mut found, mut asked) = ([0.0; 18], [0.0; 18]);
    let report = pairs.run(&problem.laws, &problem.free_velocity, 1e-12, 2000, &mut found);
    assert_eq!(report.stop, Stop::Converged);
    let settings = Settings {
        tolerance: 1e-12,
        ..Settings::default()
    };
    GaussSeidel::new(settings).solve(&problem, &mut asked);
    for (k, (a, b)) in found.iter().zip(&asked).enumerate() {
        assert!((a - b).abs() < 1e-9, "row {k}: {a}, asked: {b}");
    }
    assert!(found[0] > 0.0);

    // A law of another section is none of its business.
    problem.laws[3] = Law::Elliptic { mu: [0.4, 0.1] };
    let blocks = (offsets.as_slice(), problem.laws.as_slice());
    assert!(!Assembly::pairs(&mass, &jacobian, blocks, &mut pairs));
}
