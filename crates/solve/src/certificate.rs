//! The certificate: how far impulses are from obeying their laws, clause by clause, at the worst block.
//!
//! Written from the statement of the laws (see [`crate::law`]) with u = W r + b computed afresh. It uses no
//! projection on the cone and knows no solver. A clause is zero when it holds; NaN stays NaN.
//!
//! ```text
//! penetration      max(0, −u_N)                               m/s
//! tension          max(0, −r_N)                               N·s
//! cone excess      how far r_T lies outside r_N D             N·s  (box: r outside [lo, hi]; rolling: N·m·s)
//! complementarity  |u_N r_N|                                  J
//! slip defect      ‖ ‖C u_T‖ C⁻¹ r_T + r_N C u_T ‖            J    C the semi-axes of D
//! joints           |u| of bilateral rows                      m/s
//! ```
//! For the disc the slip defect is ‖ ‖u_T‖ r_T + μ r_N u_T ‖. For an interval, a polygon and a general
//! section it is the dissipation missed, r_N s_D(−u_T) + u_Tᵀ r_T, and for a box (r − lo) max(u, 0) + (hi −
//! r) max(−u, 0); towards an infinite bound a box is a joint, and |u| counts as such. The cone excess of an
//! ellipse is the distance to its boundary to first order, exact for the disc; spin counts as sliding at the
//! radius torsion / μ.

use crate::judge::velocities;
use crate::law::layout::Kind;
use crate::law::{Ellipsoid, Law, Shape, polygon_excess};
use crate::problem::{ContactProblem, Lcp};

/// What people read of a clause: the one table. Files and JSON keep the name of the clause, which it is
/// looked up by; what is no clause is its own word.
pub fn word_of(clause: &str) -> &str {
    match clause {
        "penetration" => "approach",
        "cone_excess" => "cone excess",
        "slip_defect" => "slip defect",
        other => other,
    }
}

/// Worst defect per clause; zero when the clause holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Certificate {
    /// max(0, −u_N), in m/s.
    pub penetration: f64,
    /// max(0, −r_N), in N·s.
    pub tension: f64,
    /// Distance of r_T from r_N D, in N·s.
    pub cone_excess: f64,
    /// |u_N r_N|, in J.
    pub complementarity: f64,
    /// How far friction is from opposing slip with all it may, in J.
    pub slip_defect: f64,
    /// |u| of bilateral rows, in m/s.
    pub joints: f64,
}

impl Certificate {
    /// The clauses with their names and units, in the order of the struct.
    pub fn clauses(&self) -> [(&'static str, f64, &'static str); 6] {
        [
            ("penetration", self.penetration, "m/s"),
            ("tension", self.tension, "N·s"),
            ("cone_excess", self.cone_excess, "N·s"),
            ("complementarity", self.complementarity, "J"),
            ("slip_defect", self.slip_defect, "J"),
            ("joints", self.joints, "m/s"),
        ]
    }

    /// Keeps the larger defect of the two, clause by clause.
    pub fn worst_of(&mut self, other: &Certificate) {
        worst(&mut self.penetration, other.penetration);
        worst(&mut self.tension, other.tension);
        worst(&mut self.cone_excess, other.cone_excess);
        worst(&mut self.complementarity, other.complementarity);
        worst(&mut self.slip_defect, other.slip_defect);
        worst(&mut self.joints, other.joints);
    }

    fn note(&mut self, law: &Law, r: &[f64], u: &[f64]) {
        if r.iter().chain(u).any(|x| x.is_nan()) {
            // Clauses that do not read the spoiled row must not hide it.
            let spoiled = f64::NAN;
            worst(&mut self.joints, spoiled);
            worst(&mut self.slip_defect, spoiled);
            worst(&mut self.complementarity, spoiled);
        }
        match law.kind() {
            Kind::Bilateral => worst(&mut self.joints, u[0].abs()),
            Kind::Box { lo, hi } => self.note_box(lo, hi, r[0], u[0]),
            Kind::Unilateral | Kind::Friction => {
                worst(&mut self.penetration, positive(-u[0]));
                worst(&mut self.tension, positive(-r[0]));
                worst(&mut self.complementarity, (u[0] * r[0]).abs());
                if let Some(shape) = law.shape() {
                    self.note_friction(&shape, r, u);
                }
            }
        }
    }

    fn note_box(&mut self, lo: f64, hi: f64, r: f64, u: f64) {
        worst(&mut self.cone_excess, positive(lo - r));
        worst(&mut self.cone_excess, positive(r - hi));
        // u > 0 is allowed at lo only, u < 0 at hi only.
        let room = if u > 0.0 {
            positive(r - lo)
        } else {
            positive(hi - r)
        };
        if room.is_finite() || u.is_nan() || r.is_nan() {
            worst(&mut self.slip_defect, room * u.abs());
        } else {
            worst(&mut self.joints, u.abs());
        }
    }

