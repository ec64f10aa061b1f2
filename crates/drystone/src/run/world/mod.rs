//! A world of bodies as its run reports it: where the bodies are, what each pair gave to each other, what
//! joints carry.
//!
//! ```text
//! impulse of a pair A-B = Σ (r_N n + r_T1 t₁ + r_T2 t₂)
//!     over its contacts and all steps, on B, in the axes of the world
//! ```
//! Bodies of a `[[fill]]` are many: they count as one group under the name of the fill, and what happens
//! within a group is not told apart. A pair is called after the order in the last `[[contact]]` that names
//! both, else after the order of the bodies. The table of pairs grows by pairs of groups that meet for the
//! first time, and by nothing else.

mod checkpoint;

use crate::run::groups::Group;
use crate::run::runner::Detail;
use drystone_dynamics::geometry::Pose;
use drystone_dynamics::geometry::shape::{Placed, Shape};
use drystone_dynamics::models::bodies::Bodies;
use drystone_dynamics::models::bodies::description::{BodyDescription, Dimension, Motion, WorldDescription};
use drystone_dynamics::models::bodies::observe::{BodySeen, JointSeen};
use drystone_dynamics::simulation::Observed;
use drystone_dynamics::step::{Status, Step};
use drystone_dynamics::{State, System};
use drystone_solve::certificate::certify_block;
use std::collections::BTreeMap;

impl std::fmt::Debug for World {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("World")
            .field("bodies", &self.bodies)
            .field("joints", &self.joints)
            .field("pairs", &self.pairs.list)
            .finish_non_exhaustive()
    }
}

/// What a run tells of its bodies.
pub struct World {
    /// The bodies at the present instant, in the order of their names.
    pub bodies: Vec<BodySeen>,
    /// The joints at the present instant, in the order of their names.
    pub joints: Vec<JointSeen>,
    /// The groups of bodies, in the order of their names.
    pub groups: Vec<Group>,
    /// What pairs gave to each other.
    pub pairs: Pairs,
    /// Length of the last step, in s.
    pub dt: f64,
    /// The worst contact of the steps short of their tolerance.
    pub worst: Option<Worst>,
}

/// A contact that misses its law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worst {
    /// Its two bodies.
    pub bodies: [usize; 2],
    /// When, in s.
    pub time: f64,
    /// The clause it misses.
    pub clause: &'static str,
    /// By how much.
    pub defect: f64,
    /// In which unit.
    pub unit: &'static str,
}

/// Who there is in a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Who {
    /// Whether it is a world in the plane.
    pub plane: bool,
    /// Bodies.
    pub bodies: Vec<String>,
    /// Joints.
    pub joints: Vec<String>,
    /// Groups of bodies; a body with a table of its own is a group of one.
    pub groups: Vec<String>,
    /// The group of each body.
    pub group_of: Vec<usize>,
    /// What moves it, body by body.
    pub mobility: Vec<Mobility>,
    /// The least side of each body, in m; infinite for planes and meshes.
    pub thickness: Vec<f64>,
    /// The least of these, in m.
    pub thinnest: f64,
    /// The largest energy that lifts a body by its thickness, in J.
    pub lift: f64,
    /// ½ Σ m g² of the free bodies, in J/s²: with h² the kinetic energy that a step of free fall makes.
    pub fall: f64,
}

/// What moves a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mobility {
    /// Forces and contacts.
    Free,
    /// Nothing.
    Fixed,
    /// A law of time.
    Driven,
}

impl Who {
    /// `is_single`: whether a body has a table of its own, so that it is not counted with others.
    fn new(world: &WorldDescription, is_single: &dyn Fn(&str) -> bool) -> Self {
        let mut who = Who {
            plane: world.dimension == Dimension::Plane,
            joints: world.joints.iter().map(|joint| joint.name.clone()).collect(),
            mobility: (world.bodies.iter())
                .map(|body| match body.motion {
                    Motion::Free => Mobility::Free,
                    Motion::Fixed => Mobility::Fixed,
                    Motion::Prescribed(_) => Mobility::Driven,
                })
                .collect(),
            thickness: world.bodies.iter().map(thickness).collect(),
            ..Who::default()
        };
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for body in &world.bodies {
            let group = match numbered(&body.name) {
                Some(group) if !is_single(&body.name) => group,
                _ => body.name.as_str(),
            };
            let next = known.len();
            let place = *known.entry(group.to_owned()).or_insert_with(|| {
                who.groups.push(group.to_owned());
                next
            });
            who.group_of.push(place);
            who.bodies.push(body.name.clone());
        }
        let gravity = world.gravity.length();
        let free = (world.bodies.iter().zip(&who.thickness)).filter(|(_, thick)| thick.is_finite());
        let lift = |(body, thick): (&BodyDescription, &f64)| body.mass.mass * gravity * thick;
        who.lift = free
            .filter(|(body, _)| matches!(body.motion, Motion::Free))
            .map(lift)
            .fold(0.0, f64::max);
        let masses = world
            .bodies
            .iter()
            .filter(|body| matches!(body.motion, Motion::Free));
        who.fall = 0.5 * gravity.powi(2) * masses.map(|body| body.mass.mass).sum::<f64>();
        who.thinnest = who.thickness.iter().copied().fold(f64::INFINITY, f64::min);
        who
    }

