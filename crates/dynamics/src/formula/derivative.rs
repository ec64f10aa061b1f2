//! Exact derivatives of expressions, on the graph.
//!
//! ```text
//! (f ∘ u)′ = f′(u) u′  sign, floor, step, comparisons: 0;  |u|′ = sign(u) u′;
//!                      min, max, if: the branch taken
//! ```
//! Jumps and kinks are therefore ignored: the derivative there is that of one side.

use super::function::{Binary, Unary};
use super::graph::{Expr, Graph, Node};

/// Derivatives with respect to one variable; remembers those it knows.
#[derive(Clone, Debug)]
pub struct Differentiator {
    variable: u32,
    known: Vec<Option<Expr>>,
}

impl Differentiator {
    /// For one variable of a graph.
    pub fn new(variable: u32) -> Self {
        Differentiator {
            variable,
            known: Vec::new(),
        }
    }

    /// ∂expr/∂variable. Always for the same graph.
    pub fn derive(&mut self, graph: &mut Graph, expr: Expr) -> Expr {
        let needed = graph.reachable(&[expr]);
        if self.known.len() < needed.len() {
            self.known.resize(needed.len(), None);
        }
        let zero = graph.constant(0.0);
        let mut result = zero;
        for (i, needed) in needed.into_iter().enumerate() {
            if needed {
                result = self.known[i].unwrap_or_else(|| self.derive_node(graph, i));
                self.known[i] = Some(result);
            }
        }
        result
    }

    fn at(&self, graph: &mut Graph, expr: Expr) -> Expr {
        self.known[expr.index()].unwrap_or_else(|| graph.constant(0.0))
    }

    fn derive_node(&self, graph: &mut Graph, index: usize) -> Expr {
        let (this, node) = graph.nth(index);
        match node {
            Node::Constant(_) => graph.constant(0.0),
            Node::Variable(j) => graph.constant(f64::from(u8::from(j == self.variable))),
            Node::Unary(op, a) => {
                let da = self.at(graph, a);
                chain(graph, op, (a, this), da)
            }
            Node::Power(a, n) => {
                let da = self.at(graph, a);
                if graph.is(da, 0.0) {
                    return da;
                }
                let factor = graph.constant(f64::from(n));
                let lower = graph.power(a, n - 1);
                let slope = graph.mul(factor, lower);
                graph.mul(slope, da)
            }
            Node::If([c, a, b]) => {
                let (da, db) = (self.at(graph, a), self.at(graph, b));
                graph.choose(c, da, db)
            }
            Node::Binary(op, a, b) => {
                let d = (self.at(graph, a), self.at(graph, b));
                if graph.is(d.0, 0.0) && graph.is(d.1, 0.0) {
                    return d.0;
                }
                binary(graph, op, (a, b), d, this)
            }
        }
    }
}

/// f′(a) da, where `this` is f(a).
fn chain(g: &mut Graph, op: Unary, (a, this): (Expr, Expr), da: Expr) -> Expr {
    if g.is(da, 0.0) {
        return da;
    }
    let one = g.constant(1.0);
    let slope = match op {
        Unary::Neg => return g.neg(da),
        Unary::Sin => g.unary(Unary::Cos, a),
        Unary::Cos => {
            let sine = g.unary(Unary::Sin, a);
            g.neg(sine)
        }
        Unary::Tan => {
            let square = g.power(this, 2);
            g.add(one, square)
        }
        Unary::Asin | Unary::Acos => {
            let square = g.power(a, 2);
            let rest = g.sub(one, square);
            let root = g.unary(Unary::Sqrt, rest);
            let slope = g.div(da, root);
            return if op == Unary::Asin { slope } else { g.neg(slope) };
        }
        Unary::Atan => {
            let square = g.power(a, 2);
            let sum = g.add(one, square);
            return g.div(da, sum);
        }
        Unary::Sinh => g.unary(Unary::Cosh, a),
        Unary::Cosh => g.unary(Unary::Sinh, a),
        Unary::Tanh => {
            let square = g.power(this, 2);
            g.sub(one, square)
        }
        Unary::Exp => this,
        Unary::Ln => return g.div(da, a),
        Unary::Log10 | Unary::Log2 => {
            let base = if op == Unary::Log2 { 2.0_f64 } else { 10.0 };
            let scale = g.constant(1.0 / base.ln());
            let top = g.mul(scale, da);
            return g.div(top, a);
        }
        Unary::Sqrt => {
            let two = g.constant(2.0);
            let bottom = g.mul(two, this);
            return g.div(da, bottom);
        }
        Unary::Cbrt => {
            let (three, square) = (g.constant(3.0), g.power(this, 2));
            let bottom = g.mul(three, square);
            return g.div(da, bottom);
        }
        Unary::Abs => g.unary(Unary::Sign, a),
        Unary::Sign | Unary::Floor | Unary::Ceil | Unary::Round | Unary::Step | Unary::Not => g.constant(0.0),
    };
    g.mul(slope, da)
}

/// The derivative of f(a, b), where `this` is f(a, b).
fn binary(g: &mut Graph, op: Binary, (a, b): (Expr, Expr), (da, db): (Expr, Expr), this: Expr) -> Expr {
    match op {
        Binary::Add => g.add(da, db),
        Binary::Sub => g.sub(da, db),
        Binary::Mul => {
            let (left, right) = (g.mul(da, b), g.mul(a, db));
            g.add(left, right)
        }
        Binary::Div => {
            let shrink = g.mul(this, db);
            let top = g.sub(da, shrink);
            g.div(top, b)
        }
        Binary::Pow => power(g, (a, b), (da, db), this),
        Binary::Atan2 => {
            let (left, right) = (g.mul(b, da), g.mul(a, db));
            let top = g.sub(left, right);
            let (x, y) = (g.power(a, 2), g.power(b, 2));
            let bottom = g.add(x, y);
            g.div(top, bottom)
        }
        Binary::Hypot => {
            let (left, right) = (g.mul(a, da), g.mul(b, db));
            let top = g.add(left, right);
            g.div(top, this)
        }
        Binary::Mod => {
            let ratio = g.div(a, b);
            let turns = g.unary(Unary::Floor, ratio);
            let shift = g.mul(turns, db);
            g.sub(da, shift)
        }
        Binary::Min => {
            let first = g.binary(Binary::LessEqual, a, b);
            g.choose(first, da, db)
        }
        Binary::Max => {
            let first = g.binary(Binary::LessEqual, b, a);
            g.choose(first, da, db)
        }
        Binary::Less | Binary::LessEqual | Binary::Equal | Binary::NotEqual | Binary::And | Binary::Or => {
            g.constant(0.0)
        }
    }
}

/// (aᵇ)′ = b aᵇ⁻¹ a′ + aᵇ ln(a) b′.
fn power(g: &mut Graph, (a, b): (Expr, Expr), (da, db): (Expr, Expr), this: Expr) -> Expr {
    let one = g.constant(1.0);
    let mut sum = g.constant(0.0);
    if !g.is(da, 0.0) {
        let less = g.sub(b, one);
        let lower = g.binary(Binary::Pow, a, less);
        let slope = g.mul(b, lower);
        sum = g.mul(slope, da);
    }
    if !g.is(db, 0.0) {
        let log = g.unary(Unary::Ln, a);
        let slope = g.mul(this, log);
        let term = g.mul(slope, db);
        sum = g.add(sum, term);
    }
    sum
}
