//! Tests of the module above.

use super::*;

#[test]
fn numbers_are_those_of_splitmix64() {
    // Reference values of the published generator for the seed 1234567.
    let mut random = Random::new(1_234_567);
    assert_eq!(random.bits(), 6_457_827_717_110_365_317);
    assert_eq!(random.bits(), 3_203_168_211_198_807_973);
}

#[test]
fn normal_numbers_have_mean_0_and_variance_1() {
    let mut random = Random::new(1);
    let n = 20_000;
    let draws: Vec<f64> = (0..n).map(|_| random.normal()).collect();
    let mean = draws.iter().sum::<f64>() / f64::from(n);
    let variance = draws.iter().map(|x| x * x).sum::<f64>() / f64::from(n);
    // Five standard deviations of the two estimates.
    assert!(mean.abs() < 5.0 / f64::from(n).sqrt(), "mean {mean}");
    assert!(
        (variance - 1.0).abs() < 5.0 * (2.0 / f64::from(n)).sqrt(),
        "variance {variance}"
    );
}
