//! The heap that every engine gets: bodies of one shape over a bin of five half-spaces.
//!
//! Spheres of radius 0.05 m or cubes of side 0.1 m, density 1000 kg/m³, μ = 0.5, no rebound, on a grid with a
//! little disorder, cubes turned at random. The bin is as wide as n bodies at 30 % of a cube's volume are.

use serde::{Deserialize, Serialize};

/// What lies in the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Spheres.
    Spheres,
    /// Cubes.
    Boxes,
}

/// Bodies and bin.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Heap {
    /// Spheres or cubes.
    pub kind: Kind,
    /// Radius, or half the side, in m.
    pub half: f64,
    /// Density, in kg/m³.
    pub density: f64,
    /// Friction.
    pub mu: f64,
    /// Inner sizes of the bin, in m.
    pub bin: [f64; 2],
    /// x, y, z, w, i, j, k of each body.
    pub poses: Vec<[f64; 7]>,
    /// vx, vy, vz, wx, wy, wz of each body.
    pub velocities: Vec<[f64; 6]>,
}

impl Heap {
    /// n bodies on the grid.
    pub fn on_grid(kind: Kind, n: usize) -> Self {
        let half: f64 = 0.05;
        let (volume, pitch) = match kind {
            Kind::Spheres => (4.0 / 3.0 * std::f64::consts::PI * half.powi(3), 2.1 * half),
            // Above the diagonal: any rotation fits.
            Kind::Boxes => (8.0 * half.powi(3), 0.178),
        };
        let bin = (n as f64 * volume / 0.3).cbrt();
        let slack = if kind == Kind::Boxes { 0.5 * pitch } else { 0.0 };
        let k = (((bin - 0.02 - slack) / pitch) as usize).max(1);
        let mut random = Random(1);
        let middle = (k as f64 - 1.0) / 2.0;
        let pose = |i: usize| {
            let (layer, rest) = (i / (k * k), i % (k * k));
            let (row, column) = (rest / k, rest % k);
            let shift = match kind {
                Kind::Spheres => 0.0,
                Kind::Boxes if layer % 2 == 1 => 0.25,
                Kind::Boxes => -0.25,
            };
            let mut place =
                |at: usize| pitch * (at as f64 - middle + shift + 0.04 * (2.0 * random.unit() - 1.0));
            let (x, y) = (place(column), place(row));
            let r = match kind {
                Kind::Spheres => [1.0, 0.0, 0.0, 0.0],
                Kind::Boxes => random.rotation(),
            };
            [x, y, 0.06 + pitch * layer as f64, r[0], r[1], r[2], r[3]]
        };
        let poses: Vec<[f64; 7]> = (0..n).map(pose).collect();
        Heap {
            kind,
            half,
            density: 1000.0,
            mu: 0.5,
            bin: [bin, bin],
            velocities: vec![[0.0; 6]; poses.len()],
            poses,
        }
    }

    /// The piles of `siconos_pile.py`: bodies of half width 0.5 and mass 1 on a loose grid, gap 0.02, in a
    /// walled box.
    pub fn unit_grid(kind: Kind, [nx, ny, nz]: [usize; 3]) -> Self {
        let (gap, half) = (0.02, 0.5);
        let pitch = 2.0 * half + gap;
        let mut random = Random(7);
        let mut poses = Vec::new();
        for iz in 0..nz {
            for iy in 0..ny {
                for ix in 0..nx {
                    let mut place = |i: usize, n: usize| {
                        (i as f64 + 0.5) * pitch - n as f64 * pitch / 2.0
                            + 0.2 * gap * (2.0 * random.unit() - 1.0)
                    };
                    let (x, y) = (place(ix, nx), place(iy, ny));
                    poses.push([x, y, (iz as f64 + 0.5) * pitch + 0.01, 1.0, 0.0, 0.0, 0.0]);
                }
            }
        }
        let volume = match kind {
            Kind::Spheres => std::f64::consts::PI / 6.0,
            Kind::Boxes => 1.0,
        };
        Heap {
            kind,
            half,
            density: 1.0 / volume,
            mu: 0.5,
            bin: [nx as f64 * pitch + 0.1, ny as f64 * pitch + 0.1],
            velocities: vec![[0.0; 6]; poses.len()],
            poses,
        }
    }
}

/// Splitmix64.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A rotation, all equally likely.
    fn rotation(&mut self) -> [f64; 4] {
        let (a, b, c) = (self.unit(), self.unit(), self.unit());
        let turn = std::f64::consts::TAU;
        let (p, q) = ((1.0 - a).sqrt(), a.sqrt());
        [
            p * (turn * b).sin(),
            p * (turn * b).cos(),
            q * (turn * c).sin(),
            q * (turn * c).cos(),
        ]
    }
}
