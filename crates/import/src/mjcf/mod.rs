//! MJCF, the format of MuJoCo: bodies, joints, geoms, inertials.
//! <https://mujoco.readthedocs.io/en/stable/XMLreference.html>
//!
//! Angles are in degrees unless the compiler says otherwise. Soft contacts, tendons, sensors and muscles have
//! no counterpart: they are said. Bodies, masses and poses are those that MuJoCo's compiler makes, meshes by
//! their convex hulls.

mod actuators;
mod defaults;
mod equalities;
mod geoms;
mod include;
mod joints;
mod orientation;

use crate::assemble::sum;
use crate::names::Taken;
use crate::robot::{Geom, Link, Moves, Robot};
use crate::xml::{Element, Notes};
use defaults::Defaults;
use drystone_dynamics::geometry::{DMat3, DQuat, DVec3, MassProperties, Pose};
use drystone_io::scene::{SceneError, suggestion};
use geoms::Meshes;
use joints::planar;
use orientation::Angles;
use std::path::Path;

/// What the compiler of a file says, and what was found so far.
pub(crate) struct Reader {
    pub(crate) robot: Robot,
    pub(crate) defaults: Defaults,
    pub(crate) angles: Angles,
    pub(crate) meshes: Meshes,
    pub(crate) autolimits: bool,
    /// Whether masses come from geoms; where absent, if there is no inertial.
    from_geoms: Option<bool>,
    bodies: Taken,
    pub(crate) joints: Taken,
    /// Links whose mass was given: geoms add nothing to it.
    given: Vec<usize>,
    /// Names in the file of the links, and of the joints, with their names here.
    pub(crate) link_names: Vec<(String, usize)>,
    pub(crate) joint_names: Vec<(String, String)>,
}

/// The robot of a `<mujoco>`.
pub(crate) fn read(root: &Element, folder: &Path) -> Result<Robot, SceneError> {
    let mut root = root.clone();
    let mut included = Vec::new();
    include::expand(&mut root, folder, &mut included, 0)?;
    let mut reader = Reader::of(&root, folder)?;
    for world in root.named("worldbody") {
        let childclass = world.get("childclass").map(str::to_owned);
        reader.inside(world, None, &Pose::default(), childclass.as_deref())?;
    }
    if reader.robot.links.is_empty() {
        return Err(root.error("no body and no geom in <worldbody>; asked: at least one"));
    }
    reader.beside(&root)?;
    let mut known = vec![
        "<compiler>",
        "<option>",
        "<default>",
        "<worldbody>",
        "<asset>",
        "<contact>",
        "<equality>",
        "<actuator>",
    ];
    known.extend(["model", "<visual>", "<statistic>", "<size>", "<include>"]);
    reader.robot.notes.rest(&root, &known);
    reader.robot.included = included;
    Ok(reader.robot)
}

impl Reader {
    fn of(root: &Element, folder: &Path) -> Result<Self, SceneError> {
        let mut robot = Robot {
            name: root.get("model").unwrap_or("robot").to_owned(),
            hulls: true,
            step: Some(0.002),
            ..Robot::default()
        };
        let mut reader = Reader {
            defaults: Defaults::of(root)?,
            angles: Angles {
                degrees: true,
                sequence: "xyz".to_owned(),
            },
            meshes: Meshes::new(),
            autolimits: true,
            from_geoms: None,
            bodies: Taken::default(),
            joints: Taken::default(),
            given: Vec::new(),
            link_names: Vec::new(),
            joint_names: Vec::new(),
            robot: Robot::default(),
        };
        let mut mesh_folder = folder.to_owned();
        for compiler in root.named("compiler") {
            reader.compiler(compiler, &mut robot.notes)?;
            for key in ["assetdir", "meshdir"] {
                if let Some(inside) = compiler.get(key) {
                    mesh_folder = folder.join(inside);
                }
            }
        }
        for option in root.named("option") {
            robot.gravity = option.vector("gravity")?.or(robot.gravity);
            robot.step = option.number("timestep")?.or(robot.step);
            if !(robot.step > Some(0.0)) {
                return Err(option.error("`timestep`: asked: a number greater than 0"));
            }
            robot.notes.rest(option, &["gravity", "timestep"]);
        }
        let mut assets = Vec::new();
        for mesh in root.named("asset").flat_map(|asset| asset.named("mesh")) {
            assets.push(reader.defaults.apply(mesh, None)?);
        }
        reader.meshes = geoms::meshes(&assets, &mesh_folder, &mut robot.notes)?;
        reader.robot = robot;
        Ok(reader)
    }

