"""The joints of a scene: every prim of a joint type the consumer knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.parsing.columns import Ids, Rows, SceneColumns
from columnar.parsing.namespace import Namespace
from schemas.descriptors import JointType

__all__ = ["JOINT_TYPES", "JointRows", "joint_rows"]

JOINT_TYPES: Final = tuple(JointType)
"""Joint type by code."""


@dataclass(frozen=True)
class JointRows:
    """Joints in path order.

    Attributes:
        ids: (n,) path ids.
        type: (n + 1,) code into `JOINT_TYPES`; the last entry, for "no joint", is -1.
        rows: their rows of the base component.
        index_of_path: (paths + 1,) index of the joint at a path, -1 for other paths.
    """

    ids: Ids
    type: npt.NDArray[np.int64]
    rows: Rows
    index_of_path: Ids

    def __len__(self) -> int:
        return len(self.ids)

    def of_type(self, *kinds: JointType) -> npt.NDArray[np.bool_]:
        """(n,) bool: joints of one of these types."""
        found: npt.NDArray[np.bool_] = np.isin(self.type[:-1], [JOINT_TYPES.index(kind) for kind in kinds])
        return found

    def typed(self, columns: SceneColumns, component: str, kind: JointType) -> tuple[Rows, Ids]:
        """Rows of the component that holds what a joint type adds, and the index of each row's joint."""
        rows = columns.rows(component)
        joint = self.index_of_path[rows.prim]
        keep = np.flatnonzero((joint >= 0) & (self.type[joint] == JOINT_TYPES.index(kind)))
        return rows.take(keep), joint[keep]


def joint_rows(columns: SceneColumns, names: Namespace) -> JointRows:
    """Every joint the consumer knows, told by exact prim type."""
    types = columns.rules.joints.types
    rows = columns.rows("PhysicsJoint")
    codes = names.types(rows.prim, tuple(types))
    rows = rows.take(codes >= 0)
    kind_of_code = np.array([JOINT_TYPES.index(kind) for kind in types.values()], np.int64)
    index = np.full(names.count + 1, -1, np.int64)
    index[rows.prim] = np.arange(len(rows))
    kinds = kind_of_code[codes[codes >= 0]]
    return JointRows(rows.prim, np.append(kinds, -1), rows, index)
