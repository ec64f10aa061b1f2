//! Which bodies touch, and where: from poses to contact points, whose rows `contact_rows.rs` writes.
//!
//! Pairs come from boxes made larger by a skin (a tenth of a body's size); they are looked for again only
//! when a body leaves its box, so that a heap at rest costs its narrow phase alone. Points, gaps and normals
//! are computed anew at every call: what is found depends on the poses, not on the past. Who asks for all
//! pairs within their skins gets boxes larger by two skins: one for the answer, one for the motion until the
//! next search. Contacts asked for by name are looked for in their pairs, whatever the boxes. The boxes of
//! bodies that never move are found once. In a world that repeats itself the second body of a pair is looked
//! at in its image next to the first (`geometry/cell`).

use super::contact_rows::RowWriter;
use super::description::{self, BodyDescription, WorldDescription};
use super::frames::Frames;
use super::look_ahead::Outlook;
use super::near_pairs::NearPairs;
use super::pair_laws::PairLaws;
use super::placement::{Placement, Twist};
use super::swept::thickness;
use crate::contact::{Contacts, GapMotion, PAIR_BITS};
use crate::gaps::Selection;
use crate::geometry::{Bounds, Cell, CellPairs, DVec3, Placed, Point, Pose, Shape, manifold};

/// Most bodies that contact ids can tell apart.
pub const MOST_BODIES: usize = 1 << 21;
/// Ids from here on belong to joints.
pub const FIRST_JOINT_ID: u64 = 1 << 63;
/// Share of a body's size by which its box is made larger.
const SKIN: f64 = 0.1;
/// By how much gaps measured along one axis and another may differ.
const NEARLY: f64 = 1e-5;
/// Looks at a pair for the contacts with given names: within the skins, then each time so many times as far.
/// Four looks reach 64 times the skins, a dozen sizes of the bodies: farther than a step leads. A name that
/// is not found then is none of these poses (an edge has turned away).
const NAMED_LOOKS: usize = 4;
const NAMED_GROWTH: f64 = 4.0;

/// Finds contacts.
pub struct Search {
    /// Shapes of each body about its centre of mass.
    pub(super) shapes: Vec<Vec<Placed>>,
    pub(crate) cell: Cell,
    /// Velocity of each body's surface besides its own, in its axes.
    pub(super) surface_velocity: Vec<DVec3>,
    pub(super) laws: PairLaws,
    /// Pairs that never meet, sorted.
    ignored: Vec<[u32; 2]>,
    /// Bodies that may move, freely or by a motion.
    moving: Vec<usize>,
    pub(super) skin: Vec<f64>,
    /// Bodies whose overlap is never deeper than that of the boxes around them: all but surfaces and what is
    /// found by iteration.
    exact: Vec<bool>,
    /// Thickness of each body, and its largest distance from the centre of mass, in m.
    pub(crate) thickness: Vec<f64>,
    pub(crate) radius: Vec<f64>,
    /// How far each body may move between two looks at it, in m; see [`Search::strides`].
    pub(crate) stride: Vec<f64>,
    /// The largest extent of a body at the beginning, in m.
    pub(crate) size: f64,
    pub(crate) tight: Vec<Bounds>,
    pub(super) fat: Vec<Bounds>,
    /// Where the bodies of one shape are.
    frames: Frames,
    /// Whether all pairs within their skins have been asked for: boxes are then larger by a second skin.
    wide: bool,
    pub(super) pairs: Vec<[u32; 2]>,
    pub(super) near: NearPairs,
    pub(super) scratch: Scratch,
    /// Id, bodies and point of every contact of the last look.
    pub(super) found: Vec<(u64, [u32; 2], Point)>,
}

/// Room for a look.
#[derive(Default)]
pub(super) struct Scratch {
    broad: CellPairs,
    pub(super) outlook: Outlook,
    /// The points of two shapes.
    points: Vec<Point>,
    /// The points of a pair, by their names.
    keyed: Vec<(u64, Point)>,
}

