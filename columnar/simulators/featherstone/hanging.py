"""Floating articulations that a joint holds to the world, as articulations with a fixed base."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.descriptors import Descriptors, DescriptorTable
from columnar.simulators.mechanism import Mechanism
from schemas.descriptors import Articulation, RigidBody, arrow_schema

__all__ = ["hung_articulations"]

Ids = npt.NDArray[np.int64]


def hung_articulations(descriptors: Descriptors, mechanism: Mechanism) -> Descriptors:
    """The same descriptors, articulations that the mechanism hangs on the world rooted at the joint that holds them.

    A joint between the world and a floating articulation counts as one that closes a loop, which these dynamics hold
    by springs; as the root it holds exactly.
    """
    table = descriptors.articulations
    rows = table.arrow.to_pylist()
    holders = [_holder(descriptors, mechanism, row) for row in range(len(rows))]
    if all(holder is None for holder in holders):
        return descriptors
    for row, holder in zip(rows, holders, strict=True):
        if holder is not None:
            joint, base = holder
            row |= {
                "fixed_base": True,
                "root": joint,
                "base": base,
                "joints": sorted([*row["joints"], joint], key=str.encode),
                "loop_joints": [path for path in row["loop_joints"] if path != joint],
            }
    bases = np.array([descriptors.paths.find(holder[1]) for holder in holders if holder is not None], np.int64)
    arrays = [_array(rows, field, descriptors) for field in arrow_schema(Articulation)]
    made = pa.Table.from_arrays(arrays, schema=arrow_schema(Articulation))
    return replace(
        descriptors,
        articulations=DescriptorTable(made, Articulation),
        bodies=_moved(descriptors, mechanism, mechanism.bodies.row_of_path[bases]),
    )


def _holder(descriptors: Descriptors, mechanism: Mechanism, row: int) -> tuple[str, str] | None:
    """The joint that holds an articulation to the world, and the link that it holds."""
    table, tree, bodies = descriptors.articulations, mechanism.tree, mechanism.bodies
    if table.values("fixed_base")[row]:
        return None
    offsets, links = table.members("links")
    own = bodies.row_of_path[links[offsets[row] : offsets[row + 1]]]
    own = own[own >= 0]
    entry = own[~np.isin(tree.parent[own], own)]
    if len(entry) != 1 or tree.free[entry[0]] or tree.joint[entry[0]] < 0:
        return None
    joint = tree.joint[entry[0]]
    side = 1 if tree.reversed[entry[0]] else 0
    if descriptors.joints.values(f"body{side}")[joint] >= 0:
        return None
    return mechanism.joint_paths[joint], bodies.paths[entry[0]]


def _moved(descriptors: Descriptors, mechanism: Mechanism, rows: Ids) -> DescriptorTable[RigidBody]:
    """The bodies, some of them where the joints that hold them put them, which need not be where they are drawn."""
    table = descriptors.bodies.arrow
    for name in ("position", "rotation"):
        values = np.array(descriptors.bodies.values(name))
        values[rows] = getattr(mechanism.tree.rest, name)[rows]
        place = table.schema.get_field_index(name)
        field = table.schema.field(place)
        lanes = pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), type=field.type)
        table = table.set_column(place, field, lanes)
    return DescriptorTable(table, RigidBody)


def _array(rows: list[dict[str, Any]], field: pa.Field, descriptors: Descriptors) -> pa.Array:
    values = [row[field.name] for row in rows]
    if pa.types.is_list(field.type):
        offsets = np.cumsum([0, *(len(paths) for paths in values)]).astype(np.int32)
        members = _paths([path for paths in values for path in paths], descriptors)
        return pa.ListArray.from_arrays(pa.array(offsets), members, type=field.type)
    if pa.types.is_dictionary(field.type):
        return _paths(values, descriptors)
    return pa.array(values, field.type)


def _paths(texts: list[str | None], descriptors: Descriptors) -> pa.Array:
    ids = [None if text is None else descriptors.paths.find(text) for text in texts]
    return pa.DictionaryArray.from_arrays(pa.array(ids, pa.int32()), descriptors.paths.arrow)
