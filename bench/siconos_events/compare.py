#!/usr/bin/env python3
"""Event-driven schemes side by side: Siconos 4.4 (EventDriven, LsodarOSI) and Drystone.

Both programs count the seconds of the processor in their loop alone; runs alternate between the two, the least of
several rounds counts. Errors against closed forms: max(|q - q*|/max|q|, |v - v*|/max|v|).
Equal accuracy: for each error, the least time in which a program reached it at any of its tolerances.
Usage: compare.py DRYSTONE_EXAMPLE [ROUNDS]      writes Markdown tables
"""
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOLERANCES = [f"1e-{k}" for k in range(2, 14)]


def ball(t):
    g, e = 9.81, 0.8
    up = math.sqrt(2 * g)
    last = up / g
    up *= e
    while last + 2 * up / g < t:
        last += 2 * up / g
        up *= e
    s = t - last
    return up * s - g * s * s / 2, up - g * s


def slider(t):
    """x + 0.05 = a cos 10 s + b sin 10 s between impacts; each impact by bisection."""
    a, b, last = 0.15, 0.0, 0.0
    while True:
        x = lambda s: a * math.cos(10 * s) + b * math.sin(10 * s) - 0.05
        v = lambda s: 10 * (b * math.cos(10 * s) - a * math.sin(10 * s))
        # The way leads up to the turning point and down through the stop within a half period of it.
        top = math.atan2(b, a) / 10
        low, high = top, top + math.pi / 10
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if x(middle) > 0 else (low, middle)
        if last + low >= t:
            return x(t - last), v(t - last)
        a, b, last = 0.05, -0.7 * v(low) / 10, last + low


PROBLEMS = {"ball": (ball, 3.0, 1.0, math.sqrt(2 * 9.81)), "slider": (slider, 1.0, 0.1, 10 * math.sqrt(0.15**2 - 0.05**2))}


def siconos(problem, outputs, tolerance):
    command = [os.path.join(HERE, "target/siconos_events"), problem, str(outputs), tolerance, "10"]
    text = subprocess.run(command, capture_output=True, text=True, errors="replace").stdout
    for line in text.splitlines():
        if line.startswith("RESULT"):
            return [float(x) for x in line.split()[1:4]]
    return None


def main():
    drystone, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    for problem, (exact, end, q_size, v_size) in PROBLEMS.items():
        q, v = exact(end)
        error = lambda r: max(abs(r[1] - q) / q_size, abs(r[2] - v) / v_size)
        for outputs in (10, 600):
            theirs, ours = {}, {}
            for _ in range(rounds):
                for tolerance in TOLERANCES:
                    found = siconos(problem, outputs, tolerance)
                    if found and (tolerance not in theirs or found[0] < theirs[tolerance][0]):
                        theirs[tolerance] = found
                lines = subprocess.run([drystone, problem, str(outputs)], capture_output=True, text=True).stdout
                for line in lines.splitlines():
                    tolerance, *rest = line.split()
                    found = [float(x) for x in rest]
                    if tolerance not in ours or found[0] < ours[tolerance][0]:
                        ours[tolerance] = found
            print(f"\n{problem}, {outputs} outputs\n\n| error at most | Siconos, µs | Drystone, µs | ratio |\n|---|---|---|---|")
            for k in range(2, 13):
                least = lambda runs: min((r[0] for r in runs.values() if error(r) <= 10.0**-k), default=None)
                a, b = least(theirs), least(ours)
                cell = lambda x: "not reached" if x is None else f"{1e6 * x:.1f}"
                ratio = f"{a / b:.1f}" if a and b else "–"
                print(f"| 1e-{k} | {cell(a)} | {cell(b)} | {ratio} |")
            worst = lambda runs: "; ".join(f"{t}: {error(r):.0e}" for t, r in runs.items())
            print(f"\nSiconos, tolerance: error   {worst(theirs)}\nDrystone, tolerance: error  {worst(ours)}")


main()
