//! Contacts and constraints found at some configuration: how far, in which directions, under which laws.
//!
//! ```text
//! u = H v + w          rows of a contact: normal first, then slip, then spin, then rolling
//! ```
//! Rows are stored compressed, one contact after the other; everything is reused from step to step.

use crate::gaps::Selection;
use crate::step::tolerances::{CLOSED_LENGTH, CLOSED_PULL};
use crate::system::System;
use drystone_solve::law::Law;
use std::sync::Arc;

/// How friction depends on the state. The solver crate's [`Law`] has constant coefficients; a scheme turns
/// this into one.
#[derive(Clone, Debug, PartialEq)]
pub enum Friction {
    /// One row: no friction.
    None,
    /// Any friction law with constant coefficients.
    Constant(Law),
    /// The status in the antecedent step decides (Moreau 1988, §17): `stick` where the contact did not slide
    /// (or was open), else `slip`.
    StaticKinetic {
        /// Law of a contact that did not slide.
        stick: Law,
        /// Law of a contact that slid.
        slip: Law,
    },
    /// μ as a piecewise linear function of the sliding speed, implicit in the step; constant outside its
    /// points.
    Curve {
        /// Planar or Coulomb; its coefficient is replaced.
        law: Law,
        /// (sliding speed in m/s, μ), speeds increasing from 0.
        points: Arc<[[f64; 2]]>,
    },
    /// One row, lo ≤ force ≤ hi whatever the motion: a motor, dry friction in a joint. The scheme multiplies
    /// by the step. Such a contact has no gap, always acts, and its restitution is not looked at.
    Force {
        /// Least force, in N or N·m; may be −∞.
        lo: f64,
        /// Largest force, in N or N·m; may be +∞.
        hi: f64,
    },
}

impl Friction {
    /// The law before anything is known of the sliding.
    pub fn law(&self) -> Law {
        match self {
            Friction::None => Law::Unilateral,
            Friction::Constant(law) => *law,
            Friction::StaticKinetic { stick, .. } => *stick,
            Friction::Curve { law, points } => with_mu(*law, points.first().map_or(0.0, |p| p[1])),
            Friction::Force { lo, hi } => force_law(*lo, *hi, 1.0),
        }
    }

    /// Whether this is a bounded force, which has no gap.
    pub fn is_force(&self) -> bool {
        matches!(self, Friction::Force { .. })
    }
}

/// The law of a force between bounds for a time `dt`, in s. In an impact, `dt` = 0, what is bounded does
/// nothing.
pub(crate) fn force_law(lo: f64, hi: f64, dt: f64) -> Law {
    let over_step = |force: f64| if force.is_infinite() { force } else { force * dt };
    if lo == f64::NEG_INFINITY && hi == f64::INFINITY {
        Law::Bilateral
    } else {
        Law::Box {
            lo: over_step(lo),
            hi: over_step(hi),
        }
    }
}

/// A planar or round law with another coefficient.
pub fn with_mu(law: Law, mu: f64) -> Law {
    match law {
        Law::Planar { .. } => Law::Planar { mu },
        Law::Coulomb { .. } => Law::Coulomb { mu },
        Law::Facetted { facets, .. } => Law::Facetted { mu, facets },
        Law::Bilateral
        | Law::Unilateral
        | Law::Box { .. }
        | Law::Asymmetric { .. }
        | Law::Elliptic { .. }
        | Law::Section(_)
        | Law::Torsion { .. }
        | Law::PlanarRolling { .. }
        | Law::Rolling { .. }
        | Law::RollingTorsion { .. } => law,
    }
}

/// What an impact gives back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Restitution {
    /// Newton: u_N⁺ ≥ −e u_N⁻; `tangential` does the same to the slip, against Coulomb's bound. The
    /// dissipation index δ of Moreau (1988, §10) is e = tangential = (1 − δ)/(1 + δ).
    Newton {
        /// Normal restitution.
        e: f64,
        /// Tangential restitution.
        tangential: f64,
    },
    /// Poisson in two problems, compression and expansion (Anitescu, Potra, Stewart 1999, §4).
    Poisson {
        /// Share of the normal impulse given back.
        e: f64,
        /// Share of the tangential impulse given back.
        tangential: f64,
    },
    /// Poisson's ratio of impulses, integrated along the normal impulse (Darboux–Keller); single impacts.
    PoissonIncremental {
        /// Share of the normal impulse given back.
        e: f64,
    },
    /// Stronge's ratio of normal work e² = −W_expansion / W_compression, integrated likewise; single impacts.
    Stronge {
        /// Square root of the share of normal work given back.
        e: f64,
    },
    /// No impact: the contact is open, and the law of the step keeps it from closing too far.
    Open,
}

