//! Worlds that repeat themselves: nothing that happens may know where the edge of the cell is. Closed forms,
//! conservation, and the same motion wherever the cell begins.

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;
use drystone::run::summary::hash;
use std::fmt::Write as _;

const CELL: f64 = 1.0;

fn runner(text: &str) -> Runner {
    let scene = Scene::read(text, "periodic.toml", &[]).expect("a scene");
    Runner::new(&scene).expect("a runner")
}

fn refusal(text: &str) -> String {
    match Scene::read(text, "periodic.toml", &[]) {
        Err(error) => error.to_string(),
        Ok(scene) => match Runner::new(&scene) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("accepted:\n{text}"),
        },
    }
}

/// Numbers in [0, 1), the same each time.
fn random(seed: &mut u64) -> f64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1_u64 << 53) as f64
}

/// Rows of discs and boxes over a floor, shifted along x by `shift`, carried along by `drift`; single ones
/// also by whole cells.
fn heap(shift: f64, drift: f64, scattered: bool, run: &str) -> String {
    let mut text = format!(
        "[world]\ndimension = 2\nperiodic = {{ x = {CELL:?} }}\n[body.floor]\nshape = {{ plane = {{}} }}\n\
         [motion.floor]\nbody = \"floor\"\nposition = [\"{drift:?}*t\", \"0\"]\n\
         [[contact]]\nbetween = [\"*\", \"*\"]\nfriction = 0.4\nrestitution = 0.3\n[run]\nstep = 1e-3\n{run}\n"
    );
    let mut seed = 7;
    for k in 0..24 {
        let cells = if scattered {
            f64::from(k * 5 % 7 - 3) * CELL
        } else {
            0.0
        };
        let x = shift + cells + (f64::from(k % 6) + 0.3 * random(&mut seed)) * CELL / 6.0;
        let y = 0.08 + 0.17 * f64::from(k / 6);
        let vx = drift + random(&mut seed) - 0.5;
        let shape = if k % 3 == 0 {
            "box = [0.1, 0.08]"
        } else {
            "disc = 0.055"
        };
        let _ = write!(
            text,
            "[body.b{k}]\nshape = {{ {shape} }}\ndensity = 1000\nposition = [{x:?}, {y:?}]\nvelocity = [{vx:?}, 0]\n"
        );
    }
    text
}

/// Positions along x from where they would be without anything happening, then heights, then angles, of all
/// bodies at the end.
fn seen(text: &str, shift: f64, drift: f64) -> Vec<f64> {
    let mut runner = runner(text);
    runner.run(|_| {}).expect("a run");
    let frame = runner.frame();
    let mut out = Vec::new();
    for q in frame.q.chunks_exact(3) {
        let x = q[0] - shift - drift * frame.time;
        out.extend([x - CELL * (x / CELL).floor(), q[1], q[2]]);
    }
    assert!(runner.totals.impacts > 20, "{} impacts", runner.totals.impacts);
    out
}

fn farthest(a: &[f64], b: &[f64]) -> f64 {
    let apart = |(i, (a, b)): (usize, (&f64, &f64))| {
        let apart = (a - b).abs();
        if i % 3 == 0 {
            apart.min(CELL - apart)
        } else {
            apart
        }
    };
    a.iter().zip(b).enumerate().map(apart).fold(0.0, f64::max)
}

/// Bodies fall, bump across the edge and begin to lie on each other.
const RUN: &str = "t_end = 0.2\ntolerance = 1e-12";

#[test]
fn a_heap_is_the_same_wherever_the_cell_begins() {
    let here = seen(&heap(0.0, 0.0, false, RUN), 0.0, 0.0);
    for (shift, scattered) in [
        (0.37, false),
        (0.5, false),
        (-0.81, false),
        (12.25, false),
        (0.0, true),
        (0.4, true),
    ] {
        let there = seen(&heap(shift, 0.0, scattered, RUN), shift, 0.0);
        let apart = farthest(&here, &there);
        assert!(
            apart < 1e-9,
            "shifted by {shift}, scattered {scattered}: {apart:e}"
        );
    }
}

#[test]
fn a_heap_is_the_same_carried_along() {
    let here = seen(&heap(0.0, 0.0, false, RUN), 0.0, 0.0);
    for drift in [1.0, -7.5] {
        let there = seen(&heap(0.2, drift, false, RUN), 0.2, drift);
        let apart = farthest(&here, &there);
        assert!(apart < 1e-9, "carried at {drift}: {apart:e}");
    }
}

#[test]
fn without_the_cell_the_heap_falls_apart() {
    let text = heap(0.0, 0.0, true, RUN);
    let inside = seen(&text, 0.0, 0.0);
    let open = text.replace("periodic = { x = 1.0 }\n", "allow_overlap = 1\n");
    let outside = seen(&open, 0.0, 0.0);
    assert!(
        farthest(&inside, &outside) > 1e-3,
        "the test above would not see a cell that does nothing"
    );
}

