//! Scales of rows: √d with d the mean of the diagonal of W over the rows of one kind, and laws in the scaled
//! variables.

use crate::law::Law;

/// The law in variables scaled by `s`: coefficients of rows with another scale than the normal one change.
#[inline]
pub(crate) fn scaled_law(law: &Law, s: &[f64]) -> Law {
    match *law {
        Law::Box { lo, hi } => Law::Box {
            lo: lo * s[0],
            hi: hi * s[0],
        },
        Law::Torsion { mu, torsion } => Law::Torsion {
            mu,
            torsion: torsion * s[3] / s[0],
        },
        Law::PlanarRolling { mu, rolling } => Law::PlanarRolling {
            mu,
            rolling: rolling * s[2] / s[0],
        },
        Law::Rolling { mu, rolling } => Law::Rolling {
            mu,
            rolling: rolling * s[3] / s[0],
        },
        Law::RollingTorsion { mu, torsion, rolling } => Law::RollingTorsion {
            mu,
            torsion: torsion * s[3] / s[0],
            rolling: rolling * s[4] / s[0],
        },
        Law::Bilateral
        | Law::Unilateral
        | Law::Planar { .. }
        | Law::Asymmetric { .. }
        | Law::Coulomb { .. }
        | Law::Elliptic { .. }
        | Law::Facetted { .. }
        | Law::Section(_) => *law,
    }
}

/// One scale for all rows of a kind: the mean of their diagonal entries.
#[inline]
pub(crate) fn share(d: &mut [f64]) {
    match d {
        [d] => *d = d.abs(),
        [x, y] => {
            let mean = 0.5 * (x.abs() + y.abs());
            (*x, *y) = (mean, mean);
        }
        [x, y, z] => {
            let mean = (x.abs() + y.abs() + z.abs()) / 3.0;
            (*x, *y, *z) = (mean, mean, mean);
        }
        _ => {
            let mean = d.iter().map(|d| d.abs()).sum::<f64>() / d.len() as f64;
            d.fill(mean);
        }
    }
}
