//! How an element of MJCF is turned: one of quat, axisangle, euler, xyaxes, zaxis.

use crate::xml::Element;
use drystone_dynamics::geometry::{DMat3, DQuat, DVec3, Pose};
use drystone_io::scene::SceneError;

/// The attributes that turn an element.
pub(crate) const TURNS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// How angles are written.
#[derive(Clone, Debug)]
pub(crate) struct Angles {
    pub(crate) degrees: bool,
    /// Three of xyz (axes that turn along) or XYZ (axes that stay).
    pub(crate) sequence: String,
}

impl Angles {
    pub(crate) fn radians(&self, angle: f64) -> f64 {
        if self.degrees { angle.to_radians() } else { angle }
    }

    /// Position and rotation.
    pub(crate) fn pose(&self, element: &Element) -> Result<Pose, SceneError> {
        Ok(Pose {
            position: element.vector("pos")?.unwrap_or(DVec3::ZERO),
            rotation: self.rotation(element)?,
        })
    }

    pub(crate) fn rotation(&self, element: &Element) -> Result<DQuat, SceneError> {
        let mut given = TURNS.iter().filter(|turn| element.get(turn).is_some());
        let (first, second) = (given.next(), given.next());
        if let (Some(first), Some(second)) = (first, second) {
            return Err(element.error(format!(
                "found `{first}` and `{second}`, asked: one of them; remove one"
            )));
        }
        let none = |key: &str| element.error(format!("`{key}` has no direction; give one that is not 0"));
        match first.copied() {
            Some("quat") => {
                let [w, x, y, z] = element.exactly::<4>("quat")?.unwrap_or_default();
                let q = DQuat::from_xyzw(x, y, z, w);
                if !(q.length() > 1e-12) {
                    return Err(none("quat"));
                }
                // One that is a unit quaternion but for its last digit stays as it was written.
                Ok(if (q.length_squared() - 1.0).abs() < 1e-15 {
                    q
                } else {
                    q.normalize()
                })
            }
            Some("axisangle") => {
                let [x, y, z, angle] = element.exactly::<4>("axisangle")?.unwrap_or_default();
                let axis = DVec3::new(x, y, z)
                    .try_normalize()
                    .ok_or_else(|| none("axisangle"))?;
                Ok(DQuat::from_axis_angle(axis, self.radians(angle)))
            }
            Some("euler") => {
                let angles = element.exactly::<3>("euler")?.unwrap_or_default();
                Ok(self.euler(angles))
            }
            Some("xyaxes") => {
                let [a, b, c, d, e, f] = element.exactly::<6>("xyaxes")?.unwrap_or_default();
                let x = DVec3::new(a, b, c)
                    .try_normalize()
                    .ok_or_else(|| none("xyaxes"))?;
                let y = DVec3::new(d, e, f);
                let y = (y - y.dot(x) * x).try_normalize().ok_or_else(|| none("xyaxes"))?;
                Ok(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))))
            }
            Some(_) => {
                let axis = element.vector("zaxis")?.unwrap_or(DVec3::ZERO);
                from_z(axis).ok_or_else(|| none("zaxis"))
            }
            None => Ok(DQuat::IDENTITY),
        }
    }

    fn euler(&self, angles: [f64; 3]) -> DQuat {
        let mut all = DQuat::IDENTITY;
        for (axis, angle) in self.sequence.chars().zip(angles) {
            let unit = match axis.to_ascii_lowercase() {
                'x' => DVec3::X,
                'y' => DVec3::Y,
                _ => DVec3::Z,
            };
            let turn = DQuat::from_axis_angle(unit, self.radians(angle));
            all = if axis.is_ascii_lowercase() {
                all * turn
            } else {
                turn * all
            };
        }
        all
    }
}

/// The least rotation from z to a direction; about x where that is −z.
pub(crate) fn from_z(direction: DVec3) -> Option<DQuat> {
    let v = direction.try_normalize()?;
    let axis = DVec3::Z.cross(v);
    let sine = axis.length();
    let angle = sine.atan2(v.z);
    Some(DQuat::from_axis_angle(
        axis.try_normalize().unwrap_or(DVec3::X),
        angle,
    ))
}
