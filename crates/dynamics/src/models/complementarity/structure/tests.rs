use super::*;

fn chain(n: usize) -> Equations {
    Equations {
        a: DMatrix::from_fn(n, n, |i, j| f64::from(j == i + 1)),
        b: DMatrix::from_fn(n, 1, |i, _| f64::from(i + 1 == n)),
        c: DMatrix::from_fn(1, n, |_, j| f64::from(j == 0)),
        d: DMatrix::zeros(1, 1),
        a_drive: DMatrix::zeros(n, 1),
        c_drive: DMatrix::zeros(1, 1),
        shift: DMatrix::zeros(1, 1),
        rate: 1.0,
    }
}

/// A chain of integrators held at 0: every state is, and every state can be moved.
#[test]
fn a_chain_of_integrators_is_held_whole() {
    for n in 1..6 {
        let found = chain(n).structure().expect("regular");
        let t = chain(n).jump_directions().expect("regular");
        assert_eq!((found.constraint.nrows(), t.ncols()), (n, n));
        assert!((found.constraint * t).lu().is_invertible());
        assert!(found.gain.amax() < 1e-15);
    }
}

/// With a D there is nothing to differentiate: λ = −x/D, and no state is excluded.
#[test]
fn a_resistance_excludes_no_state() {
    let mut equations = chain(3);
    equations.d[(0, 0)] = 1e-6;
    let found = equations.structure().expect("regular");
    assert_eq!(found.constraint.nrows(), 0);
    assert!((found.gain[(0, 0)] + 1e6).abs() < 1e-4);
}

/// Two rows that say the same leave λ open: no mode.
#[test]
fn rows_that_repeat_are_refused() {
    let mut equations = chain(2);
    equations.b = DMatrix::from_row_slice(2, 2, &[0.0, 0.0, 1.0, 1.0]);
    equations.c = DMatrix::from_row_slice(2, 2, &[1.0, 0.0, 1.0, 0.0]);
    equations.d = DMatrix::zeros(2, 2);
    equations.c_drive = DMatrix::zeros(2, 1);
    assert!(equations.structure().is_none());
}
