//! What a run says of itself: the stable keys of `--json`.

use crate::run::runner::Runner;
use crate::run::verdict::RunVerdict;
use drystone_dynamics::models::bodies::observe::{BodySeen, JointSeen};
use drystone_io::scene::Scene;
use serde_json::{Map, Value, json};

/// The summary of a run. Keys are added, never renamed; what a system does not have is empty or null.
pub fn summary(scene: &Scene, runner: &Runner, verdict: &RunVerdict, wall_s: f64) -> Value {
    let (totals, frame) = (&runner.totals, runner.frame());
    let steps = totals.steps.max(1) as f64;
    // The step that ended the run was refused too, though it is none of those taken.
    let refused = u64::from(verdict.refused);
    let worst: Map<String, Value> = totals
        .certificate
        .clauses()
        .iter()
        .map(|c| (c.0.to_string(), number(c.1)))
        .collect();
    let energy = if runner.is_mechanical() {
        json!({
            "initial": totals.initial.total(),
            "final": frame.energy.total(),
            "applied_work": totals.energy.applied_work,
            "friction_loss": totals.energy.friction_loss,
            "impact_loss": totals.energy.impact_loss,
            "correction": totals.energy.correction,
            "residue": totals.energy.residue,
            "created_by_law": totals.watch.made_by_law,
            "implicit_damping": totals.energy.implicit_damping,
        })
    } else {
        Value::Null
    };
    let overlap = totals.watch.overlap;
    let mut out = json!({
        "scene": scene.name,
        "scheme": scene.run.scheme.name,
        "solver": scene.run.solver.name,
        "step": runner.dt,
        "t_end": frame.time,
        "steps": totals.steps,
        "wall_s": wall_s,
        "certificate": { "worst": worst, "failed_steps": totals.failed_steps() + refused },
        "steps_loose": totals.loose_steps, "steps_kept": totals.kept_steps,
        "steps_refused": totals.refused_steps + refused, "steps_coarse": totals.of_refused.coarse,
        "overlap": { "max": overlap.most, "end": overlap.end, "max_relative": overlap.relative },
        "step_error": step_error(runner),
        "lost_contacts": totals.watch.lost.count,
        "energy": energy,
        "contacts": { "mean": totals.contacts_sum as f64 / steps, "max": totals.contacts_max },
        "solver_iterations": { "mean": totals.iterations_sum as f64 / steps, "max": totals.iterations_max },
        "min_gap": number(totals.min_gap),
        "drift": totals.drift,
        "impacts": totals.impacts,
        "choices": totals.choices,
        "events": totals.events,
        "evaluations": totals.effort.evaluations,
        "bodies": bodies(runner),
        "joints": joints(runner),
        "q": frame.q,
        "v": frame.v,
        "output": outputs(runner),
        "impulses": impulses(runner),
        "hash": format!("{:016x}", hash(frame.q, frame.v)),
    });
    if let (Value::Object(out), Value::Object(told)) = (&mut out, verdict.to_json()) {
        out.extend(told);
    }
    out
}

/// The estimate by halves of steps; null where no step was looked at.
fn step_error(runner: &Runner) -> Value {
    let found = runner.totals.watch.step_errors;
    if found.steps == 0 {
        return Value::Null;
    }
    let body = found.body.and_then(|body| runner.names.who.bodies.get(body));
    json!({
        "max": number(found.most),
        "max_relative": number(found.relative),
        "time": number(found.time),
        "body": body,
        "steps": found.steps,
    })
}

/// JSON has no infinity and no NaN: null stands for both.
fn number(x: f64) -> Value {
    serde_json::Number::from_f64(x).map_or(Value::Null, Value::Number)
}

fn outputs(runner: &Runner) -> Value {
    let frame = runner.frame();
    if !runner.is_mechanical() {
        let (lambda, w) = frame.outputs.split_at(frame.outputs.len() / 2);
        return json!({ "lambda": lambda, "w": w });
    }
    let named = runner.names.outputs.iter().zip(frame.outputs);
    Value::Object(named.map(|(name, x)| (name.clone(), number(*x))).collect())
}

fn impulses(runner: &Runner) -> Value {
    if let Some(world) = runner.world() {
        let entries = runner.names.who.axes().len();
        let pairs = world.pairs.list.iter();
        let named = pairs.map(|pair| (pair.name.clone(), json!(pair.impulse[..entries])));
        return Value::Object(named.collect());
    }
    let named = runner.names.contacts.iter().zip(&runner.totals.impulses);
    Value::Object(named.map(|(name, r)| (name.clone(), json!(r))).collect())
}

/// Pose and velocity of every body's origin.
fn bodies(runner: &Runner) -> Value {
    let Some(world) = runner.world() else {
        return json!({});
    };
    let who = &runner.names.who;
    let one = |seen: &BodySeen| {
        let (position, velocity) = (seen.pose.position.to_array(), seen.twist.linear.to_array());
        if who.plane {
            return json!({
                "position": position[..2],
                "angle": seen.angle,
                "velocity": velocity[..2],
                "angular_velocity": seen.twist.angular.z,
            });
        }
        let r = seen.pose.rotation;
        json!({
            "position": position,
            "quat_wxyz": [r.w, r.x, r.y, r.z],
            "velocity": velocity,
            "angular_velocity": seen.twist.angular.to_array(),
        })
    };
    let named = who.bodies.iter().zip(&world.bodies);
    Value::Object(named.map(|(name, seen)| (name.clone(), one(seen))).collect())
}

/// Coordinate, rate and reaction of every joint.
fn joints(runner: &Runner) -> Value {
    let Some(world) = runner.world() else {
        return json!({});
    };
    let who = &runner.names.who;
    let one = |seen: &JointSeen| {
        let force = seen.force.to_array();
        json!({
            "coordinate": seen.coordinate,
            "velocity": seen.velocity,
            "force": force[..who.axes().len()],
            "torque": if who.plane { json!(seen.torque.z) } else { json!(seen.torque.to_array()) },
        })
    };
    let named = who.joints.iter().zip(&world.joints);
    Value::Object(named.map(|(name, seen)| (name.clone(), one(seen))).collect())
}

/// Of the bits of a state: equal states, and almost only those, have equal hashes (FNV-1a).
pub fn hash(q: &[f64], v: &[f64]) -> u64 {
    let bytes = q.iter().chain(v).flat_map(|x| x.to_bits().to_le_bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01B3)
    })
}
