//! How far two names are from each other: what "did you mean" goes by.
//!
//! The distance is the least number of edits that turn one into the other: a letter inserted, deleted or
//! replaced, two neighbours swapped, no letter edited twice (optimal string alignment). Where a name is near
//! enough to be meant is for the caller to say.

/// Letters of a name that count: long garbage costs no more than this.
const LETTERS: usize = 64;

/// Edits that turn one name into the other: insert, delete, replace, swap neighbours.
pub fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(LETTERS).collect();
    let b: Vec<char> = b.chars().take(LETTERS).collect();
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
    use super::distance;

    #[test]
    fn edits_are_counted() {
        for (a, b, edits) in [
            ("laws", "laws", 0),
            ("laws", "law", 1),
            ("step", "setp", 1),
            ("lower", "lwoer", 1),
            ("kitten", "sitting", 3),
            ("", "abc", 3),
        ] {
            assert_eq!(distance(a, b), edits, "{a} {b}");
            assert_eq!(distance(b, a), edits, "{b} {a}");
        }
    }
}
