//! The constructors of sums, products, quotients and powers, with their rules.
//!
//! Constant factors and signs move outwards, like terms and powers of one base merge. Rounding may differ
//! from the text's by that; divisions are kept unless nothing is lost by multiplying.

use super::function::{Binary, Unary, integer_power};
use super::graph::{Expr, Graph, Node};

impl Graph {
    /// c and x with expr = c x, x without a constant factor.
    fn split(&mut self, expr: Expr) -> (f64, Expr) {
        match self.node(expr) {
            Node::Constant(bits) => (f64::from_bits(bits), self.constant(1.0)),
            Node::Unary(Unary::Neg, x) => (-1.0, x),
            Node::Binary(Binary::Mul, c, x) => self.value(c).map_or((1.0, expr), |c| (c, x)),
            _ => (1.0, expr),
        }
    }

    /// c x for an x without a constant factor.
    fn scale(&mut self, c: f64, x: Expr) -> Expr {
        if let Some(x) = self.value(x) {
            self.constant(c * x)
        } else if c == 0.0 {
            self.constant(0.0)
        } else if c == 1.0 {
            x
        } else if let Node::Binary(Binary::Div, p, q) = self.node(x)
            && let Some(p) = self.value(p)
        {
            let top = self.constant(c * p);
            self.intern(Node::Binary(Binary::Div, top, q))
        } else if c == -1.0 {
            match self.node(x) {
                Node::Binary(Binary::Sub, a, b) => self.intern(Node::Binary(Binary::Sub, b, a)),
                _ => self.intern(Node::Unary(Unary::Neg, x)),
            }
        } else {
            let c = self.constant(c);
            self.intern(Node::Binary(Binary::Mul, c, x))
        }
    }

    /// a + b.
    pub fn add(&mut self, a: Expr, b: Expr) -> Expr {
        if let (Some(x), Some(y)) = (self.value(a), self.value(b)) {
            return self.constant(x + y);
        }
        if self.is(a, 0.0) {
            return b;
        }
        if self.is(b, 0.0) {
            return a;
        }
        let ((c, x), (d, y)) = (self.split(a), self.split(b));
        if x == y {
            return self.scale(c + d, x);
        }
        match (self.node(a), self.node(b)) {
            (_, Node::Unary(Unary::Neg, b)) => self.intern(Node::Binary(Binary::Sub, a, b)),
            (Node::Unary(Unary::Neg, a), _) => self.intern(Node::Binary(Binary::Sub, b, a)),
            _ => self.intern(Node::Binary(Binary::Add, a.min(b), a.max(b))),
        }
    }

    /// −a.
    pub fn neg(&mut self, a: Expr) -> Expr {
        let (c, x) = self.split(a);
        self.scale(-c, x)
    }

    /// a − b.
    pub fn sub(&mut self, a: Expr, b: Expr) -> Expr {
        if self.value(b).is_some() || self.is(a, 0.0) || matches!(self.node(b), Node::Unary(Unary::Neg, _)) {
            let b = self.neg(b);
            return self.add(a, b);
        }
        let ((c, x), (d, y)) = (self.split(a), self.split(b));
        if x == y {
            return self.scale(c - d, x);
        }
        self.intern(Node::Binary(Binary::Sub, a, b))
    }

    /// a · b.
    pub fn mul(&mut self, a: Expr, b: Expr) -> Expr {
        let ((c, x), (d, y)) = (self.split(a), self.split(b));
        let product = self.mul_stripped(x, y);
        let (e, z) = self.split(product);
        self.scale(c * d * e, z)
    }

    fn mul_stripped(&mut self, x: Expr, y: Expr) -> Expr {
        if self.is(x, 1.0) {
            return y;
        }
        if self.is(y, 1.0) {
            return x;
        }
        for (x, y) in [(x, y), (y, x)] {
            if let Node::Binary(Binary::Div, p, q) = self.node(x)
                && self.value(p).is_some()
            {
                let top = self.mul(p, y);
                return self.div(top, q);
            }
        }
        let ((a, m), (b, n)) = (self.base(x), self.base(y));
        if a == b && m.checked_add(n).is_some() {
            return self.power(a, m + n);
        }
        self.intern(Node::Binary(Binary::Mul, x.min(y), x.max(y)))
    }