impl Search {
    /// For the bodies of a world whose names and laws have been checked. Shapes are moved to the centres of
    /// mass.
    pub(crate) fn new(world: &WorldDescription, placement: &Placement, centers: &[DVec3]) -> Self {
        let shapes: Vec<Vec<Placed>> = world
            .bodies
            .iter()
            .zip(centers)
            .map(|(b, c)| about(b, *c))
            .collect();
        let count = shapes.len();
        let mut ignored: Vec<[u32; 2]> = world.ignored.iter().map(|pair| ordered(*pair)).collect();
        let joined = world.joints.iter().filter(|joint| !joint.collide);
        ignored.extend(joined.map(|joint| ordered(joint.between)));
        ignored.sort_unstable();
        ignored.dedup();
        let mut search = Search {
            cell: world.cell,
            surface_velocity: world
                .bodies
                .iter()
                .map(BodyDescription::surface_velocity)
                .collect(),
            laws: PairLaws::new(world),
            ignored,
            moving: (0..count).collect(),
            skin: Vec::new(),
            exact: shapes.iter().map(|s| s.iter().all(is_exact)).collect(),
            thickness: shapes
                .iter()
                .map(|s| {
                    s.iter()
                        .map(|placed| thickness(&placed.shape))
                        .fold(f64::INFINITY, f64::min)
                })
                .collect(),
            radius: shapes.iter().map(|s| radius(s)).collect(),
            stride: Vec::new(),
            size: 0.0,
            tight: vec![Bounds::EMPTY; count],
            fat: vec![Bounds::EMPTY; count],
            frames: Frames::new(&shapes),
            wide: false,
            pairs: Vec::new(),
            near: NearPairs::default(),
            scratch: Scratch::default(),
            found: Vec::new(),
            shapes,
        };
        search.find_bounds(placement);
        search
            .moving
            .retain(|&body| !matches!(world.bodies[body].motion, description::Motion::Fixed));
        search.choose_skins(placement);
        search.stride = search.strides(placement);
        search.find_pairs(placement, |_| 0.0);
        search
    }

    /// How far each body may move so that looks before and after tell all that it can touch between: a
    /// quarter of its thickness where corners name the contacts, its thickness where two round bodies could
    /// pass through each other, any way where it is round and meets half-spaces only.
    fn strides(&self, placement: &Placement) -> Vec<f64> {
        let count = self.shapes.len();
        let round = |body: usize| self.is_round(body);
        let solid = |body: usize| self.thickness[body].is_finite();
        let all_round = (0..count).all(round);
        let stride = |body: usize| {
            let size = self.size_of(body);
            let met = (0..count).filter(|&other| {
                other != body && !self.shapes[other].is_empty() && meet(placement, &self.ignored, body, other)
            });
            // Nobody gives less than this: the look at the others ends there, or bodies cost their square.
            let least = if all_round { size } else { 0.25 * size };
            let mut found = f64::INFINITY;
            for other in met {
                found = match solid(other) {
                    _ if !round(body) || !round(other) => 0.25 * size,
                    true => size.min(found),
                    false => found,
                };
                if found <= least {
                    break;
                }
            }
            found
        };
        (0..count)
            .map(|body| if solid(body) { stride(body) } else { f64::INFINITY })
            .collect()
    }

    /// Whether a body has no corners.
    pub(crate) fn is_round(&self, body: usize) -> bool {
        self.shapes[body].iter().all(|placed| placed.shape.is_round())
    }

    /// The thickness of a body; of a surface its largest distance from the centre of mass.
    pub(crate) fn size_of(&self, body: usize) -> f64 {
        match self.thickness[body] {
            thickness if thickness > 0.0 => thickness,
            _ => self.radius[body],
        }
    }

