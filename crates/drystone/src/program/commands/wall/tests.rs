//! Tests of the module above.

use super::*;
use crate::commands::solve::outcome;
use crate::commands::solve::outcome::Label;

/// A rigid motion of the whole wall above the ground moves no joint between stones.
#[test]
fn jacobian_of_the_wall_forgets_rigid_motions() {
    let built = WALL.build().expect("the wall builds");
    let drystone::solve::delassus::Delassus::Factored { jacobian, .. } = &built.problem.delassus else {
        panic!("the wall is given by its factors")
    };
    // Spin ω about the origin: v = ω × centre.
    let omega = [0.3, -0.7, 0.5];
    let mut v = Vec::new();
    for stone in &built.stones {
        let c = crate::commands::wall::problem::centre(stone);
        v.extend([
            omega[1] * c[2] - omega[2] * c[1],
            omega[2] * c[0] - omega[0] * c[2],
            omega[0] * c[1] - omega[1] * c[0],
        ]);
        v.extend(omega);
    }
    let mut u = vec![0.0; built.problem.rows()];
    jacobian.multiply(&v, &mut u);
    for (j, joint) in built
        .joints
        .iter()
        .enumerate()
        .filter(|(_, joint)| joint.below.is_some())
    {
        let moved = largest(&u[12 * j..12 * j + 12]);
        assert!(moved < 1e-12, "joint {j} at {} moves by {moved}", joint.at);
    }
}

/// Weight alone: every contact approaches or rests, none would open.
#[test]
fn wall_without_push_has_no_tangential_free_velocity() {
    let built = Wall { push: 0.0, ..WALL }.build().expect("the wall builds");
    for b in built.problem.free_velocity.chunks(3) {
        assert!(b[0] <= 0.0 && b[2] == 0.0, "{b:?}");
    }
}

#[test]
fn contact_problem_of_the_wall_is_hyperstatic() {
    let built = WALL.build().expect("the wall builds");
    let problem = &built.problem;
    assert!(problem.rows() > 6 * built.stones.len());
    assert_eq!(problem.num_contacts(), 4 * built.joints.len());
}

/// Without a push nothing moves, and the ground carries the weight of every stone.
#[test]
fn ground_carries_the_weight_of_the_wall() {
    let built = Wall { push: 0.0, ..WALL }.build().expect("the wall builds");
    let label = Label {
        problem: "wall",
        kind: "",
    };
    let problem = Problem::Contact(built.problem.clone());
    let outcome =
        outcome::run(&label, (&problem, None), "gauss-seidel", &LIMITS).expect("a solver of that name");
    assert!(
        outcome.solved(),
        "{}: {}",
        outcome.status,
        outcome.worst_in_words()
    );
    let ground = built
        .joints
        .iter()
        .enumerate()
        .filter(|(_, joint)| joint.below.is_none());
    let carried: f64 = ground
        .flat_map(|(j, _)| outcome.answer[12 * j..12 * j + 12].chunks(3))
        .map(|r| r[0])
        .sum();
    // Four courses of four stones' length, 0.01 s of their weight.
    let weight = 0.01 * 9.81 * 2400.0 * (4.0 * 4.0 * 0.5 * 0.3 * 0.25);
    assert!(
        (carried - weight).abs() < 1e-5 * weight,
        "carried {carried} N·s, weight {weight} N·s"
    );
}
