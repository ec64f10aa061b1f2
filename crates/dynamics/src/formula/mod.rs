//! Formulas as users write them in scene files: read, differentiated exactly, evaluated fast.
//!
//! ```text
//! text ─ parse ─▶ Graph (shared subexpressions, constants folded) ─ derivative ─▶ Graph ─ Tape::compile
//!     ─▶ Tape ─ run ─▶ numbers
//! ```
//! Grammar, weakest first; `x'` is a name of its own, `$name` too:
//!
//! ```text
//! or   and   not   < <= > >= == !=   + -   * /   unary -   ^ (right associative)  number, name, name(…), (…)
//! ```
//! Truth is 1 and 0; any number but 0 counts as true; NaN stays NaN. Folding assumes finite operands (0·x is
//! 0) and reorders sums and products: values agree with the text to a few units of rounding, not bit for bit.

mod arithmetic;
mod constants;
mod derivative;
mod function;
mod graph;
mod lexer;
mod parser;
mod range;
mod symbols;
mod tape;
#[cfg(test)]
mod tests;

pub use constants::{ConstantError, define_constants};
pub use derivative::Differentiator;
pub use function::{Binary, Unary, is_reserved};
pub use graph::{Expr, Graph, Node};
pub use parser::{MAX_DEPTH, parse};
pub use range::{Range, Ranges};
pub(crate) use symbols::nearest;
pub use symbols::{FormulaError, Symbol, Symbols};
pub use tape::Tape;
