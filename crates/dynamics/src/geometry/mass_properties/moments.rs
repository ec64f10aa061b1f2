//! Measure, centroid and second moments of one shape, at density 1.

use crate::geometry::error::{GeometryError, not_negative, positive};
use crate::geometry::plane::Polygon;
use crate::geometry::space::Hull;
use crate::geometry::{DMat3, DVec2, DVec3, Shape};
use std::f64::consts::PI;

/// ∫ 1, ∫ x / ∫ 1, and ∫ (x − c)(x − c)ᵀ.
#[derive(Clone, Copy)]
pub(super) struct Moments {
    pub(super) measure: f64,
    pub(super) center: DVec3,
    pub(super) spread: DMat3,
}

impl Moments {
    /// Of a shape around the origin, with these mean squares of the coordinates.
    fn around(measure: f64, squares: DVec3) -> Self {
        Moments {
            measure,
            center: DVec3::ZERO,
            spread: DMat3::from_diagonal(measure * squares),
        }
    }

    /// From ∫ 1, ∫ x and ∫ x xᵀ about the point `from`.
    fn about(from: DVec3, measure: f64, first: DVec3, second: DMat3) -> Self {
        let d = first / measure;
        Moments {
            measure,
            center: from + d,
            spread: second - outer(d, d) * measure,
        }
    }

    /// Of all parts; none where nothing has a measure.
    pub(super) fn join(parts: &[Moments]) -> Option<Self> {
        let measure: f64 = parts.iter().map(|part| part.measure).sum();
        if !(measure > 0.0) {
            return None;
        }
        // From the first centre: parts far from the origin lose no digits.
        let from = parts[0].center;
        let first: DVec3 = parts.iter().map(|part| (part.center - from) * part.measure).sum();
        let center = from + first / measure;
        let mut spread = DMat3::ZERO;
        for part in parts {
            let d = part.center - center;
            spread += part.spread + outer(d, d) * part.measure;
        }
        Some(Moments {
            measure,
            center,
            spread,
        })
    }
}

fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

/// Lengths that are negative or not numbers could multiply to a volume.
fn check_lengths(shape: &Shape) -> Result<(), GeometryError> {
    let all = |what, lengths: &[f64]| lengths.iter().try_for_each(|x| positive(shape.name(), what, *x));
    match shape {
        Shape::Sphere { radius } | Shape::Disc { radius } => all("radius", &[*radius]),
        Shape::Box { half } => all("half size", &half.to_array()),
        Shape::Ellipsoid { semi_axes } => all("semi-axis", &semi_axes.to_array()),
        Shape::Cylinder {
            half_length: x,
            radius,
        } => all("half length or radius", &[*x, *radius]),
        Shape::Cone {
            half_height: x,
            radius,
        } => all("half height or radius", &[*x, *radius]),
        Shape::Capsule { half_length, radius } => {
            not_negative(shape.name(), "half length", *half_length)?;
            all("radius", &[*radius])
        }
        _ => Ok(()),
    }
}

/// In the axes of the shape.
pub(super) fn moments(shape: &Shape) -> Result<Moments, GeometryError> {
    check_lengths(shape)?;
    let of = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    Ok(match shape {
        Shape::HalfSpace | Shape::HalfPlane | Shape::Mesh(_) => {
            return Err(GeometryError::Boundary { shape: shape.name() });
        }
        Shape::Sphere { radius: r } => Moments::around(4.0 / 3.0 * PI * r.powi(3), DVec3::splat(r * r / 5.0)),
        Shape::Box { half } => Moments::around(8.0 * half.x * half.y * half.z, *half * *half / 3.0),
        Shape::Ellipsoid { semi_axes: s } => Moments::around(4.0 / 3.0 * PI * s.x * s.y * s.z, *s * *s / 5.0),
        Shape::Cylinder {
            half_length: h,
            radius: r,
        } => Moments::around(2.0 * PI * r * r * h, of(r * r / 4.0, r * r / 4.0, h * h / 3.0)),
        Shape::Capsule {
            half_length: h,
            radius: r,
        } => {
            let (middle, ends) = (2.0 * PI * r * r * h, 4.0 / 3.0 * PI * r.powi(3));
            let volume = middle + ends;
            let across = (middle * r * r / 4.0 + ends * r * r / 5.0) / volume;
            // Half balls: centroid 3/8 r beyond the ends.
            let along = (middle * h * h / 3.0 + ends * (h * h + 0.75 * h * r + r * r / 5.0)) / volume;
            Moments::around(volume, of(across, across, along))
        }
        Shape::Cone {
            half_height: h,
            radius: r,
        } => {
            let across = 3.0 / 20.0 * r * r;
            let cone = Moments::around(2.0 / 3.0 * PI * r * r * h, of(across, across, 3.0 / 20.0 * h * h));
            Moments {
                center: of(0.0, 0.0, -0.5 * h),
                ..cone
            }
        }
        Shape::Hull(hull) => polytope(hull),
        Shape::Disc { radius: r } => Moments::around(PI * r * r, of(r * r / 4.0, r * r / 4.0, 0.0)),
        Shape::Polygon(polygon) => rounded(polygon).ok_or(GeometryError::NoArea {
            shape: "segment",
            remedy: "give it a radius, or give the body its mass (then it is a thin rod)",
        })?,
    })
}

