//! Robots from URDF and MJCF: every number that a scene gets from them.

use crate::robots::{LINK, MODEL, arm};
use drystone_dynamics::geometry::{DQuat, DVec3, MassProperties, Placed, Pose, Shape};
use drystone_dynamics::models::bodies::description::{
    BodyDescription, ForceKind, JointDescription, JointKind, Motion, WorldDescription,
};
use drystone_import::{Imported, Options, import_file, import_text};
use drystone_io::scene::{Scene, SystemDescription};

fn imported(text: &str, options: &Options) -> Imported {
    import_text(text, "robot.urdf", options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn world_of(imported: &Imported) -> WorldDescription {
    let text = &imported.text;
    let scene = Scene::read(text, "robot.toml", &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    scene.build().unwrap_or_else(|error| panic!("{error}"));
    match scene.system {
        SystemDescription::Bodies(world) => *world,
        _ => panic!("asked: bodies"),
    }
}

fn world(text: &str) -> WorldDescription {
    world_of(&imported(text, &Options::default()))
}

fn body<'a>(world: &'a WorldDescription, name: &str) -> &'a BodyDescription {
    let found = world.bodies.iter().find(|body| body.name == name);
    found.unwrap_or_else(|| panic!("no body {name}"))
}

fn joint<'a>(world: &'a WorldDescription, name: &str) -> &'a JointDescription {
    let found = world.joints.iter().find(|joint| joint.name == name);
    found.unwrap_or_else(|| panic!("no joint {name}"))
}

fn near(a: DVec3, b: DVec3) {
    assert!((a - b).length() <= 1e-14, "{a} against {b}");
}

fn has(notes: &[String], what: &str) {
    assert!(
        notes.iter().any(|note| note.contains(what)),
        "no `{what}` in {notes:#?}"
    );
}

#[test]
fn an_arm_of_urdf_number_by_number() {
    let result = imported(&arm("<gazebo/><transmission/>"), &Options::default());
    for note in [
        "<gazebo> in <robot> (line 13)",
        "<transmission>",
        "`base` is fixed: it has no inertial",
        "`velocity` of <limit>",
    ] {
        has(&result.notes, note);
        assert!(result.text.contains(note), "{}", result.text);
    }
    let world = world_of(&result);
    assert!(matches!(body(&world, "base").motion, Motion::Fixed));
    let upper = body(&world, "upper");
    near(upper.pose.position, DVec3::new(0.0, 0.0, 0.3));
    near(upper.mass.center, DVec3::new(0.25, 0.0, 0.0));
    assert_eq!(upper.mass.mass, 2.0);
    assert_eq!(upper.mass.inertia.y_axis.y, 0.05);
    near(upper.shapes[0].pose.rotation * DVec3::Z, DVec3::X);
    assert_eq!(
        upper.shapes[0].shape,
        Shape::Cylinder {
            half_length: 0.2,
            radius: 0.03
        }
    );
    // The tool is fixed to the lower link: one body, its inertia by the parallel axes.
    let lower = body(&world, "lower");
    assert_eq!(lower.mass.mass, 1.5);
    near(lower.mass.center, DVec3::new((0.2 + 0.5 * 0.5) / 1.5, 0.0, 0.0));
    // Turned by 90° about z, xx and yy change places and xy its sign.
    let reduced = 1.0 * 0.5 / 1.5 * 0.3 * 0.3;
    let inertia = lower.mass.inertia;
    near(inertia.x_axis, DVec3::new(0.02 + 1e-3, -0.001, 0.0));
    near(inertia.y_axis, DVec3::new(-0.001, 0.004 + 1e-3 + reduced, 0.0));
    near(inertia.z_axis, DVec3::new(0.0, 0.0, 0.021 + 1e-3 + reduced));
    near(lower.pose.position, DVec3::new(0.5, 0.0, 0.3));
    near(
        lower.pose.rotation * DVec3::X,
        DVec3::new(0.5f64.cos(), 0.5f64.sin(), 0.0),
    );
    assert!(world.bodies.iter().all(|body| body.name != "tool"));
    let shoulder = joint(&world, "shoulder");
    assert_eq!(
        (shoulder.kind, shoulder.friction, shoulder.motor.is_some()),
        (JointKind::Hinge, 0.2, false)
    );
    near(shoulder.at, DVec3::new(0.0, 0.0, 0.3));
    near(shoulder.axis, DVec3::Y);
    let limits = shoulder.limits.unwrap();
    assert_eq!((limits.lower, limits.upper), (-1.0, 1.5));
    assert!(joint(&world, "elbow").limits.is_none());
    near(joint(&world, "elbow").axis, DVec3::Z);
    assert!(matches!(
        world.forces[0].kind,
        ForceKind::JointSpring {
            damping: 0.1,
            stiffness: 0.0,
            ..
        }
    ));
    // Neighbours pass through each other, the fixed one too.
    let index = |name: &str| world.bodies.iter().position(|body| body.name == name).unwrap();
    assert!(world.ignored.contains(&[index("upper"), index("base")]));
}

