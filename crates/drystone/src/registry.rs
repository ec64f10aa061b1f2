//! The one place where the program meets the lists of the libraries: solvers, methods, files, synthetic families.

use drystone::solve::law::Law;
use drystone::solve::problem::{ContactProblem, Lcp, MixedLcp};
use drystone::solve::solver::{Settings, Solver, Stop};
use std::path::Path;

/// Name and one-line description.
pub(crate) type Entry = (&'static str, &'static str);

/// A problem of any kind.
#[expect(dead_code, reason = "no reader makes the complementarity problems yet")]
#[derive(Clone)]
pub(crate) enum Problem {
    Contact(ContactProblem),
    Lcp(Lcp),
    Mixed(MixedLcp),
}

impl Problem {
    pub(crate) fn num_contacts(&self) -> usize {
        match self {
            Problem::Contact(p) => {
                let is_contact = |law: &&Law| !matches!(law, Law::Bilateral | Law::Box { .. });
                p.laws.iter().filter(is_contact).count()
            }
            Problem::Lcp(_) | Problem::Mixed(_) => 0,
        }
    }

    pub(crate) fn rows(&self) -> usize {
        match self {
            Problem::Contact(p) => p.rows(),
            Problem::Lcp(p) => p.q.len(),
            Problem::Mixed(p) => p.q.len(),
        }
    }
}

/// What a problem file is about.
pub(crate) struct Kind(&'static str);

impl Kind {
    pub(crate) fn of(problem: &Problem) -> Self {
        match problem {
            Problem::Contact(_) => Kind("contact"),
            Problem::Lcp(_) => Kind("lcp"),
            Problem::Mixed(_) => Kind("mlcp"),
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.0
    }
}

/// What a problem file holds.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) problem: Problem,
}

impl File {
    pub(crate) fn new(name: &str, problem: Problem) -> Self {
        File {
            name: name.to_string(),
            kind: Kind::of(&problem),
            problem,
        }
    }
}

/// What a method for LCPs says.
pub(crate) struct LcpAnswer {
    pub(crate) z: Vec<f64>,
    pub(crate) iterations: usize,
    pub(crate) stop: Stop,
    pub(crate) method: &'static str,
    pub(crate) ray: Option<Vec<f64>>,
}

/// Solvers for contact problems.
pub(crate) fn contact_solvers() -> Vec<Entry> {
    vec![]
}

/// The contact solver of that name.
pub(crate) fn contact_solver(_name: &str, _settings: Settings) -> Option<Box<dyn Solver>> {
    None
}

/// Methods for LCPs, plain and mixed.
pub(crate) fn lcp_methods() -> Vec<Entry> {
    vec![]
}

/// Solves an LCP by the method of that name.
pub(crate) fn solve_lcp(_name: &str, _problem: &Lcp, _settings: &Settings) -> Option<LcpAnswer> {
    None
}

/// Solves a mixed LCP by the method of that name.
pub(crate) fn solve_mixed(_name: &str, _problem: &MixedLcp, _settings: &Settings) -> Option<LcpAnswer> {
    None
}

/// Kinds of problems that files may hold.
pub(crate) fn kinds() -> Vec<Entry> {
    vec![]
}

/// Reads a problem file.
pub(crate) fn read(path: &Path) -> Result<File, String> {
    Err(format!("{}: no reader yet", path.display()))
}

/// Writes a problem with an answer.
pub(crate) fn write(path: &Path, _file: &File, _answer: Option<&[f64]>) -> Result<(), String> {
    Err(format!("{}: no writer yet", path.display()))
}

/// Families of problems made by rule.
pub(crate) fn families() -> Vec<Entry> {
    vec![]
}

/// The problem of a family with about so many contacts.
pub(crate) fn synthetic(family: &str, _contacts: usize) -> Result<ContactProblem, String> {
    Err(format!("no family \"{family}\" yet"))
}
