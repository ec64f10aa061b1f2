//! The known name nearest to a wrong one.

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

/// Edits that turn one word into the other: insert, delete, replace, swap neighbours.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn edits_are_counted() {
        assert_eq!(distance("step", "setp"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(nearest("frction", &["friction", "fraction_of"]), Some("friction"));
        assert_eq!(nearest("xyzzy", &["friction", "gap"]), None);
    }
}
