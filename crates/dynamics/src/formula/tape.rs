//! Expressions compiled to a flat list of instructions over a flat list of registers.
//!
//! ```text
//! registers:  inputs | constants | one result for each instruction
//! ```
//! An instruction's result has a register of its own, so the registers hold every value after a run, and a
//! run with the same bits as the one before has nothing to do. Nothing is allocated by a run. a·b + c is one
//! instruction with two roundings: results do not depend on the machine's fused arithmetic.

use super::function::{Binary, Unary, choose};
use super::graph::{Expr, Graph, Node};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instruction {
    Add(u32, u32),
    Sub(u32, u32),
    Mul(u32, u32),
    Div(u32, u32),
    /// a b + c
    MulAdd(u32, u32, u32),
    /// a b − c
    MulSub(u32, u32, u32),
    /// c − a b
    SubMul(u32, u32, u32),
    Neg(u32),
    Sin(u32),
    Cos(u32),
    Unary(Unary, u32),
    Binary(Binary, u32, u32),
    If(u32, u32, u32),
}

/// A compiled set of expressions.
#[derive(Clone, Debug)]
pub struct Tape {
    pub(super) code: Vec<Instruction>,
    pub(super) registers: Vec<f64>,
    /// Register of the first instruction's result.
    pub(super) first: usize,
    pub(super) outputs: Vec<u32>,
    pub(super) num_inputs: usize,
    /// Whether no input changes any output.
    constant: bool,
    fresh: bool,
}

impl Tape {
    /// Compiles `outputs`, whose variables are numbered below `num_inputs`. Larger variables read as NaN.
    pub fn compile(graph: &Graph, outputs: &[Expr], num_inputs: usize) -> Tape {
        let mut compiler = Compiler::new(graph, outputs, num_inputs);
        for i in 0..compiler.uses.len() {
            if compiler.uses[i] > 0 && !compiler.fused[i] {
                compiler.register[i] = compiler.emit(graph.nth(i).0);
            }
        }
        let Compiler {
            register,
            code,
            mut registers,
            first,
            ..
        } = compiler;
        registers.resize(first + code.len(), 0.0);
        let outputs: Vec<u32> = outputs.iter().map(|e| register[e.index()]).collect();
        let constants = num_inputs..first;
        Tape {
            constant: outputs.iter().all(|r| constants.contains(&(*r as usize))),
            code,
            registers,
            first,
            outputs,
            num_inputs,
            fresh: true,
        }
    }

    /// Number of instructions.
    pub fn len(&self) -> usize {
        self.code.len()
    }

    /// Whether every output is an input or a constant.
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// Number of outputs.
    pub fn num_outputs(&self) -> usize {
        self.outputs.len()
    }

    /// Evaluates all outputs. The inputs are given in pieces, one after the other: `&[&[time], q, v]`; what
    /// is missing keeps its value, what is too much is left out.
    #[inline]
    pub fn run(&mut self, inputs: &[&[f64]]) {
        if self.constant {
            return;
        }
        let mut changed = self.fresh;
        let mut slots = &mut self.registers[..self.num_inputs];
        for piece in inputs {
            let (here, rest) = slots.split_at_mut(piece.len().min(slots.len()));
            for (slot, value) in here.iter_mut().zip(*piece) {
                changed |= slot.to_bits() != value.to_bits();
                *slot = *value;
            }
            slots = rest;
        }
        if changed {
            self.fresh = false;
            self.execute();
        }
    }

    /// Whether no input changes any output.
    pub fn is_constant(&self) -> bool {
        self.constant
    }

    /// The value of output i where no input changes it.
    pub fn constant(&self, i: usize) -> Option<f64> {
        let register = self.outputs[i] as usize;
        (self.num_inputs..self.first)
            .contains(&register)
            .then(|| self.registers[register])
    }

    /// Output i of the last run.
    #[inline]
    pub fn output(&self, i: usize) -> f64 {
        self.registers[self.outputs[i] as usize]
    }

    /// Copies the outputs of the last run.
    #[inline]
    pub fn copy_outputs(&self, out: &mut [f64]) {
        for (out, register) in out.iter_mut().zip(&self.outputs) {
            *out = self.registers[*register as usize];
        }
    }

    fn execute(&mut self) {
        let r = &mut self.registers[..];
        for (to, instruction) in (self.first..).zip(&self.code) {
            let at = |i: u32| r[i as usize];
            let value = match *instruction {
                Instruction::Add(a, b) => at(a) + at(b),
                Instruction::Sub(a, b) => at(a) - at(b),
                Instruction::Mul(a, b) => at(a) * at(b),
                Instruction::Div(a, b) => at(a) / at(b),
                Instruction::MulAdd(a, b, c) => at(a) * at(b) + at(c),
                Instruction::MulSub(a, b, c) => at(a) * at(b) - at(c),
                Instruction::SubMul(a, b, c) => at(c) - at(a) * at(b),
                Instruction::Neg(a) => -at(a),
                other => other.call(r),
            };
            r[to] = value;
        }
    }
}

impl Instruction {
    /// What is not a single operation of the machine; apart, so that the loop over those keeps its registers.
    #[inline(never)]
    fn call(self, r: &[f64]) -> f64 {
        let at = |i: u32| r[i as usize];
        match self {
            Instruction::Sin(a) => at(a).sin(),
            Instruction::Cos(a) => at(a).cos(),
            Instruction::Unary(op, a) => op.apply(at(a)),
            Instruction::Binary(op, a, b) => op.apply(at(a), at(b)),
            Instruction::If(c, a, b) => choose(at(c), at(a), at(b)),
            _ => f64::NAN,
        }
    }
}

