//! Tests of the module above.

use super::*;

#[test]
fn log_axis_places_decades_evenly_and_keeps_its_ticks_inside() {
    let axis = Axis::log("t", 1.0, 1000.0, plain);
    assert!((axis.at(10.0) - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!(axis.at(0.0), 0.0);
    let ticks: Vec<f64> = axis.ticks.iter().map(|t| t.0).collect();
    assert_eq!(ticks, vec![1.0, 10.0, 100.0, 1000.0]);
}

#[test]
fn names_are_escaped_and_no_number_is_nan() {
    let figure = Figure {
        title: "a < b & c".into(),
        subtitle: String::new(),
        columns: 1,
        panels: vec![Panel {
            title: String::new(),
            x: Axis::log("x", 1.0, 1.0, plain),
            y: Axis::share("y"),
            lines: vec![(0, vec![(1.0, 0.0), (5.0, 2.0)])],
            dots: true,
            scatter: Vec::new(),
            lanes: Vec::new(),
        }],
        series: vec!["s".into()],
        order: vec![0],
    };
    let svg = figure.to_svg();
    assert!(svg.contains("a &lt; b &amp; c") && !svg.contains("NaN"));
}
