//! The scenes that come with the program: one file in `scenes/`, one line here.

/// Name and text of every built-in scene.
pub const SCENES: &[(&str, &str)] = &[
    (
        "anisotropic_slider",
        include_str!("../../../scenes/anisotropic_slider.toml"),
    ),
    (
        "bar_on_supports",
        include_str!("../../../scenes/bar_on_supports.toml"),
    ),
    (
        "bouncing_ball",
        include_str!("../../../scenes/bouncing_ball.toml"),
    ),
    (
        "brick_on_ramp",
        include_str!("../../../scenes/brick_on_ramp.toml"),
    ),
    ("catastrophe", include_str!("../../../scenes/catastrophe.toml")),
    ("chair", include_str!("../../../scenes/chair.toml")),
    ("chalk", include_str!("../../../scenes/chalk.toml")),
    (
        "column_of_balls",
        include_str!("../../../scenes/column_of_balls.toml"),
    ),
    ("conveyor", include_str!("../../../scenes/conveyor.toml")),
    ("corner_shock", include_str!("../../../scenes/corner_shock.toml")),
    ("diode_bridge", include_str!("../../../scenes/diode_bridge.toml")),
    (
        "friction_oscillator",
        include_str!("../../../scenes/friction_oscillator.toml"),
    ),
    ("groove", include_str!("../../../scenes/groove.toml")),
    (
        "half_wave_rectifier",
        include_str!("../../../scenes/half_wave_rectifier.toml"),
    ),
    (
        "newton_cradle",
        include_str!("../../../scenes/newton_cradle.toml"),
    ),
    ("painleve_rod", include_str!("../../../scenes/painleve_rod.toml")),
    ("pendulum", include_str!("../../../scenes/pendulum.toml")),
    (
        "plate_on_supports",
        include_str!("../../../scenes/plate_on_supports.toml"),
    ),
    (
        "polygonal_friction",
        include_str!("../../../scenes/polygonal_friction.toml"),
    ),
    (
        "reluctant_ball",
        include_str!("../../../scenes/reluctant_ball.toml"),
    ),
    (
        "rocking_block",
        include_str!("../../../scenes/rocking_block.toml"),
    ),
    (
        "rolling_on_incline",
        include_str!("../../../scenes/rolling_on_incline.toml"),
    ),
    ("rough_wedge", include_str!("../../../scenes/rough_wedge.toml")),
    ("skew_shock", include_str!("../../../scenes/skew_shock.toml")),
    ("slider_crank", include_str!("../../../scenes/slider_crank.toml")),
    ("sliding_ball", include_str!("../../../scenes/sliding_ball.toml")),
    (
        "spinning_hoop",
        include_str!("../../../scenes/spinning_hoop.toml"),
    ),
    (
        "spinning_puck",
        include_str!("../../../scenes/spinning_puck.toml"),
    ),
    (
        "stack_of_boxes",
        include_str!("../../../scenes/stack_of_boxes.toml"),
    ),
    (
        "stick_slip_belt",
        include_str!("../../../scenes/stick_slip_belt.toml"),
    ),
    (
        "striking_pendulum",
        include_str!("../../../scenes/striking_pendulum.toml"),
    ),
    ("superball", include_str!("../../../scenes/superball.toml")),
    ("third_order", include_str!("../../../scenes/third_order.toml")),
    ("wedged_disc", include_str!("../../../scenes/wedged_disc.toml")),
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
