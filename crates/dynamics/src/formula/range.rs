//! Between which values formulas stay while their inputs stay between given ones: interval arithmetic on
//! tapes.
//!
//! ```text
//! [a, b] + [c, d] = [a + c, b + d], …      every value lies inside, the ends need not be reached
//! ```
//! Operands are taken as independent of each other (but for x·x), so that ranges are too wide by what they
//! share; they get narrow with their inputs. Without a value somewhere (ln of a negative number, a division
//! by zero) a range is everything. Ends are rounded to the nearest: right to a few units of rounding. Source:
//! Moore, Kearfott, Cloud (2009), Introduction to Interval Analysis, ch. 2, 5.

use super::function::{Binary, Unary};
use super::tape::{Instruction, Tape};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// From a least to a largest value.
pub type Range = [f64; 2];

/// Everything.
const ALL: Range = [f64::NEG_INFINITY, f64::INFINITY];

/// Ranges of everything that a tape computes.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    registers: Vec<Range>,
    /// Whether a function may have jumped, or a condition changed: outputs need not be continuous, and
    /// derivatives say nothing of them.
    pub jumps: bool,
}

impl Ranges {
    /// The range of output i of the tape that was run last.
    pub fn output(&self, tape: &Tape, i: usize) -> Range {
        self.registers[tape.outputs[i] as usize]
    }

    /// Runs a tape of one input that stays within a range.
    pub fn run(&mut self, tape: &Tape, input: Range) {
        self.jumps = false;
        self.registers.clear();
        self.registers.extend(tape.registers.iter().map(|x| [*x, *x]));
        if tape.num_inputs > 0 {
            self.registers[0] = input;
        }
        for (to, instruction) in (tape.first..).zip(&tape.code) {
            let range = self.execute(*instruction);
            self.registers[to] = if range[0] <= range[1] { range } else { ALL };
        }
    }

    fn execute(&mut self, instruction: Instruction) -> Range {
        let at = |i: u32| self.registers[i as usize];
        let times = |a: u32, b: u32| {
            if a == b {
                square(at(a))
            } else {
                product(at(a), at(b))
            }
        };
        match instruction {
            Instruction::Add(a, b) => sum(at(a), at(b)),
            Instruction::Sub(a, b) => sum(at(a), negative(at(b))),
            Instruction::Mul(a, b) => times(a, b),
            Instruction::Div(a, b) => product(at(a), inverse(at(b))),
            Instruction::MulAdd(a, b, c) => sum(times(a, b), at(c)),
            Instruction::MulSub(a, b, c) => sum(times(a, b), negative(at(c))),
            Instruction::SubMul(a, b, c) => sum(at(c), negative(times(a, b))),
            Instruction::Neg(a) => negative(at(a)),
            Instruction::Sin(a) => sine(at(a)),
            Instruction::Cos(a) => sine(sum(at(a), [FRAC_PI_2; 2])),
            Instruction::Unary(op, a) => self.unary(op, at(a)),
            Instruction::Binary(op, a, b) => self.binary(op, at(a), at(b)),
            Instruction::If(c, a, b) => match at(c) {
                [0.0, 0.0] => at(b),
                c if c[0] > 0.0 || c[1] < 0.0 => at(a),
                _ => {
                    let either = hull(at(a), at(b));
                    self.jumps = true;
                    either
                }
            },
        }
    }

    fn unary(&mut self, op: Unary, x: Range) -> Range {
        let ends = x.map(|x| op.apply(x));
        match op {
            Unary::Neg => negative(x),
            Unary::Sin => sine(x),
            Unary::Cos => sine(sum(x, [FRAC_PI_2; 2])),
            // Between two poles.
            Unary::Tan if ((x[0] + FRAC_PI_2) / PI).floor() == ((x[1] + FRAC_PI_2) / PI).floor() => ends,
            Unary::Tan => ALL,
            Unary::Acos => [ends[1], ends[0]],
            Unary::Cosh | Unary::Abs => {
                let least = if holds_zero(x) {
                    op.apply(0.0)
                } else {
                    ends[0].min(ends[1])
                };
                [least, ends[0].max(ends[1])]
            }
            Unary::Sign | Unary::Floor | Unary::Ceil | Unary::Round | Unary::Step => {
                self.jumps |= ends[0] != ends[1];
                ends
            }
            Unary::Not => self.truth(!holds_zero(x), x == [0.0; 2]).map(|x| 1.0 - x),
            // Asin, Atan, Sinh, Tanh, Exp, logarithms and roots only grow.
            _ => ends,
        }
    }