/// Two balls on a line, gap 0.3 through the edge of the cell, 0.5 inside it; e = 1: they exchange velocities.
fn line(velocity: f64, more: &str, position: f64) -> String {
    format!(
        "[world]\ndimension = 3\ngravity = [0, 0, 0]\nperiodic = {{ x = 1 }}\n[body.a]\nshape = {{ sphere = 0.05 }}\nmass = 1\n\
         position = [0.2, 0, 0]\n[body.b]\nshape = {{ sphere = 0.05 }}\nmass = 1\nposition = [{position:?}, 0, 0]\n\
         velocity = [{velocity:?}, 0, 0]\n[[contact]]\nbetween = [\"*\", \"*\"]\nrestitution = 1\n[run]\n{more}\n"
    )
}

#[test]
fn a_ball_meets_another_across_the_edge_at_its_time() {
    // From 0.8 to 1.2 − 0.1: 0.3 m at 2 m/s; the other way, to 0.2 + 0.1, 0.5 m.
    for (velocity, at, start) in [
        (2.0, 0.15, 0.8),
        (-2.0, 0.25, 0.8),
        (2.0, 0.15, 3.8),
        (2.0, 0.15, -7.2),
    ] {
        let text = line(
            velocity,
            "scheme = \"event-driven\"\nstep = 1e-2\nt_end = 0.29",
            start,
        );
        let mut runner = runner(&text);
        let mut met = None;
        while runner.advance().expect("a step") {
            let frame = runner.frame();
            if met.is_none() && frame.v[6].abs() < 1.0 {
                // Where a free flight from the beginning leads to is where the other one was struck.
                met = Some(frame.time - (frame.q[0] - 0.2) / velocity);
            }
        }
        let met = met.expect("an impact");
        assert!((met - at).abs() < 1e-10, "{velocity}: {met}, asked {at}");
    }
}

#[test]
fn a_struck_ball_comes_around_and_strikes_back() {
    // At 0.15 s; then a is free for the length of the cell less two diameters, 0.8 m at 2 m/s, and finds b
    // from behind.
    let text = line(2.0, "step = 1e-3\nscheme = \"moreau-midpoint\"\nt_end = 0.7", 0.8);
    let mut runner = runner(&text);
    let mut turns = Vec::new();
    let mut moving = true;
    while runner.advance().expect("a step") {
        let frame = runner.frame();
        if (frame.v[6] > 1.0) != moving {
            moving = !moving;
            turns.push(frame.time);
        }
    }
    assert_eq!(turns.len(), 2, "{turns:?}");
    assert!(
        (turns[0] - 0.15).abs() < 2.1e-3 && (turns[1] - 0.55).abs() < 4.1e-3,
        "{turns:?}"
    );
}

#[test]
fn fast_balls_are_not_lost_across_the_edge() {
    // 0.5 m a step, through a ball of 0.1 m; both ways of looking at the same gap.
    for start in [0.8, 5.8, -3.2] {
        let run = "step = 0.05\nt_end = 0.1\ncontinuous = true";
        let mut runner = runner(&line(10.0, run, start));
        runner.run(|_| {}).expect("a run");
        let v = runner.frame().v;
        assert!(v[0] > 9.9 || v[6] > 9.9, "{v:?}");
        assert!(runner.totals.contacts_max > 0, "no contact from {start}");
    }
}

/// Discs in a cell that repeats itself along x and y.
fn gas(run: &str) -> String {
    let mut text = format!(
        "[world]\ndimension = 2\ngravity = [0, 0]\nperiodic = {{ x = 1, y = 0.8 }}\n[[contact]]\nbetween = [\"*\", \"*\"]\n\
         friction = 0.3\nrestitution = 0.9\n[run]\nstep = 1e-3\n{run}\n"
    );
    let mut seed = 3;
    for k in 0..40 {
        let (x, y) = (f64::from(k % 8) / 8.0, f64::from(k / 8) * 0.16);
        let v = [
            0.3 + 2.0 * (random(&mut seed) - 0.5),
            2.0 * (random(&mut seed) - 0.5),
        ];
        let _ = write!(
            text,
            "[body.g{k}]\nshape = {{ disc = {:?} }}\ndensity = 1000\nposition = [{x:?}, {y:?}]\nvelocity = [{:?}, {:?}]\n",
            0.03 + 0.02 * random(&mut seed),
            v[0],
            v[1]
        );
    }
    text
}

/// Momentum along x and y, and the largest momentum of one body.
fn momentum(runner: &Runner, text: &str) -> [f64; 3] {
    let radii = text.lines().filter_map(|line| {
        line.strip_prefix("shape = { disc = ")?
            .strip_suffix(" }")?
            .parse::<f64>()
            .ok()
    });
    let mut sum = [0.0; 3];
    for (r, v) in radii.zip(runner.frame().v.chunks_exact(3)) {
        let m = 1000.0 * std::f64::consts::PI * r * r;
        sum[0] += m * v[0];
        sum[1] += m * v[1];
        sum[2] = f64::max(sum[2], m * v[0].hypot(v[1]));
    }
    sum
}

