//! Bodies that stand in each other at the start: hard contact has no answer to that but to say so.

use drystone_dynamics::geometry::{Bounds, CellPairs, DVec3, Point, manifold};
use drystone_dynamics::models::bodies::description::{BodyDescription, JointKind, Motion, WorldDescription};
use std::collections::BTreeSet;

/// Overlap in sizes of the smaller body that counts as rounding.
const ROUNDING: f64 = 1e-6;

/// Two bodies that overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// By their places in the world, the earlier one first.
    pub between: [usize; 2],
    /// Least translation that parts two of their shapes, in m.
    pub depth: f64,
}

/// All pairs that overlap by more than rounding and may touch: not both fixed, not joined, not said to pass
/// through.
pub fn overlaps(world: &WorldDescription) -> Vec<Overlap> {
    let bounds: Vec<Bounds> = world.bodies.iter().map(around).collect();
    let apart = apart(world);
    let free = |i: usize| matches!(world.bodies[i].motion, Motion::Free);
    let may_meet = |i: usize, j: usize| (free(i) || free(j)) && !apart.contains(&[i.min(j), i.max(j)]);
    let mut pairs = Vec::new();
    CellPairs::default().pairs(&world.cell, &bounds, &may_meet, &mut pairs);
    let mut points = Vec::new();
    let mut found = Vec::new();
    for [i, j] in pairs {
        let between = [i as usize, j as usize];
        let shift = world.cell.shift(&bounds[between[0]], &bounds[between[1]]);
        let depth = depth(world, between, shift, &mut points);
        let size = between.map(|body| size(&bounds[body]));
        if depth > ROUNDING * size[0].min(size[1]) {
            found.push(Overlap { between, depth });
        }
    }
    found
}

/// Why a world is refused, and the later body of the pair: the deepest overlap beyond what is allowed.
pub(super) fn refused(world: &WorldDescription, allowed: f64) -> Option<(usize, String)> {
    let mut all = overlaps(world);
    all.retain(|overlap| overlap.depth > allowed);
    let worst = all.iter().max_by(|a, b| a.depth.total_cmp(&b.depth))?;
    let [a, b] = worst.between.map(|body| world.bodies[body].name.as_str());
    let others = match all.len() {
        1 => String::new(),
        2 => "; one other pair does as well".to_owned(),
        count => format!("; {} other pairs do as well", count - 1),
    };
    let message = format!(
        "`{b}` and `{a}` overlap by {} m at the start{others}; move one, let it lie `on` the other, let them `pass_through` \
         each other, or set world.allow_overlap",
        significant(worst.depth)
    );
    Some((worst.between[1], message))
}

/// Three digits are enough for a message.
fn significant(x: f64) -> String {
    let text = format!("{x:.2e}");
    text.parse::<f64>().map_or(text, |x| format!("{x:?}"))
}

/// Pairs that never touch: joined, or said to pass through each other.
pub(super) fn apart(world: &WorldDescription) -> BTreeSet<[usize; 2]> {
    let joined = world
        .joints
        .iter()
        .filter(|joint| !joint.collide && !matches!(joint.kind, JointKind::Gear { .. }));
    let pairs = world
        .ignored
        .iter()
        .copied()
        .chain(joined.map(|joint| joint.between));
    pairs.map(|[a, b]| [a.min(b), a.max(b)]).collect()
}

fn around(body: &BodyDescription) -> Bounds {
    let pose = super::start_pose(body);
    let bounds = body
        .shapes
        .iter()
        .map(|placed| placed.shape.bounds(&pose.then(&placed.pose)));
    bounds.fold(Bounds::EMPTY, |all, one| all.join(&one))
}

/// Largest extent of a box; infinite for planes.
fn size(bounds: &Bounds) -> f64 {
    (bounds.max - bounds.min).max_element()
}

/// The second body in the image next to the first.
fn depth(world: &WorldDescription, between: [usize; 2], shift: DVec3, points: &mut Vec<Point>) -> f64 {
    let [a, b] = between.map(|body| &world.bodies[body]);
    let (pose_a, mut pose_b) = (super::start_pose(a), super::start_pose(b));
    pose_b.position += shift;
    points.clear();
    for x in &a.shapes {
        for y in &b.shapes {
            let (px, py) = (pose_a.then(&x.pose), pose_b.then(&y.pose));
            manifold((&x.shape, &px), (&y.shape, &py), 0.0, points);
        }
    }
    points.iter().map(|point| -point.gap).fold(0.0, f64::max)
}
