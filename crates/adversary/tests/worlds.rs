//! About a hundred random worlds: what calls itself certified is finite, keeps its books and its bodies
//! apart, makes no energy, and moves the same however it is looked at.

use drystone_adversary::worlds::judge::{SAME, apart, faults, is_certified};
use drystone_adversary::worlds::run_with::{End, Ran, run};
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
