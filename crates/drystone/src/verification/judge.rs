//! The checks of a run: formulas read, values gathered step by step, compared at the end.

use super::Row;
use super::observe::Observed;
use crate::run::runner::{Names, Runner};
use drystone_dynamics::formula::{Graph, Symbols, Tape, parse};
use drystone_dynamics::models::lagrangian::description::Scalar;
use drystone_io::scene::{Check, Expected, Scene, SceneError, Take, Verify, When};

/// A check on its way.
struct Probe {
    id: String,
    name: String,
    what: String,
    value: Tape,
    when: Span,
    expected: [f64; 2],
    tolerance: f64,
    gathered: Gathered,
}

/// When the value is taken, in s.
enum Span {
    At(f64),
    Over(f64, f64, Take),
}

/// What was seen so far.
#[derive(Default)]
struct Gathered {
    /// Time and value of the step before.
    last: Option<(f64, f64)>,
    /// The answer, so far.
    found: Option<f64>,
    /// For means: ∫ value dt and the time it covers.
    integral: [f64; 2],
    /// For rates: the first time and its value.
    begin: (f64, f64),
}

/// All checks of one run.
pub(super) struct Judge {
    observed: Observed,
    probes: Vec<Probe>,
    slack: f64,
}

impl Judge {
    /// Reads the formulas of the checks, with the parameters of this scene.
    pub(super) fn new(scene: &Scene, names: &Names, verify: &[&Verify]) -> Result<Self, SceneError> {
        let mut observed = Observed::new(scene, names);
        let known = scene.symbols()?;
        let mut seen = known.clone();
        observed.insert_into(&mut seen);
        let mut read = Vec::new();
        // All dotted names first: they decide how many numbers a formula sees.
        for (verify, check) in verify.iter().flat_map(|v| v.checks.iter().map(move |c| (*v, c))) {
            let key = format!("{}.value", check.key);
            let text = observed
                .replace_dotted(&text(&check.value), &mut seen, false)
                .map_err(|(at, message)| scene.error_in(&key, Some(at), message))?;
            read.push((verify, check, text, key));
        }
        let mut probes = Vec::with_capacity(read.len());
        for (verify, check, text, key) in read {
            let mut graph = Graph::default();
            let expr = parse(&mut graph, &text, &seen).map_err(|e| scene.formula_error(&key, &e))?;
            let value = Tape::compile(&graph, &[expr], observed.len());
            let mut number = |scalar: &Scalar, name: &str| {
                let key = format!("{}.{name}", check.key);
                number(scene, &mut observed, &known, scalar, &key)
            };
            probes.push(Probe::new(scene, (verify, check), value, &mut number)?);
        }
        Ok(Judge {
            observed,
            probes,
            slack: 1e-9 * scene.run.step,
        })
    }

    /// Takes what the checks need of the present instant.
    pub(super) fn look(&mut self, runner: &Runner) {
        self.observed.look(runner);
        let time = runner.frame().time;
        for probe in &mut self.probes {
            probe.look(time, &self.observed.values, self.slack);
        }
    }

    /// How the checks came out.
    pub(super) fn rows(self, scene: &Scene) -> Vec<Row> {
        self.probes.into_iter().map(|probe| probe.row(scene)).collect()
    }
}

/// The value of a scalar of the check, by the name of its key.
type Number<'a> = &'a mut dyn FnMut(&Scalar, &str) -> Result<f64, SceneError>;

impl Probe {
    fn new(
        scene: &Scene,
        (verify, check): (&Verify, &Check),
        value: Tape,
        number: Number,
    ) -> Result<Self, SceneError> {
        let expected = match &check.expected {
            Expected::Equals(value) => [number(value, "equals")?; 2],
            Expected::Between { at_least, at_most } => {
                let mut bound = |bound: &Option<Scalar>, name: &str, none: f64| {
                    bound.as_ref().map_or(Ok(none), |value| number(value, name))
                };
                [
                    bound(at_least, "at_least", f64::NEG_INFINITY)?,
                    bound(at_most, "at_most", f64::INFINITY)?,
                ]
            }
        };
        let when = match &check.when {
            When::End => Span::At(scene.run.t_end),
            When::At(time) => Span::At(number(time, "at")?),
            When::Over(None, take) => Span::Over(f64::NEG_INFINITY, f64::INFINITY, *take),
            When::Over(Some([first, last]), take) => {
                Span::Over(number(first, "over[0]")?, number(last, "over[1]")?, *take)
            }
        };
        let finite = expected.iter().filter(|x| x.is_finite());
        let size = finite.fold(0.0, |size: f64, x| size.max(x.abs()));
        let tolerance = number(&check.tolerance, "tolerance")? + number(&check.relative, "relative")? * size;
        Ok(Probe {
            id: verify.id.clone(),
            name: verify.name.clone(),
            what: words(check),
            value,
            when,
            expected,
            tolerance,
            gathered: Gathered::default(),
        })
    }

