//! What a text of XML asks for, counted before it is parsed: one pass over its bytes.
//!
//! The parser compares every attribute of an element with those before it, and hands every namespace down to
//! the elements inside: its time is quadratic in both. So both are bounded, as are the elements inside each
//! other. Text that is not XML may be counted wrongly; the parser stops there.

/// Attributes of one element: no element of URDF or MJCF knows more than 60.
const MOST_ATTRIBUTES: usize = 1000;

/// Declarations of namespaces in a file: robots written by people have a handful.
const MOST_NAMESPACES: usize = 1000;

/// Line, from 1, and what is too much there.
pub(super) fn excess(text: &str) -> Option<(usize, String)> {
    let (mut at, mut depth, mut namespaces) = (0, 0_usize, 0);
    let fault = |at: usize, message: String| {
        let line = text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
        Some((line, message))
    };
    while let Some(found) = text[at..].find('<') {
        let tag = at + found;
        let rest = &text[tag..];
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")];
        if let Some((_, end)) = skipped.iter().find(|(begin, _)| rest.starts_with(begin)) {
            // Where the end is missing the parser has nothing to read either.
            at = tag + 1 + rest[1..].find(end)?;
            continue;
        }
        let (length, attributes, own) = element(rest.as_bytes());
        namespaces += own;
        let empty = rest[..length].ends_with('/');
        if rest.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !empty {
            depth += 1;
        }
        if attributes > MOST_ATTRIBUTES {
            let message = format!("an element has {attributes} attributes, asked: at most {MOST_ATTRIBUTES}");
            return fault(tag, message);
        }
        if namespaces > MOST_NAMESPACES {
            let message = format!("more than {MOST_NAMESPACES} namespaces are declared; remove some");
            return fault(tag, message);
        }
        if depth > super::DEEPEST + 1 {
            let deepest = super::DEEPEST;
            let message = format!("more than {deepest} elements inside each other; flatten the file");
            return fault(tag, message);
        }
        at = tag + length;
    }
    None
}

/// Bytes of a tag up to its `>`, its attributes, and those among them that declare namespaces.
fn element(tag: &[u8]) -> (usize, usize, usize) {
    let (mut quote, mut attributes, mut namespaces) = (None, 0, 0);
    for (i, byte) in tag.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return (i, attributes, namespaces),
            (None, b'"' | b'\'') => quote = Some(*byte),
            (None, b'=') => attributes += 1,
            (None, b'x') if tag[i..].starts_with(b"xmlns") => namespaces += 1,
            (Some(open), _) if *byte == open => quote = None,
            _ => {}
        }
    }
    (tag.len(), attributes, namespaces)
}
