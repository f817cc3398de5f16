"""The bases of all schema classes: a prim seen as a type, or as holding an API schema."""

from __future__ import annotations

from typing import ClassVar, Self

from columnar.store import Store, StoreError
from columnar.typed.cells import PropertyCells
from columnar.typed.families import property_columns
from columnar.typed.prims import Prim, Stage
from columnar.typed.schema_kinds import SchemaKind
from schemas.contract import Component

__all__ = ["APISchemaBase", "SchemaBase", "Typed"]

_INSTANCE = "__INSTANCE_NAME__"
"""Stands for the instance in `GetSchemaAttributeNames`, as in pxr."""


class SchemaBase:
    """A prim as a schema class sees it; truth value: whether it is there and is, or holds, what the class says.

    Args:
        prim: the prim, or a schema object whose prim is taken; by default an invalid one.
        name: instance name of a multiple-apply API schema.
    """

    schemaType: ClassVar[SchemaKind] = SchemaKind.AbstractBase
    component: ClassVar[Component | None] = None
    """The component whose columns the class's own accessors reach; None for the bases."""

    def __init__(self, prim: Prim | SchemaBase | None = None, name: str = "") -> None:
        self._prim = Prim() if prim is None else _prim_of(prim, type(self).__name__)
        self._name = name

    def __bool__(self) -> bool:
        return bool(self._prim) and self._is_compatible()

    def __repr__(self) -> str:
        name = f", {self._name!r}" if self._name else ""
        return f"{type(self).__name__}({self._prim!r}{name})"

    @classmethod
    def Get(cls, stage: Stage | Store, path: object) -> Self:
        """The class's view of the prim at a path."""
        return cls(_prim_at(stage, path))

    @classmethod
    def GetSchemaKind(cls) -> SchemaKind:
        """The same as `schemaType`."""
        return cls.schemaType

    @classmethod
    def GetSchemaAttributeNames(cls, includeInherited: bool = True) -> list[str]:
        """Names of the attributes the class reaches, those of its bases first unless told otherwise."""
        classes = [*reversed(cls.__mro__)] if includeInherited else [cls]
        names = []
        for each in classes:
            component = vars(each).get("component")
            if component is not None:
                names += [
                    component.full_name(c.name, _INSTANCE) for c in property_columns(component) if not c.relationship
                ]
        return names

    @classmethod
    def component_name(cls) -> str:
        """Name of the component: the schema's in USD.

        Raises:
            StoreError: the class is a base that has none.
        """
        if cls.component is None:
            raise StoreError(f"{cls.__name__} is no schema of its own; expected a class of one")
        return cls.component.name

    def GetPrim(self) -> Prim:
        """The prim."""
        return self._prim

    def GetPath(self) -> str:
        """The prim's path, "" for one made without."""
        return self._prim.path

    def property_cells(self, component: Component, name: str) -> PropertyCells:
        """The cells of a column of the prim; what the accessors are made of."""
        column = component.column_by_name[name]
        if component.multiple_apply:
            return PropertyCells(self._prim, component.full_name(name, self._name), component, column, self._name)
        return PropertyCells(self._prim, name, component, column, None)

    def _is_compatible(self) -> bool:
        return True


class Typed(SchemaBase):
    """A prim as one of a type."""

    schemaType: ClassVar[SchemaKind] = SchemaKind.AbstractTyped

    def _is_compatible(self) -> bool:
        return self.component is None or self._prim.holds(self.component)


class APISchemaBase(SchemaBase):
    """A prim as holding an API schema."""

    schemaType: ClassVar[SchemaKind] = SchemaKind.AbstractBase

    @classmethod
    def apply_to(cls, prim: Prim, name: str = "") -> None:
        """Apply the schema, as pxr's Python does: to a prim of any type, under any instance name.

        Whether anything reads it there is another question, which `check` answers.

        Raises:
            StoreError: an invalid prim, an empty instance name, or no `edit` block is open.
        """
        schema = cls.component_name()
        prim = _prim_of(prim, f"Apply {schema}")
        prim.require(f"Apply {schema}")
        edit = prim.store.editing
        if edit is None:
            raise StoreError(
                f"Apply {schema} to {prim.path}: at which ordinal? Expected to be called in a block "
                "`with store.edit(ordinal):`"
            )
        edit.apply(schema, prim.path, instance=name or None, checked=False)

    def _is_compatible(self) -> bool:
        if self.component is None:
            return True
        return (bool(self._name) or not self.component.multiple_apply) and self._prim.holds(
            self.component, self._name or None
        )


