//! Poincaré's sections: where an orbit crosses a surface, once in a period, or at impacts.
//!
//! ```text
//! crossing  g(t, q, v) = 0, upwards, downwards or both
//!           sign change over a step, then the root of g along the motion
//! period    t = t₀ + k T                                 steps that end there
//! impacts   the state before or after                    as the scheme met it
//! ```
//! A crossing is located by motions of their own length from the beginning of its step (regula falsi,
//! Illinois), not by interpolation: it is as exact as the scheme. Where g jumps over zero at an impact the
//! crossing is the state after it. Two crossings within one step are not seen: `run.step` must be shorter
//! than that.

use super::{AnalysisError, Orbit, Quantity, number};
use crate::run::runner::Names;
use drystone_dynamics::State;
use drystone_dynamics::models::bodies::search::Search;
use drystone_dynamics::root::Bracket;
use drystone_io::scene::Scene;
use std::collections::VecDeque;

/// Most looks for the root of g in a step.
const LOOKS: usize = 80;
/// Share of the bracket by which a look stays away from its ends.
const INSIDE: f64 = 1e-3;

/// One point of a section.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Time, configuration, velocity.
    pub state: State,
    /// Outputs of the scene.
    pub outputs: Vec<f64>,
    /// Share of the period gone by, 0 to 1; NaN where there is no period.
    pub phase: f64,
}

/// Which crossings count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Direction {
    /// From below.
    #[default]
    Up,
    /// From above.
    Down,
    /// All.
    Both,
}

/// Where points are taken.
pub enum Section {
    /// Where a formula vanishes.
    Crossing(Quantity, Direction),
    /// Once in a period, from the beginning on.
    Period(f64),
    /// At impacts of the contacts with this name (all, where there is none), before or after.
    Impacts {
        /// Name of a contact, or of a pair of bodies as `ball-floor`.
        contact: Option<String>,
        /// The state with v⁻ instead of v⁺.
        before: bool,
    },
}

/// An orbit from point to point.
pub struct Walk<'a> {
    /// The orbit.
    pub orbit: &'a mut Orbit,
    section: Section,
    period: Option<f64>,
    found: VecDeque<Point>,
    /// The beginning of the next step, and g there.
    last: Option<(State, f64)>,
    count: f64,
}

impl<'a> Walk<'a> {
    /// Begins where the orbit is; `period` is what `phase` refers to.
    pub fn new(orbit: &'a mut Orbit, section: Section, period: Option<f64>) -> Result<Self, AnalysisError> {
        if let Section::Impacts { contact, .. } = &section {
            if let Some(name) = contact {
                check_contact(&orbit.names, name)?;
            }
            orbit.follow()?.keep_states = true;
        }
        let period = match section {
            Section::Period(period) => Some(period),
            _ => period,
        };
        if let Some(period) = period
            && !(period > 0.0 && period.is_finite())
        {
            return Err(AnalysisError::Input(format!(
                "a period of {period} s: give one above 0"
            )));
        }
        let count = period.map_or(0.0, |p| ((orbit.state().time - orbit.start) / p + 1e-9).floor());
        Ok(Walk {
            orbit,
            section,
            period,
            found: VecDeque::new(),
            last: None,
            count,
        })
    }

    /// The next point up to `end`; nothing when there is none.
    pub fn next_point(&mut self, end: f64) -> Result<Option<Point>, AnalysisError> {
        if let Section::Period(period) = self.section {
            let target = self.orbit.start + (self.count + 1.0) * period;
            if target > end + 1e-9 * period {
                return Ok(None);
            }
            self.count += 1.0;
            self.orbit.advance_to(target)?;
            let state = self.orbit.state().clone();
            return Ok(Some(self.point(state)));
        }
        loop {
            if let Some(point) = self.found.pop_front() {
                return Ok(Some(point));
            }
            let from = self.orbit.state().clone();
            if !self.orbit.advance(end)? {
                return Ok(None);
            }
            match self.section {
                Section::Impacts { .. } => self.collect()?,
                _ => self.cross(&from)?,
            }
        }
    }

    fn point(&mut self, state: State) -> Point {
        let phase = self.period.map_or(f64::NAN, |period| {
            let share = ((state.time - self.orbit.start) / period).rem_euclid(1.0);
            // The end of a period but for rounding is the beginning of the next.
            if share > 1.0 - 1e-9 { 0.0 } else { share }
        });
        Point {
            outputs: self.orbit.outputs(&state),
            state,
            phase,
        }
    }

    /// The impacts of the last step.
    fn collect(&mut self) -> Result<(), AnalysisError> {
        let Section::Impacts { contact, before } = &self.section else {
            return Ok(());
        };
        let before = *before;
        let met = std::mem::take(&mut self.orbit.follow()?.impacts);
        let names = &self.orbit.names;
        let wanted = |id: u64| contact.as_ref().is_none_or(|name| is_named(names, id, name));
        let states: Vec<State> = met
            .into_iter()
            .filter(|met| wanted(met.contact))
            .map(|met| State {
                time: met.time,
                q: met.q,
                v: if before { met.before } else { met.after },
            })
            .collect();
        for state in states {
            let point = self.point(state);
            self.found.push_back(point);
        }
        Ok(())
    }

