//! Tests of the module above.

use super::*;
use drystone::solve::law::Law;

/// The list names each law as the library does, with the library's number of rows.
#[test]
fn laws_are_listed_under_their_names_with_their_rows() {
    let (mu, torsion, rolling) = (0.5, 0.1, 0.1);
    let laws = [
        Law::Bilateral,
        Law::Unilateral,
        Law::Box { lo: 0.0, hi: 1.0 },
        Law::Planar { mu },
        Law::Asymmetric { minus: mu, plus: mu },
        Law::Coulomb { mu },
        Law::Elliptic { mu: [mu, mu] },
        Law::Facetted { mu, facets: 4 },
        Law::Torsion { mu, torsion },
        Law::PlanarRolling { mu, rolling },
        Law::Rolling { mu, rolling },
        Law::RollingTorsion { mu, torsion, rolling },
    ];
    for law in laws {
        let entry = LAWS.iter().find(|entry| entry.0 == law.name());
        let about = entry.map_or("", |entry| entry.1);
        assert!(
            about.starts_with(&law.rows().to_string()),
            "{}: {about:?}",
            law.name()
        );
    }
    assert_eq!(LAWS.len(), laws.len() + 1, "one law more: the section");
}
