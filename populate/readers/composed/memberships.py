"""Members of collision groups: the colliders their `colliders` collection reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pxr import Usd

from columnar.assembly import OpinionState
from populate.readers.composed.slots import SlotTable
from schemas.contract import Contract

__all__ = ["write_memberships"]

_GROUP = "PhysicsCollisionGroup"
_MEMBERS = "collection:colliders"


def write_memberships(
    groups: Iterable[tuple[int, Usd.Prim]],
    is_collider: Callable[[str], bool],
    slots: SlotTable,
    contract: Contract,
    target: Callable[[str], int],
    stable_path: Callable[[str], str],
) -> None:
    """Write the expanded membership of each group's `colliders` collection, in path order.

    Args:
        groups: (row, prim) of the collision groups.
        is_collider: whether the prim of a path is a collider; only these are members for the producer.
        slots: takes the cells.
        contract: declares the column.
        target: numbers a target path.
        stable_path: names a path as the scene does.
    """
    component = contract.component(_GROUP)
    sink = slots.sink(component, component.column_by_name[_MEMBERS])
    for row, prim in groups:
        collection = Usd.CollectionAPI(prim, "colliders")
        query = collection.ComputeMembershipQuery()
        members = Usd.CollectionAPI.ComputeIncludedPaths(query, prim.GetStage(), Usd.PrimDefaultPredicate)
        paths = sorted((stable_path(str(path)) for path in members), key=str.encode)
        value = [target(path) for path in paths if is_collider(path)]
        sink.add(row, slots.instance(None), OpinionState.COMPUTED, value)
