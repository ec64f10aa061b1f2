//! The tree that the joints of a URDF make of its links.

use crate::xml::Element;
use drystone_io::scene::SceneError;
use std::collections::BTreeMap;

/// A macro of xacro, if there is one.
pub(crate) fn find_xacro(element: &Element) -> Option<&Element> {
    const WORDS: [&str; 6] = ["macro", "property", "include", "arg", "if", "unless"];
    let here = element
        .children
        .iter()
        .find(|child| WORDS.contains(&child.name.as_str()));
    here.or_else(|| {
        let formula = |e: &&Element| e.attributes.iter().any(|(_, value)| value.contains("${"));
        element.children.iter().find(formula)
    })
}

/// The link above a joint.
pub(crate) fn parent(joint: &Element) -> Result<&str, SceneError> {
    let element = joint.child("parent");
    element
        .ok_or_else(|| joint.error("missing; asked: <parent link=\"..\"/>"))?
        .asked("link")
}

/// Links by name, and the joint above each.
pub(crate) struct Tree<'a> {
    pub(crate) links: BTreeMap<&'a str, &'a Element>,
    above: BTreeMap<&'a str, &'a Element>,
    below: BTreeMap<&'a str, Vec<(&'a str, &'a Element)>>,
}

impl<'a> Tree<'a> {
    pub(crate) fn of(root: &'a Element) -> Result<Self, SceneError> {
        let mut tree = Tree {
            links: BTreeMap::new(),
            above: BTreeMap::new(),
            below: BTreeMap::new(),
        };
        for link in root.named("link") {
            if tree.links.insert(link.asked("name")?, link).is_some() {
                return Err(link.error("a link of that name stands above; rename one"));
            }
        }
        if tree.links.is_empty() {
            return Err(root.error("no <link>; asked: at least one"));
        }
        for joint in root.named("joint") {
            joint.asked("name")?;
            let child = joint.child("child");
            let child = child
                .ok_or_else(|| joint.error("missing; asked: <child link=\"..\"/>"))?
                .asked("link")?;
            let parent = parent(joint)?;
            for name in [parent, child] {
                if !tree.links.contains_key(name) {
                    let known: Vec<&str> = tree.links.keys().copied().collect();
                    let remedy = drystone_io::scene::suggestion(name, &known);
                    return Err(joint.error(format!("no link is named `{name}`{remedy}")));
                }
            }
            if tree.above.insert(child, joint).is_some() {
                let message = format!(
                    "link `{child}` has two joints above it; a URDF is a tree: close the loop by a [joint.NAME] in the scene"
                );
                return Err(joint.error(message));
            }
            tree.below.entry(parent).or_default().push((child, joint));
        }
        Ok(tree)
    }

    /// Links from the root on, each with the joint above it.
    pub(crate) fn order(&self, root: &Element) -> Result<Vec<(&'a str, Option<&'a Element>)>, SceneError> {
        let mut tops = self
            .links
            .iter()
            .filter(|(name, _)| !self.above.contains_key(*name));
        let Some((top, _)) = tops.next() else {
            return Err(root.error("every link has a joint above it: the joints make a circle; remove one"));
        };
        if let Some((other, link)) = tops.next() {
            let message =
                format!("`{top}` and `{other}` have no joint above them, asked: one root; join one of them");
            return Err(link.error(message));
        }
        let mut order = vec![(*top, None)];
        let mut next = 0;
        while let Some((name, _)) = order.get(next).copied() {
            next += 1;
            let children = self.below.get(name).into_iter().flatten();
            order.extend(children.map(|(child, joint)| (*child, Some(*joint))));
        }
        if order.len() < self.links.len() {
            let reached = |name: &str| order.iter().any(|(n, _)| *n == name);
            let lost = self.above.iter().find(|(name, _)| !reached(name));
            let at = lost.map_or(root, |(_, joint)| joint);
            return Err(at.error(format!(
                "it belongs to a circle of joints that `{top}` does not reach; remove one of them"
            )));
        }
        Ok(order)
    }
}
