//! Pairs that no `[[contact]]` matches, in a scene that has some: mostly a name that was forgotten.

use drystone_dynamics::models::bodies::description::{BodyDescription, Motion, WorldDescription};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of two classes that are looked at before they count as kept apart.
const MOST: usize = 1000;

/// Two bodies that may touch and have no law.
pub(super) fn missing_law(world: &WorldDescription, apart: &BTreeSet<[usize; 2]>) -> Option<[usize; 2]> {
    // Bodies that the same patterns match have the same laws.
    let mut classes: BTreeMap<Vec<bool>, Vec<usize>> = BTreeMap::new();
    for (i, body) in world
        .bodies
        .iter()
        .enumerate()
        .filter(|(_, body)| !body.shapes.is_empty())
    {
        classes.entry(matches(world, body)).or_default().push(i);
    }
    let free = |i: usize| matches!(world.bodies[i].motion, Motion::Free);
    let mut first: Option<[usize; 2]> = None;
    for (one, a) in &classes {
        for (two, b) in &classes {
            let law = |k: usize| (one[2 * k] && two[2 * k + 1]) || (one[2 * k + 1] && two[2 * k]);
            if (0..world.laws.len()).any(law) {
                continue;
            }
            let pairs = a.iter().flat_map(|i| b.iter().map(move |j| [*i, *j])).take(MOST);
            let mut open =
                pairs.filter(|[i, j]| i < j && (free(*i) || free(*j)) && !apart.contains(&[*i, *j]));
            first = first.into_iter().chain(open.next()).min();
        }
    }
    first
}

/// Which side of which entry a body matches.
fn matches(world: &WorldDescription, body: &BodyDescription) -> Vec<bool> {
    let fits = |pattern: &String| match pattern.strip_suffix('*') {
        Some(prefix) => body.name.starts_with(prefix),
        None => *pattern == body.name,
    };
    world
        .laws
        .iter()
        .flat_map(|law| law.between.each_ref().map(fits))
        .collect()
}
