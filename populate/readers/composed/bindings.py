"""Physics material bindings as the producer writes them: the bound material of every collider and body."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pxr import Tf, Usd, UsdShade

from columnar.assembly import OpinionState
from populate.readers.composed.targets import relationship_targets
from populate.readers.placement import PHYSICS_BINDING, ArchetypeTable, PrimKind, SlotTable

__all__ = ["binds_physics_material", "write_bindings"]

_COMPONENT = "MaterialBindingAPI"
_PURPOSE = "physics"


def binds_physics_material(prim: Usd.Prim, table: ArchetypeTable) -> bool:
    """Whether the prim itself authors a physics binding to a physics material; that alone gets it a row."""
    targets = map(prim.GetStage().GetPrimAtPath, relationship_targets(prim, PHYSICS_BINDING))
    return any(target and table.kind_of(target).material for target in targets)


def write_bindings(
    prims: Sequence[Usd.Prim],
    rows: Sequence[int],
    kinds: Sequence[PrimKind],
    slots: SlotTable,
    table: ArchetypeTable,
    target: Callable[[str], int],
    stable_path: Callable[[str], str],
) -> None:
    """Write the resolved physics material of colliders and bodies that do not author the winning binding themselves.

    Args:
        prims: the walked prims.
        rows: traversal indices of the selected ones; only colliders and bodies are looked at.
        kinds: kinds of the walked prims.
        slots: takes the cells.
        table: knows the materials among the prims.
        target: numbers a target path.
        stable_path: names a path as the scene does.
    """
    wanted = [(row, prims[row]) for row in rows if kinds[row].collider or kinds[row].body]
    if not wanted or not (any(kind.material for kind in kinds) or _has_material(prims[0].GetStage(), table)):
        return
    component = table.contract.component(_COMPONENT)
    sink = slots.sink(component, component.column_by_name[PHYSICS_BINDING])
    authored = {row: place for place, (row, *_) in enumerate(sink.entries)}
    instance = slots.instance(None)
    materials = _bound_materials([prim for _, prim in wanted])
    for (row, _), material in zip(wanted, materials, strict=True):
        prim = material.GetPrim() if material else None
        if not prim or not table.kind_of(prim).material:
            continue
        value = [target(stable_path(str(prim.GetPath())))]
        if row not in authored:
            sink.add(row, instance, OpinionState.COMPUTED, value)
        elif sink.entries[authored[row]][3] != value:
            sink.entries[authored[row]] = (row, instance, OpinionState.COMPUTED, value)


def _bound_materials(prims: Sequence[Usd.Prim]) -> list[UsdShade.Material | None]:
    """The material that applies to each prim; None also where a layer holds an attribute under a binding's name."""
    try:
        return list(UsdShade.MaterialBindingAPI.ComputeBoundMaterials(prims, _PURPOSE)[0])
    except Tf.ErrorException:
        return [_bound_material(prim) for prim in prims]


def _bound_material(prim: Usd.Prim) -> UsdShade.Material | None:
    try:
        return UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial(_PURPOSE)[0]
    except Tf.ErrorException:
        return None


def _has_material(stage: Usd.Stage, table: ArchetypeTable) -> bool:
    """Whether the stage has physics materials at all, walked or not: resolving bindings is not free."""
    predicate = Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)
    return any(table.kind_of(prim).material for prim in Usd.PrimRange(stage.GetPseudoRoot(), predicate))
