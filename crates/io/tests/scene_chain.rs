//! Chains of a `[[fill]]`: where the links are, how they are joined, and what is refused.

use drystone_dynamics::geometry::DVec3;
use drystone_dynamics::models::bodies::description::{JointKind, WorldDescription};
use drystone_io::scene::{Scene, SceneError, SystemDescription};
use proptest::prelude::*;

const SPACE: &str = "body = { shape = { capsule = { length = 0.03, radius = 0.005 } }, mass = 0.1 }";
const BARE: &str = "body = { mass = 0.1, inertia = 2e-5 }";

fn read(before: &str, chain: &str, body: &str) -> Result<WorldDescription, SceneError> {
    let fill = format!("[[fill]]\nname = \"link\"\npattern = {{ chain = {{ {chain} }} }}\n{body}");
    let text = format!("{before}\n{fill}\n[run]\nt_end = 1\nstep = 0.1\n");
    match Scene::read(&text, "chain.toml", &[])?.system {
        SystemDescription::Bodies(world) => Ok(*world),
        _ => panic!("asked: bodies"),
    }
}

fn made(before: &str, chain: &str, body: &str) -> WorldDescription {
    read(before, chain, body).unwrap_or_else(|error| panic!("{error}"))
}

/// The two ends of every link: its origin and half a pitch along its own axis.
fn ends(world: &WorldDescription, axis: DVec3, pitch: f64) -> Vec<[DVec3; 2]> {
    let links = world.bodies.iter().filter(|body| body.name.starts_with("link_"));
    links
        .map(|link| [-0.5, 0.5].map(|side| link.pose.position + link.pose.rotation * (side * pitch * axis)))
        .collect()
}

/// Largest distance of ends that should meet, at the joints and at both ends of the chain.
fn largest_gap(ends: &[[DVec3; 2]], from: DVec3, to: DVec3) -> f64 {
    let inner = ends.windows(2).map(|pair| pair[0][1].distance(pair[1][0]));
    let outer = [ends[0][0].distance(from), ends[ends.len() - 1][1].distance(to)];
    inner.chain(outer).fold(0.0, f64::max)
}

#[test]
fn links_and_joints_have_names_and_places() {
    let world = made(
        "[body.hook]\nfixed = true\nposition = [0, 0, 3]",
        "links = 3, pitch = 0.5, from = [0, 0, 3], direction = [0, 0, -2], hold_start = \"hook\", hold_end = \"world\"",
        SPACE,
    );
    let bodies: Vec<&str> = world.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(bodies, ["hook", "link_0001", "link_0002", "link_0003", "world"]);
    let joints: Vec<(&str, [usize; 2], f64)> = world
        .joints
        .iter()
        .map(|joint| (joint.name.as_str(), joint.between, joint.at.z))
        .collect();
    // The holder first: forces are those on the chain.
    let asked = [
        ("link_start", [0, 1], 3.0),
        ("link_joint_0001", [1, 2], 2.5),
        ("link_joint_0002", [2, 3], 2.0),
        ("link_end", [4, 3], 1.5),
    ];
    assert_eq!(joints, asked);
    for (i, link) in world.bodies[1..4].iter().enumerate() {
        assert_eq!(link.pose.position, DVec3::new(0.0, 0.0, 2.75 - 0.5 * i as f64));
        assert!((link.pose.rotation * DVec3::Z + DVec3::Z).length() < 1e-15);
    }
    assert!(
        world
            .joints
            .iter()
            .all(|joint| joint.kind == JointKind::Ball && !joint.collide)
    );
}

#[test]
fn hinges_have_their_axis_and_friction() {
    let chain = "links = 2, pitch = 1, to = [1, 0, 0], joint = \"hinge\", axis = [0, 3, 0], friction = 0.2, collide = true";
    let world = made("", chain, SPACE);
    let [joint] = world.joints.as_slice() else {
        panic!("{} joints", world.joints.len())
    };
    assert_eq!((joint.kind, joint.axis), (JointKind::Hinge, DVec3::Y));
    assert_eq!((joint.friction, joint.collide), (0.2, true));
    // Nothing holds it: no surroundings.
    assert!(world.bodies.iter().all(|body| body.name != "world"));
}

