//! The rows of a law as data: how many of each kind, and where.
//!
//! ```text
//! row      0        1 …            then          then
//!          normal   slip (0..2)    spin (0, 1)   roll (0..2)
//! unit     m, N     m, N           rad, N·m      rad, N·m
//! ```
//! A joint row, a bounded force and a contact without friction are a normal row alone. Rows of the normal and
//! of slip have one unit, rows of spin and of rolling another. This is the one place that says how many
//! rows a law has: code that builds, scales or reads rows asks the layout, not the law's name.

use crate::law::Law;
use std::ops::Range;

/// How many rows of each kind follow the normal row of a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Rows of slip.
    pub slip: usize,
    /// Rows of torsion: spin about the normal.
    pub spin: usize,
    /// Rows of rolling.
    pub roll: usize,
}

impl Layout {
    const fn new(slip: usize, spin: usize, roll: usize) -> Self {
        Layout { slip, spin, roll }
    }

    /// All rows.
    #[inline]
    pub const fn rows(self) -> usize {
        1 + self.slip + self.spin + self.roll
    }

    /// The rows whose velocity is in m/s: the normal and slip.
    #[inline]
    pub const fn translation(self) -> Range<usize> {
        0..1 + self.slip
    }

    /// The rows of rolling.
    #[inline]
    pub const fn rolling(self) -> Range<usize> {
        1 + self.slip + self.spin..self.rows()
    }
}

/// What a law states, apart from the shape of its friction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// u = 0.
    Bilateral,
    /// 0 ≤ u ⟂ r ≥ 0.
    Unilateral,
    /// lo ≤ r ≤ hi.
    Box {
        /// Least impulse.
        lo: f64,
        /// Largest impulse.
        hi: f64,
    },
    /// 0 ≤ u_N ⟂ r_N ≥ 0 and friction with the section [`Law::shape`].
    Friction,
}

impl Law {
    /// The rows of a block under this law.
    #[inline]
    pub const fn layout(&self) -> Layout {
        match self {
            Law::Bilateral | Law::Unilateral | Law::Box { .. } => Layout::new(0, 0, 0),
            Law::Planar { .. } | Law::Asymmetric { .. } => Layout::new(1, 0, 0),
            Law::Coulomb { .. } | Law::Elliptic { .. } | Law::Facetted { .. } | Law::Section(_) => {
                Layout::new(2, 0, 0)
            }
            Law::Torsion { .. } => Layout::new(2, 1, 0),
            Law::PlanarRolling { .. } => Layout::new(1, 0, 1),
            Law::Rolling { .. } => Layout::new(2, 0, 2),
            Law::RollingTorsion { .. } => Layout::new(2, 1, 2),
        }
    }

    /// Number of rows of a block under this law.
    #[inline]
    pub const fn rows(&self) -> usize {
        self.layout().rows()
    }

    /// What the law states.
    #[inline]
    pub const fn kind(&self) -> Kind {
        match *self {
            Law::Bilateral => Kind::Bilateral,
            Law::Unilateral => Kind::Unilateral,
            Law::Box { lo, hi } => Kind::Box { lo, hi },
            Law::Planar { .. }
            | Law::Asymmetric { .. }
            | Law::Coulomb { .. }
            | Law::Elliptic { .. }
            | Law::Facetted { .. }
            | Law::Section(_)
            | Law::Torsion { .. }
            | Law::PlanarRolling { .. }
            | Law::Rolling { .. }
            | Law::RollingTorsion { .. } => Kind::Friction,
        }
    }

    /// μ of a contact without friction (0) and of friction that is the same in every direction; `None` for
    /// the other laws.
    #[inline]
    pub const fn isotropic(&self) -> Option<f64> {
        match *self {
            Law::Unilateral => Some(0.0),
            Law::Planar { mu } | Law::Coulomb { mu } => Some(mu),
            Law::Bilateral
            | Law::Box { .. }
            | Law::Asymmetric { .. }
            | Law::Elliptic { .. }
            | Law::Facetted { .. }
            | Law::Section(_)
            | Law::Torsion { .. }
            | Law::PlanarRolling { .. }
            | Law::Rolling { .. }
            | Law::RollingTorsion { .. } => None,
        }
    }

    /// The same law with another coefficient, where it is the same in every direction; others as they are.
    #[inline]
    #[must_use]
    pub const fn with_mu(self, mu: f64) -> Law {
        match self {
            Law::Planar { .. } => Law::Planar { mu },
            Law::Coulomb { .. } => Law::Coulomb { mu },
            Law::Bilateral
            | Law::Unilateral
            | Law::Box { .. }
            | Law::Asymmetric { .. }
            | Law::Elliptic { .. }
            | Law::Facetted { .. }
            | Law::Section(_)
            | Law::Torsion { .. }
            | Law::PlanarRolling { .. }
            | Law::Rolling { .. }
            | Law::RollingTorsion { .. } => self,
        }
    }
}
