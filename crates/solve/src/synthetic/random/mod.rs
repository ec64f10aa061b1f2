//! A small reproducible source of random numbers (splitmix64: Steele, Lea, Flood, 2014).
//!
//! ```text
//! s ← s + 0x9e3779b97f4a7c15,   number = mix(s)
//! ```
//! The same seed gives the same numbers on every machine. Not for secrets.

/// A stream of numbers that only depends on its seed.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Starts a stream.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform on [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// Uniform on [lo, hi).
    pub fn range(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * self.unit()
    }

    /// One of 0 … count − 1; 0 when there is nothing to choose from.
    pub fn below(&mut self, count: usize) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the remainder is below a usize")]
        let chosen = (self.bits() % count.max(1) as u64) as usize;
        chosen
    }

    /// True with the given probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Normal, mean 0, variance 1.
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// Three numbers, each uniform on [−size, size).
    pub fn cube(&mut self, size: f64) -> [f64; 3] {
        [0.0; 3].map(|_| self.range(-size, size))
    }
}

#[cfg(test)]
mod tests;