    /// A tenth of the size of each free body; the others get the mean of those.
    fn choose_skins(&mut self, placement: &Placement) {
        let size = |bounds: &Bounds| {
            let extent = bounds.max - bounds.min;
            let largest = extent.max_element();
            if largest.is_finite() {
                largest.max(0.0)
            } else {
                0.0
            }
        };
        self.size = self.tight.iter().map(size).fold(0.0, f64::max);
        let skin = |body: usize| SKIN * size(&self.tight[body]);
        let free: Vec<f64> = (0..self.tight.len())
            .filter(|b| placement.is_free(*b))
            .map(skin)
            .collect();
        let mean = free.iter().sum::<f64>() / free.len().max(1) as f64;
        self.skin = (0..self.tight.len())
            .map(|body| if placement.is_free(body) { skin(body) } else { mean })
            .collect();
    }

    /// Half the extent of a free body at the beginning, in m.
    pub(crate) fn reach(&self, body: usize) -> f64 {
        0.5 / SKIN * self.skin[body]
    }

    /// Boxes around the bodies that move, where they are.
    pub(crate) fn find_bounds(&mut self, placement: &Placement) {
        for &body in &self.moving {
            let pose = &placement.poses[body];
            self.tight[body] = if let [placed] = self.shapes[body].as_slice() {
                self.frames.place(body, placed, pose)
            } else {
                self.shapes[body].iter().fold(Bounds::EMPTY, |bounds, placed| {
                    bounds.join(&placed.shape.bounds(&pose.then(&placed.pose)))
                })
            };
        }
    }

    pub(super) fn find_pairs(&mut self, placement: &Placement, margin: impl Fn(usize) -> f64) {
        let skins = if self.wide { 2.0 } else { 1.0 };
        for (body, (fat, tight)) in self.fat.iter_mut().zip(&self.tight).enumerate() {
            *fat = tight.grown(skins * self.skin[body] + margin(body));
        }
        let ignored = &self.ignored;
        let may_meet = |a: usize, b: usize| meet(placement, ignored, a, b);
        self.scratch
            .broad
            .pairs(&self.cell, &self.fat, &may_meet, &mut self.pairs);
        self.near.forget();
    }

    /// By how much the second of two bodies is moved to be next to the first.
    #[inline]
    pub(crate) fn shift(&self, [a, b]: [usize; 2]) -> DVec3 {
        self.cell.shift(&self.tight[a], &self.tight[b])
    }

    /// How fast a point of a body moves at most, in m/s.
    #[inline]
    pub(crate) fn speed(&self, twist: &Twist, body: usize) -> f64 {
        twist.linear.length() + twist.angular.length() * self.radius[body]
    }

    /// How fast points of two bodies move against each other at most, in m/s: no gap between them closes
    /// faster.
    #[inline]
    pub(crate) fn closing_speed(&self, [first, second]: [Twist; 2], [a, b]: [usize; 2]) -> f64 {
        let between = Twist {
            linear: first.linear - second.linear,
            angular: first.angular,
        };
        self.speed(&between, a) + second.angular.length() * self.radius[b]
    }

    /// The box that a body passes through in a time, whichever way it turns.
    pub(crate) fn swept(&self, body: usize, twist: &Twist, dt: f64) -> Bounds {
        let tight = &self.tight[body];
        let turned = (twist.angular.length() * dt).min(2.0) * self.radius[body];
        tight.join(&tight.moved(twist.linear * dt)).grown(turned)
    }

    /// Whether two bodies can touch at all.
    pub(crate) fn may_meet(&self, placement: &Placement, a: usize, b: usize) -> bool {
        meet(placement, &self.ignored, a, b)
    }

    /// The least gap of two bodies at any poses of their centres of mass; infinite where one has no shape.
    pub(crate) fn least_gap(&self, [a, b]: [usize; 2], poses: &[Pose; 2], scratch: &mut Vec<Point>) -> f64 {
        let mut least = f64::INFINITY;
        let shapes = [&self.shapes[a], &self.shapes[b]];
        manifolds_at(shapes, poses, f64::INFINITY, scratch, |_, points| {
            least = points.iter().fold(least, |m, point| m.min(point.gap));
        });
        least
    }

