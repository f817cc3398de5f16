"""The drive table."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.parsing.arrays import Maybe, Tokens
from columnar.parsing.columns import SceneColumns
from columnar.parsing.instances import AXES, DRIVES, ENVELOPES, Instances, angular, axis_keys, read_instances
from columnar.parsing.joint_rows import JointRows
from columnar.parsing.units import UNLIMITED, per_radian, radians
from schemas.descriptors import DriveType

__all__ = ["drive_columns"]

Floats = npt.NDArray[np.float32]

_TYPES: Final = tuple(DriveType)


def drive_columns(columns: SceneColumns, joints: JointRows) -> dict[str, Any]:
    """Columns of the drive table: a row for each drive instance a joint reads, sorted by joint and axis."""
    drives = read_instances(columns.rows("PhysicsDriveAPI"), joints, DRIVES)
    rows, turns = drives.rows, angular(drives.axis)
    force = rows.numbers("physics:maxForce").astype(np.float32, copy=False)
    unlimited = columns.rules.drives.unlimited_force
    if unlimited is not None:
        force = np.where(np.isfinite(force), force, np.float32(unlimited))
    return {
        "joint": joints.ids[drives.joint],
        "axis": Tokens(drives.axis, AXES),
        "type": Tokens(rows.tokens("physics:type", _TYPES, other=_TYPES.index(DriveType.FORCE)), _TYPES),
        "target_position": radians(rows.numbers("physics:targetPosition"), turns),
        "target_velocity": radians(rows.numbers("physics:targetVelocity"), turns),
        "stiffness": per_radian(rows.numbers("physics:stiffness"), turns),
        "damping": per_radian(rows.numbers("physics:damping"), turns),
        "max_force": force,
        **_envelopes(columns, joints, drives),
    }


def _envelopes(columns: SceneColumns, joints: JointRows, drives: Instances) -> dict[str, Any]:
    """Performance envelope of each drive, null where none is applied; every value is taken as at least 0."""
    count = len(drives.joint)
    present = np.zeros(count, np.bool_)
    fields: dict[str, Floats] = {
        name: np.zeros(count, np.float32)
        for name in ("max_actuator_velocity", "velocity_dependent_resistance", "speed_effort_gradient")
    }
    envelopes = read_instances(columns.rows("PhysxDrivePerformanceEnvelopeAPI"), joints, ENVELOPES)
    if count and len(envelopes.joint):
        keys = axis_keys(drives.joint, drives.axis)
        wanted = axis_keys(envelopes.joint, envelopes.axis)
        spot = np.minimum(np.searchsorted(keys, wanted), count - 1)
        used = np.flatnonzero(keys[spot] == wanted)
        rows, turns, spot = envelopes.rows.take(used), angular(envelopes.axis[used]), spot[used]
        present[spot] = True
        velocity = _positive(rows.numbers("maxActuatorVelocity"))
        fields["max_actuator_velocity"][spot] = radians(velocity, turns, keep=velocity >= UNLIMITED)
        resistance = _positive(rows.numbers("velocityDependentResistance"))
        fields["velocity_dependent_resistance"][spot] = per_radian(resistance, turns)
        fields["speed_effort_gradient"][spot] = radians(_positive(rows.numbers("speedEffortGradient")), turns)
    return {"envelope": present, **{name: Maybe(values, present) for name, values in fields.items()}}


def _positive(values: npt.NDArray[Any]) -> Floats:
    return np.clip(values.astype(np.float32, copy=False), np.float32(0), UNLIMITED)
