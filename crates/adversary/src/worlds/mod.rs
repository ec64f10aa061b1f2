//! Worlds of bodies by seed: described as data, seen through a transformation, written as a scene.
//!
//! ```text
//! seed ─ make ─▶ World ─ write(Seen) ─▶ scene text ─ run_with ─▶ Ran ─ judge ─▶ Fault
//! ```
//! The same world turned about gravity, shifted, in millimetres, mirrored, or with its bodies in another
//! order must move the same way: [`Seen`] carries points, vectors and axes over, and the scene is written
//! from what it gives.

pub mod judge;
mod make;
pub mod run_with;
mod seen;
pub mod several;
mod write;

pub use make::{KINDS, make};
pub use seen::Seen;
pub use write::text;

/// A body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// Whether it never moves.
    pub fixed: bool,
    /// In kg.
    pub mass: f64,
    /// In m; z is not read in the plane.
    pub position: [f64; 3],
    /// Unit quaternion w, x, y, z; in the plane only the angle about z is read.
    pub quat: [f64; 4],
    /// In m/s.
    pub velocity: [f64; 3],
    /// In rad/s; only z is read in the plane.
    pub spin: [f64; 3],
}

/// A shape, lengths in m.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Half-space with this outward normal.
    Plane([f64; 3]),
    /// Ball, or disc in the plane.
    Ball(f64),
    /// Full sizes.
    Box([f64; 3]),
    /// Length and radius.
    Capsule(f64, f64),
    /// Length and radius, in space.
    Cylinder(f64, f64),
    /// Height and radius, in space.
    Cone(f64, f64),
    /// Semi-axes, in space.
    Ellipsoid([f64; 3]),
    /// Points around a hull in space, corners of a polygon in the plane.
    Hull(Vec<[f64; 3]>),
    /// Two balls of this radius, this far apart along x.
    Dumbbell(f64, f64),
    /// Heights along x, rows along y, and their spacing; in space, fixed.
    Heights(Vec<Vec<f64>>, f64),
}

impl Shape {
    /// Its smallest width, in m; ∞ for what has none.
    pub fn width(&self, plane: bool) -> f64 {
        let least = |x: &[f64]| x.iter().copied().fold(f64::INFINITY, f64::min);
        match self {
            Shape::Plane(_) | Shape::Heights(..) => f64::INFINITY,
            Shape::Ball(r) | Shape::Dumbbell(r, _) | Shape::Capsule(_, r) => 2.0 * r,
            Shape::Box(sizes) if plane => least(&sizes[..2]),
            Shape::Box(sizes) => least(sizes),
            Shape::Cylinder(l, r) | Shape::Cone(l, r) => l.min(2.0 * r),
            Shape::Ellipsoid(a) => 2.0 * least(a),
            // Corners lie on a sphere or circle about the origin: at least its radius is wide.
            Shape::Hull(points) => points
                .iter()
                .map(|p| p[0].hypot(p[1]).hypot(p[2]))
                .fold(0.0, f64::max),
        }
    }
}

/// The law of friction of all pairs.
#[derive(Clone, Debug)]
pub enum Friction {
    /// Coulomb.
    Mu(f64),
    /// Along x of the floor and across, in space.
    Ellipse(f64, f64),
    /// Where the slip is positive and negative, in the plane.
    TwoSided(f64, f64),
    /// Static and kinetic.
    Static(f64, f64),
    /// Facets and radius, in space.
    Facets(usize, f64),
    /// Speeds in m/s and coefficients.
    Curve(Vec<[f64; 2]>),
}

/// A joint of body `second` with `first` or the surroundings.
#[derive(Clone, Debug)]
pub struct Joint {
    /// As scenes name it.
    pub kind: &'static str,
    /// `world` or a body.
    pub first: String,
    /// A body.
    pub second: String,
    /// In m.
    pub at: [f64; 3],
    /// The second point of a distance, in m.
    pub to: [f64; 3],
    /// Of any length.
    pub axis: [f64; 3],
    /// Bounds of the coordinate, in rad or m.
    pub limits: Option<[f64; 2]>,
    /// Velocity in rad/s or m/s, largest torque or force in N·m or N.
    pub motor: Option<[f64; 2]>,
    /// In N·m or N.
    pub friction: f64,
}

impl Joint {
    /// Whether its coordinate is an angle.
    pub fn turns(&self) -> bool {
        matches!(self.kind, "hinge" | "screw")
    }
}

/// What acts besides gravity and contact.
#[derive(Clone, Debug)]
pub enum Force {
    /// On a body, in N and N·m.
    Constant(String, [f64; 3], [f64; 3]),
    /// From a point of the surroundings to a body: point in m, stiffness in N/m, damping in N·s/m.
    Spring(String, [f64; 3], f64, f64),
    /// Linear in N·s/m, quadratic in N·s²/m², angular in N·m·s, on all bodies.
    Drag(f64, f64, f64),
}

/// How the floor moves.
#[derive(Clone, Debug)]
pub enum Motion {
    /// Amplitude in m, circular frequency in 1/s.
    Shaken([f64; 3], f64),
    /// Velocity of its surface, in m/s.
    Belt([f64; 3]),
}

/// The law of contact of all pairs.
#[derive(Clone, Debug)]
pub struct Contact {
    /// Friction.
    pub friction: Friction,
    /// Restitution as scenes write it; it has no unit.
    pub restitution: String,
    /// In m.
    pub torsion: f64,
    /// In m.
    pub rolling: f64,
}

/// How it is simulated.
#[derive(Clone, Debug)]
pub struct Run {
    /// As scenes name it.
    pub scheme: &'static str,
    /// In s.
    pub step: f64,
    /// In s.
    pub t_end: f64,
}

/// A world.
#[derive(Clone, Debug)]
pub struct World {
    /// Two dimensions instead of three.
    pub plane: bool,
    /// In m/s²; y is up in the plane, z in space.
    pub gravity: f64,
    /// The floor first.
    pub bodies: Vec<Body>,
    /// Laws of contact.
    pub contact: Contact,
    /// Joints.
    pub joints: Vec<Joint>,
    /// What acts besides.
    pub forces: Vec<Force>,
    /// How the floor moves.
    pub motion: Option<Motion>,
    /// How it is simulated.
    pub run: Run,
}

impl World {
    /// The smallest width of a body that moves, in m.
    pub fn width(&self) -> f64 {
        let free = self.bodies.iter().filter(|body| !body.fixed);
        free.map(|body| body.shape.width(self.plane))
            .fold(f64::INFINITY, f64::min)
    }

    /// Whether anything drives the world by a motor: its work is booked among the losses.
    pub fn has_motor(&self) -> bool {
        self.joints.iter().any(|joint| joint.motor.is_some())
    }
}
