//! Scenes of several files, bodies that overlap, heaps.

use drystone_dynamics::models::bodies::description::WorldDescription;
use drystone_io::scene::{Scene, SystemDescription, overlaps};
use std::path::PathBuf;

const RUN: &str = "[run]\nt_end = 1\nstep = 0.1\n";

fn world(scene: &Scene) -> &WorldDescription {
    match &scene.system {
        SystemDescription::Bodies(world) => world,
        _ => panic!("asked: bodies"),
    }
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("drystone-{name}-{}", std::process::id()));
        for (file, text) in files {
            let path = folder.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Folder(folder)
    }

    fn read(&self, file: &str, sets: &[(&str, &str)]) -> Result<Scene, String> {
        Scene::read_file(&self.0.join(file), sets).map_err(|error| error.to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn included_files_come_first_and_the_scene_wins() {
    let main = format!(
        "include = [\"parts/floor.toml\"]\n[params]\nmu = 0.7\n[body.ball]\nshape = {{ sphere = 1 }}\nmass = 1\nposition = [0, 0, 3]\n\
         [[contact]]\nbetween = [\"ball\", \"floor\"]\nfriction = \"$mu\"\n{RUN}"
    );
    let floor = "include = [\"base.toml\"]\n[params]\nmu = 0.2\n[body.floor]\nfixed = true\nshape = { plane = {} }\n\
                 [[contact]]\nbetween = [\"*\", \"*\"]\nrestitution = 0.5\n";
    let base = "[params]\nmu = 0.1\ng = 3\n[world]\ngravity = [0, 0, \"-g\"]\n";
    let folder = Folder::new(
        "include",
        &[
            ("a.toml", &main),
            ("parts/floor.toml", floor),
            ("parts/base.toml", base),
        ],
    );
    let scene = folder.read("a.toml", &[]).unwrap();
    assert_eq!(world(&scene).gravity.z, -3.0);
    assert_eq!(scene.params(), [("mu".to_owned(), 0.7), ("g".to_owned(), 3.0)]);
    assert_eq!(world(&scene).laws.len(), 2);
    assert_eq!(world(&scene).laws[1].between, ["ball", "floor"]);
    assert_eq!(scene.text(), main, "its own text only");
    let scene = folder
        .read("a.toml", &[("g", "5"), ("contact.0.restitution", "0")])
        .unwrap();
    assert_eq!(world(&scene).gravity.z, -5.0);
}

#[test]
fn what_is_wrong_in_an_included_file_is_said_of_that_file() {
    let main = format!("include = [\"b.toml\"]\n[body.ball]\nshape = {{ sphere = 1 }}\nmass = 1\n{RUN}");
    for (text, place, asked) in [
        ("\n[world]\ngravty = 3\n", "b.toml:3:1", "did you mean `gravity`"),
        ("\n[world\n", "b.toml:2:7", "not TOML"),
        ("[world]\ngravity = [0, 0, \"2*x\"]\n", "b.toml:2:21", "x"),
        ("include = [\"a.toml\"]\n", "b.toml:1:12", "includes itself"),
        ("include = [\"c.toml\"]\n", "b.toml:1:12", "cannot be opened"),
        ("include = \"c.toml\"\n", "b.toml:1:11", "asked: a list of files"),
        ("include = [3]\n", "b.toml:1:12", "asked: the path of a file"),
    ] {
        let folder = Folder::new("wrong", &[("a.toml", &main), ("b.toml", text)]);
        let error = folder.read("a.toml", &[]).unwrap_err();
        assert!(error.contains(place) && error.contains(asked), "{text}: {error}");
    }
    let folder = Folder::new("set", &[("a.toml", &main), ("b.toml", "")]);
    let error = folder.read("a.toml", &[("include", "[]")]).unwrap_err();
    assert!(error.contains("--set include=[]"), "{error}");
}

#[test]
fn bodies_that_overlap_are_refused_with_both_names_and_the_depth() {
    let text = |z: f64, more: &str| {
        format!(
            "{more}\n[body.floor]\nfixed = true\nshape = {{ plane = {{}} }}\n\
             [body.ball]\nshape = {{ sphere = 1 }}\nmass = 1\nposition = [0, 0, {z}]\n{RUN}"
        )
    };
    let read = |z: f64, more: &str| Scene::read(&text(z, more), "x.toml", &[]);
    let error = read(0.75, "").unwrap_err();
    assert_eq!((error.line, error.key.as_str()), (5, "body.ball"));
    let said = error.to_string();
    assert!(
        said.contains("`ball` and `floor` overlap by 0.25 m") && said.contains("allow_overlap"),
        "{said}"
    );
    assert!(read(1.0, "").is_ok() && read(1.0 - 1e-7, "").is_ok());
    assert!(read(0.75, "[world]\nallow_overlap = 0.3").is_ok());
    assert!(read(0.75, "[world]\nallow_overlap = 0.2").is_err());
    let fill = format!(
        "[body.post]\nfixed = true\nshape = {{ box = [1, 1, 1] }}\n[[fill]]\npattern = {{ grid = [2, 2, 2] }}\n\
         body = {{ shape = {{ sphere = 0.4 }}, density = 1 }}\n{RUN}"
    );
    let error = Scene::read(&fill, "x.toml", &[]).unwrap_err();
    assert_eq!((error.line, error.key.as_str()), (4, "fill[0]"), "{error}");
}

#[test]
fn heaps_touch_and_do_not_overlap() {
    for (dimension, shape) in [(3, "sphere"), (2, "disc")] {
        let text = format!(
            "[world]\ndimension = {dimension}\n[[fill]]\nname = \"grain\"\npattern = {{ heap = {{ count = 300, radius = 0.5 }}, seed = 3 }}\n\
             body = {{ shape = {{ {shape} = 0.05 }}, density = 2500 }}\nsize_spread = 0.3\n\
             [body.floor]\nfixed = true\nshape = {{ plane = {{}} }}\n{RUN}"
        );
        let scene = Scene::read(&text, "x.toml", &[]).unwrap_or_else(|error| panic!("{error}"));
        let world = world(&scene);
        assert_eq!(world.bodies.len(), 301);
        assert!(overlaps(world).is_empty());
        let up = |i: usize| {
            if dimension == 3 {
                world.bodies[i].pose.position.z
            } else {
                world.bodies[i].pose.position.y
            }
        };
        // Each rests on the floor or on one that fell before it.
        let radius = |i: usize| {
            let shape = &world.bodies[i].shapes[0];
            let bounds = shape.shape.bounds(&shape.pose);
            0.5 * (bounds.max - bounds.min).x
        };
        let (first, last) = (1, world.bodies.len());
        for i in first..last {
            let floor = (up(i) - radius(i)).abs();
            let others = (first..i).map(|j| {
                let apart = world.bodies[i]
                    .pose
                    .position
                    .distance(world.bodies[j].pose.position);
                (apart - radius(i) - radius(j)).abs()
            });
            assert!(others.fold(floor, f64::min) < 1e-12, "body {i} hangs in the air");
        }
    }
}

#[test]
fn a_pair_that_no_entry_is_for_is_an_error_once_there_are_entries() {
    let text = |laws: &str| {
        format!(
            "[body.floor]\nfixed = true\nshape = {{ plane = {{}} }}\n[body.wall]\nfixed = true\nshape = {{ plane = {{ normal = [1, 0, 0], offset = -5 }} }}\n\
             [body.a]\nshape = {{ sphere = 1 }}\nmass = 1\nposition = [0, 0, 1]\n\
             [body.b]\nshape = {{ sphere = 1 }}\nmass = 1\nposition = [3, 0, 1]\npass_through = [\"wall\"]\n{laws}{RUN}"
        )
    };
    let law = |a: &str, b: &str| format!("[[contact]]\nbetween = [\"{a}\", \"{b}\"]\nfriction = 0.5\n");
    let read = |laws: &str| {
        Scene::read(&text(laws), "x.toml", &[])
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(read(""), Ok(()), "none at all: everything is smooth");
    assert_eq!(read(&law("*", "*")), Ok(()));
    let error = read(&law("floor", "*")).unwrap_err();
    assert!(
        error.contains("x.toml:16:1") && error.contains("no entry is for `wall` and `a`"),
        "{error}"
    );
    let laws = law("floor", "*") + &law("a", "wall");
    let error = read(&laws).unwrap_err();
    assert!(error.contains("no entry is for `a` and `b`"), "{error}");
    // The one pair that is left never touches.
    assert_eq!(read(&(laws + &law("a", "b"))), Ok(()));
}

#[test]
fn any_key_can_be_set() {
    let text = format!(
        "[body.ab]\nshapes = [{{ sphere = 1 }}, {{ box = [1, 2, 3], position = [5, 0, 0] }}]\nmass = 1\n\
         [joint.j]\nkind = \"hinge\"\nbetween = [\"world\", \"ab\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\nmotor = {{ velocity = 1 }}\n{RUN}"
    );
    let read =
        |sets: &[(&str, &str)]| Scene::read(&text, "x.toml", sets).unwrap_or_else(|error| panic!("{error}"));
    let scene = read(&[
        ("body.\"ab\".mass", "3"),
        ("body.ab.shapes[1].box.2", "7"),
        ("body.ab.shapes.0", "{ sphere = 2 }"),
        ("joint.j.motor.max_torque", "4"),
        ("joint.j.limits", "[-1, 1]"),
        ("world.gravity", "[0, 0, 0]"),
    ]);
    let body = &world(&scene).bodies[0];
    assert_eq!(body.mass.mass, 3.0);
    assert_eq!(body.shapes[0].shape.bounds(&body.shapes[0].pose).max.x, 2.0);
    assert_eq!(body.shapes[1].shape.bounds(&body.shapes[1].pose).max.z, 3.5);
    let joint = &world(&scene).joints[0];
    assert_eq!(
        (
            joint.motor.as_ref().unwrap().max_force,
            joint.limits.unwrap().upper
        ),
        (4.0, 1.0)
    );
    let defaults = read(&[]).defaults();
    for line in [
        "run.solver = \"auto\"",
        "run.record.every = 1",
        "body.*.fixed = false",
        "joint.*.friction = 0",
    ] {
        assert!(
            defaults.iter().any(|known| known == line),
            "{line}: {defaults:#?}"
        );
    }
}

/// Every scene of the project is read and built.
#[test]
fn the_scenes_of_the_project_are_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes");
    let mut faults = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let scene = Scene::read_file(&path, &[]);
            faults.extend(scene.err().map(|error| error.to_string()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
