"""Shared prototypes bear other names in every run; they are matched through the instance roots that point at them."""

from __future__ import annotations

from tests.parity.cells import Rows

__all__ = ["rename_prototypes"]

_POINTER = "_protoPath"


def rename_prototypes(theirs: Rows, ours: Rows) -> Rows:
    """The reference's rows with prototypes under our names, in prim paths and in path-valued cells."""
    names: dict[str, str] = {}
    while new := _matched(theirs, ours, names):
        names |= new
    if not names:
        return theirs
    renamed: Rows = {}
    for prim, row in theirs.items():
        place = renamed.setdefault(_rename(prim, names), {})
        for column, cell in row.items():
            if any(isinstance(value, str) and value.startswith("/__") for value in cell.value):
                cell = cell._replace(value=tuple(_rename(value, names) for value in cell.value))
            place[column] = cell
    return renamed


def _matched(theirs: Rows, ours: Rows, names: dict[str, str]) -> dict[str, str]:
    """Prototypes that an instance root points at whose own path is known already: nested ones follow outer ones."""
    found = {}
    for prim, row in theirs.items():
        if _POINTER not in row:
            continue
        (prototype,) = row[_POINTER].value
        place = ours.get(_rename(prim, names), {})
        if prototype not in names and _POINTER in place:
            found[prototype] = place[_POINTER].value[0]
    return found


def _rename(path: str, names: dict[str, str]) -> str:
    root, separator, rest = path[1:].partition("/")
    return names.get("/" + root, "/" + root) + separator + rest
