//! XML as a tree of elements that know where they were written, and what was left out of it.

use drystone_dynamics::geometry::DVec3;
use drystone_io::scene::SceneError;
use std::collections::BTreeMap;
use std::rc::Rc;

mod size;

/// Elements that may stand inside each other.
const DEEPEST: usize = 200;

/// An element and where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    pub(crate) place: Place,
}

/// File, line and column, both from 1.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) file: Rc<str>,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Place {
    pub(crate) fn error(&self, message: impl Into<String>) -> SceneError {
        SceneError {
            file: self.file.to_string(),
            line: self.line,
            column: self.column,
            key: String::new(),
            message: message.into(),
            excerpt: String::new(),
        }
    }
}

/// The element at the top of a text. Messages about a file that is not the user's `own` do not show what is
/// in it.
pub(crate) fn parse(text: &str, file: &str, own: bool) -> Result<Element, SceneError> {
    let file: Rc<str> = Rc::from(file);
    if let Some((line, message)) = size::excess(text) {
        let place = Place {
            file: Rc::clone(&file),
            line,
            column: 1,
        };
        return Err(place.error(message));
    }
    let document = roxmltree::Document::parse(text).map_err(|error| {
        let at = error.pos();
        let place = Place {
            file: Rc::clone(&file),
            line: at.row as usize,
            column: at.col as usize,
        };
        if own {
            place.error(format!("not XML: {error}"))
        } else {
            place.error("not XML; asked: a well-formed file, check it with a tool for XML")
        }
    })?;
    // Counted once: the parser would count from the beginning for every element.
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(i, _)| i + 1))
        .collect();
    let place = |byte: usize| {
        let line = starts.partition_point(|start| *start <= byte);
        let start = starts[line - 1];
        Place {
            file: Rc::clone(&file),
            line,
            column: text
                .get(start..byte)
                .map_or(1, |before| before.chars().count() + 1),
        }
    };
    convert(document.root_element(), &place, 0)
}

fn convert(
    node: roxmltree::Node<'_, '_>,
    place: &dyn Fn(usize) -> Place,
    depth: usize,
) -> Result<Element, SceneError> {
    let here = place(node.range().start);
    if depth > DEEPEST {
        return Err(here.error(format!(
            "more than {DEEPEST} elements inside each other; flatten the file"
        )));
    }
    let children = node.children().filter(roxmltree::Node::is_element);
    Ok(Element {
        name: node.tag_name().name().to_owned(),
        attributes: node
            .attributes()
            .map(|a| (a.name().to_owned(), a.value().to_owned()))
            .collect(),
        children: children
            .map(|child| convert(child, place, depth + 1))
            .collect::<Result<_, _>>()?,
        place: here,
    })
}

impl Element {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.trim())
    }

    pub(crate) fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    pub(crate) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// An error at this element, which is named.
    pub(crate) fn error(&self, message: impl AsRef<str>) -> SceneError {
        let name = self
            .get("name")
            .map_or_else(String::new, |name| format!(" name=\"{name}\""));
        self.place
            .error(format!("<{}{name}>: {}", self.name, message.as_ref()))
    }

    /// An attribute that must be there.
    pub(crate) fn asked(&self, name: &str) -> Result<&str, SceneError> {
        let found = self.get(name).filter(|value| !value.is_empty());
        found.ok_or_else(|| self.error(format!("missing; asked: the attribute `{name}`")))
    }

    /// All numbers of an attribute.
    pub(crate) fn numbers(&self, name: &str) -> Result<Option<Vec<f64>>, SceneError> {
        let Some(text) = self.get(name) else {
            return Ok(None);
        };
        let number = |word: &str| {
            let number = word.parse::<f64>().ok().filter(|x| x.is_finite());
            number.ok_or_else(|| self.error(format!("`{name}`: found `{word}`, asked: a finite number")))
        };
        text.split_whitespace()
            .map(number)
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// So many numbers.
    pub(crate) fn exactly<const N: usize>(&self, name: &str) -> Result<Option<[f64; N]>, SceneError> {
        let Some(numbers) = self.numbers(name)? else {
            return Ok(None);
        };
        let found = numbers.len();
        let message = || self.error(format!("`{name}`: found {found} numbers, asked: {N}"));
        numbers.try_into().map(Some).map_err(|_| message())
    }

    pub(crate) fn number(&self, name: &str) -> Result<Option<f64>, SceneError> {
        Ok(self.exactly::<1>(name)?.map(|[x]| x))
    }

    pub(crate) fn vector(&self, name: &str) -> Result<Option<DVec3>, SceneError> {
        Ok(self.exactly::<3>(name)?.map(DVec3::from))
    }

    /// A number greater than 0 that must be there.
    pub(crate) fn positive(&self, name: &str) -> Result<f64, SceneError> {
        self.asked(name)?;
        match self.number(name)? {
            Some(x) if x > 0.0 => Ok(x),
            other => {
                let found = other.unwrap_or(f64::NAN);
                Err(self.error(format!("`{name}`: found {found}, asked: a number greater than 0")))
            }
        }
    }

    /// `true` or `false`; anything else is neither.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        }
    }
}

/// What the user must know: each thing once, with how often and where it was met first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    order: Vec<String>,
    met: BTreeMap<String, (usize, usize)>,
}

impl Notes {
    /// A thing met at an element.
    pub(crate) fn say(&mut self, at: &Element, what: impl Into<String>) {
        let what = what.into();
        if let Some(met) = self.met.get_mut(&what) {
            met.0 += 1;
            return;
        }
        self.order.push(what.clone());
        self.met.insert(what, (1, at.place.line));
    }

    /// A thing that stands nowhere.
    pub(crate) fn add(&mut self, what: impl Into<String>) {
        let what = what.into();
        if self.met.insert(what.clone(), (1, 0)).is_none() {
            self.order.push(what);
        }
    }

    /// Attributes that nothing is made of, and children likewise. `known` and `quiet` are attributes and
    /// `<elements>`.
    pub(crate) fn rest(&mut self, element: &Element, known: &[&str]) {
        for (name, _) in &element.attributes {
            if !known.contains(&name.as_str()) {
                self.say(element, format!("ignored: `{name}` of <{}>", element.name));
            }
        }
        for child in &element.children {
            if !known.contains(&format!("<{}>", child.name).as_str()) {
                self.say(child, format!("ignored: <{}> in <{}>", child.name, element.name));
            }
        }
    }

    /// A line for each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let line = |what: &String| match self.met.get(what) {
            Some((1, line)) if *line > 0 => format!("{what} (line {line})"),
            Some((times, line)) if *line > 0 => format!("{what} ({times} times, first in line {line})"),
            _ => what.clone(),
        };
        self.order.iter().map(line).collect()
    }
}
