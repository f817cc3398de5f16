"""The records of engines and features."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

__all__ = ["Engine", "Feature", "FeatureFile", "FeatureTable", "Level"]


class Level(StrEnum):
    """How well an engine expresses a feature: as stated, in another way that comes near, or not at all."""

    EXACT = "exact"
    NEAR = "near"
    NO = "no"


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=True)


class Engine(_Record):
    """One simulation engine.

    Attributes:
        name: what users call it, and the adapter's module.
        doc: what it is.
        package: the module that must be importable; None for the engine that comes along.
        extra: the extra of this project that installs it; None where it needs none.
    """

    name: str
    doc: str
    package: str | None = None
    extra: str | None = None


class Feature(_Record):
    """Something columns can ask for.

    Attributes:
        id: stable name.
        doc: what it is.
        column: the column that asks for it; `{axis}` stands for the axis of the row.
        table: the descriptor table whose rows ask for it; None where only the adapter can tell.
        field: the field of that table; None where every row asks.
        values: values that ask for it.
        neutral: values that do not; null never does.
        component: a component of which every row asks for it, instead of a descriptor table.
        needs: a feature without which this one makes no sense; an engine that lacks it lacks this one too, and does not
            say so once more.
        near: engines that come near, and say so.
        no: engines that cannot express it, and say so. Every other engine must express it.
    """

    id: str
    doc: str
    column: str
    table: str | None = None
    field: str | None = None
    values: tuple[Any, ...] | None = None
    neutral: tuple[Any, ...] | None = None
    component: str | None = None
    needs: str | None = None
    near: tuple[str, ...] = ()
    no: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Feature:
        if self.values is not None and self.neutral is not None:
            raise ValueError(f"{self.id}: give values or neutral, not both")
        if set(self.near) & set(self.no):
            raise ValueError(f"{self.id}: an engine comes near or cannot, not both")
        return self


class FeatureFile(_Record):
    """One TOML file: tables of engines and features by name."""

    engines: Mapping[str, Mapping[str, Any]] = {}
    features: Mapping[str, Mapping[str, Any]] = {}


class FeatureTable(_Record):
    """Engines and features by name, in the order of their files."""

    engines: Mapping[str, Engine]
    features: Mapping[str, Feature]

    def level(self, feature: str, engine: str) -> Level:
        """How well an engine expresses a feature.

        Raises:
            KeyError: no such feature.
        """
        record = self.features[feature]
        if record.needs is not None and self.level(record.needs, engine) is Level.NO:
            return Level.NO
        if engine in record.no:
            return Level.NO
        return Level.NEAR if engine in record.near else Level.EXACT
