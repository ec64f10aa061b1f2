//! Every format gives the problem that is in the file, and every file written is read back as it was.

use crate::samples;

use drystone_io::{AttributeValue, File, Kind, Problem, fclib_bytes, json_text, read_bytes};
use drystone_solve::delassus::Delassus;
use drystone_solve::law::Law;
use drystone_solve::problem::{ContactProblem, MixedLcp};
use nalgebra::{DMatrix, DVector};

fn text(text: &str) -> File {
    read_bytes("folder/problem.dat", text.as_bytes()).unwrap()
}

fn contact(file: &File) -> &ContactProblem {
    match &file.problem {
        Problem::Contact(problem) => problem,
        other => panic!("not a contact problem: {other:?}"),
    }
}

fn mixed(file: &File) -> &MixedLcp {
    match &file.problem {
        Problem::Mixed(problem) => problem,
        other => panic!("not a mixed problem: {other:?}"),
    }
}

/// An n × n matrix, row by row.
fn square(n: usize, rows: &[f64]) -> DMatrix<f64> {
    DMatrix::from_row_slice(n, n, rows)
}

fn assert_near(found: &DMatrix<f64>, expected: &DMatrix<f64>) {
    let defect = (found - expected).amax();
    assert!(defect < 1e-12, "found {found}, expected {expected}");
}

#[test]
fn dense_text_is_read_column_by_column() {
    let file = text(samples::DENSE);
    assert_eq!((file.name.as_str(), file.kind), ("problem", Kind::Friction3d));
    let p = contact(&file);
    let w = square(3, &[15.0, 7.0, -2.0, -1.0, 14.0, 1.0, -2.0, 1.0, 16.0]);
    assert_near(&samples::delassus(p), &w);
    assert_eq!(p.free_velocity, [-1.0, 2.0, 3.0]);
    assert_eq!(p.laws, [Law::Coulomb { mu: 0.1 }]);
}

#[test]
fn block_text_puts_each_block_in_its_place() {
    let file = text(samples::BLOCKS);
    assert_eq!(file.kind, Kind::Friction2d);
    let w = square(
        4,
        &[
            1.0, 3.0, 5.0, 7.0, 2.0, 4.0, 6.0, 8.0, 0.0, 0.0, 9.0, 11.0, 0.0, 0.0, 10.0, 12.0,
        ],
    );
    assert_near(&samples::delassus(contact(&file)), &w);
    let laws = [Law::Planar { mu: 0.3 }, Law::Planar { mu: 0.4 }];
    assert_eq!(contact(&file).laws, laws);
}

#[test]
fn sparse_text_by_columns_and_by_rows() {
    let columns = text(samples::COLUMNS);
    assert_near(
        &samples::delassus(contact(&columns)),
        &square(2, &[2.0, 0.0, 0.5, 3.0]),
    );
    let rows = text(samples::ROWS);
    assert_near(
        &samples::delassus(contact(&rows)),
        &square(2, &[2.0, 0.5, 0.0, 3.0]),
    );
}

/// M = diag(2, 4) with its last entry in two triplets; H swaps the dofs; b = Hᵀ M⁻¹ f + w.
#[test]
fn global_text_is_reduced_with_its_force_and_offset() {
    let file = text(samples::GLOBAL);
    assert_eq!(file.kind, Kind::Global2d);
    let p = contact(&file);
    assert_near(&samples::delassus(p), &square(2, &[0.25, 0.0, 0.0, 0.5]));
    assert_eq!(p.free_velocity, [1.5, 1.25]);
    let terms = file.global.unwrap();
    assert_eq!((terms.force, terms.offset), (vec![2.0, 4.0], vec![0.5, 0.25]));
}

#[test]
fn rolling_text_in_space_and_in_the_plane() {
    let file = text(&samples::rolling_text());
    assert_eq!(file.kind, Kind::Rolling3d);
    let law = Law::Rolling {
        mu: 0.5,
        rolling: 0.25,
    };
    assert_eq!(contact(&file).laws, [law]);
    let file = text(samples::PLANAR_ROLLING);
    assert_eq!(file.kind, Kind::Rolling2d);
    let law = Law::PlanarRolling {
        mu: 0.5,
        rolling: 0.1,
    };
    assert_eq!(contact(&file).laws, [law]);
}

