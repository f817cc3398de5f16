"""`engine.py STAGE OUT.json`: populate a stage, let ovphysx make its objects, and write them down as JSON.

Run by an interpreter that has ovphysx, physx-usd-schemas and newton-usd-schemas, from this folder.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ovphysx
import ovstage
from ovphysx import PhysX
from ovphysx.samples.python_samples.schema_support import physx_schema_paths
from recording import RecordedObject, read_recording

__all__: list[str] = []

_KEPT = ("PxArticulationLink", "PxArticulationReducedCoordinate", "PxArticulationJointReducedCoordinate")
_LINKED = ("actor0", "actor1", "parentLink", "childLink", "inboundJoint")
"""Fields that hold another object; they become its prim path."""


def main(stage: Path, output: Path) -> None:
    """Record one step of the stage and write the objects at its start."""
    schemas = [*map(str, physx_schema_paths()), str(ovphysx.newton_schema_root())]
    ovstage.population.register_usd_schemas(schemas)
    ovphysx.set_global_config(ovphysx.GlobalConfigKey.OVD_RECORDING_CAPABLE, True)
    with tempfile.TemporaryDirectory(prefix="parity-") as folder:
        recording = Path(folder) / "step.ovd"
        simulate(stage, recording)
        objects = read_recording(recording)
    output.write_text(json.dumps(_described(objects)), encoding="utf-8")


def simulate(stage: Path, recording: Path) -> None:
    columns = ovstage.Stage("parity")
    physics = ovstage.PopulationDomain.PHYSICS
    ovstage.population.open_usd(columns, str(stage), ordinal=1, domains=physics)
    columns.advance_write_floor(ordinal=1).wait()
    PhysX.set_cpu_mode(True)
    engine = PhysX()
    engine.wait_task(engine.attach_ovstage(columns, read_ordinal=1))
    engine.start_recording(ovphysx.OmniPvdDestination.file(str(recording)))
    engine.step_sync(1 / 60)
    engine.stop_recording()
    engine.wait_task(engine.detach_ovstage())
    engine.destroy()
    columns.destroy()


def _described(objects: list[RecordedObject]) -> list[dict[str, Any]]:
    """Objects worth comparing, under the paths of their prims."""
    by_handle = {found.handle: found for found in objects}
    kept = [found for found in objects if found.kind in _KEPT or _is_actor_or_joint(found.kind)]
    return [
        {"class": found.kind, "name": _path(found, by_handle), **_fields(found.values, by_handle)} for found in kept
    ]


def _is_actor_or_joint(kind: str) -> bool:
    return kind.startswith("PxRigid") or (kind.startswith("Px") and kind.endswith("Joint")) or "Mimic" in kind


def _path(found: RecordedObject, by_handle: Mapping[int, RecordedObject]) -> str:
    """The prim path an object bears as its name; an unnamed articulation joint has that of its child link."""
    named = found.values.get("name", "")
    if not named and "childLink" in found.values and found.values["childLink"] in by_handle:
        return str(by_handle[found.values["childLink"]].values.get("name", ""))
    return str(named)


def _fields(values: Mapping[str, Any], by_handle: Mapping[int, RecordedObject]) -> dict[str, Any]:
    fields = {name: _plain(value) for name, value in values.items() if name != "name"}
    for name in _LINKED:
        if name in fields:
            other = by_handle.get(values[name])
            fields[name] = None if other is None else _path(other, by_handle) or None
    for name, value in values.items():
        if name.startswith("drive") and isinstance(value, int) and value in by_handle:
            fields[name] = _fields(by_handle[value].values, {})
    return fields


def _plain(value: Any) -> Any:
    """Numbers that JSON cannot hold as text."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
