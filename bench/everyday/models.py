"""The scenes of `scenes/` as MuJoCo models, by rule from the first frame of a run file.

Shapes, poses and motions are read from the run file that Drystone itself writes, so that both programs begin with the same bodies to the last
digit, also where positions and sizes are random. What a run file does not hold (density, friction, joints, motors) is in `SCENES`.
MuJoCo has no restitution: rebounds of .05 to .2 in three scenes are left out there.
"""
import json

import h5py
import numpy as np

# mass: of each free body by the beginning of its name, kg; a negative number is a density, kg/m³.
# friction: mu, or (mu, torsion in m). step: of MuJoCo, s. with_floor: mu of pairs with the floor.
SCENES = {
    "tower": dict(mass={"b_": 1.0}, friction=0.5, step=1e-3),
    "gripper": dict(mass={"left": 0.2, "right": 0.2, "object": 0.8}, friction=(0.4, 0.01), step=1e-3),
    "domino": dict(mass={"d": -700.0}, friction=0.3, with_floor=0.6, step=5e-4),
    "hopper": dict(mass={"g": -2500.0}, friction=0.4, step=1e-3),
    "drum": dict(mass={"ball": -1000.0}, friction=0.5, step=1e-3),
    "wreck": dict(mass={"link": -7800.0, "ball": 200.0, "brick": -1800.0}, friction=0.6, step=1e-3),
}

# A body that is driven has so much inertia that nothing else moves it.
DRIVEN = 1e6


def numbers(values):
    return " ".join("%.17g" % v for v in values)


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


class Body:
    def __init__(self, name, group):
        self.name = name
        self.motion = text(group.attrs["motion"])
        self.shapes = json.loads(text(group.attrs["shapes"]))
        self.index = int(group.attrs["index"])
        self.at, self.quat = group["position"][0], group["quat_wxyz"][0]


def bodies(run_file):
    """All bodies of a run file, in the order of the scene."""
    with h5py.File(run_file) as f:
        found = [Body(name, f["bodies"][name]) for name in f["bodies"]]
    return sorted((body for body in found if body.shapes), key=lambda body: body.index)


def geom(shape, extra):
    kind, at, quat = shape["kind"], shape["position"], shape["quat_wxyz"]
    if kind == "plane":
        size = (50.0, 50.0, 1.0)
    elif kind == "box":
        size = shape["half"]
    elif kind == "sphere":
        size = (shape["radius"],)
    elif kind == "capsule":
        size = (shape["radius"], shape["half_length"])
    else:
        raise SystemExit("no rule for a %s" % kind)
    return '<geom type="%s" size="%s" pos="%s" quat="%s" %s/>' % (kind, numbers(size), numbers(at), numbers(quat), extra)


def geoms(body, scene):
    extra = ""
    for start, mass in scene["mass"].items():
        if body.name.startswith(start) and body.motion == "free":
            extra = 'density="%.17g"' % -mass if mass < 0 else 'mass="%.17g"' % mass
    if body.motion != "free" and body.motion != "fixed":
        extra = 'mass="1"'
    if "with_floor" in scene and body.motion == "fixed":
        extra += ' priority="1" friction="%.17g 0 0"' % scene["with_floor"]
    return "".join(geom(shape, extra) for shape in body.shapes)


def element(body, scene, joint="<freejoint/>", inside="", about=None):
    at = body.at if about is None else body.at - about
    return '<body name="%s" pos="%s" quat="%s">%s%s%s</body>' % (
        body.name, numbers(at), numbers(body.quat), joint, geoms(body, scene), inside)


def local(quat, vector):
    """A vector of the world in the axes of a body."""
    w, u = quat[0], -np.array(quat[1:])
    return vector + 2 * np.cross(u, np.cross(u, vector) + w * vector)


