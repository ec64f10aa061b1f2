//! Tests of the module above.

use super::{Fault, funicular};

fn sums(links: &[[f64; 2]]) -> [f64; 2] {
    links.iter().fold([0.0; 2], |s, d| [s[0] + d[0], s[1] + d[1]])
}

/// The slopes of a polygon of equal weights are an arithmetic progression, and the ends are where they
/// were asked for.
fn check(links: usize, span: f64, rise: f64) {
    let found = funicular(links, span, rise).unwrap_or_else(|fault| {
        assert_eq!(Some(fault), None, "{links} {span} {rise}");
        Vec::new()
    });
    let [x, y] = sums(&found);
    let length = links as f64;
    assert!(
        (x - span).hypot(y - rise) <= 1e-12 * length,
        "{links} {span} {rise}: {x} {y}"
    );
    for link in &found {
        assert!((link[0].hypot(link[1]) - 1.0).abs() <= 1e-15);
    }
    let slopes: Vec<f64> = found.iter().map(|d| d[1] / d[0]).collect();
    let step = (slopes[links - 1] - slopes[0]) / (length - 1.0);
    for pair in slopes.windows(2) {
        let size = slopes[0].abs().max(slopes[links - 1].abs());
        assert!(
            ((pair[1] - pair[0]) - step).abs() <= 1e-13 * size.max(1.0),
            "{slopes:?}"
        );
        assert!(pair[1] >= pair[0]);
    }
}

#[test]
fn ends_are_where_they_were_asked_for() {
    for (links, span, rise) in [
        (2, 1.0, 0.0),
        (3, 1.5, 0.5),
        (200, 160.0, 0.0),
        (200, 160.0, 60.0),
        (200, 20.0, -150.0),
        (200, 199.999_999, 0.0),
        (201, 3.0, 0.0),
        (200, 1e-3, 0.0),
        (5000, 1234.5, -678.9),
    ] {
        check(links, span, rise);
    }
}

/// Two links of a symmetric chain: a triangle of which all sides are known.
#[test]
fn two_links_are_a_triangle() {
    let found = funicular(2, 1.2, 0.0).unwrap_or_default();
    assert!(
        (found[0][1] + 0.8).abs() < 1e-15 && (found[1][1] - 0.8).abs() < 1e-15,
        "{found:?}"
    );
}

#[test]
fn taut_vertical_and_folded_chains_are_straight() {
    assert_eq!(funicular(4, 0.0, -4.0), Ok(vec![[0.0, -1.0]; 4]));
    assert_eq!(funicular(4, 4.0, 0.0), Ok(vec![[1.0, 0.0]; 4]));
    let [down, up] = [[0.0, -1.0], [0.0, 1.0]];
    assert_eq!(funicular(4, 0.0, 0.0), Ok(vec![down, down, up, up]));
    assert_eq!(funicular(3, 0.0, 1.0), Ok(vec![down, up, up]));
}

#[test]
fn what_cannot_hang_is_told() {
    for (links, span, rise, fault) in [
        (4, 4.001, 0.0, Fault::TooShort),
        (4, f64::NAN, 0.0, Fault::TooShort),
        (3, 0.0, 0.0, Fault::Pushed),
        (3, 0.5, 0.0, Fault::Pushed),
        (1, 0.5, 0.0, Fault::Pushed),
    ] {
        assert_eq!(funicular(links, span, rise), Err(fault), "{links} {span} {rise}");
    }
}
