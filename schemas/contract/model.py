"""The contract's records: a component (prim type or API schema) and its columns, read from one TOML file each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from schemas.contract.dtypes import ColumnDtype, ColumnSemantic, ComponentKind, ProducerRule
from schemas.contract.formula import Formula

__all__ = ["INSTANCE_PLACEHOLDER", "Column", "Component", "Interaction", "Value"]

INSTANCE_PLACEHOLDER = "<inst>"
"""Stands for the instance name in the full name of a multiple-apply column: `drive:<inst>:physics:damping`."""

MASK_BITS = 64
"""Width of the `authored` and `blocked` masks: a column's bit lies in 0..63 and is never reused."""

Value = bool | int | float | str | tuple[Any, ...] | None


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=True)


class Column(_Record):
    """One typed column of a component.

    `name` is the column's name in the component's table: the USD property name, for multiple-apply schemas the base
    name the schema declares. `fallback` is the USD schema's value, `when_unauthored` the producer's own rule where it
    has one, `parser_default` what a consumer assumes when the column is absent (a value, or a formula of the stage
    units). Quaternions are x, y, z, w.
    """

    name: str
    bit: int = Field(ge=0, lt=MASK_BITS)
    dtype: ColumnDtype
    lanes: int = 1
    array: bool = False
    semantic: ColumnSemantic | None = None
    usd_type: str
    units: str | None = None
    conversion: str | None = None
    tokens: tuple[str, ...] = ()
    fallback: Value = None
    producer: ProducerRule
    when_unauthored: Formula | None = None
    created_without_api: bool = False
    published_on_targets: bool = True
    """False for a geometry column that a prim has when it is populated for itself, not as a relationship's target."""
    required: bool = False
    parser_default: Value = None
    parser_formula: Formula | None = None
    parser_note: str | None = None
    absent: str = ""
    doc: str = ""
    source: str | None = None

    @property
    def relationship(self) -> bool:
        """Whether the column holds path ids of relationship targets."""
        return self.semantic is ColumnSemantic.RELATIONSHIP_PATH_ID

    @property
    def token(self) -> bool:
        """Whether the column holds tokens."""
        return self.semantic is ColumnSemantic.TOKEN_ID


class Interaction(_Record):
    """How a component changes, or is changed by, another one."""

    component: str
    note: str


class Component(_Record):
    """A prim type or API schema of the contract, with its own columns; inherited ones belong to the base's table.

    `selects` says whether holding it is enough for a prim to be populated; `builtin_apis` are the API schemas its
    definition applies on its own; `instances` are the instance names a consumer reads (any name is published).
    """

    name: str
    kind: ComponentKind
    source: str
    doc: str = ""
    registered: bool = True
    """Whether USD, physx-usd-schemas or newton-usd-schemas declare the API; others are published as `unregistered`."""
    multiple_apply: bool = False
    property_prefix: str | None = None
    type_chain: tuple[str, ...] = ()
    extends: str | None = None
    created_on: tuple[str, ...] = ()
    """Components whose prims get the columns marked `created_without_api`, whether they hold this component or not."""
    published_with: tuple[str, ...] = ()
    """API schemas of which a prim of this type needs one to have its columns published; empty means none is needed."""
    published_in_context: bool = False
    """Whether the stage around a prim of this type decides: its columns' names alone publish nothing anywhere."""
    xformable: bool = False
    selects: bool = False
    applicable_apis: tuple[str, ...] = ()
    applies_to: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    builtin_apis: tuple[str, ...] = ()
    instances: tuple[str, ...] = ()
    read_only_when_listed: bool = False
    discovery: str = ""
    probe_column: str | None = None
    uses_blocks: tuple[str, ...] = ()
    interactions: tuple[Interaction, ...] = ()
    notes: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()

    def __hash__(self) -> int:
        """Of the name alone: hashing all columns takes longer than most of what is looked up by component."""
        return hash(self.name)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        given = {"name": [c.name for c in self.columns], "bit": [str(c.bit) for c in self.columns]}
        for label, values in given.items():
            repeated = sorted({value for value in values if values.count(value) > 1})
            if repeated:
                raise ValueError(f"component {self.name}: {label} given to two columns: {', '.join(repeated)}")
        if self.multiple_apply and not self.property_prefix:
            raise ValueError(f"component {self.name}: a multiple-apply schema needs 'property_prefix'")
        return self

    @cached_property
    def column_by_name(self) -> Mapping[str, Column]:
        """The component's own columns by table name."""
        return {column.name: column for column in self.columns}

    def full_name(self, column: str, instance: str = INSTANCE_PLACEHOLDER) -> str:
        """The USD property name of a column: `drive:angular:physics:damping`; without prefix the name itself."""
        return f"{self.property_prefix}:{instance}:{column}" if self.multiple_apply else column