    fn note_friction(&mut self, shape: &Shape, r: &[f64], u: &[f64]) {
        let normal = positive(r[0]);
        match *shape {
            Shape::Ellipsoids(groups, count) => {
                for group in &groups[..count] {
                    let (excess, slip) = ellipsoid_defects(group, normal, r, u);
                    worst(&mut self.cone_excess, excess);
                    worst(&mut self.slip_defect, slip);
                }
                return;
            }
            Shape::Interval(minus, plus) => {
                worst(&mut self.cone_excess, positive(r[1] - plus * normal));
                worst(&mut self.cone_excess, positive(-minus * normal - r[1]));
            }
            Shape::Polygon(mu, facets) => {
                worst(
                    &mut self.cone_excess,
                    polygon_excess(mu * normal, facets, r[1], r[2]),
                );
            }
            Shape::Section(s) if normal > 0.0 => {
                let d = [r[1] / normal, r[2] / normal];
                let p = (s.project)(&s.parameters, d);
                worst(&mut self.cone_excess, normal * (d[0] - p[0]).hypot(d[1] - p[1]));
            }
            Shape::Section(_) => worst(&mut self.cone_excess, r[1].hypot(r[2])),
        }
        let opposite = [0.0, -u[1], if u.len() > 2 { -u[2] } else { 0.0 }];
        let power: f64 = (1..u.len()).map(|k| u[k] * r[k]).sum();
        worst(
            &mut self.slip_defect,
            (normal * shape.support(&opposite) + power).abs(),
        );
    }
}

/// The certificate of one block: its law, its impulse and the velocity that it is to meet.
pub fn certify_block(law: &Law, r: &[f64], u: &[f64]) -> Certificate {
    let mut certificate = Certificate::default();
    certificate.note(law, r, u);
    certificate
}

/// Cone excess and slip defect of one group of rows, in the variables where its ellipsoid is a ball.
fn ellipsoid_defects(group: &Ellipsoid, normal: f64, r: &[f64], u: &[f64]) -> (f64, f64) {
    let (mut ball, mut slip, mut dead) = (0.0, 0.0, 0.0);
    let (mut rho, mut v) = ([0.0; 3], [0.0; 3]);
    for k in 0..group.dim {
        let (a, r, u) = (group.axes[k], r[group.start + k], u[group.start + k]);
        if a > 0.0 {
            (rho[k], v[k]) = (r / a, a * u);
        } else {
            dead += r * r;
        }
        ball += rho[k] * rho[k];
        slip += v[k] * v[k];
    }
    let (ball, slip) = (f64::sqrt(ball), f64::sqrt(slip));
    let defect: f64 = (0..group.dim)
        .map(|k| (slip * rho[k] + normal * v[k]).powi(2))
        .sum();
    // Metres of boundary for each unit of the gauge: 1 / ‖∇‖r / a‖‖, with spin turned into sliding.
    let steep: f64 = (0..group.dim)
        .filter(|&k| group.axes[k] > 0.0)
        .map(|k| (rho[k] / group.axes[k]).powi(2))
        .sum();
    let spins = group.dim == 3 && group.axes[0] > 0.0;
    let width = if spins { group.axes[0] } else { ball / steep.sqrt() };
    let excess = if ball == 0.0 {
        0.0
    } else {
        width * positive(ball - normal)
    };
    (excess + f64::sqrt(dead), defect.sqrt())
}

/// max(0, x) that keeps NaN.
fn positive(x: f64) -> f64 {
    if x < 0.0 { 0.0 } else { x }
}

/// Keeps the larger of the two, and NaN once seen.
fn worst(clause: &mut f64, defect: f64) {
    if !(defect <= *clause) && !clause.is_nan() {
        *clause = defect;
    }
}

/// How well `r` obeys the laws of `problem`, at the velocities of the judge: of a problem given by (M, H) the
/// given M decides, not an inverse that somebody made.
pub fn certify(problem: &ContactProblem, r: &[f64]) -> Certificate {
    certify_velocity(&problem.laws, r, &velocities(problem, r))
}

/// How well impulses `r` and the relative velocities `u` reached obey the laws: for a caller that knows u by
/// other means than W r + b, so that a wrong W shows too.
pub fn certify_velocity(laws: &[Law], r: &[f64], u: &[f64]) -> Certificate {
    let mut certificate = Certificate::default();
    let mut at = 0;
    for law in laws {
        let rows = at..at + law.rows();
        certificate.note(law, &r[rows.clone()], &u[rows.clone()]);
        at = rows.end;
    }
    certificate
}

/// How far z is from solving an LCP, clause by clause; a mixed problem is certified by its natural map.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LcpCertificate {
    /// max(0, −zᵢ).
    pub negative_z: f64,
    /// max(0, −wᵢ).
    pub negative_w: f64,
    /// |zᵢ wᵢ|.
    pub complementarity: f64,
}

/// Certifies z as a solution of an LCP.
pub fn certify_lcp(problem: &Lcp, z: &[f64]) -> LcpCertificate {
    let mut w = vec![0.0; z.len()];
    problem.matrix.multiply_add(z, &problem.q, &mut w);
    let mut out = LcpCertificate::default();
    for (z, w) in z.iter().zip(&w) {
        worst(&mut out.negative_z, positive(-z));
        worst(&mut out.negative_w, positive(-w));
        worst(&mut out.complementarity, (z * w).abs());
    }
    out
}
