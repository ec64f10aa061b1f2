//! The header of a run file: from the scene in it, or from the file alone.

use super::head::{BodyHead, Column, Head, JOINT, Method, SceneHead, clauses};
use super::shapes;
use crate::run::runner::Runner;
use crate::sinks::run_file::scene_of;
use drystone_io::run_file::{RunFile, body_names};
use serde_json::Value;

/// Who is in the run.
pub(super) fn head(run: &RunFile) -> Head {
    let built = scene_of(run, &[])
        .ok()
        .and_then(|scene| Runner::new(&scene).ok().map(|runner| Head::new(&scene, &runner)));
    let mut head = built.unwrap_or_else(|| bare(run));
    head.contacts = run.has_contacts();
    if let Some(step) = run.attribute("step").and_then(Value::as_f64) {
        head.method.step = step;
    }
    head
}

/// What the file says without its scene.
fn bare(run: &RunFile) -> Head {
    let number = |name: &str| run.attribute(name).and_then(Value::as_f64).unwrap_or(0.0);
    let mut head = Head {
        scene: SceneHead {
            name: run.text("scene").to_owned(),
            title: run.text("title").to_owned(),
            version: run.text("version").to_owned(),
            ..SceneHead::default()
        },
        method: Method {
            scheme: run.text("scheme").to_owned(),
            solver: run.text("solver").to_owned(),
            tolerance: number("tolerance"),
            ..Method::default()
        },
        world: !run.bodies().is_empty(),
        plane: run.is_plane(),
        energy: run.text("kind") != "complementarity",
        clauses: clauses(),
        notes: vec!["the scene could not be built again: joints and masses are left out".to_owned()],
        ..Head::default()
    };
    if head.world {
        add_bodies(run, &mut head);
    } else {
        for (which, group) in [("q", "coordinate"), ("v", "velocity"), ("output", "output")] {
            let names = run.coordinate_names(which).into_iter();
            head.columns.extend(names.map(|name| Column { name, group }));
        }
    }
    head
}

fn add_bodies(run: &RunFile, head: &mut Head) {
    head.body_columns = body_names(head.plane).to_vec();
    for (group, body) in run.bodies().iter().enumerate() {
        let mut placed = Vec::new();
        for shape in body.shapes.as_array().into_iter().flatten() {
            placed.push((head.shapes.len(), shapes::pose_in_file(shape)));
            head.shapes.push(shapes::of_file(shape));
        }
        let kind = match body.motion.as_str() {
            "fixed" => "fixed",
            "free" => "free",
            _ => "moved",
        };
        let first = run.series(group, 0..run.frames().min(1)).ok();
        let pose = first.filter(|s| !s.position.is_empty()).map(|s| {
            let ([x, y, z], [w, i, j, k]) = (s.position[0], s.quat_wxyz[0]);
            [x, y, z, w, i, j, k]
        });
        head.groups.push(body.name.clone());
        head.bodies.push(BodyHead {
            name: body.name.clone(),
            group,
            kind,
            mass: 0.0,
            pose: pose.unwrap_or([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]),
            shapes: placed,
        });
    }
    let joints: Vec<String> = run.joints().map(str::to_owned).collect();
    for joint in joints {
        let own = JOINT.map(|what| Column {
            name: format!("{joint}.{what}"),
            group: "joint",
        });
        head.columns.extend(own);
    }
}
