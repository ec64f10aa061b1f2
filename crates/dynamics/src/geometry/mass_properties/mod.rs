//! Volume, centroid and inertia of shapes, in closed form.
//!
//! ```text
//! m = ρ ∫ dV,   m c = ρ ∫ x dV,   S = ρ ∫ (x − c)(x − c)ᵀ dV,   J = tr(S) 1 − S
//! S of parts = Σ (R_i S_i R_iᵀ + m_i (c_i − c)(c_i − c)ᵀ)                              (parallel axes)
//! ```
//! In the plane volumes are areas and densities are per area; S has no z part, and J is that of a thin plate.
//! Parts that overlap count twice. Closed forms: Goldstein, Classical Mechanics, ch. 5; polytopes and
//! polygons by simplices at a vertex.

mod moments;
#[cfg(test)]
mod tests;

use super::error::{GeometryError, positive};
use super::{DMat3, DQuat, DVec3, Placed, Shape};
use moments::{Moments, moments, rod};
use nalgebra::{Matrix3, SymmetricEigen};

/// Rounding that an inertia may have, relative to its largest moment.
const ROUNDING: f64 = 1e-9;

/// Mass, centre and inertia of a body, in its axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Mass, in kg.
    pub mass: f64,
    /// Centre of mass, in m.
    pub center: DVec3,
    /// Inertia about the centre of mass, in kg·m²; in the plane only its zz entry counts.
    pub inertia: DMat3,
}

impl Shape {
    /// Volume in m³, area in m² for shapes of the plane; 0 for surfaces and segments, infinite for
    /// half-spaces.
    pub fn volume(&self) -> f64 {
        match self {
            Shape::HalfSpace | Shape::HalfPlane => f64::INFINITY,
            _ => moments(self).map_or(0.0, |m| m.measure),
        }
    }
}

impl MassProperties {
    /// Of a body of these shapes, all of one density, in kg/m³ (in the plane kg/m²).
    pub fn of(shapes: &[Placed], density: f64) -> Result<Self, GeometryError> {
        if !(density > 0.0 && density < f64::INFINITY) {
            return Err(mass_error("the density", density, "give a positive number"));
        }
        let whole = compose(shapes, moments)?;
        Ok(Self::from_moments(&whole, density))
    }

    /// Of a body of these shapes and this mass, spread evenly. Segments without thickness, which have no
    /// area, are thin rods.
    pub fn with_mass(shapes: &[Placed], mass: f64) -> Result<Self, GeometryError> {
        if !(mass > 0.0 && mass < f64::INFINITY) {
            return Err(mass_error(
                "the mass",
                mass,
                "give a positive number, or `fixed = true`",
            ));
        }
        let rods = shapes.iter().all(|placed| rod(&placed.shape).is_some());
        let of_rod = |shape: &Shape| rod(shape).map_or_else(|| moments(shape), Ok);
        let whole = if rods {
            compose(shapes, of_rod)?
        } else {
            compose(shapes, moments)?
        };
        Ok(Self {
            mass,
            ..Self::from_moments(&whole, mass / whole.measure)
        })
    }

    fn from_moments(whole: &Moments, density: f64) -> Self {
        let spread = whole.spread * density;
        let trace = spread.x_axis.x + spread.y_axis.y + spread.z_axis.z;
        MassProperties {
            mass: density * whole.measure,
            center: whole.center,
            inertia: DMat3::from_diagonal(DVec3::splat(trace)) - spread,
        }
    }

