//! Coefficients of Radau IIA with three stages.
//!
//! ```text
//! T⁻¹ A⁻¹ T = diag(γ, [α −β; β α]):  one real system (γ/h − J) and one complex one (α + iβ)/h − J instead of
//!                                    3n rows
//! ```
//! Source: Hairer and Wanner, Solving Ordinary Differential Equations II, §IV.5 and IV.8.

/// √6.
const ROOT: f64 = 2.449_489_742_783_178;
/// Where the stages are, in shares of the step.
pub(super) const NODES: [f64; 3] = [(4.0 - ROOT) / 10.0, (4.0 + ROOT) / 10.0, 1.0];
/// Weights of the quadrature over the stages.
pub(super) const WEIGHTS: [f64; 3] = [(16.0 - ROOT) / 36.0, (16.0 + ROOT) / 36.0, 1.0 / 9.0];
/// γ = 3 + 3^⅔ − 3^⅓.
pub(super) const REAL: f64 = 3.637_834_252_744_496;
/// α = 3 + ½(3^⅓ − 3^⅔), and −½(3^⅚ + 3^(7/6)).
pub(super) const COMPLEX: [f64; 2] = [2.681_082_873_627_752_3, -3.050_430_199_247_410_6];
/// T.
pub(super) const T: [[f64; 3]; 3] = [
    [
        0.094_438_762_488_975_24,
        -0.141_255_295_020_954_2,
        0.030_029_194_105_147_42,
    ],
    [
        0.250_213_122_965_333_3,
        0.204_129_352_293_799_94,
        -0.382_942_112_757_261_9,
    ],
    [1.0, 1.0, 0.0],
];
/// T⁻¹.
pub(super) const T_INVERSE: [[f64; 3]; 3] = [
    [
        4.178_718_591_551_904,
        0.327_682_820_761_062_37,
        0.523_376_445_499_449_5,
    ],
    [
        -4.178_718_591_551_904,
        -0.327_682_820_761_062_37,
        0.476_623_554_500_550_44,
    ],
    [
        0.502_872_634_945_786_8,
        -2.571_926_949_855_605,
        0.596_039_204_828_225,
    ],
];
/// The embedded formula of order 3: what its error takes of the stages.
pub(super) const ERROR: [f64; 3] = [(-13.0 - 7.0 * ROOT) / 3.0, (-13.0 + 7.0 * ROOT) / 3.0, -1.0 / 3.0];
/// The collocation polynomial: coefficients of s, s², s³ for each stage.
pub(super) const DENSE: [[f64; 3]; 3] = [
    [
        (13.0 + 7.0 * ROOT) / 3.0,
        (-23.0 - 22.0 * ROOT) / 3.0,
        (10.0 + 15.0 * ROOT) / 3.0,
    ],
    [
        (13.0 - 7.0 * ROOT) / 3.0,
        (-23.0 + 22.0 * ROOT) / 3.0,
        (10.0 - 15.0 * ROOT) / 3.0,
    ],
    [1.0 / 3.0, -8.0 / 3.0, 10.0 / 3.0],
];

#[cfg(test)]
mod tests;
