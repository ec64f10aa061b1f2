//! How bodies that follow a motion go in the time ahead: straight pieces, and how far off them at most.
//!
//! ```text
//! x(t), angle(t) of the formulas on [a, b]; X, V: ranges of values and of rates there (formula/range)
//! way from x(a)     ≤ min(|X − x(a)|, |V| (b − a))
//! off the chord     ≤ min(width of X, ¼ (width of V) (b − a))
//!     of a point at radius r: that of x, and r times that of the angle
//! ```
//! Rates count only where nothing jumps on the way. A piece that is off its chord by too much is halved. So a
//! wall that goes there and back within a step is seen, however short that is. A jump is a straight piece
//! that takes no time; so is a place where formulas have no bound.

use super::description::PrescribedMotion;
use super::placement::Twist;
use super::rotation::turned;
use crate::formula::{Range, Ranges};
use crate::geometry::{DVec3, Pose};

/// How often a piece is halved: a millionth of a step is an instant.
const HALVINGS: usize = 20;
/// Most pieces of a motion. What is not found out with so many is off by what is known.
const MOST: usize = 256;

/// A body, its pose at the beginning, and its motion.
pub(super) type Driven = (usize, Pose, PrescribedMotion);

/// A straight piece of the way of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    /// From when to when, in s from the beginning of the time ahead.
    pub begin: f64,
    pub end: f64,
    /// x, y, z and angle at its beginning, and their rates.
    at: [f64; 4],
    rate: [f64; 4],
    /// How far a point of the body is from where the piece says, at most, in m.
    pub off: f64,
}

impl Piece {
    /// Velocities in it.
    pub(super) fn twist(&self, (_, _, motion): &Driven) -> Twist {
        let [x, y, z, angle] = self.rate;
        Twist {
            linear: DVec3::new(x, y, z),
            angular: motion.axis * angle,
        }
    }

    /// The pose that it says for a time.
    pub(super) fn pose(&self, t: f64, (_, start, motion): &Driven) -> Pose {
        let [x, y, z, angle] = std::array::from_fn(|k| self.at[k] + self.rate[k] * (t - self.begin));
        Pose {
            position: DVec3::new(x, y, z),
            rotation: turned(start.rotation, motion.axis * angle),
        }
    }
}

/// The ways of all bodies that follow a motion.
#[derive(Default)]
pub(super) struct Courses {
    /// How far a point of each goes at most, in m.
    ways: Vec<f64>,
    pieces: Vec<Piece>,
    /// The first piece of each; one more at the end.
    first: Vec<usize>,
    ranges: Ranges,
}

/// x, y, z and angle at a time.
fn at(motion: &mut PrescribedMotion, time: f64) -> [f64; 4] {
    motion.tape.run(&[&[time]]);
    std::array::from_fn(|k| motion.tape.output(k))
}

/// The length of three numbers, and a radius times the fourth.
fn of_point([x, y, z, angle]: [f64; 4], radius: f64) -> f64 {
    DVec3::new(x, y, z).length() + radius * angle
}

impl Courses {
    /// Nobody goes anywhere.
    pub(super) fn stand(&mut self, motions: &[Driven]) {
        self.ways.clear();
        self.ways.resize(motions.len(), 0.0);
    }

    /// How far all go from `time` on in a `span`, in s.
    pub(super) fn reach(&mut self, motions: &mut [Driven], radius: &[f64], (time, span): (f64, f64)) {
        self.ways.clear();
        for driven in motions {
            let way = self.way(driven, radius[driven.0], (time, span));
            self.ways.push(way);
        }
    }