    /// Principal moments, in kg·m², and the rotation from the principal axes to those of the body. A diagonal
    /// inertia keeps its axes; otherwise the moments increase.
    pub fn principal(&self) -> (DVec3, DQuat) {
        let j = &self.inertia;
        let diagonal = DVec3::new(j.x_axis.x, j.y_axis.y, j.z_axis.z);
        if *j == DMat3::from_diagonal(diagonal) || !j.is_finite() {
            return (diagonal, DQuat::IDENTITY);
        }
        let eigen = SymmetricEigen::new(Matrix3::from_column_slice(&j.to_cols_array()));
        let mut order = [0, 1, 2];
        order.sort_by(|&a, &b| eigen.eigenvalues[a].total_cmp(&eigen.eigenvalues[b]));
        let axis = |k: usize| {
            let v = eigen.eigenvectors.column(order[k]);
            DVec3::new(v[0], v[1], v[2])
        };
        let (x, y) = (axis(0), axis(1));
        let axes = DMat3::from_cols(x, y, x.cross(y));
        (
            DVec3::from_array(order.map(|k| eigen.eigenvalues[k])),
            DQuat::from_mat3(&axes).normalize(),
        )
    }

    /// Refuses what no body of space has: mass that is not positive, numbers that are not finite, an inertia
    /// that is not symmetric, not positive definite, or has a moment above the sum of the others.
    pub fn check(&self) -> Result<(), GeometryError> {
        self.check_mass()?;
        let j = &self.inertia;
        if let Some(&value) = j.to_cols_array().iter().find(|x| !x.is_finite()) {
            return Err(mass_error(
                "an entry of the inertia",
                value,
                "give finite numbers",
            ));
        }
        let (skew, size) = (
            *j - j.transpose(),
            j.to_cols_array().iter().fold(0.0, |m: f64, x| m.max(x.abs())),
        );
        if let Some(&value) = skew.to_cols_array().iter().find(|x| x.abs() > ROUNDING * size) {
            return Err(mass_error(
                "the difference of opposite entries of the inertia",
                value,
                "make it symmetric",
            ));
        }
        let mut moments = self.principal().0.to_array();
        moments.sort_by(f64::total_cmp);
        let [least, middle, largest] = moments;
        if !(least > 0.0) {
            return Err(mass_error(
                "the least principal moment",
                least,
                "give a positive definite inertia",
            ));
        }
        let excess = largest - middle - least;
        if excess > ROUNDING * largest {
            let remedy = "no principal moment can exceed the sum of the two others; correct the inertia";
            return Err(mass_error(
                "the excess of the largest principal moment",
                excess,
                remedy,
            ));
        }
        Ok(())
    }

    /// Refuses what no body of the plane has: of the inertia only the zz entry counts.
    pub fn check_planar(&self) -> Result<(), GeometryError> {
        self.check_mass()?;
        let inertia = self.inertia.z_axis.z;
        if inertia > 0.0 && inertia < f64::INFINITY {
            return Ok(());
        }
        Err(mass_error(
            "the inertia about z",
            inertia,
            "give a positive number",
        ))
    }

    fn check_mass(&self) -> Result<(), GeometryError> {
        if !(self.mass > 0.0 && self.mass < f64::INFINITY) {
            return Err(mass_error(
                "the mass",
                self.mass,
                "give a positive number, or `fixed = true`",
            ));
        }
        match self.center.to_array().iter().find(|x| !x.is_finite()) {
            None => Ok(()),
            Some(&value) => Err(mass_error(
                "a coordinate of the centre",
                value,
                "give finite numbers",
            )),
        }
    }
}

fn mass_error(what: &'static str, value: f64, remedy: &'static str) -> GeometryError {
    GeometryError::Mass { what, value, remedy }
}

/// The moments of all parts together.
fn compose(
    shapes: &[Placed],
    moments: impl Fn(&Shape) -> Result<Moments, GeometryError>,
) -> Result<Moments, GeometryError> {
    let mut parts = Vec::with_capacity(shapes.len());
    for Placed { shape, pose } in shapes {
        let part = moments(shape)?;
        positive(shape.name(), "volume", part.measure)?;
        let turn = DMat3::from_quat(pose.rotation);
        let spread = turn * part.spread * turn.transpose();
        parts.push(Moments {
            center: pose.point(part.center),
            spread: 0.5 * (spread + spread.transpose()),
            ..part
        });
    }
    Moments::join(&parts).ok_or_else(|| {
        mass_error(
            "the number of shapes",
            0.0,
            "give the body a shape, its mass and inertia, or `fixed = true`",
        )
    })
}
