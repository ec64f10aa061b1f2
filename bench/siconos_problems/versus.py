#!/usr/bin/env python3
"""Siconos' friction solvers and Drystone's `auto` on the same problem files.

    OMP_NUM_THREADS=1 python3 versus.py --drystone PROGRAM [--limit 15] [--tolerances 1e-4,1e-8] [--ours]
                                        [--out results.json] FILE.json ...

Each file is a contact problem of Drystone's JSON format, W in blocks, every law a round cone in space.  Every
run of Siconos is one child process, killed after the limit; only the call of the solver is timed, by the
processor's clock, least of up to 20 repeats, from zero.  An answer counts where the natural map, computed here,
is within the tolerance:

    | r - P_K(r - (u + mu |u_T| n)) | / max(|q|, |r|, |u|)

Drystone is asked for the same error (`--measure natural`), measured here again, and for both of its own.  With
--ours the times of Siconos are taken from the file of results, and Drystone alone is measured.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np

# Constant, most iterations, option of the error, local solver.
SOLVERS = {
    "NSGS": ("NSGS", 100000, False, None),
    "NSGS-full": ("NSGS", 100000, True, None),
    "NSGS-quartic": ("NSGS", 100000, True, "ONECONTACT_QUARTIC"),
    "NSN_AC": ("NSN_AC", 1000, False, None),
    "NSN_FB": ("NSN_FB", 1000, False, None),
    "ADMM": ("ADMM", 100000, False, None),
    "PROX": ("PROX", 1000, False, None),
    "EG": ("EG", 100000, False, None),
    "TFP": ("TFP", 1000, False, None),
    "DSFP": ("DSFP", 100000, False, None),
}


class Problem:
    """W in blocks of three, q and mu."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        if any(law["law"] != "coulomb" for law in data["laws"]):
            raise ValueError("%s: a law that is no round cone in space" % path)
        self.mu = np.array([law["mu"] for law in data["laws"]])
        self.q = np.array(data["b"])
        self.nc = len(self.mu)
        blocks = data["W"]["blocks"]
        self.row = np.array([b[0] for b in blocks])
        self.col = np.array([b[1] for b in blocks])
        self.blocks = np.array([b[2] for b in blocks]).reshape(-1, 3, 3)

    def velocity(self, r):
        u = self.q.reshape(-1, 3).copy()
        np.add.at(u, self.row, np.einsum("kij,kj->ki", self.blocks, r.reshape(-1, 3)[self.col]))
        return u

    def error(self, r):
        """The natural map."""
        u, r = self.velocity(r), r.reshape(-1, 3)
        x = r - u
        x[:, 0] -= self.mu * np.hypot(u[:, 1], u[:, 2])
        across = np.hypot(x[:, 1], x[:, 2])
        along = (x[:, 0] + self.mu * across) / (1 + self.mu**2)
        share = self.mu * along / np.where(across > 0, across, 1)
        onto = np.column_stack([along, share * x[:, 1], share * x[:, 2]])
        onto[self.mu * across <= -x[:, 0]] = 0
        inside = across <= self.mu * x[:, 0]
        onto[inside] = x[inside]
        scale = max(np.linalg.norm(self.q), np.linalg.norm(r), np.linalg.norm(u))
        return float(np.linalg.norm(r - onto) / scale)

    def norm(self):
        """The largest eigenvalue of W, by powers."""
        x = np.random.default_rng(1).standard_normal(3 * self.nc)
        for _ in range(100):
            y = (self.velocity(x) - self.q.reshape(-1, 3)).ravel()
            size = np.linalg.norm(y)
            x = y / size
        return size

    def write(self, path):
        """The text file of Siconos."""
        n, nc, count = 3 * self.nc, self.nc, len(self.row)
        order = np.lexsort((self.col, self.row))
        first = np.concatenate([[0], np.cumsum(np.bincount(self.row, minlength=nc))])
        ends = " ".join(str(3 * (k + 1)) for k in range(nc))
        with open(path, "w", encoding="ascii") as out:
            out.write("3\n%d\n1\n%d\n%d\n" % (nc, n, n))
            out.write("%d\n%d\n%d\n%s\n%s\n%d\n%d\n" % (count, nc, nc, ends, ends, nc + 1, count))
            out.write(" ".join(map(str, first)) + "\n" + " ".join(str(self.col[k]) for k in order) + "\n")
            for k, block in enumerate(order):
                values = self.blocks[block].T.ravel()
                out.write("%d\n%s\n" % (k, "\n".join("%.17g" % v for v in values)))
            out.write("\n".join("%.17g" % v for v in self.q) + "\n")
            out.write("\n".join("%.17g" % v for v in self.mu) + "\n")


def child(path, text, name, tolerance):
    """One solver of Siconos on one problem: seconds, error."""
    import siconos.numerics as sn

    sn.numerics_set_verbose(0)
    problem = Problem(path)
    constant, most, full, local = SOLVERS[name]
    prefix = "SICONOS_FRICTION_3D_"
    # The default of DSFP, 1, diverges where |W| > 2.
    rho = 1.0 / problem.norm() if name == "DSFP" else None
    best, repeats, spent = math.inf, 0, 0.0
    while repeats < 20 and spent <= 0.3:
        given = sn.frictionContact_new_from_filename(text)
        options = sn.SolverOptions(getattr(sn, prefix + constant))
        options.iparam[0], options.dparam[0] = most, tolerance
        if full:
            at = getattr(sn, prefix + "IPARAM_ERROR_EVALUATION")
            options.iparam[at] = getattr(sn, prefix + "NSGS_ERROR_EVALUATION_FULL")
        if local:
            sn.solver_options_update_internal(options, 0, getattr(sn, prefix + local))
        if rho:
            options.dparam[3] = rho
        r, u = np.zeros(3 * problem.nc), np.zeros(3 * problem.nc)
        begin = time.process_time()
        sn.fc3d_driver(given, r, u, options)
        took = time.process_time() - begin
        best, repeats, spent = min(best, took), repeats + 1, spent + took
    return {"seconds": best, "error": problem.error(r)}


