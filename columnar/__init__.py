"""Everything that needs only columns: scenes, files, queries, descriptors. No USD is imported here.

What builds on scenes is imported when it is first used, so that commands on files start without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from columnar.file import open_scene, save_scene
from columnar.scene import ColumnValues, Scene, SceneError, cells, equal_scenes

if TYPE_CHECKING:
    from columnar.descriptors import Descriptors
    from columnar.parsing import parse
    from columnar.queries import QueryRows, query, sql, tensor
    from columnar.store import Store, StoreError

__all__ = [
    "ColumnValues",
    "Descriptors",
    "QueryRows",
    "Scene",
    "SceneError",
    "Store",
    "StoreError",
    "cells",
    "equal_scenes",
    "open_scene",
    "parse",
    "query",
    "save_scene",
    "sql",
    "tensor",
]

_MODULES = {
    "Descriptors": "columnar.descriptors",
    "QueryRows": "columnar.queries",
    "Store": "columnar.store",
    "StoreError": "columnar.store",
    "parse": "columnar.parsing",
    "query": "columnar.queries",
    "sql": "columnar.queries",
    "tensor": "columnar.queries",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
