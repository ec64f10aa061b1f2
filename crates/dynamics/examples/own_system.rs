//! A system of your own: a bead on a wire bent to a parabola, y = k x², that turns about its axis at the rate
//! w, with a stop at x = 1. In the rotating frame the bead feels a centrifugal force.
//!
//! ```text
//! T = m/2 (1 + 4k²x²) x'²,   V = m g k x² − m/2 w² x²,   gap = 1 − x,   e = 0.6
//! ```
//! Run it with `cargo run --release -p drystone-dynamics --example own_system`.
#![allow(clippy::print_stdout, reason = "an example shows what it found")]

use drystone_dynamics::contact::{Contact, Contacts, Friction, Restitution};
use drystone_dynamics::gaps::Selection;
use drystone_dynamics::schemes::by_name;
use drystone_dynamics::step::options::Options;
use drystone_dynamics::system::{Energy, Layout};
use drystone_dynamics::{Simulation, State, System};
use drystone_solve::solver::Settings;

struct Bead {
    m: f64,
    k: f64,
    w: f64,
    g: f64,
}

impl System for Bead {
    fn layout(&self) -> Layout {
        Layout::vector(1)
    }
    fn mass(&mut self, _time: f64, q: &[f64], out: &mut [f64]) {
        out[0] = self.m * (1.0 + 4.0 * self.k * self.k * q[0] * q[0]);
    }
    /// −∂V/∂x and the term of M(x) varying along the wire, −4mk²x x'².
    fn force(&mut self, _time: f64, q: &[f64], v: &[f64], out: &mut [f64]) {
        let pull = self.m * (self.w * self.w - 2.0 * self.g * self.k) * q[0];
        out[0] = pull - 4.0 * self.m * self.k * self.k * q[0] * v[0] * v[0];
    }
    fn contacts(&mut self, _time: f64, q: &[f64], asked: Selection<'_>, out: &mut Contacts) {
        let gap = 1.0 - q[0];
        if gap <= asked.margin() {
            let restitution = Restitution::Newton {
                e: 0.6,
                tangential: 0.0,
            };
            out.list.push(Contact {
                id: 0,
                gap,
                friction: Friction::None,
                restitution,
            });
            out.jacobian.entry(0, -1.0); // u_N = −x'
            out.end_row(0.0);
        }
    }
    fn energy(&mut self, _time: f64, q: &[f64], v: &[f64]) -> Energy {
        let x2 = q[0] * q[0];
        Energy {
            kinetic: 0.5 * self.m * (1.0 + 4.0 * self.k * self.k * x2) * v[0] * v[0],
            potential: self.m * (self.g * self.k - 0.5 * self.w * self.w) * x2,
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bead = Bead {
        m: 0.1,
        k: 0.5,
        w: 4.0,
        g: 9.81,
    };
    let scheme = by_name("moreau-midpoint", &[], &bead, Options::default())?;
    let solver = drystone_solve::cone::by_name("auto", Settings::default()).ok_or("no such solver")?;
    let start = State {
        time: 0.0,
        q: vec![0.1],
        v: vec![0.0],
    };
    let mut simulation = Simulation::new(Box::new(bead), scheme, solver, start, 1e-3)?;
    let mut lost = 0.0;
    while simulation.state.time < 4.0 {
        let step = simulation.step()?;
        lost += step.energy.impact_loss;
        if let Some(r) = step.impulses.first().filter(|r| **r > 1e-3) {
            println!("t = {:.3} s: the stop gives {r:.4} N·s", step.state.time);
        }
    }
    println!(
        "at the end x = {:.4} m, x' = {:.1e} m/s",
        simulation.state.q[0], simulation.state.v[0]
    );
    println!(
        "lost in impacts: {lost:.5} J, energy now {:.5} J",
        simulation.energy().total()
    );
    Ok(())
}