/// A segment without thickness, by its length.
pub(super) fn rod(shape: &Shape) -> Option<Moments> {
    let Shape::Polygon(polygon) = shape else {
        return None;
    };
    match polygon.vertices[..] {
        [a, b] if polygon.radius == 0.0 => {
            let along = (b - a).extend(0.0);
            let (measure, center) = (along.length(), a.extend(0.0) + 0.5 * along);
            Some(Moments {
                measure,
                center,
                spread: outer(along, along) * (measure / 12.0),
            })
        }
        _ => None,
    }
}

/// The inside, a strip along each side and a sector at each corner; none without area.
fn rounded(polygon: &Polygon) -> Option<Moments> {
    let (vertices, r) = (&polygon.vertices, polygon.radius);
    let count = vertices.len();
    let from = vertices[0];
    let (mut measure, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
    for k in 1..count - 1 {
        let (a, b) = (vertices[k] - from, vertices[k + 1] - from);
        let area = 0.5 * a.perp_dot(b);
        let (a, b) = (a.extend(0.0), b.extend(0.0));
        measure += area;
        first += (a + b) * (area / 3.0);
        second += (outer(a, a) + outer(b, b) + outer(a + b, a + b)) * (area / 12.0);
    }
    let mut parts = Vec::with_capacity(2 * count + 1);
    if measure > 0.0 {
        parts.push(Moments::about(from.extend(0.0), measure, first, second));
    }
    if r > 0.0 {
        for k in 0..count {
            let (here, next) = (vertices[k], vertices[(k + 1) % count]);
            let (before, after) = (polygon.normal((k + count - 1) % count), polygon.normal(k));
            parts.push(strip(here, next, after * r));
            parts.push(sector(here, before, after, r));
        }
    }
    Moments::join(&parts)
}

/// The rectangle over a side, as high as `height`.
fn strip(a: DVec2, b: DVec2, height: DVec2) -> Moments {
    let (along, up) = ((b - a).extend(0.0), height.extend(0.0));
    let measure = along.length() * up.length();
    Moments {
        measure,
        center: a.extend(0.0) + 0.5 * (along + up),
        spread: (outer(along, along) + outer(up, up)) * (measure / 12.0),
    }
}

/// The part of a disc between the normals of two sides.
fn sector(corner: DVec2, before: DVec2, after: DVec2, r: f64) -> Moments {
    // Absolute: the sides of a segment are opposite, and rounding decides on the sign.
    let half = 0.5 * before.perp_dot(after).atan2(before.dot(after)).abs();
    let (sin, cos) = half.sin_cos();
    let middle = DVec2::new(cos, sin).rotate(before).extend(0.0);
    let across = DVec3::new(-middle.y, middle.x, 0.0);
    let quarter = 0.25 * r.powi(4);
    let second = outer(middle, middle) * (quarter * (half + sin * cos))
        + outer(across, across) * (quarter * (half - sin * cos));
    let first = middle * (2.0 / 3.0 * r.powi(3) * sin);
    Moments::about(corner.extend(0.0), half * r * r, first, second)
}

/// By the tetrahedra over its triangles, from one of its vertices.
fn polytope(hull: &Hull) -> Moments {
    let from = hull.vertices.first().copied().unwrap_or(DVec3::ZERO);
    let (mut measure, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
    for triangle in hull.triangles() {
        let [a, b, c] = triangle.map(|corner| corner - from);
        let volume = a.cross(b).dot(c) / 6.0;
        let sum = a + b + c;
        measure += volume;
        first += sum * (volume / 4.0);
        second += (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum)) * (volume / 20.0);
    }
    Moments::about(from, measure, first, second)
}
