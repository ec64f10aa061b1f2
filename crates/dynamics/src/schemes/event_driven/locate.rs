//! The first event of a step of the integrator, on its dense output: gaps that close, margins that are lost.

use super::Event;
use super::flight::{Counters, Flight, Slopes};
use super::gaps::{Sample, first_closing, stays_open};
use super::phase::{InPhase, ModeChange, Phase};
use super::tolerances::{
    ALONE, BEGIN_HALVINGS, CLOSED, GAP_ROUNDING, LOOKED_AT_ALONE, LOST, REACH, ROOT_INSIDE, ROOT_ITERATIONS,
    ROOT_VALUE, ROOT_WIDTH, SAMPLES, STILL_TOUCHES,
};
use crate::gaps::{GapQuery, Gaps};
use crate::root::Bracket;
use crate::system::{State, System};

/// Room for the search of an event.
#[derive(Default)]
pub(super) struct Search {
    /// One gap, or the least.
    pub(super) gap: Gaps,
    /// Gaps at both ends of the step, and those of contacts, not closed, that might close during it.
    gaps_before: Gaps,
    gaps_after: Gaps,
    suspects: Vec<Suspect>,
    together: Together,
    /// Margins at two shares of the step, and where the first of them is lost.
    margins_before: Vec<(ModeChange, f64, f64)>,
    margins_now: Vec<(ModeChange, f64, f64)>,
    margins_first: Vec<(ModeChange, f64, f64)>,
}

/// Many suspects looked at together, at the end of a part of the step and in its middle.
#[derive(Default)]
struct Together {
    /// The end, as a share of the step.
    until: f64,
    /// In increasing order, and their samples; none at the end where that is the end of the step.
    ids: Vec<u64>,
    middle: Vec<Sample>,
    end: Vec<Sample>,
}

impl Together {
    fn clear(&mut self) {
        self.until = 0.0;
        self.ids.clear();
    }

    /// What is known of one, in the middle and at the end.
    fn of(&self, id: u64, until: f64) -> (Option<Sample>, Option<Sample>) {
        match self.ids.binary_search(&id) {
            Ok(i) if self.until == until => (self.middle.get(i).copied(), self.end.get(i).copied()),
            _ => (None, None),
        }
    }
}

/// A contact whose gap might close during a step; its gap at both ends, where it was near enough to be
/// listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspect {
    id: u64,
    start: Option<Sample>,
    end: Option<Sample>,
}

impl Suspect {
    /// Where the chord of its gap passes zero, as a share of the step; +∞ where it does not fall.
    fn chord_closes(&self) -> f64 {
        match (self.start, self.end) {
            (Some(start), Some(end)) if end.gap < start.gap => start.gap / (start.gap - end.gap),
            _ => f64::INFINITY,
        }
    }

    /// Whether its gap might close in a step in which two bodies come nearer by `way` at most: not where it
    /// presses already, nor where it stays open by both ends.
    fn may_close(&self, phase: &Phase, way: f64) -> bool {
        let shut = phase.modes.ids.binary_search(&self.id);
        if shut.is_ok_and(|i| phase.modes.closed[i].carries) {
            return false;
        }
        let length = phase.scales.length;
        match (self.start, self.end) {
            // A contact that touches and does not press is watched by its acceleration.
            (Some(start), Some(end))
                if shut.is_ok() && end.gap > -CLOSED * length && start.gap < STILL_TOUCHES * length =>
            {
                false
            }
            (Some(start), Some(end)) => !stays_open(start, end),
            // Too far at the other end to be listed, or not there.
            (Some(at), None) | (None, Some(at)) => at.gap <= way,
            (None, None) => false,
        }
    }
}

/// A system, the phase that it is in, and the state at the beginning of a step.
type StepFrom<'a> = (&'a mut dyn System, &'a mut Phase, &'a State);

