#!/usr/bin/env python3
"""The heaps of this crate in MuJoCo: processor ms a step from the same settled poses.

    pip install mujoco numpy
    python mujoco_heap.py target/heaps/spheres200.json ... [--step 0.016666666666666666] [--preset default|cg]

Presets: `default` is MuJoCo as it comes (Newton, pyramidal cones, contact time constant 0.02 s); `cg` has elliptic cones, impratio 10,
the implicitfast integrator, conjugate gradients and a time constant of 0.005 s or two steps, whichever is longer.
30 steps to adapt, 30 measured; at most --cap seconds of the processor for each half.
"""
import argparse, json, os, time

os.environ.setdefault("OMP_NUM_THREADS", "1")
import mujoco
import numpy as np

ap = argparse.ArgumentParser()
ap.add_argument("heaps", nargs="+")
ap.add_argument("--step", type=float, default=1 / 60)
ap.add_argument("--preset", choices=("default", "cg"), default="default")
ap.add_argument("--cap", type=float, default=30.0)
a = ap.parse_args()


def model(heap):
    opt, geom = 'timestep="%.17g" gravity="0 0 -9.81"' % a.step, 'friction="%g 0 0" condim="3"' % heap["mu"]
    if a.preset == "cg":
        opt += ' cone="elliptic" impratio="10" integrator="implicitfast" solver="CG"'
        geom += ' solref="%.17g 1"' % max(0.005, 2 * a.step)
    x, y = heap["bin"][0] / 2, heap["bin"][1] / 2
    walls = [((0, 0, 0), "0 0 1"), ((-x, 0, 0), "1 0 0"), ((x, 0, 0), "-1 0 0"), ((0, -y, 0), "0 1 0"), ((0, y, 0), "0 -1 0")]
    out = ['<mujoco><option %s/><size memory="2G"/><default><geom %s/></default><worldbody>' % (opt, geom)]
    for at, normal in walls:
        out.append('<geom type="plane" size="50 50 1" pos="%.17g %.17g %.17g" zaxis="%s" contype="1" conaffinity="2"/>' % (*at, normal))
    kind, r = ("sphere", heap["half"]) if heap["kind"] == "spheres" else ("box", heap["half"])
    size = "%.17g" % r if kind == "sphere" else "%.17g %.17g %.17g" % (r, r, r)
    for p in heap["poses"]:
        out.append('<body pos="%.17g %.17g %.17g" quat="%.17g %.17g %.17g %.17g"><freejoint/>' % tuple(p)
                   + '<geom type="%s" size="%s" density="%.17g" contype="2" conaffinity="3"/></body>' % (kind, size, heap["density"]))
    out.append("</worldbody></mujoco>")
    return mujoco.MjModel.from_xml_string("\n".join(out))


def steps(m, d, count):
    spent, begin = [], time.process_time()
    while len(spent) < count and time.process_time() - begin < a.cap:
        c = time.process_time()
        mujoco.mj_step(m, d)
        spent.append(1e3 * (time.process_time() - c))
    return spent


for path in a.heaps:
    with open(path) as f:
        heap = json.load(f)
    m = model(heap)
    d = mujoco.MjData(m)
    adapted = len(steps(m, d, 30))
    ms = steps(m, d, 30)
    overlap = max([0.0] + [-float(x) for x in d.contact.dist])
    print(json.dumps(dict(engine="mujoco " + mujoco.__version__, preset=a.preset, kind=heap["kind"], n=len(heap["poses"]), h=a.step,
                          cpu_ms=float(np.mean(ms)), cpu_ms_max=float(np.max(ms)), adapted=adapted, steps=len(ms),
                          contacts=int(d.ncon), overlap=overlap, finite=bool(np.isfinite(d.qpos).all()))), flush=True)
