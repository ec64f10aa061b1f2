use super::one_block::solve;
use drystone_solve::law::Law;
use drystone_solve::solver::Stop;

#[test]
fn a_contact_with_one_motion_left_sticks_with_the_least_impulse() {
    // W = g gᵀ: whatever r, the motion is along g.
    let g = [0.8, 0.36, 0.48];
    let w: Vec<f64> = (0..9).map(|k| g[k / 3] * g[k % 3]).collect();
    let b: Vec<f64> = g.iter().map(|g| -2.0 * g).collect();
    let mut r = [0.0; 3];
    assert_eq!(solve(&Law::Coulomb { mu: 0.9 }, &w, &b, &mut r), Stop::Converged);
    for (r, g) in r.iter().zip(g) {
        assert!((r - 2.0 * g).abs() < 1e-12, "{r}");
    }
    // Too little friction to stick: it slides on, and what approached does not.
    let mut r = [0.0; 3];
    assert_eq!(solve(&Law::Coulomb { mu: 0.1 }, &w, &b, &mut r), Stop::Converged);
    let along: f64 = r.iter().zip(g).map(|(r, g)| r * g).sum();
    assert!((along - 2.0).abs() < 1e-9 && r[0] > 0.0, "{r:?}");
}

#[test]
fn a_jam_is_told_and_taken_without_friction() {
    // det W = 1e-8: to stick takes (4e8, 2e8), which lies in the cone.
    let (w, b) = ([1.0, -2.0, -2.0, 4.0 + 1e-8], [-1.0, 0.0]);
    let mut r = [0.0; 2];
    let stop = solve(&Law::Planar { mu: 0.6 }, &w, &b, &mut r);
    assert_eq!((stop, r), (Stop::Stalled, [1.0, 0.0]));
}
