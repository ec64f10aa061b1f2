use super::*;

fn driven(drive: impl Fn(f64) -> f64 + 'static) -> ComplementaritySystem {
    ComplementaritySystem {
        a_matrix: DMatrix::zeros(1, 1),
        b: DMatrix::zeros(1, 1),
        c: DMatrix::zeros(1, 1),
        d: DMatrix::zeros(1, 1),
        relay: vec![false],
        drive: Box::new(move |t, a, _| a[0] = drive(t)),
        x0: vec![0.0],
    }
}

/// The series and its derivative by J, against cos; the window follows the frequency.
#[test]
fn a_sine_and_its_derivative_are_those_of_the_series() {
    let mut system = driven(|t| (40.0 * t).sin());
    let mut series = DriveSeries::new(&system, 0.0, 1.0, 1e-12);
    assert!(series.open(&mut system, 0.3, 1.0).expect("finite"));
    assert!(series.length < 0.2, "{}", series.length);
    let t = series.start + 0.37 * series.length;
    let mut eta = DVector::zeros(series.degree());
    series.basis(t, eta.as_mut_slice());
    let row = series.coefficients.row(0).into_owned();
    assert!(((&row * &eta)[0] - (40.0 * t).sin()).abs() < 1e-13);
    let slope = (&row * series.shift() * &eta)[0];
    assert!((slope / 40.0 - (40.0 * t).cos()).abs() < 1e-11, "{slope}");
}

#[test]
fn a_constant_has_one_coefficient_and_a_step_is_enclosed() {
    let mut system = driven(|_| 0.1);
    let mut series = DriveSeries::new(&system, 0.0, 1.0, 1e-10);
    assert!(series.open(&mut system, 0.0, 1.0).expect("finite"));
    assert!(series.degree() == 1 && series.coefficients[0] == 0.1);
    assert!(!series.open(&mut system, series.end(), 1.0).expect("finite"));
    let mut system = driven(|t| f64::from(t > 0.7));
    let mut series = DriveSeries::new(&system, 0.0, 1.0, 1e-10);
    let mut time = 0.0;
    let mut windows = 0;
    while time < 0.7 {
        assert!(series.open(&mut system, time, 1.0).is_ok());
        time = series.end();
        windows += 1;
    }
    assert!(time - 0.7 < 1e-9 && windows < 100, "{time} {windows}");
}