def siconos(path, text, name, tolerance, limit):
    """The same in a process of its own; None where it did not solve the problem in time."""
    job = [sys.executable, os.path.abspath(__file__), "--child", path, text, name, repr(tolerance)]
    try:
        # Reading the file and repeats are not the solver's time.
        done = subprocess.run(job, capture_output=True, text=True, timeout=2 * limit + 5, check=False)
    except subprocess.TimeoutExpired:
        return None
    lines = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
    if not lines:
        return None
    found = json.loads(lines[-1][7:])
    good = found["error"] <= tolerance and found["seconds"] <= limit
    return found["seconds"] if good else None


def ours(program, path, problem, tolerance, limit, measure):
    """Seconds of `auto`, least of its repeats, and the method; None where the answer misses the tolerance."""
    limits = ["--tolerance", repr(tolerance), "--measure", measure, "--time-limit", str(limit), "--json"]
    job = [program, "solve", path, "--answer", *limits]
    found = json.loads(subprocess.run(job, capture_output=True, text=True, check=False).stdout)
    if found.get("answer") is None or not problem.error(np.array(found["answer"])) <= tolerance:
        return None, found["method"]
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(path), os.path.join(folder, os.path.basename(path)))
        job = [program, "bench", "solve", folder, "--solvers", "auto", "--quiet", *limits]
        repeated = json.loads(subprocess.run(job, capture_output=True, text=True, check=False).stdout)
    return repeated["groups"][0]["results"][0]["cpu_s"], found["method"]


def geometric(ratios):
    return math.exp(sum(math.log(x) for x in ratios) / len(ratios)) if ratios else math.nan


def table(results, tolerances):
    for tolerance in tolerances:
        key = repr(tolerance)
        print("\n| problem | contacts | %g: `auto`, ms | Siconos, ms | ratio | `auto`, both errors, ms |" % tolerance)
        print("|---|---|---|---|---|---|")
        ratios = []
        for name, one in results.items():
            if key not in one.get("siconos", {}):
                continue
            times = {s: t for s, t in one["siconos"][key].items() if t is not None}
            solver = min(times, key=times.get) if times else None
            mine, method = one["ours"][key]["natural"]
            both = one["ours"][key]["both"][0]
            ratio = times[solver] / mine if solver and mine else None
            if ratio:
                ratios.append(ratio)
            say = lambda t: "%.3g" % (1e3 * t) if t is not None else "not solved"
            other = "%s %s" % (say(times[solver]), solver) if solver else "none"
            shown = "%.1f" % ratio if ratio else "–"
            print("| %s | %d | %s (%s) | %s | %s | %s |" % (name, one["contacts"], say(mine), method, other, shown, say(both)))
        print("\ngeometric mean %.2f over %d problems, least %.2f" % (geometric(ratios), len(ratios), min(ratios, default=math.nan)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drystone", default="drystone")
    parser.add_argument("--limit", type=float, default=15.0)
    parser.add_argument("--tolerances", default="1e-4,1e-8")
    parser.add_argument("--out", default="results.json")
    parser.add_argument("--ours", action="store_true")
    parser.add_argument("--child", nargs=4)
    parser.add_argument("files", nargs="*")
    asked = parser.parse_args()
    if asked.child:
        path, text, name, tolerance = asked.child
        print("\nRESULT " + json.dumps(child(path, text, name, float(tolerance))), flush=True)
        os._exit(0)
    tolerances = [float(t) for t in asked.tolerances.split(",")]
    results = {}
    if os.path.exists(asked.out):
        with open(asked.out, encoding="utf-8") as file:
            results = json.load(file)
    for path in asked.files:
        name = os.path.splitext(os.path.basename(path))[0]
        problem = Problem(path)
        one = results.setdefault(name, {"contacts": problem.nc, "siconos": {}, "ours": {}})
        for tolerance in tolerances:
            key = repr(tolerance)
            one["ours"][key] = {
                measure: ours(asked.drystone, path, problem, tolerance, asked.limit, measure)
                for measure in ("natural", "both")
            }
        if not asked.ours:
            with tempfile.TemporaryDirectory() as folder:
                text = os.path.join(folder, "problem.dat")
                problem.write(text)
                for tolerance in sorted(tolerances, reverse=True):
                    known = one["siconos"].setdefault(repr(tolerance), {})
                    looser = [one["siconos"].get(repr(t), {}) for t in tolerances if t > tolerance]
                    for solver in SOLVERS:
                        # Who missed a looser tolerance misses this one.
                        if any(times.get(solver, 0.0) is None for times in looser):
                            known[solver] = None
                        if solver not in known:
                            known[solver] = siconos(path, text, solver, tolerance, asked.limit)
        with open(asked.out, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
        print("%s: done" % name, file=sys.stderr, flush=True)
    chosen = {os.path.splitext(os.path.basename(p))[0] for p in asked.files}
    table({name: one for name, one in results.items() if name in chosen}, tolerances)


if __name__ == "__main__":
    main()
