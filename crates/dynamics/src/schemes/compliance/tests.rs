//! Tests of the module above.

use super::*;
use crate::contact::Restitution;
use proptest::prelude::*;

fn compliance(model: Model) -> Compliance {
    Compliance {
        model,
        stiffness: 1e5,
        damping: None,
        clamp: false,
        veltol: 1e-2,
    }
}

fn contact(law: Law) -> Contact {
    Contact {
        id: 0,
        gap: -1e-3,
        friction: Friction::Constant(law),
        restitution: Restitution::SOFT,
    }
}

proptest! {
    /// Friction takes energy, never more than Coulomb's law would, and all of it from veltol on, for the
    /// disc.
    #[test]
    fn friction_is_passive_and_bounded(
        u in proptest::array::uniform6(-0.1f64..0.1),
        press in -1.0f64..10.0,
        mu in 0.0f64..1.5,
        which in 0usize..8,
    ) {
        let law = [
            Law::Unilateral,
            Law::Planar { mu },
            Law::Asymmetric { minus: mu, plus: 0.5 * mu },
            Law::Coulomb { mu },
            Law::Elliptic { mu: [mu, 0.3 * mu] },
            Law::Facetted { mu, facets: 6 },
            Law::Torsion { mu, torsion: 0.02 },
            Law::RollingTorsion { mu, torsion: 0.02, rolling: 0.01 },
        ][which];
        let rows = law.rows();
        let mut force = vec![0.0; rows];
        force[0] = press;
        compliance(Model::Linear).tangential(&contact(law), &u[..rows], &mut force);
        let power: f64 = force.iter().zip(&u).skip(1).map(|(f, u)| f * u).sum();
        let most = press.max(0.0) * law.shift(&u[..rows]);
        prop_assert!(power <= 1e-15, "{law:?}: gives {power} W");
        prop_assert!(-power <= most * (1.0 + 1e-9) + 1e-15, "{law:?}: takes {power} W of {most}");
        let fast: Vec<f64> = u[..rows].iter().map(|u| 1e6 * u).collect();
        compliance(Model::Linear).tangential(&contact(law), &fast, &mut force);
        let power: f64 = force.iter().zip(&fast).skip(1).map(|(f, u)| f * u).sum();
        let most = press.max(0.0) * law.shift(&fast);
        prop_assert!((power + most).abs() <= 1e-6 * most, "{law:?}: takes {power} W of {most}");
        compliance(Model::Linear).tangential(&contact(law), &u[..rows], &mut force);
        let slip = norm(&u[1..3]);
        if let Law::Coulomb { mu } = law {
            let expected = mu * press.max(0.0) * (slip / 1e-2).min(1.0);
            prop_assert!((norm(&force[1..]) - expected).abs() < 1e-12);
        }
    }

    /// A loop in (y, ẏ) at constant rate gives back no more than it took.
    #[test]
    fn normal_forces_are_passive(y in 0.0f64..1e-2, rate in 0.0f64..3.0, e in 0.0f64..1.0, which in 0usize..3) {
        let model = [Model::Linear, Model::Hertz, Model::HuntCrossley][which];
        let law = compliance(model);
        let [into, out] = [rate, -rate].map(|rate| law.normal([y, rate], e, 2.0, 3.0));
        prop_assert!(into >= out, "{model:?}: {into} N in, {out} N out");
        prop_assert!(into >= 0.0);
    }
}
