use super::*;
use proptest::prelude::*;

/// Whether any images of two boxes meet.
fn meet_in_some_image(cell: &Cell, a: &Bounds, b: &Bounds) -> bool {
    let far = |axis: usize| if cell.length[axis] > 0.0 { -40..=40 } else { 0..=0 };
    far(0).any(|i| {
        far(1).any(|j| {
            let shift = cell.length * DVec3::new(f64::from(i), f64::from(j), 0.0);
            let moved = Bounds {
                min: b.min + shift,
                max: b.max + shift,
            };
            a.meets(&moved)
        })
    })
}

proptest! {
    #[test]
    fn pairs_are_those_that_meet_in_some_image(
        raw in prop::collection::vec(([-20.0f64..20.0, -20.0..20.0], [0.01f64..0.9, 0.01..0.9]), 0..40),
        both in any::<bool>(),
        plane in any::<bool>(),
    ) {
        let cell = Cell { length: DVec3::new(2.0, if both { 3.0 } else { 0.0 }, 0.0) };
        let mut bounds: Vec<Bounds> = raw.iter().map(|(p, size)| {
            let min = DVec3::new(p[0], p[1] * if both { 1.0 } else { 0.1 }, 0.0);
            Bounds { min, max: min + DVec3::new(size[0], size[1], 0.0) }
        }).collect();
        if plane {
            bounds.push(Bounds { min: DVec3::NEG_INFINITY, max: DVec3::INFINITY });
        }
        let mut expected = Vec::new();
        for i in 0..bounds.len() {
            for j in i + 1..bounds.len() {
                if (i + j) % 5 != 0 && meet_in_some_image(&cell, &bounds[i], &bounds[j]) {
                    expected.push([u32::try_from(i).unwrap(), u32::try_from(j).unwrap()]);
                }
            }
        }
        let (mut search, mut out) = (CellPairs::default(), vec![[7, 7]]);
        for _ in 0..2 {
            search.pairs(&cell, &bounds, &|i, j| !(i + j).is_multiple_of(5), &mut out);
            prop_assert_eq!(&out, &expected);
        }
    }

    #[test]
    fn the_shift_makes_nearest(x in -1e3f64..1e3, y in -1e3f64..1e3) {
        let cell = Cell { length: DVec3::new(0.7, 0.0, 0.0) };
        let at = |x: f64| Bounds { min: DVec3::new(x, 0.0, 0.0), max: DVec3::new(x + 0.1, 0.1, 0.0) };
        let shift = cell.shift(&at(x), &at(y));
        prop_assert!((y + shift.x - x).abs() <= 0.35 + 1e-9);
        prop_assert_eq!((shift.y, shift.z), (0.0, 0.0));
    }
}

#[test]
fn what_has_no_ends_has_no_images() {
    let cell = Cell {
        length: DVec3::new(1.0, 0.0, 0.0),
    };
    let all = Bounds {
        min: DVec3::NEG_INFINITY,
        max: DVec3::INFINITY,
    };
    let small = Bounds {
        min: DVec3::splat(7.0),
        max: DVec3::splat(7.1),
    };
    assert_eq!(cell.shift(&all, &small), DVec3::ZERO);
    assert_eq!(cell.shift(&small, &all), DVec3::ZERO);
    assert_eq!(Cell::default().shift(&small, &small), DVec3::ZERO);
}
