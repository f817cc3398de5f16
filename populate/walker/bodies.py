"""The body table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from columnar.descriptors import Units
from populate.walker.conversions import unit_scaled
from populate.walker.masses import mass_properties
from populate.walker.opinions import BOOL, FLOAT, INT, Attribute, PrimOpinions
from populate.walker.parsed import ParsedStage
from populate.walker.values import first_path, quaternion, vector
from schemas.contract import FLT_MAX

__all__ = ["body_rows"]

_API: Final = "PhysxRigidBodyAPI"
_FASTEST: Final = 1e16
"""Largest velocity PhysX takes."""


class _Tuning(NamedTuple):
    """A property of PhysxRigidBodyAPI.

    Attributes:
        name: the property.
        type: its value type.
        default: without an opinion, in metres where it has lengths.
        least, most: range a value is brought into; None for flags.
        length_power: the default is divided by this power of metersPerUnit.
    """

    name: str
    type: Any
    default: Any
    least: float | None = 0.0
    most: float = FLT_MAX
    length_power: int = 0


_TUNING: Final = {
    "linear_damping": _Tuning("linearDamping", FLOAT, 0.0),
    "angular_damping": _Tuning("angularDamping", FLOAT, 0.05),
    "max_linear_velocity": _Tuning("maxLinearVelocity", FLOAT, _FASTEST, most=_FASTEST),
    "max_angular_velocity": _Tuning("maxAngularVelocity", FLOAT, 5729.58, most=_FASTEST),
    "max_depenetration_velocity": _Tuning("maxDepenetrationVelocity", FLOAT, 3.0, length_power=1),
    "max_contact_impulse": _Tuning("maxContactImpulse", FLOAT, FLT_MAX),
    "sleep_threshold": _Tuning("sleepThreshold", FLOAT, 5e-3, length_power=2),
    "stabilization_threshold": _Tuning("stabilizationThreshold", FLOAT, 1e-3, length_power=2),
    "solver_position_iterations": _Tuning("solverPositionIterationCount", INT, 16, 1, 255),
    "solver_velocity_iterations": _Tuning("solverVelocityIterationCount", INT, 1, 0, 255),
    "enable_ccd": _Tuning("enableCCD", BOOL, False, None),
    "enable_gyroscopic_forces": _Tuning("enableGyroscopicForces", BOOL, True, None),
    "disable_gravity": _Tuning("disableGravity", BOOL, False, None),
    "locked_position_axes": _Tuning("lockedPosAxis", INT, 0, 0, 7),
    "locked_rotation_axes": _Tuning("lockedRotAxis", INT, 0, 0, 7),
}


def body_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every body OpenUSD reports, enabled or not; velocities as OpenUSD reads them, taken as world ones."""
    for body in stage.bodies:
        parsed = body.parsed
        yield {
            "path": body.path,
            "enabled": parsed.rigidBodyEnabled,
            "kinematic": parsed.kinematicBody,
            "starts_asleep": parsed.startsAsleep,
            "simulation_owner": first_path(parsed.simulationOwners),
            "position": vector(parsed.position),
            "rotation": quaternion(parsed.rotation),
            "scale": vector(parsed.scale),
            "velocity": vector(parsed.linearVelocity),
            "angular_velocity": tuple(map(math.radians, vector(parsed.angularVelocity))),
            **mass_properties(body.opinions, vector(parsed.scale)),
            **_tuning(body.opinions, stage.units),
        }


def _tuning(opinions: PrimOpinions, units: Units) -> dict[str, Any]:
    """PhysX tuning in descriptor units."""
    found = {field: _value(opinions, tuning, units) for field, tuning in _TUNING.items()}
    return found | {"max_angular_velocity": math.radians(found["max_angular_velocity"])}


def _value(opinions: PrimOpinions, tuning: _Tuning, units: Units) -> Any:
    default = tuning.default
    if tuning.length_power:
        default = unit_scaled(default, units.meters_per_unit, tuning.length_power)
    value = opinions.read(Attribute(f"physxRigidBody:{tuning.name}", tuning.type, default, default), api=_API)
    return value if tuning.least is None else min(max(value, tuning.least), tuning.most)
