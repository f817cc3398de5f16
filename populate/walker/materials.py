"""The material table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from populate.walker.opinions import BOOL, FLOAT, TOKEN, Attribute, PrimOpinions
from populate.walker.parsed import ParsedStage
from schemas.descriptors import CombineMode

__all__ = ["material_rows"]

_API: Final = "PhysxMaterialAPI"
_MODES: Final = {str(mode): mode for mode in CombineMode}
_COMBINE: Final = {
    field: Attribute(f"physxMaterial:{name}", TOKEN, fallback="average", unset="average")
    for field, name in {
        "friction_combine_mode": "frictionCombineMode",
        "restitution_combine_mode": "restitutionCombineMode",
        "damping_combine_mode": "dampingCombineMode",
    }.items()
}
_COMPLIANT: Final = {
    "compliant_stiffness": Attribute("physxMaterial:compliantContactStiffness", FLOAT, fallback=0.0, unset=0.0),
    "compliant_damping": Attribute("physxMaterial:compliantContactDamping", FLOAT, fallback=0.0, unset=0.0),
    "compliant_acceleration": Attribute(
        "physxMaterial:compliantContactAccelerationSpring", BOOL, fallback=False, unset=False
    ),
}


def material_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every material OpenUSD reports; combine modes and compliance are PhysX's."""
    for material in stage.materials:
        parsed = material.parsed
        yield {
            "path": material.path,
            "static_friction": parsed.staticFriction,
            "dynamic_friction": parsed.dynamicFriction,
            "restitution": parsed.restitution,
            "density": parsed.density if parsed.density > 0 else None,
            **{field: _mode(material.opinions, attribute) for field, attribute in _COMBINE.items()},
            **{field: material.opinions.read(attribute, api=_API) for field, attribute in _COMPLIANT.items()},
        }


def _mode(opinions: PrimOpinions, attribute: Attribute) -> CombineMode:
    """A combine mode; an unknown token counts as average."""
    return _MODES.get(opinions.read(attribute, api=_API), CombineMode.AVERAGE)
