"""Cells that come from metadata of single prims: the frame of velocities, deactivated instances."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import OpinionState
from populate.readers.crate.dictionaries import dictionary_entry
from populate.readers.crate.fields import ABSENT
from populate.readers.crate.value_reps import INLINED, ValueType
from populate.readers.declined import Declined
from populate.readers.direct.kinds import KindTable
from populate.readers.direct.list_results import applied_items
from populate.readers.direct.opinion_columns import Piece
from populate.readers.direct.reading import Reading
from populate.readers.direct.roles import Roles
from populate.readers.placement import RowRole, column_array

__all__ = ["read_metadata"]

_VELOCITY_KEYS: Final = ("physics", "localSpaceVelocities")
_LOCAL_VELOCITIES: Final = "usd-metadata:customData:physics:localSpaceVelocities"
_INACTIVE: Final = "usd-metadata:inactiveIds"


def read_metadata(reading: Reading, kinds: KindTable, roles: Roles) -> None:
    """Read the metadata of selected prims that has a column.

    Args:
        reading: takes the cells.
        kinds: kinds of the prims.
        roles: why prims have a row.
    """
    says = np.isin(roles, (RowRole.FULL, RowRole.CONTEXT, RowRole.INSTANCER))
    _read(reading, says, "customData", ("PhysicsRigidBodyAPI", _LOCAL_VELOCITIES), OpinionState.AUTHORED)
    instancers = says & (roles != RowRole.FULL) & kinds.flags(lambda kind: kind.prim_type == "PointInstancer")
    _read(reading, instancers, "inactiveIds", ("PointInstancer", _INACTIVE), OpinionState.COMPUTED)


def _read(
    reading: Reading, chosen: NDArray[np.bool_], field: str, column: tuple[str, str], state: OpinionState
) -> None:
    fields = reading.layer.prims.fields.get(field)
    if fields is None:
        return
    prims = np.flatnonzero(chosen & (fields != ABSENT)).tolist()
    values = {prim: _value(reading, int(fields[prim]), field) for prim in prims}
    values = {prim: value for prim, value in values.items() if value is not None}
    if values:
        component = reading.contract.component(column[0])
        sink = reading.slots.sink(component, component.column_by_name[column[1]])
        array = column_array(sink.column, list(values.values()))
        reading.columns.add(sink, Piece(np.array(list(values), np.int32), reading.slots.instance(None), state, array))


def _value(reading: Reading, field: int, name: str) -> Any:
    crate = reading.layer.crate
    rep = int(crate.fields.rep[field])
    if name == "inactiveIds":
        if rep >> 48 != ValueType.INT64_LIST_OP:
            raise Declined(f"{name} of an unexpected type")
        return applied_items(crate, rep, item="<i8")
    flag = dictionary_entry(crate, rep, _VELOCITY_KEYS)
    return None if flag is None or flag >> 48 != ValueType.BOOL | INLINED else bool(flag & 0xFF)
