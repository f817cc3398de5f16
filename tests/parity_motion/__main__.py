"""`python -m tests.parity_motion`: step every stage in ovphysx from USD and from our columns, and compare to the bit.

Needs PEER_PYTHON, the interpreter of an environment with ovphysx, physx-usd-schemas, newton-usd-schemas, pyarrow and
pydantic; with NEWTON_ASSETS, a folder with the unpacked newton wheel, its stages too. Columns of `--instancing share`
without extension rows must give the same motion; with them, only stages that use such an extension may differ. Exits
with 1 if one does not, or if fewer bodies were compared than there should be.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from tests.parity_motion.run import Totals, compare_all

__all__ = ["main"]

_LEAST_BODIES = 1000
"""Bodies that a whole run compares at the least."""


def main() -> int:
    """Run and print; the exit code."""
    arguments = _arguments()
    python = os.environ.get("PEER_PYTHON")
    if not python:
        print(f"set PEER_PYTHON: {' '.join((__doc__ or '').split())}", file=sys.stderr)
        return 2
    newton = os.environ.get("NEWTON_ASSETS")
    with tempfile.TemporaryDirectory(prefix="parity-motion-") as folder:
        totals = compare_all(
            peer_python=python,
            newton_assets=Path(newton) if newton else None,
            folder=Path(folder),
            only=arguments.only,
            jobs=arguments.jobs,
        )
    print("\n".join(_lines(totals)))
    few = not arguments.only and newton is not None and totals.bodies < _LEAST_BODIES
    if few:
        print(f"only {totals.bodies} bodies compared, expected {_LEAST_BODIES}")
    return 1 if totals.problems or few else 0


def _lines(totals: Totals) -> list[str]:
    return [
        f"stages compared: {len(totals.same) + len(totals.different)}, bodies: {totals.bodies}",
        f"the same to the bit: {len(totals.same)}",
        f"with extension rows: {len(totals.gaps)} stages that use such rows move otherwise",
        *(f"  {name}: {', '.join(extensions)}" for name, extensions in totals.gaps.items()),
        *(f"differs: {name}: {', '.join(paths[:5])}" for name, paths in totals.different.items()),
        *(f"differs without a reason: {name}: {', '.join(paths[:5])}" for name, paths in totals.unexplained.items()),
        *(f"not stepped: {name}: {reason}" for name, reason in totals.unopened.items()),
    ]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.parity_motion", description="Compare motions.")
    parser.add_argument("--only", default="", metavar="TEXT", help="only stages whose SET:NAME holds this text")
    parser.add_argument("--jobs", type=int, default=1, help="engines side by side")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
