//! The shape of rest of a hanging chain of equal rigid links: the funicular polygon of equal weights.
//!
//! ```text
//! tan θᵢ = (V + jᵢ) / H,   jᵢ = i − (n + 1)/2          moments about the middle of link i, i = 1 … n
//! Σ cos θᵢ = span,   Σ sin θᵢ = rise                   lengths in links, forces in weights of a link
//! ```
//! H is the horizontal tension, V + jᵢ the mean of the vertical forces at the ends of link i. The left sides
//! are the gradient of the convex Φ(H, V) = Σ √(H² + (V + jᵢ)²): V is the one root of the second for each H,
//! and the span grows with H along these roots, so that both are found between bounds, by Newton's steps
//! where they stay inside. A weight that is not at the middle of its link, but along it, only shifts V. Rigid
//! links also rest with the lowest one pushed, where the ends are within a link or so above each other: not
//! looked for.

/// Least horizontal tension that is looked for, in weights of a link.
const LEAST: f64 = 1e-9;
/// Difference of length and distance of the ends that counts as rounding, and what may be left of the two
/// equations, each in lengths of the chain.
const ROUNDING: f64 = 1e-13;

/// Why a chain has no shape of rest with all its links pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The ends are further apart than the chain is long.
    TooShort,
    /// The lowest link would be pushed.
    Pushed,
}

/// Cosine and sine of every link against the horizontal; `span` and `rise` from the first end to the last, in
/// links.
pub(super) fn funicular(links: usize, span: f64, rise: f64) -> Result<Vec<[f64; 2]>, Fault> {
    let (length, apart) = (links as f64, span.hypot(rise));
    if !(apart <= length * (1.0 + ROUNDING)) {
        return Err(Fault::TooShort);
    }
    if apart >= length * (1.0 - ROUNDING) {
        return Ok(vec![[span / apart, rise / apart]; links]);
    }
    if span <= ROUNDING * length {
        return vertical(links, rise);
    }
    let chain = Chain { links, rise };
    let excess = |log: f64| {
        let (h, v) = (log.exp(), chain.balanced(log.exp()));
        let sums = chain.sums(h, v);
        // dH of the span along the roots V(H), and dH = H d(log H).
        (
            sums.span - span,
            h * (sums.hh - sums.hv * sums.hv / sums.vv.max(f64::MIN_POSITIVE)),
        )
    };
    let low = LEAST.ln();
    if !(excess(low).0 < 0.0) {
        return Err(Fault::Pushed);
    }
    let mut high = length.ln().max(low + 1.0);
    while excess(high).0 <= 0.0 && high < 60.0 {
        high += 2.0;
    }
    let h = root([low, high], length * f64::EPSILON, excess).exp();
    let v = chain.balanced(h);
    let left = chain.sums(h, v);
    let closes = |left: f64| left.abs() <= 10.0 * ROUNDING * length;
    if !(closes(left.span - span) && closes(left.rise - rise)) {
        return Err(Fault::Pushed);
    }
    Ok((0..links).map(|i| chain.direction(i, h, v)).collect())
}

/// Straight down, then straight up.
fn vertical(links: usize, rise: f64) -> Result<Vec<[f64; 2]>, Fault> {
    let down = 0.5 * (links as f64 - rise);
    if (down - down.round()).abs() > 10.0 * ROUNDING * links as f64 {
        return Err(Fault::Pushed);
    }
    let sine = |i: usize| if (i as f64) < down.round() { -1.0 } else { 1.0 };
    Ok((0..links).map(|i| [0.0, sine(i)]).collect())
}

/// The vertical force V as a multiple of ½ that is exact, and the rest.
type Split = [f64; 2];

struct Chain {
    links: usize,
    rise: f64,
}

/// The gradient of Φ and its second derivatives.
#[derive(Default)]
struct Sums {
    span: f64,
    rise: f64,
    hh: f64,
    hv: f64,
    vv: f64,
}

impl Chain {
    /// Force (H, V + j) along link i: its direction and its size.
    fn pull(&self, i: usize, h: f64, [whole, rest]: Split) -> ([f64; 2], f64) {
        let j = i as f64 - 0.5 * (self.links as f64 - 1.0);
        let up = (j + whole) + rest;
        let size = h.hypot(up);
        ([h / size, up / size], size)
    }

    fn direction(&self, i: usize, h: f64, v: Split) -> [f64; 2] {
        self.pull(i, h, v).0
    }

    fn sums(&self, h: f64, v: Split) -> Sums {
        let mut sums = Sums::default();
        for i in 0..self.links {
            let ([cos, sin], size) = self.pull(i, h, v);
            sums.span += cos;
            sums.rise += sin;
            sums.hh += sin * sin / size;
            sums.hv -= sin * cos / size;
            sums.vv += cos * cos / size;
        }
        sums
    }

    /// The V at which the chain rises as asked under the horizontal tension H.
    fn balanced(&self, h: f64) -> Split {
        let excess = |v: Split| {
            let sums = self.sums(h, v);
            (sums.rise - self.rise, sums.vv)
        };
        let length = self.links as f64;
        let enough = 0.5 * length * f64::EPSILON;
        let mut bound = length + h;
        while (excess([bound, 0.0]).0 < 0.0 || excess([-bound, 0.0]).0 > 0.0) && bound < 1e40 {
            bound *= 4.0;
        }
        // The second root is near 0: a lowest link that hardly carries is seen to full precision.
        let whole = 0.5 * (2.0 * root([-bound, bound], enough, |v| excess([v, 0.0]))).round();
        [whole, root([-1.0, 1.0], enough, |rest| excess([whole, rest]))]
    }
}

/// The root of an increasing function between bounds, given its value and slope: Newton's steps, halves where
/// these leave the bounds or shrink too slowly. Values up to `enough` count as 0.
fn root([mut low, mut high]: [f64; 2], enough: f64, f: impl Fn(f64) -> (f64, f64)) -> f64 {
    let mut x = 0.5 * (low + high);
    let mut last = high - low;
    for _ in 0..200 {
        let (value, slope) = f(x);
        if value < -enough {
            low = x;
        } else if value > enough {
            high = x;
        } else {
            return x;
        }
        let newton = x - value / slope;
        let inside = newton > low && newton < high && (newton - x).abs() < 0.5 * last;
        let next = if inside { newton } else { 0.5 * (low + high) };
        last = (next - x).abs();
        if next == x || next <= low || next >= high {
            return x;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests;
