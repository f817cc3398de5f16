"""The state table."""

from __future__ import annotations

from typing import Any

from columnar.parsing.arrays import Tokens
from columnar.parsing.columns import SceneColumns
from columnar.parsing.instances import AXES, STATES, angular, read_instances
from columnar.parsing.joint_rows import JointRows
from columnar.parsing.units import radians

__all__ = ["state_columns"]


def state_columns(columns: SceneColumns, joints: JointRows) -> dict[str, Any]:
    """Columns of the state table: a row for each joint state a joint reads, sorted by joint and axis."""
    rows, joint, axis = read_instances(columns.rows("PhysicsJointStateAPI"), joints, STATES)
    turns = angular(axis)
    return {
        "joint": joints.ids[joint],
        "axis": Tokens(axis, AXES),
        "position": radians(rows.numbers("physics:position"), turns),
        "velocity": radians(rows.numbers("physics:velocity"), turns),
    }
