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
