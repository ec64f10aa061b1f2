//! What can be wrong with a shape.

/// Why a shape, or the mass of a body made of shapes, was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GeometryError {
    /// A number that a shape cannot have.
    #[error("{shape}: {what} is {value}; give {must}")]
    Value {
        /// Name of the shape.
        shape: &'static str,
        /// Which number.
        what: &'static str,
        /// As found.
        value: f64,
        /// What it must be.
        must: &'static str,
    },
    /// A vertex where the shape bends inwards.
    #[error(
        "{shape}: vertex {vertex} (counted from 0) lies inside or makes it non-convex; split it into convex parts with `shapes = [...]`"
    )]
    NotConvex {
        /// Name of the shape.
        shape: &'static str,
        /// Which vertex, as given.
        vertex: usize,
    },
    /// Too few or too many vertices.
    #[error("{shape}: {count} vertices; give {must}")]
    Vertices {
        /// Name of the shape.
        shape: &'static str,
        /// As found.
        count: usize,
        /// What it must be.
        must: &'static str,
    },
    /// A shape that encloses nothing.
    #[error("{shape}: encloses nothing; {remedy}")]
    NoArea {
        /// Name of the shape.
        shape: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// A shape that can only be part of a body that does not move freely.
    #[error("{shape}: has no mass; a body with this shape must have `fixed = true`")]
    Boundary {
        /// Name of the shape.
        shape: &'static str,
    },
    /// Mass or inertia that no body has.
    #[error("mass properties: {what} is {value:e}; {remedy}")]
    Mass {
        /// Which number.
        what: &'static str,
        /// As found.
        value: f64,
        /// What to do.
        remedy: &'static str,
    },
}

/// A length that must be positive and finite.
pub(crate) fn positive(shape: &'static str, what: &'static str, value: f64) -> Result<(), GeometryError> {
    if value > 0.0 && value < f64::INFINITY {
        return Ok(());
    }
    Err(GeometryError::Value {
        shape,
        what,
        value,
        must: "a positive number",
    })
}

/// A length that must be finite and may be zero.
pub(crate) fn not_negative(shape: &'static str, what: &'static str, value: f64) -> Result<(), GeometryError> {
    if (0.0..f64::INFINITY).contains(&value) {
        return Ok(());
    }
    Err(GeometryError::Value {
        shape,
        what,
        value,
        must: "a number that is not negative",
    })
}
