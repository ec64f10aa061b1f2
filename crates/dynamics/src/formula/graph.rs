//! Expressions as one graph in which equal subexpressions are the same node.
//!
//! Nodes are made bottom up, so a node's operands have smaller indices than itself: every pass is a loop over
//! indices, and no formula is too deep. The constructors fold constants, apply the rules of 0 and 1, pull
//! constant factors and signs outwards, and merge powers and like terms: 2x + x → 3x, x·x → x², (x²)/x → x,
//! √x² → x.

use super::function::{Binary, Unary, choose};
use std::collections::BTreeMap;

/// A node of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expr(u32);

impl Expr {
    /// Its place in the graph; operands come before.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Node {
    /// A number, by its bits.
    Constant(u64),
    /// An input.
    Variable(u32),
    /// f(a).
    Unary(Unary, Expr),
    /// f(a, b).
    Binary(Binary, Expr, Expr),
    /// aⁿ, n ≥ 2.
    Power(Expr, u32),
    /// if(condition, a, b).
    If([Expr; 3]),
}

impl Node {
    /// Calls `f` with every operand.
    #[inline]
    pub fn operands(&self, mut f: impl FnMut(Expr)) {
        match *self {
            Node::Constant(_) | Node::Variable(_) => {}
            Node::Unary(_, a) | Node::Power(a, _) => f(a),
            Node::Binary(_, a, b) => {
                f(a);
                f(b);
            }
            Node::If(abc) => abc.into_iter().for_each(f),
        }
    }
}

/// Expressions over numbered variables.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    index: BTreeMap<Node, Expr>,
}

impl Graph {
    /// The node of an expression.
    #[inline]
    pub fn node(&self, expr: Expr) -> Node {
        self.nodes[expr.index()]
    }

    /// The node at an index, and its expression.
    pub(crate) fn nth(&self, index: usize) -> (Expr, Node) {
        (Expr(u32::try_from(index).unwrap_or(u32::MAX)), self.nodes[index])
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Which nodes the given ones need, themselves included.
    pub fn reachable(&self, roots: &[Expr]) -> Vec<bool> {
        let size = roots.iter().map(|root| root.index() + 1).max().unwrap_or(0);
        let mut needed = vec![false; size];
        for root in roots {
            needed[root.index()] = true;
        }
        for i in (0..size).rev() {
            if needed[i] {
                self.nodes[i].operands(|operand| needed[operand.index()] = true);
            }
        }
        needed
    }

    /// Whether an expression has a variable that `which` accepts.
    pub fn depends(&self, expr: Expr, which: impl Fn(u32) -> bool) -> bool {
        let needed = self.reachable(&[expr]);
        let mut nodes = self.nodes.iter().zip(needed);
        nodes.any(|(node, needed)| needed && matches!(*node, Node::Variable(i) if which(i)))
    }

    /// The expression with every variable `value` answers for replaced by that number.
    pub fn substitute(&mut self, expr: Expr, value: impl Fn(u32) -> Option<f64>) -> Expr {
        let needed = self.reachable(&[expr]);
        let mut image: Vec<Expr> = Vec::with_capacity(needed.len());
        for (i, needed) in needed.into_iter().enumerate() {
            let node = self.nodes[i];
            let at = |e: Expr| image[e.index()];
            let new = match node {
                _ if !needed => expr,
                Node::Variable(j) => match value(j) {
                    Some(x) => self.constant(x),
                    None => self.variable(j),
                },
                Node::Constant(bits) => self.intern(Node::Constant(bits)),
                Node::Unary(op, a) => self.unary(op, at(a)),
                Node::Binary(op, a, b) => self.binary(op, at(a), at(b)),
                Node::Power(a, n) => self.power(at(a), n),
                Node::If([c, a, b]) => self.choose(at(c), at(a), at(b)),
            };
            image.push(new);
        }
        image.last().copied().unwrap_or(expr)
    }

    pub(super) fn intern(&mut self, node: Node) -> Expr {
        if let Some(known) = self.index.get(&node) {
            return *known;
        }
        let expr = Expr(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(node);
        self.index.insert(node, expr);
        expr
    }

    /// A number. −0 is 0.
    pub fn constant(&mut self, value: f64) -> Expr {
        self.intern(Node::Constant((value + 0.0).to_bits()))
    }

    /// A variable.
    pub fn variable(&mut self, index: u32) -> Expr {
        self.intern(Node::Variable(index))
    }

    /// The number an expression is, where it is one.
    #[inline]
    pub fn value(&self, expr: Expr) -> Option<f64> {
        match self.node(expr) {
            Node::Constant(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// Whether an expression is this number.
    pub fn is(&self, expr: Expr, number: f64) -> bool {
        self.value(expr) == Some(number)
    }

    /// f(a).
    pub fn unary(&mut self, op: Unary, a: Expr) -> Expr {
        if op == Unary::Neg {
            return self.neg(a);
        }
        if let Some(x) = self.value(a) {
            return self.constant(op.apply(x));
        }
        match (op, self.node(a)) {
            (Unary::Cos | Unary::Abs, Node::Unary(Unary::Neg, x)) => self.unary(op, x),
            (Unary::Sin, Node::Unary(Unary::Neg, x)) => {
                let sine = self.unary(op, x);
                self.neg(sine)
            }
            (Unary::Abs, Node::Unary(Unary::Abs, _)) => a,
            _ => self.intern(Node::Unary(op, a)),
        }
    }

    /// f(a, b).
    pub fn binary(&mut self, op: Binary, a: Expr, b: Expr) -> Expr {
        match op {
            Binary::Add => return self.add(a, b),
            Binary::Sub => return self.sub(a, b),
            Binary::Mul => return self.mul(a, b),
            Binary::Div => return self.div(a, b),
            Binary::Pow => return self.pow(a, b),
            _ => {}
        }
        if let (Some(x), Some(y)) = (self.value(a), self.value(b)) {
            return self.constant(op.apply(x, y));
        }
        if a == b && matches!(op, Binary::Min | Binary::Max) {
            return a;
        }
        self.intern(Node::Binary(op, a, b))
    }

    /// if(condition, a, b).
    pub fn choose(&mut self, condition: Expr, a: Expr, b: Expr) -> Expr {
        if a == b {
            return a;
        }
        match self.value(condition) {
            Some(c) if c.is_nan() => self.constant(choose(c, 0.0, 0.0)),
            Some(c) => [b, a][usize::from(c != 0.0)],
            None => self.intern(Node::If([condition, a, b])),
        }
    }
}