#[test]
fn a_gas_without_walls_keeps_its_momentum() {
    let text = gas("t_end = 1.0\ntolerance = 1e-10");
    let mut runner = runner(&text);
    let before = momentum(&runner, &text);
    runner.run(|_| {}).expect("a run");
    let after = momentum(&runner, &text);
    assert!(runner.totals.impacts > 40, "{} impacts", runner.totals.impacts);
    for k in 0..2 {
        assert!(
            (after[k] - before[k]).abs() < 1e-11 * before[2],
            "{before:?} {after:?}"
        );
    }
    let frame = runner.frame();
    let crossed = frame
        .q
        .chunks_exact(3)
        .filter(|q| !(0.0..1.0).contains(&q[0]) || !(0.0..0.8).contains(&q[1]));
    assert!(crossed.count() > 5, "bodies went over the edge");
}

#[test]
fn threads_change_no_bit() {
    let bits = |threads: usize| {
        let mut runner = runner(&gas(&format!("t_end = 0.3\nthreads = {threads}")));
        runner.run(|_| {}).expect("a run");
        hash(runner.frame().q, runner.frame().v)
    };
    let one = bits(1);
    assert_eq!([bits(2), bits(3)], [one, one]);
}

#[test]
fn a_saved_run_goes_on_bit_for_bit_over_the_edge() {
    for text in [
        gas("t_end = 0.4"),
        heap(0.3, 2.0, true, "t_end = 0.2\nsleep = {}"),
    ] {
        let mut whole = runner(&text);
        whole.run(|_| {}).expect("a run");
        let mut half = runner(&text);
        for _ in 0..97 {
            assert!(half.advance().expect("a step"));
        }
        let saved = half.save();
        let mut rest = runner(&text);
        rest.resume(&saved).expect("a saved run");
        while rest.advance().expect("a step") {}
        assert_eq!(
            hash(rest.frame().q, rest.frame().v),
            hash(whole.frame().q, whole.frame().v)
        );
    }
}

fn with(world: &str, body: &str) -> String {
    format!(
        "[world]\ndimension = 2\n{world}\n[body.a]\nshape = {{ disc = 0.1 }}\nmass = 1\nposition = [0, 1]\n{body}\n[run]\nstep = 1e-3\n\
         t_end = 0.01\n"
    )
}

#[test]
fn what_cannot_repeat_itself_is_refused() {
    for (world, body, words) in [
        ("periodic = { x = 0 }", "", "periodic.x"),
        ("periodic = { x = -1 }", "", "periodic.x"),
        ("periodic = { x = nan }", "", "periodic.x"),
        ("periodic = { x = inf }", "", "periodic.x"),
        ("periodic = { z = 1 }", "", "z"),
        ("periodic = {}", "", "neither x nor y"),
        ("periodic = 1", "", "periodic"),
        ("periodic = { x = 0.15 }", "", "at most half of world.periodic.x"),
        ("periodic = { x = 0.39 }", "", "at most half of world.periodic.x"),
        (
            "periodic = { x = 1 }",
            "[body.w]\nfixed = true\nshape = { plane = { tilt_deg = 90 } }\nposition = [-1, 0]",
            "normal of the plane",
        ),
        (
            "periodic = { x = 1 }",
            "[body.w]\nshape = { plane = {} }\n[motion.w]\nbody = \"w\"\nangle = \"0.1*t\"",
            "a plane that turns",
        ),
        (
            "periodic = { x = 1 }",
            "[body.w]\nfixed = true\nshape = { box = [0.6, 0.1] }",
            "long along x",
        ),
        (
            "periodic = { x = 1 }",
            "[body.w]\nfixed = true\nshapes = [{ plane = {} }, { disc = 0.1 }]",
            "body of its own",
        ),
        (
            "periodic = { x = 1 }",
            "[body.w]\nmass = 1\nshape = { disc = 0.1 }\nposition = [3.1, 1]",
            "overlap",
        ),
    ] {
        let said = refusal(&with(world, body));
        assert!(said.contains(words), "{world}, {body}:\n{said}");
    }
}

#[test]
fn what_repeats_itself_is_accepted() {
    for (world, body) in [
        ("periodic = { x = 0.41 }", ""),
        (
            "periodic = { x = 1 }",
            "[body.w]\nfixed = true\nshape = { plane = {} }",
        ),
        (
            "periodic = { x = 1 }",
            "[body.w]\nfixed = true\nshape = { box = [0.4, 3] }\nposition = [0.5, 0]",
        ),
        (
            "periodic = { x = 1 }",
            "[body.w]\nshape = { plane = {} }\n[motion.w]\nbody = \"w\"\nposition = [\"sin(t)\", \"0\"]",
        ),
        (
            "periodic = { y = 1 }",
            "[body.w]\nfixed = true\nshape = { plane = { tilt_deg = 90 } }\nposition = [-1, 0]",
        ),
    ] {
        let mut runner = runner(&with(world, body));
        runner.run(|_| {}).expect("a run");
    }
}
