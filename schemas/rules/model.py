"""The record of a rule, its checks, and the TOML file that rules are read from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, model_validator

from schemas.rules.interval import Interval

__all__ = ["Rule", "RuleCheck", "RuleFile", "RuleSeverity", "RuntimeVerdict"]

_HEADER = (
    '#usda 1.0\n(\n    defaultPrim = "World"\n    kilogramsPerUnit = 1\n    metersPerUnit = 1\n    upAxis = "Z"\n)\n\n'
)


class RuleSeverity(StrEnum):
    """How bad a finding is. Errors make `validate` exit with 1."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class RuntimeVerdict(StrEnum):
    """What a runtime does with what the rule finds: reads it, leaves it unread, or refuses it."""

    ACCEPTS = "accepts"
    IGNORES = "ignores"
    REJECTS = "rejects"


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RuleCheck(_Record):
    """One condition of a rule.

    Attributes:
        predicate: what looks for the places that break it, by its name in `columnar.rules`.
        expected: what should be there, for the message.
        component: component of the columns.
        columns: columns looked at; for a multiple-apply component their names without instance.
        where: conditions on the rows looked at, all of which must hold; `!` in front denies one.
        interval: numbers that are allowed.
        allowed: further values that are allowed: sentinels outside the interval, tokens, type names.
        instances: instance names looked at, all if there are none.
        finding: the recorded finding (`spec/findings`) whose trap is looked for.
        severity: differs from the rule's.
        runtimes: what runtimes do with what breaks this check, beside or instead of what the rule says.
    """

    predicate: str
    expected: str
    component: str = ""
    columns: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    interval: Interval | None = None
    allowed: tuple[float | str, ...] = ()
    instances: tuple[str, ...] = ()
    finding: str | None = None
    severity: RuleSeverity | None = None
    runtimes: Mapping[str, RuntimeVerdict] = {}


class Rule(_Record):
    """A rule.

    Attributes:
        id: stable name; never given to another rule.
        pack: the pack it belongs to.
        severity: how bad it is to break it.
        title: what it asks for, in a sentence without a full stop.
        why: what comes of breaking it.
        remedy: what to do.
        note: where a shipped checker differs from its own text, and what holds here.
        source: where it comes from.
        since: first OpenUSD version with it, for native rules.
        until: last OpenUSD version with it, for native rules.
        runtimes: what known runtimes do with what breaks it.
        checks: its conditions.
        common: what both examples begin with.
        passing: a stage that keeps it.
        failing: a stage that breaks it.
        fails: prims of `failing` that break it; "/" for the stage as a whole.
    """

    id: str
    pack: str
    severity: RuleSeverity
    title: str
    why: str
    remedy: str
    note: str = ""
    source: str = ""
    since: str | None = None
    until: str | None = None
    runtimes: Mapping[str, RuntimeVerdict] = {}
    checks: tuple[RuleCheck, ...]
    common: str = ""
    passing: str
    failing: str
    fails: tuple[str, ...]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if not self.checks:
            raise ValueError(f"{self.id}: a rule without checks finds nothing")
        if not self.fails:
            raise ValueError(f"{self.id}: 'fails' names no prim of the failing example")
        return self

    @cached_property
    def passing_stage(self) -> str:
        """The passing example as a whole layer."""
        return _layer(self.common, self.passing)

    @cached_property
    def failing_stage(self) -> str:
        """The failing example as a whole layer."""
        return _layer(self.common, self.failing)

    @cached_property
    def known_runtimes(self) -> frozenset[str]:
        """Runtimes of which the rule, or one of its checks, has a verdict."""
        return frozenset(self.runtimes).union(*(check.runtimes for check in self.checks))

    def holds_in(self, openusd: str) -> bool:
        """Whether a version of OpenUSD has the rule; rules without bounds hold in all."""
        version = _version(openusd)
        after = self.since is None or version >= _version(self.since)
        return after and (self.until is None or version <= _version(self.until))


class RuleFile(_Record):
    """A file of `spec/rules`: what its rules have in common, the rules, and why others of the pack are missing."""

    pack: str
    source: str = ""
    common: str = ""
    rules: tuple[Mapping[str, Any], ...]
    unreachable: Mapping[str, str] = {}

    def records(self) -> list[Rule]:
        """Every rule of the file, in its order.

        Raises:
            ValidationError: an entry does not make a rule.
        """
        shared = {"pack": self.pack, "source": self.source, "common": self.common}
        return [Rule.model_validate({**shared, **entry}) for entry in self.rules]


def _layer(common: str, text: str) -> str:
    """A layer from an example; one that does not begin as a layer gets units and a default prim."""
    return text if text.startswith("#usda") else _HEADER + common + text


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text))