impl Restitution {
    /// e: the share of the approach, the impulse or the root of the work that comes back.
    pub fn coefficient(&self) -> f64 {
        match *self {
            Restitution::Newton { e, .. }
            | Restitution::Poisson { e, .. }
            | Restitution::PoissonIncremental { e }
            | Restitution::Stronge { e } => e,
            Restitution::Open => 0.0,
        }
    }

    /// No rebound: the soft contact of Moreau (1988, §8).
    pub const SOFT: Restitution = Restitution::Newton {
        e: 0.0,
        tangential: 0.0,
    };
}

/// One contact point.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// Who: the same number from step to step.
    pub id: u64,
    /// Signed distance, in m; negative in overlap.
    pub gap: f64,
    /// Friction law.
    pub friction: Friction,
    /// Impact law.
    pub restitution: Restitution,
}

/// The gap of a contact and its rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GapMotion {
    /// Which contact.
    pub id: u64,
    /// Signed distance, in m.
    pub gap: f64,
    /// u_N, in m/s; 0 where it was not asked for.
    pub rate: f64,
}

/// A gap that rounding alone may have opened, in m: a share of the `length` of the configuration, and one of
/// how far the forces of one step move the system (the second number). What rests has u_N = 0 up to rounding;
/// were a gap of 10⁻²⁰ m open, it would let go for a step whenever rounding says so, and what stands on it
/// fall by h² g. Both parts follow the units of the system.
pub(crate) fn rounding(length: f64, pull: f64, dt: f64) -> (f64, f64) {
    (CLOSED_LENGTH * length + CLOSED_PULL * dt * pull, dt * pull)
}

/// Rows of a Jacobian, compressed.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// Entries of row i are `row_ptr[i] .. row_ptr[i + 1]`.
    pub row_ptr: Vec<usize>,
    /// Degree of freedom of each entry, increasing within a row.
    pub col: Vec<usize>,
    /// Value of each entry.
    pub value: Vec<f64>,
}

impl Default for Rows {
    fn default() -> Self {
        Rows {
            row_ptr: vec![0],
            col: Vec::new(),
            value: Vec::new(),
        }
    }
}

impl Rows {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.row_ptr.len() - 1
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets the rows, keeps the memory.
    pub fn clear(&mut self) {
        self.row_ptr.truncate(1);
        self.col.clear();
        self.value.clear();
    }

    /// Becomes the same as `other`, in its own memory.
    pub fn copy_from(&mut self, other: &Rows) {
        self.row_ptr.clone_from(&other.row_ptr);
        self.col.clone_from(&other.col);
        self.value.clone_from(&other.value);
    }

    /// Adds an entry to the row being written.
    #[inline]
    pub fn entry(&mut self, dof: usize, value: f64) {
        self.col.push(dof);
        self.value.push(value);
    }

    /// Ends the row being written.
    #[inline]
    pub fn end_row(&mut self) {
        self.row_ptr.push(self.col.len());
    }

    /// Adds row i of other rows.
    pub(crate) fn push_row(&mut self, from: &Rows, i: usize) {
        let (col, value) = from.row(i);
        self.col.extend_from_slice(col);
        self.value.extend_from_slice(value);
        self.end_row();
    }

    /// Degrees of freedom and values of row i.
    #[inline]
    pub fn row(&self, i: usize) -> (&[usize], &[f64]) {
        let range = self.row_ptr[i]..self.row_ptr[i + 1];
        (&self.col[range.clone()], &self.value[range])
    }

    /// Row i times x.
    #[inline]
    pub fn dot(&self, i: usize, x: &[f64]) -> f64 {
        let (col, value) = self.row(i);
        // Two bodies in space: six velocities each, side by side.
        if let (Ok(col), Ok(value)) = (<&[usize; 12]>::try_from(col), <&[f64; 12]>::try_from(value))
            && col[0] + 5 == col[5]
            && col[6] + 5 == col[11]
            && let (Some(first), Some(other)) =
                (x[col[0]..].first_chunk::<6>(), x[col[6]..].first_chunk::<6>())
        {
            let sum: f64 = (0..6).map(|k| value[k] * first[k]).sum();
            return (0..6).fold(sum, |sum, k| sum + value[6 + k] * other[k]);
        }
        col.iter().zip(value).map(|(&j, a)| a * x[j]).sum()
    }

