//! A run watched as it goes: from the rows of its frames to a [`Show`].
//!
//! All rows of every frame are asked for ([`crate::run::observe::Observer::every`] one), since the last frame
//! is always shown.

use crate::run::observe::{COMPLEMENTARITY, ContactSeen, Rows};
use crate::run::runner::{Detail, Runner};
use crate::run::verdict::RunVerdict;
use crate::show::file::joint_series;
use crate::show::head::Head;
use crate::show::strip::Strip;
use crate::show::{Instant, Show, Touch};
use drystone_io::scene::Scene;

/// Most failed steps that are listed one by one.
pub(crate) const LISTED: usize = 2000;

/// A looker-on that keeps what the page shows.
#[derive(Debug)]
pub struct Watcher {
    show: Show,
    every: u64,
    /// The last frame that was seen.
    last: Instant,
    /// Whether that was kept.
    is_kept: bool,
    /// Rows of contacts with names.
    contacts: Vec<usize>,
    /// A row of the strip.
    row: Vec<f64>,
}

impl Watcher {
    /// Ready for the first frame.
    pub fn new(scene: &Scene, runner: &Runner) -> Self {
        let head = Head::new(scene, runner);
        let strip = Strip::new(head.clauses.len());
        let rows = runner.totals.impulses.iter().map(Vec::len);
        Watcher {
            show: Show {
                head,
                strip,
                ..Show::default()
            },
            every: scene.run.record.every.max(1) as u64,
            last: Instant::default(),
            is_kept: true,
            contacts: rows.collect(),
            row: Vec::new(),
        }
    }

    /// Takes up a frame.
    pub fn add(&mut self, rows: &Rows) {
        self.add_row(rows);
        self.set_last(rows);
        self.is_kept = rows.frame.count.is_multiple_of(self.every);
        if self.is_kept && !self.show.add(&self.last) {
            self.every *= 2;
        }
    }

    /// What was seen; the last instant is always there.
    pub fn finish(mut self, runner: &Runner, verdict: &RunVerdict) -> Show {
        if !self.is_kept {
            self.show.add(&self.last);
        }
        let outcome = &mut self.show.head.outcome;
        outcome.steps = runner.totals.steps;
        outcome.failed_steps = runner.totals.failed_steps();
        outcome.worst = runner.totals.certificate.clauses().map(|c| c.1).to_vec();
        outcome.take(&verdict.to_json());
        self.show
    }

    fn add_row(&mut self, rows: &Rows) {
        let step = &rows.step;
        let failed = rows.frame.detail.is_failed();
        let listed = &mut self.show.head.outcome.failed;
        if failed && listed.len() < LISTED {
            listed.push((step.step, step.time));
        }
        let mechanical = matches!(rows.frame.detail, Detail::Step(_));
        self.row.clear();
        self.row.extend([step.time, step.step as f64]);
        self.row.extend(step.energy.iter().chain(&step.account));
        self.row.extend([
            step.iterations as f64,
            rows.active as f64,
            if mechanical { step.min_gap } else { f64::INFINITY },
            f64::from(u8::from(failed)),
        ]);
        // A clause that a system does not have is no defect.
        let clauses = step.clauses.iter().zip(COMPLEMENTARITY);
        self.row
            .extend(clauses.map(|(x, there)| if mechanical || there { *x } else { 0.0 }));
        self.show.strip.add(&self.row);
    }

    fn set_last(&mut self, rows: &Rows) {
        let (out, head) = (&mut self.last, &self.show.head);
        (out.time, out.step) = (rows.frame.time, rows.frame.count);
        out.bodies.clear();
        out.columns.clear();
        out.touches.clear();
        if !head.world {
            out.columns.extend(rows.state);
            for (id, count) in self.contacts.iter().enumerate() {
                add_contact(rows, id, (*count).min(3), &mut out.columns);
            }
            return;
        }
        let numbers = rows.state.chunks_exact(head.body_columns.len());
        for (body, numbers) in head.bodies.iter().zip(numbers) {
            if body.kind != "fixed" {
                out.bodies.extend(numbers);
            }
        }
        joint_series(rows.joints, head.plane, &mut out.columns);
        if head.contacts {
            out.touches
                .extend(rows.contacts.iter().filter_map(|c| touch(rows, c)));
        }
    }
}

/// Gap, forces and status of a contact with a name; no gap and no force where it could not act.
fn add_contact(rows: &Rows, id: usize, shown: usize, columns: &mut Vec<f64>) {
    let found = rows.named[id].map(|place| &rows.contacts[place]);
    if let (Some(contact), true) = (found, rows.dt > 0.0) {
        columns.push(contact.gap);
        let impulse = rows.impulse(contact);
        columns.extend((0..shown).map(|k| impulse.get(k).map_or(0.0, |r| r / rows.dt)));
        columns.push(f64::from(contact.code()));
    } else {
        columns.push(f64::NAN);
        columns.extend(std::iter::repeat_n(0.0, shown + 1));
    }
}

/// A contact of two bodies; none for those of joints.
#[expect(
    clippy::cast_possible_truncation,
    reason = "what is drawn is single precision"
)]
fn touch(rows: &Rows, contact: &ContactSeen) -> Option<Touch> {
    let single = |x: [f64; 3]| x.map(|x| x as f32);
    let [point, normal, force] = contact.place?.map(single);
    let dt = rows.frame.world?.dt;
    Some(Touch {
        bodies: rows.pairs[contact.pair].bodies?.map(|body| body as u32),
        point,
        normal,
        force,
        force_n: (rows.impulse(contact).first().copied().unwrap_or(0.0) / dt) as f32,
        gap: contact.gap as f32,
        status: contact.code(),
    })
}
