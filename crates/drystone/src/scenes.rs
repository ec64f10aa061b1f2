//! The scenes that come with the program: one file in `scenes/`, one line here.

/// The scene of this name, with the text of its file.
macro_rules! scene {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../scenes/", $name, ".toml")))
    };
}

/// Name and text of every built-in scene.
pub const SCENES: &[(&str, &str)] = &[
    scene!("anisotropic_slider"),
    scene!("arch"),
    scene!("arm"),
    scene!("ball_mill"),
    scene!("ball_on_vibrating_table"),
    scene!("bar_on_supports"),
    scene!("billiards"),
    scene!("bouncing_ball"),
    scene!("brick_on_ramp"),
    scene!("capstan"),
    scene!("car"),
    scene!("cards"),
    scene!("catastrophe"),
    scene!("chain"),
    scene!("chain_drive"),
    scene!("chair"),
    scene!("chair_with_feet"),
    scene!("chalk"),
    scene!("column_of_balls"),
    scene!("column_of_masses"),
    scene!("conveyor"),
    scene!("corner_shock"),
    scene!("couette"),
    scene!("cradle_of_spheres"),
    scene!("diode_bridge"),
    scene!("disc_in_wedge"),
    scene!("domino"),
    scene!("drum"),
    scene!("eulers_disc"),
    scene!("feeder"),
    scene!("four_bar"),
    scene!("free_top"),
    scene!("friction_oscillator"),
    scene!("grains_in_box"),
    scene!("gripper"),
    scene!("groove"),
    scene!("groove_wedge"),
    scene!("half_wave_rectifier"),
    scene!("heavy_on_light"),
    scene!("hopper"),
    scene!("impact_oscillator"),
    scene!("incline_slide"),
    scene!("incline_stick"),
    scene!("jenga"),
    scene!("leaning_stack"),
    scene!("newton_cradle"),
    scene!("painleve_rod"),
    scene!("pendulum"),
    scene!("pendulum_on_rod"),
    scene!("plane_shear"),
    scene!("plate_on_supports"),
    scene!("polygonal_friction"),
    scene!("press"),
    scene!("puck_with_ellipse"),
    scene!("puck_with_torsion"),
    scene!("rattleback"),
    scene!("reluctant_ball"),
    scene!("repose"),
    scene!("rocking_block"),
    scene!("rocking_box"),
    scene!("rolling_on_incline"),
    scene!("rough_wedge"),
    scene!("shaken_vessel"),
    scene!("silo"),
    scene!("skew_shock"),
    scene!("slide_and_stop"),
    scene!("slider_crank"),
    scene!("slider_crank_bodies"),
    scene!("sliding_ball"),
    scene!("sphere_bounce"),
    scene!("sphere_slide_to_roll"),
    scene!("spinning_disc"),
    scene!("spinning_hoop"),
    scene!("spinning_puck"),
    scene!("stack_of_boxes"),
    scene!("stack_of_ten"),
    scene!("stick_slip_belt"),
    scene!("striking_pendulum"),
    scene!("superball"),
    scene!("swinging_chain"),
    scene!("third_order"),
    scene!("tip_or_slide"),
    scene!("torque_free_body"),
    scene!("tower"),
    scene!("wall"),
    scene!("wedged_disc"),
    scene!("wedged_particle"),
    scene!("woodpecker"),
    scene!("wreck"),
];

/// The text of a built-in scene.
pub fn text(name: &str) -> Option<&'static str> {
    SCENES.iter().find(|scene| scene.0 == name).map(|scene| scene.1)
}

/// Overrides of a scene as [`drystone_io::scene::Scene::read`] takes them.
pub fn borrowed(sets: &[(String, String)]) -> Vec<(&str, &str)> {
    sets.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file without its line would be forgotten silently.
    #[test]
    fn every_scene_file_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|file| file.strip_suffix(".toml").map(str::to_string))
            .collect();
        files.sort();
        let listed: Vec<&str> = SCENES.iter().map(|scene| scene.0).collect();
        assert_eq!(listed, files);
    }
}