    /// y += r · row i.
    #[inline]
    pub fn add_transposed(&self, i: usize, r: f64, y: &mut [f64]) {
        let (col, value) = self.row(i);
        for (&j, a) in col.iter().zip(value) {
            y[j] += a * r;
        }
    }
}

/// Where a contact between two bodies is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The two bodies, by their number in the system; the normal points from the first to the second.
    pub bodies: [usize; 2],
    /// Contact point, in the world, in m.
    pub point: [f64; 3],
    /// Unit normal.
    pub normal: [f64; 3],
    /// First tangent; the second is normal × tangent.
    pub tangent: [f64; 3],
}

impl Place {
    /// A vector of components (n, t₁, t₂) in the axes of the world; two components in the plane.
    pub fn to_world(&self, components: &[f64]) -> [f64; 3] {
        let ([nx, ny, nz], [tx, ty, tz]) = (self.normal, self.tangent);
        let second = [ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx];
        let part = |k: usize| components.get(k).copied().unwrap_or(0.0);
        let entry = |i: usize| part(0) * self.normal[i] + part(1) * self.tangent[i] + part(2) * second[i];
        [entry(0), entry(1), entry(2)]
    }

    /// The components (n, t₁, t₂) of a vector in the axes of the world; n and t₁ are those of the plane.
    pub fn to_contact(&self, v: [f64; 3]) -> [f64; 3] {
        let ([nx, ny, nz], [tx, ty, tz]) = (self.normal, self.tangent);
        let second = [ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx];
        let along = |axis: [f64; 3]| axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2];
        [along(self.normal), along(self.tangent), along(second)]
    }
}

/// Ids of contacts of the same two bodies differ in so many bits only, the last ones.
pub const PAIR_BITS: u32 = 20;

/// Contacts that lists have room for from the beginning.
pub(crate) const ROOM: usize = 4;

/// The contacts found at one configuration.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Contacts {
    /// One entry for each contact.
    pub list: Vec<Contact>,
    /// H: as many rows for each contact as its law has.
    pub jacobian: Rows,
    /// w: the part of u that does not come from v (moving obstacles), row by row, in m/s.
    pub obstacle: Vec<f64>,
    /// Where they are, for systems that know: one for each of the first contacts of the list.
    pub places: Vec<Place>,
}

impl Contacts {
    /// Empty, with room for a few contacts of a system of this many velocities: short runs need not grow
    /// their lists.
    pub(crate) fn with_room(nv: usize) -> Self {
        // Contacts of bodies have twelve entries in a row at most.
        let (rows, columns) = (3 * ROOM, nv.min(12));
        let mut out = Contacts::default();
        out.list.reserve(ROOM);
        out.obstacle.reserve(rows);
        out.jacobian.row_ptr.reserve(rows + 1);
        out.jacobian.col.reserve(rows * columns);
        out.jacobian.value.reserve(rows * columns);
        out
    }

    /// Forgets the contacts, keeps the memory.
    pub fn clear(&mut self) {
        self.list.clear();
        self.jacobian.clear();
        self.obstacle.clear();
        self.places.clear();
    }

    /// Makes room for as much as `other` holds.
    pub(crate) fn reserve(&mut self, other: &Contacts) {
        self.list.reserve(other.list.len());
        self.places.reserve(other.places.len());
        self.obstacle.reserve(other.obstacle.len());
        let Rows { row_ptr, col, value } = &mut self.jacobian;
        row_ptr.reserve(other.jacobian.row_ptr.len());
        col.reserve(other.jacobian.col.len());
        value.reserve(other.jacobian.value.len());
    }

    /// Becomes the same as `other`, in its own memory.
    pub fn copy_from(&mut self, other: &Contacts) {
        self.list.clone_from(&other.list);
        self.jacobian.copy_from(&other.jacobian);
        self.obstacle.clone_from(&other.obstacle);
        self.places.clone_from(&other.places);
    }

    /// The contacts with these ids, in increasing order, as they are at another (time, q).
    pub fn look_again(&mut self, system: &mut dyn System, time: f64, q: &[f64], ids: &[u64]) {
        self.clear();
        if !ids.is_empty() {
            system.contacts(time, q, Selection::Named(ids), self);
            let same = self.list.len() == ids.len() && self.list.iter().zip(ids).all(|(c, id)| c.id == *id);
            if !same {
                self.keep(|contact| ids.binary_search(&contact.id).is_ok());
            }
        }
    }

