//! The next mode at an event, at the beginning, and where the drive jumps; jumps of the state.
//!
//! ```text
//! candidates  the row that was lost moves to its other place;   the mode of now;
//!             the LCP of  w = σ C (σ − A)⁻¹ x + (D + C (σ − A)⁻¹ B) λ  for large real σ;
//!                         all modes of few rows
//! taken       the first that x is a state of, with every margin lexicographically positive
//! none    x⁺ = x − T (K T)⁻¹ (K x + k) of the mode that the LCP has for two σ in a row, and again from there
//! ```
//! The LCP is that of one backward Euler step of length 1/σ. As σ → ∞ it is the rational complementarity
//! problem of Heemels, Schumacher and Weiland (1999), whose solution of polynomial growth is the jump: for
//! relative degree 1 the one of passive circuits (Camlibel, Heemels, Schumacher 2002), for 2 an impact
//! without rebound, for 3 and more that of the higher-order sweeping process (Brogliato et al. 2002, (46)).

use super::events::{Events, Place};
use super::mode::ZERO;
use super::one_step::OneStep;
use nalgebra::{DMatrix, DVector};

/// σ, in units of the rate of the system.
const SIGMA: [f64; 6] = [1e1, 1e2, 1e3, 1e4, 1e6, 1e8];
/// Jumps in a row.
const JUMPS: usize = 3;
/// Modes that are all tried.
const ALL: usize = 4096;
/// Error of the LCPs.
const TOLERANCE: f64 = 1e-9;

impl Events {
    /// Chooses the mode from here on, after jumps where needed; `lost` is the margin that was lost. `false`
    /// where none fits.
    pub(super) fn choose(&mut self, lost: Option<usize>) -> bool {
        let now = self.places.clone();
        if let (Some(places), Some(lost)) = (&now, lost)
            && let Some(k) = self.mode(places)
        {
            let margin = &self.mode_at(k).margins[lost];
            let mut changed = places.clone();
            changed[margin.row] = margin.then;
            if self.fits(&changed) {
                return true;
            }
        }
        if let Some(places) = &now
            && self.fits(places)
        {
            return true;
        }
        for _ in 0..JUMPS {
            let limits = self.limits();
            if limits.iter().any(|places| self.fits(places)) || self.any_fits() {
                return true;
            }
            let pair = limits.windows(2).rev().find(|pair| pair[0] == pair[1]);
            let Some(k) = pair.and_then(|pair| self.mode(&pair[0])) else {
                return false;
            };
            let mut z = self.z.clone();
            self.mode_at(k).project(&mut z);
            if !z.iter().all(|x| x.is_finite()) || z == self.z {
                return false;
            }
            self.z = z;
            self.measure();
        }
        false
    }

    /// Whether the mode with those places goes on from here: then it is the mode of now, and x lies on it.
    fn fits(&mut self, places: &[Place]) -> bool {
        let Some(k) = self.mode(places) else {
            return false;
        };
        let mode = self.mode_at(k);
        if !(mode.distance(&self.z, &self.size) <= ZERO) {
            return false;
        }
        let mut z = self.z.clone();
        mode.project(&mut z);
        if !mode.goes_on(&z, &self.size, self.window.all.rate) {
            return false;
        }
        self.z = z;
        self.places = Some(places.to_vec());
        true
    }

    /// Every mode, where they are few.
    fn any_fits(&mut self) -> bool {
        let choices: Vec<usize> = self.window.relay.iter().map(|r| if *r { 3 } else { 2 }).collect();
        let count = choices.iter().try_fold(1usize, |all, c| all.checked_mul(*c));
        let Some(count @ ..=ALL) = count else {
            return false;
        };
        (0..count).any(|mut number| {
            let places: Vec<Place> = choices
                .iter()
                .map(|c| {
                    let digit = number % c;
                    number /= c;
                    Place::from_count(digit as u64)
                })
                .collect();
            self.fits(&places)
        })
    }

    /// What the LCPs of large σ say, one after the other.
    fn limits(&self) -> Vec<Vec<Place>> {
        SIGMA
            .iter()
            .filter_map(|s| self.limit(s * self.window.all.rate))
            .collect()
    }

    fn limit(&self, sigma: f64) -> Option<Vec<Place>> {
        let w = &self.window;
        let (n, p) = (w.all.a.nrows(), w.all.shift.nrows());
        let eta = (DMatrix::identity(p, p) - &w.all.shift / sigma)
            .lu()
            .solve(&self.z.rows(n, p).into_owned())?;
        let implicit = (DMatrix::identity(n, n) - &w.all.a / sigma).lu();
        let free = self.z.rows(0, n) + &w.all.a_drive * &eta / sigma;
        let x = implicit.solve(&free)?;
        let matrix = &w.all.d + &w.all.c * implicit.solve(&(&w.all.b / sigma))?;
        let q: DVector<f64> = &w.all.c * x + &w.all.c_drive * eta;
        if !matrix.iter().chain(q.iter()).all(|x| x.is_finite()) {
            return None;
        }
        let mut lambda = DVector::zeros(q.len());
        let mut step = OneStep::new(&matrix, &w.relay, TOLERANCE, self.method);
        let solved = step.solve(&q, &mut lambda);
        (solved.error <= TOLERANCE).then(|| step.set().to_vec())
    }
}
