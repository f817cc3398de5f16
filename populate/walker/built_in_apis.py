"""API schemas that come with other API schemas, known here so that nothing depends on the packages being registered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pxr import Usd

__all__ = ["BUILT_IN_APIS", "applied_apis"]

BUILT_IN_APIS: Final[Mapping[str, tuple[str, ...]]] = {
    "NewtonArticulationRootAPI": ("PhysicsArticulationRootAPI",),
    "NewtonCollisionAPI": ("PhysicsCollisionAPI",),
    "NewtonCurvesDeformableMaterialAPI": ("PhysicsMaterialAPI",),
    "NewtonKaminoSceneAPI": ("NewtonSceneAPI",),
    "NewtonMPMMaterialAPI": ("PhysicsMaterialAPI",),
    "NewtonMPMSceneAPI": ("NewtonSceneAPI",),
    "NewtonMassAPI": ("PhysicsMassAPI",),
    "NewtonMaterialAPI": ("PhysicsMaterialAPI",),
    "NewtonMeshCollisionAPI": ("NewtonCollisionAPI", "PhysicsMeshCollisionAPI"),
    "NewtonSDFCollisionAPI": ("NewtonCollisionAPI",),
    "NewtonVbdSceneAPI": ("NewtonSceneAPI",),
    "NewtonXpbdSceneAPI": ("NewtonSceneAPI",),
}
"""API schemas by the schema they are built into."""


def applied_apis(prim: Usd.Prim) -> list[str]:
    """The API schemas authored on a prim, registered or not, each followed by those built into it; each once."""
    return list(dict.fromkeys(_expanded(prim.GetPrimTypeInfo().GetAppliedAPISchemas())))


def _expanded(apis: Iterable[str]) -> Iterator[str]:
    for api in apis:
        yield api
        yield from _expanded(BUILT_IN_APIS.get(api, ()))
