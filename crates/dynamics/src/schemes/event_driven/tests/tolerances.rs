//! The order of the thresholds.

use crate::schemes::event_driven::tolerances::{
    ALIGNED, ALONE, CLOSED, CLOSED_AT_START, DECIDED, DIFFERENCE, DIRECTIONLESS, FIRST, FORCE_ROUNDING,
    FOUR_PLACES, GAIN, GAP_ROUNDING, GUESSED, IDLE, IDLE_AGAIN, IDLE_GLUED, IDLE_STUCK, JUMPS, LANDED,
    LEAP_LONGEST, LEAP_RATIO, LEAP_SHORTEST, LEAP_WHOLE, LEAPS, LEAVES, LOST, LOWEST_FLIGHT, MISFIT, MISSED,
    MOST_EVENTS, NEAR, NEAR_EXACT, NOT_TURNED, NULL_SPACE, PRESSES, PROBLEM_SLIDES, PROGRESS, PROJECTED,
    REACH, RESTS, ROOT_WIDTH, ROUNDED_OFF, SAME_FRAME, SETTLED, SHORTENED, SHORTEST, SINGULAR, SLIDES,
    SLIP_BEGINS, SLIP_ENDS, SOFTNESS, STILL_TOUCHES, TWO_PLACES, VANISHING, VANISHING_SLIP,
};

fn increasing(name: &str, list: &[f64]) {
    assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{name}: {list:?}");
}

#[test]
fn thresholds_have_the_order_that_is_named() {
    increasing(
        "gaps",
        &[
            LANDED,
            GAP_ROUNDING,
            CLOSED,
            LOWEST_FLIGHT,
            CLOSED_AT_START,
            STILL_TOUCHES,
        ],
    );
    increasing(
        "velocities",
        &[PROJECTED, DIRECTIONLESS, SLIP_ENDS, SLIDES, JUMPS, LEAPS],
    );
    increasing("rest", &[DIRECTIONLESS, RESTS, SLIDES]);
    increasing(
        "accelerations",
        &[FORCE_ROUNDING, MISFIT * FORCE_ROUNDING, IDLE, LEAVES],
    );
    increasing(
        "slips that begin",
        &[MISFIT * FORCE_ROUNDING, SLIP_BEGINS, PROBLEM_SLIDES],
    );
    increasing("leaving", &[LEAVES, PROBLEM_SLIDES]);
    increasing("directions", &[NOT_TURNED, ALIGNED]);
    increasing("problems", &[f64::EPSILON, PRESSES.min(DECIDED), PROBLEM_SLIDES]);
    increasing("times", &[SHORTEST, PROGRESS * SHORTEST, SAME_FRAME, FIRST]);
    increasing(
        "leaps",
        &[LEAP_SHORTEST, LEAP_LONGEST, 1.0, LEAP_WHOLE, LEAP_RATIO],
    );
    increasing("vanishing", &[LEAP_SHORTEST, VANISHING, VANISHING_SLIP]);
    increasing("roots", &[ROOT_WIDTH, GUESSED, SETTLED, LOST, SHORTENED]);
    increasing("pivots", &[f64::EPSILON, SINGULAR, NULL_SPACE]);
    increasing("springs", &[f64::EPSILON, ROUNDED_OFF, MISSED, SOFTNESS, GAIN]);
    increasing("ways", &[1.0, ALONE, REACH]);
    increasing("near", &[SHORTENED, NEAR, NEAR_EXACT, 1.0]);
    increasing("differences", &[FOUR_PLACES, TWO_PLACES, DIFFERENCE]);
    let idle = [IDLE_AGAIN, IDLE_GLUED, IDLE_STUCK, MOST_EVENTS].map(|n| n as f64);
    increasing("events", &idle);
}
