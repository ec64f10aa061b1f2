//! Tests of the module above.

use super::*;

fn example() -> Times {
    Times {
        solvers: vec!["a".into(), "b".into()],
        times: vec![
            vec![Some(1.0), Some(2.0)],
            vec![Some(4.0), Some(1.0)],
            vec![None, Some(3.0)],
            vec![None, None],
        ],
    }
}

#[test]
fn shares_follow_the_definition() {
    let t = example();
    assert_eq!(
        [t.share(0, 1.0), t.share(0, 3.9), t.share(0, 4.0)],
        [0.25, 0.25, 0.5]
    );
    assert_eq!(
        [t.share(1, 1.0), t.share(1, 2.0), t.share(1, f64::INFINITY)],
        [0.5, 0.75, 0.75]
    );
}

#[test]
fn curve_steps_at_the_ratios_and_ends_at_the_edge() {
    let curve = example().curve(0, 10.0);
    assert_eq!(
        curve,
        vec![
            (1.0, 0.0),
            (1.0, 0.0),
            (1.0, 0.25),
            (4.0, 0.25),
            (4.0, 0.5),
            (10.0, 0.5)
        ]
    );
}