    /// The gaps of the list with their rates at v; forces have none.
    pub fn gap_motions(&self, v: &[f64]) -> impl Iterator<Item = GapMotion> {
        let mut row = 0;
        self.list.iter().filter_map(move |contact| {
            let normal = row;
            row += contact.friction.law().rows();
            (!contact.friction.is_force()).then(|| GapMotion {
                id: contact.id,
                gap: contact.gap,
                rate: self.jacobian.dot(normal, v) + self.obstacle[normal],
            })
        })
    }

    /// Drops what has no gap: motors and dry friction in joints.
    pub(crate) fn keep_gaps(&mut self) {
        if self.list.iter().any(|c| c.friction.is_force()) {
            self.keep(|contact| !contact.friction.is_force());
        }
    }

    /// Drops the contacts that `which` refuses.
    pub(crate) fn keep(&mut self, which: impl Fn(&Contact) -> bool) {
        self.keep_at(|_, contact| which(contact));
    }

    /// The same with the place of each in the list.
    pub(crate) fn keep_at(&mut self, which: impl Fn(usize, &Contact) -> bool) {
        let (mut kept, mut row, mut to_row, mut to_entry) = (0, 0, 0, 0);
        let mut placed = 0;
        for i in 0..self.list.len() {
            let rows = self.list[i].friction.law().rows();
            if which(i, &self.list[i]) {
                let entries = self.jacobian.row_ptr[row]..self.jacobian.row_ptr[row + rows];
                let (first, next) = (entries.start, entries.len() + to_entry);
                if first > to_entry {
                    self.jacobian.col.copy_within(entries.clone(), to_entry);
                    self.jacobian.value.copy_within(entries, to_entry);
                }
                for k in row..row + rows {
                    self.obstacle[to_row] = self.obstacle[k];
                    to_row += 1;
                    // Rows move to the front only: the pointers still to be read lie behind.
                    self.jacobian.row_ptr[to_row] = self.jacobian.row_ptr[k + 1] - first + to_entry;
                }
                to_entry = next;
                self.list.swap(kept, i);
                if i < self.places.len() {
                    self.places.swap(kept, i);
                    placed = kept + 1;
                }
                kept += 1;
            }
            row += rows;
        }
        self.list.truncate(kept);
        self.places.truncate(placed);
        self.obstacle.truncate(to_row);
        self.jacobian.row_ptr.truncate(to_row + 1);
        self.jacobian.col.truncate(to_entry);
        self.jacobian.value.truncate(to_entry);
    }

    /// Adds row i of other rows; `obstacle` is its w, in m/s.
    pub(crate) fn push_row(&mut self, from: &Rows, i: usize, obstacle: f64) {
        self.jacobian.push_row(from, i);
        self.obstacle.push(obstacle);
    }

    /// Adds contact i of others, whose rows begin at `first`, with its place where it has one.
    pub(crate) fn push_contact(&mut self, from: &Contacts, i: usize, first: usize) {
        let contact = &from.list[i];
        for row in first..first + contact.friction.law().rows() {
            self.push_row(&from.jacobian, row, from.obstacle[row]);
        }
        self.places.extend(from.places.get(i));
        self.list.push(contact.clone());
    }

    /// Ends the row being written (see [`Rows::entry`]); `obstacle` is its w, in m/s.
    #[inline]
    pub fn end_row(&mut self, obstacle: f64) {
        self.jacobian.end_row();
        self.obstacle.push(obstacle);
    }
}

/// The bilateral constraints at one configuration.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Constraints {
    /// c(q, t), one entry for each row; 0 where it holds.
    pub value: Vec<f64>,
    /// ∂c/∂q N.
    pub jacobian: Rows,
    /// ∂c/∂t.
    pub rate: Vec<f64>,
}

impl Constraints {
    /// Forgets the constraints, keeps the memory.
    pub fn clear(&mut self) {
        self.value.clear();
        self.jacobian.clear();
        self.rate.clear();
    }

    /// Becomes the same as `other`, in its own memory.
    pub fn copy_from(&mut self, other: &Constraints) {
        self.value.clone_from(&other.value);
        self.jacobian.copy_from(&other.jacobian);
        self.rate.clone_from(&other.rate);
    }

    /// Ends the row being written: c and ∂c/∂t.
    pub fn end_row(&mut self, value: f64, rate: f64) {
        self.jacobian.end_row();
        self.value.push(value);
        self.rate.push(rate);
    }
}
