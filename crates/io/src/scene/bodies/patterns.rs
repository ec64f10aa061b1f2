//! Where the bodies of a `[[fill]]` are.

use super::super::error::SceneError;
use super::chain;
use super::fill::{Template, template};
use super::heap::heap;
use super::masonry::{arch, pyramid, wall};
use super::packing::scattered;
use super::part::Part;
use super::ring::ring;
use drystone_dynamics::geometry::{DQuat, DVec3, Pose};

/// One body of a pattern.
#[derive(Clone, Debug)]
pub(super) struct Stone {
    /// What it is made from.
    pub(super) template: usize,
    /// Its pose, before the turn of the template.
    pub(super) pose: Pose,
    /// Its size against the template.
    pub(super) scale: f64,
}

/// A pattern laid out.
pub(super) struct Laid {
    pub(super) templates: Vec<Template>,
    pub(super) stones: Vec<Stone>,
    /// Of a chain: where its links meet, from one end to the other.
    pub(super) nodes: Vec<DVec3>,
}

/// Numbers that look random, the same for the same seed (SplitMix64).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// Uniform on [0, 1).
    pub(super) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform on [−1, 1) in each of the first `dimension` coordinates.
    pub(super) fn signed(&mut self, dimension: usize) -> DVec3 {
        let mut v = [0.0; 3];
        v[..dimension]
            .iter_mut()
            .for_each(|x| *x = 2.0 * self.unit() - 1.0);
        v.into()
    }
}

pub(super) fn at(position: DVec3) -> Stone {
    Stone {
        template: 0,
        pose: Pose {
            position,
            rotation: DQuat::IDENTITY,
        },
        scale: 1.0,
    }
}

/// Lays a pattern out.
pub(super) fn lay(
    pattern: &Part<'_>,
    each: &Part<'_>,
    spread: f64,
    random: &mut Random,
) -> Result<Laid, SceneError> {
    let kinds = [
        "grid", "ring", "random", "heap", "wall", "arch", "pyramid", "stack", "column", "chain",
    ];
    let kind = pattern.only(&kinds)?.unwrap_or("grid");
    if spread > 0.0 && !matches!(kind, "grid" | "ring" | "random" | "heap") {
        let message = "`size_spread` is for grids, rings, heaps and random places; bodies of other patterns would not fit; remove it";
        return Err(pattern.fail(message));
    }
    if spread >= 1.0 {
        return Err(pattern.fail("found `size_spread = 1`, asked: below 1: bodies of size 0 have no mass"));
    }
    if kind == "arch" {
        return arch(pattern, each);
    }
    if let Some(table) = pattern.sub("chain") {
        return chain::lay(&table, each);
    }
    let template = template(each)?;
    let origin = pattern.vector("origin")?.unwrap_or(DVec3::ZERO);
    let stones = match kind {
        "grid" => grid(pattern, &template, (origin, spread), random)?,
        "ring" => ring(pattern, &template, (origin, spread), random)?,
        "random" => scattered(pattern, &template, spread, random)?,
        "heap" => heap(pattern, &template, (origin, spread), random),
        "wall" => return wall(pattern, each, template, origin),
        "pyramid" => pyramid(pattern, &template, origin),
        other => {
            let (low, high) = template.extent();
            let up = up(pattern) * (high - low);
            let base = origin - up_part(pattern, low);
            let count = pattern.count(other).unwrap_or(0);
            let beyond = overhangs(pattern, count)?;
            let places = (0..count).map(|i| base + up * i as f64 + DVec3::X * beyond[i]);
            places.map(at).collect()
        }
    };
    Ok(Laid {
        templates: vec![template],
        stones,
        nodes: Vec::new(),
    })
}

/// How far each body of a stack lies along x from the lowest: the sum of the overhangs up to it.
fn overhangs(pattern: &Part<'_>, count: usize) -> Result<Vec<f64>, SceneError> {
    let Some(node) = pattern.node("overhang") else {
        return Ok(vec![0.0; count]);
    };
    let mut beyond = vec![0.0];
    let mut sum = 0.0;
    for overhang in pattern.numbered(node, &pattern.key("overhang"), 2..=count)? {
        sum += overhang;
        beyond.push(sum);
    }
    Ok(beyond)
}

pub(super) fn up(part: &Part<'_>) -> DVec3 {
    if part.reader.plane { DVec3::Y } else { DVec3::Z }
}

pub(super) fn up_part(part: &Part<'_>, v: DVec3) -> DVec3 {
    up(part) * v
}

fn grid(
    pattern: &Part<'_>,
    template: &Template,
    (origin, spread): (DVec3, f64),
    random: &mut Random,
) -> Result<Vec<Stone>, SceneError> {
    let (list, dimension) = (pattern.list("grid"), pattern.reader.dimension());
    if let Some(message) = pattern.misfit(list, "numbers") {
        return Err(pattern.wrong("grid", message));
    }
    let mut count = [1; 3];
    for (count, node) in count.iter_mut().zip(list) {
        *count = node.integer().and_then(|i| usize::try_from(i).ok()).unwrap_or(1);
    }
    let total = count.iter().try_fold(1_usize, |all, n| all.checked_mul(*n));
    let Some(total) = total.filter(|total| *total <= 1_000_000) else {
        return Err(pattern.wrong("grid", "more than 1000000 bodies; give fewer"));
    };
    let (low, high) = template.extent();
    let size = (high - low) * (1.0 + spread);
    let cell = match pattern.number("spacing") {
        Some(spacing) => DVec3::splat(spacing),
        None => pattern.vector("spacing")?.unwrap_or(size),
    };
    let room = 0.5 * (cell - size);
    if room.to_array()[..dimension]
        .iter()
        .any(|room| *room < -1e-12 * size.max_element())
    {
        let shown = |v: DVec3| {
            v.to_array()[..dimension]
                .iter()
                .map(|x| format!("{x}"))
                .collect::<Vec<_>>()
                .join(" × ")
        };
        let message = format!(
            "bodies of {} m do not fit into cells of {} m; give a larger `spacing`",
            shown(size),
            shown(cell)
        );
        return Err(pattern.wrong("spacing", message));
    }
    let jitter = pattern.number("jitter").unwrap_or(0.0) * room.max(DVec3::ZERO);
    let middle = origin - 0.5 * (low + high) + 0.5 * cell;
    let mut stones = Vec::with_capacity(total);
    for i in 0..total {
        let (x, y, z) = (i % count[0], i / count[0] % count[1], i / count[0] / count[1]);
        let mut center = middle + cell * DVec3::new(x as f64, y as f64, z as f64);
        if jitter != DVec3::ZERO {
            center += jitter * random.signed(dimension);
        }
        if pattern.reader.plane {
            center.z = 0.0;
        }
        let mut stone = at(center);
        stone.scale = scale(spread, random);
        stones.push(stone);
    }
    Ok(stones)
}

pub(super) fn scale(spread: f64, random: &mut Random) -> f64 {
    if spread > 0.0 {
        1.0 + spread * (2.0 * random.unit() - 1.0)
    } else {
        1.0
    }
}
