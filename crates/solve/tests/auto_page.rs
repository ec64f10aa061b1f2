//! The tables of `auto`: the page prints them, and the thresholds stand in the order that their reasons need.

use drystone_solve::policy::stages::{FIRST, Method, PATIENCE, ROUND, Stage, THEN, When};
use drystone_solve::policy::tolerances::{
    APART, CLOSE, COUPLED, CROWD, DEAR, HANDFUL, HEAP, HEAP_DIRECTIONS, HEAP_FACTORED, HEAP_PATH,
    HEAP_SWEEPS, HEAP_TRIAL, HELD, LARGE, LAST_DIGITS, LONGER, LOOSE, MODERATE, MOST, MOST_PIVOTS,
    MOST_SWEEPS, NEAR, NEARLY, ONE_PIECE, ONE_ROUND, PLANAR_ROWS, PROXIMAL, PROXIMAL_SMALL, REACHED, REFUSED,
    RESTLESS, ROUNDED, ROUNDING, ROUNDS, SHORT_PATH, SMALL, SPARE, SPARE_ITERATIONS, SPARE_WHERE_RESTLESS,
    SYMMETRIC, TO_ROUNDING, WARM,
};
use std::fmt::Write as _;
use std::path::Path;

fn condition(when: When) -> String {
    match when {
        When::MoreThan(contacts) => format!("more than {contacts} contacts"),
        When::AtMost(contacts) => format!("at most {contacts} contacts"),
        When::Coupled => format!("W in blocks, more than {COUPLED} for each contact"),
        When::Repeated => "most contacts follow another one of the same two bodies".into(),
        When::Single => "most contacts are alone between their two bodies".into(),
        When::Apart => format!(
            "W given by M and H, its diagonal over the contacts spans more than {APART:e}: masses are far apart"
        ),
        When::Planar => format!("at most {PLANAR_ROWS} rows in each block"),
        When::Modes => "laws with contact modes".into(),
        When::Loose => format!("tolerance at least {LOOSE:e}"),
        When::Tight => format!("tolerance below {LOOSE:e}"),
        When::Near => format!("the error so far is at most {NEARLY:e}"),
        When::Step => "a step of a run".into(),
        When::Restart => "a start from zero is allowed".into(),
    }
}

fn conditions(when: &[When]) -> String {
    if when.is_empty() {
        return "always".into();
    }
    when.iter()
        .map(|when| condition(*when))
        .collect::<Vec<_>>()
        .join("; ")
}

fn method(stage: &Stage) -> String {
    let most = stage.iterations;
    match stage.method {
        Method::PatientSweeps => {
            format!("Gauss–Seidel, left when its pace is too slow | max_iterations, or {most} sweeps")
        }
        Method::Newton => format!("proximal Newton | {most} steps"),
        Method::NewtonByFactors => format!("proximal Newton by M and H | {most} steps"),
        Method::FromRest { newton } => {
            format!("Gauss–Seidel and proximal Newton from zero impulses | {most} sweeps, {newton} steps")
        }
        Method::InteriorPoint {
            coupled: [first, later],
        } => {
            format!("interior point | {most} iterations; coupled for {first}, in later rounds for {later}")
        }
        Method::Admm => format!("alternating directions | {most} iterations"),
        Method::PatientAdmm { trial } => format!(
            "alternating directions, from the first guess, left when their pace in {trial} iterations is too slow | \
             {most} iterations"
        ),
        Method::Lemke => format!("Lemke's method | {most} pivots"),
        Method::Gradient => format!("projected gradient | {most} iterations"),
        Method::Sweeps => format!("Gauss–Seidel | {most} sweeps"),
    }
}

fn tables() -> String {
    let mut out = String::new();
    for (title, table) in [
        ("First, on W as it is given".to_string(), FIRST),
        ("Then, on W in blocks".to_string(), THEN),
        (
            format!("Up to {ROUNDS} rounds of these, each with {LONGER} times the iterations of the last"),
            ROUND,
        ),
    ] {
        write!(
            out,
            "{title}:\n\n| when | method | iterations | why |\n|---|---|---|---|\n"
        )
        .unwrap();
        for stage in table {
            writeln!(
                out,
                "| {} | {} | {} |",
                conditions(stage.when),
                method(stage),
                stage.why
            )
            .unwrap();
        }
        out.push('\n');
    }
    out += "The sweeps are left when their pace says that more are to come than this, by the first row that holds:\n\n";
    out += "| when | sweeps | what costs as much, or why |\n|---|---|---|\n";
    for row in PATIENCE {
        writeln!(out, "| {} | {} | {} |", conditions(row.when), row.sweeps, row.why).unwrap();
    }
    out
}

#[test]
fn the_page_prints_the_tables() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/theory/auto.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- tables: begin -->\n", "<!-- tables: end -->");
    let (before, rest) = page.split_once(begin).unwrap();
    let (found, after) = rest.split_once(end).unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{begin}{}{end}{after}", tables())).unwrap();
    } else {
        assert!(
            found == tables(),
            "docs/theory/auto.md is out of date: run this test with UPDATE_DOCS=1"
        );
    }
}

/// The last row of the patience always holds, and every stage does something.
#[test]
fn the_tables_are_complete() {
    assert!(PATIENCE.last().unwrap().when.is_empty());
    assert!(FIRST.last().unwrap().when.is_empty());
    for stage in [FIRST, THEN, ROUND].concat() {
        assert!(stage.iterations > 0 && !stage.why.is_empty(), "{stage:?}");
    }
}

#[test]
fn thresholds_stand_in_order() {
    let contacts = [
        HANDFUL,
        SMALL,
        TO_ROUNDING,
        MODERATE,
        CROWD,
        DEAR,
        ONE_ROUND,
        HEAP_FACTORED,
        LARGE,
    ];
    assert!(contacts.is_sorted_by(|a, b| a < b));
    assert_eq!(ONE_PIECE, CROWD);
    assert_eq!(HEAP, ONE_ROUND);
    let iterations = [
        REFUSED,
        HEAP_PATH,
        SHORT_PATH,
        HEAP_DIRECTIONS,
        HEAP_TRIAL,
        LAST_DIGITS,
        HEAP_SWEEPS,
        SPARE_ITERATIONS,
        MOST_SWEEPS,
        MOST_PIVOTS,
    ];
    assert!(iterations.is_sorted_by(|a, b| a < b));
    assert!(PATIENCE.iter().all(|row| 2.0 * row.sweeps < MOST_SWEEPS as f64));
    assert!([PROXIMAL_SMALL, PROXIMAL, 1.0].is_sorted_by(|a, b| a < b));
    assert!([ROUNDING, ROUNDED, RESTLESS, LOOSE, CLOSE, NEARLY].is_sorted_by(|a, b| a < b));
    assert!([SPARE_WHERE_RESTLESS, REACHED, SPARE, WARM, 1.0, NEAR].is_sorted_by(|a, b| a < b));
    assert!([SYMMETRIC, HELD, 1.0].is_sorted_by(|a, b| a < b));
    assert!(MOST.0 < MOST.1 && 2 * MOST.0 > MOST.1);
}
