//! What a key of a scene file is: its name, what it takes, its default, its unit.
//!
//! The tables of keys stand in the modules below, laid out by hand: one line for a key where it fits.

#[rustfmt::skip]
pub mod acting;
#[rustfmt::skip]
pub mod bodies;
#[rustfmt::skip]
pub mod fills;
#[rustfmt::skip]
pub(crate) mod laws;
#[rustfmt::skip]
pub mod table;
#[rustfmt::skip]
pub(crate) mod verify;

/// Which numbers a key takes. Infinities and NaN never pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Any finite number.
    Any,
    /// Greater than 0.
    Positive,
    /// 0 or greater.
    NonNegative,
    /// From 0 to 1.
    Unit,
    /// From −1 to 1.
    Signed,
}

impl Range {
    /// Whether a number is in the range.
    pub fn holds(self, x: f64) -> bool {
        x.is_finite()
            && match self {
                Range::Any => true,
                Range::Positive => x > 0.0,
                Range::NonNegative => x >= 0.0,
                Range::Unit => (0.0..=1.0).contains(&x),
                Range::Signed => (-1.0..=1.0).contains(&x),
            }
    }

    /// The range in words, after "asked: ".
    pub fn words(self) -> &'static str {
        match self {
            Range::Any => "a finite number",
            Range::Positive => "a number greater than 0",
            Range::NonNegative => "a number of at least 0",
            Range::Unit => "a number from 0 to 1",
            Range::Signed => "a number from -1 to 1",
        }
    }
}

/// What a key takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Free text.
    Text,
    /// `true` or `false`.
    Bool,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number from the first to the second.
    Integer(i64, i64),
    /// A number, or a formula of the parameters.
    Number(Range),
    /// A number, or a formula of everything that is known by name where the key stands.
    Scalar(Range),
    /// A formula; a number is one.
    Formula,
    /// One formula, or a list of up to so many.
    Formulas(usize),
    /// A list of different names.
    Names,
    /// A list of numbers or formulas of the parameters.
    Numbers,
    /// A list of so many numbers or formulas; any count at 0.
    Scalars(usize),
    /// A list of points `[speed, value]`, both numbers of at least 0.
    Curve,
    /// A list of rows of numbers or formulas of the parameters.
    Matrix,
    /// A list of row numbers, from 0.
    Rows,
    /// A table of numbers or formulas, under names the user chooses.
    Values,
    /// A table with these keys.
    Table(&'static [Key]),
    /// A table of tables with these keys, under names the user chooses.
    Named(&'static [Key]),
    /// A number in a range, or a table of one of several forms.
    Law(Range, &'static [Form]),
    /// A method: its name, or `{ NAME = { option = value } }`.
    Method(fn() -> Vec<&'static str>),
    /// A list of tables with these keys.
    Tables(&'static [Key]),
    /// A table of overrides: parameters by name, keys by dotted path.
    Overrides,
    /// A list of so many to so many numbers in a range, or formulas of the parameters.
    Vector(Range, usize, usize),
    /// Two names in quotes; they may be equal.
    Pair,
    /// A list, each entry of this kind.
    Each(&'static Kind),
    /// One of these kinds, told apart by what is there: a number, a text, a list, a list of lists, a table.
    Either(&'static [Kind]),
    /// A table of one of several forms.
    Forms(&'static [Form]),
}

/// One form of a law or shape: the table is of this form if it has the first key.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// What the form means.
    pub about: &'static str,
    /// Its keys, the one that tells it from the others first.
    pub keys: &'static [Key],
}

/// One key of a scene file.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Whether a table without it is refused.
    pub required: bool,
    /// Its value where it is absent, as TOML; empty if there is none.
    pub default: &'static str,
    /// Unit, empty for pure numbers and texts.
    pub unit: &'static str,
    /// One sentence.
    pub about: &'static str,
}

/// A key that must be there.
pub(crate) const fn required(name: &'static str, kind: Kind, unit: &'static str, about: &'static str) -> Key {
    let key = optional(name, kind, "", unit, about);
    Key {
        required: true,
        ..key
    }
}

/// A key that may be absent.
pub(crate) const fn optional(
    name: &'static str,
    kind: Kind,
    default: &'static str,
    unit: &'static str,
    about: &'static str,
) -> Key {
    Key {
        name,
        kind,
        required: false,
        default,
        unit,
        about,
    }
}

/// A form, its first key the one that tells it from the others.
pub(crate) const fn form(about: &'static str, keys: &'static [Key]) -> Form {
    Form { about, keys }
}

/// A vector of the world: two numbers in the plane, three in space.
pub(crate) const SPACE: Kind = Kind::Vector(Range::Any, 2, 3);
