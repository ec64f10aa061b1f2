//! The one place where the program meets the lists of the libraries: solvers, methods, files, synthetic
//! families.

use crate::terminal::text::InWords;
use drystone::io::output::Outputs;
use drystone::solve::problem::{ContactProblem, Lcp, MixedLcp};
use drystone::solve::solver::{Settings, Solver, Stop};
use drystone::solve::synthetic::Options;
use drystone::solve::{cone, lcp, synthetic};
use std::path::Path;

pub(crate) use drystone::io::{File, Kind, Problem};

/// Name and one-line description.
pub(crate) type Entry = (&'static str, &'static str);

/// What a method for LCPs says.
pub(crate) struct LcpAnswer {
    pub(crate) z: Vec<f64>,
    pub(crate) iterations: usize,
    pub(crate) stop: Stop,
    pub(crate) method: &'static str,
    /// Direction of the ray on which the method ended.
    pub(crate) ray: Option<Vec<f64>>,
}

/// Solvers for contact problems.
pub(crate) fn contact_solvers() -> Vec<Entry> {
    cone::NAMES.to_vec()
}

/// The contact solver of that name.
pub(crate) fn contact_solver(name: &str, settings: Settings) -> Option<Box<dyn Solver>> {
    cone::by_name(name, settings)
}

/// Methods for LCPs, plain and mixed: `auto` first, as among the contact solvers.
pub(crate) fn lcp_methods() -> Vec<Entry> {
    let about = |method: lcp::Method| match method {
        lcp::Method::Lemke => "complementary pivoting, lexicographic; reports the ray it ends on",
        lcp::Method::PrincipalPivoting => "Dantzig and Cottle: one row after the other is driven to its law",
        lcp::Method::LeastIndex => "Murty's least-index method",
        lcp::Method::BlockPrincipalPivoting => "Júdice and Pires: many rows change at once",
        lcp::Method::GaussSeidel => "projected sweeps",
        lcp::Method::NewtonFischerBurmeister => "Newton on the Fischer–Burmeister equation",
        lcp::Method::NewtonMin => "Newton on min(z, w) = 0",
        lcp::Method::InteriorPoint => "Mehrotra's predictor–corrector",
        lcp::Method::Enumerate => "every complementary basis, one by one: small problems only",
        lcp::Method::Auto => "one after the other until the tolerance is met",
    };
    let mut entries: Vec<Entry> = lcp::Method::ALL.iter().map(|&m| (m.name(), about(m))).collect();
    entries.sort_by_key(|entry| entry.0 != "auto");
    entries
}

/// Solves an LCP by the method of that name.
pub(crate) fn solve_lcp(name: &str, problem: &Lcp, settings: &Settings) -> Option<LcpAnswer> {
    let method = lcp::Method::from_name(name)?;
    Some(answer(lcp::solve(problem, method, &options(settings))))
}

/// Solves a mixed LCP by the method of that name.
pub(crate) fn solve_mixed(name: &str, problem: &MixedLcp, settings: &Settings) -> Option<LcpAnswer> {
    let method = lcp::Method::from_name(name)?;
    Some(answer(lcp::solve_mixed(problem, method, &options(settings))))
}

fn options(settings: &Settings) -> lcp::Options {
    let mut options = lcp::Options::new(settings.tolerance, settings.max_iterations);
    options.expired.clone_from(&settings.expired);
    options
}

fn answer(found: lcp::Answer) -> LcpAnswer {
    LcpAnswer {
        z: found.z,
        iterations: found.iterations,
        stop: found.stop,
        method: found.method,
        ray: found.ray.map(|ray| ray.direction),
    }
}