/// An equilateral triangle: two links and the line between the ends.
#[test]
fn a_chain_of_two_links_is_a_triangle() {
    let world = made(
        "[world]\ndimension = 2",
        "links = 2, pitch = 1, from = [1, 5], to = [2, 5]",
        BARE,
    );
    let depth = 0.75f64.sqrt();
    let found = ends(&world, DVec3::Y, 1.0);
    assert!(
        found[0][1].distance(DVec3::new(1.5, 5.0 - depth, 0.0)) < 1e-15,
        "{found:?}"
    );
    assert!(largest_gap(&found, DVec3::new(1.0, 5.0, 0.0), DVec3::new(2.0, 5.0, 0.0)) < 1e-15);
    assert_eq!(world.joints[0].kind, JointKind::Hinge);
}

/// Gravity that is not along an axis: the chain lies in the plane of gravity and the line between its ends.
#[test]
fn a_chain_hangs_along_gravity() {
    let gravity = DVec3::new(3.0, -4.0, -8.0);
    let (from, to) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(2.0, 2.5, 2.0));
    let before = "[world]\ngravity = [3, -4, -8]";
    let world = made(
        before,
        "links = 40, pitch = 0.05, from = [1, 2, 3], to = [2, 2.5, 2]",
        SPACE,
    );
    let found = ends(&world, DVec3::Z, 0.05);
    assert!(largest_gap(&found, from, to) < 1e-14);
    let across = gravity.cross(to - from).normalize();
    let level = across.cross(gravity).normalize();
    let slopes: Vec<f64> = found
        .iter()
        .map(|[a, b]| {
            let along = (*b - *a).normalize();
            assert!(along.dot(across).abs() < 1e-14);
            along.dot(-gravity) / along.dot(level)
        })
        .collect();
    let step = (slopes[39] - slopes[0]) / 39.0;
    for pair in slopes.windows(2) {
        assert!(
            (pair[1] - pair[0] - step).abs() < 1e-12 * step.abs().max(1.0),
            "{slopes:?}"
        );
    }
    for link in &world.bodies {
        assert!((link.pose.rotation * DVec3::Y).dot(gravity).abs() < 1e-13 * gravity.length());
    }
}

/// A square in a vertical plane: four joints, the last one between the last link and the first; the y axis of
/// every link is the normal of the square.
#[test]
fn a_chain_through_given_joints_closes() {
    let chain = "links = 4, pitch = 'sqrt(2)', through = ['cos(i*pi/2)', 3, 'sin(i*pi/2)'], closed = true";
    let world = made("", chain, SPACE);
    let between: Vec<[usize; 2]> = world.joints.iter().map(|joint| joint.between).collect();
    assert_eq!(between, [[0, 1], [1, 2], [2, 3], [3, 0]]);
    assert_eq!(world.joints[3].name, "link_joint_0004");
    for (i, joint) in world.joints.iter().enumerate() {
        let angle = (i + 1) as f64 * std::f64::consts::FRAC_PI_2;
        let node = DVec3::new(angle.cos(), 3.0, angle.sin());
        assert!(joint.at.distance(node) < 1e-14, "{i}: {}", joint.at);
        let link = &world.bodies[joint.between[0]].pose;
        let end = link.position + link.rotation * (DVec3::Z * 0.5_f64.sqrt());
        assert!(end.distance(node) < 1e-14, "{i}: {end}");
        assert!((link.rotation * DVec3::Y).distance(-DVec3::Y) < 1e-14, "{i}");
    }
}

/// World | chain | key | words of the remedy.
const MISTAKES: &str = "\
 | links = 4, pitch = 0.1, to = [0.5, 0, 0] | to | more links
 | links = 3, pitch = 1, to = [0.5, 0, 0] | to | one link more or less
 | links = 0, pitch = 1, to = [1, 0, 0] | links | asked
 | links = 4, pitch = 0, to = [1, 0, 0] | pitch | greater than 0
 | links = 4, pitch = -1, to = [1, 0, 0] | pitch | greater than 0
 | links = 4, pitch = nan, to = [1, 0, 0] | pitch | greater than 0
 | links = 4, pitch = 1, to = [nan, 0, 0] | to[0] | finite
 | links = 4, pitch = 1, to = [1, 0] | to | asked: 3
 | links = 4, pitch = 1 | to | missing
 | links = 4, pitch = 1, to = [1, 0, 0], direction = [1, 0, 0] | direction | remove one
 | links = 4, pitch = 1, direction = [0, 0, 0] | direction | length 0
 | links = 4, pitch = 1, direction = [1, 0, 0], hold_end = 'hok' | hold_end | hok
 | links = 4, pitch = 1, direction = [1, 0, 0], hold_end = 'link_0004' | hold_end | itself
 | links = 4, pitch = 1, direction = [1, 0, 0], joint = 'hinge' | axis | missing
 | links = 4, pitch = 1, direction = [1, 0, 0], axis = [0, 1, 0] | axis | remove it
