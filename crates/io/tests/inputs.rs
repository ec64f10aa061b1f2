//! Files that are read: plain ones, up to their limits; what is said of them does not show what is in them.

use drystone_io::input::{self, InputError, Limit};
use drystone_io::scene::Scene;
use std::fmt::Write;
use std::path::PathBuf;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("drystone-inputs-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (file, text) in files {
            std::fs::write(folder.join(file), text).unwrap();
        }
        Folder(folder)
    }

    fn error(&self, file: &str) -> String {
        Scene::read_file(&self.0.join(file), &[]).unwrap_err().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const RUN: &str = "[run]\nt_end = 1\nstep = 0.1\n";

#[test]
fn a_file_is_read_up_to_its_limit_and_no_byte_more() {
    let folder = Folder::new("limit", &[("a", "12345678")]);
    let file = folder.0.join("a");
    let limit = |bytes: u64| Limit {
        what: "a test",
        bytes,
    };
    assert_eq!(input::read(&file, limit(8)).unwrap(), b"12345678");
    let error = input::read(&file, limit(7)).unwrap_err();
    assert!(
        matches!(error, InputError::TooLarge(found) if found == limit(7)),
        "{error}"
    );
}

/// A file without content costs no disk and no time here: only its length counts.
#[test]
fn files_beyond_their_limits_are_named_with_the_limit() {
    let folder = Folder::new("large", &[]);
    let sparse = |name: &str, limit: Limit| {
        let file = std::fs::File::create(folder.0.join(name)).unwrap();
        file.set_len(limit.bytes + 1).unwrap();
    };
    sparse("scene.toml", input::SCENE);
    sparse("problem.json", input::PROBLEM);
    sparse("mesh.stl", input::MESH);
    sparse("table.csv", input::TABLE);
    assert!(folder.error("scene.toml").contains("more than 64 MiB"));
    let error = drystone_io::read(&folder.0.join("problem.json")).unwrap_err();
    assert!(error.to_string().contains("more than 1024 MiB"), "{error}");
    for (shape, asked) in [
        ("{ mesh = { file = \"mesh.stl\" } }", "more than 512 MiB"),
        (
            "{ heights = { file = \"table.csv\", spacing = 1 } }",
            "more than 64 MiB",
        ),
    ] {
        let text = format!("[body.ground]\nfixed = true\nshape = {shape}\n{RUN}");
        std::fs::write(folder.0.join("a.toml"), text).unwrap();
        let error = folder.error("a.toml");
        assert!(error.contains(asked) && error.contains("a.toml:3"), "{error}");
    }
}

#[test]
fn a_scene_counts_with_all_that_it_includes() {
    // Two thirds of the limit twice; nothing but blanks, which parse fast.
    let part = " ".repeat(usize::try_from(input::SCENE.bytes / 3 * 2).unwrap());
    let main = format!("include = [\"b.toml\", \"c.toml\"]\n{RUN}");
    let folder = Folder::new(
        "parts",
        &[("a.toml", &main), ("b.toml", &part), ("c.toml", &part)],
    );
    let error = folder.error("a.toml");
    assert!(
        error.contains("c.toml is too large") && error.contains("64 MiB"),
        "{error}"
    );
}

/// A chain of parameters of any length is a chain of numbers.
#[test]
fn parameters_refer_to_each_other_twenty_thousand_deep() {
    let count = 20_000;
    let mut text = String::from("[params]\n");
    for i in 0..count {
        let _ = writeln!(text, "p{i} = \"p{}+1\"", i + 1);
    }
    let _ = write!(
        text,
        "p{count} = 1\n[body.ball]\nshape = {{ sphere = 1 }}\nmass = \"$p0\"\n{RUN}"
    );
    let scene = Scene::read(&text, "deep.toml", &[]).unwrap();
    assert_eq!(scene.params()[0], ("p0".to_owned(), f64::from(count + 1)));
    let circle = text.replace(&format!("p{count} = 1\n"), &format!("p{count} = \"p0\"\n"));
    let error = Scene::read(&circle, "deep.toml", &[]).unwrap_err();
    assert_eq!((error.line, error.key.as_str()), (2, "params.p0"));
    let said = error.to_string();
    assert!(said.contains("p0 → p1 → ") && said.len() < 300, "{said}");
}

/// Sums may be of any length, brackets two hundred deep; TOML says its own limit.
#[test]
fn deep_formulas_and_deep_tables_are_refused() {
    let scene = |value: &str| Scene::read(&format!("[params]\nx = {value}\n"), "deep.toml", &[]).unwrap_err();
    let sum = scene(&format!("\"1{}\"", "+1".repeat(200_000)));
    assert_eq!(sum.key, "run", "the sum is fine: {sum}");
    let brackets = scene(&format!("\"{}1{}\"", "(".repeat(100_000), ")".repeat(100_000)));
    assert!(
        brackets.to_string().contains("more than 200 nested"),
        "{brackets}"
    );
    let list = scene(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)));
    assert!(list.to_string().contains("not TOML"), "{list}");
    for text in [
        format!("a{} = 1\n", ".a".repeat(100_000)),
        format!("[a{}]\n", ".a".repeat(100_000)),
    ] {
        let error = Scene::read(&text, "deep.toml", &[]).unwrap_err().to_string();
        assert!(error.contains("not TOML"), "{error:.300}");
        assert!(error.len() < 1000, "a long line is not shown whole");
    }
}

