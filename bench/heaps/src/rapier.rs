//! Rapier, in single and in double precision: the same code over both crates.

/// One module per precision.
macro_rules! engine {
    ($module:ident, $krate:ident, $real:ty) => {
        /// Rapier in this precision.
        pub mod $module {
            use crate::heap::{Heap, Kind};
            use $krate::prelude::*;

            /// A heap in Rapier.
            pub struct Engine {
                world: PhysicsWorld,
                bodies: Vec<RigidBodyHandle>,
            }

            fn x(value: f64) -> $real {
                value as $real
            }

            fn vector(v: &[f64]) -> Vector {
                Vector::new(x(v[0]), x(v[1]), x(v[2]))
            }

            impl Engine {
                /// The heap at its poses, stepped by `h`; everything else as Rapier comes, but that nothing
                /// sleeps.
                pub fn new(heap: &Heap, h: f64) -> Self {
                    let mut world = PhysicsWorld::new();
                    world.gravity = Vector::new(0.0, 0.0, x(-9.81));
                    world.integration_parameters.dt = x(h);
                    let half = x(heap.half);
                    let walls = [
                        ([0.0, 0.0, 0.0], [0.0, 0.0, 1.0]),
                        ([-0.5 * heap.bin[0], 0.0, 0.0], [1.0, 0.0, 0.0]),
                        ([0.5 * heap.bin[0], 0.0, 0.0], [-1.0, 0.0, 0.0]),
                        ([0.0, -0.5 * heap.bin[1], 0.0], [0.0, 1.0, 0.0]),
                        ([0.0, 0.5 * heap.bin[1], 0.0], [0.0, -1.0, 0.0]),
                    ];
                    let rough = |builder: ColliderBuilder| builder.friction(x(heap.mu)).restitution(0.0);
                    for (at, normal) in walls {
                        let wall = SharedShape::halfspace(vector(&normal));
                        let collider = rough(ColliderBuilder::new(wall)).translation(vector(&at));
                        world.insert(RigidBodyBuilder::fixed(), collider);
                    }
                    let mut bodies = Vec::new();
                    for (pose, velocity) in heap.poses.iter().zip(&heap.velocities) {
                        let r = Rotation::from_xyzw(x(pose[4]), x(pose[5]), x(pose[6]), x(pose[3]));
                        let body = RigidBodyBuilder::dynamic()
                            .pose(Pose::from_parts(vector(pose), r))
                            .linvel(vector(velocity))
                            .angvel(vector(&velocity[3..]))
                            .can_sleep(false);
                        let shape = match heap.kind {
                            Kind::Spheres => ColliderBuilder::ball(half),
                            Kind::Boxes => ColliderBuilder::cuboid(half, half, half),
                        };
                        let collider = rough(shape).density(x(heap.density));
                        bodies.push(world.insert(body, collider).0);
                    }
                    Engine { world, bodies }
                }

                /// Finer than Rapier comes: for settling.
                #[allow(dead_code, reason = "heaps are settled in double precision")]
                pub fn refine(&mut self, iterations: usize) {
                    let p = &mut self.world.integration_parameters;
                    p.num_solver_iterations = iterations;
                    p.contact_softness.natural_frequency = 100.0;
                    p.static_contact_softness.natural_frequency = 100.0;
                }

                /// One step.
                pub fn step(&mut self) {
                    self.world.step();
                }

                /// Poses and velocities now.
                pub fn read(&self, heap: &mut Heap) {
                    let state = heap.poses.iter_mut().zip(&mut heap.velocities);
                    for ((pose, velocity), handle) in state.zip(&self.bodies) {
                        let body = &self.world.bodies[*handle];
                        let (t, r) = (body.translation(), body.rotation());
                        *pose = [t.x, t.y, t.z, r.w, r.x, r.y, r.z].map(f64::from);
                        let norm = pose[3..].iter().map(|q| q * q).sum::<f64>().sqrt();
                        pose[3..].iter_mut().for_each(|q| *q /= norm);
                        let (v, w) = (body.linvel(), body.angvel());
                        *velocity = [v.x, v.y, v.z, w.x, w.y, w.z].map(f64::from);
                    }
                }

                /// Contact points that carry.
                pub fn contacts(&self) -> usize {
                    let pairs = self.world.narrow_phase.contact_pairs();
                    pairs
                        .flat_map(|pair| pair.manifolds().iter().flat_map(|m| &m.points))
                        .filter(|point| point.data.impulse > 0.0)
                        .count()
                }
            }
        }
    };
}

engine!(single, rapier3d, f32);
engine!(double, rapier3d_f64, f64);
