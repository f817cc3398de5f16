"""Which token columns have a dictionary that begins with a fixed set."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from columnar.scene import PathKind
from schemas.contract import Contract

__all__ = ["closed_sets"]


@cache
def closed_sets(contract: Contract, table: str) -> Mapping[str, tuple[str, ...]]:
    """By column of a table: the tokens that come first in its dictionary, all of them and in this order."""
    if table == "path":
        return {"kind": tuple(map(str, PathKind))}
    component = contract.components.get(table)
    return {} if component is None else {column.name: column.tokens for column in component.columns if column.tokens}
