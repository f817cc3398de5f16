"""Archetypes: what prims of the same type and applied API schemas have in common, worked out once each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from columnar.assembly import Archetype
from schemas.contract import AppliedSchemas, Component, ComponentKind, Contract

if TYPE_CHECKING:
    from pxr import Usd

__all__ = ["INSTANCE_TYPE", "ArchetypeTable", "PrimKind", "RowRole"]

_MATERIAL_APIS = (
    "PhysicsMaterialAPI",
    "OmniPhysicsBaseMaterialAPI",
    "PhysxDeformableMaterialAPI",
    "PhysxPBDMaterialAPI",
)
"""API schemas that make a prim a physics material, so that binding it counts."""

INSTANCE_TYPE = "XformInstance"
"""Type token of an instance root whose prototype is shared."""


class RowRole(IntEnum):
    """Why a prim has a row, which decides what the row holds."""

    FULL = 0
    """Selected by its type, an API schema or a binding: everything it says is published."""
    TARGET = 1
    """Only the target of a relationship: transform, and geometry where it is Boundable."""
    STRUCTURAL = 2
    """Only an ancestor: structure and transform."""
    CONTEXT = 3
    """A subset of a collider, or an instancer that is both selected and an instancer of bodies: everything it says."""
    BINDING = 4
    """Selected by a physics binding of its own and nothing else: structure, transform and that binding."""
    INSTANCER = 5
    """Selected as an instancer of bodies and nothing else: structure, transform and its instances."""


@dataclass(frozen=True)
class PrimKind:
    """A prim's type and authored API schemas, as the contract sees them.

    Attributes:
        known: whether the type is typeless or known; unknown types get a row only if an API selects them.
        selects: whether type or API schemas alone get the prim a row.
        full: the archetype of a selected prim.
    """

    prim_type: str
    applied: tuple[str, ...]
    known: bool
    selects: bool
    xformable: bool
    boundable: bool
    collider: bool
    body: bool
    material: bool
    full: Archetype


@dataclass
class ArchetypeTable:
    """Numbers archetypes in the order they are first asked for."""

    contract: Contract
    archetypes: list[Archetype] = field(default_factory=list)
    _codes: dict[tuple[object, ...], int] = field(default_factory=dict)
    _kinds: dict[tuple[str, tuple[str, ...]], PrimKind] = field(default_factory=dict)
    _infos: dict[object, PrimKind] = field(default_factory=dict)

    def kind(self, prim_type: str, applied: tuple[str, ...]) -> PrimKind:
        """The kind of a prim with this type token and these authored API schema names."""
        found = self._kinds.get((prim_type, applied))
        if found is None:
            found = self._kinds[prim_type, applied] = self._make_kind(prim_type, applied)
        return found

    def kind_of(self, prim: Usd.Prim) -> PrimKind:
        """The kind of a prim, by what is authored on it: registered schema packages do not come in."""
        info = prim.GetPrimTypeInfo()
        found = self._infos.get(info)
        if found is None:
            applied = tuple(map(str, info.GetAppliedAPISchemas()))
            found = self._infos[info] = self.kind(str(info.GetTypeName()), applied)
        return found

    def code(self, kind: PrimKind, role: RowRole, *, instance_root: str = "", prototype_root: bool = False) -> int:
        """Index of the archetype of a row.

        Args:
            kind: the prim's kind.
            role: why it has a row.
            instance_root: "outer" or "nested" for the root of a shared instance.
            prototype_root: whether the row stands for a shared prototype's root.
        """
        key = (kind.prim_type, kind.applied, role, instance_root, prototype_root)
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = len(self.archetypes)
            self.archetypes.append(self._make(kind, role, instance_root, prototype_root))
        return code

    def _make_kind(self, prim_type: str, applied: tuple[str, ...]) -> PrimKind:
        contract = self.contract
        schemas = contract.expand_schemas(applied, prim_type)
        entry = contract.types.get(prim_type)
        apis = [contract.apis[name] for name in schemas.published if name in contract.apis]
        xformable = contract.is_a(prim_type, "Xformable")
        full = Archetype(prim_type, schemas.published, schemas.unregistered, xformable, self._held(prim_type, schemas))
        return PrimKind(
            prim_type=prim_type,
            applied=applied,
            known=not prim_type or entry is not None,
            selects=bool(entry and entry.selects) or any(api.selects for api in apis),
            xformable=xformable,
            boundable=contract.is_a(prim_type, "Boundable"),
            collider="PhysicsCollisionAPI" in schemas.published,
            body="PhysicsRigidBodyAPI" in schemas.published,
            material=any(api in schemas.published for api in _MATERIAL_APIS),
            full=full,
        )

    def _held(self, prim_type: str, schemas: AppliedSchemas) -> dict[str, tuple[str, ...]]:
        names = schemas.published + schemas.unregistered
        held: dict[str, tuple[str, ...]] = {}
        for component in self.contract.tables:
            if component.kind is ComponentKind.PRIM_TYPE:
                if self.contract.is_a(prim_type, component.name) and _publishes(component, names):
                    held[component.name] = ("",)
            elif component.multiple_apply:
                prefix = component.name + ":"
                instances = tuple(sorted(n[len(prefix) :] for n in names if n.startswith(prefix)))
                if instances:
                    held[component.name] = instances
            elif component.name in names:
                held[component.name] = ("",)
        return held

    def _make(self, kind: PrimKind, role: RowRole, instance_root: str, prototype_root: bool) -> Archetype:
        if prototype_root:
            return Archetype("", ("PrototypeRootAPI",), (), False, {})
        full = kind.full
        if role is RowRole.TARGET:
            full = replace(full, held=self._on_target(kind))
        elif role is RowRole.INSTANCER:
            full = replace(full, held={kind.prim_type: ("",)})
        elif role is RowRole.BINDING:
            full = replace(full, held={name: ("",) for name in full.held if name == "MaterialBindingAPI"})
        elif role is RowRole.STRUCTURAL:
            full = replace(full, held={})
        elif role is RowRole.FULL:
            components = self.contract.components
            held = {name: i for name, i in full.held.items() if not components[name].published_in_context}
            full = replace(full, held=held)
        if not instance_root:
            return full
        markers = {"outer": ("GeomInstanceAPI", "GeomInstanceRootAPI"), "nested": ("GeomInstanceAPI",)}[instance_root]
        types = {c.name for c in self.contract.tables if c.kind is ComponentKind.PRIM_TYPE}
        held = {name: instances for name, instances in full.held.items() if name not in types}
        return replace(full, prim_type=INSTANCE_TYPE, schemas=tuple(sorted({*full.schemas, *markers})), held=held)

    def _on_target(self, kind: PrimKind) -> dict[str, tuple[str, ...]]:
        """What a Boundable target holds: its API schemas, and its geometry whether or not one of them publishes it."""
        if not kind.boundable:
            return {}
        components = self.contract.components
        held = {name: i for name, i in kind.full.held.items() if components[name].kind is ComponentKind.API_SCHEMA}
        for component in self.contract.tables:
            geometry = component.kind is ComponentKind.PRIM_TYPE and not component.published_in_context
            if geometry and self.contract.is_a(kind.prim_type, component.name):
                held[component.name] = ("",)
        return held


def _publishes(component: Component, names: tuple[str, ...]) -> bool:
    return not component.published_with or any(api in names for api in component.published_with)