    /// Adds the contacts that are asked for in increasing order of ids; an infinite margin means the skins of
    /// the pair.
    pub(crate) fn contacts(&mut self, placement: &Placement, asked: Selection<'_>, out: &mut Contacts) {
        match asked {
            Selection::Within(margin) | Selection::Normals(margin) => self.look(placement, margin),
            Selection::Named(ids) | Selection::Beside(ids) => self.look_named(placement, ids),
            Selection::Reached(motion) => self.look_ahead(placement, &motion),
        }
        let mut names = if let Selection::Named(ids) = asked {
            Some(ids)
        } else {
            None
        };
        for (id, bodies, point) in &self.found {
            if let Some(names) = &mut names {
                *names = &names[names.iter().take_while(|name| *name < id).count()..];
                if names.first() != Some(id) {
                    continue;
                }
            }
            let bodies = bodies.map(|body| body as usize);
            let rows = RowWriter {
                placement,
                bodies,
                shift: self.shift(bodies),
                surface: bodies.map(|body| self.surface_velocity[body]),
            };
            if let Selection::Normals(_) = asked {
                rows.write_normal(*id, point, out);
            } else {
                rows.write(*id, point, self.laws.of(bodies[0], bodies[1]), out);
            }
        }
    }

    /// Ids and gaps of the same contacts.
    pub(crate) fn gaps(&mut self, placement: &Placement, margin: f64, out: &mut Vec<GapMotion>) {
        self.look(placement, margin);
        out.extend(self.found.iter().map(|(id, _, point)| GapMotion {
            id: *id,
            gap: point.gap,
            rate: 0.0,
        }));
    }

    /// The least gap of all pairs within their skins: the same number as the least of [`Search::gaps`] with
    /// an infinite margin. Pairs whose boxes, or whose axes, part them by more than the least gap so far are
    /// left early.
    pub(crate) fn least_of_all(&mut self, placement: &Placement) -> f64 {
        self.find_bounds(placement);
        let clearance = self.near.clearance(&self.tight);
        let near = std::mem::take(&mut self.near.list);
        let known: &[[u32; 2]] = if clearance >= 0.0 { &near } else { &[] };
        let mut least = self.least_of(placement, known, (&[], f64::INFINITY));
        // What is farther may be a pair that is not near.
        if !(least <= clearance) {
            self.refresh_pairs(placement, f64::INFINITY);
            let pairs = std::mem::take(&mut self.pairs);
            least = self.least_of(placement, &pairs, (known, least));
            self.pairs = pairs;
        }
        self.near.list = near;
        least
    }

    /// The least gap of these pairs; of those that are `known`, in the same order, it is known to be `least`.
    fn least_of(
        &mut self,
        placement: &Placement,
        pairs: &[[u32; 2]],
        (known, mut least): (&[[u32; 2]], f64),
    ) -> f64 {
        let mut known = known.iter().peekable();
        for pair in pairs {
            if known.next_if_eq(&pair).is_some() {
                continue;
            }
            let [a, b] = pair.map(|body| body as usize);
            // Gaps of faces are measured along their normals, to a few 1e-7.
            let mut margin = (least + NEARLY * least.abs()).min(self.skin[a] + self.skin[b]);
            if !(self.exact[a] && self.exact[b]) {
                margin = margin.max(0.0);
            }
            let shift = self.shift([a, b]);
            if self.is_apart([a, b], shift, margin) {
                continue;
            }
            let looked = (&self.shapes[..], &self.frames, placement);
            manifolds(
                looked,
                ([a, b], shift),
                margin,
                &mut self.scratch.points,
                |_, points| {
                    least = points.iter().fold(least, |least, p| least.min(p.gap));
                },
            );
        }
        least
    }

