//! A world as the text of a scene.

use super::{Body, Contact, Force, Friction, Joint, Motion, Seen, Shape, World};
use std::fmt::Write as _;

/// A list of the numbers that the dimension asks for.
fn list(v: &[f64]) -> String {
    let each: Vec<String> = v.iter().map(|x| format!("{x:?}")).collect();
    format!("[{}]", each.join(", "))
}

/// Writes a world as it is seen.
struct Writer<'a> {
    world: &'a World,
    seen: &'a Seen,
    /// Entries of a vector.
    size: usize,
}

/// The scene of a world as it is seen.
pub fn text(world: &World, seen: &Seen) -> String {
    let writer = Writer {
        world,
        seen,
        size: if world.plane { 2 } else { 3 },
    };
    let mut out = writer.head();
    let mut bodies: Vec<&Body> = world.bodies.iter().collect();
    if seen.reversed {
        bodies.reverse();
    }
    for body in bodies {
        out += &writer.body(body);
    }
    out += &writer.contact(&world.contact);
    for (k, joint) in world.joints.iter().enumerate() {
        out += &writer.joint(k, joint);
    }
    for (k, force) in world.forces.iter().enumerate() {
        out += &writer.force(k, force);
    }
    if let Some(motion) = &world.motion {
        out += &writer.motion(motion);
    }
    out
}

