"""Prims of a store, called as `Usd.Prim` and `Usd.Stage` are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from columnar.store import PrimFacts, Store, StoreError
from columnar.typed.attributes import Attribute
from columnar.typed.cells import PropertyCells
from columnar.typed.relationships import Relationship
from schemas.contract import Component, ComponentKind

if TYPE_CHECKING:
    from columnar.typed.schema_bases import APISchemaBase, SchemaBase

__all__ = ["Prim", "Stage"]


class Stage:
    """A store in the place of a stage.

    Args:
        store: the store; what is read are its writes so far.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    @classmethod
    def Attach(cls, store: Store) -> Stage:
        """The same as the constructor, as usdrt calls it."""
        return cls(store)

    def GetPrimAtPath(self, path: object) -> Prim:
        """The prim of a path; an invalid one if there is none."""
        return Prim(self.store, path)


class Prim:
    """A prim by its path; truth value: whether the store has it.

    Args:
        store: the store; by default the prim is invalid.
        path: an absolute path, or anything whose `str` is one.
    """

    def __init__(self, store: Store | None = None, path: object = "") -> None:
        self._store = store
        self.path = str(path)

    def __bool__(self) -> bool:
        return self.valid

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prim) and (self._store, self.path) == (other._store, other.path)

    def __hash__(self) -> int:
        return hash((id(self._store), self.path))

    def __repr__(self) -> str:
        return f"Prim({self.path!r})" if self else f"Prim({self.path!r}: invalid)"

    @property
    def store(self) -> Store:
        """The store.

        Raises:
            StoreError: there is none, as the prim was made without.
        """
        if self._store is None:
            raise StoreError("an invalid prim has no store; make it from a store and a path")
        return self._store

    @property
    def facts(self) -> PrimFacts | None:
        """Type and API schemas, None for an invalid prim."""
        if self._store is None:
            return None
        edit = self._store.editing
        try:
            return self._store.prim(self.path, ordinal=None if edit is None else edit.ordinal)
        except StoreError:
            return None

    @property
    def valid(self) -> bool:
        """Whether the store has it."""
        return self.facts is not None

    def holds(self, component: Component, instance: str | None = None, *, facts: PrimFacts | None = None) -> bool:
        """Whether the prim's type is or derives from a component, or its API schema is applied.

        Args:
            component: the component.
            instance: of a multiple-apply one the instance; by default any.
            facts: the prim's `facts`, where they are known already.
        """
        facts = facts or self.facts
        if facts is None:
            return False
        if component.kind is not ComponentKind.API_SCHEMA:
            return self.store.contract.is_a(facts.prim_type, component.name)
        name = f"{component.name}:{instance}" if instance else component.name
        return name in facts.schemas or name in facts.unregistered

    def require(self, what: str) -> None:
        """Refuse an invalid prim.

        Raises:
            StoreError: saying what was to be done.
        """
        if not self:
            raise StoreError(f"{what}: {self.path or 'an invalid prim'}: no such prim in the store at this ordinal")

    def IsValid(self) -> bool:
        """Whether the store has it."""
        return self.valid

    def GetStage(self) -> Stage:
        """The store as a stage."""
        return Stage(self.store)

    def GetPath(self) -> str:
        """The path."""
        return self.path

    def GetPrimPath(self) -> str:
        """The path."""
        return self.path

    def GetName(self) -> str:
        """The last element of the path."""
        return self.path.rpartition("/")[2]

    def GetParent(self) -> Prim:
        """The prim above, invalid if the store has none there."""
        return Prim(self._store, self.path.rpartition("/")[0] or "/")

    def GetTypeName(self) -> str:
        """The type, "" if it has none."""
        facts = self.facts
        return "" if facts is None else facts.prim_type

    def GetAppliedSchemas(self) -> list[str]:
        """Names of applied API schemas, those without a registered schema too, instance names included."""
        facts = self.facts
        apis = self.store.contract.apis if facts is not None else {}
        names = () if facts is None else facts.schemas + facts.unregistered
        return [name for name in names if not (name in apis and apis[name].multiple_apply)]

    def IsA(self, schema: type[SchemaBase] | str) -> bool:
        """Whether the type is, or derives from, that of a schema class or of this name."""
        name = schema if isinstance(schema, str) else schema.component_name()
        facts = self.facts
        return facts is not None and self.store.contract.is_a(facts.prim_type, name)

    def HasAPI(self, schema: type[APISchemaBase], instanceName: str = "") -> bool:
        """Whether an API schema is applied, for a multiple-apply one by this instance name or by any."""
        return self.holds(self.store.contract.component(schema.component_name()), instanceName or None)

    def ApplyAPI(self, schema: type[APISchemaBase], instanceName: str = "") -> bool:
        """Apply an API schema, as `schema.Apply` does."""
        schema.apply_to(self, instanceName)
        return True

    def RemoveAPI(self, schema: type[APISchemaBase], instanceName: str = "") -> bool:
        """Take an API schema off, with what is authored of it; nothing happens where it is not applied.

        Raises:
            StoreError: no `edit` block is open.
        """
        self.require("RemoveAPI")
        edit = self.store.editing
        if edit is None:
            raise StoreError(f"RemoveAPI of {self.path}: expected to be called in a block `with store.edit(ordinal):`")
        if self.HasAPI(schema, instanceName):
            edit.remove(schema.component_name(), self.path, instance=instanceName or None)
        return True

    def GetAttribute(self, name: str) -> Attribute[Any]:
        """An attribute by its whole name, `drive:angular:physics:stiffness`.

        Raises:
            StoreError: no component has such an attribute.
        """
        return Attribute(self._cells(name, relationship=False))

    def GetRelationship(self, name: str) -> Relationship:
        """A relationship by its whole name.

        Raises:
            StoreError: no component has such a relationship.
        """
        return Relationship(self._cells(name, relationship=True))

    def HasAttribute(self, name: str) -> bool:
        """Whether the prim has an attribute of this name, by schema or authored."""
        try:
            return bool(self.GetAttribute(name))
        except StoreError:
            return False

    def HasRelationship(self, name: str) -> bool:
        """Whether the prim has a relationship of this name, by schema or authored."""
        try:
            return bool(self.GetRelationship(name))
        except StoreError:
            return False

    def _cells(self, name: str, *, relationship: bool) -> PropertyCells:
        matches = self.store.contract.match_property(name)
        fitting = [match for match in matches if match.column.relationship == relationship]
        if not fitting:
            kind = "relationship" if relationship else "attribute"
            raise StoreError(f"{self.path}: no component has {kind} {name!r}; see `arrowstage contract`")
        facts = self.facts
        held = (match for match in fitting if facts and self.holds(match.component, match.instance, facts=facts))
        first = next(held, fitting[0])
        return PropertyCells(self, name, first.component, first.column, first.instance)
