"""Rows of MjcJointAPI and MjcActuator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from columnar.scene import Scene
from columnar.simulators.mjc_columns.actuators import MjcActuator
from columnar.simulators.mjc_columns.joints import MjcJoint

__all__ = ["MjcColumns", "read_mjc_columns"]


@dataclass(frozen=True)
class MjcColumns:
    """What the columns say to MuJoCo alone.

    Attributes:
        joints: by path of the joint.
        actuators: in path order.
    """

    joints: Mapping[str, MjcJoint]
    actuators: tuple[MjcActuator, ...]

    def joint(self, path: str) -> MjcJoint:
        """What is said of a joint; nothing if the API is not applied."""
        return self.joints.get(path, MjcJoint(path, {}))


def read_mjc_columns(scene: Scene | None) -> MjcColumns:
    """The rows of a scene; none without one."""
    if scene is None:
        return MjcColumns({}, ())
    joints = {path: MjcJoint(path, cells) for path, cells in _rows(scene, "MjcJointAPI")}
    actuators = tuple(
        MjcActuator(path, next(iter(cells["mjc:target"] or ()), None), cells)
        for path, cells in _rows(scene, "MjcActuator")
    )
    return MjcColumns(joints, actuators)


def _rows(scene: Scene, component: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and cells of each row: numbers, flags, tokens and lists of paths as plain values; None where absent."""
    if component not in scene.tables:
        return
    for row in scene.table(component).to_pylist():
        cells = {name: _plain(scene, name, value) for name, value in row.items() if name.startswith("mjc:")}
        yield scene.paths[row["prim"]], cells


def _plain(scene: Scene, name: str, value: Any) -> Any:
    if name in ("mjc:target", "mjc:refSite", "mjc:sliderSite") and value is not None:
        return [scene.paths[prim] for prim in np.asarray(value, np.int64).tolist()]
    return value
