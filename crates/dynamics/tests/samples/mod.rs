//! Systems that several test programs share.
#![allow(dead_code, reason = "each test program uses a part")]

use drystone_dynamics::contact::{Constraints, Contacts};
use drystone_dynamics::gaps::Selection;
use drystone_dynamics::models::complementarity::ComplementaritySystem;
use drystone_dynamics::system::{Energy, Layout, System};
use nalgebra::DMatrix;

/// A particle of unit mass on the circle of radius 1.
pub(crate) struct Pendulum {
    /// How often its rod is said: rows after the first follow from it.
    pub(crate) rods: usize,
}

impl System for Pendulum {
    fn layout(&self) -> Layout {
        Layout::vector(2)
    }
    fn mass(&mut self, _: f64, _: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[1.0, 0.0, 0.0, 1.0]);
    }
    fn force(&mut self, _: f64, _: &[f64], _: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[0.0, -9.81]);
    }
    fn contacts(&mut self, _: f64, _: &[f64], _: Selection<'_>, _: &mut Contacts) {}
    fn constraints(&mut self, _: f64, q: &[f64], out: &mut Constraints) {
        for _ in 0..self.rods {
            out.jacobian.entry(0, q[0]);
            out.jacobian.entry(1, q[1]);
            out.end_row(0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0), 0.0);
        }
    }
    fn energy(&mut self, _: f64, q: &[f64], v: &[f64]) -> Energy {
        Energy {
            kinetic: 0.5 * (v[0] * v[0] + v[1] * v[1]),
            potential: 9.81 * q[1],
        }
    }
}

pub(crate) fn matrix<const R: usize, const C: usize>(rows: [[f64; C]; R]) -> DMatrix<f64> {
    DMatrix::from_fn(R, C, |i, j| rows[i][j])
}

pub(crate) const INDUCTANCE: f64 = 1e-2;
pub(crate) const CAPACITANCE: f64 = 1e-6;
pub(crate) const RESISTANCE: f64 = 1e3;

/// LC oscillator that feeds a resistor through a bridge of four ideal diodes.
pub(crate) fn bridge() -> ComplementaritySystem {
    let (c, g) = (1.0 / CAPACITANCE, 1.0 / RESISTANCE);
    ComplementaritySystem {
        a_matrix: matrix([[0.0, -c], [1.0 / INDUCTANCE, 0.0]]),
        b: matrix([[0.0, 0.0, -c, c], [0.0, 0.0, 0.0, 0.0]]),
        c: matrix([[0.0, 0.0], [0.0, 0.0], [-1.0, 0.0], [1.0, 0.0]]),
        d: matrix([
            [g, g, -1.0, 0.0],
            [g, g, 0.0, -1.0],
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
        ]),
        relay: vec![false; 4],
        drive: ComplementaritySystem::no_drive(),
        x0: vec![10.0, 0.0],
    }
}
