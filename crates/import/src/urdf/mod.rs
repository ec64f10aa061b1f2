//! URDF: links, inertials, collisions, joints. <http://wiki.ros.org/urdf/XML>
//!
//! Angles are in radians; `rpy` turns about the fixed axes x, y, z in this order; the frame of a link is that
//! of the joint above it. Visuals are left out quietly, everything else that is left out is said.

mod tree;

use crate::Options;
use crate::names::Taken;
use crate::paths::mesh_file;
use crate::robot::{Gear, Geom, Joint, Kind, Link, Moves, Robot, Spring};
use crate::xml::{Element, Notes, Place};
use drystone_dynamics::geometry::{DMat3, DQuat, DVec3, MassProperties, Pose};
use drystone_io::scene::SceneError;
use std::collections::BTreeMap;
use std::path::Path;
use tree::{Tree, find_xacro, parent};

/// The robot of a `<robot>`.
pub(crate) fn read(root: &Element, folder: &Path, options: &Options) -> Result<Robot, SceneError> {
    if let Some(xacro) = find_xacro(root) {
        let message = "a xacro macro; expand the file first: xacro FILE > robot.urdf";
        return Err(xacro.error(message));
    }
    let mut robot = Robot {
        name: root.get("name").unwrap_or("robot").to_owned(),
        passes_fixed_parent: true,
        ..Robot::default()
    };
    robot.notes.rest(
        root,
        &["name", "version", "xmlns", "<link>", "<joint>", "<material>"],
    );
    let tree = Tree::of(root)?;
    let mut taken = (Taken::default(), Taken::default());
    let mut place_of: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, joint) in tree.order(root)? {
        let element = tree.links[name];
        let mut link = link(element, folder, &mut robot.notes)?;
        link.name = taken.0.name(name, element, &mut robot.notes);
        match joint {
            None => base(name, element, &mut link, options, &mut robot.notes),
            Some(joint) => {
                link.parent = place_of.get(parent(joint)?).copied();
                connect(joint, &mut link, &mut robot, &mut taken.1)?;
            }
        }
        place_of.insert(name, robot.links.len());
        robot.links.push(link);
    }
    mimics(root, &mut robot)?;
    Ok(robot)
}

/// Whether the root is fixed: it has no inertial or is called `world`, unless the user says.
fn base(name: &str, element: &Element, link: &mut Link, options: &Options, notes: &mut Notes) {
    let (fixed, why) = match (options.fixed_base, name == "world", link.mass.is_some()) {
        (Some(fixed), ..) => (fixed, "as asked"),
        (None, true, _) => (true, "it is the world; --free-base lets it float"),
        (None, _, false) => (true, "it has no inertial; --free-base lets it float"),
        (None, _, true) => (false, "it has an inertial; --fixed-base holds it"),
    };
    let what = if fixed { "is fixed" } else { "floats" };
    notes.say(element, format!("the base link `{name}` {what}: {why}"));
    link.free = !fixed;
}

fn link(element: &Element, folder: &Path, notes: &mut Notes) -> Result<Link, SceneError> {
    notes.rest(
        element,
        &["name", "type", "<inertial>", "<visual>", "<collision>"],
    );
    let mut shapes = Vec::new();
    for collision in element.named("collision") {
        notes.rest(collision, &["name", "<origin>", "<geometry>"]);
        let geometry = collision
            .child("geometry")
            .ok_or_else(|| collision.error("missing; asked: <geometry>"))?;
        shapes.push(Geom {
            kind: geometry_of(geometry, folder)?,
            pose: origin(collision)?,
            friction: None,
            masks: [1, 1],
        });
    }
    let mass = element.child("inertial").map(inertial).transpose()?.flatten();
    Ok(Link {
        name: String::new(),
        parent: None,
        frame: Pose::default(),
        joints: Vec::new(),
        free: false,
        mass,
        shapes,
        place: element.place.clone(),
    })
}

fn origin(element: &Element) -> Result<Pose, SceneError> {
    let Some(origin) = element.child("origin") else {
        return Ok(Pose::default());
    };
    let rpy = origin.vector("rpy")?.unwrap_or(DVec3::ZERO);
    Ok(Pose {
        position: origin.vector("xyz")?.unwrap_or(DVec3::ZERO),
        rotation: DQuat::from_rotation_z(rpy.z)
            * DQuat::from_rotation_y(rpy.y)
            * DQuat::from_rotation_x(rpy.x),
    })
}

