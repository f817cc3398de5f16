"""Which cells of a scene are fed, as groups of rows that have the same columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import ColumnValues, Scene, numpy_values
from schemas.contract import Column, Component, ComponentKind

__all__ = ["FedColumn", "fed_columns", "fed_prims"]

Flags = npt.NDArray[np.bool_]


class FedColumn(NamedTuple):
    """One column of a component (and instance).

    Attributes:
        name: as the consumer knows it.
        column: the contract's record.
        values: the column.
        rows: rows of it that are fed.
    """

    name: str
    column: Column
    values: ColumnValues
    rows: npt.NDArray[np.int64]


def fed_prims(scene: Scene, *, extensions: bool) -> Flags:
    """(paths,) bool: the prims that are fed.

    Args:
        scene: the columns.
        extensions: whether rows that the reference producer does not write are fed, too: instances under their own
            paths, and prims that are there only because a relationship targets them.
    """
    prims = pa.RecordBatch.from_struct_array(scene.rows("prim"))
    rows = numpy_values(prims.column("prim")).astype(np.int64)
    fed = np.zeros(len(scene.paths), np.bool_)
    fed[rows] = True
    if extensions:
        return fed
    fed[rows[numpy_values(prims.column("from_instance"))]] = False
    parents = prims.column("parent").fill_null(0)
    return fed & _leads_to_content(scene, rows, numpy_values(parents).astype(np.int64))


def fed_columns(scene: Scene, fed: Flags, *, types: bool) -> Iterator[FedColumn]:
    """Every column with a cell, of the components that a published schema declares.

    Args:
        scene: the columns.
        fed: the prims that are fed.
        types: columns of prim types, or those of API schemas. Where both have a cell, that of the type counts.
    """
    for component in scene.contract.tables:
        of_type = component.kind is not ComponentKind.API_SCHEMA
        if of_type is types and component.registered and component.name in scene.tables:
            yield from _of_component(scene, component, fed)


def _of_component(scene: Scene, component: Component, fed: Flags) -> Iterator[FedColumn]:
    for column in component.columns:
        values = scene.column(component.name, column.name)
        rows = np.flatnonzero(values.valid & fed[values.prim.astype(np.int64)])
        if not component.multiple_apply:
            if rows.size:
                yield FedColumn(column.name, column, values, rows)
            continue
        instances = scene.column(component.name, "instance")
        for code, instance in enumerate(instances.tokens or ()):
            own = rows[instances.values[rows] == code]
            if own.size:
                yield FedColumn(component.full_name(column.name, instance), column, values, own)


def _leads_to_content(scene: Scene, rows: npt.NDArray[np.int64], parents: npt.NDArray[np.int64]) -> Flags:
    """(paths,) bool: prims that a published component describes, and all above them."""
    found = np.zeros(len(scene.paths), np.bool_)
    for component in scene.contract.tables:
        if component.registered and component.columns and component.name in scene.tables:
            found[scene.column(component.name, "listed").prim.astype(np.int64)] = True
    parent_of = np.zeros(len(scene.paths), np.int64)
    parent_of[rows] = parents
    above = parent_of[np.flatnonzero(found)]
    while not found[above].all():
        above = above[~found[above]]
        found[above] = True
        above = parent_of[above]
    # The stage's own row.
    found[:1] = True
    return found