    /// How far a point of a body goes at most.
    pub(super) fn way(&mut self, (_, _, motion): &mut Driven, radius: f64, (time, span): (f64, f64)) -> f64 {
        let start = at(motion, time);
        self.ranges.run(&motion.tape, [time, time + span]);
        let range = |k: usize| self.ranges.output(&motion.tape, k);
        let farthest = |[low, high]: Range, x: f64| (high - x).max(x - low);
        let by_values = of_point(std::array::from_fn(|k| farthest(range(k), start[k])), radius);
        let by_rates = of_point(
            std::array::from_fn(|k| farthest(range(4 + k), 0.0) * span),
            radius,
        );
        if self.ranges.jumps {
            by_values
        } else {
            by_values.min(by_rates)
        }
    }

    /// The way of motion `k`, in m.
    pub(super) fn way_of(&self, k: usize) -> f64 {
        self.ways[k]
    }

    /// Finds the pieces, each off by `fine` of its body at most where that can be had.
    pub(super) fn follow(
        &mut self,
        motions: &mut [Driven],
        radius: &[f64],
        (time, span): (f64, f64),
        fine: impl Fn(usize) -> f64,
    ) {
        self.pieces.clear();
        self.first.clear();
        self.first.push(0);
        for (k, driven) in motions.iter_mut().enumerate() {
            let (body, motion, way) = (driven.0, &mut driven.2, self.ways[k]);
            let most = self.pieces.len() + MOST;
            let start = at(motion, time);
            let whole = Cut {
                time,
                radius: radius[body],
                // At rest there is nothing to find out.
                fine: if way > 0.0 { fine(body) } else { f64::INFINITY },
                most,
            };
            let last = if way > 0.0 { at(motion, time + span) } else { start };
            self.add(motion, whole, [(0.0, start), (span, last)], HALVINGS);
            self.first.push(self.pieces.len());
        }
    }

    /// The pieces of motion `k`.
    pub(super) fn of(&self, k: usize) -> &[Piece] {
        &self.pieces[self.first[k]..self.first[k + 1]]
    }

    fn add(&mut self, motion: &mut PrescribedMotion, cut: Cut, ends: [(f64, [f64; 4]); 2], halvings: usize) {
        let [(begin, start), (end, last)] = ends;
        let long = end - begin;
        let mut off = 0.0;
        if cut.fine.is_finite() {
            self.ranges.run(&motion.tape, [cut.time + begin, cut.time + end]);
            let width = |k: usize| {
                let [low, high] = self.ranges.output(&motion.tape, k);
                high - low
            };
            off = of_point(std::array::from_fn(width), cut.radius);
            if !self.ranges.jumps {
                let by_rates = of_point(std::array::from_fn(|k| 0.25 * long * width(4 + k)), cut.radius);
                off = off.min(by_rates);
            }
        }
        if !(off <= cut.fine) && halvings > 0 && self.pieces.len() < cut.most {
            let middle = begin + 0.5 * long;
            let there = (middle, at(motion, cut.time + middle));
            self.add(motion, cut, [(begin, start), there], halvings - 1);
            self.add(motion, cut, [there, (end, last)], halvings - 1);
            return;
        }
        let jumps = halvings == 0 && self.ranges.jumps;
        self.pieces.push(Piece {
            begin,
            end,
            at: start,
            rate: std::array::from_fn(|k| {
                if long > 0.0 {
                    (last[k] - start[k]) / long
                } else {
                    0.0
                }
            }),
            off: if jumps || !off.is_finite() { 0.0 } else { off },
        });
    }
}

