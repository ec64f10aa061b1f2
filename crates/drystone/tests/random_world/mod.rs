//! Worlds made by rule from a seed: shapes of every kind, degenerate ones too, masses over twelve decades,
//! every law of friction and impact, every joint, force and motion, every scheme. The same seed gives the
//! same text.

use std::fmt::Write as _;

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1).
    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in [low, high).
    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// 10 to a power that is uniform.
    fn decade(&mut self, low: f64, high: f64) -> f64 {
        10f64.powf(self.within(low, high))
    }

    /// A whole number below `count`.
    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.bits() % count as u64).unwrap_or(0)
    }

    /// Whether something happens that happens with this share.
    fn chance(&mut self, share: f64) -> bool {
        self.unit() < share
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// A world on its way to text.
struct Maker {
    random: Random,
    plane: bool,
    text: String,
    /// Bodies that move freely, by number; and those that do not.
    free: usize,
    held: usize,
    /// Sizes are about this, in m.
    size: f64,
    joints: Vec<(String, &'static str)>,
    /// Whether there is a mesh, which not every shape can touch.
    mesh: bool,
    /// Whether the scheme has no friction.
    smooth: bool,
}

/// The text of a scene, to run for `steps` steps.
pub(crate) fn world(seed: u64, steps: usize) -> String {
    let mut random = Random::new(seed);
    let plane = random.chance(0.4);
    let size = if random.chance(0.7) {
        1.0
    } else {
        random.decade(-3.0, 2.0)
    };
    let mut maker = Maker {
        random,
        plane,
        text: String::new(),
        free: 0,
        held: 0,
        size,
        joints: Vec::new(),
        mesh: false,
        smooth: false,
    };
    maker.run(steps, seed);
    maker.world();
    let free = 1 + maker.random.below(12);
    maker.surroundings();
    for _ in 0..free {
        maker.body();
    }
    maker.laws();
    maker.joints();
    maker.forces();
    maker.text
}

impl Maker {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn vector(&mut self, reach: f64) -> String {
        let count = if self.plane { 2 } else { 3 };
        let list: Vec<String> = (0..count)
            .map(|_| format!("{:e}", self.random.within(-reach, reach)))
            .collect();
        format!("[{}]", list.join(", "))
    }

    fn run(&mut self, steps: usize, seed: u64) {
        let random = &mut self.random;
        let step = random.decade(-4.0, -1.5);
        let scheme = match random.below(10) {
            0 | 1 => "\"moreau-midpoint\"".to_owned(),
            2 => "{ moreau-midpoint = { test_at_end = true } }".to_owned(),
            3 => format!(
                "{{ moreau-jean = {{ theta = {}, gamma = {}, explicit = {} }} }}",
                random.unit(),
                random.unit(),
                random.chance(0.5)
            ),
            4 | 5 => "\"stewart-trinkle\"".to_owned(),
            6 => format!("{{ stewart-trinkle = {{ gap = {} }} }}", random.chance(0.5)),
            7 => "\"anitescu-potra\"".to_owned(),
            8 if self.plane => {
                self.smooth = true;
                "\"paoli-schatzman\"".to_owned()
            }
            _ => "\"moreau-jean\"".to_owned(),
        };
        let _ = write!(
            self.text,
            "[run]\nstep = {step:e}\nt_end = {:e}\nscheme = {scheme}\nseed = {seed}\non_violation = \"record\"\ncontinuous = false\nmax_iterations = {}\n",
            step * steps as f64,
            [20, 100, 500][random.below(3)]
        );
        if random.chance(0.3) {
            let violation = random.pick(&["none", "resting", "linear", "projection"]);
            let _ = writeln!(self.text, "violation = \"{violation}\"");
        }
        if random.chance(0.3) {
            let constraints = random.pick(&["velocity", "projection", "index-reduced"]);
            let _ = writeln!(self.text, "constraints = \"{constraints}\"");
        }
        if random.chance(0.15) {
            self.text.push_str("impacts = \"sequential\"\n");
        }
        if random.chance(0.1) {
            let solver = random.pick(&[
                "gauss-seidel",
                "newton",
                "newton-natural-map",
                "proximal-newton",
                "admm",
                "interior-point",
                "projected-gradient",
            ]);
            let _ = writeln!(self.text, "solver = \"{solver}\"");
        }
    }

    fn world(&mut self) {
        let dimension = if self.plane { 2 } else { 3 };
        self.line(&format!(
            "[world]\nallow_overlap = 1e300\ndimension = {dimension}"
        ));
        if self.random.chance(0.3) {
            let gravity = self.vector(20.0);
            self.line(&format!("gravity = {gravity}"));
        }
    }

    /// A floor, sometimes walls, sometimes one that moves.
    fn surroundings(&mut self) {
        for k in 0..self.random.below(4) {
            self.held += 1;
            let random = &mut self.random;
            let shape = match (random.below(4), self.plane) {
                (0 | 1, _) => format!("{{ plane = {{ tilt_deg = {:e} }} }}", random.within(-40.0, 40.0)),
                (2, false) => {
                    self.mesh = true;
                    let rows: Vec<String> = (0..4)
                        .map(|_| {
                            let row: Vec<String> = (0..4)
                                .map(|_| format!("{:e}", self.size * random.within(-0.3, 0.3)))
                                .collect();
                            format!("[{}]", row.join(", "))
                        })
                        .collect();
                    format!(
                        "{{ heights = {{ spacing = {:e}, rows = [{}] }} }}",
                        self.size,
                        rows.join(", ")
                    )
                }
                _ => self.shape(),
            };
            let position = self.vector(self.size);
            self.line(&format!(
                "[body.held{k}]\nfixed = true\nshape = {shape}\nposition = {position}"
            ));
            self.turned();
            if self.random.chance(0.3) {
                self.motion(k);
            }
        }
    }

    fn motion(&mut self, k: usize) {
        let random = &mut self.random;
        let (amplitude, rate) = (self.size * random.within(0.0, 0.3), random.decade(-1.0, 2.0));
        let mut text = format!("[motion.m{k}]\nbody = \"held{k}\"\n");
        match random.below(3) {
            0 => {
                let rest = if self.plane { "0" } else { "0, 0" };
                let _ = writeln!(text, "position = [\"{amplitude:e}*sin({rate:e}*t)\", {rest}]");
            }
            1 => {
                let _ = writeln!(text, "angle = \"{rate:e}*t\"");
            }
            _ => {
                let velocity = self.vector(5.0);
                let _ = writeln!(text, "surface_velocity = {velocity}");
            }
        }
        self.line(&text);
    }

    fn turned(&mut self) {
        if self.random.chance(0.6) {
            let line = if self.plane {
                format!("angle = {:e}", self.random.within(-4.0, 4.0))
            } else {
                let mut angle = || self.random.within(-180.0, 180.0);
                format!("euler_deg = [{:e}, {:e}, {:e}]", angle(), angle(), angle())
            };
            self.line(&line);
        }
    }

    /// A length: mostly about the size of the world, at times tiny, huge, or exactly it.
    fn length(&mut self) -> f64 {
        let random = &mut self.random;
        self.size
            * match random.below(20) {
                0 => 1e-6,
                1 => 1e3,
                2 => random.decade(-6.0, 3.0),
                3 | 4 => 1.0,
                _ => random.within(0.1, 1.0),
            }
    }

    fn shape(&mut self) -> String {
        let (a, b, c) = (self.length(), self.length(), self.length());
        let kind = self.random.below(10);
        if self.plane {
            return match kind {
                0..=2 => format!("{{ disc = {a:e} }}"),
                3..=5 => format!("{{ box = [{a:e}, {b:e}] }}"),
                6 => format!("{{ capsule = {{ length = {a:e}, radius = {b:e} }} }}"),
                7 => format!("{{ segment = [[0, {a:e}], [{b:e}, 0]], radius = {:e} }}", 0.1 * c),
                _ => self.polygon(a, b, c),
            };
        }
        match if self.mesh && (5..8).contains(&kind) {
            kind - 4
        } else {
            kind
        } {
            0 | 1 => format!("{{ sphere = {a:e} }}"),
            2 | 3 => format!("{{ box = [{a:e}, {b:e}, {c:e}] }}"),
            4 => format!("{{ capsule = {{ length = {a:e}, radius = {b:e} }} }}"),
            5 => format!("{{ cylinder = {{ length = {a:e}, radius = {b:e} }} }}"),
            6 => format!("{{ cone = {{ height = {a:e}, radius = {b:e} }} }}"),
            7 => format!("{{ ellipsoid = [{a:e}, {b:e}, {c:e}] }}"),
            _ => self.hull(a, b, c),
        }
    }

    /// Corners on an ellipse, a sliver at times.
    fn polygon(&mut self, a: f64, b: f64, c: f64) -> String {
        let corners = 3 + self.random.below(6);
        let turn = self.random.unit();
        let points: Vec<String> = (0..corners)
            .map(|k| {
                let angle = (k as f64 + turn) * std::f64::consts::TAU / corners as f64;
                format!("[{:e}, {:e}]", a * angle.cos(), b * angle.sin())
            })
            .collect();
        let radius = if self.random.chance(0.3) { 0.1 * c } else { 0.0 };
        format!("{{ polygon = [{}], radius = {radius:e} }}", points.join(", "))
    }

    /// Random points, doubled and flat ones among them.
    fn hull(&mut self, a: f64, b: f64, c: f64) -> String {
        // A sliver at times; most are stout.
        let (b, c) = if self.random.chance(0.9) {
            (0.7 * a, 0.5 * a)
        } else {
            (b, c)
        };
        let count = 4 + self.random.below(9);
        let mut points: Vec<String> = Vec::new();
        for k in 0..count {
            if k > 0 && self.random.chance(0.1) {
                points.push(points[k - 1].clone());
                continue;
            }
            let mut x = |reach: f64| {
                if self.random.chance(0.3) {
                    reach
                } else {
                    reach * self.random.within(-1.0, 1.0)
                }
            };
            let (x, y, z) = (x(a), x(b), x(c));
            points.push(format!("[{x:e}, {y:e}, {z:e}]"));
        }
        format!("{{ hull = [{}] }}", points.join(", "))
    }

    fn body(&mut self) {
        let name = format!("b{}", self.free);
        self.free += 1;
        self.line(&format!("[body.{name}]"));
        if self.random.chance(0.2) {
            let parts: Vec<String> = (0..=self.random.below(3))
                .map(|_| {
                    let shape = self.shape();
                    let position = self.vector(self.size);
                    shape.replace(" }", "}").trim_end_matches('}').to_owned()
                        + &"}".repeat(shape.matches('{').count() - 1)
                        + &format!(", position = {position} }}")
                })
                .collect();
            self.line(&format!("shapes = [{}]", parts.join(", ")));
        } else if self.random.chance(0.97) {
            let shape = self.shape();
            self.line(&format!("shape = {shape}"));
        } else {
            let inertia = if self.plane { "0.3" } else { "[0.3, 0.4, 0.5]" };
            self.line(&format!("inertia = {inertia}"));
        }
        let mass = if self.random.chance(0.6) {
            self.random.within(0.1, 10.0)
        } else {
            self.random.decade(-6.0, 6.0)
        };
        self.line(&format!("mass = {mass:e}"));
        // Some in the same place, some overlapping, most apart.
        let reach = [0.0, 0.3, 3.0, 10.0][self.random.below(4)] * self.size;
        let position = self.vector(reach);
        self.line(&format!("position = {position}"));
        self.turned();
        if self.random.chance(0.7) {
            let speed = if self.random.chance(0.5) { 2.0 } else { 100.0 };
            let velocity = self.vector(speed);
            let spin = if self.plane {
                format!("{:e}", self.random.within(-30.0, 30.0))
            } else {
                self.vector(30.0)
            };
            self.line(&format!("velocity = {velocity}\nangular_velocity = {spin}"));
        }
    }

    fn laws(&mut self) {
        // Once there are entries, every pair asks for one.
        self.line("[[contact]]\nbetween = [\"*\", \"*\"]");
        for k in 0..=self.random.below(3) {
            let between = if k == 0 {
                "[\"*\", \"*\"]".to_owned()
            } else {
                format!("[\"b{}\", \"*\"]", self.random.below(self.free))
            };
            let random = &mut self.random;
            let (mu, other, e) = (random.within(0.0, 2.0), random.within(0.0, 2.0), random.unit());
            let law = if self.smooth { 0 } else { random.below(9) };
            let friction = match (law, self.plane) {
                (0, _) => "0".to_owned(),
                (1, _) => format!("{{ static = {mu}, kinetic = {other} }}"),
                (2, _) => format!("{{ curve = [[0, {mu}], [0.5, {other}], [3, {e}]] }}"),
                (3, true) => format!("{{ minus = {mu}, plus = {other} }}"),
                (3, false) => format!("{{ ellipse = [{mu}, {other}], of = \"b0\" }}"),
                (4, false) => format!("{{ facets = {}, mu = {mu} }}", 3 + random.below(9)),
                (5, true) => format!("{mu}\nrolling = {:e}", 0.1 * self.size * other),
                (5, false) => format!(
                    "{mu}\nrolling = {:e}\ntorsion = {:e}",
                    0.1 * self.size * other,
                    0.1 * self.size * e
                ),
                (6, false) => format!("{mu}\ntorsion = {:e}", 0.1 * self.size * e),
                _ => format!("{mu}"),
            };
            let e = if random.chance(0.2) { 1.0 } else { e };
            let tangential = random.within(-1.0, 1.0);
            // Impacts along the normal impulse know few laws; now and then they are asked for others.
            let few = (3..=6).contains(&law) && random.chance(0.9);
            let restitution = match random.below(8) {
                2 | 3 if few => "0.4".to_owned(),
                0 => format!("{{ newton = {e}, tangential = {tangential} }}"),
                1 => format!("{{ poisson = {e} }}"),
                2 => format!("{{ poisson_incremental = {e} }}"),
                3 => format!("{{ stronge = {e} }}"),
                4 => format!("{{ dissipation_index = {e} }}"),
                5 => "0".to_owned(),
                _ => format!("{e}"),
            };
            self.line(&format!(
                "[[contact]]\nbetween = {between}\nfriction = {friction}\nrestitution = {restitution}"
            ));
        }
    }

    /// Any two bodies, the surroundings among them.
    fn two(&mut self) -> (String, String) {
        let second = self.random.below(self.free);
        let first = self.random.below(self.free + 1);
        let first = if first == self.free || first == second {
            if self.held > 0 && self.random.chance(0.5) {
                format!("held{}", self.random.below(self.held))
            } else {
                "world".to_owned()
            }
        } else {
            format!("b{first}")
        };
        (first, format!("b{second}"))
    }

    /// Stops, a motor and dry friction of a joint with a coordinate.
    fn drive(&mut self, kind: &str, text: &mut String) {
        let random = &mut self.random;
        if random.chance(0.3) {
            let (low, high) = (random.within(-1.0, 0.0), random.unit());
            let _ = writeln!(
                text,
                "limits = [{low:e}, {high:e}]\nlimit_restitution = {}",
                random.unit()
            );
        }
        if random.chance(0.3) {
            let key = if matches!(kind, "hinge" | "screw") {
                "max_torque"
            } else {
                "max_force"
            };
            let bound = if random.chance(0.2) {
                String::new()
            } else {
                format!(", {key} = {:e}", random.decade(-3.0, 3.0))
            };
            let _ = writeln!(
                text,
                "motor = {{ velocity = \"{:e}*sin(3*t)\"{bound} }}",
                random.within(-9.0, 9.0)
            );
        }
        if random.chance(0.3) {
            let _ = writeln!(text, "friction = {:e}", random.decade(-3.0, 2.0));
        }
    }

    fn joints(&mut self) {
        if self.random.chance(0.5) {
            return;
        }
        for k in 0..=self.random.below(6) {
            let kinds: &[&'static str] = if self.plane {
                &["hinge", "slider", "fixed", "distance"]
            } else {
                &[
                    "ball", "hinge", "slider", "cylinder", "planar", "fixed", "distance", "screw",
                ]
            };
            let kind = kinds[self.random.below(kinds.len())];
            let (first, second) = self.two();
            let at = self.vector(self.size);
            let mut text = format!(
                "[joint.j{k}]\nkind = \"{kind}\"\nbetween = [\"{first}\", \"{second}\"]\nat = {at}\n"
            );
            let axis = self.vector(1.0);
            if kind == "distance" {
                let to = self.vector(self.size);
                let _ = writeln!(text, "to = {to}");
            } else if !matches!(kind, "ball" | "fixed") && !(self.plane && kind == "hinge") {
                let _ = writeln!(text, "axis = {axis}");
            }
            if kind == "screw" {
                let _ = writeln!(text, "pitch = {:e}", self.size * self.random.within(-0.5, 0.5));
            }
            if matches!(kind, "hinge" | "slider" | "cylinder" | "screw") {
                self.drive(kind, &mut text);
                self.joints.push((format!("j{k}"), kind));
            }
            if self.random.chance(0.2) {
                text.push_str("collide = true\n");
            }
            self.line(&text);
            // The same once more: a redundant loop.
            if self.random.chance(0.15) {
                let again = text.replace(&format!("[joint.j{k}]"), &format!("[joint.again{k}]"));
                self.line(&again);
            }
        }
        let hinges: Vec<String> = self
            .joints
            .iter()
            .filter(|j| j.1 == "hinge")
            .map(|j| j.0.clone())
            .collect();
        if let [a, b, ..] = hinges.as_slice() {
            let ratio = self.random.within(-3.0, 3.0);
            self.line(&format!(
                "[joint.gear]\nkind = \"gear\"\nhinges = [\"{a}\", \"{b}\"]\nratio = {ratio:e}"
            ));
        }
    }

    fn forces(&mut self) {
        if self.random.chance(0.3) {
            let (first, second) = self.two();
            let (k, c) = (self.random.decade(-1.0, 5.0), self.random.decade(-2.0, 3.0));
            self.line(&format!(
                "[force.spring]\nspring = {{ between = [\"{first}\", \"{second}\"], stiffness = {k:e}, damping = {c:e} }}"
            ));
        }
        if self.random.chance(0.3) {
            let (a, b, c) = (self.random.unit(), 0.1 * self.random.unit(), self.random.unit());
            self.line(&format!(
                "[force.air]\ndrag = {{ linear = {a:e}, quadratic = {b:e}, angular = {c:e} }}"
            ));
        }
        if self.random.chance(0.2) {
            let body = self.random.below(self.free);
            let list = if self.plane {
                "\"sin(9*t)\", \"-x\""
            } else {
                "\"sin(9*t)\", \"-x\", \"vz*0.1\""
            };
            self.line(&format!("[force.push]\nbody = \"b{body}\"\nforce = [{list}]"));
        }
        if let Some((name, _)) = self.joints.first().cloned()
            && self.random.chance(0.4)
        {
            let (k, c) = (self.random.decade(-1.0, 3.0), self.random.decade(-2.0, 1.0));
            self.line(&format!(
                "[force.turn]\njoint = \"{name}\"\nstiffness = {k:e}\ndamping = {c:e}"
            ));
        }
    }
}
