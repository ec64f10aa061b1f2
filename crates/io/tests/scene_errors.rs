//! Bad scenes: each gives one error, at the right place, that says what is wrong. The cases are in
//! `scene_cases.txt`, those with bodies in `scene_body_cases.txt`.

use crate::scene_samples::text;
use drystone_io::scene::{Scene, SceneError};
use std::path::Path;

const CASES: &str = include_str!("scene_cases.txt");
const BODY_CASES: &str = include_str!("scene_body_cases.txt");

/// A good scene, what is replaced by what, overrides, and what the message must hold.
#[derive(Default)]
struct Case {
    what: String,
    base: String,
    find: Vec<String>,
    replace: Vec<String>,
    sets: Vec<(String, String)>,
    asked: Vec<String>,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("== ") {
            let (what, base) = title.rsplit_once(": ").unwrap();
            cases.push(Case {
                what: what.to_owned(),
                base: base.to_owned(),
                ..Case::default()
            });
            continue;
        }
        let Some(case): Option<&mut Case> = cases.last_mut() else {
            continue;
        };
        let (mark, rest) = line.split_at_checked(2).unwrap_or((line, ""));
        match mark.trim() {
            "-" => case.find.push(rest.to_owned()),
            "+" => case.replace.push(rest.to_owned()),
            "?" => case.asked.push(rest.to_owned()),
            "!" => {
                let (key, value) = rest.split_once('=').unwrap();
                case.sets.push((key.to_owned(), value.to_owned()));
            }
            "" => {}
            other => panic!("{}: unknown mark {other}", case.what),
        }
    }
    cases
}

impl Case {
    /// The bad scene, with its mark.
    fn marked(&self) -> String {
        let (find, replace) = (self.find.join("\n"), self.replace.join("\n"));
        if find == "*" {
            return replace;
        }
        let good = text(&self.base);
        let count = good.matches(&find).count();
        assert!(count > 0, "{}: `{find}` is not in {}", self.what, self.base);
        good.replacen(&find, &replace, 1)
    }

    /// What is wrong with the error, if anything.
    fn fault(&self) -> Option<String> {
        let marked = self.marked();
        let place = place_of_mark(&marked);
        let sets: Vec<(&str, &str)> = self.sets.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let Some(error) = error_of(&marked.replace('§', ""), &sets) else {
            return Some(format!("{}: no error", self.what));
        };
        let shown = error.to_string();
        let lacks: Vec<_> = self.asked.iter().filter(|part| !shown.contains(*part)).collect();
        let lines = if error.excerpt.is_empty() { 1 } else { 3 };
        let right = (error.line, error.column) == place && lacks.is_empty() && shown.lines().count() == lines;
        (!right).then(|| format!("{}: asked {place:?} with {lacks:?}, found\n{shown}\n", self.what))
    }
}

fn error_of(text: &str, sets: &[(&str, &str)]) -> Option<SceneError> {
    match Scene::read(text, "bad.toml", sets) {
        Err(error) => Some(error),
        Ok(scene) => scene.build().err(),
    }
}

fn place_of_mark(text: &str) -> (usize, usize) {
    let Some(at) = text.find('§') else {
        return (0, 0);
    };
    let before = &text[..at];
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (before.matches('\n').count() + 1, column)
}

#[test]
fn every_bad_scene_gives_one_error_at_its_place() {
    hold(CASES, 100);
}

#[test]
fn every_bad_scene_with_bodies_gives_one_error_at_its_place() {
    hold(BODY_CASES, 100);
}

fn hold(text: &str, least: usize) {
    let cases = cases(text);
    assert!(cases.len() >= least, "{} cases", cases.len());
    let wrong: Vec<String> = cases.iter().filter_map(Case::fault).collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let error = Scene::read_file(Path::new("no/such/scene.toml"), &[]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("no/such/scene.toml: cannot be opened ("),
        "{error}"
    );
    let error = Scene::read_file(Path::new(env!("CARGO_MANIFEST_DIR")), &[]).unwrap_err();
    assert!(error.to_string().contains("is a folder"), "{error}");
}

#[test]
fn bytes_that_are_not_utf8_are_shown_with_their_place() {
    let error = Scene::read_bytes(b"[run]\nstep = \"\xff\"\n", "x.toml", &[]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("x.toml:2:9: not UTF-8: found the byte 0xff"),
        "{error}"
    );
}

#[test]
fn a_formula_error_shows_its_line_with_a_caret() {
    let scene = text("bouncing_ball").replace("gap = \"y\"", "gap = \"yy - 1\"");
    let error = error_of(&scene, &[]).unwrap();
    let shown = error.to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[1], "  16 | gap = \"yy - 1\"", "{shown}");
    assert_eq!(lines[2], "     |        ^", "{shown}");
    assert!(
        lines[0].starts_with("bad.toml:16:8: key `lagrangian.contact.floor.gap`: "),
        "{shown}"
    );
}