    /// Finds the boxes, and the pairs again where a body has left its own: all pairs up to `margin` are then
    /// known, those within their skins for an infinite one.
    fn refresh_pairs(&mut self, placement: &Placement, margin: f64) {
        self.find_bounds(placement);
        let (skins, reach) = if margin.is_finite() {
            (0.0, margin.max(0.0))
        } else {
            self.wide = true;
            (1.0, 0.0)
        };
        let escaped = |((fat, tight), skin): ((&Bounds, &Bounds), &f64)| {
            !(fat.holds(&tight.grown(skins * skin + reach)) || *tight == Bounds::EMPTY)
        };
        let boxes = self.fat.iter().zip(&self.tight).zip(&self.skin);
        if { boxes }.any(escaped) {
            self.find_pairs(placement, |_| reach);
        }
    }

    /// Fills `found`.
    pub(super) fn look(&mut self, placement: &Placement, margin: f64) {
        self.refresh_pairs(placement, margin);
        self.found.clear();
        if !margin.is_finite() {
            for k in 0..self.pairs.len() {
                let [a, b] = self.pairs[k].map(|body| body as usize);
                self.pair_within(placement, self.pairs[k], self.skin[a] + self.skin[b]);
            }
            return;
        }
        self.find_near(|_| margin.max(0.0));
        for k in 0..self.near.list.len() {
            self.pair_within(placement, self.near.list[k], margin);
        }
    }

    /// Fills `found` with the contacts of the pairs that these ids name, however far they are; ids in
    /// increasing order.
    pub(super) fn look_named(&mut self, placement: &Placement, ids: &[u64]) {
        self.find_bounds(placement);
        self.found.clear();
        for names in ids.chunk_by(|one, next| one >> PAIR_BITS == next >> PAIR_BITS) {
            let Some([a, b]) = Self::bodies_of(names[0]) else {
                break; // joints come last
            };
            if a >= self.shapes.len() || b >= self.shapes.len() {
                continue;
            }
            let shift = self.shift([a, b]);
            let (start, mut reach) = (self.found.len(), self.skin[a] + self.skin[b]);
            for _ in 0..NAMED_LOOKS {
                self.found.truncate(start);
                self.pair(placement, (ordered([a, b]), shift), reach);
                let here = &self.found[start..];
                if names
                    .iter()
                    .all(|id| here.binary_search_by_key(id, |found| found.0).is_ok())
                {
                    break;
                }
                reach *= NAMED_GROWTH;
            }
        }
    }

    /// Whether two bodies, the second of them moved, are farther from each other than a margin by their boxes
    /// or by the surface of a half-space.
    #[inline]
    fn is_apart(&self, [a, b]: [usize; 2], shift: DVec3, margin: f64) -> bool {
        let (first, second) = (&self.tight[a], &self.tight[b].moved(shift));
        !first.grown(margin).meets(second)
            || self.frames.above(a, second, margin)
            || self.frames.above(b, &first.moved(-shift), margin)
    }

    /// The contacts of one pair, unless it is apart.
    pub(super) fn pair_within(&mut self, placement: &Placement, pair: [u32; 2], reach: f64) {
        let bodies = pair.map(|body| body as usize);
        let shift = self.shift(bodies);
        if !self.is_apart(bodies, shift, reach.max(0.0)) {
            self.pair(placement, (pair, shift), reach);
        }
    }

    /// The contacts of one pair, the second body moved by a shift.
    fn pair(&mut self, placement: &Placement, (pair, shift): ([u32; 2], DVec3), margin: f64) {
        let bodies = pair.map(|body| body as usize);
        let looked = (&self.shapes[..], &self.frames, placement);
        let keyed = &mut self.scratch.keyed;
        keyed.clear();
        manifolds(
            looked,
            (bodies, shift),
            margin,
            &mut self.scratch.points,
            |shape_pair, points| {
                keyed.extend(points.iter().map(|p| (key(shape_pair, p.feature), *p)));
            },
        );
        if self.scratch.keyed.len() > 1 {
            self.scratch.keyed.sort_unstable_by_key(|p| (p.0, p.1.feature));
        }
        let mut next = 0;
        for (key, point) in &self.scratch.keyed {
            // Names that fall together are told apart by their order.
            let feature = (*key).max(next);
            next = feature + 1;
            let id = u64::from(pair[0]) << 42 | u64::from(pair[1]) << 20 | (feature & 0xf_ffff);
            self.found.push((id, pair, *point));
        }
    }

