"""The scene table."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.parsing.columns import Ids, Rows, SceneColumns
from columnar.parsing.lanes import sum_of_products
from columnar.parsing.units import SENTINEL

__all__ = ["scene_columns"]

Floats = npt.NDArray[np.float32]

_EARTH: Final = np.float32(9.81)
_STEPS: Final = 60
"""Steps per second where nothing says otherwise."""
_MOST_STEPS: Final = np.iinfo(np.int32).max

_SETTINGS: Final = {
    "bounce_threshold": "bounceThreshold",
    "friction_offset_threshold": "frictionOffsetThreshold",
    "friction_correlation_distance": "frictionCorrelationDistance",
    "invert_collision_group_filter": "invertCollisionGroupFilter",
}


def scene_columns(columns: SceneColumns) -> dict[str, Any]:
    """Columns of the scene table; without any scene the one the consumer makes up, if it does."""
    rows = columns.rows("PhysicsScene")
    synthetic = not len(rows) and columns.rules.scenes.synthetic
    prims = np.full(1, -1, np.int64) if synthetic else rows.prim
    direction, magnitude = _default_gravity(columns, len(prims)) if synthetic else _gravity(columns, rows)
    with np.errstate(invalid="ignore"):  # an infinite magnitude times a direction lane of 0
        gravity = magnitude[:, None] * direction
    return {
        "path": prims,
        "gravity": gravity,
        "gravity_direction": direction,
        "gravity_magnitude": magnitude,
        **_settings(columns, prims),
    }


def _default_gravity(columns: SceneColumns, count: int) -> tuple[Floats, Floats]:
    """Earth's gravity in stage units, downwards."""
    info = columns.scene.info
    down = (0.0, -1.0, 0.0) if info["usd-metadata:upAxis"] == "Y" else (0.0, 0.0, -1.0)
    if columns.rules.scenes.down_for_zero_direction and info["usd-metadata:upAxis"] == "X":
        down = (-1.0, 0.0, 0.0)
    with np.errstate(all="ignore"):
        magnitude = _EARTH / np.float32(info["usd-metadata:metersPerUnit"])
    return np.tile(np.array(down, np.float32), (count, 1)), np.full(count, magnitude, np.float32)


def _gravity(columns: SceneColumns, rows: Rows) -> tuple[Floats, Floats]:
    rules = columns.rules.scenes
    direction = np.array(rows.numbers("physics:gravityDirection"), np.float32)
    magnitude = np.array(rows.numbers("physics:gravityMagnitude"), np.float32)
    down, earth = _default_gravity(columns, len(rows))
    if rules.down_for_zero_direction:
        zero = ~direction.any(axis=1)
        direction[zero] = down[zero]
    if rules.normalise_direction:
        lanes = direction.T.astype(np.float64)
        with np.errstate(all="ignore"):
            length = np.sqrt(sum_of_products(lanes, lanes))
            direction = np.where(length[:, None] > 0, (lanes / length).T, direction).astype(np.float32)
    if rules.earth_for_sentinel:
        magnitude = np.where(magnitude < -SENTINEL, earth, magnitude)
    if rules.gravity_switch:
        magnitude[_switched_off(columns, rows.prim)] = 0.0
    return direction, magnitude


def _switched_off(columns: SceneColumns, prims: Ids) -> npt.NDArray[np.bool_]:
    """Scenes whose gravity NewtonSceneAPI turns off; its cell counts whether the API is listed or not."""
    switch = columns.rows("NewtonSceneAPI", listed=False)
    off = switch.present("newton:gravityEnabled") & ~switch.flags("newton:gravityEnabled", absent=True)
    return np.isin(prims, switch.prim[off])


def _settings(columns: SceneColumns, prims: Ids) -> dict[str, Any]:
    """PhysX settings of each scene; a scene without the API has what absent cells read as."""
    rows = columns.rows("PhysxSceneAPI")
    spot = np.searchsorted(rows.prim, prims)
    applied = np.append(rows.prim, -2)[spot] == prims
    found: dict[str, Any] = {}
    for field, column in _SETTINGS.items():
        name = f"physxScene:{column}"
        default = columns.absent("PhysxSceneAPI", name)
        found[field] = np.where(applied, np.append(rows.numbers(name), default)[spot], default)
    return found | {"time_steps_per_second": _steps(columns, prims, rows, spot, applied)}


def _steps(
    columns: SceneColumns, prims: Ids, rows: Rows, spot: Ids, applied: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int64]:
    """physxScene:timeStepsPerSecond where it is there and in range, else newton:timeStepsPerSecond, else 60."""
    newton = columns.rows("NewtonSceneAPI", listed=columns.rules.scenes.newton_needs_api)
    place = np.searchsorted(newton.prim, prims)
    seeded = np.append(newton.prim, -2)[place] == prims
    other = newton.numbers("newton:timeStepsPerSecond", absent=0)
    found = np.where(seeded, np.append(np.maximum(other, 0), 0)[place], 0)
    found = np.where(found > 0, found, _STEPS)
    present = rows.present("physxScene:timeStepsPerSecond")
    own = np.where(present, rows.numbers("physxScene:timeStepsPerSecond").astype(np.int64), 0)
    own = np.append(own, 0)[spot]
    return np.where(applied & (own > 0) & (own <= _MOST_STEPS), own, found)