    /// Looks whether g has changed its sign over the last step.
    fn cross(&mut self, from: &State) -> Result<(), AnalysisError> {
        let before = match self.last.take() {
            Some((state, g)) if state == *from => g,
            _ => self.g(from.clone()),
        };
        let to = self.orbit.state().clone();
        let after = self.g(to.clone());
        let Section::Crossing(_, direction) = &self.section else {
            return Ok(());
        };
        let (up, down) = (before < 0.0 && after >= 0.0, before > 0.0 && after <= 0.0);
        let wanted = match direction {
            Direction::Up => up,
            Direction::Down => down,
            Direction::Both => up || down,
        };
        if wanted {
            let state = self.locate(from, before, (to.time - from.time, after))?;
            let point = self.point(state);
            self.found.push_back(point);
        }
        self.last = Some((to, after));
        Ok(())
    }

    fn g(&mut self, state: State) -> f64 {
        let point = self.point(state);
        match &mut self.section {
            Section::Crossing(quantity, _) => quantity.value(&point),
            _ => f64::NAN,
        }
    }

    /// The state where g vanishes between 0 and `right` after `from`.
    fn locate(&mut self, from: &State, left: f64, right: (f64, f64)) -> Result<State, AnalysisError> {
        let mut bracket = Bracket::new((0.0, left), right);
        let mut found = self.orbit.state().clone();
        let rounding = 4.0 * f64::EPSILON * right.0.max(from.time.abs());
        for _ in 0..LOOKS {
            if bracket.width() <= rounding || bracket.right.1 == 0.0 {
                break;
            }
            let elapsed = bracket.next_inside(INSIDE);
            let state = self.orbit.look(from, elapsed)?.clone();
            let g = self.g(state.clone());
            if bracket.take(elapsed, g) {
                found = state;
            }
        }
        Ok(found)
    }
}

/// Whether a contact has this name.
fn is_named(names: &Names, id: u64, name: &str) -> bool {
    if names.who.bodies.is_empty() {
        let found = usize::try_from(id).ok().and_then(|id| names.contacts.get(id));
        return found.is_some_and(|contact| contact == name);
    }
    let body = |i: usize| names.who.bodies.get(i).map(String::as_str);
    Search::bodies_of(id).is_some_and(|[a, b]| match (body(a), body(b)) {
        (Some(a), Some(b)) => name == format!("{a}-{b}") || name == format!("{b}-{a}"),
        _ => false,
    })
}

fn check_contact(names: &Names, name: &str) -> Result<(), AnalysisError> {
    let bodies = &names.who.bodies;
    let (known, list) = if bodies.is_empty() {
        (
            names.contacts.iter().any(|c| c == name),
            names.contacts.join(", "),
        )
    } else {
        let pair = bodies.iter().any(|a| {
            name.strip_prefix(a.as_str())
                .and_then(|rest| rest.strip_prefix('-'))
                .is_some_and(|b| bodies.iter().any(|other| other == b))
        });
        (pair, format!("pairs A-B of {}", bodies.join(", ")))
    };
    if known {
        Ok(())
    } else {
        Err(AnalysisError::Input(format!(
            "no contact `{name}`; there are: {list}"
        )))
    }
}

/// A section as it is asked for, before the scene is known.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Spec {
    /// Formula that vanishes.
    pub formula: Option<String>,
    /// Which crossings of it.
    pub direction: Direction,
    /// Formula of the period; alone it is the section.
    pub period: Option<String>,
    /// At impacts: of which contact, or of all.
    pub impacts: Option<Option<String>>,
    /// The state before impacts.
    pub before: bool,
}

impl Spec {
    /// Whether points come once in a period.
    pub fn is_periodic(&self) -> bool {
        self.formula.is_none() && self.impacts.is_none()
    }

    /// The section in this scene, and the period.
    pub fn build(&self, scene: &Scene, names: &Names) -> Result<(Section, Option<f64>), AnalysisError> {
        let period = self.period.as_ref().map(|text| number(scene, text)).transpose()?;
        let section = match (&self.formula, &self.impacts, period) {
            (Some(text), None, _) => Section::Crossing(Quantity::new(scene, names, text)?, self.direction),
            (None, Some(contact), _) => Section::Impacts {
                contact: contact.clone(),
                before: self.before,
            },
            (None, None, Some(period)) => Section::Period(period),
            _ => {
                return Err(AnalysisError::Input(
                    "give one section: --section FORMULA, --at-impacts, or --period T alone".into(),
                ));
            }
        };
        Ok((section, period))
    }

    /// In words, for titles.
    pub fn words(&self) -> String {
        match (&self.formula, &self.impacts, &self.period) {
            (Some(text), ..) => {
                let way = match self.direction {
                    Direction::Up => "upwards",
                    Direction::Down => "downwards",
                    Direction::Both => "both ways",
                };
                format!("where {text} = 0, {way}")
            }
            (_, Some(contact), _) => {
                let side = if self.before { "before" } else { "after" };
                let whose = contact.as_ref().map_or(String::new(), |c| format!(" of {c}"));
                format!("just {side} impacts{whose}")
            }
            (.., Some(period)) => format!("once in {period}"),
            _ => String::new(),
        }
    }
}
