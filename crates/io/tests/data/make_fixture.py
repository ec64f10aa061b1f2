#!/usr/bin/env python3
"""Writes fclib_earliest.hdf5 (old-style groups, as FCLIB does) and fclib_latest.hdf5 (new-style ones) with h5py.

Two contacts in space, V and R, W as triplets with nzmax larger than what is stored, attributes (one NaN, one
bool), a guess, a solution declared but never written, and a stray byte in a text.

    python3 make_fixture.py
"""
import h5py
import numpy as np


def scalar(group, name, value):
    group.create_dataset(name, data=np.array([value], dtype="<i4"))


def text(group, name, value):
    group.create_dataset(name, data=np.array(value + b"\0", dtype=f"S{len(value) + 1}"))


def matrix(parent, name, m, n, nz, p, i, x, nzmax):
    g = parent.create_group(name)
    for key, value in (("nzmax", nzmax), ("m", m), ("n", n), ("nz", nz)):
        scalar(g, key, value)
    g.create_dataset("p", data=np.array(p, dtype="<i4"))
    g.create_dataset("i", data=np.array(i, dtype="<i4"))
    g.create_dataset("x", data=np.array(x, dtype="<f8"))
    return g


def problem(h):
    g = h.create_group("fclib_local")
    scalar(g, "spacedim", 3)
    rows = [0, 1, 2, 3, 4, 5, 0, 0]
    cols = [0, 1, 2, 3, 4, 5, 3, 3]
    w = matrix(g, "W", 6, 6, 8, cols, rows, [1, 2, 3, 4, 5, 6, 0.25, 0.5], 20)
    w.attrs["rank"] = 6
    w.attrs["cond"] = np.nan
    w.attrs["symmetry"] = False
    matrix(g, "V", 6, 1, -1, [0, 2], [1, 4], [7.0, 8.0], 2)
    matrix(g, "R", 1, 1, -2, [0, 1], [0], [9.0], 1)
    v = g.create_group("vectors")
    v.create_dataset("q", data=np.array([-1, 0, 0, -2, 0, 0.5]))
    v.create_dataset("mu", data=np.array([0.3, 0.7]))
    v.create_dataset("s", data=np.array([0.125]))
    info = g.create_group("info")
    text(info, "title", b"fixture")
    text(info, "description", b"with a stray \xa8 byte")
    text(info, "math_info", b"")
    info.attrs["numberOfInvolvedDS"] = np.array([2], dtype="<i4")
    guesses = h.create_group("guesses")
    scalar(guesses, "number_of_guesses", 1)
    one = guesses.create_group("1")
    one.create_dataset("u", data=np.zeros(6))
    one.create_dataset("r", data=np.arange(6.0))
    one.create_dataset("l", data=np.array([-1.0]))
    solution = h.create_group("solution")
    for name, size in (("u", 6), ("r", 6), ("l", 1)):
        solution.create_dataset(name, shape=(size,), dtype="<f8")


for version in ("earliest", "latest"):
    with h5py.File(f"fclib_{version}.hdf5", "w", libver=version) as h:
        problem(h)
