//! Some thousand random contact problems: what is called solved is solved, what is called infeasible is.

use drystone_adversary::families::{NAMES, make};
use drystone_adversary::problem::{Law, Operator, Problem};
use drystone_adversary::problems::{Asked, HEAD, Verdict, judge, run};
use drystone_adversary::solve_with::{Answer, Status, solve};
use std::time::Duration;

/// Problems of each family.
const SEEDS: std::ops::Range<u64> = 1000..1150;

#[test]
fn nothing_that_is_false_is_called_solved() {
    println!("seeds {SEEDS:?}\n{HEAD}");
    let asked = Asked {
        solver: "auto".into(),
        limit: Duration::from_millis(200),
    };
    let mut faults = Vec::new();
    for family in NAMES {
        let tally = run(family, SEEDS, &asked);
        println!("{}", tally.line(family));
        for fault in &tally.wrong {
            let line = format!("{family} {}: {}", fault.seed, fault.reason);
            faults.push(line);
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A judge that accepts everything would pass the test above: answers spoiled by a thousandth are refused.
#[test]
fn answers_that_are_a_little_off_are_refused() {
    let mut seen = 0;
    for seed in SEEDS {
        let problem = make("plain", seed);
        let mut answer = solve(&problem, "auto", Duration::from_secs(1));
        assert_eq!(judge(&problem, &answer), Verdict::Solved, "seed {seed}");
        let Some(row) = (0..answer.r.len()).max_by(|i, j| answer.r[*i].abs().total_cmp(&answer.r[*j].abs()))
        else {
            continue;
        };
        if answer.r[row] != 0.0 {
            answer.r[row] *= 1.001;
            seen += 1;
            assert!(
                matches!(judge(&problem, &answer), Verdict::Wrong(_)),
                "seed {seed}: row {row} off by a thousandth"
            );
        }
    }
    assert!(seen > 100, "{seen} problems with impulses");
}

/// The same seed makes the same problem, and its file is read back: b to the last bit.
#[test]
fn problems_are_functions_of_their_seed_and_go_through_files() {
    for family in NAMES {
        for seed in 0..20 {
            let problem = make(family, seed);
            assert_eq!(problem, make(family, seed));
            let text = problem.json("a title");
            let file = drystone::io::read_json("made.json", text.as_bytes());
            let read = file.unwrap_or_else(|e| panic!("{family} {seed}: {e}"));
            let drystone::io::Problem::Contact(read) = read.problem else {
                panic!("{family} {seed} is no contact problem");
            };
            assert_eq!(read.free_velocity, problem.b);
        }
    }
}

/// "Infeasible" counts only with a ray that proves it.
#[test]
fn infeasible_is_believed_with_a_proof_only() {
    let problem = Problem {
        operator: Operator::Dense(vec![1.0, -1.0, -1.0, 1.0]),
        b: vec![-1.0, 0.999],
        laws: vec![Law::Unilateral; 2],
    };
    let verdict = |ray: Option<Vec<f64>>| {
        let answer = Answer {
            status: Status::Infeasible,
            r: vec![0.0; 2],
            ray,
            iterations: 0,
            seconds: 0.0,
        };
        judge(&problem, &answer)
    };
    assert_eq!(verdict(Some(vec![1.0, 1.0])), Verdict::Infeasible);
    assert!(matches!(verdict(Some(vec![1.0, 0.5])), Verdict::Wrong(_)));
    assert!(matches!(verdict(None), Verdict::Wrong(_)));
}
