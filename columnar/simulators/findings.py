"""Findings: what an engine cannot express, found by the feature table or by its adapter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from columnar.descriptors import Descriptors
from columnar.scene import Scene, json_value
from columnar.simulators.errors import SimulatorError
from columnar.simulators.file_units import in_file_units
from schemas.features import Feature, Level, load_features

__all__ = ["Findings", "Unsupported"]


@dataclass(frozen=True)
class Unsupported:
    """Something a column asks for that an engine does not do as asked.

    Attributes:
        path: the prim.
        column: the column that asks.
        feature: what it asks for; the features stand in `spec/runtimes/engines`.
        level: whether the engine comes near or cannot.
        value: the value that asks, if a single one does; in the units of the file, degrees for angles.
        meaning: what the engine does instead.
    """

    path: str
    column: str
    feature: str
    level: Level
    value: Any
    meaning: str

    def to_json(self) -> dict[str, Any]:
        """The finding in JSON's types."""
        return {
            "path": self.path,
            "column": self.column,
            "feature": self.feature,
            "level": str(self.level),
            "value": json_value(self.value),
            "meaning": self.meaning,
        }


class Findings:
    """Gathers what one engine cannot express.

    Args:
        engine: its name.
    """

    def __init__(self, engine: str) -> None:
        self._engine = engine
        self._table = load_features()
        self._found: dict[tuple[str, str, str], Unsupported] = {}

    def add(self, feature: str, path: str, *, column: str | None = None, value: Any = None) -> None:
        """Record that a prim asks for a feature that only the adapter can see; nothing where the engine has it."""
        record = self._table.features[feature]
        level = self._table.level(feature, self._engine)
        if level is not Level.EXACT and not self._covered(record):
            name = record.column if column is None else column
            self._found[path, name, feature] = Unsupported(path, name, feature, level, value, record.doc)

    def add_stated(self, descriptors: Descriptors, scene: Scene | None, *, leave: Iterable[str] = ()) -> None:
        """Record everything that the feature table finds in descriptors and columns.

        Args:
            descriptors: parsed columns.
            scene: the columns.
            leave: tables that are left alone.
        """
        left = set(leave)
        for feature in self._table.features.values():
            if self._table.level(feature.id, self._engine) is Level.EXACT or self._covered(feature):
                continue
            if feature.table in left:
                continue
            if feature.component is not None and scene is not None:
                self._add_component(feature, scene)
            elif feature.table is not None:
                self._add_rows(feature, descriptors)

    def finished(self, *, strict: bool) -> tuple[Unsupported, ...]:
        """Everything found, by path, column and feature.

        Raises:
            SimulatorError: `strict`, and there is something.
        """
        found = tuple(self._found[key] for key in sorted(self._found))
        if strict and found:
            first = found[0]
            more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
            raise SimulatorError(
                f"{first.path}: {first.column}: {self._engine} does not express this: {first.meaning}{more}; "
                f"build without strict to go on without"
            )
        return found

    def _covered(self, feature: Feature) -> bool:
        """Whether the engine lacks what the feature needs, which is a finding of its own."""
        return feature.needs is not None and self._table.level(feature.needs, self._engine) is Level.NO

    def _add_component(self, feature: Feature, scene: Scene) -> None:
        if feature.component in scene.tables:
            for prim in scene.column(str(feature.component), "prim").values.tolist():
                self.add(feature.id, scene.paths[prim])

    def _add_rows(self, feature: Feature, descriptors: Descriptors) -> None:
        table = descriptors.table(str(feature.table))
        asking = _active(descriptors, str(feature.table))
        if feature.field is not None:
            asking &= _asking(table.array(feature.field), feature)
        key = "joint" if "joint" in table.names else "path"
        names = [key, *(name for name in ("axis", feature.field) if name in table.names)]
        for row in table.arrow.select(list(dict.fromkeys(names))).filter(pa.array(asking)).to_pylist():
            column = feature.column.format(axis=row.get("axis", ""))
            field = feature.field or ""
            value = in_file_units(str(feature.table), field, row.get("axis"), row.get(field))
            self.add(feature.id, row[key], column=column, value=value)


def _asking(array: pa.Array, feature: Feature) -> npt.NDArray[np.bool_]:
    """(n,) bool: whether a value asks for the feature; null never does."""
    values = array.dictionary_decode() if pa.types.is_dictionary(array.type) else array
    listed = feature.values if feature.values is not None else feature.neutral or ()
    known = pa.array(listed, values.type) if listed else pa.array([], values.type)
    hit = pc.is_in(values, value_set=known)
    if feature.values is None:
        hit = pc.and_(pc.invert(hit), pc.is_valid(values))
    return np.asarray(pc.fill_null(hit, False).to_numpy(zero_copy_only=False), np.bool_)


def _active(descriptors: Descriptors, name: str) -> npt.NDArray[np.bool_]:
    """(n,) bool: whether the row is of something enabled."""
    table = descriptors.table(name)
    if name in ("joints", "shapes", "bodies"):
        return np.array(table.values("enabled"), np.bool_)
    if "joint" not in table.names:
        return np.ones(len(table), np.bool_)
    enabled = np.zeros(len(descriptors.paths) + 1, np.bool_)
    enabled[descriptors.joints.values("path")] = descriptors.joints.values("enabled")
    # A limit that locks its axis is no limit, but an axis less.
    locked = np.asarray(table.values("locked"), np.bool_) if "locked" in table.names else False
    return np.asarray(enabled[table.values("joint")] & ~np.asarray(locked), np.bool_)
