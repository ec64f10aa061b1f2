//! The modes of one block: what r may be, and which rows of u must vanish.
//!
//! ```text
//! r = offset + basis z,   tests · u = 0
//! ```
//! Friction at its limit in a straight piece of the boundary of D keeps the ends of that piece as basis and
//! the slip along it as a test; on an ellipse the direction itself is unknown, see [`super::curve`].

use super::Mode;
use crate::law::{Law, facet_direction};

/// One linear mode of one block: r = offset + basis z, tests · u = 0; `curve` holds the semi-axes of a curved
/// slide.
#[derive(Clone)]
pub(super) struct Piece {
    pub(super) mode: Mode,
    pub(super) offset: Vec<f64>,
    pub(super) basis: Vec<Vec<f64>>,
    pub(super) tests: Vec<Vec<f64>>,
    pub(super) curve: Option<[f64; 2]>,
}

fn unit(rows: usize, k: usize) -> Vec<f64> {
    let mut e = vec![0.0; rows];
    e[k] = 1.0;
    e
}

fn piece(mode: Mode, rows: usize, basis: Vec<Vec<f64>>, tests: Vec<Vec<f64>>) -> Piece {
    Piece {
        mode,
        offset: vec![0.0; rows],
        basis,
        tests,
        curve: None,
    }
}

/// The modes of a block; `None` for a law that has more than these.
pub(super) fn pieces(law: &Law) -> Option<Vec<Piece>> {
    let n = law.rows();
    let open = piece(Mode::Open, n, vec![], vec![]);
    let normal = || unit(n, 0);
    let all = || (0..n).map(|k| unit(n, k)).collect::<Vec<_>>();
    let stick = || piece(Mode::Stick, n, all(), all());
    Some(match *law {
        Law::Bilateral => vec![stick()],
        Law::Unilateral => vec![open, stick()],
        Law::Box { lo, hi } => {
            let mut out = vec![stick()];
            for (mode, bound) in [(Mode::Lower, lo), (Mode::Upper, hi)] {
                if bound.is_finite() {
                    out.push(Piece {
                        offset: vec![bound],
                        ..piece(mode, 1, vec![], vec![])
                    });
                }
            }
            out
        }
        Law::Planar { mu } => with_open(open, intervals(n, &[(1, mu, mu)])),
        Law::Asymmetric { minus, plus } => with_open(open, intervals(n, &[(1, minus, plus)])),
        Law::PlanarRolling { mu, rolling } => {
            with_open(open, intervals(n, &[(1, mu, mu), (2, rolling, rolling)]))
        }
        Law::Coulomb { mu } => with_open(open, ellipse([mu, mu])),
        Law::Elliptic { mu } => with_open(open, ellipse(mu)),
        Law::Facetted { mu, facets } if mu > 0.0 => {
            let ray = |k: usize| {
                let v = facet_direction(facets, k % facets);
                vec![1.0, mu * v[0], mu * v[1]]
            };
            let mut out = vec![open, stick()];
            for k in 0..facets {
                out.push(piece(Mode::Slide, 3, vec![ray(k)], vec![normal()]));
                let edge = [ray(k + 1)[1] - ray(k)[1], ray(k + 1)[2] - ray(k)[2]];
                let along = vec![0.0, edge[0], edge[1]];
                out.push(piece(
                    Mode::Slide,
                    3,
                    vec![ray(k), ray(k + 1)],
                    vec![normal(), along],
                ));
            }
            out
        }
        Law::Facetted { .. } => with_open(open, ellipse([0.0, 0.0])),
        Law::Section(_) | Law::Torsion { .. } | Law::Rolling { .. } | Law::RollingTorsion { .. } => {
            return None;
        }
    })
}

fn with_open(open: Piece, mut closed: Vec<Piece>) -> Vec<Piece> {
    closed.insert(0, open);
    closed
}

/// Closed modes of a product of intervals, each (row, minus, plus): every row sticks or slides either way.
fn intervals(rows: usize, each: &[(usize, f64, f64)]) -> Vec<Piece> {
    let mut out = vec![piece(Mode::Stick, rows, vec![unit(rows, 0)], vec![unit(rows, 0)])];
    for &(row, minus, plus) in each {
        let mut next = Vec::new();
        for base in &out {
            if minus + plus > 0.0 {
                let mut stick = base.clone();
                stick.basis.push(unit(rows, row));
                stick.tests.push(unit(rows, row));
                next.push(stick);
            }
            for slope in [plus, -minus] {
                let mut slide = base.clone();
                slide.basis[0][row] = slope;
                slide.mode = Mode::Slide;
                next.push(slide);
            }
        }
        out = next;
    }
    out
}

/// Closed modes of an ellipse; with a zero semi-axis it is an interval, and with two a point.
fn ellipse(axes: [f64; 2]) -> Vec<Piece> {
    match axes {
        [a, b] if a > 0.0 && b > 0.0 => {
            let all = || (0..3).map(|k| unit(3, k)).collect::<Vec<_>>();
            let slide = piece(Mode::Slide, 3, vec![unit(3, 0)], vec![unit(3, 0)]);
            vec![
                piece(Mode::Stick, 3, all(), all()),
                Piece {
                    curve: Some(axes),
                    ..slide
                },
            ]
        }
        [a, b] if a > 0.0 || b > 0.0 => intervals(3, &[if a > 0.0 { (1, a, a) } else { (2, b, b) }]),
        _ => vec![piece(Mode::Slide, 3, vec![unit(3, 0)], vec![unit(3, 0)])],
    }
}