struct Compiler<'a> {
    graph: &'a Graph,
    /// How many nodes and outputs use each node.
    uses: Vec<u32>,
    /// Products that are part of a sum's instruction.
    fused: Vec<bool>,
    register: Vec<u32>,
    registers: Vec<f64>,
    first: usize,
    code: Vec<Instruction>,
}

fn index(i: usize) -> u32 {
    u32::try_from(i).unwrap_or(u32::MAX)
}

impl<'a> Compiler<'a> {
    fn new(graph: &'a Graph, outputs: &[Expr], num_inputs: usize) -> Self {
        let needed = graph.reachable(outputs);
        let size = needed.len();
        let mut uses = vec![0_u32; size];
        for output in outputs {
            uses[output.index()] += 1;
        }
        let mut register = vec![0; size];
        let mut registers = vec![f64::NAN; num_inputs];
        for i in (0..size).filter(|i| needed[*i]) {
            let node = graph.nth(i).1;
            node.operands(|operand| uses[operand.index()] += 1);
            if let Node::Constant(bits) = node {
                register[i] = index(registers.len());
                registers.push(f64::from_bits(bits));
            }
        }
        // One more, for variables that do not exist.
        registers.push(f64::NAN);
        let mut compiler = Compiler {
            graph,
            fused: vec![false; size],
            uses,
            register,
            first: registers.len(),
            registers,
            code: Vec::new(),
        };
        compiler.mark_variables(&needed, num_inputs);
        compiler.mark_fused(&needed);
        compiler
    }

    fn mark_variables(&mut self, needed: &[bool], num_inputs: usize) {
        for i in (0..needed.len()).filter(|i| needed[*i]) {
            if let Node::Variable(j) = self.graph.nth(i).1 {
                let known = (j as usize) < num_inputs;
                self.register[i] = if known { j } else { index(self.first - 1) };
            }
        }
    }

    /// Chooses for each sum the product that it takes in: one that nothing else needs.
    fn mark_fused(&mut self, needed: &[bool]) {
        for i in (0..needed.len()).filter(|i| needed[*i]) {
            if let Node::Binary(Binary::Add | Binary::Sub, a, b) = self.graph.nth(i).1 {
                let single = |e: &Expr| self.uses[e.index()] == 1 && self.product(*e).is_some();
                if let Some(e) = [a, b].into_iter().find(single) {
                    self.fused[e.index()] = true;
                }
            }
        }
    }

    fn product(&self, e: Expr) -> Option<(Expr, Expr)> {
        match self.graph.node(e) {
            Node::Binary(Binary::Mul, a, b) => Some((a, b)),
            Node::Power(a, 2) => Some((a, a)),
            _ => None,
        }
    }

    fn of(&self, e: Expr) -> u32 {
        self.register[e.index()]
    }

    fn push(&mut self, instruction: Instruction) -> u32 {
        self.code.push(instruction);
        index(self.first + self.code.len() - 1)
    }

    /// Writes the instructions of a node; answers the register of its value.
    fn emit(&mut self, e: Expr) -> u32 {
        let instruction = match self.graph.node(e) {
            Node::Constant(_) | Node::Variable(_) => return self.of(e),
            Node::Unary(Unary::Neg, a) => Instruction::Neg(self.of(a)),
            Node::Unary(Unary::Sin, a) => Instruction::Sin(self.of(a)),
            Node::Unary(Unary::Cos, a) => Instruction::Cos(self.of(a)),
            Node::Unary(op, a) => Instruction::Unary(op, self.of(a)),
            Node::Power(a, n) => return self.emit_power(self.of(a), n),
            Node::If([c, a, b]) => Instruction::If(self.of(c), self.of(a), self.of(b)),
            Node::Binary(op @ (Binary::Add | Binary::Sub), a, b) => self.sum(op == Binary::Add, a, b),
            Node::Binary(Binary::Mul, a, b) => Instruction::Mul(self.of(a), self.of(b)),
            Node::Binary(Binary::Div, a, b) => Instruction::Div(self.of(a), self.of(b)),
            Node::Binary(op, a, b) => Instruction::Binary(op, self.of(a), self.of(b)),
        };
        self.push(instruction)
    }

    fn sum(&self, add: bool, a: Expr, b: Expr) -> Instruction {
        let part = |e: Expr| self.product(e).filter(|_| self.fused[e.index()]);
        match (part(a), part(b)) {
            (Some((x, y)), _) if add => Instruction::MulAdd(self.of(x), self.of(y), self.of(b)),
            (_, Some((x, y))) if add => Instruction::MulAdd(self.of(x), self.of(y), self.of(a)),
            (Some((x, y)), _) => Instruction::MulSub(self.of(x), self.of(y), self.of(b)),
            (_, Some((x, y))) => Instruction::SubMul(self.of(x), self.of(y), self.of(a)),
            _ if add => Instruction::Add(self.of(a), self.of(b)),
            _ => Instruction::Sub(self.of(a), self.of(b)),
        }
    }

    /// xⁿ by repeated squaring, in the order of [`super::function::integer_power`].
    fn emit_power(&mut self, x: u32, n: u32) -> u32 {
        let (mut result, mut square, mut n) = (None, x, n);
        loop {
            if n % 2 == 1 {
                result = Some(result.map_or(square, |r| self.push(Instruction::Mul(r, square))));
            }
            n /= 2;
            if n == 0 {
                return result.unwrap_or(square);
            }
            square = self.push(Instruction::Mul(square, square));
        }
    }
}
