//! `drystone wall`: the wall of [`crate::commands::wall::problem`] by every solver, and what the answer says.

pub(crate) mod problem;

use crate::cli::{Limits, MeasureName};
use crate::commands::solve;
use crate::commands::solve::outcome::Outcome;
use crate::commands::wall::problem::{Built, Joint, Wall};
use crate::registry::{self, File, Problem};
use crate::terminal::text;
use crate::terminal::text::{Style, paint};
use std::fmt::Write;

const WALL: Wall = Wall {
    courses: 4,
    stones: 4,
    mu: 0.6,
    push: 6000.0,
};
/// What is asked of every solver.
const LIMITS: Limits = Limits {
    tolerance: 1e-8,
    measure: MeasureName::Both,
    max_iterations: None,
    time_limit: Some(2.0),
};
/// Spaces before the picture.
const MARGIN: usize = 6;
/// Characters of the picture per half length of a stone.
const HALF: usize = 8;

/// What a joint does, judged by its velocities: the impulses are not unique.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Sticks,
    Slides,
    Tilts,
    Opens,
}

impl State {
    const ALL: [(State, &'static str, char); 4] = [
        (State::Sticks, "sticks", '='),
        (State::Slides, "slides", '~'),
        (State::Tilts, "tilts", '/'),
        (State::Opens, "opens", ' '),
    ];

    fn mark(self) -> char {
        State::ALL
            .iter()
            .find(|entry| entry.0 == self)
            .map_or('?', |entry| entry.2)
    }
}

/// Solves the wall by every solver and explains the answer.
pub(crate) fn command() -> Result<bool, String> {
    let colour = text::colour();
    let built = WALL.build().map_err(|e| format!("the built-in wall: {e}"))?;
    let loaded = File::new("wall", Problem::Contact(built.problem.clone()));
    let names: Vec<&str> = registry::contact_solvers().iter().map(|entry| entry.0).collect();
    let outcomes = solve::run_all(&loaded, &names, &LIMITS);
    let best = outcomes
        .iter()
        .filter(|o| o.solved())
        .min_by(|a, b| a.error().total_cmp(&b.error()));
    let mut out = heading(&built, colour);
    if let Some(best) = best {
        out.push_str(&picture(&built, best, colour));
    }
    let _ = write!(
        out,
        "\nThe same step by every solver, asked for {:e}; the errors and the certificate are measured\n\
         afterwards, from the statement of the laws, by code that knows no solver:\n\n{}",
        LIMITS.tolerance,
        solve::table(&outcomes).render(2, colour)
    );
    out.push_str(&next(colour));
    text::print(&out)?;
    Ok(best.is_some())
}

fn heading(built: &Built, colour: bool) -> String {
    let (contacts, freedoms) = (built.problem.num_contacts(), 6 * built.stones.len());
    format!(
        "{}  one time step of {} stones, {contacts} contacts with friction {}\n\
         One stone is pushed to the right with {} N. {} impulses for {freedoms} degrees of freedom:\n\
         they are not unique. Each solver may find others; each answer is certified.\n\n",
        paint("A dry-stone wall", Style::Bold, colour),
        built.stones.len(),
        WALL.mu,
        WALL.push,
        built.problem.rows(),
    )
}

fn next(colour: bool) -> String {
    format!(
        "\n{}\n\
         \x20 drystone list                           solvers, methods, laws, file kinds, families\n\
         \x20 drystone solve FILE --solver all        your own problem: .hdf5 (FCLIB), .dat (Siconos), .json\n\
         \x20 drystone bench solve DIR -o figures     every solver on a folder, performance profile\n\
         \x20 drystone bench synthetic -o figures     time and share solved against the size\n",
        paint("Next", Style::Bold, colour)
    )
}

/// The wall as the answer moves it: stones, and below each course the state and load of its bed joints.
fn picture(built: &Built, best: &Outcome, colour: bool) -> String {
    let mut u = vec![0.0; best.answer.len()];
    built.problem.relative_velocity(&best.answer, &mut u);
    let still = 1e-6 * largest(&built.problem.free_velocity);
    let joint_states: Vec<(State, f64)> = (0..built.joints.len())
        .map(|j| judge(&u[12 * j..12 * j + 12], &best.answer[12 * j..12 * j + 12], still))
        .collect();
    let mut out = String::new();
    for course in (0..WALL.courses).rev() {
        out.push_str(&" ".repeat(MARGIN));
        out.push_str(&stones_line(built, course, &joint_states));
        out.push('\n');
        let _ = writeln!(out, "{:MARGIN$}{}", "", beds_line(built, course, &joint_states));
    }
    let ground = "▔".repeat(2 * WALL.stones * HALF);
    let _ = writeln!(out, "{:MARGIN$}{}", "", paint(&ground, Style::Dim, colour));
    out.push_str(&legend(&joint_states, built, colour));
    out
}

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// State of a joint of four contacts and its normal impulse.
fn judge(u: &[f64], r: &[f64], still: f64) -> (State, f64) {
    let open = u.chunks(3).filter(|u| u[0] > still).count();
    let slides = u.chunks(3).any(|u| u[0] <= still && u[1].hypot(u[2]) > still);
    let state = match open {
        4 => State::Opens,
        1.. => State::Tilts,
        0 if slides => State::Slides,
        0 => State::Sticks,
    };
    (state, r.chunks(3).map(|r| r[0]).sum())
}

/// The stones of a course; a head joint that presses is drawn closed.
fn stones_line(built: &Built, course: usize, states: &[(State, f64)]) -> String {
    let mut line = String::new();
    for (i, stone) in built
        .stones
        .iter()
        .enumerate()
        .filter(|(_, s)| s.course == course)
    {
        let head = |joint: &Joint| !joint.bed && joint.above == i;
        let open = built
            .joints
            .iter()
            .position(head)
            .is_some_and(|j| states[j].0 != State::Slides && states[j].0 != State::Sticks);
        let width = (stone.to - stone.from) * HALF;
        line.push_str(if open { " [" } else { "[" });
        let inside = width - if open { 3 } else { 2 };
        let word = if WALL.pushes(stone) { " push ▶ " } else { "" };
        let rest = inside - word.chars().count();
        line.push_str(&"░".repeat(rest / 2));
        line.push_str(word);
        line.push_str(&"░".repeat(rest - rest / 2));
        line.push(']');
    }
    line
}

/// The bed joints below a course: their marks around the normal impulse they carry.
fn beds_line(built: &Built, course: usize, states: &[(State, f64)]) -> String {
    let mut line = String::new();
    for (joint, (state, load)) in built.joints.iter().zip(states) {
        if joint.bed && built.stones[joint.above].course == course {
            let load = if *load < 0.005 {
                String::new()
            } else {
                format!(" {load:.1} ")
            };
            let mark = state.mark();
            let pad = HALF - load.chars().count();
            line.extend(std::iter::repeat_n(mark, pad / 2));
            line.push_str(&load);
            line.extend(std::iter::repeat_n(mark, pad - pad / 2));
        }
    }
    line
}

fn legend(states: &[(State, f64)], built: &Built, colour: bool) -> String {
    let counted: Vec<String> = State::ALL
        .iter()
        .map(|(state, name, mark)| {
            let n = states.iter().filter(|s| s.0 == *state).count();
            let mark = if *mark == ' ' {
                "blank".to_string()
            } else {
                mark.to_string()
            };
            format!("{mark} {name} {n}")
        })
        .collect();
    let line = format!(
        "{:MARGIN$}{} of {} joints, bed and head\n{:MARGIN$}numbers: normal impulse on half a bed joint, in N·s; ][ head joint closed, ] [ open\n",
        "",
        counted.join("   "),
        built.joints.len(),
        ""
    );
    paint(&line, Style::Dim, colour)
}

#[cfg(test)]
mod tests;
