"""Steps stages in ovphysx, from USD and from scene files.

Runs inside the environment that holds ovphysx, with this project's root on PYTHONPATH:

    PEER_PYTHON engine.py JOB.json

The job is `{"output": FILE, "stages": [{"name", "stage", "columns": FILE, "extended": FILE or null}]}`. The output has
a line of JSON for each stage: `{"name", "moving", "columns": PATHS, "extended": PATHS or null}`, the paths of bodies
that move otherwise than from USD, and how many bodies there are; or `{"name", "error"}`. Bodies inside prototypes go
without the prototype's name, which changes on every run.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import ovphysx
import ovstage
from ovphysx.samples.python_samples.schema_support import physx_schema_paths

from columnar import open_scene
from columnar.simulators.ovphysx import feed_stage

__all__ = ["main"]

_ATTRIBUTES = ["position", "orientation", "linearVelocity", "angularVelocity"]
_STEPS, _EVERY = 60, 10
_TIME_STEP = 1 / 60
_PROTOTYPE = re.compile(r"^/__Prototype_[^/]*")

Motion = dict[tuple[str, str], bytes]
"""Bytes of everything read, by body and attribute."""


def main(job: dict[str, Any]) -> None:
    """Step every stage of a job."""
    roots = [*physx_schema_paths(), ovphysx.newton_schema_root()]
    ovstage.population.register_usd_schemas([str(root) for root in roots])
    ovphysx.PhysX.set_cpu_mode(True)
    with Path(job["output"]).open("w", encoding="utf-8") as output:
        for stage in job["stages"]:
            output.write(json.dumps({"name": stage["name"], **_compared(stage)}) + "\n")
            output.flush()


def _compared(entry: dict[str, Any]) -> dict[str, Any]:
    try:
        usd = _stepped(lambda stage: _open(stage, entry["stage"]))
        found: dict[str, Any] = {"moving": len({path for path, _ in usd}), "columns": None, "extended": None}
        for name in ("columns", "extended"):
            if entry[name] is not None:
                scene, extended = open_scene(entry[name]), name == "extended"
                motion = _stepped(lambda stage, s=scene, e=extended: feed_stage(s, stage, extensions=e))
                found[name] = sorted({path for path, _ in _differing(usd, motion)})
        return found
    except (RuntimeError, ValueError, ovstage.OvstageError) as error:
        return {"error": f"{type(error).__name__}: {error}"[:300]}


def _differing(first: Motion, second: Motion) -> set[tuple[str, str]]:
    return {key for key in first.keys() | second.keys() if first.get(key) != second.get(key)}


def _open(stage: Any, file: str) -> None:
    domain = ovstage.PopulationDomain.PHYSICS
    ovstage.population.open_usd(stage, file, ordinal=1, domains=domain)
    stage.advance_write_floor(ordinal=1).wait()


def _stepped(fill: Any) -> Motion:
    stage = ovstage.Stage("motion")
    try:
        fill(stage)
        physics = ovphysx.PhysX()
        physics.wait_task(physics.attach_ovstage(stage, read_ordinal=1))
        motion: Motion = {}
        for step in range(_STEPS):
            physics.step_sync(_TIME_STEP)
            if step % _EVERY == _EVERY - 1:
                _read(physics, stage, motion)
        physics.wait_task(physics.detach_ovstage())
        physics.destroy()
        return motion
    finally:
        stage.destroy()


def _read(physics: Any, stage: Any, motion: Motion) -> None:
    """Append the present state to a motion."""
    types = ovphysx.types
    with ovstage.PathDictionary(stage) as names:
        for kind in (types.SimObjectType.RIGID_BODY, types.SimObjectType.ARTICULATION_LINK):
            with physics.read_sync(kind, _ATTRIBUTES, scope=types.ObjectScope.ALL) as read:
                for group in read.groups:
                    values = np.array(group.tensors[0].numpy())
                    attribute = names.token_to_string(group.attribute)
                    for row, path in enumerate(names.get_path_strings(group.prim_list)):
                        key = (_PROTOTYPE.sub("/__Prototype", path), attribute)
                        motion[key] = motion.get(key, b"") + values[row].tobytes()
                    # PhysX's memory must not be held when it goes.
                    group = None
            read = None


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