dimension = 2 | links = 4, pitch = 1, direction = [1, 0], axis = [0, 1] | axis | remove it
dimension = 2 | links = 4, pitch = 1, direction = [1, 0], joint = 'ball' | joint | hinge
gravity = [0, 0, 0] | links = 4, pitch = 1, to = [1, 0, 0] | to | gravity
 | links = 4, pitch = 1, through = ['i', '0'] | through | asked: 3
 | links = 4, pitch = 1, through = ['1.1*i', 0, 0] | through | 1.1
 | links = 4, pitch = 1, through = ['1/(i - 2)', 0, 0] | through[0] | i = 2
 | links = 4, pitch = 1, through = ['j', 0, 0] | through[0] | j
 | links = 4, pitch = 1, through = ['i', 0, 0], closed = true | closed | the same place
 | links = 4, pitch = 1, direction = [1, 0, 0], closed = true | closed | through
 | links = 4, pitch = 1, through = ['i', 0, 0], from = [1, 0, 0] | from | remove it
 | links = 4, pitch = 'sqrt(2)', through = ['cos(i*pi/2)', 0, 'sin(i*pi/2)'], closed = true, hold_end = 'world' | hold_end | no end";

#[test]
fn mistakes_are_told_with_their_place_and_remedy() {
    for line in MISTAKES.lines() {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [before, chain, key, words] = parts[..] else {
            panic!("{line}")
        };
        let body = if before.starts_with("dim") { BARE } else { SPACE };
        let read = read(&format!("[world]\n{before}"), chain, body);
        let error = read.err().unwrap_or_else(|| panic!("{chain}: read"));
        let key = format!("fill[0].pattern.chain.{key}");
        assert_eq!(
            (error.line, &error.key, error.file.as_str()),
            (5, &key, "chain.toml"),
            "{error}"
        );
        assert!(error.message.contains(words), "{error}");
    }
    let chain = "links = 4, pitch = 1, direction = [1, 0, 0]";
    let error = read("", chain, "body = { fixed = true }").unwrap_err();
    assert_eq!(
        (error.line, error.key.as_str()),
        (5, "fill[0].body.fixed"),
        "{error}"
    );
}

#[test]
fn a_name_of_a_joint_is_not_given_twice() {
    let before =
        "[joint.link_joint_0001]\nkind = \"ball\"\nbetween = [\"world\", \"link_0001\"]\nat = [0, 0, 0]";
    let error = read(before, "links = 2, pitch = 1, direction = [1, 0, 0]", SPACE).unwrap_err();
    assert!(error.message.contains("`link_joint_0001` already"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any ends that a chain can reach: its links meet, it begins and ends where asked, and its slopes grow.
    #[test]
    fn links_meet_and_ends_are_where_asked(
        links in 2usize..120,
        share in 0.02f64..0.9999,
        tilt in -1.3f64..1.3,
        turn in -3.0f64..3.0,
        from in prop::array::uniform3(-5.0f64..5.0),
    ) {
        let pitch = 2.0 / links as f64;
        // The lowest link is pulled wherever the ends are more than two links apart along the level.
        let level = (2.0 * share * tilt.cos()).max(2.5 * pitch).min(1.99 * tilt.cos().max(0.3));
        let rise = (2.0 * share * tilt.sin()).clamp(-1.0, 1.0);
        prop_assume!(level > 2.2 * pitch && level.hypot(rise) < 1.9999);
        let from = DVec3::from(from);
        let to = from + DVec3::new(level * turn.cos(), level * turn.sin(), rise);
        let list = |v: DVec3| format!("[{:?}, {:?}, {:?}]", v.x, v.y, v.z);
        let chain = format!("links = {links}, pitch = {pitch:?}, from = {}, to = {}", list(from), list(to));
        let world = made("", &chain, "body = { mass = 1, inertia = [1, 1, 1] }");
        let found = ends(&world, DVec3::Z, pitch);
        prop_assert!(largest_gap(&found, from, to) < 1e-12, "{}", largest_gap(&found, from, to));
        for joint in world.joints.iter().zip(found.windows(2)) {
            prop_assert!(joint.0.at.distance(joint.1[0][1]) < 1e-14);
        }
        for pair in found.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|[a, b]| (b - a).z);
            prop_assert!(b >= a - 1e-14);
        }
    }
}
