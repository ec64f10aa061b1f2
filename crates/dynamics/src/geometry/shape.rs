//! The shapes that exist.

use super::{Bounds, DVec3, Pose};
use crate::geometry::plane::Polygon;
use crate::geometry::space::{Hull, Mesh};
use std::sync::Arc;

/// A shape in the axes of its body, or of its own pose in the body. All lengths in m.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// All points with z ≤ 0; never moves freely.
    HalfSpace,
    /// A ball around the origin.
    Sphere {
        /// Radius.
        radius: f64,
    },
    /// A box around the origin.
    Box {
        /// Half sizes along the axes.
        half: DVec3,
    },
    /// All points within `radius` of the segment from −half_length to half_length on z.
    Capsule {
        /// Half the length of the segment.
        half_length: f64,
        /// Radius.
        radius: f64,
    },
    /// A cylinder along z.
    Cylinder {
        /// Half its length.
        half_length: f64,
        /// Radius.
        radius: f64,
    },
    /// A cone along z, its base at −half_height, its tip at half_height.
    Cone {
        /// Half its height.
        half_height: f64,
        /// Radius of the base.
        radius: f64,
    },
    /// An ellipsoid along the axes.
    Ellipsoid {
        /// Semi-axes.
        semi_axes: DVec3,
    },
    /// A convex polytope.
    Hull(Arc<Hull>),
    /// A surface of triangles (or a height field), solid on neither side; never moves freely.
    Mesh(Arc<Mesh>),
    /// In the plane: all points with y ≤ 0; never moves freely.
    HalfPlane,
    /// In the plane: a disc around the origin.
    Disc {
        /// Radius.
        radius: f64,
    },
    /// In the plane: a convex polygon, a box, a segment, and those rounded (a capsule is a rounded segment).
    Polygon(Arc<Polygon>),
}

/// A shape with its pose in the body.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The shape.
    pub shape: Shape,
    /// Its pose in the body.
    pub pose: Pose,
}

impl Shape {
    /// As written in scene files and lists.
    pub fn name(&self) -> &'static str {
        match self {
            Shape::HalfSpace | Shape::HalfPlane => "plane",
            Shape::Sphere { .. } => "sphere",
            Shape::Box { .. } => "box",
            Shape::Capsule { .. } => "capsule",
            Shape::Cylinder { .. } => "cylinder",
            Shape::Cone { .. } => "cone",
            Shape::Ellipsoid { .. } => "ellipsoid",
            Shape::Hull(_) => "hull",
            Shape::Mesh(_) => "mesh",
            Shape::Disc { .. } => "disc",
            Shape::Polygon(_) => "polygon",
        }
    }

    /// Whether bodies of this shape have no volume and must be fixed or follow a motion.
    pub fn is_boundary(&self) -> bool {
        matches!(self, Shape::HalfSpace | Shape::HalfPlane | Shape::Mesh(_))
    }

    /// Whether its contacts have one name whichever way it turns: no corners, no edges, no ends.
    pub fn is_round(&self) -> bool {
        matches!(
            self,
            Shape::HalfSpace
                | Shape::HalfPlane
                | Shape::Sphere { .. }
                | Shape::Disc { .. }
                | Shape::Ellipsoid { .. }
        )
    }

    /// The smallest box along the axes of the world that holds the shape at this pose; infinite for
    /// half-spaces.
    pub fn bounds(&self, pose: &Pose) -> Bounds {
        let reach = |extent: DVec3| Bounds {
            min: pose.position - extent,
            max: pose.position + extent,
        };
        let axis = || pose.rotation * DVec3::Z;
        // Extent of a disc of this radius across the axis.
        let rim =
            |axis: DVec3, radius: f64| radius * (DVec3::ONE - axis * axis).max(DVec3::ZERO).map(f64::sqrt);
        match self {
            Shape::HalfSpace | Shape::HalfPlane => reach(DVec3::INFINITY),
            Shape::Sphere { radius } => reach(DVec3::splat(*radius)),
            Shape::Disc { radius } => reach(DVec3::new(*radius, *radius, 0.0)),
            Shape::Box { half } => {
                let axes = glam::DMat3::from_quat(pose.rotation);
                Bounds::of_box(*half, pose.position, &axes)
            }
            Shape::Ellipsoid { semi_axes } => {
                let r = glam::DMat3::from_quat(pose.rotation);
                let (x, y, z) = (
                    r.x_axis * semi_axes.x,
                    r.y_axis * semi_axes.y,
                    r.z_axis * semi_axes.z,
                );
                reach((x * x + y * y + z * z).map(f64::sqrt))
            }
            Shape::Capsule { half_length, radius } => reach(axis().abs() * *half_length + *radius),
            Shape::Cylinder { half_length, radius } => {
                let axis = axis();
                reach(axis.abs() * *half_length + rim(axis, *radius))
            }
            Shape::Cone { half_height, radius } => {
                let axis = axis();
                let (tip, base) = (
                    pose.position + axis * *half_height,
                    pose.position - axis * *half_height,
                );
                let rim = rim(axis, *radius);
                Bounds {
                    min: tip.min(base - rim),
                    max: tip.max(base + rim),
                }
            }
            Shape::Hull(hull) => bounds_of(hull.vertices.iter().copied(), pose, 0.0),
            Shape::Mesh(mesh) => bounds_of(mesh.vertices.iter().copied(), pose, 0.0),
            Shape::Polygon(polygon) => {
                let vertices = polygon.vertices.iter().map(|v| v.extend(0.0));
                bounds_of(vertices, pose, polygon.radius)
            }
        }
    }
}

fn bounds_of(points: impl Iterator<Item = DVec3>, pose: &Pose, radius: f64) -> Bounds {
    let hold = |bounds: Bounds, p: DVec3| {
        let p = pose.point(p);
        bounds.join(&Bounds { min: p, max: p })
    };
    points.fold(Bounds::EMPTY, hold).grown(radius)
}