#[test]
fn joints_begin_where_they_are_asked_to() {
    let options = Options {
        hold: true,
        start: vec![("shoulder".to_owned(), 0.5)],
        ..Options::default()
    };
    let world = world_of(&imported(&arm(""), &options));
    let turn = DQuat::from_rotation_y(0.5);
    near(
        body(&world, "lower").pose.position,
        DVec3::new(0.0, 0.0, 0.3) + turn * DVec3::new(0.5, 0.0, 0.0),
    );
    near(joint(&world, "elbow").axis, turn * DVec3::Z);
    let shoulder = joint(&world, "shoulder");
    assert_eq!(shoulder.limits.unwrap().upper, 1.0);
    assert_eq!(shoulder.motor.as_ref().unwrap().max_force, 100.0);
    for (name, value, asked) in [
        ("shouldr", 0.0, "did you mean `shoulder`"),
        ("shoulder", 9.0, "outside its limits"),
    ] {
        let options = Options {
            start: vec![(name.to_owned(), value)],
            ..Options::default()
        };
        let error = import_text(&arm(""), "a.urdf", &options).unwrap_err().to_string();
        assert!(error.contains(asked), "{error}");
    }
}

#[test]
fn the_base_floats_if_it_has_a_mass_and_limits_without_zero_move_the_start() {
    let text = format!(
        r#"<robot name="r"><link name="a">{LINK}</link><link name="b">{LINK}</link><link name="c">{LINK}</link><link name="d">{LINK}</link>
        <joint name="slide" type="prismatic"><parent link="a"/><child link="b"/><limit lower="0.1" upper="0.3"/></joint>
        <joint name="h1" type="continuous"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/></joint>
        <joint name="h2" type="continuous"><parent link="c"/><child link="d"/><axis xyz="0 0 1"/>
          <mimic joint="h1" multiplier="-2" offset="0.5"/></joint></robot>"#
    );
    let result = imported(&text, &Options::default());
    has(&result.notes, "`a` floats");
    has(&result.notes, "`slide` begins at 0.1");
    let world = world_of(&result);
    assert!(matches!(body(&world, "a").motion, Motion::Free));
    near(body(&world, "b").pose.position, DVec3::new(0.1, 0.0, 0.0));
    let limits = joint(&world, "slide").limits.unwrap();
    assert_eq!((limits.lower, limits.upper), (0.0, 0.3 - 0.1));
    // The second follows the first from its offset on.
    near(
        body(&world, "d").pose.rotation * DVec3::X,
        DVec3::new(0.5f64.cos(), 0.5f64.sin(), 0.0),
    );
    assert!(matches!(joint(&world, "h2_mimic").kind, JointKind::Gear { ratio, .. } if ratio == -2.0));
    let fixed = Options {
        fixed_base: Some(true),
        ..Options::default()
    };
    let world = world_of(&imported(&text, &fixed));
    assert!(
        world.bodies.iter().all(|body| body.name != "a"),
        "a fixed link without shapes is the surroundings"
    );
}

#[test]
fn a_model_of_mjcf_number_by_number() {
    let result = imported(MODEL, &Options::default());
    for note in [
        "`integrator` of <option>",
        "`solref` of <geom>",
        "<sensor>",
        "motors have no control",
        "control 0",
    ] {
        has(&result.notes, note);
    }
    let world = world_of(&result);
    assert_eq!(world.gravity, DVec3::new(0.0, 0.0, -10.0));
    assert!(result.text.contains("step = 0.005"));
    assert_eq!(body(&world, "floor").shapes[0].shape, Shape::HalfSpace);
    let torso = body(&world, "torso");
    assert!(matches!(torso.motion, Motion::Free));
    let volume = 4.0 / 3.0 * std::f64::consts::PI * 1e-3;
    assert!((torso.mass.mass - 500.0 * volume).abs() < 1e-13);
    let leg = body(&world, "leg");
    near(leg.pose.position, DVec3::new(0.0, 0.0, 0.8));
    assert_eq!(
        leg.shapes[0].shape,
        Shape::Capsule {
            half_length: 0.2,
            radius: 0.05
        }
    );
    near(leg.shapes[0].pose.position, DVec3::new(0.0, 0.0, -0.2));
    // Its own size over that of its class; the box weighs but touches nothing.
    let shin = body(&world, "shin");
    assert_eq!(shin.shapes.len(), 1);
    assert_eq!(
        shin.shapes[0].shape,
        Shape::Capsule {
            half_length: 0.1,
            radius: 0.04
        }
    );
    let place = |shape: Shape, x: f64, z: f64| Placed {
        shape,
        pose: Pose {
            position: DVec3::new(x, 0.0, z),
            ..Pose::default()
        },
    };
    let capsule = MassProperties::of(&[place(shin.shapes[0].shape.clone(), 0.0, -0.1)], 500.0).unwrap();
    assert!((shin.mass.mass - (3.0 + capsule.mass)).abs() < 1e-14);
    near(
        shin.mass.center,
        (3.0 * DVec3::new(0.5, 0.0, 0.0) + capsule.mass * capsule.center) / (3.0 + capsule.mass),
    );
    // zyx, each about the axes as they were turned: 90° about z, then 30° about x.
    let turn = DQuat::from_rotation_z(90f64.to_radians()) * DQuat::from_rotation_x(30f64.to_radians());
    near(shin.pose.rotation * DVec3::Y, turn * DVec3::Y);
    near(shin.pose.position, DVec3::new(0.0, 0.0, 0.2));
}