/// Mass, centre and inertia in the axes of the link; none where the mass is 0.
fn inertial(element: &Element) -> Result<Option<MassProperties>, SceneError> {
    let mass = element
        .child("mass")
        .ok_or_else(|| element.error("missing; asked: <mass value=\"..\"/>"))?;
    mass.asked("value")?;
    let value = mass.number("value")?.unwrap_or(0.0);
    if value < 0.0 {
        return Err(mass.error(format!("found {value}, asked: a mass of at least 0")));
    }
    if value == 0.0 {
        return Ok(None);
    }
    let inertia = element
        .child("inertia")
        .ok_or_else(|| element.error("missing; asked: <inertia ixx=\"..\" .. />"))?;
    let mut entry = [0.0; 6];
    for (entry, name) in entry.iter_mut().zip(["ixx", "iyy", "izz", "ixy", "ixz", "iyz"]) {
        *entry = inertia.number(name)?.unwrap_or(0.0);
    }
    let [xx, yy, zz, xy, xz, yz] = entry;
    let pose = origin(element)?;
    let r = DMat3::from_quat(pose.rotation);
    let own = DMat3::from_cols(
        DVec3::new(xx, xy, xz),
        DVec3::new(xy, yy, yz),
        DVec3::new(xz, yz, zz),
    );
    let mass = MassProperties {
        mass: value,
        center: pose.position,
        inertia: if pose.rotation == DQuat::IDENTITY {
            own
        } else {
            r * own * r.transpose()
        },
    };
    mass.check().map_err(|fault| inertia.error(fault.to_string()))?;
    Ok(Some(mass))
}

fn geometry_of(geometry: &Element, folder: &Path) -> Result<Kind, SceneError> {
    let Some(shape) = geometry.children.first() else {
        return Err(geometry.error("empty; asked: box, sphere, cylinder, capsule or mesh"));
    };
    Ok(match shape.name.as_str() {
        "box" => {
            shape.asked("size")?;
            let size = shape.vector("size")?.unwrap_or(DVec3::ZERO);
            if !size.cmpgt(DVec3::ZERO).all() {
                return Err(shape.error("asked: three sizes greater than 0"));
            }
            Kind::Box(size)
        }
        "sphere" => Kind::Sphere(shape.positive("radius")?),
        "cylinder" => Kind::Cylinder(shape.positive("length")?, shape.positive("radius")?),
        "capsule" => Kind::Capsule(shape.positive("length")?, shape.positive("radius")?),
        "mesh" => {
            let scale = shape.vector("scale")?.unwrap_or(DVec3::ONE);
            if scale.to_array().contains(&0.0) {
                return Err(shape.error("found a scale of 0, asked: factors other than 0"));
            }
            Kind::Mesh(mesh_file(shape, shape.asked("filename")?, folder)?, scale)
        }
        other => {
            let message =
                format!("<{other}> is no shape of a URDF; asked: box, sphere, cylinder, capsule or mesh");
            return Err(shape.error(message));
        }
    })
}

const TYPES: [&str; 6] = [
    "fixed",
    "floating",
    "revolute",
    "continuous",
    "prismatic",
    "planar",
];
const JOINT: [&str; 9] = [
    "name",
    "type",
    "<origin>",
    "<parent>",
    "<child>",
    "<axis>",
    "<limit>",
    "<dynamics>",
    "<mimic>",
];

/// The joint above a link.
fn connect(
    element: &Element,
    link: &mut Link,
    robot: &mut Robot,
    taken: &mut Taken,
) -> Result<(), SceneError> {
    robot.notes.rest(element, &JOINT);
    link.frame = origin(element)?;
    let kind = element.asked("type")?;
    let moves = match kind {
        "fixed" => return Ok(()),
        "floating" => {
            link.free = true;
            return Ok(());
        }
        "revolute" | "continuous" => Moves::Hinge,
        "prismatic" => Moves::Slider,
        "planar" => Moves::Planar,
        other => {
            let remedy = drystone_io::scene::suggestion(other, &TYPES);
            return Err(element.error(format!(
                "`type`: found `{other}`, asked: one of {}{remedy}",
                TYPES.join(", ")
            )));
        }
    };
    let axis = element
        .child("axis")
        .map(|axis| axis.vector("xyz"))
        .transpose()?
        .flatten();
    let axis = axis.unwrap_or(DVec3::X);
    let axis = axis
        .try_normalize()
        .ok_or_else(|| element.error("the axis is 0; give its direction"))?;
    let name = taken.name(element.asked("name")?, element, &mut robot.notes);
    let (limits, effort) = limits(element, kind, &mut robot.notes)?;
    let joint = Joint {
        name: name.clone(),
        moves,
        at: DVec3::ZERO,
        axis,
        limits,
        reference: 0.0,
        start: 0.0,
        friction: dynamics(element, "friction")?,
        armature: 0.0,
        effort,
        place: element.place.clone(),
    };
    link.joints.push(joint);
    passive(element, moves, &name, link, robot)
}

