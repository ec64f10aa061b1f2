//! The known name nearest to a wrong one.

use drystone_dynamics::names::distance;

/// "; did you mean `x`?" and the known names if they are few; empty where nothing helps.
pub fn suggestion(wrong: &str, known: &[&str]) -> String {
    let guess = nearest(wrong, known).map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
    if known.is_empty() || known.len() > 24 {
        return guess;
    }
    let mark = if guess.is_empty() { ";" } else { "" };
    format!("{guess}{mark} known: {}", known.join(", "))
}

/// The nearest name, if it is near enough to be meant.
pub(crate) fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    let lower = wrong.to_lowercase();
    // Long garbage is near to nothing, and its distance costs its length.
    if lower.chars().count() > 64 {
        return None;
    }
    known
        .iter()
        .map(|name| (distance(&lower, &name.to_lowercase()), *name))
        .filter(|(d, name)| *d <= 1 + name.chars().count().max(lower.len()) / 4)
        .min_by_key(|(d, _)| *d)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_near_and_strangers_are_not() {
        assert_eq!(nearest("frction", &["friction", "fraction_of"]), Some("friction"));
        assert_eq!(nearest("xyzzy", &["friction", "gap"]), None);
    }
}
