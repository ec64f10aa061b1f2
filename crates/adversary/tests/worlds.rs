//! About a hundred random worlds: what calls itself certified is finite, keeps its books and its bodies
//! apart, makes no energy, and moves the same however it is looked at.

use drystone_adversary::problem::{Law, Operator, Problem};
use drystone_adversary::worlds::judge::{SAME, apart, faults, is_certified};
use drystone_adversary::worlds::run_with::{End, Ran, run};
use drystone_adversary::worlds::several::{second_answer, shown};
use drystone_adversary::worlds::{KINDS, Seen, make, text};
use serde_json::json;
use std::time::Duration;

const SEEDS: std::ops::Range<u64> = 0..25;
const LIMIT: Duration = Duration::from_millis(800);

#[test]
fn what_calls_itself_certified_is() {
    println!("seeds {SEEDS:?}");
    let (mut wrong, mut certified) = (Vec::new(), 0);
    for kind in KINDS {
        for seed in SEEDS {
            let world = make(kind, seed);
            let ran = run(&text(&world, &Seen::default()), LIMIT);
            certified += usize::from(is_certified(&ran));
            for fault in faults(&world, &ran) {
                let line = format!("{kind} {seed}: {}: {}", fault.kind, fault.what);
                wrong.push(line);
            }
            if kind != "any" {
                assert!(
                    !matches!(ran.end, End::Refused(_)),
                    "{kind} {seed}: {:?}",
                    ran.end
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A generator whose worlds are all refused would find nothing.
    assert!(certified > 50, "{certified} certified runs");
}

/// Turned about gravity, shifted, in millimetres, mirrored, in another order: flights and balls on a floor
/// are not chaotic in 0.4 s. Other bodies are looked at and told about.
#[test]
fn a_motion_does_not_depend_on_how_it_is_looked_at() {
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for kind in ["flight", "balls", "few"] {
        for seed in SEEDS {
            let world = make(kind, seed);
            let ran = run(&text(&world, &Seen::default()), LIMIT);
            for (way, seen) in Seen::ways(world.plane) {
                let Some(far) = apart(&world, &seen, LIMIT, &ran) else {
                    continue;
                };
                compared += 1;
                if !(far <= SAME) {
                    let line = format!("{kind} {seed}, {way}: {far:.1e} apart, at most {SAME:e}");
                    if kind == "few" {
                        println!("told: {line}");
                    } else {
                        wrong.push(line);
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 250, "{compared} comparisons");
}

/// A judge of sameness that sees nothing would pass the test above: another start is another motion.
#[test]
fn another_start_is_seen_as_another_motion() {
    let world = make("balls", 1);
    let ran = run(&text(&world, &Seen::default()), LIMIT);
    let mut other = world.clone();
    other.bodies[1].velocity[0] += 1e-4;
    let far = apart(&other, &Seen::default(), LIMIT, &ran).unwrap();
    assert!(far > 1e-5, "{far:e}");
}

/// Each clause of the judge sees its own fault in a run that was right.
#[test]
fn a_spoiled_summary_is_seen() {
    let world = make("flight", 0);
    let right = run(&text(&world, &Seen::default()), LIMIT);
    assert_eq!(faults(&world, &right), []);
    let kinds = |spoil: &dyn Fn(&mut Ran)| {
        let mut ran = right.clone();
        spoil(&mut ran);
        let kinds: Vec<&str> = faults(&world, &ran).iter().map(|fault| fault.kind).collect();
        kinds
    };
    assert_eq!(kinds(&|ran| ran.finite = false), ["finite"]);
    assert_eq!(kinds(&|ran| ran.end = End::Panicked), ["panic"]);
    assert_eq!(kinds(&|ran| ran.end = End::Hung), ["hang"]);
    assert_eq!(kinds(&|ran| ran.created = 1e3), ["energy"]);
    assert_eq!(
        kinds(&|ran| ran.summary["overlap"]["max_relative"] = json!(0.02)),
        ["overlap"]
    );
    let more = |ran: &mut Ran| {
        let was = ran.summary["energy"]["final"].as_f64().unwrap();
        ran.summary["energy"]["final"] = json!(was + 1e-3);
    };
    assert_eq!(kinds(&more), ["books"]);
    // What stops, or says that it is not certified, is honest.
    assert!(
        kinds(&|ran| {
            ran.created = 1e3;
            ran.summary["verdict"] = json!("not certified");
        })
        .is_empty()
    );
}

/// Worlds whose views part because a step has two answers, which are shown: a box that slides on four
/// corners, and a cone on a joint whose tip strikes by Poisson's law.
#[test]
fn views_may_part_where_a_step_has_two_answers() {
    for (seed, way) in [(5325, "reordered"), (5325, "millimetres"), (5242, "turned")] {
        let world = make("few", seed);
        let views = Seen::ways(world.plane);
        let seen = views.iter().find(|view| view.0 == way).expect("a view").1;
        let ran = run(&text(&world, &Seen::default()), 10 * LIMIT);
        let far = apart(&world, &seen, 10 * LIMIT, &ran).expect("two certified runs");
        if far > SAME {
            let why = shown(&world, &seen, 10 * LIMIT);
            assert!(why.is_some(), "few {seed}, {way}: {far} m apart");
        }
    }
}

/// Nothing is shown where the views do not part, nor where only impulses differ that nobody asks for: two
/// contacts in one place share one push in any way, and the velocity is the same.
#[test]
fn one_answer_is_not_taken_for_two() {
    let world = make("balls", 3);
    assert_eq!(shown(&world, &Seen::ways(world.plane)[0].1, LIMIT), None);
    let twice = Problem {
        operator: Operator::Dense(vec![1.0; 4]),
        b: vec![-1.0; 2],
        laws: vec![Law::Unilateral; 2],
    };
    assert_eq!(second_answer(&twice, &[0.25, 0.75], false), None);
    assert!(second_answer(&twice, &[0.25, 0.75], true).is_some_and(|far| far > 0.1));
    // What is no answer has no second one.
    assert_eq!(second_answer(&twice, &[0.25, 0.5], true), None);
}