    /// Bodies that forces move, in the order of their velocities.
    pub(crate) fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.mobility.len()).filter(|body| self.mobility[*body] == Mobility::Free)
    }

    /// Letters of the axes.
    pub fn axes(&self) -> &'static [&'static str] {
        if self.plane { &["x", "y"] } else { &["x", "y", "z"] }
    }

    /// The group called so, or that a pattern (`grain*`) stands for.
    pub fn group(&self, name: &str) -> Option<usize> {
        let find = |name: &str| self.groups.iter().position(|group| group == name);
        find(name).or_else(|| find(name.strip_suffix('*')?.trim_end_matches('_')))
    }

    /// The two groups of `A-B`; names may contain hyphens themselves.
    pub fn pair(&self, name: &str) -> Option<[usize; 2]> {
        name.match_indices('-').find_map(|(at, _)| {
            let exact = |name: &str| self.groups.iter().position(|group| group == name);
            let pair = [exact(&name[..at])?, exact(&name[at + 1..])?];
            (pair[0] != pair[1]).then_some(pair)
        })
    }
}

/// `grain` of `grain_0001`.
fn numbered(name: &str) -> Option<&str> {
    let (group, digits) = name.rsplit_once('_')?;
    let counts = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    (counts && !group.is_empty()).then_some(group)
}

/// What two groups of bodies gave to each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// `A-B`.
    pub name: String,
    /// The two groups; impulses are those on the second.
    pub groups: [usize; 2],
    /// Impulse of all steps, in the axes of the world, in N·s.
    pub impulse: [f64; 3],
    /// Normal impulse of all steps, in N·s.
    pub normal: f64,
    /// The last step in which they were near each other.
    pub last: PairStep,
}

/// What a pair did in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairStep {
    /// Which step, counted from 1.
    pub count: u64,
    /// Impulse in the axes of the world, in N·s.
    pub impulse: [f64; 3],
    /// Normal impulse, in N·s.
    pub normal: f64,
    /// Least gap where the contacts were looked for, in m.
    pub gap: f64,
    /// Contacts that carried something.
    pub contacts: usize,
    /// Whether one of them was an impact.
    pub impact: bool,
}

const NOTHING: PairStep = PairStep {
    count: 0,
    impulse: [0.0; 3],
    normal: 0.0,
    gap: f64::NAN,
    contacts: 0,
    impact: false,
};

/// The pairs that have met, and those that a `[[contact]]` names.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// In the order in which they were met.
    pub list: Vec<Pair>,
    /// Place in the list, by the two groups in increasing order.
    index: BTreeMap<[usize; 2], usize>,
    count: u64,
}

impl Pairs {
    fn new(world: &WorldDescription, who: &Who) -> Self {
        let mut pairs = Pairs::default();
        for law in &world.laws {
            let [first, second] = &law.between;
            if let (Some(a), Some(b)) = (who.group(first), who.group(second))
                && a != b
            {
                let place = pairs.place([a, b], who);
                let pair = &mut pairs.list[place];
                pair.groups = [a, b];
                pair.name = name(who, [a, b]);
            }
        }
        pairs
    }

    fn place(&mut self, groups: [usize; 2], who: &Who) -> usize {
        let ordered = ordered(groups);
        let Pairs { list, index, .. } = self;
        *index.entry(ordered).or_insert_with(|| {
            list.push(Pair {
                name: name(who, ordered),
                groups: ordered,
                impulse: [0.0; 3],
                normal: 0.0,
                last: NOTHING,
            });
            list.len() - 1
        })
    }

    /// The pair of two groups, and 1 where its second is the second here, −1 where it is the first.
    pub fn of(&self, groups: [usize; 2]) -> Option<(&Pair, f64)> {
        let pair = &self.list[*self.index.get(&ordered(groups))?];
        Some((pair, if pair.groups == groups { 1.0 } else { -1.0 }))
    }

    /// What a pair did in the present step; nothing where it was not near.
    pub fn now(&self, pair: &Pair) -> PairStep {
        if pair.last.count == self.count && self.count > 0 {
            pair.last
        } else {
            NOTHING
        }
    }