class SingleApplyAPI(APISchemaBase):
    """An API schema that a prim holds once."""

    schemaType: ClassVar[SchemaKind] = SchemaKind.SingleApplyAPI

    def __init__(self, prim: Prim | SchemaBase | None = None) -> None:
        super().__init__(prim)

    @classmethod
    def Apply(cls, prim: Prim) -> Self:
        """Apply the schema (see `apply_to`)."""
        cls.apply_to(prim)
        return cls(prim)

    @classmethod
    def CanApply(cls, prim: Prim) -> bool:
        """Whether the schema is made for prims of this type; `Apply` applies it to others too."""
        return _can_apply(cls, prim)


class MultipleApplyAPI(APISchemaBase):
    """An API schema that a prim may hold several times, under different instance names."""

    schemaType: ClassVar[SchemaKind] = SchemaKind.MultipleApplyAPI

    def __init__(self, prim: Prim | SchemaBase | None = None, name: str = "") -> None:
        super().__init__(prim, name)

    @classmethod
    def Get(cls, stage: Stage | Store | Prim, path: object) -> Self:
        """The view of a prim and an instance name, or of a stage and a path such as `/Hinge.drive:angular`.

        Raises:
            StoreError: a path without an instance name.
        """
        if isinstance(stage, Prim):
            return cls(stage, str(path))
        prim, _, name = str(path).partition(".")
        component = cls.component
        prefix = f"{component.property_prefix}:" if component else ""
        if not name.startswith(prefix) or name == prefix:
            raise StoreError(f"{cls.__name__}.Get: {str(path)!r}: expected a path such as '{prim}.{prefix}name'")
        return cls(_prim_at(stage, prim), name.removeprefix(prefix))

    @classmethod
    def GetAll(cls, prim: Prim) -> list[Self]:
        """One view for each instance that is applied, by instance name."""
        start = f"{cls.component_name()}:"
        return [cls(prim, name.removeprefix(start)) for name in prim.GetAppliedSchemas() if name.startswith(start)]

    @classmethod
    def Apply(cls, prim: Prim, name: str) -> Self:
        """Apply the schema under an instance name (see `apply_to`)."""
        cls.apply_to(prim, name)
        return cls(prim, name)

    @classmethod
    def CanApply(cls, prim: Prim, name: str) -> bool:
        """Whether the schema is made for prims of this type; `Apply` applies it to others too."""
        return bool(name) and _can_apply(cls, prim)

    @classmethod
    def GetSchemaAttributeNames(cls, includeInherited: bool = True, instanceName: str = "") -> list[str]:
        """Names of the attributes, with `__INSTANCE_NAME__` where no instance name is given."""
        names = super().GetSchemaAttributeNames(includeInherited)
        return [name.replace(_INSTANCE, instanceName) for name in names] if instanceName else names

    def GetName(self) -> str:
        """The instance name."""
        return self._name


def _prim_of(given: Prim | SchemaBase, what: str) -> Prim:
    if isinstance(given, SchemaBase):
        return given.GetPrim()
    if not isinstance(given, Prim):
        raise StoreError(f"{what}: {given!r} given, expected a prim or a schema object")
    return given


def _prim_at(stage: Stage | Store, path: object) -> Prim:
    return Prim(stage.store if isinstance(stage, Stage) else stage, path)


def _can_apply(schema: type[APISchemaBase], prim: Prim) -> bool:
    component = schema.component
    if component is None or not prim:
        return False
    allowed = component.applies_to
    return not allowed or any(prim.IsA(name) for name in allowed)