    fn base(&self, x: Expr) -> (Expr, u32) {
        match self.node(x) {
            Node::Power(a, n) => (a, n),
            _ => (x, 1),
        }
    }

    /// a / b.
    pub fn div(&mut self, a: Expr, b: Expr) -> Expr {
        if let (Some(x), Some(y)) = (self.value(a), self.value(b)) {
            return self.constant(x / y);
        }
        if self.is(a, 0.0) || self.is(b, 1.0) {
            return a;
        }
        let (c, x) = self.split(a);
        if let Some(d) = self.value(b) {
            // A division is only replaced where nothing is lost by it, or where a factor takes it up.
            let exact = (1.0 / d).is_normal() && d.to_bits().trailing_zeros() >= 52;
            if exact || (c != 1.0 && c != -1.0) {
                return self.scale(c / d, x);
            }
            let quotient = self.intern(Node::Binary(Binary::Div, x, b));
            return self.scale(c, quotient);
        }
        let (d, y) = self.split(b);
        let quotient = self.div_stripped(x, y);
        let (e, z) = self.split(quotient);
        self.scale(c / d * e, z)
    }

    fn div_stripped(&mut self, x: Expr, y: Expr) -> Expr {
        if x == y {
            return self.constant(1.0);
        }
        if let Node::Binary(Binary::Div, p, q) = self.node(y) {
            let top = self.mul(x, q);
            return self.div(top, p);
        }
        if let Node::Binary(Binary::Div, p, q) = self.node(x)
            && self.value(q).is_none()
        {
            let bottom = self.mul(q, y);
            return self.div(p, bottom);
        }
        let ((a, m), (b, n)) = (self.base(x), self.base(y));
        if a == b {
            let power = self.power(a, m.abs_diff(n));
            let one = self.constant(1.0);
            return if m >= n { power } else { self.div(one, power) };
        }
        self.intern(Node::Binary(Binary::Div, x, y))
    }

    /// aⁿ.
    pub fn power(&mut self, a: Expr, n: u32) -> Expr {
        if n == 0 {
            return self.constant(1.0);
        }
        if n == 1 {
            return a;
        }
        if let Some(x) = self.value(a) {
            return self.constant(integer_power(x, n));
        }
        let (c, x) = self.split(a);
        if c != 1.0 {
            let power = self.power(x, n);
            let (d, y) = self.split(power);
            return self.scale(integer_power(c, n) * d, y);
        }
        match self.node(a) {
            Node::Power(b, m) if m.checked_mul(n).is_some() => self.power(b, m * n),
            Node::Unary(Unary::Sqrt, b) if n.is_multiple_of(2) => self.power(b, n / 2),
            Node::Unary(Unary::Abs, b) if n.is_multiple_of(2) => self.power(b, n),
            Node::Binary(Binary::Hypot, b, c) if n == 2 => {
                let (b, c) = (self.power(b, 2), self.power(c, 2));
                self.add(b, c)
            }
            _ => self.intern(Node::Power(a, n)),
        }
    }

    pub(super) fn pow(&mut self, a: Expr, b: Expr) -> Expr {
        match (self.value(a), self.value(b)) {
            (Some(x), Some(y)) if y.fract() != 0.0 || y.abs() > 1024.0 => self.constant(x.powf(y)),
            (_, Some(y)) if y.fract() == 0.0 && y.abs() <= 1024.0 => {
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "an integer from 0 to 1024"
                )]
                let power = self.power(a, y.abs() as u32);
                let one = self.constant(1.0);
                if y < 0.0 { self.div(one, power) } else { power }
            }
            (_, Some(0.5)) => self.unary(Unary::Sqrt, a),
            (Some(1.0), _) => a,
            _ => self.intern(Node::Binary(Binary::Pow, a, b)),
        }
    }
}
