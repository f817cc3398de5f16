"""The populated prims that a caller's tables imply: types, API schemas, ancestors, transforms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.assembly.holdings import held_components
from columnar.assembly.opinions import Archetype, RowTable
from columnar.assembly.user_tables import PRIM_TABLE, TableProblems, UserTable
from columnar.scene import numpy_values, world_matrices
from schemas.contract import ComponentKind, Contract

__all__ = ["derive_rows"]

_DEFAULT_TYPE = "Xform"
_ROOT = Archetype(prim_type="", schemas=(), unregistered=(), xformable=False, held={})


@dataclass
class _Prim:
    """What the tables say of one prim; `prim_type` None where no table gives a type."""

    prim_type: str | None = None
    tables: set[str] = field(default_factory=set)
    applied: set[str] = field(default_factory=set)


def derive_rows(tables: Sequence[UserTable], contract: Contract, problems: TableProblems) -> RowTable:
    """Rows of every prim the tables name and of all their ancestors, "/" included.

    A prim's type is what the `prim` table says, else the most derived of the prim-type tables it stands in, else Xform;
    ancestors that no table names are plain Xforms without cells.
    """
    prims = _prims(tables, contract)
    paths = sorted(_with_ancestors(prims), key=str.encode)
    row_of = {path: row for row, path in enumerate(paths)}
    archetypes: dict[tuple[object, ...], int] = {}
    made: list[Archetype] = []
    codes = np.zeros(len(paths), np.int32)
    for row, path in enumerate(paths):
        prim = prims.get(path)
        key: tuple[object, ...] = (path == "/",)
        if prim is not None:
            key = (prim.prim_type, tuple(sorted(prim.tables)), tuple(sorted(prim.applied)))
        if key not in archetypes:
            archetypes[key] = len(made)
            made.append(_archetype(path, prim, contract, problems))
        codes[row] = archetypes[key]
    local, reset = _transforms(tables, row_of, codes, made, problems)
    parent = np.array([row_of.get(_parent(path), -1) for path in paths], np.int64)
    return RowTable(
        paths=pa.array(paths, pa.large_string()),
        parent=parent,
        archetype=codes,
        archetypes=tuple(made),
        local=local,
        reset=reset,
        world=world_matrices(local, reset, parent),
        from_instance=np.zeros(len(paths), np.bool_),
    )


def _prims(tables: Sequence[UserTable], contract: Contract) -> dict[str, _Prim]:
    found: dict[str, _Prim] = defaultdict(_Prim)
    for table in tables:
        if table.name == PRIM_TABLE:
            _add_prim_table(table, contract, found)
            continue
        if contract.components[table.name].kind is ComponentKind.PRIM_TYPE:
            for path in table.prims:
                found[path].tables.add(table.name)
            continue
        for row, path in enumerate(table.prims):
            suffix = "" if table.instances is None else ":" + table.instances[row]
            found[path].applied.add(table.name + suffix)
    return dict(found)


def _add_prim_table(table: UserTable, contract: Contract, found: dict[str, _Prim]) -> None:
    nothing = [None] * len(table.prims)
    types, schemas, unregistered = (
        table.columns[name].to_pylist() if name in table.columns else nothing
        for name in ("usd-prim-type", "usd-schemas", "unregistered")
    )
    for path, prim_type, known, other in zip(table.prims, types, schemas, unregistered, strict=True):
        prim = found[path]
        prim.prim_type = prim_type
        prim.applied.update(name for name in known or () if not _is_bare(name, contract))
        prim.applied.update(other or ())


def _is_bare(name: str, contract: Contract) -> bool:
    """A multiple-apply name without instance is published beside each instance; it applies nothing itself."""
    return name in contract.apis and contract.apis[name].multiple_apply


def _with_ancestors(paths: Iterable[str]) -> set[str]:
    found = {"/"}
    for path in paths:
        while path and path not in found:
            found.add(path)
            path = _parent(path)
    return found


def _parent(path: str) -> str:
    return "" if path == "/" else path.rpartition("/")[0] or "/"


def _archetype(path: str, prim: _Prim | None, contract: Contract, problems: TableProblems) -> Archetype:
    if path == "/":
        return _ROOT
    if prim is None:
        return Archetype(prim_type=_DEFAULT_TYPE, schemas=(), unregistered=(), xformable=True, held={})
    prim_type = _prim_type(path, prim, contract, problems)
    schemas = contract.expand_schemas(sorted(prim.applied), prim_type)
    held = dict.fromkeys(sorted(prim.tables), ("",)) | held_components(contract, prim_type, schemas)
    return Archetype(
        prim_type=prim_type,
        schemas=schemas.published,
        unregistered=schemas.unregistered,
        xformable=contract.is_a(prim_type, "Xformable"),
        held=held,
    )


def _prim_type(path: str, prim: _Prim, contract: Contract, problems: TableProblems) -> str:
    candidates = sorted(prim.tables) if prim.prim_type is None else [prim.prim_type]
    for name in candidates:
        if all(contract.is_a(name, other) for other in prim.tables):
            return name
    if not candidates:
        return _DEFAULT_TYPE
    listed = ", ".join(sorted(prim.tables))
    said = (
        f"but the prim table says {prim.prim_type!r}"
        if prim.prim_type is not None
        else "of which none derives from the others"
    )
    problems.add(f"{path}: stands in the prim-type tables {listed}, {said}; a prim has one type")
    return candidates[0]


def _transforms(
    tables: Sequence[UserTable],
    row_of: dict[str, int],
    codes: npt.NDArray[np.int32],
    archetypes: Sequence[Archetype],
    problems: TableProblems,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    local = np.tile(np.eye(4), (len(codes), 1, 1))
    reset = np.zeros(len(codes), np.bool_)
    for table in tables:
        if table.name != PRIM_TABLE:
            continue
        rows = np.array([row_of[path] for path in table.prims], np.int64)
        for name in ("omni:xform", "omni:resetXformStack"):
            if name not in table.columns:
                continue
            given = np.flatnonzero(np.asarray(table.columns[name].is_valid()))
            fixed = [i for i in given if not archetypes[codes[rows[i]]].xformable]
            unfit: list[tuple[int, object]] = [(int(i), table.prims[i]) for i in fixed]
            problems.add_rows(PRIM_TABLE, unfit, f"{name!r} on a prim whose type is not Xformable")
            values = numpy_values(table.columns[name])[given]
            if name == "omni:xform":
                local[rows[given]] = values.reshape(-1, 4, 4)
            else:
                reset[rows[given]] = values
    return local, reset
