//! The scenes that come with the program: one file in `scenes/`, one line here.

/// Name and text of every built-in scene.
pub const SCENES: &[(&str, &str)] = &[
    (
        "anisotropic_slider",
        include_str!("../../../scenes/anisotropic_slider.toml"),
    ),
    (
        "bouncing_ball",
        include_str!("../../../scenes/bouncing_ball.toml"),
    ),
    ("catastrophe", include_str!("../../../scenes/catastrophe.toml")),
    ("chalk", include_str!("../../../scenes/chalk.toml")),
    ("conveyor", include_str!("../../../scenes/conveyor.toml")),
    ("diode_bridge", include_str!("../../../scenes/diode_bridge.toml")),
    (
        "friction_oscillator",
        include_str!("../../../scenes/friction_oscillator.toml"),
    ),
    (
        "half_wave_rectifier",
        include_str!("../../../scenes/half_wave_rectifier.toml"),
    ),
    ("painleve_rod", include_str!("../../../scenes/painleve_rod.toml")),
    ("pendulum", include_str!("../../../scenes/pendulum.toml")),
    (
        "polygonal_friction",
        include_str!("../../../scenes/polygonal_friction.toml"),
    ),
    ("slider_crank", include_str!("../../../scenes/slider_crank.toml")),
    (
        "spinning_hoop",
        include_str!("../../../scenes/spinning_hoop.toml"),
    ),
    (
        "spinning_puck",
        include_str!("../../../scenes/spinning_puck.toml"),
    ),
    (
        "stick_slip_belt",
        include_str!("../../../scenes/stick_slip_belt.toml"),
    ),
    ("third_order", include_str!("../../../scenes/third_order.toml")),
    (
        "wedged_particle",
        include_str!("../../../scenes/wedged_particle.toml"),
    ),
    ("woodpecker", include_str!("../../../scenes/woodpecker.toml")),
];

/// The text of a built-in scene.
pub fn text(name: &str) -> Option<&'static str> {
    SCENES.iter().find(|scene| scene.0 == name).map(|scene| scene.1)
}
