//! The scenes that come with the program: one file in `scenes/`, one line here.

/// Name and text of every built-in scene.
pub const SCENES: &[(&str, &str)] = &[
    (
        "bouncing_ball",
        include_str!("../../../scenes/bouncing_ball.toml"),
    ),
    ("painleve_rod", include_str!("../../../scenes/painleve_rod.toml")),
];

/// The text of a built-in scene.
pub fn text(name: &str) -> Option<&'static str> {
    SCENES.iter().find(|scene| scene.0 == name).map(|scene| scene.1)
}
