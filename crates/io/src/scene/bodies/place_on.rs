//! `on`: a body placed in exact contact with another.
//!
//! On a plane the body is moved along the normal by its gap. On other shapes it comes straight down from
//! above: with the common normal n of a pair and the way up u, gap / (n · u) is how far it may sink without
//! passing the tangent plane, so that for convex shapes the contact is met from above. What overlaps after a
//! step (compounds, meshes) is bisected.

use super::super::error::SceneError;
use super::part::Part;
use drystone_dynamics::geometry::{Bounds, DVec3, Placed, Point, Pose, Shape, manifold};
use drystone_dynamics::models::bodies::description::BodyDescription;

/// Places `body` on `support`, whose pose is known. `up` points against gravity.
pub(super) fn place(
    part: &Part<'_>,
    body: &mut BodyDescription,
    support: (&[Placed], &Pose),
    up: DVec3,
) -> Result<(), SceneError> {
    let name = part.text("on").unwrap_or_default();
    for (shapes, who) in [(support.0, name), (&body.shapes, body.name.as_str())] {
        if shapes.is_empty() {
            let message = format!("`{who}` has no shape to touch with; give it one, or a `position`");
            return Err(part.wrong("on", message));
        }
    }
    let is_plane = |placed: &&Placed| matches!(placed.shape, Shape::HalfSpace | Shape::HalfPlane);
    let position = part.vector("position")?;
    let found = match support.0.iter().find(is_plane) {
        Some(plane) => {
            let frame = support.1.then(&plane.pose);
            let turned = part.rotation()?.is_some();
            on_plane(body, &frame, turned, position, support)
        }
        None => on_shapes(body, support, position, up),
    };
    found.map_err(|miss| {
        let message = match miss {
            Miss::NoContact => format!(
                "the contact of `{}` with `{name}` cannot be found: there is none for these shapes; give a `position` instead",
                body.name
            ),
            Miss::Past => format!("`{name}` is not below; give a `position` above it"),
        };
        part.wrong("on", message)
    })
}

/// Why a body cannot be placed.
enum Miss {
    NoContact,
    Past,
}

fn on_plane(
    body: &mut BodyDescription,
    frame: &Pose,
    turned: bool,
    position: Option<DVec3>,
    support: (&[Placed], &Pose),
) -> Result<(), Miss> {
    let planar = support.0.iter().any(|placed| placed.shape == Shape::HalfPlane);
    let normal = frame.rotation * if planar { DVec3::Y } else { DVec3::Z };
    if !turned {
        body.pose.rotation = frame.rotation;
    }
    let start = position.unwrap_or(frame.position);
    body.pose.position = start - normal * (start - frame.position).dot(normal);
    let mut best = (f64::INFINITY, body.pose.position);
    // The gap is linear in the displacement: one step, and a few for rounding.
    for _ in 0..8 {
        let Some(gap) = least(&touching(support, (&body.shapes, &body.pose)), |point| point.gap) else {
            return Err(Miss::NoContact);
        };
        if gap.abs() < best.0 {
            best = (gap.abs(), body.pose.position);
        }
        if gap == 0.0 {
            break;
        }
        body.pose.position -= normal * gap;
    }
    body.pose.position = best.1;
    Ok(())
}

fn on_shapes(
    body: &mut BodyDescription,
    support: (&[Placed], &Pose),
    position: Option<DVec3>,
    up: DVec3,
) -> Result<(), Miss> {
    let start = position.unwrap_or(support.1.position);
    body.pose.position = start;
    // Every coordinate of the boxes projected on the way up: the body begins above all of the support.
    let (floor, top) = extent(bounds(support), up);
    let (bottom, height) = extent(bounds((&body.shapes, &body.pose)), up);
    let size = (top - floor) + (height - bottom);
    let first = start + up * (top - bottom + 1e-3 * size);
    let at = |sunk: f64| first - up * sunk;
    let (mut sunk, mut over) = (0.0, None);
    for _ in 0..400 {
        body.pose.position = at(sunk);
        let points = touching(support, (&body.shapes, &body.pose));
        let Some(gap) = least(&points, |point| point.gap) else {
            return Err(Miss::NoContact);
        };
        if gap < 0.0 {
            over = Some(sunk);
            break;
        }
        let step = least(&points, |point| {
            let steep = point.normal.dot(up);
            if steep > 1e-9 {
                point.gap / steep
            } else {
                f64::INFINITY
            }
        });
        match step {
            Some(step) if sunk + step == sunk => return Ok(()),
            Some(step) if sunk + step <= 1.01 * size => sunk += step,
            _ => return Err(Miss::Past),
        }
    }
    match over {
        Some(over) => bisect(body, support, at, over),
        None => Ok(()),
    }
}

/// Between the start, apart, and the first place in overlap, to rounding.
fn bisect(
    body: &mut BodyDescription,
    support: (&[Placed], &Pose),
    at: impl Fn(f64) -> DVec3,
    over: f64,
) -> Result<(), Miss> {
    let (mut low, mut high) = (0.0, over);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        body.pose.position = at(middle);
        match least(&touching(support, (&body.shapes, &body.pose)), |point| point.gap) {
            Some(gap) if gap < 0.0 => high = middle,
            Some(_) => low = middle,
            None => return Err(Miss::NoContact),
        }
    }
    body.pose.position = at(low);
    Ok(())
}

fn least(points: &[Point], of: impl Fn(&Point) -> f64) -> Option<f64> {
    points.iter().map(of).reduce(f64::min)
}

/// The points of every pair of shapes, from the support to the body.
fn touching(support: (&[Placed], &Pose), body: (&[Placed], &Pose)) -> Vec<Point> {
    let mut points = Vec::new();
    for a in support.0 {
        for b in body.0 {
            let (pa, pb) = (support.1.then(&a.pose), body.1.then(&b.pose));
            manifold((&a.shape, &pa), (&b.shape, &pb), f64::INFINITY, &mut points);
        }
    }
    points
}

/// The box around all shapes.
pub(super) fn bounds((shapes, pose): (&[Placed], &Pose)) -> Bounds {
    let each = shapes
        .iter()
        .map(|placed| placed.shape.bounds(&pose.then(&placed.pose)));
    each.fold(Bounds::EMPTY, |all, one| all.join(&one))
}

/// From where to where a box reaches along a direction.
fn extent(bounds: Bounds, along: DVec3) -> (f64, f64) {
    let middle = 0.5 * (bounds.min + bounds.max);
    let half = (0.5 * (bounds.max - bounds.min)).dot(along.abs());
    (middle.dot(along) - half, middle.dot(along) + half)
}
