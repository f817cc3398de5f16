"""Relationships of one name and slot: their targets handed to columns, many prims at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from columnar.assembly import OpinionState, plain_type
from columnar.scene import ReportCode
from populate.readers.crate.value_reps import ValueType, type_codes
from populate.readers.declined import Declined
from populate.readers.direct.layer import Layer
from populate.readers.direct.list_results import list_results
from populate.readers.direct.opinion_columns import Piece
from populate.readers.direct.prims import NO_PRIM
from populate.readers.direct.properties import PropertyRun
from populate.readers.direct.property_cells import keep_targets
from populate.readers.direct.ragged_lists import list_offsets
from populate.readers.direct.reading import Reading
from populate.readers.placement import PropertySlot
from populate.readers.report_texts import is_relationship

__all__ = ["RelationshipTargets", "named_prims", "read_relationships", "relationship_targets"]


@dataclass(frozen=True)
class RelationshipTargets:
    """The targets of relationships that say something about them.

    Attributes:
        prim: (n,) int32 prims.
        counts: (n,) number of targets of each.
        nodes: target nodes, one relationship after the other.
    """

    prim: NDArray[np.int32]
    counts: NDArray[np.int64]
    nodes: NDArray[np.int32]


def relationship_targets(layer: Layer, run: PropertyRun) -> RelationshipTargets:
    """The targets of relationships.

    Raises:
        Declined: targets of an unexpected type.
        CrateError: targets outside the file, or paths that it does not have.
    """
    (reps,) = layer.field_reps(run.fields, ("targetPaths",))
    speaks = reps != 0
    if (type_codes(reps[speaks]) != ValueType.PATH_LIST_OP).any():
        raise Declined(f"targets of {run.name} of an unexpected type")
    counts, items = list_results(layer.crate, reps[speaks])
    return RelationshipTargets(run.prim[speaks], counts, layer.crate.paths.nodes(items, f"targets of {run.name}"))


def named_prims(layer: Layer, targets: RelationshipTargets) -> dict[int, list[int]]:
    """The prims that the relationships of each prim name, by that prim; paths without a prim are left out."""
    found: dict[int, list[int]] = {}
    owners = np.repeat(targets.prim, targets.counts).tolist()
    for owner, prim in zip(owners, layer.prims.of_node[targets.nodes].tolist(), strict=True):
        if prim != NO_PRIM:
            found.setdefault(owner, []).append(prim)
    return found


def read_relationships(reading: Reading, run: PropertyRun, slot: PropertySlot) -> None:
    """Hand the targets of relationships of one name and slot to their columns, or to the `property` table."""
    found = relationship_targets(reading.layer, run)
    name, prims = run.name, found.prim
    targets = reading.targets.add(found.nodes)
    kept = False
    for sink, instance in slot.sinks:
        if sink.column.relationship:
            values = target_lists(found.counts, targets, plain_type(sink.column))
            reading.columns.add(sink, Piece(prims, instance, OpinionState.AUTHORED, values))
            kept = True
        elif slot.listed:
            reading.report(prims, name, ReportCode.MISTYPED, is_relationship(name, sink.column.usd_type))
            kept = True
    if not kept and slot.keep:
        keep_targets(reading, name, prims, found.counts, targets)


def target_lists(counts: NDArray[np.int64], targets: NDArray[np.int64], kind: pa.DataType) -> pa.Array:
    """Target numbers as a list array of these lengths."""
    return pa.ListArray.from_arrays(pa.array(list_offsets(counts)), pa.array(targets), type=kind)
