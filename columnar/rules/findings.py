"""What validation found: places held as columns, objects made when asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from columnar.inspection import Hit
from columnar.scene import SCENE_TABLES, Scene, json_value
from schemas.rules import Rule, RuleCheck, RuleSeverity, RuntimeVerdict

__all__ = ["FoundPlaces", "RuleFinding", "RuleFindings"]


@dataclass(frozen=True)
class RuleFinding:
    """One place that breaks a rule.

    Attributes:
        rule: the rule's id.
        severity: how bad it is.
        path: the prim; "/" for the stage as a whole.
        column: full name of the column; `usd-schemas` and `usd-prim-type` for what the prim is.
        value: what the cell holds, None for nothing worth showing.
        expected: what should be there.
        remedy: what to do.
        runtimes: what known runtimes do with it.
    """

    rule: str
    severity: RuleSeverity
    path: str
    column: str
    value: Any
    expected: str
    remedy: str
    runtimes: Mapping[str, RuntimeVerdict]

    @property
    def message(self) -> str:
        """What was expected, and what to do."""
        return f"expected {self.expected}; {self.remedy}"

    def to_json(self) -> dict[str, Any]:
        """The finding in JSON's types."""
        return {
            "rule": self.rule,
            "severity": str(self.severity),
            "path": self.path,
            "column": self.column,
            "value": json_value(self.value),
            "message": self.message,
            "runtimes": {name: str(verdict) for name, verdict in self.runtimes.items()},
        }


class FoundPlaces(NamedTuple):
    """Places that break one check of a rule."""

    rule: Rule
    check: RuleCheck
    hit: Hit

    @property
    def severity(self) -> RuleSeverity:
        """How bad they are."""
        return self.check.severity or self.rule.severity


class RuleFindings(Sequence[RuleFinding]):
    """Findings in path order, for one path in the order of packs, rules and their checks.

    Args:
        scene: whose findings they are.
        places: by check, in the order of rules.
    """

    def __init__(self, scene: Scene, places: Sequence[FoundPlaces]) -> None:
        self._scene = scene
        self._places = [found for found in places if len(found.hit.prims)]

    def __len__(self) -> int:
        return sum(len(found.hit.prims) for found in self._places)

    @overload
    def __getitem__(self, index: int) -> RuleFinding: ...
    @overload
    def __getitem__(self, index: slice) -> list[RuleFinding]: ...
    def __getitem__(self, index: int | slice) -> RuleFinding | list[RuleFinding]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"finding {index} of {len(self)}")
        group, spot = (int(ids[index]) for ids in self._order)
        return self._made(self._places[group], spot)

    def __iter__(self) -> Iterator[RuleFinding]:
        for group, spot in zip(*(ids.tolist() for ids in self._order), strict=True):
            yield self._made(self._places[group], spot)

    @property
    def errors(self) -> int:
        """Number of errors."""
        return self.counts_by_severity[RuleSeverity.ERROR]

    @cached_property
    def counts_by_severity(self) -> Mapping[RuleSeverity, int]:
        """Findings of each severity."""
        counts = Counter(dict.fromkeys(RuleSeverity, 0))
        for found in self._places:
            counts[found.severity] += len(found.hit.prims)
        return counts

    @cached_property
    def counts_by_rule(self) -> Mapping[str, int]:
        """Findings of each rule that has any, in the order of rules."""
        counts: Counter[str] = Counter()
        for found in self._places:
            counts[found.rule.id] += len(found.hit.prims)
        return counts

    @cached_property
    def _order(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Group and position within it of every finding, in the order findings are given."""
        sizes = [len(found.hit.prims) for found in self._places]
        none = [np.zeros(0, np.int64)]
        prims = np.concatenate([np.asarray(found.hit.prims, np.int64) for found in self._places] or none)
        groups = np.repeat(np.arange(len(sizes)), sizes)
        spots = np.concatenate([np.arange(size) for size in sizes] or none)
        # Paths are numbered in byte order, groups are in the order of rules.
        order = np.lexsort((spots, groups, prims))
        return groups[order], spots[order]

    def _made(self, found: FoundPlaces, spot: int) -> RuleFinding:
        hit = found.hit
        return RuleFinding(
            rule=found.rule.id,
            severity=found.severity,
            path=self._scene.paths[int(hit.prims[spot])],
            column=self._column_name(hit, spot),
            value=None if hit.values is None else _plain(hit.values[spot]),
            expected=found.check.expected,
            remedy=found.rule.remedy,
            runtimes={**found.rule.runtimes, **found.check.runtimes},
        )

    def _column_name(self, hit: Hit, spot: int) -> str:
        known = self._scene.contract.components.get(hit.component)
        if hit.instances is None or known is None or hit.component in SCENE_TABLES or hit.column.startswith("usd-"):
            return hit.column
        return known.full_name(hit.column, str(hit.instances[spot]))


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value
