use super::*;

/// Two blocks, the first unsymmetric when asked: M (M⁻¹ x) = x.
#[test]
fn solves_what_it_multiplies() {
    for unsymmetric in [0.0, 0.7] {
        let mut m = MassMatrix::new(&[3, 1, 2]);
        let block = [4.0, 1.0 + unsymmetric, 0.5, 1.0, 3.0, -0.2, 0.5, -0.2, 2.0];
        m.values[..9].copy_from_slice(&block);
        m.values[9..].copy_from_slice(&[2.5, 1.0, 0.3, 0.3, 1.0]);
        if unsymmetric == 0.0 {
            m.factor_symmetric().unwrap();
        } else {
            m.factor_general().unwrap();
        }
        let x = [1.0, -2.0, 3.0, 0.25, 5.0, -6.0];
        let (mut y, mut z) = (x, [0.0; 6]);
        m.solve(&mut y);
        m.multiply(&y, &mut z);
        for (found, asked) in z.iter().zip(x) {
            assert!((found - asked).abs() < 1e-14, "found {found}, asked {asked}");
        }
    }
}

#[test]
fn names_the_degree_of_freedom_without_mass() {
    let mut m = MassMatrix::new(&[1, 2]);
    m.values.copy_from_slice(&[1.0, 1.0, 1.0, 1.0, 1.0]);
    let error = m.factor_symmetric().unwrap_err();
    assert_eq!(error.dof, 2);
}

/// A chain of bodies that rotors join is one large block, most of it zero: the same answers as from the block
/// as it stands, whatever is on the right, and the same refusal.
#[test]
fn large_blocks_are_solved_within_their_envelope() {
    let n = 60;
    let mut m = MassMatrix::new(&[n]);
    for i in 0..n {
        m.values[i * n + i] = 4.0 + (i as f64).sin();
        // To the body before, and here and there to one far back.
        for j in [i.checked_sub(6), i.checked_sub(1), (i % 20 == 7).then_some(i / 3)]
            .into_iter()
            .flatten()
        {
            m.values[i * n + j] = 0.7 * ((i + 2 * j) as f64).cos();
            m.values[j * n + i] = m.values[i * n + j];
        }
    }
    m.factor_symmetric().unwrap();
    for first in [0, 7, 59] {
        let x: Vec<f64> = (0..n)
            .map(|i| if i < first { 0.0 } else { (0.3 * i as f64).cos() })
            .collect();
        let (mut y, mut z) = (x.clone(), vec![0.0; n]);
        m.solve(&mut y);
        m.multiply(&y, &mut z);
        let far = z.iter().zip(&x).fold(0.0, |m: f64, (z, x)| m.max((z - x).abs()));
        assert!(far < 1e-13, "{first}: {far:e}");
    }
    m.values[30 * n + 30] = -1.0;
    assert_eq!(m.factor_symmetric().unwrap_err().dof, 30);
}

/// h M⁻¹ hᵀ of rows on bodies of six degrees of freedom, of three and of one: as by solving, and the shorter
/// way for six to the bits of the other.
#[test]
fn norms_of_rows() {
    let mut m = MassMatrix::new(&[6, 3, 6, 1]);
    let sizes = [6, 3, 6, 1];
    for (k, n) in sizes.into_iter().enumerate() {
        let start = m.start[k];
        for i in 0..n {
            for j in 0..n {
                let entry = if i == j {
                    3.0 + i as f64
                } else {
                    1.0 / (1.0 + (i + j + k) as f64)
                };
                m.values[start + i * n + j] = entry;
            }
        }
    }
    m.factor_symmetric().unwrap();
    for col in [
        vec![0, 2, 5, 9, 11, 14],
        vec![3, 4, 6, 8],
        (0..6).collect(),
        vec![12, 15],
        vec![7],
    ] {
        let value: Vec<f64> = col.iter().map(|dof| (1.3 + *dof as f64).sin()).collect();
        let found = m.norm_of_row((&col, &value), &mut Vec::new());
        let mut row = [0.0; 16];
        col.iter().zip(&value).for_each(|(dof, x)| row[*dof] = *x);
        let mut solved = row;
        m.solve(&mut solved);
        let asked: f64 = row.iter().zip(&solved).map(|(a, b)| a * b).sum();
        assert!((found - asked).abs() < 1e-14, "{col:?}: {found}, asked {asked}");
        let mut plain = 0.0;
        for (k, ends) in m.offsets.windows(2).enumerate() {
            plain += m.norm_of_block(k, &mut row[ends[0]..ends[1]]);
        }
        assert_eq!(found.to_bits(), plain.to_bits(), "{col:?}");
    }
}
