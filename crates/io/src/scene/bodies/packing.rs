//! Bodies at random places without overlap: sequential insertion with a grid of cells, by spheres around the
//! bodies (exact for balls and discs).

use super::super::error::SceneError;
use super::fill::Template;
use super::part::{Part, vector_of};
use super::patterns::{Random, Stone, at, scale};
use crate::scene::read::tree::Node;
use drystone_dynamics::geometry::DVec3;
use std::collections::BTreeMap;

/// Places that a body tries before the region counts as full.
const TRIES: usize = 20_000;

/// Sequential insertion: a place at random, tried again where it overlaps one that is there.
pub(super) fn scattered(
    pattern: &Part<'_>,
    template: &Template,
    spread: f64,
    random: &mut Random,
) -> Result<Vec<Stone>, SceneError> {
    let Some(table) = pattern.sub("random") else {
        return Ok(Vec::new());
    };
    let (low, high) = region(&table)?;
    let dimension = table.reader.dimension();
    let count = table.count("count").unwrap_or(0);
    let reach = template.reach();
    let mut cells = Cells {
        low,
        size: 2.0 * reach * (1.0 + spread),
        balls: BTreeMap::new(),
    };
    let mut stones: Vec<Stone> = Vec::with_capacity(count);
    for i in 0..count {
        let scale = scale(spread, random);
        let radius = reach * scale;
        let mut margin = DVec3::splat(radius);
        if dimension == 2 {
            margin.z = 0.0;
        }
        let (from, to) = (low + margin, high - margin);
        if !from.cmple(to).all() {
            let message = format!("a body of radius {radius} m does not fit into the region; enlarge it");
            return Err(table.wrong("region", message));
        }
        let mut tries = (0..TRIES).map(|_| from + (to - from) * (0.5 + 0.5 * random.signed(dimension)));
        let Some(mut place) = tries.find(|place| cells.is_free(*place, radius)) else {
            let message = format!(
                "only {i} of {count} bodies found a place without overlap; enlarge the region, ask for fewer, or lay a grid"
            );
            return Err(table.wrong("count", message));
        };
        if dimension == 2 {
            place.z = 0.0;
        }
        cells.add(place, radius);
        let mut stone = at(place);
        stone.scale = scale;
        stones.push(stone);
    }
    Ok(stones)
}

/// Balls by the cell of their centre; a cell is as large as the largest of them.
struct Cells {
    low: DVec3,
    size: f64,
    balls: BTreeMap<[i64; 3], Vec<(DVec3, f64)>>,
}

impl Cells {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "cells are counted from a corner of the region"
    )]
    fn home(&self, place: DVec3) -> [i64; 3] {
        ((place - self.low) / self.size)
            .floor()
            .to_array()
            .map(|x| x.clamp(-1e15, 1e15) as i64)
    }

    fn add(&mut self, place: DVec3, radius: f64) {
        let home = self.home(place);
        self.balls.entry(home).or_default().push((place, radius));
    }

    fn is_free(&self, place: DVec3, radius: f64) -> bool {
        let [x, y, z] = self.home(place);
        // Cells above each other follow each other in the map: nine looks for 27 cells.
        let column = |x: i64, y: i64| {
            let cells = self.balls.range([x, y, z - 1]..=[x, y, z + 1]);
            let mut others = cells.flat_map(|(_, balls)| balls);
            others.all(|(other, r)| place.distance(*other) >= radius + r)
        };
        (x - 1..=x + 1).all(|x| (y - 1..=y + 1).all(|y| column(x, y)))
    }
}

fn region(table: &Part<'_>) -> Result<(DVec3, DVec3), SceneError> {
    let dimension = table.reader.dimension();
    let points: Vec<&[Node]> = table.list("region").iter().filter_map(Node::list).collect();
    match points.as_slice() {
        [a, b] if a.len() == dimension && b.len() == dimension => {
            let (a, b) = (vector_of(a), vector_of(b));
            Ok((a.min(b), a.max(b)))
        }
        _ => {
            let message = format!("asked: two opposite corners, each of {dimension} numbers");
            Err(table.wrong("region", message))
        }
    }
}
