//! A loose heap by ballistic deposition: bodies fall straight down, one after the other, and stay where they
//! first touch.
//!
//! ```text
//! height of centre = max( r,  max over others  z + √((r + r')² − d²) ),
//!                             d the horizontal distance, if d < r + r'
//! ```
//! Balls and discs touch exactly; other bodies are laid by the spheres around them. No body overlaps another.
//! A heap is no state of rest: it settles once it is simulated.

use super::fill::Template;
use super::part::Part;
use super::patterns::{Random, Stone, at, scale};
use drystone_dynamics::geometry::DVec3;
use std::collections::BTreeMap;

/// The bodies of a heap, in the order in which they fell.
pub(super) fn heap(
    pattern: &Part<'_>,
    template: &Template,
    (origin, spread): (DVec3, f64),
    random: &mut Random,
) -> Vec<Stone> {
    let Some(table) = pattern.sub("heap") else {
        return Vec::new();
    };
    let (count, wide) = (
        table.count("count").unwrap_or(0),
        table.number("radius").unwrap_or(0.0),
    );
    let plane = pattern.reader.plane;
    let reach = template.reach();
    let mut floor = Columns {
        size: 2.0 * reach * (1.0 + spread),
        balls: BTreeMap::new(),
    };
    let mut stones = Vec::with_capacity(count);
    for _ in 0..count {
        let scale = scale(spread, random);
        let radius = reach * scale;
        let [x, y] = inside(wide, plane, random);
        let height = floor.drop([x, y], radius);
        let place = if plane {
            DVec3::new(x, height, 0.0)
        } else {
            DVec3::new(x, y, height)
        };
        let mut stone = at(origin + place);
        stone.scale = scale;
        stones.push(stone);
    }
    stones
}

/// A place in the disc, or on the segment.
fn inside(wide: f64, plane: bool, random: &mut Random) -> [f64; 2] {
    if plane {
        return [wide * random.signed(1).x, 0.0];
    }
    let (radius, angle) = (wide * random.unit().sqrt(), std::f64::consts::TAU * random.unit());
    [radius * angle.cos(), radius * angle.sin()]
}

/// Balls by the cell over which their centre is; a cell is as wide as the largest of them.
struct Columns {
    size: f64,
    balls: BTreeMap<[i64; 2], Vec<([f64; 3], f64)>>,
}

impl Columns {
    #[allow(clippy::cast_possible_truncation, reason = "bounded before")]
    fn home(&self, x: f64) -> i64 {
        (x / self.size).floor().clamp(-1e15, 1e15) as i64
    }

    /// Lets a ball fall and keeps it: the height of its centre.
    fn drop(&mut self, [x, y]: [f64; 2], radius: f64) -> f64 {
        let home = [self.home(x), self.home(y)];
        let mut height = radius;
        for i in home[0] - 1..=home[0] + 1 {
            let cells = self.balls.range([i, home[1] - 1]..=[i, home[1] + 1]);
            for ([a, b, z], r) in cells.flat_map(|(_, balls)| balls) {
                let (reach, d2) = (radius + r, (a - x).powi(2) + (b - y).powi(2));
                if d2 < reach * reach {
                    height = height.max(z + (reach * reach - d2).sqrt());
                }
            }
        }
        self.balls.entry(home).or_default().push(([x, y, height], radius));
        height
    }
}
