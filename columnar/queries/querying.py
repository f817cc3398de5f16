"""Rows of components joined by entity, always in entity order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene import ColumnValues, Scene, SceneError, column_values, instance_ranks, numpy_values, take_rows
from schemas.contract import Component, ComponentKind, unknown_name

__all__ = ["QueryRows", "query", "require_scene"]

Index = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class _Named(NamedTuple):
    """A component as a query names it: `instance` is None for any instance, "" where it takes none."""

    text: str
    component: Component
    instance: str | None


@dataclass(frozen=True, eq=False)
class QueryRows:
    """Entities that hold all components of a query, and their cells.

    Attributes:
        scene: the scene that was asked.
        entity: (n,) uint64 ids, ascending; as often as the entity has instances where the query asks for any of a
            multiple-apply component.
        instance: (n,) instance names of that component, None without one.
        rows: by component as the query names it, (n,) its rows in the scene's table.
    """

    scene: Scene
    entity: npt.NDArray[np.uint64]
    instance: tuple[str, ...] | None
    rows: Mapping[str, Index]

    def __len__(self) -> int:
        return len(self.entity)

    def column(self, component: str, name: str) -> ColumnValues:
        """A column's cells, row i being those of `entity[i]` (see `ColumnValues`); its `prim` is `entity`.

        The arrays are read-only; they are views of the scene's memory where the rows of the table follow one another,
        which they do if all of them take part.

        Raises:
            SceneError: a component that is not part of the query, or no such column.
        """
        if component not in self.rows:
            raise SceneError(f"the query does not ask for {component!r}; it asks for: {', '.join(self.rows)}")
        table = self.scene.rows(component.partition(":")[0])
        index = table.type.get_field_index(name)
        if index < 0:
            known = [field.name for field in table.type]
            raise SceneError(f"{component}: {unknown_name('column', name, known)}")
        picked = _picked(pa.RecordBatch.from_struct_array(table).column(index), self.rows[component])
        return column_values(picked, self.entity)

    def paths(self) -> list[str]:
        """(n,) path of each entity."""
        found: list[str] = self.scene.paths.arrow.take(pa.array(self.entity)).to_pylist()
        return found


def query(scene: Scene, *components: str, without: Sequence[str] | str = (), type: str | None = None) -> QueryRows:
    """Entities that hold all the components and none of `without`.

    An entity holds a component by its type or an applied schema; cells that the producer writes without that do not
    count. Rows come in entity order whatever the scene went through.

    Args:
        scene: any scene.
        components: component names. `PhysicsDriveAPI:angular` is one instance of a multiple-apply component; the bare
            name is any of them, one row each; only one component may be named like that.
        without: components (or instances) an entity must not hold; one, or a sequence.
        type: prim type an entity has or derives from; without components it alone selects.

    Raises:
        SceneError: no such component or prim type, two components with any instance, or nothing to ask for.
    """
    require_scene(scene, "query")
    without = (without,) if isinstance(without, str) else without
    asked = [_named(scene, text) for text in components]
    several = [named.text for named in asked if named.instance is None]
    if len(several) > 1:
        raise SceneError(f"query: {' and '.join(several)} may both have several rows; name an instance of one of them")
    if not asked and type is None:
        raise SceneError("query: expected at least one component, or a type")
    kept = np.ones(len(scene.rows("path")), np.bool_) if type is None else _of_type(scene, type)
    tables = {named.text: _listed(scene, named) for named in asked}
    for prims, _ in tables.values():
        kept &= _marks(prims, len(kept))
    for text in without:
        kept &= ~_marks(_listed(scene, _named(scene, text))[0], len(kept))
    if several:
        prims, _ = tables[several[0]]
        entity = prims[kept[prims.astype(np.int64)]]
    else:
        entity = np.flatnonzero(kept).astype(np.uint64)
    entity.flags.writeable = False
    rows = {
        text: _joined(prims, numbers, entity, kept, every=text in several) for text, (prims, numbers) in tables.items()
    }
    return QueryRows(scene, entity, _instances(scene, several, rows), rows)


def require_scene(given: object, call: str) -> None:
    """Refuse what is no scene.

    Raises:
        SceneError: saying what to give.
    """
    if not isinstance(given, Scene):
        raise SceneError(
            f"{call}: {given!r} given, expected a Scene; a store's are what `seal`, `at` and `latest` give"
        )


def _named(scene: Scene, text: str) -> _Named:
    name, _, instance = str(text).partition(":")
    component = scene.contract.components.get(name)
    if component is None or component.kind is ComponentKind.BLOCK:
        raise SceneError(f"query: {unknown_name('component', name, [c.name for c in scene.contract.tables])}")
    if instance and not component.multiple_apply:
        raise SceneError(f"query: {text!r} names an instance, but {name} is not multiple-apply")
    return _Named(text, component, (instance or None) if component.multiple_apply else "")


def _of_type(scene: Scene, name: str) -> Flags:
    if name and name not in scene.contract.types:
        raise SceneError(f"query: {unknown_name('prim type', name, scene.contract.types)}")
    prims = scene.table("prim")
    types = prims["usd-prim-type"].combine_chunks()
    fits = [scene.contract.is_a(text, name) for text in types.dictionary.to_pylist()]
    return _marks(
        scene.column("prim", "parent").prim[np.array([*fits, not name])[numpy_values(types)]], len(scene.paths)
    )


def _listed(scene: Scene, named: _Named) -> tuple[npt.NDArray[np.uint64], Index]:
    """Entities and rows of a component's table where the prim holds it."""
    name = named.component.name
    if name not in scene.tables:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    batch = pa.RecordBatch.from_struct_array(scene.rows(name))
    listed = numpy_values(batch.column("listed"))
    if named.instance:
        ranks, names = instance_ranks(batch.column("instance"))
        place = names.index(named.instance) if named.instance in names else -1
        listed = listed & (ranks == place)
    prims = numpy_values(batch.column("prim"))
    if listed.all():
        return prims, np.arange(len(prims))
    rows = np.flatnonzero(listed)
    return prims[rows], rows


def _marks(prims: npt.NDArray[np.uint64], count: int) -> Flags:
    marked = np.zeros(count, np.bool_)
    marked[prims.astype(np.int64)] = True
    return marked


def _joined(
    prims: npt.NDArray[np.uint64], numbers: Index, entity: npt.NDArray[np.uint64], kept: Flags, *, every: bool
) -> Index:
    """Row of each entity; for the component with any instance every row of the entities."""
    if every:
        return numbers[kept[prims.astype(np.int64)]]
    if len(prims) == len(entity) and np.array_equal(prims, entity):
        return numbers
    return numbers[np.searchsorted(prims, entity)]


def _instances(scene: Scene, several: Sequence[str], rows: Mapping[str, Index]) -> tuple[str, ...] | None:
    if not several:
        return None
    batch = pa.RecordBatch.from_struct_array(scene.rows(several[0])) if several[0] in scene.tables else None
    if batch is None:
        return ()
    return tuple(batch.column("instance").take(pa.array(rows[several[0]])).to_pylist())


def _picked(array: pa.Array, rows: Index) -> pa.Array:
    """The rows of a column, without a copy where they follow one another."""
    if not len(rows):
        return array.slice(0, 0)
    first, last = int(rows[0]), int(rows[-1])
    if last - first + 1 == len(rows) and (np.diff(rows) == 1).all():
        return array.slice(first, len(rows))
    return take_rows(array, rows)