/// Kinds of problems that files may hold.
pub(crate) fn kinds() -> Vec<Entry> {
    let friction = "FCLIB .hdf5, Siconos .dat, .json";
    let text = "Siconos .dat, .json";
    [
        (Kind::Friction2d, friction),
        (Kind::Friction3d, friction),
        (Kind::Rolling2d, text),
        (Kind::Rolling3d, text),
        (Kind::Global2d, friction),
        (Kind::Global3d, friction),
        (Kind::GlobalRolling2d, friction),
        (Kind::GlobalRolling3d, friction),
        (Kind::Contact, ".json: any laws, W explicit"),
        (
            Kind::GlobalContact,
            ".json: any laws, by mass matrix and Jacobian",
        ),
        (Kind::Lcp, text),
        (Kind::Mlcp, text),
        (Kind::Relay, text),
    ]
    .map(|(kind, about)| (kind.name(), about))
    .to_vec()
}

/// Reads a problem file.
pub(crate) fn read(path: &Path) -> Result<File, String> {
    drystone::io::read(path).in_words()
}

/// Writes a problem, with an answer as its solution.
pub(crate) fn write(
    (outputs, path): (&Outputs, &Path),
    file: &File,
    answer: Option<&[f64]>,
) -> Result<(), String> {
    let mut file = file.clone();
    file.solution = answer.map(<[f64]>::to_vec).or(file.solution);
    let bytes = drystone::io::bytes_for(path, &file).in_words()?;
    outputs.write(path, bytes).in_words()
}

/// Families of problems made by rule.
pub(crate) fn families() -> Vec<Entry> {
    let about = |name: &str| match name {
        "box-stack" => "a tower of boxes pushed sideways",
        "wall" => "a dry wall of bricks, bed joints only",
        "masonry" => "the same with the head joints",
        "arch" => "voussoirs on two abutments",
        "sphere-pile" => "a bin of balls, jittered packing",
        "impact" => "the same pile hit by a fast heavy ball",
        "chute" => "layers of balls that slide down an incline",
        "logs" => "a heap of parallel cylinders",
        "chain" => "links with ball joints and motors dragged over a floor",
        "planar-wall" => "bricks in the plane",
        "discs" => "a bin of discs in the plane",
        "rods" => "rods in the plane that slide on one tip",
        _ => "",
    };
    synthetic::NAMES.iter().map(|&name| (name, about(name))).collect()
}

/// What makes a family harder than its rule does.
const VARIANTS: [(Entry, fn() -> Options); 7] = [
    (("plain", "as the rule makes them"), Options::default),
    (("masses-6", "masses over 6 powers of ten"), || Options {
        mass_decades: 6.0,
        ..Options::default()
    }),
    (("masses-12", "masses over 12 powers of ten"), || Options {
        mass_decades: 12.0,
        ..Options::default()
    }),
    (("unsymmetric", "W unsymmetric by 1e-2"), || Options {
        unsymmetry: 1e-2,
        ..Options::default()
    }),
    (("tripled", "every contact three times"), || Options {
        duplicates: 2,
        ..Options::default()
    }),
    (
        (
            "random",
            "random μ, one in ten 0, and velocities ten times what gravity gives",
        ),
        || Options {
            random_mu: true,
            noise: 10.0,
            ..Options::default()
        },
    ),
    (
        (
            "hard",
            "masses over 6 powers of ten, W unsymmetric, every contact twice, random μ",
        ),
        || Options {
            mass_decades: 6.0,
            unsymmetry: 1e-2,
            duplicates: 1,
            random_mu: true,
            ..Options::default()
        },
    ),
];

/// Variants of the families.
pub(crate) fn variants() -> Vec<Entry> {
    VARIANTS.iter().map(|variant| variant.0).collect()
}

/// The problem of a family with about so many contacts.
pub(crate) fn synthetic(family: &str, contacts: usize, variant: &str) -> Result<ContactProblem, String> {
    let Some((_, options)) = VARIANTS.iter().find(|entry| entry.0.0 == variant) else {
        return Err(format!(
            "no variant \"{variant}\": `drystone list` prints those that exist"
        ));
    };
    match synthetic::by_name(family, contacts, &options()) {
        Some(problem) => problem.map_err(|e| format!("{family} with {contacts} contacts: {e}")),
        None => Err(format!(
            "no family \"{family}\": `drystone list` prints those that exist"
        )),
    }
}
