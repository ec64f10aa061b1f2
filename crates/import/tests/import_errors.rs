//! Bad robots: one error each, with its line.

use crate::robots::{MODEL, arm};
use drystone_import::{Options, import_text};

/// What is wrong, the text, the line, and what the message must hold.
const BAD: &[(&str, usize, &str)] = &[
    ("<robot>\n<link></robot>", 2, "not XML"),
    ("<sdf/>", 1, "asked: <robot> (URDF) or <mujoco> (MJCF)"),
    ("<robot/>", 1, "no <link>"),
    ("<robot>\n<link/></robot>", 2, "the attribute `name`"),
    (
        "<robot><link name='a'/>\n<link name='a'/></robot>",
        2,
        "rename one",
    ),
    (
        "<robot><link name='a'/>\n<joint name='j' type='fixed'><parent link='a'/><child link='bb'/></joint></robot>",
        2,
        "no link is named `bb`",
    ),
    (
        "<robot><link name='a'/><link name='b'/>\n<joint name='j' type='hinge'><parent link='a'/><child link='b'/></joint></robot>",
        2,
        "found `hinge`, asked: one of fixed",
    ),
    (
        "<robot><link name='a'/><link name='b'/>\n<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint></robot>",
        1,
        "`b` moves but has no mass",
    ),
    (
        "<robot><link name='a'/><link name='b'/>\n<joint name='j' type='revolute'><parent link='a'/><child link='b'/></joint></robot>",
        2,
        "asks for <limit",
    ),
    (
        "<robot><link name='a'/><link name='b'/><joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\n<joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint></robot>",
        1,
        "circle",
    ),
    (
        "<robot><link name='a'/><link name='b'/><link name='c'/><joint name='j' type='fixed'><parent link='b'/><child link='c'/></joint>\n<joint name='k' type='fixed'><parent link='c'/><child link='b'/></joint></robot>",
        2,
        "circle of joints",
    ),
    (
        "<robot><link name='a'/><link name='b'/><link name='c'/><joint name='j' type='fixed'><parent link='a'/><child link='c'/></joint>\n<joint name='k' type='fixed'><parent link='b'/><child link='c'/></joint></robot>",
        2,
        "two joints above",
    ),
    (
        "<robot><link name='a'/>\n<link name='b'/></robot>",
        2,
        "asked: one root",
    ),
    (
        "<robot><link name='a'><inertial>\n<mass value='-1'/></inertial></link></robot>",
        2,
        "at least 0",
    ),
    (
        "<robot><link name='a'><inertial><mass value='1'/>\n<inertia ixx='1' iyy='1' izz='9'/></inertial></link></robot>",
        2,
        "<inertia>",
    ),
    (
        "<robot><link name='a'><collision><geometry>\n<box size='1 2'/></geometry></collision></link></robot>",
        2,
        "found 2 numbers, asked: 3",
    ),
    (
        "<robot><link name='a'><collision><geometry>\n<sphere radius='x'/></geometry></collision></link></robot>",
        2,
        "found `x`, asked: a finite number",
    ),
    (
        "<robot><link name='a'><collision><geometry>\n<cone/></geometry></collision></link></robot>",
        2,
        "no shape of a URDF",
    ),
    (
        "<robot><link name='a'><collision><geometry>\n<mesh filename='package://p/absent.stl'/></geometry></collision></link></robot>",
        2,
        "no file",
    ),
    (
        "<robot><link name='a'><collision><geometry>\n<mesh filename='a.dae'/></geometry></collision></link></robot>",
        2,
        "neither .stl nor .obj",
    ),
    (
        "<robot xmlns:xacro='x'>\n<xacro:macro name='m'/></robot>",
        2,
        "xacro FILE",
    ),
    (
        "<robot name='r'><link name='a'/></robot>",
        0,
        "nothing in it moves or touches",
    ),
    (
        "<mujoco>\n<include file='/dev/null'/></mujoco>",
        2,
        "no plain file",
    ),
    ("<mujoco/>", 1, "no body and no geom"),
    (
        "<mujoco><worldbody>\n<body name='b'><joint/></body></worldbody></mujoco>",
        2,
        "`b` moves but has no mass",
    ),
    (
        "<mujoco><worldbody><body><joint/>\n<geom class='x' size='1'/></body></worldbody></mujoco>",
        2,
        "no default class is named `x`",
    ),
    (
        "<mujoco><worldbody><body><joint/>\n<geom type='box' size='1 1'/></body></worldbody></mujoco>",
        2,
        "3 numbers greater than 0",
    ),
    (
        "<mujoco><worldbody><body><joint/>\n<geom type='cube' size='1'/></body></worldbody></mujoco>",
        2,
        "found `cube`",
    ),
    (
        "<mujoco><worldbody><body>\n<joint type='screw'/><geom size='1'/></body></worldbody></mujoco>",
        2,
        "free, ball, hinge or slide",
    ),
    (
        "<mujoco><worldbody><body>\n<joint axis='0 0 0'/><geom size='1'/></body></worldbody></mujoco>",
        2,
        "the axis is 0",
    ),
    (
        "<mujoco><worldbody><body>\n<joint range='2 1'/><geom size='1'/></body></worldbody></mujoco>",
        2,
        "swap them",
    ),
    (
        "<mujoco><worldbody>\n<body quat='1 0 0 0' euler='0 0 0'><geom size='1'/></body></worldbody></mujoco>",
        2,
        "asked: one of them",
    ),
    (
        "<mujoco><worldbody><body>\n<composite/></body></worldbody></mujoco>",
        2,
        "mj_saveLastXML",
    ),
    (
        "<mujoco><compiler coordinate='global'/></mujoco>",
        1,
        "only \"local\"",
    ),
    (
        "<mujoco><worldbody><geom size='1'/></worldbody><equality>\n<connect body1='x' anchor='0 0 0'/></equality></mujoco>",
        2,
        "no body is named `x`",
    ),
    (
        "<mujoco><worldbody><geom size='1'/></worldbody><actuator>\n<motor joint='x'/></actuator></mujoco>",
        2,
        "no joint is named `x`",
    ),
    (
        "<mujoco>\n<include file='absent.xml'/></mujoco>",
        2,
        "cannot be opened",
    ),
];

