"""The evaluator's bytes: the same for any batch and, as far as one machine can show it, for any CPU."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from xform_prims import GROW, MOVE

from populate.readers.xform_ops import evaluate

BATCH_ORDER = (MOVE, "xformOp:rotateZXY", "xformOp:orient", "!invert!xformOp:transform", GROW, "!invert!" + MOVE)


def batch_values(count: int) -> dict[str, NDArray[np.floating]]:
    """Values for `BATCH_ORDER`, in three precisions."""
    generator = np.random.default_rng(2)
    return {
        MOVE: generator.normal(size=(count, 3)),
        "xformOp:rotateZXY": generator.uniform(-500.0, 500.0, (count, 3)).astype(np.float32),
        "xformOp:orient": generator.normal(size=(count, 4)),
        "xformOp:transform": generator.normal(size=(count, 4, 4)),
        GROW: generator.normal(size=(count, 3)).astype(np.float16),
    }


def test_a_batch_gives_the_bytes_of_its_prims() -> None:
    """No prim depends on its neighbours, its place in a block, or the number of prims."""
    count = 5000
    values = batch_values(count)
    whole, _ = evaluate(BATCH_ORDER, values, count=count)
    for row in [*range(40), *range(2040, 2060), count - 1]:
        alone, _ = evaluate(BATCH_ORDER, {name: array[[row]] for name, array in values.items()}, count=1)
        assert alone.tobytes() == whole[row].tobytes()
    backwards, _ = evaluate(BATCH_ORDER, {name: array[::-1] for name, array in values.items()}, count=count)
    assert backwards[::-1].tobytes() == whole.tobytes()


def test_every_nan_is_the_canonical_one() -> None:
    """Sign and payload of a NaN would differ between kinds of CPU."""
    entries = np.full((1, 16), -math.nan)
    matrices, _ = evaluate(("xformOp:transform",), {"xformOp:transform": entries}, count=1)
    assert matrices.tobytes() == np.full(16, np.nan).tobytes()


HASH_SCRIPT = """
import hashlib, numpy as np
from columnar.scene.transforms import world_matrices
from populate.readers.xform_ops import evaluate
from test_xform_determinism import BATCH_ORDER, batch_values
local, _ = evaluate(BATCH_ORDER, batch_values(3000), count=3000)
world = world_matrices(local, np.zeros(3000, bool), (np.arange(3000) - 1) // 2)
print(hashlib.sha256(local.tobytes() + world.tobytes()).hexdigest())
"""


def test_the_bytes_do_not_depend_on_the_cpu() -> None:
    """The same with NumPy's wider instructions off and another BLAS kernel, which change the last bit of `@`."""
    folders = [str(Path(__file__).parents[3]), str(Path(__file__).parent)]
    machines: list[dict[str, str]] = [
        {},
        {"NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX2 FMA3 AVX512F", "OPENBLAS_CORETYPE": "Nehalem"},
    ]
    hashes = {
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", HASH_SCRIPT],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(folders), **machine},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for machine in machines
    }
    assert len(hashes) == 1
