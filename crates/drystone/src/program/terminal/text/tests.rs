//! Tests of the module above.

use super::*;

#[test]
fn nearest_suggests_slips_and_not_strangers() {
    let names = ["gauss-seidel", "newton", "admm"];
    assert_eq!(
        nearest("gaus-seidel", names.iter().copied()),
        Some("gauss-seidel")
    );
    assert_eq!(nearest("Newton", names.iter().copied()), Some("newton"));
    assert_eq!(nearest("xyzzyqwerty", names.iter().copied()), None);
}

#[test]
fn table_aligns_by_characters_and_trims() {
    let mut table = Table::new("<>", &["name", "t"]);
    table.row(vec![("µ".into(), Style::Plain), ("12 µs".into(), Style::Good)]);
    assert_eq!(table.render(1, false), " name      t\n µ     12 µs\n");
}

#[test]
fn seconds_choose_their_unit() {
    assert_eq!(seconds(1.5e-5), "15 µs");
    assert_eq!(seconds(0.0123), "12.3 ms");
    assert_eq!(seconds(3.0), "3.00 s");
}
