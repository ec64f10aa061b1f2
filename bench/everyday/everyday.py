#!/usr/bin/env python3
"""Six everyday scenes: Drystone to 1e-6, Drystone with a budget of 20 sweeps, and MuJoCo with stiff contact, in turns.

    pip install mujoco numpy h5py
    python everyday.py [SCENE ...] [--drystone ../../target/release/drystone] [--before PROGRAM] [--rounds 3] [--cone pyramidal] [--json]

README.md says what is measured.
"""
import argparse
import json
import os
import resource
import subprocess
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
import mujoco
import numpy as np

import models

HERE = Path(__file__).resolve().parent
MODES = {"1e-6": ["--tolerance", "1e-6"], "20": ["--set", "run.budget=20"]}
FILES = {name: str(HERE / "scenes" / (name + ".toml")) for name in models.SCENES}


def drystone(program, scene, mode):
    """One run of the whole program: seconds of processor time, and its summary."""
    command = [program, "run", FILES[scene], *MODES[mode], "--on-violation", "record", "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, json.loads(done.stdout)


def first_frame(program, scene, cone):
    """The MJCF text made from the bodies of the scene as Drystone reads it."""
    with tempfile.TemporaryDirectory() as folder:
        run_file = os.path.join(folder, "start.h5")
        subprocess.run([program, "run", FILES[scene], "--t-end", "1e-4", "--step", "1e-4", "-q", "-o", run_file], check=True)
        return models.world(scene, run_file, cone)


def driver(scene, m):
    """What is prescribed or applied at every step of MuJoCo, or None."""
    if scene == "tower":
        pushed = m.body("b_0005").id

        def push(d):
            d.xfrc_applied[pushed, 0] = 4 * max(0.0, np.sin(2 * np.pi * d.time))
        return push
    if scene == "domino":
        pushed, arm = m.body("d00").id, np.array([0.0, 0.0, 0.03])

        def tip(d):
            force = np.array([0.2 * max(0.0, 1 - d.time / 0.05), 0.0, 0.0])
            d.xfrc_applied[pushed, :3] = force
            if force[0]:
                d.xfrc_applied[pushed, 3:] = np.cross(d.xmat[pushed].reshape(3, 3) @ arm, force)
        return tip
    if scene == "gripper":
        lift = m.joint("lift")
        q, v = lift.qposadr[0], lift.dofadr[0]

        def move(d):
            turn = 2 * np.pi * d.time
            d.qpos[q] = 0.05 * (1 - np.cos(turn))
            d.qvel[v] = 0.05 * 2 * np.pi * np.sin(turn)
            d.qfrc_applied[v] = models.DRIVEN * (0.05 * (2 * np.pi) ** 2 * np.cos(turn) + 9.81)
            d.ctrl[0], d.ctrl[1] = 0.1, -0.1
        return move
    return None


def start(scene, m):
    d = mujoco.MjData(m)
    if scene == "drum":
        d.qvel[m.joint("turn").dofadr[0]] = 3.0
    return d


def mujoco_run(scene, m, t_end):
    """Seconds of processor time in the loop of steps."""
    d, drive, count = start(scene, m), driver(scene, m), round(t_end / m.opt.timestep)
    mujoco.mj_step(m, mujoco.MjData(m))  # the first step of a model grows its memory
    begin = time.process_time()
    if drive is None:
        mujoco.mj_step(m, d, count)
    else:
        for _ in range(count):
            drive(d)
            mujoco.mj_step(m, d)
    spent = time.process_time() - begin
    if not np.isfinite(d.qpos).all():
        raise SystemExit("%s: MuJoCo's positions are not finite" % scene)
    return spent


def mujoco_overlap(scene, m, t_end):
    """Largest overlap of any step, and that at the end, in m."""
    d, drive, count, largest, last = start(scene, m), driver(scene, m), round(t_end / m.opt.timestep), 0.0, 0.0
    for _ in range(count):
        if drive:
            drive(d)
        mujoco.mj_step(m, d)
        last = max([0.0, *(-d.contact.dist)])
        largest = max(largest, last)
    return largest, last, d


def asked():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("scenes", nargs="*", default=[], help="of: " + ", ".join(models.SCENES))
    ap.add_argument("--drystone", default=str(HERE.parents[1] / "target/release/drystone"))
    ap.add_argument("--before", help="another version of the program, measured in turns with it")
    ap.add_argument("--rounds", type=int, default=3, help="the least of so many is reported")
    ap.add_argument("--cone", choices=("elliptic", "pyramidal"), default="elliptic", help="of MuJoCo; round as Coulomb's, or four-sided")
    ap.add_argument("--json", action="store_true")
    a = ap.parse_args()
    for name in a.scenes:
        if name not in models.SCENES:
            ap.error("no scene %s" % name)
    return a


def measure(a, scene):
    """All programs in turns, `rounds` times: the least processor time of each."""
    m = mujoco.MjModel.from_xml_string(first_frame(a.drystone, scene, a.cone))
    programs = {"": a.drystone, **({"before ": a.before} if a.before else {})}
    best, said = {}, {}
    t_end = None
    for _ in range(a.rounds):
        for title, program in programs.items():
            for mode in MODES:
                spent, said[title + mode] = drystone(program, scene, mode)
                best[title + mode] = min(spent, best.get(title + mode, np.inf))
                t_end = said[title + mode]["asked_t_end"]
        best["mujoco"] = min(mujoco_run(scene, m, t_end), best.get("mujoco", np.inf))
    largest, last, _ = mujoco_overlap(scene, m, t_end)
    row = {"mujoco": dict(seconds=best["mujoco"], largest=largest, end=last)}
    for key, summary in said.items():
        overlap = summary["overlap"]
        row[key] = dict(seconds=best[key], ratio=best[key] / best["mujoco"], largest=overlap["max"], end=overlap["end"],
                        verdict=summary["verdict"], status=summary["status"], hash=summary["hash"])
    return row


def cell(entry):
    if "ratio" not in entry:
        return "%.3f / %.2g / %.2g" % (entry["seconds"], 1e3 * entry["largest"], 1e3 * entry["end"])
    return "%.3f (%.2f) / %.2g / %.2g / %s" % (
        entry["seconds"], entry["ratio"], 1e3 * entry["largest"], 1e3 * entry["end"], entry["verdict"])


def main():
    a = asked()
    rows = {}
    for scene in a.scenes or models.SCENES:
        rows[scene] = measure(a, scene)
        if not a.json:
            if len(rows) == 1:
                titles = ["scene", *rows[scene]]
                print("| %s |\n|%s" % (" | ".join(titles), "---|" * len(titles)))
            print("| %s | %s |" % (scene, " | ".join(cell(e) for e in rows[scene].values())), flush=True)
    if a.json:
        print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
