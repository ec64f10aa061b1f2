//! The problems, each with its end away from jumps, and the closed forms.

use crate::measure::Problem;

/// Gravity of the scenes, in m/s².
const G: f64 = 9.81;

/// The problems of the diagrams.
pub(crate) const PROBLEMS: &[Problem] = &[
    problem("bouncing_ball", 3.0, Some(bouncing_ball)),
    problem("brick_on_ramp", 2.0, Some(brick_on_ramp)),
    problem("rolling_on_incline", 1.0, Some(rolling_on_incline)),
    problem("sliding_ball", 1.0, Some(sliding_ball)),
    problem("superball", 0.42, Some(superball)),
    problem("groove", 0.9, None),
    problem("rocking_block", 1.5, None),
    problem("pendulum", 5.0, None),
    Problem {
        scene: "striking_pendulum",
        sets: &[
            (
                "lagrangian.potential",
                "-m*9.81*L*(3/2*cos(theta1) + cos(theta2)/2)",
            ),
            ("theta1_deg", "20"),
            ("w1", "3"),
            ("w2", "2"),
        ],
        end: 0.4,
        exact: None,
    },
    problem("four_bar", 1.0, None),
    problem("free_top", 10.0, None),
    problem("slider_crank", 0.024, None),
    problem("woodpecker", 0.3, None),
    problem("stick_slip_belt", 1.5, None),
    problem("painleve_rod", 0.5, None),
    problem("anisotropic_slider", 0.2, None),
    problem("spinning_puck", 0.3, None),
    problem("conveyor", 0.25, None),
    problem("chalk", 0.2, None),
    problem("rattleback", 0.5, None),
    problem("sphere_slide_to_roll", 2.0, None),
    problem("torque_free_body", 3.0, None),
];

const fn problem(scene: &'static str, end: f64, exact: Option<fn(f64) -> Vec<f64>>) -> Problem {
    Problem {
        scene,
        sets: &[],
        end,
        exact,
    }
}

/// Height and velocity after a drop from 1 m with e = 0.8.
fn bouncing_ball(t: f64) -> Vec<f64> {
    let (e, mut up): (f64, f64) = (0.8, (2.0 * G).sqrt());
    let mut last = up / G;
    if t < last {
        return vec![1.0 - 0.5 * G * t * t, -G * t];
    }
    up *= e;
    while last + 2.0 * up / G < t && up > 1e-14 {
        last += 2.0 * up / G;
        up *= e;
    }
    if up <= 1e-14 {
        return vec![0.0, 0.0];
    }
    let s = t - last;
    vec![up * s - 0.5 * G * s * s, up - G * s]
}

/// Slides down with 2 m/s, μ = 0.5, 20°, and stops.
fn brick_on_ramp(t: f64) -> Vec<f64> {
    let (sine, cosine) = 20f64.to_radians().sin_cos();
    let a = G * (sine - 0.5 * cosine);
    let s = t.min(-2.0 / a);
    vec![2.0 * s + 0.5 * a * s * s, 0.0, 2.0 + a * s, 0.0]
}

/// A ball rolls from rest, 20°.
fn rolling_on_incline(t: f64) -> Vec<f64> {
    let a = G * 20f64.to_radians().sin() / 1.4;
    let x = 0.5 * a * t * t;
    vec![x, 0.0, x / 0.1, a * t, 0.0, a * t / 0.1]
}

/// A ball set down with 2 m/s: slides, then rolls.
fn sliding_ball(t: f64) -> Vec<f64> {
    let (a, r) = (0.3 * G, 0.1);
    let t_roll = 0.4 * 2.0 / (1.4 * a);
    let s = t.min(t_roll);
    let (v, w) = (2.0 - a * s, a * s / (0.4 * r));
    let x = 2.0 * s - 0.5 * a * s * s + v * (t - s);
    let turn = 0.5 * a * s * s / (0.4 * r) + w * (t - s);
    vec![x, 0.0, 0.0, 0.0, turn, 0.0, v, 0.0, 0.0, 0.0, w, 0.0]
}

/// Garwin's ball between floor and ceiling: three bounces without loss of speed or slip.
fn superball(t: f64) -> Vec<f64> {
    let (r, mut v, mut w, mut vz) = (0.025, 1.0, 0.0, -5.0);
    let (mut x, mut turn, mut z, mut left) = (0.0, 0.0, 0.35, t);
    loop {
        let wall: f64 = if vz < 0.0 { r } else { 0.7 - r };
        let until: f64 = (wall - z) / vz;
        let s = until.min(left);
        (x, turn, z, left) = (x + v * s, turn + w * s, z + vz * s, left - s);
        if left <= 0.0 {
            return vec![x, 0.0, z, 0.0, turn, 0.0, v, 0.0, vz, 0.0, w, 0.0];
        }
        // The slip v ∓ R ω turns round: p = −2 k/(1 + k) times it, with k = 0.4.
        let side = if vz < 0.0 { -1.0 } else { 1.0 };
        let p = -2.0 * 0.4 / 1.4 * (v + side * r * w);
        (v, w, vz) = (v + p, w + side * p / (0.4 * r), -vz);
    }
}
