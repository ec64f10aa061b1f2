//! Tokens to expressions, by precedence.

use super::function::{Binary, Call, Unary, function};
use super::graph::{Expr, Graph};
use super::lexer::{Kind, Token, tokens};
use super::symbols::{FormulaError, Symbol, Symbols};

/// How deep brackets, signs and powers may be nested.
pub const MAX_DEPTH: usize = 200;

const NOT: u8 = 3;
const COMPARISON: u8 = 4;

/// Reads a formula into the graph.
pub fn parse(graph: &mut Graph, text: &str, symbols: &Symbols) -> Result<Expr, FormulaError> {
    let mut parser = Parser {
        text,
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
        graph,
        symbols,
    };
    let expr = parser.binary(0)?;
    let token = parser.peek();
    match token.kind {
        Kind::End => Ok(expr),
        Kind::Sign(")") => Err(parser.error(token, "`)` closes nothing", "remove it, or add a `(`")),
        Kind::Name(_) | Kind::Number(_) | Kind::Sign("(") => {
            let what = format!("expected an operator, found {}", describe(token.kind));
            Err(parser.error(token, &what, "to multiply write `*`"))
        }
        Kind::Sign(_) => {
            let what = format!("expected an operator or the end, found {}", describe(token.kind));
            Err(parser.error(token, &what, ""))
        }
    }
}

/// Every name that a formula uses, with its place in bytes; function names too.
pub(crate) fn names(text: &str) -> Result<Vec<(&str, usize)>, FormulaError> {
    let all = tokens(text)?.into_iter();
    let named = all.filter_map(|token| match token.kind {
        Kind::Name(name) => Some((name, token.offset)),
        _ => None,
    });
    Ok(named.collect())
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: usize,
    graph: &'a mut Graph,
    symbols: &'a Symbols,
}

fn describe(kind: Kind) -> String {
    match kind {
        Kind::Number(x) => format!("`{x}`"),
        Kind::Name(name) => format!("`{name}`"),
        Kind::Sign(sign) => format!("`{sign}`"),
        Kind::End => "the end".to_owned(),
    }
}

