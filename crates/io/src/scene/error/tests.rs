//! Tests of the module above.

use super::byte_in_token;

#[test]
fn characters_of_a_string_are_found_in_its_token() {
    let cases = [
        (r#""x + y""#, 4, 5),
        (r"'x + y'", 4, 5),
        ("\"\"\"\nx + y\"\"\"", 4, 8),
        ("\"\"\"x \\\n   + y\"\"\"", 2, 10),
        (r#""\u0078 + y""#, 4, 10),
        (r#""é + y""#, 4, 6),
        (r#""ab""#, 99, 3),
        ("1.5", 2, 0),
    ];
    for (token, offset, byte) in cases {
        assert_eq!(byte_in_token(token, offset), byte, "{token} {offset}");
    }
}
