//! Tests of the module above.

use super::*;

#[test]
fn base64_of_the_rfc() {
    let pairs = [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foobar", "Zm9vYmFy"),
    ];
    for (plain, coded) in pairs {
        assert_eq!(base64(plain.as_bytes()), coded);
    }
}

#[test]
fn nothing_in_the_bundle_ends_its_element() {
    assert!(!SCRIPT.to_lowercase().contains("</script"));
    assert!(!SCRIPT.contains("<!--"));
    assert!(!STYLE.to_lowercase().contains("</style"));
    for key in ["title", "connect", "style", "data", "script"] {
        assert!(SHELL.contains(&format!("{{{{{key}}}}}")), "{key}");
    }
}

#[test]
fn a_name_cannot_break_out_of_the_page() {
    let page = served("<script>alert(1)</script>");
    assert!(!page.contains("<script>alert"));
}