/// Limits of the coordinate, where the joint has some, and the largest force.
fn limits(
    joint: &Element,
    kind: &str,
    notes: &mut Notes,
) -> Result<(Option<[f64; 2]>, Option<f64>), SceneError> {
    let bounded = matches!(kind, "revolute" | "prismatic");
    let Some(limit) = joint.child("limit") else {
        if !bounded {
            return Ok((None, None));
        }
        let instead = if kind == "revolute" {
            "; without limits it is `continuous`"
        } else {
            ""
        };
        return Err(joint.error(format!(
            "a {kind} joint asks for <limit lower=\"..\" upper=\"..\"/>{instead}"
        )));
    };
    notes.rest(limit, &["lower", "upper", "effort"]);
    let bounds = [
        limit.number("lower")?.unwrap_or(0.0),
        limit.number("upper")?.unwrap_or(0.0),
    ];
    let effort = limit.number("effort")?.filter(|effort| *effort > 0.0);
    Ok((bounded.then_some(bounds), effort))
}

/// Damping becomes a force; of a planar joint neither that nor friction can be said.
fn passive(
    element: &Element,
    moves: Moves,
    name: &str,
    link: &mut Link,
    robot: &mut Robot,
) -> Result<(), SceneError> {
    let damping = dynamics(element, "damping")?;
    if moves == Moves::Planar {
        for joint in &mut link.joints {
            if joint.friction > 0.0 || damping > 0.0 {
                let what = "ignored: friction and damping of planar joints, which have no single coordinate";
                robot.notes.say(element, what);
            }
            joint.friction = 0.0;
        }
    } else if damping > 0.0 {
        robot.springs.push(Spring {
            name: format!("{name}_damping"),
            joint: name.to_owned(),
            stiffness: 0.0,
            damping,
            rest: 0.0,
        });
    }
    Ok(())
}

fn dynamics(joint: &Element, key: &str) -> Result<f64, SceneError> {
    let Some(dynamics) = joint.child("dynamics") else {
        return Ok(0.0);
    };
    let value = dynamics.number(key)?.unwrap_or(0.0);
    if value < 0.0 {
        return Err(dynamics.error(format!("`{key}`: found {value}, asked: a number of at least 0")));
    }
    Ok(value)
}

/// Joints that follow others: gears where both are hinges.
fn mimics(root: &Element, robot: &mut Robot) -> Result<(), SceneError> {
    for element in root.named("joint") {
        let Some(mimic) = element.child("mimic") else {
            continue;
        };
        let (name, other) = (element.asked("name")?, mimic.asked("joint")?);
        if !root.named("joint").any(|joint| joint.get("name") == Some(other)) {
            return Err(mimic.error(format!("no joint is named `{other}`")));
        }
        let ratio = mimic.number("multiplier")?.unwrap_or(1.0);
        let offset = mimic.number("offset")?.unwrap_or(0.0);
        let place = |place: &Place| (place.line, place.column);
        let hinge = |at: &Element| {
            let joints = robot.links.iter().flat_map(|link| &link.joints);
            let mut own = joints.filter(|joint| place(&joint.place) == place(&at.place));
            own.next()
                .filter(|joint| joint.moves == Moves::Hinge)
                .map(|joint| joint.name.clone())
        };
        let first = root
            .named("joint")
            .find(|joint| joint.get("name") == Some(other))
            .and_then(hinge);
        let (Some(first), Some(second)) = (first, hinge(element)) else {
            robot.notes.say(
                element,
                format!("ignored: joint `{name}` mimics `{other}`, but a gear couples two hinges"),
            );
            continue;
        };
        if ratio == 0.0 || first == second {
            return Err(mimic.error("asked: another joint and a multiplier other than 0"));
        }
        robot.gears.push(Gear {
            name: format!("{second}_mimic"),
            hinges: [first, second],
            ratio,
            offset,
        });
    }
    Ok(())
}
