//! The first event of a step of the integrator, on its dense output: gaps that close, margins that are lost.

use super::gaps::{Sample, first_closing, stays_open};
use super::{CLOSED, EventDriven, Found, ROUNDING, SAMPLES, Seen, slope};
use crate::gaps::GapQuery;
use crate::schemes::event_driven::phase::Smooth;
use crate::system::{State, System};

/// A contact whose gap might close during a step; its gap at both ends, where it was near enough to be
/// listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspect {
    id: u64,
    start: Option<Sample>,
    end: Option<Sample>,
}

impl Suspect {
    /// Whether its gap might close: not where it carries already, and where both ends tell that it does not.
    fn may_close(&self, smooth: &Smooth) -> bool {
        let shut = smooth.ids.binary_search(&self.id);
        if shut.is_ok_and(|i| smooth.closed[i].carries) {
            return false;
        }
        let length = smooth.scales.length;
        match (self.start, self.end) {
            // One that touches and does not press is watched by its acceleration.
            (Some(start), Some(end))
                if shut.is_ok() && end.gap > -CLOSED * length && start.gap < 1e-9 * length =>
            {
                false
            }
            (Some(start), Some(end)) => !stays_open(start, end),
            _ => true,
        }
    }
}

impl EventDriven {
    /// The first event of the step just made, as a share of it.
    pub(super) fn first_event(
        &mut self,
        system: &mut dyn System,
        strays: bool,
        seen: &mut Seen,
    ) -> Option<(f64, Found)> {
        let strays = strays || self.smooth.strays();
        self.find_suspects(system);
        if !strays && self.suspects.is_empty() {
            return None;
        }
        let sizes = self.sizes();
        let (smooth, place, integrator) = (&mut self.smooth, &mut self.place, &mut self.integrator);
        if !integrator
            .prepare_dense(&mut |t, y, out| slope((smooth, place), system, sizes, (t, y), out, seen))
        {
            // A contact is lost on the way: nearer, and all anew.
            return Some((0.02, Found::Gap(u64::MAX)));
        }
        let mut first: Option<(f64, Found)> = None;
        if strays && let Some(found) = self.first_margin(system, seen) {
            first = Some(found);
        }
        for i in 0..self.suspects.len() {
            let suspect = self.suspects[i];
            if let Some(share) = self.closing(system, suspect, first.map_or(1.0, |f| f.0))
                && first.is_none_or(|f| share < f.0)
            {
                first = Some((share, Found::Gap(suspect.id)));
            }
        }
        first
    }

    /// Contacts, not closed, whose gap might close during the step.
    fn find_suspects(&mut self, system: &mut dyn System) {
        let ((nx, nv), h) = (self.sizes(), self.integrator.h);
        let (x, v_end) = self.integrator.y_next[..nx + nv].split_at(nx);
        let reach =
            system.kinematics().pull(&self.zero, &self.state.v) + system.kinematics().pull(&self.zero, v_end);
        let margin = 4.0 * h * reach;
        let q_end = self.smooth.chart.at(system, x, &mut self.place);
        let State { time, q: q_start, v } = &self.state;
        let (before, after) = (&mut self.gaps_before, &mut self.gaps_after);
        system.gaps(*time, q_start, GapQuery::Moving { v, margin }, before);
        let at_end = GapQuery::Moving { v: v_end, margin };
        system.gaps(*time + h, q_end, at_end, after);
        let (before, after) = (&before.list, &after.list);
        self.suspects.clear();
        let (mut i, mut j) = (0, 0);
        // Both lists are in increasing order.
        while let Some(id) = [before.get(i), after.get(j)]
            .into_iter()
            .flatten()
            .map(|m| m.id)
            .min()
        {
            let start = before.get(i).filter(|m| m.id == id);
            let end = after.get(j).filter(|m| m.id == id);
            (i, j) = (i + usize::from(start.is_some()), j + usize::from(end.is_some()));
            let suspect = Suspect {
                id,
                start: start.map(|m| Sample::new(0.0, m, h)),
                end: end.map(|m| Sample::new(1.0, m, h)),
            };
            if suspect.may_close(&self.smooth) {
                self.suspects.push(suspect);
            }
        }
    }

