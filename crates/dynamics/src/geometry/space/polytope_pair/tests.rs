//! What is passed over is never the axis of the largest gap.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::{DVec3, Pair};
use crate::geometry::space::hull::Hull;
use crate::geometry::space::polytope::Scratch;
use crate::geometry::{Pose, Shape};
use glam::DQuat;
use std::sync::Arc;

/// Numbers between −1 and 1 by a rule.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next())
    }
}

/// The largest gap over all faces and all pairs of edges that make a face of A ⊖ B, none passed over.
fn largest_gap(pair: &Pair) -> f64 {
    let (a, b) = (pair.a, pair.b);
    let along = |n: DVec3| -b.support(-n).1 - a.support(n).1;
    let faces = a
        .normals
        .iter()
        .map(|n| along(*n))
        .chain(b.normals.iter().map(|n| along(-*n)));
    let mut largest = faces.fold(f64::NEG_INFINITY, f64::max);
    for i in 0..a.edges.len() {
        for j in 0..b.edges.len() {
            let ((pa, qa), (pb, qb)) = (a.edge(i), b.edge(j));
            let cross = (qa - pa).cross(qb - pb);
            let sides = a.edges[i].faces.map(|f| a.normals[f as usize].dot(qb - pb));
            let meets = pair.arcs_cross((sides[0], sides[1]), qa - pa, &b.edges[j]);
            if meets && cross.length() > 1e-12 * (qa - pa).length() * (qb - pb).length() {
                let n = cross.normalize();
                largest = largest.max(along(if sides[0] < sides[1] { -n } else { n }));
            }
        }
    }
    largest
}

/// Hulls of 8 to 40 points, and cubes, apart, touching and deep in each other.
#[test]
fn the_axis_of_the_largest_gap_is_found() {
    let mut numbers = Numbers(5);
    let mut near = 0;
    for round in 0..400 {
        let mut shape = |count: usize| {
            let points: Vec<DVec3> = (0..count).map(|_| numbers.vector().normalize()).collect();
            match Hull::new(&points) {
                Ok(hull) if round % 5 > 0 => Shape::Hull(Arc::new(hull)),
                _ => Shape::Box {
                    half: DVec3::new(1.0, 0.6, 0.8),
                },
            }
        };
        let shapes = [shape(8 + round % 33), shape(8 + round % 13)];
        let mut pose = |far: f64| Pose {
            position: numbers.vector().normalize() * far,
            rotation: DQuat::from_scaled_axis(3.0 * numbers.vector()),
        };
        let far = 0.2 + 0.01 * (round % 200) as f64;
        let poses = [pose(0.0), pose(far)];
        let mut scratch = (Scratch::new(), Scratch::new());
        let a = scratch.0.place(&shapes[0], &poses[0], 1.0).unwrap();
        let b = scratch.1.place(&shapes[1], &poses[1], 1.0).unwrap();
        let pair = Pair::new(&a, &b, 0.0);
        let largest = largest_gap(&pair);
        let found = pair.separate(f64::INFINITY).unwrap();
        assert!(
            (found.gap - largest).abs() < 1e-9,
            "round {round}: {} {largest}",
            found.gap
        );
        near += u32::from(largest.abs() < 0.1);
        assert!(pair.separate(largest - 1e-6).is_none(), "round {round}");
        assert!(pair.separate(largest + 1e-6).is_some(), "round {round}");
    }
    assert!(near > 20, "{near} pairs near each other");
}
