use super::*;
use proptest::prelude::*;

fn brute(bounds: &[Bounds], may_meet: &dyn Fn(usize, usize) -> bool) -> Vec<[u32; 2]> {
    let valid = |b: &Bounds| b.min.x <= b.max.x && b.min.y <= b.max.y && b.min.z <= b.max.z;
    let mut out = Vec::new();
    for i in 0..bounds.len() {
        for j in i + 1..bounds.len() {
            let both = valid(&bounds[i]) && valid(&bounds[j]);
            if both && bounds[i].meets(&bounds[j]) && may_meet(i, j) {
                out.push([u32::try_from(i).unwrap(), u32::try_from(j).unwrap()]);
            }
        }
    }
    out
}

fn found(bounds: &[Bounds], may_meet: &dyn Fn(usize, usize) -> bool) -> Vec<[u32; 2]> {
    let (mut search, mut out) = (BroadPhase::default(), vec![[7, 7]]);
    search.pairs(bounds, may_meet, &mut out);
    let once = out.clone();
    search.pairs(bounds, may_meet, &mut out);
    assert_eq!(once, out, "the memory of a call must not change the next");
    out
}

/// Boxes of all kinds: `kind` picks which, on a coarse lattice so that faces often coincide.
fn bound(kind: u8, p: [f64; 3], size: [f64; 3], scale: i32) -> Bounds {
    let min = DVec3::from_array(p);
    let thin = |k: u8| if kind == k { 0.0 } else { 1.0 };
    let extent = DVec3::from_array(size) * DVec3::new(thin(3), thin(4), thin(5)) * 2f64.powi(scale);
    match kind {
        0 => Bounds::EMPTY,
        1 => Bounds {
            min: DVec3::NEG_INFINITY,
            max: DVec3::INFINITY,
        },
        2 => Bounds {
            min: min.with_x(f64::NAN),
            max: min,
        },
        6 => Bounds {
            min: DVec3::NEG_INFINITY.with_z(p[2]),
            max: min,
        },
        7 => Bounds {
            min: DVec3::splat(-1e308),
            max: DVec3::splat(1e308),
        },
        8 => Bounds {
            min: min * 1e-300,
            max: min * 1e-300 + extent * 1e-300,
        },
        9 => Bounds {
            min: min * 1e13,
            max: min * 1e13 + extent,
        },
        10 => Bounds {
            min: DVec3::ZERO,
            max: DVec3::ONE,
        },
        _ => Bounds {
            min,
            max: min + extent,
        },
    }
}

proptest! {
    #[test]
    fn same_pairs_as_all_against_all(
        raw in prop::collection::vec((0u8..40, [-4i8..4, -4..4, -4..4], [0u8..5, 0..5, 0..5], -12i32..3), 0..120),
        planar in any::<bool>(),
        offset in prop::sample::select(vec![0.0, 1e6, -1e9]),
    ) {
        let bounds: Vec<_> = raw.iter().map(|(kind, p, size, scale)| {
            let flat = if planar { 0.0 } else { 1.0 };
            let p = [f64::from(p[0]) + offset, f64::from(p[1]), f64::from(p[2]) * flat];
            let size = [f64::from(size[0]), f64::from(size[1]), f64::from(size[2]) * flat];
            bound(*kind, p, size, *scale)
        }).collect();
        let may_meet = |i: usize, j: usize| !(i + j).is_multiple_of(5);
        prop_assert_eq!(found(&bounds, &may_meet), brute(&bounds, &may_meet));
    }

    #[test]
    fn same_pairs_for_any_mix_of_sizes(
        raw in prop::collection::vec(([-1.0f64..1.0, -1.0..1.0, -1.0..1.0], -10.0f64..0.0, [0.2f64..1.0, 0.2..1.0, 0.2..1.0]), 0..300),
    ) {
        let bounds: Vec<_> = raw.iter().map(|(p, size, shape)| {
            let (center, half) = (DVec3::from_array(*p), size.exp2() * DVec3::from_array(*shape));
            Bounds { min: center - half, max: center + half }
        }).collect();
        prop_assert_eq!(found(&bounds, &|_, _| true), brute(&bounds, &|_, _| true));
    }
}

#[test]
fn touching_boxes_meet_at_any_offset() {
    for offset in [0.0, 0.1, 1e3, 1e7, 1e12, -1e15] {
        for size in [1e-3, 1.0, 3.0] {
            let along = |k: usize| {
                let min = DVec3::new(0.0, offset + size * k as f64, -offset);
                Bounds {
                    min,
                    max: min + DVec3::new(size, size * (1.0 + 4.0 * f64::EPSILON), size),
                }
            };
            let bounds: Vec<_> = (0..40).map(along).collect();
            assert_eq!(
                found(&bounds, &|_, _| true),
                brute(&bounds, &|_, _| true),
                "{offset} {size}"
            );
        }
    }
}

#[test]
fn nothing_in_nothing_out() {
    assert!(found(&[], &|_, _| true).is_empty());
    assert!(found(&[Bounds::EMPTY; 3], &|_, _| true).is_empty());
}
