"""Measure one way in this process, in an interpreter that has the engine: `... .measure_build ENGINE WAY JSON JSON`.

The files of the stage, and of a small one that the same is done with before: what a process does only once, imports and
kernels, is left out on both sides.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.simulators.own_ways import OWN_WAYS, close_physx

__all__ = ["measure_build"]

Files = Mapping[str, str]


def measure_build(engine: str, way: str, files: Files, small: Files) -> dict[str, float]:
    """Seconds: `seconds` in all, `processor` of it; of our way also `open`, `parse`, `mechanism` and `floor`.

    The mechanism is part of building and timed by building it once more; the floor is what the engine's own last call
    takes, which every way has to make: compiling MuJoCo's model, once more too, and finalising Newton's.
    """
    run = _ours if way == "ours" else _own
    warm, _ = run(engine, small)
    if engine == "ovphysx":
        close_physx(*(warm if way == "own" else (warm[-1].physics, warm[-1].stage)))
    started, busy = time.perf_counter(), time.process_time()
    held, parts = run(engine, files)
    found = {"seconds": time.perf_counter() - started, "processor": time.process_time() - busy, **parts}
    if way == "ours":
        found |= _aside(engine, held)
    return found


def _own(engine: str, files: Files) -> tuple[Any, dict[str, float]]:
    return OWN_WAYS[engine](files), {}


def _ours(engine: str, files: Files) -> tuple[Any, dict[str, float]]:
    from columnar import open_scene, parse
    from columnar.simulators import load_engine

    started = time.perf_counter()
    scene = open_scene(files["columns"])
    opened = time.perf_counter()
    parsed = parse(scene)
    read = time.perf_counter()
    model = load_engine(engine).build(parsed, scene)
    parts = {"open": opened - started, "parse": read - opened}
    if engine == "newton":
        parts["floor"] = _seconds(lambda: model.builder.finalize(device="cpu"))
    return (scene, parsed, model), parts


def _aside(engine: str, held: Any) -> dict[str, float]:
    from columnar.simulators.mechanism import build_mechanism

    scene, parsed, model = held
    found = {"mechanism": _seconds(lambda: build_mechanism(parsed, scene))}
    if engine == "mujoco":
        found["floor"] = _seconds(model.spec.compile)
    return found


def _seconds(run: Callable[[], Any]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


if __name__ == "__main__":
    measured = measure_build(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]), json.loads(sys.argv[4]))
    sys.stdout.write("\n" + json.dumps(measured) + "\n")
    sys.stdout.flush()
