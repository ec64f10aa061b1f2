//! Default classes of MJCF: what an element says where it says nothing.

use super::orientation::TURNS;
use crate::xml::Element;
use drystone_io::scene::{SceneError, suggestion};
use std::collections::BTreeMap;

type Attributes = Vec<(String, String)>;

/// For every class, the attributes of every element.
#[derive(Debug, Default)]
pub(crate) struct Defaults {
    classes: BTreeMap<String, BTreeMap<String, Attributes>>,
    main: String,
}

impl Defaults {
    pub(crate) fn of(root: &Element) -> Result<Self, SceneError> {
        let mut defaults = Defaults {
            main: "main".to_owned(),
            ..Defaults::default()
        };
        for element in root.named("default") {
            if let Some(name) = element.get("class") {
                name.clone_into(&mut defaults.main);
            }
            let name = defaults.main.clone();
            let sofar = defaults.classes.get(&name).cloned().unwrap_or_default();
            defaults.class(element, name, sofar)?;
        }
        Ok(defaults)
    }

    fn class(
        &mut self,
        element: &Element,
        name: String,
        mut own: BTreeMap<String, Attributes>,
    ) -> Result<(), SceneError> {
        for child in element.children.iter().filter(|child| child.name != "default") {
            let above = own.remove(&child.name).unwrap_or_default();
            own.insert(child.name.clone(), merged(&child.attributes, &above));
        }
        self.classes.insert(name, own.clone());
        for child in element.named("default") {
            self.class(child, child.asked("class")?.to_owned(), own.clone())?;
        }
        Ok(())
    }

    /// The element with what its class says besides.
    pub(crate) fn apply(&self, element: &Element, childclass: Option<&str>) -> Result<Element, SceneError> {
        let class = element.get("class").or(childclass).unwrap_or(&self.main);
        let Some(found) = self.classes.get(class) else {
            if class == self.main {
                return Ok(element.clone());
            }
            let known: Vec<&str> = self.classes.keys().map(String::as_str).collect();
            return Err(element.error(format!(
                "no default class is named `{class}`{}",
                suggestion(class, &known)
            )));
        };
        let mut whole = element.clone();
        if let Some(above) = found.get(&element.name) {
            whole.attributes = merged(&whole.attributes, above);
        }
        Ok(whole)
    }
}

/// Attributes, and those of the class above where they are not given; a rotation replaces any other.
fn merged(own: &[(String, String)], above: &[(String, String)]) -> Attributes {
    let has = |name: &str| own.iter().any(|(key, _)| key == name);
    let turned = TURNS.iter().any(|turn| has(turn));
    let mut all = own.to_vec();
    for (name, value) in above {
        if !has(name) && !(turned && TURNS.contains(&name.as_str())) {
            all.push((name.clone(), value.clone()));
        }
    }
    all
}
