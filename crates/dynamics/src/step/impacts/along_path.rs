//! One contact hit under a law that is integrated along the normal impulse (`impact_path/`).

use super::Part;
use crate::contact::Restitution;
use crate::step::impact_path::{Ending, planar, spatial};
use drystone_solve::delassus::Delassus;
use drystone_solve::law::Law;

/// Coefficient and ending of an impact that is integrated along its normal impulse.
pub(super) fn incremental(restitution: &Restitution) -> Option<(f64, Ending)> {
    match *restitution {
        Restitution::Stronge { e } => Some((e, Ending::Stronge)),
        Restitution::PoissonIncremental { e } => Some((e, Ending::Poisson)),
        _ => None,
    }
}

/// One contact by its own law along the normal impulse.
pub(super) fn along_the_impulse(part: &mut Part, e: f64, ending: Ending) -> Result<(), String> {
    let Delassus::Explicit(w) = &part.problem.delassus else {
        return Ok(());
    };
    let rows = part.u.len();
    let mut local = [[0.0; 3]; 3];
    for (to, from) in local.iter_mut().zip(w.values.chunks_exact(rows)) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
    }
    let impulse = single_impact(&part.problem.laws[0], local, &part.u, e, ending)?;
    part.r.clear();
    part.r.extend_from_slice(&impulse[..rows]);
    Ok(())
}

fn single_impact(law: &Law, w: [[f64; 3]; 3], u: &[f64], e: f64, ending: Ending) -> Result<[f64; 3], String> {
    let in_plane = |w: [[f64; 2]; 2], u: [f64; 2], mu: f64| {
        planar(w, u, mu, e, ending).map(|o| [o.impulse[0], o.impulse[1], 0.0])
    };
    let in_space = |mu: [f64; 2]| spatial(w, [u[0], u[1], u[2]], mu, e, ending).map(|o| o.impulse);
    let found = match *law {
        Law::Unilateral => in_plane([[w[0][0], 0.0], [0.0, 1.0]], [u[0], 0.0], 0.0),
        Law::Planar { mu } => in_plane([[w[0][0], w[0][1]], [w[1][0], w[1][1]]], [u[0], u[1]], mu),
        Law::Coulomb { mu } => in_space([mu, mu]),
        Law::Elliptic { mu } => in_space(mu),
        Law::Bilateral
        | Law::Box { .. }
        | Law::Asymmetric { .. }
        | Law::Facetted { .. }
        | Law::Section(_)
        | Law::Torsion { .. }
        | Law::PlanarRolling { .. }
        | Law::Rolling { .. }
        | Law::RollingTorsion { .. } => {
            return Err(format!(
                "impacts along the normal impulse are not defined for the law \"{}\": take round, elliptic or symmetric planar friction, or restitution by newton or poisson",
                law.name()
            ));
        }
    };
    found.map_err(|error| error.to_string())
}
