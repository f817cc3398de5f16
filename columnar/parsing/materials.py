"""The material table, and which material a collider has."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from columnar.parsing.arrays import Maybe, Tokens
from columnar.parsing.columns import Ids, SceneColumns
from columnar.parsing.namespace import Namespace
from schemas.descriptors import CombineMode

__all__ = ["bound_materials", "material_columns"]

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
    bound is a material only with PhysicsMaterialAPI.
    """
    any_row, listed = columns.rows("MaterialBindingAPI", listed=False), columns.rows("MaterialBindingAPI")
    bound = np.full(names.count + 1, -1, np.int64)
    bound[listed.prim] = listed.first_targets("material:binding")
    physics = any_row.first_targets("material:binding:physics")
    stated = np.flatnonzero(physics >= 0)
    bound[any_row.prim[stated]] = physics[stated]
    holder = names.nearest(prims, bound >= 0)
    found = bound[holder]
    if columns.rules.shapes.binding_needs_api:
        found = np.where(np.isin(prims, listed.prim), found, -1)
    return np.where(np.isin(found, columns.rows("PhysicsMaterialAPI").prim), found, -1)