    /// When a gap closes before the share `until` of the step.
    fn closing(&mut self, system: &mut dyn System, suspect: Suspect, until: f64) -> Option<f64> {
        let length = self.smooth.scales.length;
        let rounding = ROUNDING * length;
        let ((nx, nv), h, time) = (self.sizes(), self.integrator.h, self.state.time);
        let mut y = std::mem::take(&mut self.y);
        let (integrator, gaps) = (&self.integrator, &mut self.gaps);
        let (chart, room) = (&self.smooth.chart, &mut self.place);
        let mut look = |share: f64| {
            integrator.at(share, &mut y);
            let (x, v) = y[..nx + nv].split_at(nx);
            let q = chart.at(system, x, room);
            system.gaps(time + share * h, q, GapQuery::One { v, id: suspect.id }, gaps);
            // Corners that are not near each other are no contact: open.
            let open = Sample {
                share,
                gap: length,
                rate: 0.0,
            };
            gaps.list
                .first()
                .map_or(open, |motion| Sample::new(share, motion, h))
        };
        let start = suspect.start.unwrap_or_else(|| look(0.0));
        let end = suspect
            .end
            .filter(|end| end.share == until)
            .unwrap_or_else(|| look(until));
        let found = first_closing(start, end, rounding, &mut |share| Some(look(share)));
        self.y = y;
        found
    }

    /// The first margin that is lost along the dense output.
    fn first_margin(&mut self, system: &mut dyn System, seen: &mut Seen) -> Option<(f64, Found)> {
        if !self.margins_at(system, 0.0, seen) {
            return None;
        }
        let mut before = std::mem::take(&mut self.margins_before);
        let mut now = std::mem::take(&mut self.margins_now);
        before.clone_from(&self.smooth.margins);
        let mut first: Option<(f64, Found)> = None;
        let mut at = 0.0;
        for k in 1..=SAMPLES {
            let share = k as f64 / SAMPLES as f64;
            // A contact that is not there on the way is an event without a name: all is settled anew before
            // it.
            if !self.margins_at(system, share, seen) {
                first = Some((at, Found::Gap(u64::MAX)));
                break;
            }
            now.clone_from(&self.smooth.margins);
            for (i, &(what, value, rounding)) in now.iter().enumerate() {
                if value < -rounding {
                    let root = self.margin_root(system, i, (at, before[i].1), (share, value), seen);
                    if first.is_none_or(|f| root < f.0) {
                        first = Some((root, Found::Margin(what)));
                    }
                }
            }
            if first.is_some() {
                break;
            }
            std::mem::swap(&mut before, &mut now);
            at = share;
        }
        (self.margins_before, self.margins_now) = (before, now);
        first
    }

    /// Evaluates the margins at a share of the step.
    fn margins_at(&mut self, system: &mut dyn System, share: f64, seen: &mut Seen) -> bool {
        let (nx, nv) = self.sizes();
        let mut y = std::mem::take(&mut self.y);
        self.integrator.at(share, &mut y);
        let mut room = std::mem::take(&mut self.place);
        let q = self.smooth.chart.at(system, &y[..nx], &mut room);
        seen.evaluations += 1;
        let time = self.state.time + share * self.integrator.h;
        let fine = self.smooth.evaluate(system, time, q, &y[nx..nx + nv]);
        self.place = room;
        self.y = y;
        fine
    }

    /// Margin `i` at a share of the step, and what of it is rounding.
    fn margin_at(
        &mut self,
        system: &mut dyn System,
        i: usize,
        share: f64,
        seen: &mut Seen,
    ) -> Option<(f64, f64)> {
        let fine = self.margins_at(system, share, seen);
        let margin = self.smooth.margins.get(i).filter(|_| fine);
        margin.map(|(_, value, rounding)| (*value, *rounding))
    }

    /// Where margin `i` vanishes between two shares: regula falsi with halved ends (Illinois).
    fn margin_root(
        &mut self,
        system: &mut dyn System,
        i: usize,
        left: (f64, f64),
        right: (f64, f64),
        seen: &mut Seen,
    ) -> f64 {
        let ((mut a, mut fa), (mut b, mut fb)) = (left, right);
        // A slip that begins now starts at zero: it must first have been there.
        let mut share = b;
        let mut tries = 0;
        while fa <= 0.0 {
            share *= 0.5;
            tries += 1;
            match self.margin_at(system, i, share, seen) {
                Some((value, _)) if value > 0.0 => (a, fa) = (share, value),
                Some((value, _)) if tries < 30 => (b, fb) = (share, value),
                Some(_) => return 0.0,
                None => return a,
            }
        }
        let mut side = 0;
        for _ in 0..80 {
            let width = b - a;
            if width <= 1e-15 {
                break;
            }
            let c = (b - fb * (b - a) / (fb - fa)).clamp(a + 1e-3 * width, b - 1e-3 * width);
            let Some((fc, rounding)) = self.margin_at(system, i, c, seen) else {
                break;
            };
            if fc > 0.0 {
                (a, fa) = (c, fc);
                if side == 1 {
                    fb *= 0.5;
                }
                side = 1;
            } else {
                (b, fb) = (c, fc);
                if side == -1 {
                    fa *= 0.5;
                }
                side = -1;
            }
            if fc.abs() <= 1e-3 * rounding {
                return c;
            }
        }
        b
    }
}
