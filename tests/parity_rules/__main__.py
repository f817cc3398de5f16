"""`python -m tests.parity_rules`: hold our rules against the checkers that others ship, on every stage there is.

Needs CHECKERS_PYTHON, the interpreter of an environment with simready-foundation-tier-core and usd-validation-nvidia,
NEWTON_PYTHON, one of an environment with newton, PEER_PYTHON and NEWTON_ASSETS (see tests.parity). The matrix of
followers is looked at again on live runtimes. Prints a table by rule, and exits with 1 if a verdict differs that
differences.toml does not name, if an entry of it was not met, or if a rule was compared without a prim that fails it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from columnar.reports import Block, Facts, Grid, Lines, plain_text
from schemas.rules import load_rules
from tests.parity_rules.differences import load_differences
from tests.parity_rules.mimics import matrix_rows
from tests.parity_rules.run import COMPARED_PACKS, RuleTotals, compare_stages
from tests.parity_rules.stages import compared_stages

__all__ = ["main"]

_NEEDED: Final = ("CHECKERS_PYTHON", "NEWTON_PYTHON", "PEER_PYTHON", "NEWTON_ASSETS")
_LEAST_STAGES: Final = {"samples": 60, "newton": 80, "cases": 70, "snippets": 240, "examples": 250}
_NOT_LIVE: Final = {
    "DJ.005": "its checker asks for a schema that no longer exists",
    "openusd.ArticulationOnKinematicBody": "gone from OpenUSD since 25.11; JT.ART.003 is the same condition",
    "openusd.NestedRigidBody": "gone from OpenUSD since 25.11; RB.006 is the same condition",
}
"""Rules that nothing installed checks."""


def main() -> int:
    """Run and print; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.parity_rules", description="Compare with shipped checkers.")
    parser.add_argument("--only", default="", metavar="TEXT", help="only stages whose SET:NAME holds this text")
    only = parser.parse_args().only
    missing = [name for name in _NEEDED if not os.environ.get(name)]
    if missing:
        print(f"set {' and '.join(missing)}: {' '.join((__doc__ or '').split())}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="parity-rules-") as folder:
        stages = compared_stages(
            checkers_python=os.environ["CHECKERS_PYTHON"],
            peer_python=os.environ["PEER_PYTHON"],
            newton_assets=Path(os.environ["NEWTON_ASSETS"]),
            folder=Path(folder),
        )
        chosen = [stage for stage in stages if only in str(stage)]
        totals = compare_stages(chosen, checkers_python=os.environ["CHECKERS_PYTHON"])
        matrix = [] if only else list(_matrix(Path(folder)))
    problems = [
        *_problems(totals, whole=not only),
        *(f"followers: {name}: {runtime} {now}, not {then}" for name, runtime, then, now in matrix if then != now),
    ]
    seen = Grid("followers on live runtimes", ("stage", "runtime", "recorded", "seen"), matrix)
    print(plain_text([*_blocks(totals), *([seen] if matrix else []), Lines(f"problems: {len(problems)}", problems)]))
    return 1 if problems else 0


def _matrix(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    python = {"newton_python": os.environ["NEWTON_PYTHON"], "peer_python": os.environ["PEER_PYTHON"]}
    yield from matrix_rows(**python, folder=folder)


def _blocks(totals: RuleTotals) -> Iterator[Block]:
    groups = ", ".join(f"{name} {count}" for name, count in sorted(totals.stages.items()))
    broken = ", ".join(f"{name} {count}" for name, count in sorted(totals.broken.items()))
    facts = [
        ("stages compared", f"{totals.stages.total()} ({groups})"),
        ("stages that do not open", str(len(totals.unopened))),
        ("verdicts both fail", str(totals.agreed.total())),
        ("checkers that broke down", broken),
    ]
    yield Facts("rules against shipped checkers", facts)
    excused = {rule: sum(count for (_, id_), count in totals.excused.items() if id_ == rule) for rule in totals.agreed}
    rows = [(rule, totals.agreed[rule], totals.passed[rule], excused[rule]) for rule in sorted(totals.agreed)]
    yield Grid("by rule", ("rule", "both fail", "both pass", "listed differences"), rows)
    reasons = sorted((rule, entry.side, count, entry.reason) for (entry, rule), count in totals.excused.items())
    yield Grid("listed differences", ("rule", "found by", "prims", "reason"), reasons)
    yield Lines("not compared live", [f"{rule}: {reason}" for rule, reason in _NOT_LIVE.items()])


def _problems(totals: RuleTotals, *, whole: bool) -> Iterator[str]:
    yield from (f"{stage}: {rule}: {path}: only {side}" for stage, rule, side, path in totals.unexplained)
    if not whole:
        return
    met = {entry for entry, _ in totals.excused}
    yield from (f"never met: {entry.rules}: {entry.reason}" for entry in load_differences() if entry not in met)
    for rule in load_rules().values():
        if rule.pack in COMPARED_PACKS and rule.id not in _NOT_LIVE:
            if not totals.agreed[rule.id]:
                yield f"{rule.id}: no prim that both fail"
            if not totals.passed[rule.id]:
                yield f"{rule.id}: no prim that both let pass"
    for group, least in _LEAST_STAGES.items():
        if totals.stages[group] < least:
            yield f"only {totals.stages[group]} stages of {group}, expected {least}"


if __name__ == "__main__":
    sys.exit(main())
