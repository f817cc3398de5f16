"""`python -m tests.parity_native`: hold the descriptors of every stage against the objects that ovphysx makes of it.

Needs PEER_PYTHON, the interpreter of an environment with ovphysx, physx-usd-schemas and newton-usd-schemas; with
NEWTON_ASSETS, a folder with the unpacked newton wheel, its stages too. Prints how many fields of each kind were
compared, and exits with 1 if anything differs that exceptions.toml does not allow, if one of its entries was not met,
or if fewer fields were compared than there should be.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from tests.parity_native.exceptions import load_exceptions
from tests.parity_native.run import Totals, compare_all

__all__ = ["main"]

_LEAST = {"frames": 7000, "limits": 5000, "drives": 6000, "axes": 7500, "actors": 3500, "object": 5500, "bases": 700}
"""Fields of each kind that a whole run compares at the least."""


def main() -> int:
    """Run and print; the exit code."""
    arguments = _arguments()
    python = os.environ.get("PEER_PYTHON")
    if not python:
        print(f"set PEER_PYTHON: {' '.join((__doc__ or '').split())}", file=sys.stderr)
        return 2
    newton = os.environ.get("NEWTON_ASSETS")
    with tempfile.TemporaryDirectory(prefix="parity-native-") as folder:
        totals = compare_all(
            peer_python=python,
            newton_assets=Path(newton) if newton else None,
            folder=Path(folder),
            only=arguments.only,
            jobs=arguments.jobs,
        )
    problems = list(_problems(totals, whole=not arguments.only and newton is not None))
    print("\n".join([*_lines(totals), *problems]))
    return 1 if problems else 0


def _lines(totals: Totals) -> list[str]:
    stages = ", ".join(f"{group} {count}" for group, count in totals.stages.items())
    fields = ", ".join(f"{kind} {count}" for kind, count in totals.counts.most_common())
    allowed = ", ".join(f"{name} {count}" for name, count in sorted(totals.allowed.items()))
    unopened = [f"not opened: {stage}: {reason}" for stage, reason in totals.unopened.items()]
    return [
        f"stages compared: {totals.stages.total()} ({stages})",
        f"fields compared: {totals.counts.total()} ({fields})",
        f"differences allowed: {totals.allowed.total()} ({allowed})",
        *unopened,
    ]


def _problems(totals: Totals, *, whole: bool) -> list[str]:
    found = [
        f"{stage} {field.path} {field.name}: promised {field.promised}, native {field.native}"
        for stage, field in totals.unexplained
    ]
    if whole:
        met = set(totals.allowed)
        found += [f"exception never met: {entry.id}" for entry in load_exceptions() if entry.id not in met]
        found += [
            f"only {totals.counts[kind]} fields of {kind}, expected {count}"
            for kind, count in _LEAST.items()
            if totals.counts[kind] < count
        ]
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.parity_native", description="Compare with the engine.")
    parser.add_argument("--only", default="", metavar="TEXT", help="only stages whose SET:NAME holds this text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="engines side by side")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
