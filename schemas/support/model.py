"""The records of a support table, read from one TOML file per runtime."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Annotated, NamedTuple, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from schemas.contract import ComponentKind, Contract, require_bounds, unknown_name

__all__ = ["ColumnSupport", "ComponentSupport", "FamilySupport", "RuntimeSupport", "Support"]


class Support(StrEnum):
    """What becomes of an authored cell.

    Read: its value stands in the runtime's model. Converted: so does another value made from it. Defaulted: the model
    has that quantity, but with a value of the runtime's own. Ignored: nothing in the model comes of it.
    """

    READ = "read"
    CONVERTED = "converted"
    DEFAULTED = "defaulted"
    IGNORED = "ignored"


class ColumnSupport(NamedTuple):
    """What a runtime makes of one column: how it converts, which value it takes instead, or why it ignores."""

    support: Support
    how: str = ""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ComponentSupport(_Record):
    """What a runtime makes of a component's own columns.

    Attributes:
        rest: holds for the columns that nothing below names.
        how: what there is to say about `rest`.
        read: columns taken as they are.
        converted: how, by column.
        defaulted: the runtime's own value, by column.
        ignored: why, by column.
        notes: what else there is to say, by column; for columns that are read.
        instances: instance names of a multiple-apply component that the runtime looks at; None for any. Cells of
            others are ignored.
    """

    rest: Support | None = None
    how: str = ""
    read: tuple[str, ...] = ()
    converted: Mapping[str, str] = Field(default_factory=dict)
    defaulted: Mapping[str, str] = Field(default_factory=dict)
    ignored: Mapping[str, str] = Field(default_factory=dict)
    notes: Mapping[str, str] = Field(default_factory=dict)
    instances: tuple[str, ...] | None = None

    def named(self) -> list[str]:
        """Every column that is named, as often as it is."""
        return [*self.read, *self.converted, *self.defaulted, *self.ignored]

    def column(self, name: str) -> ColumnSupport | None:
        """What becomes of a column; None if the entry does not say."""
        if name in self.read:
            return ColumnSupport(Support.READ, self.notes.get(name, ""))
        for support in (Support.CONVERTED, Support.DEFAULTED, Support.IGNORED):
            hows: Mapping[str, str] = getattr(self, support.value)
            if name in hows:
                return ColumnSupport(support, hows[name])
        return None if self.rest is None else ColumnSupport(self.rest, self.how)

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        repeated = sorted({name for name in self.named() if self.named().count(name) > 1})
        if repeated:
            raise ValueError(f"named more than once: {', '.join(repeated)}")
        return self


class FamilySupport(_Record):
    """What holds for components that have no entry of their own.

    Attributes:
        names: patterns of component names, with `*` for any text.
        support: what becomes of all their columns.
        how: why.
    """

    names: tuple[str, ...]
    support: Support
    how: str


class RuntimeSupport(_Record):
    """The support table of one runtime.

    Attributes:
        name: how commands call it.
        doc: what it is.
        versions: bounds of the releases it was made from, by package.
        source: what it was made from.
        live: whether the tests hold it against the installed runtime.
        only_applied: patterns of the API schemas whose cells count only where the schema is applied.
        components: entries by component.
        families: for all other components; the first that matches holds.
    """

    name: str
    doc: str
    versions: Annotated[Mapping[str, str], AfterValidator(require_bounds)]
    source: str
    live: bool
    only_applied: tuple[str, ...] = ()
    components: Mapping[str, ComponentSupport]
    families: tuple[FamilySupport, ...]

    def column(self, component: str, column: str) -> ColumnSupport | None:
        """What becomes of a column of an applied component; None if the table does not say."""
        entry = self.components.get(component)
        if entry is not None:
            return entry.column(column)
        family = next((each for each in self.families if _matches(component, each.names)), None)
        return None if family is None else ColumnSupport(family.support, family.how)

    def cell(self, component: str, column: str, *, instance: str = "", applied: bool = True) -> ColumnSupport:
        """What becomes of a cell.

        Args:
            component: the column's component.
            column: its table name.
            instance: instance name of a multiple-apply component.
            applied: whether the prim is of that type, or has that API schema applied.

        Raises:
            KeyError: the table does not know the column.
        """
        found = self.column(component, column)
        if found is None:
            raise KeyError(f"{self.name}: {component}.{column}")
        if found.support is Support.IGNORED:
            return found
        if not applied and _matches(component, self.only_applied):
            return ColumnSupport(Support.IGNORED, f"{component} is not applied")
        entry = self.components.get(component)
        if instance and entry is not None and entry.instances is not None and instance not in entry.instances:
            return ColumnSupport(Support.IGNORED, f"instance {instance} is not looked at")
        return found

    def problems(self, contract: Contract) -> Iterator[str]:
        """What does not fit a contract: unknown names, and columns that the table says nothing about."""
        for name, entry in self.components.items():
            if name not in contract.components:
                yield unknown_name("component", name, contract.components)
                continue
            known = contract.components[name].column_by_name
            for column in (*entry.named(), *entry.notes):
                if column not in known:
                    yield f"{name}: {unknown_name('column', column, known)}"
        for name, component in contract.components.items():
            missing = [column.name for column in component.columns if self.column(name, column.name) is None]
            if missing:
                yield f"{name}: nothing said about {', '.join(missing)}; name them, or set 'rest' or a family"
        for pattern in (*self.only_applied, *(name for family in self.families for name in family.names)):
            fitting = [name for name in contract.components if fnmatchcase(name, pattern)]
            if not fitting:
                yield f"{pattern}: no component has such a name"
        for pattern in self.only_applied:
            kinds = {contract.components[name].kind for name in contract.components if fnmatchcase(name, pattern)}
            if ComponentKind.API_SCHEMA not in kinds:
                yield f"{pattern}: 'only_applied' is about API schemas, and none has such a name"


def _matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