    fn add(&mut self, step: &Step, who: &Who) {
        self.count += 1;
        let count = self.count;
        for (i, place) in step.contacts.places.iter().enumerate() {
            let groups = place.bodies.map(|body| who.group_of[body]);
            if groups[0] == groups[1] {
                continue;
            }
            let at = self.place(groups, who);
            let pair = &mut self.list[at];
            let sign = if pair.groups == groups { 1.0 } else { -1.0 };
            let rows = &step.impulses[step.offsets[i]..step.offsets[i + 1]];
            let impulse = place.to_world(rows);
            if pair.last.count != count {
                pair.last = PairStep { count, ..NOTHING };
            }
            for k in 0..3 {
                pair.impulse[k] += sign * impulse[k];
                pair.last.impulse[k] += sign * impulse[k];
            }
            pair.normal += rows[0];
            pair.last.normal += rows[0];
            // `min` takes the number where the other is none.
            pair.last.gap = pair.last.gap.min(step.contacts.list[i].gap);
            pair.last.contacts += usize::from(step.status[i] != Status::Open);
            pair.last.impact |= step.status[i] == Status::Impact;
        }
    }
}

fn ordered([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

fn name(who: &Who, [a, b]: [usize; 2]) -> String {
    format!("{}-{}", who.groups[a], who.groups[b])
}

impl World {
    /// What is told of a world at its initial state, and who is in it.
    pub fn new(
        description: &WorldDescription,
        is_single: &dyn Fn(&str) -> bool,
        system: &mut Bodies,
        start: &State,
    ) -> (Self, Who) {
        let who = Who::new(description, is_single);
        let mut world = World {
            bodies: Vec::with_capacity(who.bodies.len()),
            joints: Vec::with_capacity(who.joints.len()),
            groups: vec![Group::default(); who.groups.len()],
            pairs: Pairs::new(description, &who),
            dt: 0.0,
            worst: None,
        };
        world.look(system, start, &[]);
        for (body, group) in who.group_of.iter().enumerate() {
            if system.is_free(body) {
                let member = (body, Bodies::mass(system, body), world.bodies[body].pose.position);
                world.groups[*group].members.push(member);
            }
        }
        (world, who)
    }

    /// Takes up the state that the last step, of length `dt`, has reached.
    pub(crate) fn add(&mut self, (system, state, step): Observed<'_>, who: &Who, dt: f64) {
        self.dt = dt;
        self.pairs.add(step, who);
        self.look(system, state, &step.constraint_impulses);
        if Detail::Step(step).is_failed() {
            self.note_worst(step);
        }
    }

    fn note_worst(&mut self, step: &Step) {
        let clauses = step.certificate.clauses();
        let worst = clauses
            .iter()
            .fold(clauses[0], |worst, c| if c.1 <= worst.1 { worst } else { *c });
        let (clause, _, unit) = worst;
        if let Some((bodies, defect)) = worst_pair(step, clause)
            && self.worst.is_none_or(|worst| defect > worst.defect)
        {
            let time = step.state.time;
            self.worst = Some(Worst {
                bodies,
                time,
                clause,
                defect,
                unit,
            });
        }
    }

    /// Looks where everything is.
    pub(crate) fn look(&mut self, system: &mut dyn System, state: &State, impulses: &[f64]) {
        if let Some(bodies) = Bodies::of(system) {
            bodies.see(state, (impulses, self.dt), &mut self.bodies, &mut self.joints);
        }
    }
}

/// The two bodies whose contact misses a clause most, and by how much.
pub(crate) fn worst_pair(step: &Step, clause: &str) -> Option<([usize; 2], f64)> {
    let mut worst: Option<([usize; 2], f64)> = None;
    for (i, place) in step.contacts.places.iter().enumerate() {
        let rows = step.offsets[i]..step.offsets[i + 1];
        let law = step.contacts.list[i].friction.law();
        let (Some(r), Some(u)) = (
            step.impulses.get(rows.clone()),
            step.relative_velocity.get(rows.clone()),
        ) else {
            continue;
        };
        let certificate = certify_block(&law, r, u);
        let found = certificate.clauses().into_iter().find(|c| c.0 == clause);
        if let Some((_, defect, _)) = found
            && defect > worst.map_or(0.0, |w| w.1)
        {
            worst = Some((place.bodies, defect));
        }
    }
    worst
}

/// The least side of the boxes around a body's shapes, in m; of a shape without thickness its length.
/// Infinite for planes, meshes and bodies without shape.
fn thickness(body: &BodyDescription) -> f64 {
    let one = |placed: &Placed| {
        let bounds = placed.shape.bounds(&Pose::default());
        let sides = bounds.max - bounds.min;
        // In the plane the third side is none.
        let sides = [sides.x, sides.y, sides.z];
        let longest = sides.iter().copied().fold(0.0, f64::max);
        let thick = sides.iter().copied().filter(|side| *side > 0.0);
        match placed.shape {
            Shape::HalfSpace | Shape::HalfPlane | Shape::Mesh(_) => f64::INFINITY,
            _ => thick.fold(longest, f64::min),
        }
    };
    body.shapes.iter().map(one).fold(f64::INFINITY, f64::min)
}