#[test]
fn bad_robots_give_one_error_with_its_line() {
    for (text, line, asked) in BAD {
        let error = match import_text(text, "bad.xml", &Options::default()) {
            Ok(imported) => panic!("{text} gives\n{}", imported.text),
            Err(error) => error,
        };
        assert_eq!(
            (error.file.as_str(), error.line),
            ("bad.xml", *line),
            "{text}\n{error}"
        );
        assert!(error.to_string().contains(asked), "{text}\n{error}");
    }
}

/// Cuts, doubled and exchanged pieces of good files: a scene or an error, never a panic.
#[test]
fn damaged_robots_give_scenes_or_errors_never_a_panic() {
    let (mut good, mut bad, mut random) = (0, 0, 1_u64);
    let mut next = |below: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap() % below.max(1)
    };
    let words = [
        "0",
        "-1",
        "1e308",
        "nan",
        "",
        "\"",
        "<body>",
        "</body>",
        "name=\"b\"",
        "<joint/>",
        "type=\"slide\"",
        "🤖",
        "1e-300",
    ];
    for text in [arm("<gazebo/>"), MODEL.to_owned()] {
        for _ in 0..600 {
            let mut pieces: Vec<&str> = text.split_inclusive([' ', '"', '>']).collect();
            for _ in 0..=next(2) {
                let (i, j) = (next(pieces.len()), next(pieces.len()));
                match next(4) {
                    0 => pieces.swap(i, j),
                    1 => drop(pieces.remove(i)),
                    2 => pieces.insert(i, words[next(words.len())]),
                    _ => pieces[i] = words[next(words.len())],
                }
            }
            match import_text(&pieces.concat(), "damaged.xml", &Options::default()) {
                Ok(_) => good += 1,
                Err(error) => {
                    assert!(!error.message.is_empty());
                    bad += 1;
                }
            }
        }
    }
    assert!(good > 50 && bad > 50, "{good} read, {bad} refused");
}
