//! The functions and operators of formulas: names and values.

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are those of the functions")]
pub enum Unary {
    Neg,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Ln,
    Log10,
    Log2,
    Sqrt,
    Cbrt,
    Abs,
    Sign,
    Floor,
    Ceil,
    Round,
    Step,
    Not,
}

/// A function of two numbers. Comparisons and logic give 0, 1, or NaN where an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are those of the functions")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Atan2,
    Hypot,
    Mod,
    Min,
    Max,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    And,
    Or,
}

impl Unary {
    /// The value at x. sign(0) is 0, step(0) is 1; halves round away from 0.
    #[inline]
    pub fn apply(self, x: f64) -> f64 {
        match self {
            Unary::Neg => -x,
            Unary::Sin => x.sin(),
            Unary::Cos => x.cos(),
            Unary::Tan => x.tan(),
            Unary::Asin => x.asin(),
            Unary::Acos => x.acos(),
            Unary::Atan => x.atan(),
            Unary::Sinh => x.sinh(),
            Unary::Cosh => x.cosh(),
            Unary::Tanh => x.tanh(),
            Unary::Exp => x.exp(),
            Unary::Ln => x.ln(),
            Unary::Log10 => x.log10(),
            Unary::Log2 => x.log2(),
            Unary::Sqrt => x.sqrt(),
            Unary::Cbrt => x.cbrt(),
            Unary::Abs => x.abs(),
            Unary::Sign if x == 0.0 => 0.0,
            Unary::Sign => x.signum(),
            Unary::Floor => x.floor(),
            Unary::Ceil => x.ceil(),
            Unary::Round => x.round(),
            Unary::Step => truth(x >= 0.0, x, 0.0),
            Unary::Not => truth(x == 0.0, x, 0.0),
        }
    }
}

impl Binary {
    /// The value at (x, y). mod(x, y) = x − y floor(x/y) has the sign of y.
    #[inline]
    pub fn apply(self, x: f64, y: f64) -> f64 {
        match self {
            Binary::Add => x + y,
            Binary::Sub => x - y,
            Binary::Mul => x * y,
            Binary::Div => x / y,
            Binary::Pow => x.powf(y),
            Binary::Atan2 => x.atan2(y),
            Binary::Hypot => x.hypot(y),
            Binary::Mod => x - y * (x / y).floor(),
            Binary::Min if x <= y || x.is_nan() => x,
            Binary::Max if x >= y || x.is_nan() => x,
            Binary::Min | Binary::Max => y,
            Binary::Less => truth(x < y, x, y),
            Binary::LessEqual => truth(x <= y, x, y),
            Binary::Equal => truth(x == y, x, y),
            Binary::NotEqual => truth(x != y, x, y),
            Binary::And => truth(x != 0.0 && y != 0.0, x, y),
            Binary::Or => truth(x != 0.0 || y != 0.0, x, y),
        }
    }
}

/// `a` where the condition is true, else `b`; NaN where it is NaN.
#[inline]
pub(crate) fn choose(condition: f64, a: f64, b: f64) -> f64 {
    if condition.is_nan() {
        condition
    } else if condition != 0.0 {
        a
    } else {
        b
    }
}

#[inline]
fn truth(condition: bool, x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        f64::NAN
    } else {
        f64::from(u8::from(condition))
    }
}

/// xⁿ by repeated squaring: what the tape computes.
pub(crate) fn integer_power(x: f64, n: u32) -> f64 {
    let (mut result, mut square, mut n) = (1.0, x, n);
    while n > 0 {
        if n % 2 == 1 {
            result *= square;
        }
        square *= square;
        n /= 2;
    }
    result
}

/// What a function name calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    Unary(Unary),
    Binary(Binary),
    /// Two arguments or more.
    Fold(Binary),
    If,
}

/// Every function by name.
pub(crate) const FUNCTIONS: &[(&str, Call)] = &[
    ("sin", Call::Unary(Unary::Sin)),
    ("cos", Call::Unary(Unary::Cos)),
    ("tan", Call::Unary(Unary::Tan)),
    ("asin", Call::Unary(Unary::Asin)),
    ("acos", Call::Unary(Unary::Acos)),
    ("atan", Call::Unary(Unary::Atan)),
    ("sinh", Call::Unary(Unary::Sinh)),
    ("cosh", Call::Unary(Unary::Cosh)),
    ("tanh", Call::Unary(Unary::Tanh)),
    ("exp", Call::Unary(Unary::Exp)),
    ("ln", Call::Unary(Unary::Ln)),
    ("log", Call::Unary(Unary::Ln)),
    ("log10", Call::Unary(Unary::Log10)),
    ("log2", Call::Unary(Unary::Log2)),
    ("sqrt", Call::Unary(Unary::Sqrt)),
    ("cbrt", Call::Unary(Unary::Cbrt)),
    ("abs", Call::Unary(Unary::Abs)),
    ("sign", Call::Unary(Unary::Sign)),
    ("floor", Call::Unary(Unary::Floor)),
    ("ceil", Call::Unary(Unary::Ceil)),
    ("round", Call::Unary(Unary::Round)),
    ("step", Call::Unary(Unary::Step)),
    ("heaviside", Call::Unary(Unary::Step)),
    ("atan2", Call::Binary(Binary::Atan2)),
    ("mod", Call::Binary(Binary::Mod)),
    ("pow", Call::Binary(Binary::Pow)),
    ("hypot", Call::Fold(Binary::Hypot)),
    ("min", Call::Fold(Binary::Min)),
    ("max", Call::Fold(Binary::Max)),
    ("if", Call::If),
];

pub(crate) fn function(name: &str) -> Option<Call> {
    FUNCTIONS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, call)| *call)
}

/// Whether a name means something in every formula, so that nothing else may have it.
pub fn is_reserved(name: &str) -> bool {
    function(name).is_some() || matches!(name, "and" | "or" | "not" | "pi" | "π" | "t")
}