    fn compiler(&mut self, compiler: &Element, notes: &mut Notes) -> Result<(), SceneError> {
        if let Some(angle) = compiler.get("angle") {
            self.angles.degrees = angle != "radian";
        }
        if compiler
            .get("coordinate")
            .is_some_and(|coordinate| coordinate != "local")
        {
            return Err(compiler
                .error("`coordinate`: only \"local\" is read; save the file with a recent MuJoCo first"));
        }
        if let Some(sequence) = compiler.get("eulerseq") {
            let right = sequence.len() == 3 && sequence.chars().all(|c| "xyzXYZ".contains(c));
            if !right {
                return Err(compiler.error(format!("`eulerseq`: found `{sequence}`, asked: three of xyzXYZ")));
            }
            sequence.clone_into(&mut self.angles.sequence);
        }
        self.autolimits = compiler.flag("autolimits").unwrap_or(self.autolimits);
        self.from_geoms = compiler.flag("inertiafromgeom").or(self.from_geoms);
        let quiet = [
            "assetdir",
            "meshdir",
            "texturedir",
            "strippath",
            "discardvisual",
            "usethread",
            "fusestatic",
            "convexhull",
        ];
        let mut known = vec!["angle", "coordinate", "eulerseq", "autolimits", "inertiafromgeom"];
        known.extend(quiet);
        notes.rest(compiler, &known);
        Ok(())
    }

    /// What stands in a body, in the world or in a frame of one of them. `frame` is from the body on.
    fn inside(
        &mut self,
        element: &Element,
        link: Option<usize>,
        frame: &Pose,
        childclass: Option<&str>,
    ) -> Result<(), SceneError> {
        for child in &element.children {
            match child.name.as_str() {
                "body" => self.body(child, link, frame, childclass)?,
                "geom" => self.geom(child, link, frame, childclass)?,
                "joint" | "freejoint" => self.joint(child, link, frame, childclass)?,
                "frame" => {
                    let inner = frame.then(&self.angles.pose(child)?);
                    let class = child.get("childclass").or(childclass).map(str::to_owned);
                    self.inside(child, link, &inner, class.as_deref())?;
                }
                "inertial" | "site" | "camera" | "light" => {}
                "composite" | "flexcomp" | "replicate" | "attach" | "flex" => {
                    let message = "it makes bodies that are not in the file; save the compiled model with MuJoCo \
                        (mj_saveLastXML) and import that";
                    return Err(child.error(message));
                }
                other => {
                    let what = format!("ignored: <{other}> in <{}>", element.name);
                    self.robot.notes.say(child, what);
                }
            }
        }
        Ok(())
    }

    fn body(
        &mut self,
        element: &Element,
        parent: Option<usize>,
        frame: &Pose,
        childclass: Option<&str>,
    ) -> Result<(), SceneError> {
        let known = [
            "name",
            "pos",
            "quat",
            "axisangle",
            "euler",
            "xyaxes",
            "zaxis",
            "childclass",
            "user",
        ];
        for (key, _) in &element.attributes {
            if !known.contains(&key.as_str()) {
                self.robot
                    .notes
                    .say(element, format!("ignored: `{key}` of <body>"));
            }
        }
        let wanted = element
            .get("name")
            .map_or_else(|| format!("body{}", self.robot.links.len() + 1), str::to_owned);
        let name = self.bodies.name(&wanted, element, &mut self.robot.notes);
        let class = element.get("childclass").or(childclass).map(str::to_owned);
        let inertial = element
            .child("inertial")
            .filter(|_| self.from_geoms != Some(true));
        let index = self.robot.links.len();
        let link = Link {
            name,
            parent,
            frame: frame.then(&self.angles.pose(element)?),
            joints: Vec::new(),
            free: false,
            mass: inertial.map(|inertial| self.inertial(inertial)).transpose()?,
            shapes: Vec::new(),
            place: element.place.clone(),
        };
        if link.mass.is_some() {
            self.given.push(index);
        }
        self.robot.links.push(link);
        self.link_names.push((wanted, index));
        self.inside(element, Some(index), &Pose::default(), class.as_deref())?;
        planar(&mut self.robot, index);
        Ok(())
    }

    fn inertial(&mut self, element: &Element) -> Result<MassProperties, SceneError> {
        let pose = self.angles.pose(element)?;
        let mass = element.positive("mass")?;
        let own = match (
            element.vector("diaginertia")?,
            element.exactly::<6>("fullinertia")?,
        ) {
            (Some(diagonal), None) => DMat3::from_diagonal(diagonal),
            (None, Some([xx, yy, zz, xy, xz, yz])) => DMat3::from_cols(
                DVec3::new(xx, xy, xz),
                DVec3::new(xy, yy, yz),
                DVec3::new(xz, yz, zz),
            ),
            _ => return Err(element.error("asked: one of `diaginertia` and `fullinertia`")),
        };
        let r = DMat3::from_quat(pose.rotation);
        let mass = MassProperties {
            mass,
            center: pose.position,
            inertia: if pose.rotation == DQuat::IDENTITY {
                own
            } else {
                r * own * r.transpose()
            },
        };
        mass.check().map_err(|fault| element.error(fault.to_string()))?;
        Ok(mass)
    }

