//! Signed distance of a point from a shape, in axes of the shape: positive outside, negative inside.
//!
//! ```text
//! foot(p) = p − distance · normal,     normal the outward unit normal at the foot
//! ```
//! Over a face the normal is that of the face, however close the point; over edges and corners it is the
//! difference. An ellipsoid follows Eberly (2013): the root t of Σ (rᵢ zᵢ / (t + rᵢ − 1))² = 1, bracketed, to
//! the last digit.

use super::DVec3;

/// Where a point stands to a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    pub(super) distance: f64,
    pub(super) normal: DVec3,
}

/// From a corner or an edge: along the difference, or `fallback` where there is none.
#[inline]
pub(super) fn apart(difference: DVec3, fallback: DVec3) -> Foot {
    let distance = difference.length();
    let normal = if distance > 0.0 {
        difference / distance
    } else {
        fallback
    };
    Foot { distance, normal }
}

/// The parameter in [0, 1] of the point of the segment nearest to p.
#[inline]
pub(super) fn on_segment(p: DVec3, from: DVec3, to: DVec3) -> f64 {
    let along = to - from;
    let square = along.length_squared();
    if square > 0.0 {
        ((p - from).dot(along) / square).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// Of a box.
pub(super) fn of_box(p: DVec3, half: DVec3) -> Foot {
    let beyond = p.abs() - half;
    let sign = DVec3::ONE.copysign(p);
    let outside = beyond.max(DVec3::ZERO);
    let count = (0..3).filter(|&k| beyond[k] > 0.0).count();
    if count > 1 {
        return apart(outside * sign, DVec3::Z);
    }
    let axis = (1..3).fold(0, |best, k| if beyond[k] > beyond[best] { k } else { best });
    let mut normal = DVec3::ZERO;
    normal[axis] = sign[axis];
    Foot {
        distance: beyond[axis],
        normal,
    }
}

/// Of the segment from −half_length to half_length on z.
pub(super) fn of_segment(p: DVec3, half_length: f64) -> Foot {
    apart(p - DVec3::Z * p.z.clamp(-half_length, half_length), DVec3::X)
}

/// Turns (ρ, z) of a meridian into space.
fn turned(p: DVec3, rho: f64, radial: f64, axial: f64) -> DVec3 {
    let out = if rho > 0.0 {
        DVec3::new(p.x / rho, p.y / rho, 0.0)
    } else {
        DVec3::X
    };
    out * radial + DVec3::Z * axial
}

/// Of a cylinder.
pub(super) fn of_cylinder(p: DVec3, half_length: f64, radius: f64) -> Foot {
    let rho = p.x.hypot(p.y);
    let (side, end) = (rho - radius, p.z.abs() - half_length);
    let up = 1.0_f64.copysign(p.z);
    if side > 0.0 && end > 0.0 {
        let distance = side.hypot(end);
        let normal = turned(p, rho, side / distance, up * end / distance);
        return Foot { distance, normal };
    }
    if side > end {
        Foot {
            distance: side,
            normal: turned(p, rho, 1.0, 0.0),
        }
    } else {
        Foot {
            distance: end,
            normal: DVec3::Z * up,
        }
    }
}

/// Of a cone.
pub(super) fn of_cone(p: DVec3, half_height: f64, radius: f64) -> Foot {
    let rho = p.x.hypot(p.y);
    let length = radius.hypot(2.0 * half_height);
    if length == 0.0 {
        return apart(p, DVec3::Z);
    }
    // Along the side from the tip down, and across it.
    let (down, out) = (radius / length, 2.0 * half_height / length);
    let drop = half_height - p.z;
    let along = down * rho + out * drop;
    let side = out * rho - down * drop;
    let base = -half_height - p.z;
    let corner = |radial: f64, axial: f64, fallback: DVec3| {
        let distance = radial.hypot(axial);
        let normal = if distance > 0.0 {
            turned(p, rho, radial / distance, axial / distance)
        } else {
            fallback
        };
        Foot { distance, normal }
    };
    if side > 0.0 && along < 0.0 {
        return corner(rho, -drop, DVec3::Z);
    }
    if rho > radius && along > length {
        return corner(rho - radius, -base, -DVec3::Z);
    }
    if side > base {
        Foot {
            distance: side,
            normal: turned(p, rho, out, down),
        }
    } else {
        Foot {
            distance: base,
            normal: -DVec3::Z,
        }
    }
}

/// Of an ellipsoid. Semi-axes below 1e-9 of the longest count as that.
pub(super) fn of_ellipsoid(p: DVec3, semi_axes: DVec3) -> Foot {
    let longest = semi_axes.max_element();
    if !(longest > 0.0) {
        return apart(p, DVec3::Z);
    }
    // In units of the longest, all in the first octant.
    let e = (semi_axes / longest).max(DVec3::splat(1e-9));
    let y = p.abs() / longest;
    let foot = ellipsoid_foot(y, e);
    let gradient = foot / (e * e);
    let normal = gradient.normalize_or(DVec3::Z);
    Foot {
        distance: (y - foot).dot(normal) * longest,
        normal: normal * DVec3::ONE.copysign(p),
    }
}

/// The point of the ellipsoid nearest to y, all coordinates ≥ 0.
fn ellipsoid_foot(y: DVec3, e: DVec3) -> DVec3 {
    let least = (1..3).fold(0, |best, k| if e[k] < e[best] { k } else { best });
    let r = (e / e[least]) * (e / e[least]);
    let z = y / e;
    if z[least] == 0.0
        && let Some(foot) = foot_on_plane(y, e, least)
    {
        return foot;
    }
    // In t = s + 1, so that points next to the plane keep their digits. Coordinates that vanish stay so, even
    // over a zero.
    let rest = r - 1.0;
    let over = |y: DVec3, t: f64| DVec3::select(y.cmpgt(DVec3::ZERO), r * y / (rest + t), DVec3::ZERO);
    // g falls from g(low) ≥ 0 to g(high) ≤ 0 and is convex: Newton from below never leaves, halving guards
    // rounding.
    let g = |t: f64| {
        let q = over(z, t);
        let slope = DVec3::select(z.cmpgt(DVec3::ZERO), q * q / (rest + t), DVec3::ZERO);
        (q.length_squared() - 1.0, -2.0 * slope.element_sum())
    };
    let bounds = DVec3::select(z.cmpgt(DVec3::ZERO), r * z - rest, DVec3::NEG_INFINITY);
    let (mut low, mut high) = (bounds.max_element(), (r * z).length());
    high = high.max(low);
    let mut s = low;
    for _ in 0..200 {
        let (value, slope) = g(s);
        if value > 0.0 {
            low = s;
        } else {
            high = s;
        }
        let newton = s - value / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            0.5 * (low + high)
        };
        if next == s || next <= low && next >= high || !(high > low) {
            break;
        }
        s = next;
    }
    over(y, s)
}

/// Points on the plane of symmetry across the shortest axis, near the middle: their foot lies off the plane.
fn foot_on_plane(y: DVec3, e: DVec3, least: usize) -> Option<DVec3> {
    let mut foot = DVec3::ZERO;
    let mut left = 1.0;
    for k in (0..3).filter(|&k| k != least) {
        let difference = e[k] * e[k] - e[least] * e[least];
        let part = if difference > 0.0 {
            e[k] * y[k] / difference
        } else if y[k] == 0.0 {
            0.0
        } else {
            return None;
        };
        foot[k] = e[k] * part;
        left -= part * part;
    }
    (left > 0.0).then(|| {
        foot[least] = e[least] * left.sqrt();
        foot
    })
}
