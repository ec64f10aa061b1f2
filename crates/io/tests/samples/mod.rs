//! Small problems in every format.
#![allow(dead_code, reason = "each test file uses some of them")]

use drystone_io::{Attribute, AttributeValue, File, GlobalTerms, Problem};
use drystone_solve::delassus::{Delassus, Sparse};
use drystone_solve::law::Law;
use drystone_solve::mass::Mass;
use drystone_solve::problem::{ContactProblem, Lcp, Matrix, MixedLcp};
use nalgebra::DMatrix;

/// Dense W, column by column, of one contact in space.
pub(crate) const DENSE: &str = "3\n1\n\n0\n3\n3\n\n3\n3\n15 -1 -2\n7 14 1\n-2 1 16\n-1 2 3\n0.1\n1\n";

/// W in blocks, two contacts in the plane.
pub(crate) const BLOCKS: &str = "2\n2\n1\n4\n4\n3\n2\n2\n2\t4\n2\t4\n3\n3\n0\t2\t3\n0\t1\t1\n0\n1 2 3 4\n1\n5 6 7 8\n\
                          2\n9 10 11 12\n-1 0 -2 0.5\n0.3 0.4\n";

/// W as CSparse prints compressed columns.
pub(crate) const COLUMNS: &str = "2\n1\n2\n2\n2\n2\nCSparse Version 3.1.9, May 4, 2016.  Copyright (c) T. Davis\n\
2-by-2, nzmax: 3 nnz: 3, 1-norm: 7\n    col 0 : locations 0 to 1\n      0 : 2\n      1 : 0.5\n\
    col 1 : locations 2 to 2\n      1 : 3\n-1 0.25\n0.6\n";

/// W by compressed rows.
pub(crate) const ROWS: &str = "2\n1\n2\n2\n2\n3\nCSparse Version 3.1.9\ncsr: 2-by-2, nzmax: 3 nnz: 3\n\
    row 0 : locations 0 to 1\n      0 : 2\n      1 : 0.5\n    row 1 : locations 2 to 2\n      1 : 3\n-1 0.25\n0.6\n";

/// M as triplets, H by columns.
pub(crate) const GLOBAL: &str = "2\n1\n2\n2\n2\n1\nCSparse Version 3.1.9\ntriplet: 2-by-2, nzmax: 9 nnz: 3\n    0 0 : 2\n\
    1 1 : 1\n    1 1 : 3\n2\n2\n2\n2\nCSparse Version 3.1.9\n2-by-2, nzmax: 2 nnz: 2, 1-norm: 1\n\
    col 0 : locations 0 to 0\n      1 : 1\n    col 1 : locations 1 to 1\n      0 : 1\n2 4\n0.5 0.25\n0.3\n0\n";

/// One planar contact that rolls.
pub(crate) const PLANAR_ROLLING: &str = "3\n1\n0\n3\n3\n3 3\n1 0 0\n0 2 0\n0 0 3\n-1 0 0\n0.5\n1e-1\n";

/// An LCP with a remark behind it.
pub(crate) const LCP: &str = "2\n0\n2\n2\n2\t2\n1 3\n2 4\n-5 -6\n\nRemark 4.1.14 of a book\n";

/// A relay with one bound infinite.
pub(crate) const RELAY: &str = "2\n0\n2\n2\n2\t2\n1 0\n0 1\n-0.5 0.5\n-1 -1\n1 inf\n";

/// A mixed LCP in both storages, with more numbers behind it.
pub(crate) const MIXED: &str = "1\n1\n1\n2\n0 1 3\n0 1\n0\n3\n3\n3\t3\n1 7 8\n2 1 9\n0 1.5 1\n-1 1 -3\n\
                         1\n1 1.5 9 1\n2 0\n7 8\n-1\n1 -3 0.0 3.0 5.0 0.0\n";

/// A mixed LCP by its four parts alone: the same problem.
pub(crate) const PARTS: &str = "0\n1\n1\n2\n1\n1 1.5 9 1\n2 0\n7 8\n-1\n1 -3\n";

/// A contact in space with rolling, W the identity.
pub(crate) fn rolling_text() -> String {
    let mut text = "5\n1\n0\n5\n5\n5\t5\n".to_string();
    for k in 0..25 {
        text += if k % 6 == 0 { "1 " } else { "0 " };
    }
    text + "\n-1 0 0 0 0\n0.5\n0.25\n"
}

/// Every text of this list with its name.
pub(crate) fn texts() -> Vec<(&'static str, String)> {
    let list = [
        ("dense", DENSE),
        ("blocks", BLOCKS),
        ("columns", COLUMNS),
        ("rows", ROWS),
        ("global", GLOBAL),
        ("planar-rolling", PLANAR_ROLLING),
        ("matrix", LCP),
        ("relay", RELAY),
        ("mixed", MIXED),
        ("parts", PARTS),
    ];
    let mut out: Vec<_> = list
        .iter()
        .map(|&(name, text)| (name, text.to_string()))
        .collect();
    out.push(("rolling", rolling_text()));
    out
}

fn pseudo(k: usize) -> f64 {
    ((k * 7919 + 13) % 101) as f64 / 101.0 - 0.5
}

fn spd(n: usize) -> DMatrix<f64> {
    let a = DMatrix::from_fn(n, n, |i, j| pseudo(i * n + j));
    &a * a.transpose() + DMatrix::identity(n, n) * 0.1
}

/// A contact problem with an explicit W under the given laws.
pub(crate) fn explicit(laws: Vec<Law>) -> File {
    let rows: usize = laws.iter().map(Law::rows).sum();
    let b = (0..rows).map(|k| pseudo(k) / 3.0).collect();
    let problem = ContactProblem::from_dense(&spd(rows), b, laws).unwrap();
    File::new("explicit", Problem::Contact(problem))
}

