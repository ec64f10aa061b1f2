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
