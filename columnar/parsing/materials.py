"""The material table, and which material a collider has."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from columnar.parsing.arrays import Maybe, Tokens
from columnar.parsing.columns import Ids, SceneColumns
from columnar.parsing.namespace import Namespace
from schemas.descriptors import CombineMode

__all__ = ["bound_materials", "material_columns"]

_PHYSICS: Final = "material:binding:physics"
_MODES: Final = tuple(CombineMode)
_COMBINE: Final = {
    "friction_combine_mode": "frictionCombineMode",
    "restitution_combine_mode": "restitutionCombineMode",
    "damping_combine_mode": "dampingCombineMode",
}
_COMPLIANT: Final = {
    "compliant_stiffness": "compliantContactStiffness",
    "compliant_damping": "compliantContactDamping",
}


def material_columns(columns: SceneColumns) -> dict[str, Any]:
    """Columns of the material table."""
    rows = columns.rows("PhysicsMaterialAPI")
    if not columns.rules.materials.scenes_and_groups:
        others = [columns.rows(name).prim for name in ("PhysicsScene", "PhysicsCollisionGroup")]
        rows = rows.take(~np.isin(rows.prim, np.concatenate(others)))
    density = rows.numbers("physics:density")
    found: dict[str, Any] = {
        "path": rows.prim,
        "static_friction": rows.numbers("physics:staticFriction"),
        "dynamic_friction": rows.numbers("physics:dynamicFriction"),
        "restitution": rows.numbers("physics:restitution"),
        "density": Maybe(density, density > 0),
    }
    tuning = columns.rows("PhysxMaterialAPI")
    spot = np.searchsorted(tuning.prim, rows.prim)
    applied = np.append(tuning.prim, -1)[spot] == rows.prim
    average = _MODES.index(CombineMode.AVERAGE)
    for field, column in _COMBINE.items():
        modes = np.append(tuning.tokens(f"physxMaterial:{column}", _MODES, other=average), average)
        found[field] = Tokens(np.where(applied, modes[spot], average), _MODES)
    for field, column in _COMPLIANT.items():
        values = np.append(tuning.numbers(f"physxMaterial:{column}"), np.float32(0))
        found[field] = np.where(applied, values[spot], np.float32(0))
    springs = np.append(tuning.flags("physxMaterial:compliantContactAccelerationSpring"), False)
    found["compliant_acceleration"] = applied & springs[spot]
    return found


def bound_materials(columns: SceneColumns, names: Namespace, prims: Ids) -> Ids:
    """The physics material of each collider (n,), -1 for none.

    `material:binding:physics` counts on any collider whether MaterialBindingAPI is applied or not, unless the profile
    wants the API there; without it `material:binding` where the API is applied, then both on each prim above. What is
    bound is a material only with PhysicsMaterialAPI. If the profile says so, a physics binding anywhere above comes
    first, and no prim above needs the API.
    """
    general, physics, authored = _bindings(columns, names)
    if columns.rules.shapes.physics_binding_first:
        # What a producer resolved stands on the collider itself; above it only authored bindings count.
        found = physics[prims]
        for binding in (authored, general):
            found = np.where(found >= 0, found, binding[names.nearest(prims, binding >= 0)])
    else:
        either = np.where(physics >= 0, physics, general)
        found = either[names.nearest(prims, either >= 0)]
    if columns.rules.shapes.binding_needs_api:
        found = np.where(np.isin(prims, columns.rows("MaterialBindingAPI").prim), found, -1)
    return np.where(np.isin(found, columns.rows("PhysicsMaterialAPI").prim), found, -1)


def _bindings(columns: SceneColumns, names: Namespace) -> tuple[Ids, Ids, Ids]:
    """(paths + 1,) target of each prim's general binding, of its physics binding, and of that if it is authored."""
    listed, every = columns.rows("MaterialBindingAPI"), columns.rows("MaterialBindingAPI", listed=False)
    general, physics, authored = (np.full(names.count + 1, -1, np.int64) for _ in range(3))
    holders = every if columns.rules.shapes.physics_binding_first else listed
    general[holders.prim] = holders.first_targets("material:binding")
    targets = every.first_targets(_PHYSICS)
    physics[every.prim] = targets
    authored[every.prim] = np.where(every.authored(_PHYSICS), targets, -1)
    return general, physics, authored