    fn binary(&mut self, op: Binary, x: Range, y: Range) -> Range {
        let corners = || {
            let at = [[x[0], y[0]], [x[0], y[1]], [x[1], y[0]], [x[1], y[1]]];
            around(at.map(|[x, y]| op.apply(x, y)))
        };
        match op {
            Binary::Add => sum(x, y),
            Binary::Sub => sum(x, negative(y)),
            Binary::Mul => product(x, y),
            Binary::Div => product(x, inverse(y)),
            Binary::Pow if x[0] > 0.0 || (x[0] == 0.0 && y[0] > 0.0) => corners(),
            // A negative base has a power for whole numbers only.
            Binary::Pow if y[0] == y[1] && y[0].fract() == 0.0 && (y[0] > 0.0 || !holds_zero(x)) => {
                let whole = corners();
                if holds_zero(x) {
                    hull(whole, [0.0; 2])
                } else {
                    whole
                }
            }
            Binary::Pow => ALL,
            // atan2(x, y) with the cut along y < 0: elsewhere angles of a rectangle are largest at corners.
            Binary::Atan2 if y[0] > 0.0 || !holds_zero(x) => corners(),
            Binary::Atan2 => {
                self.jumps = true;
                [-PI, PI]
            }
            Binary::Hypot => {
                let [x, y] = [x, y].map(|r| self.unary(Unary::Abs, r));
                [x[0].hypot(y[0]), x[1].hypot(y[1])]
            }
            Binary::Mod => {
                let turns = product(x, inverse(y)).map(f64::floor);
                if turns[0] == turns[1] {
                    return sum(x, negative(product(y, turns)));
                }
                self.jumps = true;
                hull(y, [0.0; 2])
            }
            Binary::Min | Binary::Max => [op.apply(x[0], y[0]), op.apply(x[1], y[1])],
            Binary::Less => self.truth(x[1] < y[0], x[0] >= y[1]),
            Binary::LessEqual => self.truth(x[1] <= y[0], x[0] > y[1]),
            Binary::Equal => self.truth(x[0] == x[1] && x == y, x[1] < y[0] || y[1] < x[0]),
            Binary::NotEqual => self.truth(x[1] < y[0] || y[1] < x[0], x[0] == x[1] && x == y),
            Binary::And => self.truth(!holds_zero(x) && !holds_zero(y), x == [0.0; 2] || y == [0.0; 2]),
            Binary::Or => self.truth(!holds_zero(x) || !holds_zero(y), x == [0.0; 2] && y == [0.0; 2]),
        }
    }

    /// 1 where it is true for all, 0 where for none.
    fn truth(&mut self, always: bool, never: bool) -> Range {
        self.jumps |= !(always || never);
        [f64::from(u8::from(always)), f64::from(u8::from(!never))]
    }
}

fn holds_zero(x: Range) -> bool {
    !(x[0] > 0.0 || x[1] < 0.0)
}

fn hull(x: Range, y: Range) -> Range {
    [x[0].min(y[0]), x[1].max(y[1])]
}

/// The least and the largest of some; NaN among them makes it everything.
fn around<const N: usize>(values: [f64; N]) -> Range {
    if values.iter().any(|x| x.is_nan()) {
        return ALL;
    }
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    [least, values.into_iter().fold(f64::NEG_INFINITY, f64::max)]
}

fn negative(x: Range) -> Range {
    [-x[1], -x[0]]
}

fn sum(x: Range, y: Range) -> Range {
    [x[0] + y[0], x[1] + y[1]]
}

fn product(x: Range, y: Range) -> Range {
    // An end that is infinite is never reached: 0 times it is 0.
    let times = |x: f64, y: f64| if x == 0.0 || y == 0.0 { 0.0 } else { x * y };
    around([
        times(x[0], y[0]),
        times(x[0], y[1]),
        times(x[1], y[0]),
        times(x[1], y[1]),
    ])
}

fn square(x: Range) -> Range {
    let ends = x.map(|x| x * x);
    let least = if holds_zero(x) { 0.0 } else { ends[0].min(ends[1]) };
    [least, ends[0].max(ends[1])]
}

fn inverse(x: Range) -> Range {
    match x {
        [0.0, high] if high > 0.0 => [1.0 / high, f64::INFINITY],
        [low, 0.0] if low < 0.0 => [f64::NEG_INFINITY, 1.0 / low],
        x if holds_zero(x) => ALL,
        x => [1.0 / x[1], 1.0 / x[0]],
    }
}

fn sine(x: Range) -> Range {
    // Whether π/2 + 2π k lies inside, moved by an angle.
    let tops = |by: f64| ((x[1] - by) / TAU).floor() > ((x[0] - by) / TAU).ceil() - 1.0;
    let ends = x.map(f64::sin);
    if !(x[1] - x[0] < TAU) {
        return [-1.0, 1.0];
    }
    [
        if tops(-FRAC_PI_2) {
            -1.0
        } else {
            ends[0].min(ends[1])
        },
        if tops(FRAC_PI_2) {
            1.0
        } else {
            ends[0].max(ends[1])
        },
    ]
}
