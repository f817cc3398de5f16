"""The body table."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.parsing.actors import Actors
from columnar.parsing.arrays import Maybe
from columnar.parsing.columns import Ids, Rows, SceneColumns
from columnar.parsing.quaternions import normalised, quaternions_from_matrices
from columnar.parsing.units import UNLIMITED, radians

__all__ = ["body_columns", "mass_properties"]

Floats = npt.NDArray[np.float32]

_LOCAL_VELOCITIES: Final = "usd-metadata:customData:physics:localSpaceVelocities"
_FASTEST: Final = 1e16
"""Largest velocity the PhysX consumer passes on."""


class _Tuning(NamedTuple):
    """A column of PhysxRigidBodyAPI: its range, and what a body without the API has where the contract does not say."""

    column: str
    least: float = 0.0
    most: float = float(UNLIMITED)


_TUNING: Final = {
    "linear_damping": _Tuning("linearDamping"),
    "angular_damping": _Tuning("angularDamping"),
    "max_linear_velocity": _Tuning("maxLinearVelocity", most=_FASTEST),
    "max_angular_velocity": _Tuning("maxAngularVelocity", most=_FASTEST),
    "max_depenetration_velocity": _Tuning("maxDepenetrationVelocity"),
    "max_contact_impulse": _Tuning("maxContactImpulse"),
    "sleep_threshold": _Tuning("sleepThreshold"),
    "stabilization_threshold": _Tuning("stabilizationThreshold"),
    "solver_position_iterations": _Tuning("solverPositionIterationCount", 1, 255),
    "solver_velocity_iterations": _Tuning("solverVelocityIterationCount", 0, 255),
    "enable_ccd": _Tuning("enableCCD"),
    "enable_gyroscopic_forces": _Tuning("enableGyroscopicForces"),
    "disable_gravity": _Tuning("disableGravity"),
    "locked_position_axes": _Tuning("lockedPosAxis", 0, 7),
    "locked_rotation_axes": _Tuning("lockedRotAxis", 0, 7),
}


def body_columns(columns: SceneColumns, actors: Actors) -> dict[str, Any]:
    """Columns of the body table."""
    rows = actors.bodies
    pose = actors.actor
    return {
        "path": rows.prim,
        "enabled": actors.enabled,
        "kinematic": rows.flags("physics:kinematicEnabled"),
        "starts_asleep": rows.flags("physics:startsAsleep"),
        "simulation_owner": rows.first_targets("physics:simulationOwner"),
        "position": actors.world[:, 3, :3],
        "rotation": quaternions_from_matrices(pose.rotation),
        "scale": pose.scale,
        **_velocities(rows, actors),
        **_masses(columns, rows.prim, pose.scale),
        **_tuning(columns, actors),
    }


def _velocities(rows: Rows, actors: Actors) -> dict[str, Any]:
    """Velocities in world axes; local ones are scaled first (the linear one) and then turned."""
    linear = rows.numbers("physics:velocity").astype(np.float32)
    turning = radians(rows.numbers("physics:angularVelocity"))
    local = np.flatnonzero(rows.flags(_LOCAL_VELOCITIES, absent=False))
    if local.size:
        rotation, scale = actors.actor.rotation[local], actors.actor.scale[local]
        linear[local] = _turned(linear[local] * scale, rotation)
        turning[local] = _turned(turning[local].astype(np.float64), rotation)
    return {"velocity": linear, "angular_velocity": turning}


def _turned(vectors: npt.NDArray[np.float64], rotation: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    x, y, z = vectors.T
    turned: npt.NDArray[np.float64] = (
        x[:, None] * rotation[:, 0] + y[:, None] * rotation[:, 1] + z[:, None] * rotation[:, 2]
    )
    return turned


def mass_properties(columns: SceneColumns, prims: Ids) -> tuple[Rows, Ids]:
    """Rows of PhysicsMassAPI on these prims (sorted), and the index of each row's prim among them."""
    rows = columns.rows("PhysicsMassAPI")
    spot = np.minimum(np.searchsorted(prims, rows.prim), max(len(prims) - 1, 0))
    keep = np.flatnonzero(prims[spot] == rows.prim) if len(prims) else np.zeros(0, np.int64)
    return rows.take(keep), spot[keep]


def _masses(columns: SceneColumns, prims: Ids, scale: npt.NDArray[np.float64]) -> dict[str, Any]:
    """Mass properties with every sentinel made null: not positive, not finite, all zero."""
    rows, body = mass_properties(columns, prims)
    count = len(prims)
    axes = rows.numbers("physics:principalAxes")
    center = rows.numbers("physics:centerOfMass", absent=(-np.inf,) * 3)
    with np.errstate(all="ignore"):
        scaled_center = center * scale[body]
    inertia = rows.numbers("physics:diagonalInertia", absent=(0.0, 0.0, 0.0))
    stated = {
        "mass": _number(rows, "physics:mass"),
        "density": _number(rows, "physics:density"),
        "center_of_mass": Maybe(scaled_center, np.isfinite(center).all(axis=1)),
        "diagonal_inertia": Maybe(inertia, (inertia != 0).any(axis=1)),
        "principal_axes": Maybe(normalised(axes), (axes != 0).any(axis=1) & rows.present("physics:principalAxes")),
    }
    return {name: _spread(values, body, count) for name, values in stated.items()}


def _number(rows: Rows, column: str) -> Maybe:
    values = rows.numbers(column)
    return Maybe(values, values > 0)


def _spread(values: Maybe, index: Ids, count: int) -> Maybe:
    """Values at some of `count` rows, null elsewhere."""
    spread = np.zeros((count, *values.values.shape[1:]), np.float32)
    spread[index] = values.values
    valid = np.zeros(count, np.bool_)
    valid[index] = values.valid
    return Maybe(spread, valid)


def _tuning(columns: SceneColumns, actors: Actors) -> dict[str, Any]:
    """PhysX tuning; a body without the API has what an absent cell reads as."""
    rows = columns.rows("PhysxRigidBodyAPI")
    body = actors.index_of_path[rows.prim]
    rows, body = rows.take(body >= 0), body[body >= 0]
    found: dict[str, Any] = {}
    for field, (column, least, most) in _TUNING.items():
        default = columns.absent("PhysxRigidBodyAPI", f"physxRigidBody:{column}")
        values = np.full(len(actors.bodies), default)
        values[body] = np.clip(rows.numbers(f"physxRigidBody:{column}"), least, most)
        found[field] = values
    found["max_angular_velocity"] = radians(found["max_angular_velocity"])
    return found
