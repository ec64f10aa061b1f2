//! Joints of MJCF: free, ball, hinge and slide, with their limits, springs and dampers.

use super::Reader;
use crate::robot::{Joint, Moves, Robot, Spring};
use crate::xml::Element;
use drystone_dynamics::geometry::{DVec3, Pose};
use drystone_io::scene::SceneError;

impl Reader {
    /// A joint of a body; `frame` is from the body on.
    pub(crate) fn joint(
        &mut self,
        element: &Element,
        link: Option<usize>,
        frame: &Pose,
        childclass: Option<&str>,
    ) -> Result<(), SceneError> {
        let Some(index) = link else {
            return Err(element.error("a joint stands in a body, not in the world"));
        };
        let whole = self.defaults.apply(element, childclass)?;
        let kind = if element.name == "freejoint" {
            "free"
        } else {
            whole.get("type").unwrap_or("hinge")
        };
        let known = [
            "name",
            "class",
            "type",
            "pos",
            "axis",
            "range",
            "limited",
            "ref",
            "springref",
            "stiffness",
            "damping",
            "frictionloss",
            "armature",
            "group",
            "user",
            "actuatorfrcrange",
            "actuatorfrclimited",
            "align",
        ];
        self.robot.notes.rest(&whole, &known);
        if kind == "free" {
            if self.robot.links[index].parent.is_some() {
                return Err(element.error("a free joint belongs to bodies of the world; move the body there"));
            }
            self.robot.links[index].free = true;
            return Ok(());
        }
        let count = self.robot.links[index].joints.len() + 1;
        let wanted = whole.get("name").map_or_else(
            || format!("{}_joint{count}", self.robot.links[index].name),
            str::to_owned,
        );
        let name = self.joints.name(&wanted, element, &mut self.robot.notes);
        let joint = self.single(&whole, kind, &name, frame)?;
        self.joint_names.push((wanted, name));
        self.robot.links[index].joints.push(joint);
        Ok(())
    }

    /// A hinge, slide or ball.
    fn single(&mut self, whole: &Element, kind: &str, name: &str, frame: &Pose) -> Result<Joint, SceneError> {
        let moves = match kind {
            "hinge" => Moves::Hinge,
            "slide" => Moves::Slider,
            "ball" => Moves::Ball,
            other => {
                return Err(whole.error(format!(
                    "`type`: found `{other}`, asked: free, ball, hinge or slide"
                )));
            }
        };
        let axis = whole.vector("axis")?.unwrap_or(DVec3::Z);
        let axis = axis
            .try_normalize()
            .ok_or_else(|| whole.error("the axis is 0; give its direction"))?;
        let unit = |x: f64| {
            if moves == Moves::Slider {
                x
            } else {
                self.angles.radians(x)
            }
        };
        let range = whole
            .exactly::<2>("range")?
            .map(|[lower, upper]| [unit(lower), unit(upper)]);
        let limited = match whole.get("limited") {
            Some("true") => true,
            Some("false") => false,
            _ => self.autolimits && range.is_some(),
        };
        let reference = unit(whole.number("ref")?.unwrap_or(0.0));
        let rest = unit(whole.number("springref")?.unwrap_or(0.0));
        let ball = moves == Moves::Ball;
        let friction = self.passive(whole, name, (ball, limited, rest))?;
        let armature = whole.number("armature")?.unwrap_or(0.0);
        if !(armature >= 0.0) {
            return Err(whole.error("armature is at least 0"));
        }
        if ball && armature > 0.0 {
            self.robot.notes.say(whole, "ignored: armature of ball joints");
        }
        let armature = if ball { 0.0 } else { armature };
        let effort = whole
            .exactly::<2>("actuatorfrcrange")?
            .map(|[lower, upper]| lower.abs().max(upper.abs()));
        Ok(Joint {
            name: name.to_owned(),
            moves,
            at: frame.point(whole.vector("pos")?.unwrap_or(DVec3::ZERO)),
            axis: frame.rotation * axis,
            limits: range.filter(|_| limited && !ball),
            reference,
            start: reference,
            friction,
            armature,
            effort: effort.filter(|effort| *effort > 0.0),
            place: whole.place.clone(),
        })
    }

    /// Springs and dampers of a joint; its dry friction is given back.
    fn passive(
        &mut self,
        whole: &Element,
        name: &str,
        (ball, limited, rest): (bool, bool, f64),
    ) -> Result<f64, SceneError> {
        let plain = |key: &str| {
            let all = whole.numbers(key)?;
            Ok::<f64, SceneError>(all.and_then(|all| all.first().copied()).unwrap_or(0.0))
        };
        let (stiffness, damping, friction) = (plain("stiffness")?, plain("damping")?, plain("frictionloss")?);
        if stiffness < 0.0 || damping < 0.0 || friction < 0.0 {
            return Err(whole.error("stiffness, damping and frictionloss are at least 0"));
        }
        let some = stiffness > 0.0 || damping > 0.0;
        if ball {
            if limited || some || friction > 0.0 {
                let what = "ignored: range, stiffness, damping and frictionloss of ball joints";
                self.robot.notes.say(whole, what);
            }
            return Ok(0.0);
        }
        if some {
            self.robot.springs.push(Spring {
                name: format!("{name}_passive"),
                joint: name.to_owned(),
                stiffness,
                damping,
                rest,
            });
        }
        Ok(friction)
    }
}

/// Two slides and a hinge across them, all free, are a planar joint: no small bodies are needed between them.
pub(crate) fn planar(robot: &mut Robot, index: usize) {
    let link = &robot.links[index];
    let of = |moves: Moves| link.joints.iter().filter(move |joint| joint.moves == moves);
    let (slides, hinges): (Vec<&Joint>, Vec<&Joint>) =
        (of(Moves::Slider).collect(), of(Moves::Hinge).collect());
    let ([a, b], [hinge]) = (slides.as_slice(), hinges.as_slice()) else {
        return;
    };
    let across = |x: &Joint, y: &Joint| x.axis.dot(y.axis).abs() < 1e-9;
    let sprung = |joint: &Joint| robot.springs.iter().any(|spring| spring.joint == joint.name);
    let loose = |joint: &&Joint| {
        joint.limits.is_none() && joint.friction == 0.0 && joint.armature == 0.0 && !sprung(joint)
    };
    if across(a, b) && across(a, hinge) && across(b, hinge) && [a, b, hinge].into_iter().all(loose) {
        let planar = Joint {
            moves: Moves::Planar,
            ..(*hinge).clone()
        };
        robot.links[index].joints = vec![planar];
    }
}
