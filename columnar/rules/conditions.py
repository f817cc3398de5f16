"""Conditions that a check puts on rows and cells, by the names that rule files use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from functools import partial, reduce
from types import MappingProxyType
from typing import Final

import numpy as np

from columnar.inspection import ComponentRows
from columnar.rules.driving import idle_followers, on_own_axis
from columnar.rules.rule_scene import Flags, RuleScene
from schemas.contract import Contract
from schemas.rules import RuleCheck

__all__ = ["chosen_cells", "chosen_rows", "known_condition"]

_ROW_CONDITIONS: Final[Mapping[str, Callable[[RuleScene, ComponentRows, str], Flags]]] = MappingProxyType(
    {
        "listed": lambda _, rows, __: rows.listed,
        "is_a": lambda scene, rows, name: scene.is_a(name)[rows.prims],
        "applies": lambda scene, rows, name: scene.applies(name)[rows.prims],
        "own_axis": lambda scene, rows, _: on_own_axis(scene, rows),
        "idle_follower": lambda scene, rows, _: idle_followers(scene)[rows.prims],
        "excluded": lambda scene, rows, _: scene.excluded[rows.prims],
        "in_tree": lambda scene, rows, _: scene.in_tree[rows.prims],
        "below_body": lambda scene, rows, _: scene.below_body(rows.prims),
        "proxy": lambda scene, rows, _: scene.instance_proxies[rows.prims],
        "below_default": lambda scene, rows, _: scene.below_default[rows.prims],
        "true": lambda _, rows, name: rows.cells(name).filled(False).astype(np.bool_),
    }
)
"""Whether each row fulfils a condition; what stands behind the colon is the last argument."""

_CELL_CONDITIONS: Final[Mapping[str, Callable[[RuleScene, ComponentRows, str], Flags]]] = MappingProxyType(
    {
        "authored": lambda _, rows, column: rows.cells(column).authored,
        "present": lambda _, rows, column: rows.cells(column).present,
        "blocked": lambda _, rows, column: rows.cells(column).blocked,
        "mistyped": lambda scene, rows, column: scene.mistyped(column)[rows.prims],
    }
)
"""Whether each cell of a column fulfils a condition."""


def chosen_rows(scene: RuleScene, rows: ComponentRows, check: RuleCheck) -> Flags:
    """(n,) bool: rows of which every row condition and the choice of instances hold; read-only, as checks share it."""
    texts = tuple(text for text in check.where if _name(text) in _ROW_CONDITIONS)
    key = ("chosen", rows.component, texts, check.instances)
    return scene.once(key, lambda: _chosen(scene, rows, texts, check.instances))


def _chosen(scene: RuleScene, rows: ComponentRows, texts: Iterable[str], instances: Collection[str]) -> Flags:
    wanted = [scene.once((rows.component, text), partial(_holds, scene, rows, text)) for text in texts]
    if instances:
        wanted.append(rows.token_in("instance", instances))
    found: Flags = reduce(np.logical_and, wanted, np.ones(len(rows), np.bool_))
    found.flags.writeable = False
    return found


def chosen_cells(scene: RuleScene, rows: ComponentRows, check: RuleCheck, column: str) -> Flags:
    """(n,) bool: cells of which every cell condition holds."""
    wanted = [text for text in check.where if _name(text) in _CELL_CONDITIONS]
    flags = (_denied(_CELL_CONDITIONS[_name(text)](scene, rows, column), text) for text in wanted)
    return reduce(np.logical_and, flags, np.ones(len(rows), np.bool_))


def known_condition(text: str, contract: Contract) -> bool:
    """Whether a condition is one, and what stands behind its colon exists."""
    argument = text.partition(":")[2]
    known: dict[str, Container[str]] = {"is_a": contract.types, "applies": contract.apis}
    if _name(text) not in known:
        return _name(text) in {*_ROW_CONDITIONS, *_CELL_CONDITIONS}
    return argument in contract.components or argument in known[_name(text)]


def _name(text: str) -> str:
    return text.removeprefix("!").partition(":")[0]


def _holds(scene: RuleScene, rows: ComponentRows, text: str) -> Flags:
    name, _, argument = text.removeprefix("!").partition(":")
    return _denied(_ROW_CONDITIONS[name](scene, rows, argument), text)


def _denied(flags: Flags, text: str) -> Flags:
    return ~flags if text.startswith("!") else flags