/// A contact problem by its factors, with f and w, guesses, a solution, texts and attributes.
pub(crate) fn factored(laws: Vec<Law>, root: &str) -> File {
    let rows: usize = laws.iter().map(Law::rows).sum();
    let n = 6;
    let mass = Mass::new(Sparse::from_dense(&spd(n))).unwrap();
    let jacobian = Sparse::from_dense(&DMatrix::from_fn(rows, n, |i, j| pseudo(3 * i + 5 * j)));
    let force: Vec<f64> = (0..n).map(pseudo).collect();
    let offset: Vec<f64> = (0..rows).map(|k| pseudo(k + 50)).collect();
    let mut v = force.clone();
    mass.solve(&mut v);
    let mut b = vec![0.0; rows];
    jacobian.multiply(&v, &mut b);
    b.iter_mut().zip(&offset).for_each(|(b, w)| *b += w);
    let problem = ContactProblem {
        delassus: Delassus::Factored { mass, jacobian },
        free_velocity: b,
        laws,
    };
    let mut file = File::new("factored", Problem::Contact(problem));
    file.global = Some(GlobalTerms { force, offset });
    file.title = Some("a title".into());
    file.description = Some("μ and ten contacts".into());
    file.guesses = vec![vec![0.25; rows], vec![0.0; rows]];
    file.solution = Some((0..rows).map(pseudo).collect());
    file.attributes = vec![
        attribute(&format!("{root}/M"), "rank", AttributeValue::Integer(6)),
        attribute(
            &format!("{root}/M"),
            "sizes",
            AttributeValue::Integers(vec![-1, 2]),
        ),
        attribute(&format!("{root}/info"), "cond", AttributeValue::Real(1e9)),
        attribute(&format!("{root}/info"), "by", AttributeValue::Text("hand".into())),
    ];
    file
}

fn attribute(object: &str, name: &str, value: AttributeValue) -> Attribute {
    Attribute {
        object: object.into(),
        name: name.into(),
        value,
    }
}

/// A dense LCP and a sparse mixed one with every sort of bound.
pub(crate) fn complementarity() -> [File; 3] {
    let q: Vec<f64> = (0..3).map(pseudo).collect();
    let lcp = Lcp {
        matrix: Matrix::Dense(spd(3)),
        q: q.clone(),
    };
    let mixed = MixedLcp {
        matrix: Matrix::Sparse(Sparse::from_dense(&spd(3))),
        q: q.clone(),
        lower: vec![f64::NEG_INFINITY, 0.0, -1.0],
        upper: vec![f64::INFINITY, f64::INFINITY, 1.0 / 3.0],
    };
    let relay = MixedLcp {
        lower: vec![-1.0; 3],
        upper: vec![1.0; 3],
        ..mixed.clone()
    };
    [
        File::new("lcp", Problem::Lcp(lcp)),
        File::new("mixed", Problem::Mixed(mixed)),
        File::new("relay", Problem::Mixed(relay)),
    ]
}

/// One of each law that can be written.
pub(crate) fn all_laws() -> Vec<Law> {
    vec![
        Law::Coulomb { mu: 0.1 + 0.2 },
        Law::Bilateral,
        Law::Unilateral,
        Law::Box { lo: -1.0, hi: 1e-300 },
        Law::Box {
            lo: f64::NEG_INFINITY,
            hi: 2.0,
        },
        Law::Planar { mu: 0.0 },
        Law::Asymmetric {
            minus: 0.1,
            plus: 0.7,
        },
        Law::Elliptic { mu: [0.1, 0.8] },
        Law::Facetted { mu: 0.5, facets: 8 },
        Law::Torsion {
            mu: 0.5,
            torsion: 0.01,
        },
        Law::PlanarRolling {
            mu: 0.5,
            rolling: 0.02,
        },
        Law::Rolling {
            mu: 0.5,
            rolling: 0.03,
        },
        Law::RollingTorsion {
            mu: 0.5,
            torsion: 0.01,
            rolling: 0.03,
        },
    ]
}

/// Files that FCLIB can hold, with the name of their root group.
pub(crate) fn fclib_files() -> Vec<(&'static str, File)> {
    let planar = Law::Planar { mu: 0.3 };
    let coulomb = Law::Coulomb { mu: 0.7 };
    let joint = Law::Bilateral;
    let flat = Law::PlanarRolling {
        mu: 0.5,
        rolling: 0.1,
    };
    let roll = Law::Rolling {
        mu: 0.5,
        rolling: 0.1,
    };
    vec![
        ("fclib_local", explicit(vec![planar; 3])),
        ("fclib_local", explicit(vec![coulomb, coulomb, joint, joint])),
        ("fclib_global", factored(vec![planar, planar], "/fclib_global")),
        (
            "fclib_global",
            factored(vec![coulomb, coulomb, joint], "/fclib_global"),
        ),
        (
            "fclib_global_rolling",
            factored(vec![flat, flat], "/fclib_global_rolling"),
        ),
        (
            "fclib_global_rolling",
            factored(vec![roll, joint], "/fclib_global_rolling"),
        ),
    ]
}

/// Column j of W is u(e_j) − u(0).
pub(crate) fn delassus(problem: &ContactProblem) -> DMatrix<f64> {
    let n = problem.rows();
    let mut out = DMatrix::zeros(n, n);
    for j in 0..n {
        let (mut r, mut u) = (vec![0.0; n], vec![0.0; n]);
        r[j] = 1.0;
        problem.relative_velocity(&r, &mut u);
        for i in 0..n {
            out[(i, j)] = u[i] - problem.free_velocity[i];
        }
    }
    out
}
