//! What can be wrong with a shape.

/// Why a shape could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GeometryError {
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
