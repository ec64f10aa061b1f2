//! Robots from other formats: URDF and MJCF to a scene file.
//!
//! ```text
//! XML ─ xml ─▶ urdf or mjcf ─▶ Robot (a tree of links) ─ initial, assemble
//!     ─▶ bodies and joints in the world ─ write ─▶ TOML
//! ```
//! Nothing is dropped silently: what a scene cannot say is a line in the head of the written file, and in
//! [`Imported::notes`]. The text written is read back before it is given away.

mod assemble;
mod initial;
mod mjcf;
mod names;
mod paths;
mod robot;
mod urdf;
mod write;
mod xml;

use drystone_io::input::{self, InputError};
use drystone_io::scene::{Scene, SceneError, SystemDescription};
use robot::Robot;
use std::path::{Path, PathBuf};
use xml::{Element, Place};

/// How a robot is imported.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether the root of a URDF is fixed; where absent, it is if it has no inertial or is called `world`.
    pub fixed_base: Option<bool>,
    /// Motors that hold every hinge and slider, as strong as the file allows.
    pub hold: bool,
    /// Coordinates of joints at the start, in rad or m.
    pub start: Vec<(String, f64)>,
    /// Folder of the scene that will be written: files are named from there.
    pub folder: PathBuf,
}

/// What an import gives.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The scene file.
    pub text: String,
    /// What was ignored or changed, a line each.
    pub notes: Vec<String>,
    /// The files that it was made of. No output replaces them.
    pub files: Vec<PathBuf>,
}

/// Imports a URDF or MJCF file; its first element tells which.
pub fn import_file(path: &Path, options: &Options) -> Result<Imported, SceneError> {
    let text = read_text(path, None)?;
    import_text(&text, &path.display().to_string(), options)
}

/// The same from a text; `name` is the path of its file, from whose folder other files are looked for.
pub fn import_text(text: &str, name: &str, options: &Options) -> Result<Imported, SceneError> {
    let root = xml::parse(text, name, true)?;
    let folder = Path::new(name).parent().unwrap_or(Path::new(""));
    let mut robot = match root.name.as_str() {
        "robot" => urdf::read(&root, folder, options)?,
        "mujoco" => mjcf::read(&root, folder)?,
        other => {
            let message = format!("found <{other}>, asked: <robot> (URDF) or <mujoco> (MJCF)");
            return Err(root.place.error(message));
        }
    };
    names::tidy(&mut robot);
    initial::starts(&mut robot, options, name)?;
    finish(&mut robot, name, options)
}

/// Writes the scene and reads it back; bodies that overlap at the start are let through each other, and that
/// is said.
fn finish(robot: &mut Robot, name: &str, options: &Options) -> Result<Imported, SceneError> {
    let mut assembly = assemble::assemble(robot)?;
    let place = Place {
        file: name.into(),
        line: 0,
        column: 0,
    };
    if assembly.bodies.is_empty() {
        let message = "nothing in it moves or touches: no link has a shape, and none is free; --free-base lets the base float";
        return Err(place.error(message));
    }
    let refused = |error: SceneError| place.error(format!("the scene made of it is refused: {error}"));
    let read_as = options.folder.join("imported.toml").display().to_string();
    let anyway = [("world.allow_overlap", "1e300")];
    let text = write::write(robot, &assembly, name, options);
    let scene = Scene::read(&text, &read_as, &anyway).map_err(refused)?;
    if let SystemDescription::Bodies(world) = &scene.system {
        for overlap in drystone_io::scene::overlaps(world) {
            let [a, b] = overlap.between.map(|i| world.bodies[i].name.as_str());
            assemble::pass(&mut assembly, a, b);
            robot.notes.add(format!(
                "`{a}` and `{b}` overlap by {:.3e} m at the start: they pass through each other",
                overlap.depth
            ));
        }
    }
    let text = write::write(robot, &assembly, name, options);
    let scene = Scene::read(&text, &read_as, &[]).map_err(refused)?;
    scene.build().map_err(refused)?;
    let mut files = scene.files();
    files.push(PathBuf::from(name));
    files.append(&mut robot.included);
    Ok(Imported {
        text,
        notes: robot.notes.lines(),
        files,
    })
}

/// The text of a file; `at` is the element that names it.
fn read_text(path: &Path, at: Option<&Element>) -> Result<String, SceneError> {
    let fail = |message: String| match at {
        Some(element) => element.error(message),
        None => Place {
            file: path.display().to_string().into(),
            line: 0,
            column: 0,
        }
        .error(message),
    };
    let bytes = input::read(path, input::ROBOT).map_err(|error| {
        let remedy = match error {
            InputError::Io(_) => "; check the path and the permissions",
            _ => "",
        };
        fail(format!("{error}{remedy}"))
    })?;
    String::from_utf8(bytes).map_err(|_| fail("not UTF-8; save it as UTF-8 text".to_owned()))
}
