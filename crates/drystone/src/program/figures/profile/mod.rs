//! Performance profiles.
//!
//! ```text
//! ρ_s(τ) = share of the problems that s solves within τ times the best time of any solver on that problem
//! ```
//! ρ_s(1) is how often s is the fastest, ρ_s(∞) how often it solves at all. A problem that nobody solves
//! counts against everybody. Reference: Dolan, Moré (2002), Benchmarking optimization software with
//! performance profiles.

/// Time of each solver on each problem; `None` where it did not solve.
pub(crate) struct Times {
    pub(crate) solvers: Vec<String>,
    /// `times[problem][solver]`, in s.
    pub(crate) times: Vec<Vec<Option<f64>>>,
}

impl Times {
    /// The ratio to the best time of every problem solved by solver `s`, increasing.
    pub(crate) fn ratios(&self, s: usize) -> Vec<f64> {
        let mut ratios: Vec<f64> = self
            .times
            .iter()
            .filter_map(|times| {
                let best = times.iter().flatten().copied().fold(f64::INFINITY, f64::min);
                times[s].map(|t| if t > best { t / best.max(1e-9) } else { 1.0 })
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        ratios
    }

    /// ρ_s(τ).
    pub(crate) fn share(&self, s: usize, tau: f64) -> f64 {
        let within = self.ratios(s).iter().filter(|&&ratio| ratio <= tau).count();
        within as f64 / self.times.len().max(1) as f64
    }

    /// The corners of the step function ρ_s on 1 ≤ τ ≤ `end`.
    pub(crate) fn curve(&self, s: usize, end: f64) -> Vec<(f64, f64)> {
        let total = self.times.len().max(1) as f64;
        let mut points = vec![(1.0, 0.0)];
        for (k, ratio) in self
            .ratios(s)
            .into_iter()
            .enumerate()
            .filter(|(_, ratio)| *ratio <= end)
        {
            let before = k as f64 / total;
            points.push((ratio, before));
            points.push((ratio, (k + 1) as f64 / total));
        }
        let last = points.last().map_or(0.0, |p| p.1);
        points.push((end, last));
        points
    }

    /// The largest ratio of all, at least 10: how far the axis has to go.
    pub(crate) fn reach(&self) -> f64 {
        (0..self.solvers.len())
            .flat_map(|s| self.ratios(s))
            .fold(10.0, f64::max)
    }
}

#[cfg(test)]
mod tests;
