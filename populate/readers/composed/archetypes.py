"""Archetypes: what prims of the same type and applied API schemas have in common, worked out once each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum

from columnar.assembly import Archetype
from schemas.contract import AppliedSchemas, Component, ComponentKind, Contract

__all__ = ["ArchetypeTable", "PrimKind", "RowRole"]

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
    full: Archetype


@dataclass
class ArchetypeTable:
    """Numbers archetypes in the order they are first asked for."""

    contract: Contract
    archetypes: list[Archetype] = field(default_factory=list)
    _codes: dict[tuple[object, ...], int] = field(default_factory=dict)
    _kinds: dict[tuple[str, tuple[str, ...]], PrimKind] = field(default_factory=dict)

    def kind(self, prim_type: str, applied: tuple[str, ...]) -> PrimKind:
        """The kind of a prim with this type token and these authored API schema names."""
        found = self._kinds.get((prim_type, applied))
        if found is None:
            found = self._kinds[prim_type, applied] = self._make_kind(prim_type, applied)
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
            full = replace(full, held=self._geometry(kind))
        elif role is RowRole.STRUCTURAL:
            full = replace(full, held={})
        if not instance_root:
            return full
        markers = {"outer": ("GeomInstanceAPI", "GeomInstanceRootAPI"), "nested": ("GeomInstanceAPI",)}[instance_root]
        types = {c.name for c in self.contract.tables if c.kind is ComponentKind.PRIM_TYPE}
        held = {name: instances for name, instances in full.held.items() if name not in types}
        return replace(full, prim_type=INSTANCE_TYPE, schemas=tuple(sorted({*full.schemas, *markers})), held=held)

    def _geometry(self, kind: PrimKind) -> dict[str, tuple[str, ...]]:
        """The prim types of a Boundable prim, held whether or not an API schema publishes them."""
        if not kind.boundable:
            return {}
        return {
            component.name: ("",)
            for component in self.contract.tables
            if component.kind is ComponentKind.PRIM_TYPE and self.contract.is_a(kind.prim_type, component.name)
        }


def _publishes(component: Component, names: tuple[str, ...]) -> bool:
    return not component.published_with or any(api in names for api in component.published_with)
