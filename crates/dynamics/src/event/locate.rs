//! The first event of a step of the integrator, on its dense output: gaps that close, margins that are lost.

use super::gaps::{Sample, first_closing, stays_open};
use super::{CLOSED, EventDriven, Found, Look, ROUNDING, SAMPLES, Seen, sample, slope};
use crate::system::System;

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
        let sizes = (self.state.q.len(), self.state.v.len());
        let (smooth, integrator) = (&mut self.smooth, &mut self.integrator);
        if !integrator.prepare_dense(&mut |t, y, out| slope(smooth, system, sizes, (t, y), out, seen)) {
            // A contact is lost on the way: nearer, and all anew.
            return Some((0.02, Found::Gap(u64::MAX)));
        }
        let mut first: Option<(f64, Found)> = None;
        if strays && let Some(found) = self.first_margin(system, seen) {
            first = Some(found);
        }
        for i in 0..self.suspects.len() {
            let id = self.suspects[i];
            if let Some(share) = self.closing(system, id, first.map_or(1.0, |f| f.0))
                && first.is_none_or(|f| share < f.0)
            {
                first = Some((share, Found::Gap(id)));
            }
        }
        first
    }

    /// Contacts, not closed, whose gap might close during the step.
    fn find_suspects(&mut self, system: &mut dyn System) {
        let (nq, nv) = (self.state.q.len(), self.state.v.len());
        let h = self.integrator.h;
        let reach = system.pull(&self.zero, &self.state.v)
            + system.pull(&self.zero, &self.integrator.y_next[nq..nq + nv]);
        let margin = 4.0 * h * reach;
        let q = &mut self.y[..nq];
        q.copy_from_slice(&self.integrator.y_next[..nq]);
        system.normalise(q);
        self.start.clear();
        system.contacts(self.state.time, &self.state.q, margin, &mut self.start);
        self.end.clear();
        system.contacts(self.state.time + h, q, margin, &mut self.end);
        let v_end = &self.integrator.y_next[nq..nq + nv];
        let closed = &self.smooth.ids;
        self.suspects.clear();
        let both = [&self.start, &self.end].into_iter().flat_map(|c| &c.list);
        self.suspects.extend(both.map(|contact| contact.id));
        self.suspects.sort_unstable();
        self.suspects.dedup();
        self.suspects.retain(|&id| {
            let shut = closed.binary_search(&id);
            if shut.is_ok_and(|i| self.smooth.closed[i].carries) {
                return false;
            }
            let start = sample(&self.start, id, &self.state.v, 0.0, h);
            let end = sample(&self.end, id, v_end, 1.0, h);
            match (start, end) {
                (Some(Look::Force), _) | (_, Some(Look::Force)) => false,
                // One that touches and does not press is watched by its acceleration.
                (Some(Look::Gap(start)), Some(Look::Gap(end)))
                    if shut.is_ok()
                        && end.gap > -CLOSED * self.smooth.scales.length
                        && start.gap < 1e-9 * self.smooth.scales.length =>
                {
                    false
                }
                (Some(Look::Gap(start)), Some(Look::Gap(end))) => !stays_open(start, end),
                _ => true,
            }
        });
    }

    /// When a gap closes before the share `until` of the step.
    fn closing(&mut self, system: &mut dyn System, id: u64, until: f64) -> Option<f64> {
        let length = self.smooth.scales.length;
        let rounding = ROUNDING * length;
        let (nq, nv, h, time) = (
            self.state.q.len(),
            self.state.v.len(),
            self.integrator.h,
            self.state.time,
        );
        let mut y = std::mem::take(&mut self.y);
        let (integrator, contacts) = (&self.integrator, &mut self.look);
        let ids = [id];
        let mut look = |share: f64| {
            integrator.at(share, &mut y);
            system.normalise(&mut y[..nq]);
            contacts.look_again(system, time + share * h, &y[..nq], &ids);
            // Corners that are not near each other are no contact: open.
            let open = Sample {
                share,
                gap: length,
                rate: 0.0,
            };
            Some(match sample(contacts, id, &y[nq..nq + nv], share, h) {
                Some(Look::Gap(sample)) => sample,
                _ => open,
            })
        };
        let found = match (look(0.0), look(until)) {
            (Some(start), Some(end)) => first_closing(start, end, rounding, &mut look),
            _ => None,
        };
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
            // A contact that is not there on the way is an event without a name: all is settled anew before it.
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
        let (nq, nv) = (self.state.q.len(), self.state.v.len());
        let mut y = std::mem::take(&mut self.y);
        self.integrator.at(share, &mut y);
        seen.evaluations += 1;
        let time = self.state.time + share * self.integrator.h;
        let fine = self.smooth.evaluate(system, time, &y[..nq], &y[nq..nq + nv]);
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
