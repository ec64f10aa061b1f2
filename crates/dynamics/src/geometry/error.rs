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
    /// A coordinate that is not finite.
    #[error("{what}: point {index} is not finite: give finite coordinates in m")]
    NotFinite {
        /// Which shape.
        what: &'static str,
        /// Which of its points.
        index: usize,
    },
    /// Not enough points.
    #[error("{what}: {found} points given, at least {needed} needed: add points")]
    TooFew {
        /// Which shape.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many it takes.
        needed: usize,
    },
    /// All points in a plane, on a line or in one place.
    #[error(
        "hull: the {points} points lie in one plane to {thickness:e} of their extent: add points off the plane, or take a thin box"
    )]
    Flat {
        /// How many points there are.
        points: usize,
        /// Thickness over extent.
        thickness: f64,
    },
    /// Points whose hull rounding does not let us build.
    #[error(
        "hull: no convex polytope of {points} points ({why}): remove points closer to each other than 1e-7 of the extent"
    )]
    Hull {
        /// How many points there are.
        points: usize,
        /// What failed.
        why: &'static str,
    },
    /// A triangle with a vertex that does not exist.
    #[error(
        "mesh: triangle {triangle} names vertex {vertex}, but there are {vertices}: vertices count from 0"
    )]
    Index {
        /// Which triangle.
        triangle: usize,
        /// The vertex it names.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// No triangle with an area.
    #[error(
        "mesh: none of the {triangles} triangles has an area: give at least one whose corners are not on a line"
    )]
    Empty {
        /// How many triangles were given.
        triangles: usize,
    },
    /// A height field of the wrong size.
    #[error(
        "height field: {nx} x {ny} samples {spacing} m apart with {found} heights: give nx, ny >= 2, a positive spacing and nx*ny heights"
    )]
    Heights {
        /// Samples along x.
        nx: usize,
        /// Samples along y.
        ny: usize,
        /// Distance between samples, in m.
        spacing: f64,
        /// Heights given.
        found: usize,
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
