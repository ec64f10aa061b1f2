//! The law of a pair of bodies.
//!
//! Bodies that the same patterns match form a class; a pair finds its law in a table of classes, whatever the
//! number of bodies. The last entry that matches wins; a pair that none matches touches without friction and
//! rebound.

use super::description::{BodyDescription, PairLaw, WorldDescription};
use crate::contact::{Friction, Restitution};
use crate::geometry::DVec3;

/// The law of a pair.
#[derive(Clone, Debug)]
pub(super) struct LawOfPair {
    pub(super) friction: Friction,
    pub(super) restitution: Restitution,
    /// Elliptic friction: which of the two bodies carries the axis, and the axis in its axes.
    pub(super) axis: Option<(usize, DVec3)>,
}

/// Laws by classes of bodies: bodies that the same patterns match have the same laws.
pub(super) struct PairLaws {
    class_of: Vec<u32>,
    classes: usize,
    /// Which law a pair of classes has.
    table: Vec<u32>,
    list: Vec<LawOfPair>,
}

impl PairLaws {
    pub(super) fn new(world: &WorldDescription) -> Self {
        let matches = |body: &BodyDescription| -> Vec<bool> {
            let one = |law: &PairLaw| law.between.clone().map(|pattern| fits(&pattern, &body.name));
            let axis = |law: &PairLaw| law.axis.as_ref().is_some_and(|(name, _)| *name == body.name);
            world
                .laws
                .iter()
                .flat_map(|law| [one(law)[0], one(law)[1], axis(law)])
                .collect()
        };
        let mut seen: Vec<Vec<bool>> = Vec::new();
        let mut class_of = Vec::with_capacity(world.bodies.len());
        for body in &world.bodies {
            let found = matches(body);
            let class = seen.iter().position(|other| *other == found).unwrap_or_else(|| {
                seen.push(found);
                seen.len() - 1
            });
            #[expect(clippy::cast_possible_truncation, reason = "fewer classes than bodies")]
            class_of.push(class as u32);
        }
        let smooth = PairLaw::default();
        let mut list = vec![LawOfPair {
            friction: smooth.friction,
            restitution: smooth.restitution,
            axis: None,
        }];
        let classes = seen.len();
        let mut table = vec![0; classes * classes];
        for (k, law) in world.laws.iter().enumerate() {
            for i in 0..classes {
                for j in 0..classes {
                    let is = |class: usize, what: usize| seen[class][3 * k + what];
                    if is(i, 0) && is(j, 1) || is(i, 1) && is(j, 0) {
                        let axis = law.axis.as_ref().map(|(_, axis)| (usize::from(!is(i, 2)), *axis));
                        #[expect(clippy::cast_possible_truncation, reason = "few laws")]
                        {
                            table[i * classes + j] = list.len() as u32;
                        }
                        list.push(LawOfPair {
                            friction: law.friction.clone(),
                            restitution: law.restitution,
                            axis,
                        });
                    }
                }
            }
        }
        PairLaws {
            class_of,
            classes,
            table,
            list,
        }
    }

    pub(super) fn of(&self, a: usize, b: usize) -> &LawOfPair {
        let (i, j) = (self.class_of[a] as usize, self.class_of[b] as usize);
        &self.list[self.table[i * self.classes + j] as usize]
    }
}

/// Whether a pattern (`*`, `stone*`, a name) fits a name.
fn fits(pattern: &str, name: &str) -> bool {
    pattern
        .strip_suffix('*')
        .map_or(pattern == name, |start| name.starts_with(start))
}
