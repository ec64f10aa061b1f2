//! Bodies whose masses are far apart: W has lost the heavy ones beside the light ones, M and H have not.

use drystone_solve::cone::by_name as solver;
use drystone_solve::delassus::Sparse;
use drystone_solve::judge::judge;
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Solver, Stop};
use drystone_solve::synthetic::{Options, by_name};

fn auto(tolerance: f64) -> Box<dyn Solver> {
    solver(
        "auto",
        Settings {
            tolerance,
            ..Settings::default()
        },
    )
    .unwrap()
}

fn scene(name: &str, o: &Options) -> ContactProblem {
    by_name(name, 60, o).unwrap().unwrap()
}

/// By W in blocks alone none of these ten was solved: Newton's steps followed the light bodies, and springs
/// of the proximal point that suit these gave way under the heavy ones.
#[test]
fn stacks_of_masses_over_twelve_decades_are_solved() {
    for name in ["box-stack", "wall", "masonry", "arch", "planar-wall"] {
        for seed in [1, 2] {
            let o = Options {
                mass_decades: 12.0,
                seed,
                ..Options::default()
            };
            let problem = scene(name, &o);
            let mut r = vec![0.0; problem.rows()];
            let report = auto(1e-8).solve(&problem, &mut r);
            assert_eq!(report.stop, Stop::Converged, "{name}, seed {seed}: {report:?}");
            let (found, _) = judge(&problem, None, &r);
            assert!(found.holds(1e-8), "{name}, seed {seed}: {found:?}");
        }
    }
}

/// A column without friction: contact k carries the weight above it, whatever the order of the masses.
#[test]
fn a_column_of_feathers_and_anvils_carries_its_weight() {
    let (bodies, speed) = (24, 0.02);
    let mass = |k: usize| [1e6, 2e-5, 3e5, 1e-6][k % 4];
    let m: Vec<_> = (0..bodies).map(|k| (k, k, mass(k))).collect();
    let h: Vec<_> = (0..bodies)
        .flat_map(|k| [Some((k, k, 1.0)), (k > 0).then(|| (k, k - 1, -1.0))])
        .flatten()
        .collect();
    let square = |entries: &[_]| Sparse::from_triplets(bodies, bodies, entries).unwrap();
    let mut b = vec![0.0; bodies];
    b[0] = -speed;
    let laws = vec![Law::Unilateral; bodies];
    let problem = ContactProblem::from_factors(square(&m), square(&h), b, laws).unwrap();
    let mut r = vec![0.0; bodies];
    let report = auto(1e-8).solve(&problem, &mut r);
    assert_eq!(report.stop, Stop::Converged, "{report:?}");
    for k in 0..bodies {
        let carried = speed * (k..bodies).map(mass).sum::<f64>();
        assert!(
            (r[k] - carried).abs() <= 1e-4 * carried,
            "{k}: {} beside {carried}",
            r[k]
        );
    }
}

/// Where masses are near each other, and where W is given in blocks, nothing changes: the stages of masses
/// far apart are not for these.
#[test]
fn masses_are_apart_by_contacts_and_not_by_units() {
    use drystone_solve::policy::stages::When;
    use drystone_solve::reduction::explicit;
    let holds = |problem: &ContactProblem| When::Apart.holds(problem, 1e-8, true);
    let apart = |mass_decades: f64, length_unit: f64| {
        let o = Options {
            mass_decades,
            length_unit,
            ..Options::default()
        };
        scene("chain", &o)
    };
    for unit in [1.0, 1e3] {
        assert!(!holds(&apart(0.0, unit)), "unit {unit}");
        assert!(holds(&apart(12.0, unit)), "unit {unit}");
    }
    assert!(!holds(&explicit(&apart(12.0, 1.0)).unwrap()));
}
