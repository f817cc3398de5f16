"""A support table held against what was observed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import NamedTuple

from schemas.contract import load_contract
from schemas.support import RuntimeSupport, Support
from tests.parity_support.observed import Observed

__all__ = ["Verdicts", "judge"]

_LOOKED_AT = (Support.READ, Support.CONVERTED)


class Unproven(NamedTuple):
    """Columns for which no stage can show what a table says, as patterns of `component.column`, and why."""

    columns: tuple[str, ...]
    why: str

    def holds(self, name: str) -> bool:
        return any(fnmatchcase(name, pattern) for pattern in self.columns)


class Verdicts(NamedTuple):
    """What came of a table.

    Attributes:
        read: columns called read or converted that changed the model.
        ignored: columns called defaulted or ignored that did not.
        wrong: contradictions, and columns without proof and without a reason in `unproven.toml`.
        unproven: columns without proof, with the reason.
    """

    read: Sequence[str]
    ignored: Sequence[str]
    wrong: Sequence[str]
    unproven: Mapping[str, str]


def judge(table: RuntimeSupport, observed: Observed) -> Verdicts:
    """Hold every column of the contract against what was observed.

    Args:
        table: a support table.
        observed: which columns changed the runtime's model.
    """
    reasons = _reasons(table.name)
    read: list[str] = []
    ignored: list[str] = []
    wrong: list[str] = []
    unproven: dict[str, str] = {}
    met: set[str] = set()
    for component, column in _columns():
        name = f"{component}.{column}"
        support = table.cell(component, column).support
        looked_at, changed = support in _LOOKED_AT, observed.get((component, column))
        reason = next((entry for entry in reasons if entry.holds(name)), None)
        if changed is None or (looked_at and not changed):
            if reason is None:
                wrong.append(f"{name} is {support}: {'no stage holds it' if changed is None else 'nothing changed'}")
            else:
                unproven[name] = reason.why
                met.add(reason.why)
        elif changed != looked_at:
            wrong.append(f"{name} is {support}: the model changed")
        else:
            (read if looked_at else ignored).append(name)
    own = reasons[: len(reasons) - len(_reasons("every"))]
    wrong += [f"unproven.toml: {', '.join(entry.columns)}: not needed" for entry in own if entry.why not in met]
    return Verdicts(read, ignored, wrong, unproven)


def _columns() -> Iterator[tuple[str, str]]:
    for component in load_contract().components.values():
        yield from ((component.name, column.name) for column in component.columns)


@cache
def _reasons(runtime: str) -> tuple[Unproven, ...]:
    data = tomllib.loads(Path(__file__).with_name("unproven.toml").read_text(encoding="utf-8"))
    entries = data["every"] if runtime == "every" else [*data[runtime], *data["every"]]
    return tuple(Unproven(tuple(entry["columns"]), entry["why"]) for entry in entries)
