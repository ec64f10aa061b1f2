//! The root of a function between two places where its signs differ: regula falsi with halved ends.
//!
//! ```text
//! c = b − f_b (b − a) / (f_b − f_a);    an end that stays for the second time: its f is halved
//! ```
//! The Illinois rule; Dowell and Jarratt (1971), BIT 11, order 1.44. Whoever looks for a root asks for the
//! place of the next look, evaluates f there in his own way, hands the value back, and decides himself when
//! to end. Not for double roots, where signs do not differ.

/// Two places between which a root lies, with the values there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bracket {
    /// Place and value of the left end; its value keeps its sign.
    pub left: (f64, f64),
    /// Place and value of the right end; its value has the other sign, or is zero.
    pub right: (f64, f64),
    /// Whether the end that was moved last is the right one.
    moved_right: Option<bool>,
}

impl Bracket {
    /// Between two places with their values.
    pub fn new(left: (f64, f64), right: (f64, f64)) -> Self {
        Bracket {
            left,
            right,
            moved_right: None,
        }
    }

    /// From the left to the right end; negative where the right end is the smaller place.
    pub fn width(&self) -> f64 {
        self.right.0 - self.left.0
    }

    /// Where to look next.
    pub fn next(&self) -> f64 {
        let ((_, fa), (b, fb)) = (self.left, self.right);
        b - fb * self.width() / (fb - fa)
    }

    /// Where to look next, at least this share of the width away from both ends.
    pub fn next_inside(&self, share: f64) -> f64 {
        let width = self.width();
        self.next()
            .clamp(self.left.0 + share * width, self.right.0 - share * width)
    }

    /// Takes the value at a place between: the left end moves where the value has its sign, else the right
    /// end. Whether it was the right end.
    pub fn take(&mut self, place: f64, value: f64) -> bool {
        let is_right = !(value * self.left.1.signum() > 0.0);
        let (end, other) = if is_right {
            (&mut self.right, &mut self.left)
        } else {
            (&mut self.left, &mut self.right)
        };
        *end = (place, value);
        if self.moved_right == Some(is_right) {
            other.1 *= 0.5;
        }
        self.moved_right = Some(is_right);
        is_right
    }
}

#[cfg(test)]
mod tests;