def chain(links, ball, scene):
    """Links that hang on each other by ball joints, each a child of the one before; the ball at the end."""
    ends = [0.5 * (a.at + b.at) for a, b in zip(links, links[1:])]
    step = links[1].at - links[0].at
    tops = [links[0].at - 0.5 * step, *ends, links[-1].at + 0.5 * step]
    inside = ""
    for k in reversed(range(len(links) + 1)):
        body = links[k] if k < len(links) else ball
        joint = '<joint type="ball" pos="%s"/>' % numbers(local(body.quat, tops[k] - body.at))
        above = None if k == 0 else links[k - 1]
        if above is None:
            at, quat = body.at, body.quat
        else:
            at, quat = local(above.quat, body.at - above.at), relative(above.quat, body.quat)
        inside = '<body name="%s" pos="%s" quat="%s">%s%s%s</body>' % (
            body.name, numbers(at), numbers(quat), joint, geoms(body, scene), inside)
    return inside


def relative(a, b):
    """The turn that leads from the axes of quaternion a to those of b."""
    aw, au, bw, bu = a[0], -np.array(a[1:]), b[0], np.array(b[1:])
    return np.array([aw * bw - au @ bu, *(aw * bu + bw * au + np.cross(au, bu))])


def gripper(all_bodies, scene):
    """The palm on a driven slide, two fingers on slides with velocity motors of limited force."""
    by = {body.name: body for body in all_bodies}
    palm = by["palm"]
    fingers = ""
    for name, ends in (("left", (-0.02, 0.04)), ("right", (-0.04, 0.02))):
        joint = '<joint name="%s" type="slide" axis="1 0 0" limited="true" range="%s" solreflimit="%s"/>' % (
            name, numbers(ends), numbers((2 * scene["step"], 1)))
        fingers += element(by[name], scene, joint, about=palm.at)
    lift = '<joint name="lift" type="slide" axis="0 0 1" armature="%g"/>' % DRIVEN
    world = element(by["floor"], scene, "") + element(palm, scene, lift, fingers) + element(by["object"], scene)
    motor = '<velocity joint="%s" kv="200" ctrlrange="-1 1" forcerange="-20 20"/>'
    return world, "<actuator>%s%s</actuator>" % (motor % "left", motor % "right")


def drum(all_bodies, scene):
    """The drum on a hinge, the balls free."""
    turned = all_bodies[0]
    axis = local(turned.quat, np.array([0.0, 1.0, 0.0]))
    hinge = '<joint name="turn" type="hinge" axis="%s" armature="%g"/>' % (numbers(axis), DRIVEN)
    return element(turned, scene, hinge) + "".join(element(b, scene) for b in all_bodies[1:]), ""


def wreck(all_bodies, scene):
    links = [b for b in all_bodies if b.name.startswith("link")]
    ball = next(b for b in all_bodies if b.name == "ball")
    rest = [b for b in all_bodies if b is not ball and b not in links]
    # Bodies that a joint connects touch each other nowhere, as in Drystone.
    apart = "".join('<exclude body1="%s" body2="%s"/>' % (a.name, b.name) for a, b in zip(links, [*links[1:], ball]))
    return plain(rest, scene) + chain(links, ball, scene), "<contact>%s</contact>" % apart


def plain(all_bodies, scene):
    return "".join(element(b, scene, "" if b.motion == "fixed" else "<freejoint/>") for b in all_bodies)


def world(name, run_file, cone):
    """The MJCF text of a scene."""
    scene, all_bodies = SCENES[name], bodies(run_file)
    made = {"gripper": gripper, "drum": drum, "wreck": wreck}.get(name)
    inside, more = made(all_bodies, scene) if made else (plain(all_bodies, scene), "")
    mu = scene["friction"]
    friction, condim = (numbers((*mu, 0)), 4) if isinstance(mu, tuple) else (numbers((mu, 0, 0)), 3)
    step = scene["step"]
    return (
        '<mujoco><compiler autolimits="true" balanceinertia="false"/><option timestep="%.17g" gravity="0 0 -9.81" cone="%s"/>'
        '<size memory="512M"/><default><geom friction="%s" condim="%d" solref="%.17g 1"/></default>'
        "<worldbody>%s</worldbody>%s</mujoco>" % (step, cone, friction, condim, 2 * step, inside, more))