    /// The body pair that an id belongs to.
    pub fn bodies_of(id: u64) -> Option<[usize; 2]> {
        (id < FIRST_JOINT_ID).then_some([(id >> 42) as usize, (id >> 20 & 0x3f_ffff) as usize])
    }
}

/// The contact points up to a margin of two bodies where the placement has them, the second moved by a shift:
/// `take` is given those of each pair of shapes, and the number of the pair.
fn manifolds(
    (shapes, frames, placement): (&[Vec<Placed>], &Frames, &Placement),
    ([a, b], shift): ([usize; 2], DVec3),
    margin: f64,
    points: &mut Vec<Point>,
    mut take: impl FnMut(u32, &[Point]),
) {
    if shift == DVec3::ZERO && frames.manifold([a, b], shapes, margin, points) {
        take(0, points);
    } else {
        let both = [&shapes[a], &shapes[b]];
        manifolds_at(both, &placement.near([a, b], shift), margin, points, take);
    }
}

/// The same at these poses of the centres of mass.
fn manifolds_at(
    [a, b]: [&Vec<Placed>; 2],
    at: &[Pose; 2],
    margin: f64,
    points: &mut Vec<Point>,
    mut take: impl FnMut(u32, &[Point]),
) {
    let mut pair = 0;
    for sa in a {
        for sb in b {
            let poses = [at[0].then(&sa.pose), at[1].then(&sb.pose)];
            points.clear();
            manifold((&sa.shape, &poses[0]), (&sb.shape, &poses[1]), margin, points);
            take(pair, points);
            pair += 1;
        }
    }
}

fn meet(placement: &Placement, ignored: &[[u32; 2]], a: usize, b: usize) -> bool {
    (placement.is_free(a) || placement.is_free(b)) && ignored.binary_search(&ordered([a, b])).is_err()
}

/// The largest distance of shapes from the centre of mass; 0 for half-spaces, which do not turn freely.
fn radius(shapes: &[Placed]) -> f64 {
    let far = |placed: &Placed| {
        let bounds = placed.shape.bounds(&placed.pose);
        bounds.min.abs().max(bounds.max.abs()).length()
    };
    let largest = shapes.iter().map(far).fold(0.0, f64::max);
    if largest.is_finite() { largest } else { 0.0 }
}

fn is_exact(placed: &Placed) -> bool {
    use Shape::{Box, Capsule, HalfSpace, Hull, Sphere};
    matches!(
        placed.shape,
        Sphere { .. } | Box { .. } | Hull(_) | Capsule { .. } | HalfSpace
    )
}

/// 20 bits from a shape pair and a feature, spread out.
fn key(shape_pair: u32, feature: u32) -> u64 {
    let mixed = feature
        .wrapping_add(shape_pair.wrapping_mul(0x85eb_ca6b))
        .wrapping_mul(0x9e37_79b1);
    // Room at the end for names that fall together.
    u64::from(mixed >> 12).min(0xf_ff00)
}

fn ordered([a, b]: [usize; 2]) -> [u32; 2] {
    #[expect(clippy::cast_possible_truncation, reason = "at most MOST_BODIES")]
    [a.min(b) as u32, a.max(b) as u32]
}

/// Shapes about the centre of mass.
fn about(body: &BodyDescription, center: DVec3) -> Vec<Placed> {
    let moved = |placed: &Placed| Placed {
        shape: placed.shape.clone(),
        pose: Pose {
            position: placed.pose.position - center,
            ..placed.pose
        },
    };
    body.shapes.iter().map(moved).collect()
}