#[test]
fn joints_laws_and_ties_of_mjcf_number_by_number() {
    let world = world(MODEL);
    let turn = body(&world, "shin").pose.rotation;
    let hip = joint(&world, "hip").limits.unwrap();
    assert_eq!((hip.lower, hip.upper), (-30f64.to_radians(), 60f64.to_radians()));
    let knee = joint(&world, "knee");
    assert_eq!((knee.kind, knee.limits.unwrap().upper), (JointKind::Slider, 0.2));
    near(knee.axis, turn * DVec3::Z);
    // A given inertial; friction 0.8 of all, torsion and rolling where a leg takes part.
    let block = body(&world, "box");
    assert_eq!((block.mass.mass, block.mass.center.x), (2.0, 0.1));
    assert_eq!(block.mass.inertia.z_axis.z, 2.5);
    assert_eq!(world.laws.last().unwrap().between[0], "shin");
    let gear = world
        .joints
        .iter()
        .find(|joint| matches!(joint.kind, JointKind::Gear { .. }))
        .unwrap();
    assert!(
        matches!(gear.kind, JointKind::Gear { hinges: [b, a], ratio: -0.5 }
        if world.joints[a].name == "a" && world.joints[b].name == "b")
    );
    let ball = world
        .joints
        .iter()
        .find(|joint| joint.kind == JointKind::Ball)
        .unwrap();
    near(ball.at, DVec3::new(0.1, 0.0, 1.0));
    let spring = |name: &str| {
        world
            .forces
            .iter()
            .find(|force| force.name == name)
            .unwrap()
            .kind
            .clone()
    };
    assert!(matches!(
        spring("servo"),
        ForceKind::JointSpring {
            stiffness: 180.0,
            damping: 18.0,
            ..
        }
    ));
    let ForceKind::JointSpring { rest, .. } = spring("a_passive") else {
        panic!()
    };
    assert!(
        (rest - 20f64.to_radians()).abs() < 1e-15,
        "from the reference on: {rest}"
    );
    let index = |name: &str| world.bodies.iter().position(|body| body.name == name).unwrap();
    assert!(
        world
            .ignored
            .iter()
            .any(|pair| pair.contains(&index("box")) && pair.contains(&index("shin")))
    );
}

fn turned(attribute: &str) -> DQuat {
    let text = format!(
        r#"<mujoco><compiler angle="radian"/><worldbody><body name="b" {attribute}><freejoint/><geom size="1"/></body></worldbody></mujoco>"#
    );
    body(&world(&text), "b").pose.rotation
}

#[test]
fn five_ways_to_turn_a_body_are_one() {
    let expected = DQuat::from_axis_angle(DVec3::new(1.0, 1.0, 0.0).normalize(), 0.7);
    let [x, y, z] = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| expected * axis);
    let q = expected;
    let list = |v: &[f64]| v.iter().map(|x| format!("{x:e}")).collect::<Vec<_>>().join(" ");
    let euler = {
        // Turned about x, y and z in turn: R = Rx Ry Rz.
        let (a, b, c) = ((-z.y).atan2(z.z), z.x.asin(), (-y.x).atan2(x.x));
        list(&[a, b, c])
    };
    for attribute in [
        format!("quat=\"{}\"", list(&[2.0 * q.w, 2.0 * q.x, 2.0 * q.y, 2.0 * q.z])),
        "axisangle=\"1 1 0 0.7\"".to_owned(),
        format!("euler=\"{euler}\""),
        format!(
            "xyaxes=\"{}\"",
            list(&[x.x, x.y, x.z, y.x + x.x, y.y + x.y, y.z + x.z])
        ),
        format!("zaxis=\"{}\"", list(&(3.0 * z).to_array())),
    ] {
        let found = turned(&attribute);
        assert!(
            (found.dot(expected).abs() - 1.0).abs() < 1e-14,
            "{attribute}: {found} against {expected}"
        );
    }
}

