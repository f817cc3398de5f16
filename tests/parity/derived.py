"""Columns that a scene does not store because it need not: what they must be, from the rows and the contract."""

from __future__ import annotations

from schemas.contract import Contract
from tests.parity.cells import Cell, CellType, Rows

__all__ = ["add_derived"]

_ID = CellType("uint64", 1, "NONE", False)
_IDS = CellType("uint64", 1, "NONE", True)
_TOKEN = CellType("uint64", 1, "TOKEN_ID", False)

_ROOT_TYPES = ("SchemaBase", "TfType::_Root")
_INSTANCE = "XformInstance"
_INSTANCE_TYPES = ("Xformable",)


def add_derived(ours: Rows, theirs: Rows, contract: Contract) -> None:
    """Add path, parent, children, ancestor types and type name to our rows.

    Children are counted only if the reference has their rows too: whether it should is another comparison. The type
    name of a shared instance's root is not derivable, since the scene keeps it as an instance.
    """
    children: dict[str, list[str]] = {}
    for path in ours:
        parent = path.rpartition("/")[0]
        if parent and path in theirs:
            children.setdefault(parent, []).append(path)
    for path, row in ours.items():
        _add(row, "usd-path", _ID, [path])
        _add(row, "usd-parent", _ID, [parent for parent in [path.rpartition("/")[0]] if parent])
        _add(row, "usd-children", _IDS, children.get(path, []))
        prim_type = row["usd-prim-type"].value[0] if "usd-prim-type" in row else ""
        _add(row, "usd-ancestor-types", _IDS, _ancestors(prim_type, contract))
        if prim_type == _INSTANCE and path in theirs:
            given = theirs[path].get("usd-metadata:typeName")
            _add(row, "usd-metadata:typeName", _TOKEN, list(given.value) if given else [])
        else:
            _add(row, "usd-metadata:typeName", _TOKEN, [prim_type] if prim_type else [])


def _ancestors(prim_type: str, contract: Contract) -> list[str]:
    if prim_type == _INSTANCE:
        return list(_INSTANCE_TYPES)
    entry = contract.types.get(prim_type)
    return sorted((*entry.chain, *_ROOT_TYPES)) if entry else []


def _add(row: dict[str, Cell], column: str, kind: CellType, values: list[str]) -> None:
    if values:
        row[column] = Cell(kind, tuple(values), "derived")
