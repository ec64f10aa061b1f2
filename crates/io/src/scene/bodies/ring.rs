//! Rings of bodies around each other: an annulus of grains, the wall around it.
//!
//! Ring k has the radius r = R + (k + ½) s and n = ⌊π/asin(s/2r)⌋ places at equal angles: neighbours are s
//! apart or a little more. With jitter a body stays in the ring and, by the circle of radius ρ around it,
//! between the rays half way to its neighbours:
//! |r′ − r| ≤ s/2 − ρ and |θ| ≤ π/n − asin(ρ/r′). This is never negative:
//!     ρ/r′ ≤ ρ/(r − s/2 + ρ) ≤ s/2r where ρ ≤ s/2.
//! The first place of every ring is at angle 0; only jitter hides that.

use super::super::error::SceneError;
use super::fill::{MOST, Template};
use super::part::Part;
use super::patterns::{Random, Stone, scale};
use drystone_dynamics::geometry::{DQuat, DVec3, Pose};
use std::f64::consts::PI;

pub(super) fn ring(
    pattern: &Part<'_>,
    template: &Template,
    (origin, spread): (DVec3, f64),
    random: &mut Random,
) -> Result<Vec<Stone>, SceneError> {
    let Some(table) = pattern.sub("ring") else {
        return Ok(Vec::new());
    };
    let reach = template.reach() * (1.0 + spread);
    let spacing = pattern.number("spacing").unwrap_or(2.0 * reach);
    if spacing < 2.0 * reach * (1.0 - 1e-12) {
        let message = format!(
            "bodies of {} m across do not fit into rings of {spacing} m; give a larger `spacing`",
            2.0 * reach
        );
        return Err(pattern.wrong("spacing", message));
    }
    let free = (0.5 * spacing - reach).max(0.0);
    let jitter = pattern.number("jitter").unwrap_or(0.0);
    let mut base = origin;
    if !pattern.reader.plane {
        base.z -= template.extent().0.z * (1.0 + spread);
    }
    let mut stones = Vec::new();
    for layer in 0..table.count("layers").unwrap_or(1) {
        let middle = table.number("radius").unwrap_or(f64::NAN) + (layer as f64 + 0.5) * spacing;
        let count = places(spacing, middle);
        if stones.len() + count > MOST {
            return Err(pattern.wrong("ring", format!("more than {MOST} bodies; give fewer")));
        }
        for k in 0..count {
            let mut at = [middle, 2.0 * PI * k as f64 / count as f64];
            if jitter > 0.0 {
                let by = jitter * random.signed(2);
                at[0] += by.x * free;
                at[1] += by.y * (PI / count as f64 - (reach / at[0]).min(1.0).asin()).max(0.0);
            }
            stones.push(stone(base, at, scale(spread, random)));
        }
    }
    Ok(stones)
}

/// Places in a ring of radius `middle` whose neighbours are at least `spacing` apart.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at least 2, and no more than are refused"
)]
fn places(spacing: f64, middle: f64) -> usize {
    // Bodies that just fit may go in: rounding is not in the way.
    let count = PI / (0.5 * spacing / middle).min(1.0).asin() * (1.0 + 1e-14);
    count.min(2.0 * MOST as f64) as usize
}

fn stone(base: DVec3, [radius, angle]: [f64; 2], scale: f64) -> Stone {
    let rotation = DQuat::from_rotation_z(angle);
    Stone {
        template: 0,
        pose: Pose {
            position: base + rotation * (radius * DVec3::X),
            rotation,
        },
        scale,
    }
}
