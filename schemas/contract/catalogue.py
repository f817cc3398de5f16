"""Names known to USD and the schema packages that are no components of the contract, and USD's value types."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from schemas.contract.dtypes import ColumnDtype

__all__ = ["ApiEntry", "Catalogue", "ContractSettings", "StageUnits", "TypeEntry", "ValueTypes"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TypeEntry(_Record):
    """A prim type: its bases nearest first, the API schemas it applies itself, whether it alone gets a prim its row."""

    chain: tuple[str, ...] = ()
    builtin_apis: tuple[str, ...] = ()
    abstract: bool = False
    selects: bool = False


class ApiEntry(_Record):
    """An applied API schema: whether it takes an instance name, what it brings, whether it alone selects a prim."""

    multiple_apply: bool = False
    builtin_apis: tuple[str, ...] = ()
    selects: bool = False


class Catalogue(_Record):
    """One source's types and API schemas (USD itself, physx-usd-schemas, newton-usd-schemas)."""

    source: str
    types: Mapping[str, TypeEntry] = Field(default_factory=dict)
    apis: Mapping[str, ApiEntry] = Field(default_factory=dict)


class ValueTypes(_Record):
    """USD value types by class, and which authored element type converts into which column."""

    scalar: Mapping[str, ColumnDtype]
    vector: Mapping[str, tuple[ColumnDtype, int]]
    quaternion: Mapping[str, ColumnDtype]
    matrix: Mapping[str, int]
    converts: Mapping[ColumnDtype, tuple[ColumnDtype, ...]]


class StageUnits(_Record):
    """Units of a stage that authors none."""

    meters_per_unit: float
    kilograms_per_unit: float
    up_axis: str


class ContractSettings(_Record):
    """What `spec/contract.toml` holds."""

    version: str
    format_version: int
    property_namespaces: tuple[str, ...]
    property_namespace_prefixes: tuple[str, ...]
    stage_units: StageUnits
