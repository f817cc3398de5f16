"""`ovphysx_engine.py JOBS.json OUT.jsonl`: the objects that ovphysx makes of each stage of a list, a line each.

Run by an interpreter that has ovphysx, physx-usd-schemas and newton-usd-schemas, with `tests/parity_native` on its path
for the recordings. Every object the engine records is kept, with the values it was made with; what no recording holds
(tendons, and the motion that forces and moving surfaces cause) is read after a few steps.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import ovphysx
import ovstage
from ovphysx import PhysX
from ovphysx.samples.python_samples.schema_support import physx_schema_paths
from ovphysx.types import ObjectScope, SimObjectType
from recording import RecordedObject, read_recording

__all__: list[str] = []

_STEPS = 3
_READ = {
    "RIGID_BODY": ["position", "orientation", "linearVelocity", "angularVelocity", "mass", "isSleeping"],
    "ARTICULATION_LINK": ["position", "orientation", "linearVelocity", "angularVelocity"],
    "ARTICULATION_JOINT": ["jointPosition", "jointVelocity"],
    "FIXED_TENDON": ["tendonStiffness", "tendonDamping", "tendonLimitStiffness", "tendonOffset", "tendonLimit",
                     "tendonRestLength"],
    "SPATIAL_TENDON": ["tendonStiffness", "tendonDamping", "tendonLimitStiffness", "tendonOffset"],
}  # fmt: skip
"""What is read after the steps, by the kind of object."""


def main(jobs: Path, output: Path) -> None:
    """Simulate every stage; a failure is its message."""
    schemas = [*map(str, physx_schema_paths()), str(ovphysx.newton_schema_root())]
    ovstage.population.register_usd_schemas(schemas)
    ovphysx.set_global_config(ovphysx.GlobalConfigKey.OVD_RECORDING_CAPABLE, True)
    PhysX.set_cpu_mode(True)
    with output.open("a", encoding="utf-8") as lines:
        for file in json.loads(jobs.read_text(encoding="utf-8")):
            print(json.dumps([file, _made(file)]), file=lines, flush=True)


def _made(file: str) -> dict[str, Any] | str:
    with tempfile.TemporaryDirectory(prefix="parity-") as folder:
        recording = Path(folder) / "steps.ovd"
        try:
            moved = _simulate(Path(file), recording)
            return {**_fields(read_recording(recording)), **moved}
        except Exception as error:  # noqa: BLE001 - whatever the engine raises is its answer
            return f"{type(error).__name__}: {error}"[:300]


def _simulate(stage: Path, recording: Path) -> dict[str, Any]:
    columns = ovstage.Stage("parity")
    physics = ovstage.PopulationDomain.PHYSICS
    ovstage.population.open_usd(columns, str(stage), ordinal=1, domains=physics)
    columns.advance_write_floor(ordinal=1).wait()
    engine = PhysX()
    engine.wait_task(engine.attach_ovstage(columns, read_ordinal=1))
    engine.start_recording(ovphysx.OmniPvdDestination.file(str(recording)))
    for _ in range(_STEPS):
        engine.step_sync(1 / 60)
    engine.stop_recording()
    with ovstage.PathDictionary(columns) as paths:
        moved = {name: value for kind in _READ for name, value in _read(engine, paths, kind)}
    engine.wait_task(engine.detach_ovstage())
    engine.destroy()
    columns.destroy()
    return moved


def _read(engine: Any, paths: Any, kind: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    with engine.read_sync(getattr(SimObjectType, kind), _READ[kind], scope=ObjectScope.ALL) as result:
        for group in result.groups:
            name, prims = paths.token_to_string(group.attribute), paths.get_path_strings(group.prim_list)
            for row in range(group.prim_count):
                whole = group.tensors[row if group.is_array else 0].numpy()
                value = np.array(whole if group.is_array else whole[row])
                found.append((f"moved.{kind}.{prims[row]}.{name}", _plain(value.ravel().tolist())))
            del group
    return found


def _fields(objects: list[RecordedObject]) -> dict[str, Any]:
    """One entry a value; objects are named by their prims, others counted, and handles become those names."""
    counts: Counter[str] = Counter()
    names: dict[int, str] = {}
    for found in objects:
        base = f"{found.kind}.{found.values.get('name', '')}"
        names[found.handle] = f"{base}.{counts[base]}"
        counts[base] += 1
    fields: dict[str, Any] = {f"count.{base}": count for base, count in counts.items()}
    for found in objects:
        for name, value in found.values.items():
            steady = _filter_words(value) if name == "simulationFilterData" else _named(value, names)
            fields[f"{names[found.handle]}.{name}"] = _plain(steady)
    return fields


def _filter_words(value: Any) -> Any:
    """The second word is a number that another run would not give, but it is 0 where nothing is filtered."""
    return [value[0], int(value[1] != 0), *value[2:]] if isinstance(value, list) and len(value) > 1 else value


def _named(value: Any, names: Mapping[int, str]) -> Any:
    if isinstance(value, list):
        return [_named(item, names) for item in value]
    return names.get(value, value) if isinstance(value, int) and not isinstance(value, bool) else value


def _plain(value: Any) -> Any:
    """Numbers that JSON cannot hold as text."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