    fn look(&mut self, time: f64, values: &[f64], slack: f64) {
        let (begin, end) = match self.when {
            Span::At(time) => (time, time),
            Span::Over(begin, end, _) => (begin, end),
        };
        // A time between two steps needs the values of both.
        if self.gathered.found.is_some() && time > end + slack && matches!(self.when, Span::At(_)) {
            return;
        }
        self.value.run(&[values]);
        let value = self.value.output(0);
        let seen = &mut self.gathered;
        let last = seen.last.replace((time, value));
        match self.when {
            Span::At(at) => {
                if (time - at).abs() <= slack {
                    seen.found = Some(value);
                } else if let Some((t, x)) = last.filter(|(t, _)| *t < at - slack && time > at) {
                    seen.found = Some(x + (value - x) * (at - t) / (time - t));
                }
            }
            Span::Over(_, _, take) if time >= begin - slack && time <= end + slack => {
                let last = last.filter(|(t, _)| *t >= begin - slack);
                seen.take(take, time, value, last);
            }
            Span::Over(..) => {}
        }
    }

    fn row(self, scene: &Scene) -> Row {
        let found = self.gathered.found.unwrap_or(f64::NAN);
        let [low, high] = self.expected;
        // NaN stays NaN, and does not pass.
        let error = if low == high {
            (found - low).abs()
        } else if found.is_nan() {
            found
        } else {
            (low - found).max(found - high).max(0.0)
        };
        let message = match self.when {
            _ if self.gathered.found.is_some() && !found.is_nan() => None,
            Span::At(time) if !(time <= scene.run.t_end + 1e-9 && time >= 0.0) => {
                Some(format!("the run ends at {} s, before {time} s", scene.run.t_end))
            }
            Span::Over(_, _, Take::FirstTime) => Some("never greater than 0".to_owned()),
            Span::Over(..) if self.gathered.found.is_none() => Some("no step in that time".to_owned()),
            _ => Some("there is no such value (NaN)".to_owned()),
        };
        Row {
            id: self.id,
            scene: scene.name.clone(),
            name: self.name,
            what: self.what,
            expected: self.expected,
            found,
            error,
            tolerance: self.tolerance,
            pass: error <= self.tolerance,
            message,
        }
    }
}

impl Gathered {
    fn take(&mut self, take: Take, time: f64, value: f64, last: Option<(f64, f64)>) {
        let so_far = self.found;
        // NaN is kept once seen: a value that does not exist is no extreme.
        let keep = |better: bool| match so_far {
            Some(x) if x.is_nan() || !(better || value.is_nan()) => so_far,
            _ => Some(value),
        };
        self.found = match take {
            Take::Max => keep(so_far.is_none_or(|x| value > x)),
            Take::Min => keep(so_far.is_none_or(|x| value < x)),
            Take::MaxAbs => keep(so_far.is_none_or(|x| value.abs() > x)).map(f64::abs),
            Take::Mean => {
                if let Some((t, x)) = last {
                    self.integral[0] += 0.5 * (x + value) * (time - t);
                    self.integral[1] += time - t;
                }
                let [integral, covered] = self.integral;
                Some(if covered > 0.0 { integral / covered } else { value })
            }
            Take::Rate => {
                if last.is_none() {
                    self.begin = (time, value);
                }
                let (t, x) = self.begin;
                (time > t).then(|| (value - x) / (time - t))
            }
            Take::FirstTime if so_far.is_none() && value > 0.0 => Some(match last {
                Some((t, x)) if x < 0.0 => t + (time - t) * x / (x - value),
                _ => time,
            }),
            Take::FirstTime => so_far,
        };
    }
}

/// What a check compares, in words.
pub(super) fn words(check: &Check) -> String {
    if let Some(name) = &check.name {
        return name.clone();
    }
    let value = text(&check.value);
    match &check.when {
        When::End => value,
        When::At(time) => format!("{value} at {}", text(time)),
        When::Over(_, take) => {
            let word = match take {
                Take::Max => "max",
                Take::Min => "min",
                Take::Mean => "mean",
                Take::MaxAbs => "max |·|",
                Take::Rate => "rate of",
                Take::FirstTime => "first time >0",
            };
            format!("{word} {value}")
        }
    }
}

fn text(scalar: &Scalar) -> String {
    match scalar {
        Scalar::Formula(text) => text.clone(),
        Scalar::Number(x) => format!("{x}"),
    }
}

/// A number, or a formula of parameters, constants and settings.
fn number(
    scene: &Scene,
    observed: &mut Observed,
    symbols: &Symbols,
    scalar: &Scalar,
    key: &str,
) -> Result<f64, SceneError> {
    let text = match scalar {
        Scalar::Number(x) => return Ok(*x),
        Scalar::Formula(text) => text,
    };
    let mut symbols = symbols.clone();
    let text = observed
        .replace_dotted(text, &mut symbols, true)
        .map_err(|(at, message)| scene.error_in(key, Some(at), message))?;
    let mut graph = Graph::default();
    let expr = parse(&mut graph, &text, &symbols).map_err(|e| scene.formula_error(key, &e))?;
    let value = graph.value(expr).filter(|x| x.is_finite());
    value.ok_or_else(|| {
        scene.error_in(
            key,
            None,
            "not a finite number; use parameters and constants only",
        )
    })
}