    fn geom(
        &mut self,
        element: &Element,
        link: Option<usize>,
        frame: &Pose,
        childclass: Option<&str>,
    ) -> Result<(), SceneError> {
        let whole = self.defaults.apply(element, childclass)?;
        let weigh = match self.from_geoms {
            Some(weigh) => weigh,
            None => link.is_some_and(|link| !self.given.contains(&link)),
        };
        let mut read = geoms::read(
            &whole,
            &self.angles,
            &self.meshes,
            weigh && link.is_some(),
            &mut self.robot.notes,
        )?;
        if *frame != Pose::default() {
            if let Some(geom) = read.geom.as_mut() {
                geom.pose = frame.then(&geom.pose);
            }
            read.mass = read.mass.map(|mass| crate::assemble::turned(&mass, frame));
        }
        let Some(link) = link else {
            self.ground(&whole, read.geom);
            return Ok(());
        };
        let link = &mut self.robot.links[link];
        link.shapes.extend(read.geom);
        if let Some(mass) = read.mass {
            let parts: Vec<MassProperties> = link.mass.into_iter().chain([mass]).collect();
            link.mass = Some(sum(&parts));
        }
        Ok(())
    }

    /// Each geom of the world is a body of its own, so that it keeps its own friction.
    fn ground(&mut self, element: &Element, geom: Option<Geom>) {
        let Some(geom) = geom else { return };
        let number = self.robot.links.len() + 1;
        let wanted = element
            .get("name")
            .map_or_else(|| format!("ground{number}"), str::to_owned);
        let name = self.bodies.name(&wanted, element, &mut self.robot.notes);
        self.robot.links.push(Link {
            name,
            parent: None,
            frame: Pose::default(),
            joints: Vec::new(),
            free: false,
            mass: None,
            shapes: vec![geom],
            place: element.place.clone(),
        });
    }

    /// What stands beside the tree: pairs that do not touch, equalities, actuators.
    fn beside(&mut self, root: &Element) -> Result<(), SceneError> {
        for child in root.named("contact").flat_map(|contact| &contact.children) {
            if child.name == "exclude" {
                let [a, b] = [child.asked("body1")?, child.asked("body2")?];
                if let (Some(a), Some(b)) = (self.link(child, a)?, self.link(child, b)?) {
                    self.robot.apart.push([a, b]);
                }
            } else {
                self.robot
                    .notes
                    .say(child, format!("ignored: <{}> in <contact>", child.name));
            }
        }
        let mut number = 0;
        for child in root.named("equality").flat_map(|equality| &equality.children) {
            number += 1;
            let whole = self.defaults.apply(child, None)?;
            equalities::equality(&whole, number, self)?;
        }
        for child in root.named("actuator").flat_map(|actuator| &actuator.children) {
            number += 1;
            let whole = self.defaults.apply(child, None)?;
            actuators::actuator(&whole, number, self)?;
        }
        Ok(())
    }

    /// A link by its name in the file; none is the world.
    fn link(&self, at: &Element, name: &str) -> Result<Option<usize>, SceneError> {
        if name == "world" {
            return Ok(None);
        }
        let found = self.link_names.iter().find(|(known, _)| known == name);
        found.map(|(_, link)| Some(*link)).ok_or_else(|| {
            let known: Vec<&str> = self.link_names.iter().map(|(known, _)| known.as_str()).collect();
            at.error(format!("no body is named `{name}`{}", suggestion(name, &known)))
        })
    }

    /// The name here of a joint in the file.
    fn joint_name(&self, at: &Element, name: &str) -> Result<String, SceneError> {
        let found = self.joint_names.iter().find(|(known, _)| known == name);
        found.map(|(_, here)| here.clone()).ok_or_else(|| {
            let known: Vec<&str> = self.joint_names.iter().map(|(known, _)| known.as_str()).collect();
            at.error(format!("no joint is named `{name}`{}", suggestion(name, &known)))
        })
    }

    fn moves(&self, joint: &str) -> Option<Moves> {
        let mut joints = self.robot.links.iter().flat_map(|link| &link.joints);
        joints.find(|known| known.name == joint).map(|joint| joint.moves)
    }

    fn reference(&self, joint: &str) -> f64 {
        let mut joints = self.robot.links.iter().flat_map(|link| &link.joints);
        joints
            .find(|known| known.name == joint)
            .map_or(0.0, |joint| joint.reference)
    }
}