impl Flight {
    /// The first event of the step just made from `from`, as a share of it.
    pub(super) fn first_event(
        &mut self,
        (system, phase): InPhase,
        from: &State,
        counters: &mut Counters,
    ) -> Option<(f64, Event)> {
        let strays = counters.strays || phase.strays();
        self.find_suspects(system, phase, from);
        if !strays && self.search.suspects.is_empty() {
            return None;
        }
        let mut slopes = Slopes::new((system, phase), (&self.chart, &mut self.place), counters);
        let step = &mut self.integrator.step;
        if !step.prepare_dense(&mut |t, y, out| slopes.at(t, y, out)) {
            // A contact is lost on the way: the step ends before, and the modes are found again.
            return Some((LOST, Event::ContactLost));
        }
        let mut first: Option<(f64, Event)> = None;
        if strays {
            first = self.first_margin((system, phase, from), counters);
        }
        let many = self.search.suspects.len() > LOOKED_AT_ALONE;
        if many {
            // Those come first that close first by the chord: the others are then looked at until there.
            let closes = |suspect: &Suspect| suspect.chord_closes();
            self.search
                .suspects
                .sort_by(|a, b| closes(a).total_cmp(&closes(b)));
        }
        self.search.together.clear();
        for i in 0..self.search.suspects.len() {
            let (suspect, until) = (self.search.suspects[i], first.map_or(1.0, |f| f.0));
            if many && self.search.together.until != until {
                self.look_together((system, phase, from), i, until);
            }
            if let Some(share) = self.closing((system, phase, from), suspect, until)
                && first.is_none_or(|f| share < f.0)
            {
                first = Some((share, Event::Gap(suspect.id)));
            }
        }
        first
    }

