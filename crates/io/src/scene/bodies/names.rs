//! The bodies by name, and what is said where a name is wrong.

use super::super::error::SceneError;
use super::super::nearest::suggestion;
use super::part::Part;
use drystone_dynamics::models::bodies::description::BodyDescription;
use std::collections::BTreeMap;

/// The name of the fixed surroundings.
pub(super) const WORLD: &str = "world";

/// The bodies of a world by name.
pub(super) struct Names {
    place: BTreeMap<String, usize>,
    list: Vec<String>,
}

impl Names {
    pub(super) fn of(bodies: &[BodyDescription]) -> Self {
        let list: Vec<String> = bodies.iter().map(|body| body.name.clone()).collect();
        Names {
            place: list.iter().cloned().zip(0..).collect(),
            list,
        }
    }

    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.place.get(name).copied()
    }

    /// The place of the fixed surroundings: after the last body.
    pub(super) fn surroundings(&self) -> usize {
        self.list.len()
    }

    /// A name that no body has.
    pub(super) fn unknown(&self, part: &Part<'_>, key: &str, name: &str) -> SceneError {
        part.wrong(key, self.message(name))
    }

    fn message(&self, name: &str) -> String {
        let known: Vec<&str> = self.list.iter().map(String::as_str).collect();
        format!("no body is named `{name}`{}", suggestion(name, &known))
    }

    /// The two bodies under `between`; the place after the last is that of the surroundings.
    pub(super) fn pair(&self, part: &Part<'_>) -> Result<[usize; 2], SceneError> {
        let mut found = [0; 2];
        for (i, name) in part.texts("between").into_iter().take(2).enumerate() {
            found[i] = match self.index(name) {
                Some(body) => body,
                None if name == WORLD => self.surroundings(),
                None => return Err(part.wrong_entry("between", i, self.message(name))),
            };
        }
        if found[0] == found[1] {
            return Err(part.wrong("between", "found the same body twice, asked: two bodies"));
        }
        Ok(found)
    }

    /// The bodies that a pattern in a list matches, at least one.
    pub(super) fn matching(
        &self,
        part: &Part<'_>,
        key: &str,
        i: usize,
        pattern: &str,
    ) -> Result<Vec<usize>, SceneError> {
        self.all(pattern)
            .map_err(|message| part.wrong_entry(key, i, message))
    }

    /// The bodies that a pattern matches, at least one; what is wrong with it otherwise.
    pub(super) fn all(&self, pattern: &str) -> Result<Vec<usize>, String> {
        let Some(prefix) = pattern.strip_suffix('*') else {
            let found = self.index(pattern).map(|body| vec![body]);
            return found.ok_or_else(|| self.message(pattern));
        };
        let found: Vec<usize> = (0..self.list.len())
            .filter(|body| self.list[*body].starts_with(prefix))
            .collect();
        if found.is_empty() {
            let known: Vec<&str> = self.list.iter().map(String::as_str).collect();
            let message = format!(
                "no body has a name that begins with `{prefix}`{}",
                suggestion(prefix, &known)
            );
            return Err(message);
        }
        Ok(found)
    }
}