/// Precedence of a binary operator.
fn precedence(kind: Kind) -> Option<u8> {
    Some(match kind {
        Kind::Name("or") => 1,
        Kind::Name("and") => 2,
        Kind::Sign("<" | "<=" | ">" | ">=" | "==" | "!=") => COMPARISON,
        Kind::Sign("+" | "-") => 5,
        Kind::Sign("*" | "/") => 6,
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Token<'a> {
        let end = Token {
            kind: Kind::End,
            offset: self.text.len(),
        };
        self.tokens.get(self.at).copied().unwrap_or(end)
    }

    fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn accept(&mut self, sign: &'static str) -> bool {
        let found = self.peek().kind == Kind::Sign(sign);
        self.at += usize::from(found);
        found
    }

    fn error(&self, token: Token, what: &str, remedy: &str) -> FormulaError {
        FormulaError::new(self.text, token.offset, what, remedy)
    }

    /// Operands joined by operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Result<Expr, FormulaError> {
        let mut left = self.prefix()?;
        loop {
            let operator = self.peek();
            let Some(level) = precedence(operator.kind).filter(|level| *level >= least) else {
                return Ok(left);
            };
            self.at += 1;
            if level == 6 && self.peek().kind == Kind::Sign("*") {
                return Err(self.error(operator, "unexpected `**`", "powers are written `^`"));
            }
            let right = self.binary(level + 1)?;
            left = self.join(operator.kind, left, right);
            let after = self.peek();
            if level == COMPARISON && precedence(after.kind) == Some(COMPARISON) {
                let remedy = "write `a < b and b < c`";
                return Err(self.error(after, "comparisons cannot be chained", remedy));
            }
        }
    }

    fn join(&mut self, operator: Kind, a: Expr, b: Expr) -> Expr {
        let (op, a, b) = match operator {
            Kind::Name("or") => (Binary::Or, a, b),
            Kind::Name("and") => (Binary::And, a, b),
            Kind::Sign("<") => (Binary::Less, a, b),
            Kind::Sign("<=") => (Binary::LessEqual, a, b),
            Kind::Sign(">") => (Binary::Less, b, a),
            Kind::Sign(">=") => (Binary::LessEqual, b, a),
            Kind::Sign("==") => (Binary::Equal, a, b),
            Kind::Sign("!=") => (Binary::NotEqual, a, b),
            Kind::Sign("+") => (Binary::Add, a, b),
            Kind::Sign("-") => (Binary::Sub, a, b),
            Kind::Sign("*") => (Binary::Mul, a, b),
            _ => (Binary::Div, a, b),
        };
        self.graph.binary(op, a, b)
    }

    fn prefix(&mut self) -> Result<Expr, FormulaError> {
        if self.depth >= MAX_DEPTH {
            let what = format!("more than {MAX_DEPTH} nested brackets, signs or powers");
            let remedy = "give parts of the formula a name among the constants, or write it flatter";
            return Err(self.error(self.peek(), &what, remedy));
        }
        self.depth += 1;
        let expr = if self.accept("-") {
            let operand = self.prefix()?;
            self.graph.neg(operand)
        } else if self.accept("+") {
            self.prefix()?
        } else if self.peek().kind == Kind::Name("not") {
            self.at += 1;
            let operand = self.binary(NOT + 1)?;
            self.graph.unary(Unary::Not, operand)
        } else {
            self.power()?
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn power(&mut self) -> Result<Expr, FormulaError> {
        let base = self.primary()?;
        if !self.accept("^") {
            return Ok(base);
        }
        let exponent = self.prefix()?;
        Ok(self.graph.binary(Binary::Pow, base, exponent))
    }

    fn primary(&mut self) -> Result<Expr, FormulaError> {
        let token = self.next();
        match token.kind {
            Kind::Number(value) => Ok(self.graph.constant(value)),
            Kind::Sign("(") => {
                let inner = self.binary(0)?;
                self.close(token)?;
                Ok(inner)
            }
            Kind::Name(name) if self.accept("(") => self.call(token, name),
            Kind::Name(name) if !matches!(name, "and" | "or" | "not") => self.name(token, name),
            Kind::End => Err(self.error(
                token,
                "the formula ends",
                "expected a number, a name or `(` there",
            )),
            other => {
                let what = format!("expected a number, a name or `(`, found {}", describe(other));
                Err(self.error(token, &what, ""))
            }
        }
    }

    fn close(&mut self, open: Token) -> Result<(), FormulaError> {
        if self.accept(")") {
            return Ok(());
        }
        let token = self.peek();
        let what = format!("expected `)`, found {}", describe(token.kind));
        let column = self.text.get(..open.offset).map_or(0, |s| s.chars().count()) + 1;
        Err(self.error(token, &what, &format!("the `(` at character {column} is open")))
    }

    fn name(&mut self, token: Token, name: &str) -> Result<Expr, FormulaError> {
        match self.symbols.get(name) {
            Some(Symbol::Constant(value)) => Ok(self.graph.constant(value)),
            Some(Symbol::Variable(index)) => Ok(self.graph.variable(index)),
            Some(Symbol::Forbidden(remedy)) => {
                let what = format!("`{name}` cannot be used here,");
                Err(self.error(token, &what, remedy))
            }
            None if function(name).is_some() => {
                let what = format!("`{name}` is a function and has no argument,");
                Err(self.error(token, &what, &format!("write {name}(…)")))
            }
            None => Err(self.unknown(token, name, false)),
        }
    }

    fn unknown(&self, token: Token, name: &str, called: bool) -> FormulaError {
        let what = format!("unknown {} `{name}`", if called { "function" } else { "name" });
        let remedy = match (name.strip_suffix('\''), self.symbols.nearest(name, called)) {
            (Some(base), _) if matches!(self.symbols.get(base), Some(Symbol::Constant(_))) => {
                format!("`{base}` is a constant and has no velocity")
            }
            (_, Some(near)) => format!("did you mean `{near}`?"),
            _ if called => "see the list of functions".to_owned(),
            _ => "add it to the constants, or name a coordinate".to_owned(),
        };
        FormulaError {
            unknown: (!called).then(|| name.to_owned()),
            ..self.error(token, &what, &remedy)
        }
    }

    fn call(&mut self, token: Token, name: &str) -> Result<Expr, FormulaError> {
        let Some(callee) = function(name) else {
            if self.symbols.get(name).is_some() {
                let what = format!("`{name}` is not a function");
                return Err(self.error(token, &what, &format!("to multiply write {name}*(…)")));
            }
            return Err(self.unknown(token, name, true));
        };
        let mut arguments = Vec::new();
        if !self.accept(")") {
            arguments.push(self.binary(0)?);
            while self.accept(",") {
                arguments.push(self.binary(0)?);
            }
            self.close(token)?;
        }
        let graph = &mut *self.graph;
        let asked = match (callee, arguments.as_slice()) {
            (Call::Unary(op), &[a]) => return Ok(graph.unary(op, a)),
            (Call::Binary(op), &[a, b]) => return Ok(graph.binary(op, a, b)),
            (Call::Fold(op), &[first, ref rest @ ..]) if !rest.is_empty() => {
                return Ok(rest.iter().fold(first, |a, b| graph.binary(op, a, *b)));
            }
            (Call::If, &[condition, a, b]) => return Ok(graph.choose(condition, a, b)),
            (Call::Unary(_), _) => "one argument",
            (Call::Binary(_), _) => "two arguments",
            (Call::Fold(_), _) => "two arguments or more",
            (Call::If, _) => "three arguments: if(condition, then, else)",
        };
        let what = format!("`{name}` has {} argument(s),", arguments.len());
        Err(self.error(token, &what, &format!("it takes {asked}")))
    }
}