#[test]
fn several_joints_of_a_body_keep_its_mass_and_a_planar_one_needs_none() {
    let hips = r#"<mujoco><worldbody><body name="b" pos="0 0 1"><joint name="x" axis="1 0 0"/><joint name="y" axis="0 1 0"/>
        <joint name="z"/><geom size="0.1" mass="2"/></body></worldbody></mujoco>"#;
    let result = imported(hips, &Options::default());
    has(&result.notes, "has 3 joints");
    let world = world_of(&result);
    let mass: f64 = world.bodies.iter().map(|body| body.mass.mass).sum();
    assert!((mass - 2.0).abs() < 1e-15);
    assert_eq!(world.joints.len(), 3);
    let walker = r#"<mujoco><worldbody><body name="b" pos="0 0 1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
        <joint name="y" axis="0 1 0"/><geom size="0.1"/></body></worldbody></mujoco>"#;
    let world = self::world(walker);
    assert_eq!((world.joints.len(), world.joints[0].kind), (1, JointKind::Planar));
    near(world.joints[0].axis, DVec3::Y);
}

#[test]
fn meshes_are_found_and_named_from_the_folder_of_the_scene() {
    let folder = std::env::temp_dir().join(format!("drystone-import-{}", std::process::id()));
    let package = folder.join("my_robot");
    std::fs::create_dir_all(package.join("urdf")).unwrap();
    std::fs::create_dir_all(package.join("meshes")).unwrap();
    let cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
        f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    std::fs::write(package.join("meshes/cube.obj"), cube).unwrap();
    let urdf = format!(
        r#"<robot name="r"><link name="a">{LINK}<collision><geometry>
        <mesh filename="package://my_robot/meshes/cube.obj" scale="0.1 0.2 -0.3"/></geometry></collision></link></robot>"#
    );
    let path = package.join("urdf/r.urdf");
    std::fs::write(&path, urdf).unwrap();
    let options = Options {
        folder: folder.clone(),
        ..Options::default()
    };
    let result = import_file(&path, &options).unwrap_or_else(|error| panic!("{error}"));
    assert!(
        result
            .text
            .contains("my_robot/meshes/cube.obj\", scale = [0.1, 0.2, -0.3]"),
        "{}",
        result.text
    );
    assert!(!result.text.contains("file = \"/"), "{}", result.text);
    std::fs::write(folder.join("scene.toml"), &result.text).unwrap();
    let scene = Scene::read_file(&folder.join("scene.toml"), &[]).unwrap_or_else(|error| panic!("{error}"));
    let SystemDescription::Bodies(world) = &scene.system else {
        panic!()
    };
    let Shape::Hull(hull) = &world.bodies[0].shapes[0].shape else {
        panic!("a hull")
    };
    let low = hull.vertices.iter().fold(DVec3::INFINITY, |low, v| low.min(*v));
    near(low, DVec3::new(0.0, 0.0, -0.3));
    // An MJCF that includes another file and weighs a mesh by its hull.
    std::fs::write(
        package.join("common.xml"),
        r#"<mujoco><asset><mesh name="cube" file="cube.obj" scale="0.1 0.1 0.1"/></asset></mujoco>"#,
    )
    .unwrap();
    let mjcf = r#"<mujoco><compiler meshdir="meshes"/><include file="common.xml"/>
        <worldbody><body name="b"><freejoint/><geom type="mesh" mesh="cube"/></body></worldbody></mujoco>"#;
    std::fs::write(package.join("m.xml"), mjcf).unwrap();
    let result = import_file(&package.join("m.xml"), &options).unwrap_or_else(|error| panic!("{error}"));
    assert!(result.text.contains("center_of_mass = [0.05"), "{}", result.text);
    std::fs::write(
        package.join("common.xml"),
        r#"<mujoco><include file="common.xml"/></mujoco>"#,
    )
    .unwrap();
    let error = import_file(&package.join("m.xml"), &options)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("included twice") && error.contains("common.xml:1"),
        "{error}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn bodies_that_overlap_at_the_start_pass_through_each_other_and_that_is_said() {
    let text = r#"<mujoco><worldbody><body name="a"><freejoint/><geom size="1"/></body>
        <body name="b" pos="1.5 0 0"><freejoint/><geom size="1"/></body>
        <body name="c" pos="0 5 0"><freejoint/><geom size="1" contype="2" conaffinity="2"/></body></worldbody></mujoco>"#;
    let result = imported(text, &Options::default());
    has(&result.notes, "`a` and `b` overlap by 5.000e-1 m");
    let world = world_of(&result);
    assert!(world.ignored.contains(&[1, 0]), "{:?}", world.ignored);
    // Masks that do not meet.
    assert!(
        world.ignored.contains(&[2, 0]) && world.ignored.contains(&[2, 1]),
        "{:?}",
        world.ignored
    );
}
