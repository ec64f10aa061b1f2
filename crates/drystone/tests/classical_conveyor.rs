//! Moreau's vibrating conveyor: trajectories in persistent contact, and the lines to which particles are
//! drawn.

use crate::classical::{end, order, watch};

fn sets(sense: f64, y0: f64, h: f64, t: f64) -> [(&'static str, String); 4] {
    [
        ("params.sense", sense.to_string()),
        ("params.y0", y0.to_string()),
        ("run.step", h.to_string()),
        ("run.t_end", t.to_string()),
    ]
}

#[test]
fn persistent_contact_converges_with_order_one() {
    // Sense, y0, time, x and y of the differential equation; errors in x of Moreau's algorithm at the three
    // steps.
    let rows = [
        (
            -1.0,
            5.0,
            3.0,
            [35.867_751_969_843_42, -0.332_650_718_026_688_5],
            [-0.041_410_364_67, -0.020_726_137_204, -0.010_368_305_820],
        ),
        (
            -1.0,
            15.0,
            3.0,
            [34.327_980_729_885_3, 0.178_378_359_261_269_02],
            [-0.040_949_217_395, -0.020_498_148_930, -0.010_254_958_387],
        ),
        (
            1.0,
            2.0,
            1.0,
            [11.294_622_788_005_448, 2.765_171_052_229_010_5],
            [-0.007_613_204_970, -0.003_811_735_685, -0.001_907_151_530],
        ),
    ];
    let steps = [1e-4, 5e-5, 2.5e-5];
    for (sense, y0, t, [x, y], asked) in rows {
        let ends = steps.map(|h| end("conveyor", &sets(sense, y0, h, t)));
        for k in 0..3 {
            let error = ends[k].q[0] - x;
            assert!(
                (error - asked[k]).abs() < 1e-9,
                "{sense} {y0} {}: {error}",
                steps[k]
            );
        }
        for (row, exact) in [(0, x), (1, y)] {
            let errors: Vec<f64> = ends.iter().map(|e| (e.q[row] - exact).abs()).collect();
            let order = order(&steps, &errors);
            assert!(
                (0.97..1.03).contains(&order),
                "{sense} {y0}: {errors:?}, order {order}"
            );
        }
    }
}

/// Mean of y over the last second, and x at the end.
fn settled(sense: f64, y0: f64, t: f64) -> (f64, f64) {
    let (mut sum, mut count) = (0.0, 0.0);
    let runner = watch("conveyor", &sets(sense, y0, 1e-4, t), |frame| {
        if frame.time > t - 1.0 {
            sum += frame.q[1];
            count += 1.0;
        }
    });
    (sum / count, runner.frame().q[0])
}

#[test]
fn particles_are_drawn_to_lines_that_the_sense_of_rotation_exchanges() {
    // Sense, start, line; starts next to a line of repulsion need 12 s instead of 8 s.
    let rows = [
        (1.0, 5.0, 71.4, 12.0),
        (1.0, 27.5, 71.4, 8.0),
        (1.0, 50.0, 71.4, 8.0),
        (1.0, 95.0, 71.4, 8.0),
        (1.0, 117.5, 150.18, 8.0),
        (1.0, 162.5, 150.18, 8.0),
        (1.0, 185.0, 227.08, 12.0),
        (1.0, 207.5, 227.08, 8.0),
        (1.0, 252.5, 227.08, 8.0),
        (-1.0, 5.0, 0.0, 8.0),
        (-1.0, 27.5, 0.0, 8.0),
        (-1.0, 50.0, 0.0, 8.0),
        (-1.0, 72.5, 101.36, 12.0),
        (-1.0, 95.0, 101.36, 8.0),
        (-1.0, 140.0, 101.36, 8.0),
        (-1.0, 162.5, 181.46, 8.0),
        (-1.0, 207.5, 181.46, 8.0),
        (-1.0, 230.0, 258.55, 12.0),
        (-1.0, 252.5, 258.55, 8.0),
    ];
    for (sense, y0, line, t) in rows {
        let (y, x) = settled(sense, y0, t);
        assert!(
            (y - line).abs() < 0.3,
            "sense {sense}, start {y0}: {y}, not {line}"
        );
        assert!(x > 9.0 * t, "sense {sense}, start {y0}: down to {x} only");
    }
}
