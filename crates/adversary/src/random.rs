//! Random numbers by seed: xoshiro256++ filled by SplitMix64 (Blackman, Vigna 2019). Not for secrets.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

/// One step of SplitMix64.
fn split_mix(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Random {
    /// The stream number `stream` of `seed`: streams of one seed have nothing in common.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut mixed = seed;
        let mut at = split_mix(&mut mixed) ^ stream.wrapping_mul(0xD1B5_4A32_D192_ED03);
        Random {
            state: std::array::from_fn(|_| split_mix(&mut at)),
        }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let out = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        out
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in [a, b).
    pub fn between(&mut self, a: f64, b: f64) -> f64 {
        a + (b - a) * self.unit()
    }

    /// 10 to a power that is uniform in [a, b).
    pub fn decade(&mut self, a: f64, b: f64) -> f64 {
        10f64.powf(self.between(a, b))
    }

    /// Uniform in 0 .. n; 0 for n = 0.
    pub fn below(&mut self, n: usize) -> usize {
        // n is small here: the bias of a remainder is below 1e-17.
        usize::try_from(self.bits() % (n.max(1) as u64)).unwrap_or(0)
    }

    /// From `low` to `high`, both included.
    pub fn count(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high + 1 - low)
    }

    /// True with this probability.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// About normal with mean 0 and variance 1: the sum of twelve uniform numbers less 6.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    /// One of the values.
    pub fn pick<T: Copy>(&mut self, values: &[T], or: T) -> T {
        values.get(self.below(values.len())).copied().unwrap_or(or)
    }
}