#[test]
fn lcp_keeps_the_text_behind_it() {
    let file = text(samples::LCP);
    assert_eq!(file.kind, Kind::Lcp);
    assert_eq!(file.remarks.as_deref(), Some("Remark 4.1.14 of a book"));
    let Problem::Lcp(p) = &file.problem else {
        panic!("not an LCP")
    };
    assert_eq!(p.matrix.to_dense(), square(2, &[1.0, 2.0, 3.0, 4.0]));
    assert_eq!(p.q, [-5.0, -6.0]);
}

#[test]
fn relay_is_an_lcp_with_bounds_behind_it() {
    let file = text(samples::RELAY);
    assert_eq!(file.kind, Kind::Relay);
    let p = mixed(&file);
    assert_eq!(
        (&p.lower, &p.upper),
        (&vec![-1.0, -1.0], &vec![1.0, f64::INFINITY])
    );
    // A path that says LCP settles the one case with two readings.
    let file = read_bytes("lcp/x.dat", samples::RELAY.as_bytes()).unwrap();
    assert_eq!(file.kind, Kind::Lcp);
}

#[test]
fn mixed_text_gives_the_same_problem_in_both_storages() {
    let (whole, parts) = (text(samples::MIXED), text(samples::PARTS));
    assert_eq!(whole.kind, Kind::Mlcp);
    assert_eq!(mixed(&whole), mixed(&parts));
    let p = mixed(&whole);
    let m = square(3, &[1.0, 2.0, 0.0, 7.0, 1.0, 1.5, 8.0, 9.0, 1.0]);
    assert_eq!(p.matrix.to_dense(), m);
    assert_eq!(p.q, [-1.0, 1.0, -3.0]);
    assert_eq!(p.lower, [f64::NEG_INFINITY, 0.0, 0.0]);
}

#[test]
fn json_gives_back_every_law_to_the_last_bit() {
    let file = samples::explicit(samples::all_laws());
    let text = json_text(&file).unwrap();
    let again = read_bytes("explicit.json", text.as_bytes()).unwrap();
    assert_eq!(again, file);
    assert_eq!(again.kind, Kind::Contact);
}

#[test]
fn json_gives_back_factors_guesses_and_texts() {
    let mut file = samples::factored(samples::all_laws(), "");
    file.attributes.clear();
    let text = json_text(&file).unwrap();
    assert_eq!(read_bytes("factored.json", text.as_bytes()).unwrap(), file);
    // Without f and w, b itself is written.
    file.global = None;
    let text = json_text(&file).unwrap();
    assert_eq!(read_bytes("factored.json", text.as_bytes()).unwrap(), file);
}

#[test]
fn json_gives_back_complementarity_problems() {
    for file in samples::complementarity() {
        let text = json_text(&file).unwrap();
        let again = read_bytes(&format!("{}.json", file.name), text.as_bytes()).unwrap();
        assert_eq!(again, file, "{text}");
    }
}

#[test]
fn json_takes_matrices_in_every_form() {
    let head = r#"{"format":"drystone-problem","version":1,"kind":"contact","b":[-1,0],"laws":[{"law":"planar","mu":1}],"W":"#;
    let forms = [
        "[[2,1],[1,3]]",
        r#"{"blocks":[[0,0,[2,1,1,3]]]}"#,
        r#"{"rows":2,"columns":2,"entries":[[0,0,2],[0,1,1],[1,0,1],[1,1,1],[1,1,2]]}"#,
    ];
    for form in forms {
        let file = read_bytes("x.json", format!("{head}{form}}}").as_bytes()).unwrap();
        assert_near(
            &samples::delassus(contact(&file)),
            &square(2, &[2.0, 1.0, 1.0, 3.0]),
        );
    }
}

#[test]
fn fclib_gives_back_what_was_written() {
    for (root, file) in samples::fclib_files() {
        let bytes = fclib_bytes(&file).unwrap();
        let name = format!("{}.hdf5", file.name);
        let again = read_bytes(&name, &bytes).unwrap();
        assert!(bytes.windows(root.len()).any(|w| w == root.as_bytes()));
        assert_eq!(again, file, "{root}");
    }
}

/// Bilateral rows go behind the contacts; the problem is the same up to that order.
#[test]
fn fclib_moves_bilateral_rows_last() {
    let file = samples::explicit(vec![Law::Bilateral, Law::Coulomb { mu: 0.5 }]);
    let again = read_bytes("x.hdf5", &fclib_bytes(&file).unwrap()).unwrap();
    let (p, q) = (contact(&file), contact(&again));
    assert_eq!(q.laws, [Law::Coulomb { mu: 0.5 }, Law::Bilateral]);
    let order = [1, 2, 3, 0];
    let (w, found) = (samples::delassus(p), samples::delassus(q));
    assert_near(&found, &DMatrix::from_fn(4, 4, |i, j| w[(order[i], order[j])]));
}