/// What pieces are cut by.
#[derive(Clone, Copy)]
struct Cut {
    /// When the time ahead begins.
    time: f64,
    radius: f64,
    fine: f64,
    /// So many pieces at most.
    most: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Differentiator, Graph, Symbol, Symbols, Tape, parse};

    const RADIUS: f64 = 0.5;
    const FINE: f64 = 1e-3;

    fn driven(x: &str, angle: &str) -> Driven {
        let (mut graph, mut symbols) = (Graph::default(), Symbols::default());
        symbols.insert("t", Symbol::Variable(0));
        let mut all: Vec<_> = [x, "0", "0.1*t", angle]
            .iter()
            .map(|text| parse(&mut graph, text, &symbols).expect(text))
            .collect();
        let mut rate = Differentiator::new(0);
        for expr in all.clone() {
            all.push(rate.derive(&mut graph, expr));
        }
        let motion = PrescribedMotion {
            tape: Tape::compile(&graph, &all, 1),
            axis: DVec3::Z,
            surface_velocity: DVec3::ZERO,
        };
        (0, Pose::default(), motion)
    }

    /// At a thousand instants the body is no farther from its piece than the piece says, and no farther from
    /// its start than its way; pieces follow each other.
    #[test]
    fn pieces_hold_the_motion() {
        for (x, angle) in [
            ("tanh((t-0.5)*50)", "0"),
            // There and back in a thousandth of the time.
            ("exp(-((t-0.3712)*4000)^2)", "0"),
            ("0.1*sin(40*t)", "1.4*tanh((t-0.7)*300)"),
            ("if(t < 0.25, 0, if(t < 0.26, 100*(t-0.25), 1))", "t^2"),
            ("0.3*t", "2*t"),
            ("0", "0"),
        ] {
            let mut motions = [driven(x, angle)];
            let mut courses = Courses::default();
            courses.reach(&mut motions, &[RADIUS], (0.0, 1.0));
            courses.follow(&mut motions, &[RADIUS], (0.0, 1.0), |_| FINE);
            let pieces = courses.of(0);
            assert!(pieces.len() <= MOST + HALVINGS, "{x}, {angle}: {}", pieces.len());
            assert!(
                pieces.windows(2).all(|two| two[0].end == two[1].begin),
                "{x}, {angle}"
            );
            let ends = (pieces[0].begin, pieces[pieces.len() - 1].end);
            assert_eq!(ends, (0.0, 1.0), "{x}, {angle}");
            let straight = angle == "2*t" || angle == "0" && x == "0";
            assert_eq!(pieces.len() == 1, straight, "{x}, {angle}");
            let start = at(&mut motions[0].2, 0.0);
            for k in 0..=1000 {
                let t = f64::from(k) / 1000.0;
                let there = at(&mut motions[0].2, t);
                let apart =
                    |a: [f64; 4], b: [f64; 4]| of_point(std::array::from_fn(|k| (a[k] - b[k]).abs()), RADIUS);
                let piece = pieces.iter().find(|piece| t <= piece.end).expect("a piece");
                let said = std::array::from_fn(|k| piece.at[k] + piece.rate[k] * (t - piece.begin));
                assert!(
                    apart(there, said) <= piece.off + 1e-12,
                    "{x}, {angle} at {t}: {piece:?}"
                );
                assert!(
                    apart(there, start) <= courses.way_of(0) + 1e-12,
                    "{x}, {angle} at {t}"
                );
            }
            let coarse = pieces.iter().filter(|piece| !(piece.off <= FINE)).count();
            assert!(coarse == 0 || pieces.len() >= MOST, "{x}, {angle}: {coarse}");
        }
    }

    /// A jump is a piece as short as an instant that leads from one side to the other.
    #[test]
    fn a_jump_is_a_straight_piece() {
        let mut motions = [driven("step(t-0.3)", "0")];
        let mut courses = Courses::default();
        courses.reach(&mut motions, &[RADIUS], (0.0, 1.0));
        assert!(courses.way_of(0) >= 1.0);
        courses.follow(&mut motions, &[RADIUS], (0.0, 1.0), |_| FINE);
        let jump = courses
            .of(0)
            .iter()
            .find(|piece| piece.rate[0] > 1.0)
            .expect("a jump");
        assert!(jump.begin <= 0.3 && 0.3 <= jump.end && jump.end - jump.begin < 1e-5);
        assert_eq!(jump.off, 0.0);
        courses.stand(&motions);
        assert_eq!(courses.way_of(0), 0.0);
    }
}
