"""Physics material bindings as the producer writes them: the bound material of every collider and body."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pxr import Usd, UsdShade

from columnar.assembly import OpinionState
from populate.readers.composed.archetypes import PrimKind
from populate.readers.composed.slots import SlotTable
from schemas.contract import Contract

__all__ = ["PHYSICS_BINDING", "binds_physics_material", "write_bindings"]

PHYSICS_BINDING = "material:binding:physics"
_COMPONENT = "MaterialBindingAPI"
_PURPOSE = "physics"


def binds_physics_material(prim: Usd.Prim) -> bool:
    """Whether the prim itself authors a physics binding to a physics material; that alone gets it a row."""
    if not prim.HasRelationship(PHYSICS_BINDING):
        return False
    for target in prim.GetRelationship(PHYSICS_BINDING).GetTargets():
        material = prim.GetStage().GetPrimAtPath(target)
        if material and _is_physics_material(material):
            return True
    return False


def write_bindings(
    prims: Sequence[Usd.Prim],
    rows: Sequence[int],
    kinds: Sequence[PrimKind],
    slots: SlotTable,
    contract: Contract,
    target: Callable[[str], int],
    stable_path: Callable[[str], str],
) -> None:
    """Write the resolved physics material of colliders and bodies that do not author the winning binding themselves.

    Args:
        prims: the walked prims.
        rows: traversal indices of the selected ones; only colliders and bodies are looked at.
        kinds: kinds of the walked prims.
        slots: takes the cells.
        contract: declares the column.
        target: numbers a target path.
        stable_path: names a path as the scene does.
    """
    wanted = [(row, prims[row]) for row in rows if kinds[row].collider or kinds[row].body]
    if not wanted or not _stage_binds(prims[0].GetStage()):
        return
    component = contract.component(_COMPONENT)
    sink = slots.sink(component, component.column_by_name[PHYSICS_BINDING])
    authored = {row: place for place, (row, *_) in enumerate(sink.entries)}
    instance = slots.instance(None)
    materials, _ = UsdShade.MaterialBindingAPI.ComputeBoundMaterials([prim for _, prim in wanted], _PURPOSE)
    for (row, _), material in zip(wanted, materials, strict=True):
        prim = material.GetPrim() if material else None
        if not prim or not _is_physics_material(prim):
            continue
        value = [target(stable_path(str(prim.GetPath())))]
        if row not in authored:
            sink.add(row, instance, OpinionState.COMPUTED, value)
        elif sink.entries[authored[row]][3] != value:
            sink.entries[authored[row]] = (row, instance, OpinionState.COMPUTED, value)


def _is_physics_material(prim: Usd.Prim) -> bool:
    return "PhysicsMaterialAPI" in prim.GetPrimTypeInfo().GetAppliedAPISchemas() or prim.HasAPI("PhysicsMaterialAPI")


def _stage_binds(stage: Usd.Stage) -> bool:
    """Whether any layer of the stage speaks of physics materials at all: resolving bindings is not free."""
    return any(
        "PhysicsMaterialAPI" in prim.GetPrimTypeInfo().GetAppliedAPISchemas() or prim.HasAPI("PhysicsMaterialAPI")
        for prim in Usd.PrimRange(stage.GetPseudoRoot(), Usd.PrimAllPrimsPredicate)
    )