/// More members than one symbol node holds.
#[test]
fn fclib_holds_many_guesses() {
    let mut file = samples::explicit(vec![Law::Planar { mu: 0.5 }]);
    file.guesses = (0..700).map(|k| vec![f64::from(k), 1.0]).collect();
    let again = read_bytes("explicit.h5", &fclib_bytes(&file).unwrap()).unwrap();
    assert_eq!(again, file);
}

/// Terms that no longer belong to the problem are not written in place of its b.
#[test]
fn stale_force_and_offset_are_not_written() {
    let mut file = samples::factored(vec![Law::Coulomb { mu: 0.5 }], "/fclib_global");
    if let Problem::Contact(p) = &mut file.problem {
        p.free_velocity[0] += 1.0;
    }
    let b = contact(&file).free_velocity.clone();
    let again = read_bytes("x.hdf5", &fclib_bytes(&file).unwrap()).unwrap();
    assert_eq!(contact(&again).free_velocity, b);
    let again = read_bytes("x.json", json_text(&file).unwrap().as_bytes()).unwrap();
    assert_eq!(contact(&again).free_velocity, b);
}

/// Files made by the HDF5 library itself (`data/make_fixture.py`), old-style and new-style.
#[test]
fn fclib_reads_what_the_hdf5_library_writes() {
    let files: [&[u8]; 2] = [
        include_bytes!("data/fclib_earliest.hdf5"),
        include_bytes!("data/fclib_latest.hdf5"),
    ];
    for bytes in files {
        let file = read_bytes("fixture.hdf5", bytes).unwrap();
        let mut w = DMatrix::from_diagonal(&DVector::from_row_slice(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 9.0]));
        w[(0, 3)] = 0.75;
        for (row, x) in [(1, 7.0), (4, 8.0)] {
            (w[(row, 6)], w[(6, row)]) = (x, x);
        }
        let p = contact(&file);
        assert_near(&samples::delassus(p), &w);
        assert_eq!(p.free_velocity, [-1.0, 0.0, 0.0, -2.0, 0.0, 0.5, 0.125]);
        let laws = [Law::Coulomb { mu: 0.3 }, Law::Coulomb { mu: 0.7 }, Law::Bilateral];
        assert_eq!(p.laws, laws);
        assert_eq!(file.guesses, [[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, -1.0]]);
        assert_eq!(file.solution, None, "it was declared, but never written");
        assert_eq!((file.title.as_deref(), file.remarks), (Some("fixture"), None));
        assert_eq!(file.description.as_deref(), Some("with a stray \u{fffd} byte"));
        let find = |name: &str| {
            file.attributes
                .iter()
                .find(|a| a.name == name)
                .map(|a| a.value.clone())
        };
        assert_eq!(find("rank"), Some(AttributeValue::Integer(6)));
        assert_eq!(find("symmetry"), Some(AttributeValue::Integer(0)));
        assert_eq!(
            find("numberOfInvolvedDS"),
            Some(AttributeValue::Integers(vec![2]))
        );
        assert!(matches!(find("cond"), Some(AttributeValue::Real(x)) if x.is_nan()));
    }
}

/// Chunks, packed and plain, also by the HDF5 library (`data/make_chunked.py`).
#[test]
fn fclib_reads_datasets_in_chunks() {
    let file = read_bytes("chunked.hdf5", include_bytes!("data/chunked.hdf5")).unwrap();
    let w = DMatrix::from_fn(12, 12, |i, j| {
        if i == j {
            2.0 + i as f64 / 4.0
        } else {
            1.0 / (8.0 * (1.0 + i as f64 + j as f64))
        }
    });
    let p = contact(&file);
    let Delassus::Explicit(found) = &p.delassus else {
        panic!("W is explicit");
    };
    assert_eq!(found.to_dense(), w);
    let b: Vec<f64> = (1..13).map(|i| -f64::from(i) / 16.0).collect();
    assert_eq!(p.free_velocity, b);
    assert_eq!(p.laws, [0.25, 0.5, 0.75, 1.0].map(|mu| Law::Coulomb { mu }));
}
