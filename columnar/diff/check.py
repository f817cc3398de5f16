"""`check`: what misleads in columns alone, before any stage or engine is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from columnar.inspection import Hit, Inspection
from columnar.scene import SCENE_TABLES, Scene, json_value, numbered_by_path
from columnar.traps import TRAPS
from schemas.findings import Finding, load_findings

__all__ = ["Trap", "check"]


@dataclass(frozen=True)
class Trap:
    """One trap that was found.

    Attributes:
        finding: id of the recorded finding.
        path: the prim; "/" for the stage as a whole.
        table: the component, or one of the scene's other tables.
        column: full name of the column.
        value: what the cell holds, None for nothing worth showing.
        text: what comes of it.
        simulated: whether a simulation sees it.
    """

    finding: str
    path: str
    table: str
    column: str
    value: Any
    text: str
    simulated: bool

    def to_json(self) -> dict[str, Any]:
        """The trap in JSON's types."""
        return {**self.__dict__, "value": json_value(self.value)}


def check(scene: Scene) -> list[Trap]:
    """Every trap of a scene's columns, in path order, for one path in the order of finding ids.

    Args:
        scene: a populated, opened or hand-made scene.
    """
    scene = numbered_by_path(scene)
    inspection = Inspection(scene)
    found = [
        trap
        for finding in load_findings().values()
        if finding.trap is not None
        for hit in TRAPS[finding.trap](inspection, finding)
        for trap in _traps(scene, finding, hit)
    ]
    return sorted(found, key=lambda trap: (trap.path.encode(), trap.finding, trap.column))


def _traps(scene: Scene, finding: Finding, hit: Hit) -> Iterator[Trap]:
    for spot, prim in enumerate(np.asarray(hit.prims).tolist()):
        instance = None if hit.instances is None else str(hit.instances[spot])
        yield Trap(
            finding=finding.id,
            path=scene.paths[prim],
            table=hit.component,
            column=_column_name(scene, hit, instance),
            value=None if hit.values is None else _plain(hit.values[spot]),
            text=f"{finding.title}: {finding.columns}",
            simulated=finding.simulated,
        )


def _column_name(scene: Scene, hit: Hit, instance: str | None) -> str:
    if instance is None or hit.component in SCENE_TABLES:
        return hit.column
    return scene.contract.component(hit.component).full_name(hit.column, instance)


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value