    /// Contacts, not closed, whose gap might close during the step.
    fn find_suspects(&mut self, system: &mut dyn System, phase: &Phase, from: &State) {
        let h = self.integrator.step.h;
        let (x, v_end, _) = self.chart.split(&self.integrator.step.y_next);
        let reach = phase.speed_of(system, &from.v) + phase.speed_of(system, v_end);
        let driven = system.driven_way(from.time, h);
        let (margin, way) = (REACH * h * reach + driven, ALONE * h * reach + driven);
        let q_end = self.chart.at(system, x, &mut self.place);
        let search = &mut self.search;
        let (before, after) = (&mut search.gaps_before, &mut search.gaps_after);
        system.gaps(
            from.time,
            &from.q,
            GapQuery::Moving { v: &from.v, margin },
            before,
        );
        system.gaps(from.time + h, q_end, GapQuery::Moving { v: v_end, margin }, after);
        let (before, after) = (&before.list, &after.list);
        search.suspects.clear();
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
            if suspect.may_close(phase, way) {
                search.suspects.push(suspect);
            }
        }
    }

    /// Looks at all suspects from this place of the list on, at the share `until` of the step and in its
    /// middle.
    fn look_together(&mut self, (system, phase, from): StepFrom, first: usize, until: f64) {
        let (step, chart) = (&self.integrator.step, &self.chart);
        let Search {
            suspects,
            together,
            gap,
            ..
        } = &mut self.search;
        together.until = until;
        together.ids.clear();
        together.ids.extend(suspects[first..].iter().map(|s| s.id));
        together.ids.sort_unstable();
        for (share, list) in [(0.5 * until, &mut together.middle), (until, &mut together.end)] {
            list.clear();
            if share == 1.0 {
                continue;
            }
            step.at(share, &mut self.y);
            let (x, v, _) = chart.split(&self.y);
            let q = chart.at(system, x, &mut self.place);
            let time = from.time + share * step.h;
            gap.rows.look_again(system, time, q, &together.ids);
            let length = phase.scales.length;
            let mut found = gap.rows.gap_motions(v).peekable();
            for &id in &together.ids {
                while found.next_if(|motion| motion.id < id).is_some() {}
                let motion = found.next_if(|motion| motion.id == id);
                list.push(motion.map_or(Sample::open(share, length), |m| Sample::new(share, &m, step.h)));
            }
        }
    }

    /// When a gap closes before the share `until` of the step.
    fn closing(&mut self, (system, phase, from): StepFrom, suspect: Suspect, until: f64) -> Option<f64> {
        let length = phase.scales.length;
        let (middle, known_end) = self.search.together.of(suspect.id, until);
        let (step, chart) = (&self.integrator.step, &self.chart);
        let (y, room, h) = (&mut self.y, &mut self.place, step.h);
        let gap = &mut self.search.gap;
        let mut look = |share: f64| {
            step.at(share, y);
            let (x, v, _) = chart.split(y);
            let q = chart.at(system, x, room);
            let asked = GapQuery::One { v, id: suspect.id };
            system.gaps(from.time + share * h, q, asked, gap);
            let motion = gap.list.first();
            motion.map_or(Sample::open(share, length), |motion| {
                Sample::new(share, motion, h)
            })
        };
        let start = suspect.start.unwrap_or_else(|| look(0.0));
        let end = suspect.end.filter(|end| end.share == until).or(known_end);
        let end = end.unwrap_or_else(|| look(until));
        first_closing((start, end), middle, GAP_ROUNDING * length, &mut |share| {
            Some(look(share))
        })
    }

    /// The first margin that is lost along the dense output.
    fn first_margin(
        &mut self,
        (system, phase, from): StepFrom,
        counters: &mut Counters,
    ) -> Option<(f64, Event)> {
        let mut before = std::mem::take(&mut self.search.margins_before);
        let mut now = std::mem::take(&mut self.search.margins_now);
        before.clear();
        before.extend_from_slice(self.margins_at((system, phase, from), 0.0, counters)?);
        let mut first: Option<(f64, Event)> = None;
        let mut at = 0.0;
        for k in 1..=SAMPLES {
            let share = k as f64 / SAMPLES as f64;
            // A contact is lost on the way: the modes are found again before it.
            let Some(margins) = self.margins_at((system, phase, from), share, counters) else {
                first = Some((at, Event::ContactLost));
                break;
            };
            now.clear();
            now.extend_from_slice(margins);
            for (i, &(change, value, rounding)) in now.iter().enumerate() {
                // Of those lost in this part only what is lost where the first one is can be earlier.
                let end = match first {
                    None => (share, value),
                    Some((root, _)) => {
                        let there = self.search.margins_first.get(i);
                        (root, there.map_or(value, |margin| margin.1))
                    }
                };
                if value < -rounding && end.1 < -rounding && end.0 > at {
                    let ends = [(at, before[i].1), end];
                    let root = self.margin_root((system, phase, from), i, ends, counters);
                    if first.is_none_or(|f| root < f.0) {
                        first = Some((root, Event::Margin(change)));
                        let there = self.margins_at((system, phase, from), root, counters);
                        self.search.margins_first.clear();
                        self.search.margins_first.extend_from_slice(there.unwrap_or(&[]));
                    }
                }
            }
            if first.is_some() {
                break;
            }
            std::mem::swap(&mut before, &mut now);
            at = share;
        }
        (self.search.margins_before, self.search.margins_now) = (before, now);
        first
    }

    /// Evaluates the margins at a share of the step; nothing where they have no value.
    fn margins_at<'a>(
        &mut self,
        (system, phase, from): StepFrom<'a>,
        share: f64,
        counters: &mut Counters,
    ) -> Option<&'a [(ModeChange, f64, f64)]> {
        self.integrator.step.at(share, &mut self.y);
        let (x, v, _) = self.chart.split(&self.y);
        let q = self.chart.at(system, x, &mut self.place);
        counters.evaluations += 1;
        counters.looks += phase.looks();
        let time = from.time + share * self.integrator.step.h;
        phase.evaluate(system, time, q, v).then_some(&phase.margins)
    }

    /// Where margin `i` vanishes between two shares.
    fn margin_root(
        &mut self,
        (system, phase, from): StepFrom,
        i: usize,
        [(mut a, mut fa), (mut b, mut fb)]: [(f64, f64); 2],
        counters: &mut Counters,
    ) -> f64 {
        // A slip that begins now starts at zero: it must first have been there.
        let mut share = b;
        let mut tries = 0;
        while fa <= 0.0 {
            share *= 0.5;
            tries += 1;
            let margins = self.margins_at((system, phase, from), share, counters);
            match margins.and_then(|m| m.get(i)) {
                Some(&(_, value, _)) if value > 0.0 => (a, fa) = (share, value),
                Some(&(_, value, _)) if tries < BEGIN_HALVINGS => (b, fb) = (share, value),
                Some(_) => return 0.0,
                None => return a,
            }
        }
        let mut bracket = Bracket::new((a, fa), (b, fb));
        for _ in 0..ROOT_ITERATIONS {
            if bracket.width() <= ROOT_WIDTH {
                break;
            }
            let share = bracket.next_inside(ROOT_INSIDE);
            let margins = self.margins_at((system, phase, from), share, counters);
            let Some(&(_, value, rounding)) = margins.and_then(|m| m.get(i)) else {
                break;
            };
            bracket.take(share, value);
            if value.abs() <= ROOT_VALUE * rounding {
                return share;
            }
        }
        bracket.right.0
    }
}
