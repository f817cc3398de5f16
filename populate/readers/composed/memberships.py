"""Members of physics collections: what the collection of a group or scene reaches, done expanding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pxr import Sdf, Tf, Usd

from columnar.assembly import OpinionState
from populate.readers.placement import COLLECTIONS, PrimKind, SlotTable
from schemas.contract import Contract

__all__ = ["write_memberships"]


def write_memberships(
    prims: Sequence[Usd.Prim],
    selected: Sequence[int],
    kinds: Sequence[PrimKind],
    index: dict[str, int],
    predicate: Any,
    slots: SlotTable,
    contract: Contract,
    target: Callable[[str], int],
    stable_path: Callable[[str], str],
) -> None:
    """Write the members of every collection of `COLLECTIONS`, in path order.

    Args:
        prims: the walked prims.
        selected: traversal indices of those that are populated.
        kinds: kinds of the walked prims.
        index: traversal index by path.
        predicate: which prims the stage was walked with; only these can be members.
        slots: takes the cells.
        contract: declares the columns.
        target: numbers a target path.
        stable_path: names a path as the scene does.
    """
    for collection in COLLECTIONS:
        component = contract.component(collection.component)
        sink = slots.sink(component, component.column_by_name[f"collection:{collection.name}"])
        for row in selected:
            if collection.component in kinds[row].full.held:
                included = map(stable_path, map(str, _included(prims[row], collection.name, predicate)))
                members = [path for path in included if path in index and collection.takes(kinds[index[path]])]
                value = [target(path) for path in sorted(members, key=str.encode)]
                sink.add(row, slots.instance(None), OpinionState.COMPUTED, value)


def _included(prim: Usd.Prim, name: str, predicate: Any) -> Iterable[Sdf.Path]:
    """What the collection includes; nothing where a layer holds an attribute under the name of its relationships."""
    try:
        query = Usd.CollectionAPI(prim, name).ComputeMembershipQuery()
        included: Iterable[Sdf.Path] = Usd.CollectionAPI.ComputeIncludedPaths(query, prim.GetStage(), predicate)
        return included
    except Tf.ErrorException:
        return ()
