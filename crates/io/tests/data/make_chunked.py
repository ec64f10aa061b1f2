#!/usr/bin/env python3
"""Writes chunked.hdf5 with h5py: an FCLIB local problem of four contacts whose datasets lie in chunks, plain, deflated,
shuffled and with checksums; below /extra a table of 5 by 7 in three sorts of chunks, a dataset with chunks that were
never written, and one packed by LZF.

    python3 make_chunked.py
"""
import h5py
import numpy as np

N = 12
W = [[2 + i / 4 if i == j else 1 / (8 * (1 + i + j)) for j in range(N)] for i in range(N)]

with h5py.File("chunked.hdf5", "w") as file:
    local = file.create_group("fclib_local")
    local.create_dataset("spacedim", data=np.array([3], "i4"), chunks=(1,), maxshape=(None,))
    w = local.create_group("W")
    for name, value in {"nzmax": N * N, "m": N, "n": N, "nz": -2}.items():
        w.create_dataset(name, data=np.array([value], "i4"))
    pointers = np.arange(N + 1, dtype="i4") * N
    columns = np.tile(np.arange(N, dtype="i4"), N)
    w.create_dataset("p", data=pointers, chunks=(5,), compression="gzip", compression_opts=9)
    w.create_dataset("i", data=columns, chunks=(40,), compression="gzip", shuffle=True, fletcher32=True)
    # One value a chunk: 144 chunks need two levels of the tree.
    w.create_dataset("x", data=np.array(W).ravel(), chunks=(1,))
    vectors = local.create_group("vectors")
    q = np.array([-(i + 1) / 16 for i in range(N)])
    vectors.create_dataset("q", data=q, chunks=(7,), shuffle=True, compression="gzip", dtype=">f8")
    mu = np.array([0.25, 0.5, 0.75, 1.0])
    vectors.create_dataset("mu", data=mu, chunks=(100,), maxshape=(None,), fletcher32=True)

    extra = file.create_group("extra")
    table = np.array([[10 * i + j for j in range(7)] for i in range(5)], "i4")
    extra.create_dataset("table", data=table, chunks=(2, 3))
    extra.create_dataset("table_packed", data=table, chunks=(3, 4), compression="gzip", shuffle=True)
    extra.create_dataset("cube", data=table.reshape(5, 7, 1), chunks=(2, 3, 2), maxshape=(None, None, None))
    extra.create_dataset("holes", shape=(10,), dtype="i4", chunks=(2,))[2:4] = 7
    extra.create_dataset("lzf", data=table, compression="lzf")
