//! The sliding rod of Painlevé: how many contact forces are possible.
//!
//! ```text
//! tip on the floor, sliding to the left:   0 ≤ N ⟂ A N + b ≥ 0,   A = W_nn + μ W_nt,  b = −g + ½ l sin θ θ'²
//! ```
//! W comes from the scene `painleve_rod` itself, the solutions from the enumeration of the LCP.
//! Source: Stewart, Rigid-body dynamics with impact and friction, (1.2).

use drystone::dynamics::System;
use drystone::dynamics::contact::Contacts;
use drystone::dynamics::models::lagrangian::Lagrangian;
use drystone::io::scene::{Built, Scene};
use drystone::solve::lcp::enumerate;
use drystone::solve::problem::{Lcp, Matrix};
use drystone_dynamics::gaps::Selection;
use nalgebra::{DMatrix, Matrix3, Vector3};

/// The rod of the scene.
pub(crate) struct Rod {
    system: Box<Lagrangian>,
    contacts: Contacts,
}

impl Rod {
    /// From the scene with these values.
    pub(crate) fn new(sets: &[(&str, &str)]) -> Result<Self, String> {
        let text = drystone::scenes::text("painleve_rod").ok_or("no scene painleve_rod")?;
        let scene = Scene::read(text, "painleve_rod", sets).map_err(|e| e.to_string())?;
        match scene.build().map_err(|e| e.to_string())? {
            Built::Lagrangian(system, ..) => Ok(Rod {
                system,
                contacts: Contacts::default(),
            }),
            _ => Err("painleve_rod is not a mechanical system".into()),
        }
    }

    /// W_nn and W_nt of the tip at the angle θ.
    pub(crate) fn delassus(&mut self, theta: f64) -> Option<(f64, f64)> {
        let q = [0.0, theta.sin(), theta];
        let mut mass = [0.0; 9];
        self.system.mass(0.0, &q, &mut mass);
        self.contacts.clear();
        self.system.contacts(0.0, &q, Selection::ALL, &mut self.contacts);
        let row = |i: usize| {
            let mut x = [0.0; 3];
            let (dofs, values) = self.contacts.jacobian.row(i);
            dofs.iter().zip(values).for_each(|(&k, &value)| x[k] = value);
            Vector3::from(x)
        };
        let (normal, tangent) = (row(0), row(1));
        let inverse = Matrix3::from_row_slice(&mass).try_inverse()?;
        Some((normal.dot(&(inverse * normal)), normal.dot(&(inverse * tangent))))
    }

    /// A.
    pub(crate) fn a(&mut self, theta: f64, mu: f64) -> Option<f64> {
        self.delassus(theta).map(|(nn, nt)| nn + mu * nt)
    }

    /// All N.
    pub(crate) fn forces(&mut self, theta: f64, omega: f64, mu: f64) -> Option<Vec<f64>> {
        let lcp = Lcp {
            matrix: Matrix::Dense(DMatrix::from_element(1, 1, self.a(theta, mu)?)),
            q: vec![normal_acceleration(theta, omega)],
        };
        Some(enumerate(&lcp)?.solutions.into_iter().map(|s| s.z[0]).collect())
    }
}

/// b, with l = 2 m.
pub(crate) fn normal_acceleration(theta: f64, omega: f64) -> f64 {
    -9.81 + theta.sin() * omega * omega
}
