//! The point of c D nearest to a given one, for every friction section D: the judge's own projections.
//!
//! ```text
//! interval   clamp to [−c minus, c plus]
//! ellipsoid  y_i = A_i² x_i / (A_i² + λ),   λ ≥ 0 the root of  Σ (A_i x_i / (A_i² + λ))² = 1,   A = c a
//! polygon    the nearest point of its edges, one by one
//! section    c P_D(x / c)
//! ```
//! Written apart from `law/projection.rs`, which the solvers use: an error there must not hide itself. Slower
//! than those, and called once for an answer.

use crate::law::{Ellipsoid, Shape, facet_direction};

/// Halvings of the interval that holds λ: the distance between neighbouring doubles, from any start.
const HALVINGS: usize = 2100;

/// Newton steps at most, and the share of λ at which they end and around which λ is then enclosed.
const RISES: usize = 20;
const NARROW: f64 = 1e-9;
const AROUND: f64 = 4e-15;

/// x ← P_{cD}(x), where x holds the rows of a block after its normal row and `share` their scales beside the
/// normal one's (1 for slip).
pub(super) fn nearest(shape: &Shape, c: f64, share: &[f64], x: &mut [f64]) {
    match shape {
        Shape::Interval(minus, plus) => x[0] = x[0].max(-c * minus).min(c * plus),
        Shape::Ellipsoids(groups, count) => {
            for group in &groups[..*count] {
                ellipsoid(group, c, share, x);
            }
        }
        Shape::Polygon(mu, facets) => polygon(c * mu, *facets, x),
        Shape::Section(section) if c > 0.0 => {
            let p = (section.project)(&section.parameters, [x[0] / c, x[1] / c]);
            (x[0], x[1]) = (c * p[0], c * p[1]);
        }
        Shape::Section(_) => x.fill(0.0),
    }
}

fn ellipsoid(group: &Ellipsoid, c: f64, share: &[f64], x: &mut [f64]) {
    // Rows count from the block's normal row, which x does not hold.
    let rows = group.start - 1..group.start - 1 + group.dim;
    let mut axes = [0.0; 3];
    for (k, row) in rows.clone().enumerate() {
        axes[k] = c * group.axes[k] * share[row];
    }
    let (axes, x) = (&axes[..group.dim], &mut x[rows]);
    // An axis of no length takes everything along it.
    for (x, a) in x.iter_mut().zip(axes) {
        if *a == 0.0 {
            *x = 0.0;
        }
    }
    let size = |lambda: f64| -> f64 {
        let sum: f64 = axes
            .iter()
            .zip(x.iter())
            .filter(|(a, _)| **a > 0.0)
            .map(|(a, x)| {
                // A x / (A² + λ) without squares that overflow.
                let ratio = x / (a + lambda / a);
                ratio * ratio
            })
            .sum();
        sum
    };
    if !(size(0.0) > 1.0) {
        return;
    }
    // Every term is at most x A / λ: at this λ their sum is below 1.
    let most = axes
        .iter()
        .zip(x.iter())
        .map(|(a, x)| (a * x).abs())
        .fold(0.0, f64::max);
    let (mut low, mut high) = (0.0, 2.0 * most);
    let lambda = look_at(axes, x);
    // What Newton's method says is tried like any other place: from both sides, by the sum itself.
    for share in [-AROUND, AROUND] {
        let place = lambda + share * lambda;
        if place > low && place < high {
            if size(place) > 1.0 {
                low = place;
            } else {
                high = place;
            }
        }
    }
    for _ in 0..HALVINGS {
        let middle = low + 0.5 * (high - low);
        if middle <= low || middle >= high {
            break;
        }
        if size(middle) > 1.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    for (x, a) in x.iter_mut().zip(axes) {
        if *a > 0.0 {
            *x *= a / (a + high / a);
        }
    }
}

/// Where λ may be, for 1 = 1 / √Σ, which is concave: Newton's method rises to it from below.
fn look_at(axes: &[f64], x: &[f64]) -> f64 {
    let mut lambda = 0.0;
    for _ in 0..RISES {
        let (mut sum, mut fall) = (0.0, 0.0);
        for (a, x) in axes.iter().zip(x).filter(|(a, _)| **a > 0.0) {
            let long = a + lambda / a;
            let ratio = x / long;
            sum += ratio * ratio;
            fall += ratio * ratio / (a * long);
        }
        let step = (sum.sqrt() - 1.0) * sum / fall;
        lambda += step;
        if !(step > NARROW * lambda) {
            break;
        }
    }
    lambda
}

fn polygon(radius: f64, facets: usize, x: &mut [f64]) {
    if radius == 0.0 {
        x.fill(0.0);
        return;
    }
    let vertex = |k: usize| facet_direction(facets, k % facets).map(|d| radius * d);
    let (mut inside, mut best, mut nearest) = (true, f64::INFINITY, [x[0], x[1]]);
    for k in 0..facets {
        let (a, b) = (vertex(k), vertex(k + 1));
        let edge = [b[0] - a[0], b[1] - a[1]];
        let to = [x[0] - a[0], x[1] - a[1]];
        // Vertices go round against the clock: the inside lies on the left.
        inside &= edge[0] * to[1] - edge[1] * to[0] >= 0.0;
        let along = (to[0] * edge[0] + to[1] * edge[1]) / (edge[0] * edge[0] + edge[1] * edge[1]);
        let along = along.clamp(0.0, 1.0);
        let p = [a[0] + along * edge[0], a[1] + along * edge[1]];
        let distance = (x[0] - p[0]).hypot(x[1] - p[1]);
        if distance < best {
            (best, nearest) = (distance, p);
        }
    }
    if !inside {
        x[..2].copy_from_slice(&nearest);
    }
}
