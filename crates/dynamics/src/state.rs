//! The state of a system, and its mechanical energy.

/// Where a system is, and how it moves. The velocity is the one after any impact at this instant.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct State {
    /// Time, in s.
    pub time: f64,
    /// Configuration.
    pub q: Vec<f64>,
    /// Velocity, q̇ = N(q) v.
    pub v: Vec<f64>,
}

impl State {
    /// Copies without allocating when the sizes agree.
    pub fn copy_from(&mut self, other: &State) {
        self.time = other.time;
        self.q.clone_from(&other.q);
        self.v.clone_from(&other.v);
    }
}

/// The mechanical energy of a state.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Energy {
    /// T = ½ vᵀ M v, in J.
    pub kinetic: f64,
    /// V(q), in J.
    pub potential: f64,
}

impl Energy {
    /// T + V, in J.
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }
}
