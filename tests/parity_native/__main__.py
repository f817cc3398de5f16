"""`python -m tests.parity_native`: hold the descriptors of every stage against the objects that ovphysx makes of it.

Both walkers of each stage are held against one another, too. Needs PEER_PYTHON, the interpreter of an environment with
ovphysx, physx-usd-schemas and newton-usd-schemas; with NEWTON_ASSETS, a folder with the unpacked newton wheel, its
stages too; with ROBOTS_PYTHON and ROBOT_ASSETS robots (see tests.parity). Prints how many fields of each kind were
compared, and exits with 1 if anything differs that no finding says, if an entry of exceptions.toml was not met, if a
stage does not open, or if fewer stages or fields were compared than there should be.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from schemas.findings import load_findings
from tests.parity.robots import RobotWorkshop
from tests.parity_native.exceptions import load_exceptions
from tests.parity_native.run import Totals, compare_all

__all__ = ["main"]

_LEAST_STAGES = {"samples": 60, "newton": 80, "cases": 70, "matrix": 16, "robots": 10}
_LEAST_FIELDS = {
    "frames": 55000,
    "limits": 65000,
    "drives": 52000,
    "axes": 53000,
    "actors": 28000,
    "object": 52000,
    "bases": 8300,
    "articulations": 8300,
}
"""Stages of each set and fields of each kind that a whole run compares at the least."""


def main() -> int:
    """Run and print; the exit code."""
    arguments = _arguments()
    python = os.environ.get("PEER_PYTHON")
    if not python:
        print(f"set PEER_PYTHON: {' '.join((__doc__ or '').split())}", file=sys.stderr)
        return 2
    newton, robots = os.environ.get("NEWTON_ASSETS"), os.environ.get("ROBOTS_PYTHON")
    with tempfile.TemporaryDirectory(prefix="parity-native-") as folder:
        totals = compare_all(
            peer_python=python,
            newton_assets=Path(newton) if newton else None,
            robots=RobotWorkshop(robots, Path(os.environ["ROBOT_ASSETS"])) if robots else None,
            folder=Path(folder),
            only=arguments.only,
            jobs=arguments.jobs,
        )
    problems = list(_problems(totals, whole=not arguments.only and None not in (newton, robots)))
    print("\n".join([*_lines(totals), *problems]))
    return 1 if problems else 0


def _lines(totals: Totals) -> list[str]:
    walkers = totals.walkers
    return [
        f"stages compared with native objects: {totals.stages.total()} ({_counted(totals.stages)})",
        f"fields compared: {totals.counts.total()} ({_counted(totals.counts)})",
        f"fields that findings say: {totals.findings.total()} ({_counted(totals.findings)})",
        f"fields in exceptions.toml: {totals.allowed.total()} ({_counted(totals.allowed)})",
        f"fields unexplained: {len(totals.unexplained)}",
        f"stages through both walkers: {walkers.stages}, {walkers.rows} rows",
        f"differences from ovphysx: {walkers.consumer.total()} ({_counted(walkers.consumer)})",
        f"differences under OpenUSD's own rules: {walkers.own.total()} ({_counted(walkers.own)})",
        f"differences unexplained: {len(walkers.unexplained)}",
    ]


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def _problems(totals: Totals, *, whole: bool) -> Iterator[str]:
    for stage, reason in totals.unopened.items():
        yield f"does not open: {stage}: {reason}"
    for stage, field in totals.unexplained:
        yield f"{stage} {field.path} {field.name}: promised {field.promised}, native {field.native}"
    for stage, one in totals.walkers.unexplained:
        yield f"{stage} {one.table} {one.path} {one.field}: columns {one.a}, USD {one.b} ({one.finding})"
    named = {*totals.findings, *(entry.finding for entry in load_exceptions())}
    yield from (f"no such finding: {id_}" for id_ in sorted(named - load_findings().keys()))
    if whole:
        yield from _gaps(totals)


def _gaps(totals: Totals) -> Iterator[str]:
    for entry in load_exceptions():
        if not totals.allowed[entry.finding]:
            yield f"exception never met: {entry.finding}"
    for group, count in _LEAST_STAGES.items():
        if totals.stages[group] < count:
            yield f"only {totals.stages[group]} stages of {group}, expected {count}"
    for kind, count in _LEAST_FIELDS.items():
        if totals.counts[kind] < count:
            yield f"only {totals.counts[kind]} fields of {kind}, expected {count}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.parity_native", description="Compare with the engine.")
    parser.add_argument("--only", default="", metavar="TEXT", help="only stages whose SET:NAME holds this text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="engines side by side")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