impl Writer<'_> {
    fn vector(&self, v: [f64; 3]) -> String {
        list(&v[..self.size])
    }

    fn head(&self) -> String {
        let World {
            plane, gravity, run, ..
        } = self.world;
        let mut g = [0.0; 3];
        g[self.size - 1] = -gravity * self.seen.unit;
        format!(
            "[world]\ndimension = {}\ngravity = {}\n\n[run]\nt_end = {:?}\nstep = {:?}\nscheme = \"{}\"\n\
             threads = 1\n",
            if *plane { 2 } else { 3 },
            self.vector(g),
            run.t_end,
            run.step,
            run.scheme
        )
    }

    fn shape(&self, shape: &Shape) -> String {
        let unit = self.seen.unit;
        let scaled = |v: &[f64]| list(&v.iter().map(|x| unit * x).collect::<Vec<_>>());
        let round = |name: &str, what: &str, l: f64, r: f64| {
            format!(
                "{{ {name} = {{ {what} = {:?}, radius = {:?} }} }}",
                unit * l,
                unit * r
            )
        };
        match shape {
            Shape::Plane(normal) => {
                format!(
                    "{{ plane = {{ normal = {} }} }}",
                    self.vector(self.seen.direction(*normal))
                )
            }
            Shape::Ball(r) if self.world.plane => format!("{{ disc = {:?} }}", unit * r),
            // A dumbbell is written by `body` as two of them.
            Shape::Ball(r) | Shape::Dumbbell(r, _) => format!("{{ sphere = {:?} }}", unit * r),
            Shape::Box(sizes) => format!("{{ box = {} }}", scaled(&sizes[..self.size])),
            Shape::Capsule(l, r) => round("capsule", "length", *l, *r),
            Shape::Cylinder(l, r) => round("cylinder", "length", *l, *r),
            Shape::Cone(l, r) => round("cone", "height", *l, *r),
            Shape::Ellipsoid(axes) => format!("{{ ellipsoid = {} }}", scaled(axes)),
            Shape::Hull(points) => {
                let mut points: Vec<String> =
                    points.iter().map(|p| self.vector(self.seen.local(*p))).collect();
                // The corners of a polygon go round against the clock, in a mirror too.
                if self.seen.mirror {
                    points.reverse();
                }
                let name = if self.world.plane { "polygon" } else { "hull" };
                format!("{{ {name} = [{}] }}", points.join(", "))
            }
            Shape::Heights(rows, spacing) => {
                let rows: Vec<String> = rows.iter().map(|row| scaled(row)).collect();
                format!(
                    "{{ heights = {{ rows = [{}], spacing = {:?} }} }}",
                    rows.join(", "),
                    unit * spacing
                )
            }
        }
    }

    fn body(&self, body: &Body) -> String {
        let seen = self.seen;
        let mut out = format!("\n[body.{}]\n", body.name);
        if let Shape::Dumbbell(r, apart) = body.shape {
            let name = if self.world.plane { "disc" } else { "sphere" };
            let one = |x: f64| {
                let at = self.vector(seen.local([x, 0.0, 0.0]));
                format!("{{ {name} = {:?}, position = {at} }}", seen.unit * r)
            };
            let _ = writeln!(out, "shapes = [{}, {}]", one(0.5 * apart), one(-0.5 * apart));
        } else {
            let _ = writeln!(out, "shape = {}", self.shape(&body.shape));
        }
        let _ = writeln!(out, "position = {}", self.vector(seen.point(body.position)));
        if body.fixed {
            out += "fixed = true\n";
        } else {
            let _ = writeln!(out, "mass = {:?}", body.mass);
            let _ = writeln!(out, "velocity = {}", self.vector(seen.vector(body.velocity)));
            let spin = seen.axis(body.spin);
            if self.world.plane {
                let _ = writeln!(out, "angular_velocity = {:?}", spin[2]);
            } else {
                let _ = writeln!(out, "angular_velocity = {}", list(&spin));
            }
        }
        let q = seen.quat(body.quat);
        if self.world.plane {
            let _ = writeln!(out, "angle = {:?}", 2.0 * q[3].atan2(q[0]));
        } else if !matches!(body.shape, Shape::Plane(_)) {
            let _ = writeln!(out, "quat_wxyz = {}", list(&q));
        }
        out
    }

    fn contact(&self, contact: &Contact) -> String {
        let unit = self.seen.unit;
        let friction = match &contact.friction {
            Friction::Mu(mu) => format!("{mu:?}"),
            Friction::Ellipse(a, b) => {
                let axis = list(&self.seen.direction([1.0, 0.0, 0.0]));
                format!("{{ ellipse = [{a:?}, {b:?}], axis = {axis}, of = \"floor\" }}")
            }
            Friction::TwoSided(minus, plus) => format!("{{ minus = {minus:?}, plus = {plus:?} }}"),
            Friction::Static(s, k) => format!("{{ static = {s:?}, kinetic = {k:?} }}"),
            Friction::Facets(n, mu) => format!("{{ facets = {n}, mu = {mu:?} }}"),
            Friction::Curve(points) => {
                let each: Vec<String> = points.iter().map(|[v, mu]| list(&[unit * v, *mu])).collect();
                format!("{{ curve = [{}] }}", each.join(", "))
            }
        };
        let mut out = format!(
            "\n[[contact]]\nbetween = [\"*\", \"*\"]\nfriction = {friction}\nrestitution = {}\n",
            contact.restitution
        );
        for (name, x) in [("torsion", contact.torsion), ("rolling", contact.rolling)] {
            if x > 0.0 {
                let _ = writeln!(out, "{name} = {:?}", unit * x);
            }
        }
        out
    }

    fn joint(&self, k: usize, joint: &Joint) -> String {
        let (seen, unit) = (self.seen, self.seen.unit);
        let turns = joint.turns();
        let mut out = format!(
            "\n[joint.joint{k}]\nkind = \"{}\"\nbetween = [\"{}\", \"{}\"]\nat = {}\n",
            joint.kind,
            joint.first,
            joint.second,
            self.vector(seen.point(joint.at))
        );
        match joint.kind {
            "distance" => {
                let _ = writeln!(out, "to = {}", self.vector(seen.point(joint.to)));
            }
            "ball" | "fixed" => {}
            "hinge" if self.world.plane => {}
            _ => {
                let axis = if turns {
                    seen.axis(joint.axis)
                } else {
                    seen.direction(joint.axis)
                };
                let _ = writeln!(out, "axis = {}", self.vector(axis));
            }
        }
        if joint.kind == "screw" {
            let _ = writeln!(out, "pitch = {:?}", 0.05 * unit);
        }
        // The sign of an angle in the plane is that of the world, and a mirror changes it.
        let sign = if self.world.plane && turns && seen.mirror {
            -1.0
        } else {
            1.0
        };
        let coordinate = sign * if turns { 1.0 } else { unit };
        // Torques have two lengths in their unit, forces one.
        let effort = if turns { unit * unit } else { unit };
        if let Some(limits) = joint.limits {
            let mut ends = limits.map(|x| coordinate * x);
            ends.sort_by(f64::total_cmp);
            let _ = writeln!(out, "limits = {}", list(&ends));
        }
        if let Some([velocity, most]) = joint.motor {
            let name = if turns { "max_torque" } else { "max_force" };
            let _ = writeln!(
                out,
                "motor = {{ velocity = {:?}, {name} = {:?} }}",
                coordinate * velocity,
                effort * most
            );
        }
        if joint.friction > 0.0 {
            let _ = writeln!(out, "friction = {:?}", effort * joint.friction);
        }
        out
    }

    fn force(&self, k: usize, force: &Force) -> String {
        let (seen, unit) = (self.seen, self.seen.unit);
        let body = match force {
            Force::Constant(body, f, torque) => {
                let t = seen.axis(*torque).map(|x| unit * unit * x);
                let t = if self.world.plane {
                    format!("{:?}", t[2])
                } else {
                    list(&t)
                };
                let f = self.vector(seen.vector(*f));
                format!("body = \"{body}\"\nforce = {f}\ntorque = {t}\n")
            }
            Force::Spring(body, at, stiffness, damping) => {
                let ends = [seen.point(*at), [0.0; 3]].map(|p| self.vector(p)).join(", ");
                format!(
                    "spring = {{ between = [\"world\", \"{body}\"], at = [{ends}], stiffness = {stiffness:?}, \
                     damping = {damping:?} }}\n"
                )
            }
            Force::Drag(linear, quadratic, angular) => format!(
                "drag = {{ linear = {linear:?}, quadratic = {:?}, angular = {:?} }}\n",
                quadratic / unit,
                angular * unit * unit
            ),
        };
        format!("\n[force.force{k}]\n{body}")
    }

    fn motion(&self, motion: &Motion) -> String {
        let what = match motion {
            Motion::Shaken(amplitude, omega) => {
                let a = self.seen.vector(*amplitude);
                let p = self.world.bodies.first().map_or([0.0; 3], |floor| floor.position);
                let p = self.seen.point(p);
                let each: Vec<String> = (0..self.size)
                    .map(|k| format!("\"{:?} + ({:?})*sin({omega:?}*t)\"", p[k], a[k]))
                    .collect();
                format!("position = [{}]", each.join(", "))
            }
            Motion::Belt(velocity) => {
                format!("surface_velocity = {}", self.vector(self.seen.vector(*velocity)))
            }
        };
        format!("\n[motion.drive]\nbody = \"floor\"\n{what}\n")
    }
}