#[test]
fn fills_together_make_no_more_than_a_million_bodies() {
    let fill = "[[fill]]\npattern = { grid = [100, 100, 60], spacing = 3 }\nbody = { shape = { sphere = 1 }, mass = 1 }\n";
    let error = Scene::read(&format!("{fill}{fill}{RUN}"), "many.toml", &[]).unwrap_err();
    assert_eq!((error.line, error.key.as_str()), (5, "fill[1].pattern"));
    assert!(
        error
            .to_string()
            .contains("1200000 bodies, asked: at most 1000000"),
        "{error}"
    );
}

/// As of /etc/shadow: the first line must not come out.
#[test]
fn no_error_shows_what_is_in_a_file_that_a_scene_names() {
    const SECRET: &str = "root:$6$hunter2:19000:0:99999:7:::\n";
    let body = |shape: &str| format!("[body.b]\nfixed = true\nshape = {shape}\n{RUN}");
    let moving = format!(
        "[body.b]\nshape = {{ sphere = 1 }}\n[motion.m]\nbody = \"b\"\ntable = \"secret.csv\"\n{RUN}"
    );
    let scenes = [
        (
            format!("include = [\"secret.toml\"]\n{}", body("{ sphere = 1 }")),
            "secret.toml:1:",
        ),
        (
            body("{ heights = { file = \"secret.csv\", spacing = 1 } }"),
            "line 1",
        ),
        (body("{ mesh = { file = \"secret.obj\" } }"), "secret.obj"),
        (body("{ mesh = { file = \"secret.stl\" } }"), "secret.stl"),
        (moving, "line 1"),
    ];
    for (text, place) in &scenes {
        for secret in [
            SECRET,
            "v hunter2\n",
            "solid\nvertex hunter2\n",
            "t,x\n1,hunter2\n2,hunter2\n",
        ] {
            let names = ["secret.toml", "secret.csv", "secret.obj", "secret.stl"];
            let mut files = vec![("a.toml", text.as_str())];
            files.extend(names.map(|name| (name, secret)));
            let folder = Folder::new("secret", &files);
            let error = folder.error("a.toml");
            assert!(!error.contains("hunter2"), "{text}\n{error}");
            if secret == SECRET {
                assert!(error.contains(place), "{text}\n{error}");
            }
        }
    }
}

/// One that is TOML: keys are told, values are not. The scene's own lines are shown.
#[test]
fn values_of_included_files_are_not_shown() {
    let main = format!("include = [\"b.toml\"]\n[body.b]\nshape = {{ sphere = 1 }}\nmass = 1\n{RUN}");
    for included in [
        "[world]\ngravity = \"hunter2\"\n",
        "[world]\nallow_overlap = [\"hunter2\"]\n",
        "title = hunter2\n",
    ] {
        let folder = Folder::new("values", &[("a.toml", &main), ("b.toml", included)]);
        let error = folder.error("a.toml");
        assert!(
            error.contains("b.toml:") && !error.contains("hunter2"),
            "{included}{error}"
        );
    }
    let own = format!("title = mine\n{main}");
    let folder = Folder::new("own", &[("a.toml", &own), ("b.toml", "")]);
    assert!(folder.error("a.toml").contains("title = mine"));
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_refused_at_once() {
    let folder = Folder::new("pipes", &[]);
    let pipe = folder.0.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    for path in [pipe, PathBuf::from("/dev/zero")] {
        let name = path.display().to_string();
        let scene = Scene::read_file(&path, &[]).unwrap_err().to_string();
        let problem = drystone_io::read(&path).unwrap_err().to_string();
        let run = drystone_io::run_file::RunFile::open(&path)
            .unwrap_err()
            .to_string();
        let text = format!("include = [\"{name}\"]\n{RUN}");
        let included = Scene::read(&text, "a.toml", &[]).unwrap_err().to_string();
        let mesh = format!(
            "[body.b]\nfixed = true\nshape = {{ heights = {{ file = \"{name}\", spacing = 1 }} }}\n{RUN}"
        );
        let mesh = Scene::read(&mesh, "a.toml", &[]).unwrap_err().to_string();
        for said in [scene, problem, run, included, mesh] {
            assert!(
                said.contains("is no plain file") && said.contains(&name),
                "{said}"
            );
        }
    }
}
