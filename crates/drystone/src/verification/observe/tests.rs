//! Tests of the module above.

use super::dotted_names;

#[test]
fn names_with_dots_are_found_and_numbers_are_not() {
    let text = "2.5*impulse.floor.n + x.y1 - 1.e3*é + .5 + run.step";
    let found: Vec<&str> = dotted_names(text, &|_| false)
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    assert_eq!(found, ["impulse.floor.n", "x.y1", "run.step"]);
    for (at, name) in dotted_names(text, &|_| false) {
        assert_eq!(&text[at..at + name.len()], name);
    }
}

#[test]
fn hyphens_within_known_names_are_no_minus() {
    let known = |name: &str| ["box", "floor", "box-floor", "my-box"].contains(&name);
    let text = "box-floor.force_z + a-box.x - my-box.x + box.x-floor.y + impact_time.box-floor.1";
    let found: Vec<&str> = dotted_names(text, &known)
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    let expected = [
        "box-floor.force_z",
        "box.x",
        "my-box.x",
        "box.x",
        "floor.y",
        "impact_time.box-floor.1",
    ];
    assert_eq!(found, expected);
}
