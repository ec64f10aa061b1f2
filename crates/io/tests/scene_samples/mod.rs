//! Well-formed scenes.

/// Name and text.
pub(crate) const SCENES: [(&str, &str); 11] = [
    ("bouncing_ball", include_str!("bouncing_ball.toml")),
    ("brick", include_str!("brick.toml")),
    ("painleve", include_str!("painleve.toml")),
    ("double_pendulum", include_str!("double_pendulum.toml")),
    ("pendulum", include_str!("pendulum.toml")),
    ("diode_bridge", include_str!("diode_bridge.toml")),
    ("space", include_str!("space.toml")),
    ("relay", include_str!("relay.toml")),
    ("slope", include_str!("slope.toml")),
    ("crank", include_str!("crank.toml")),
    ("grains", include_str!("grains.toml")),
];

/// The text of one.
pub(crate) fn text(name: &str) -> &'static str {
    SCENES.iter().find(|(n, _)| *n == name).unwrap().1
}
