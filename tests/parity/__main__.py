"""`python -m tests.parity`: populate every stage with the reference producer and with this project, and compare.

Needs PEER_PYTHON, the interpreter of an environment with ovphysx, physx-usd-schemas and newton-usd-schemas, and
NEWTON_ASSETS, a folder with the unpacked newton wheel. With ROBOTS_PYTHON, the interpreter of an environment with
urdf-usd-converter and mujoco-usd-converter, and ROBOT_ASSETS, the folder that tests.parity.robot_assets filled, robots
are made and compared too. Exits with 1 if anything differs that exceptions.toml does not name.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from tests.parity.report import as_json, as_text
from tests.parity.robots import RobotWorkshop
from tests.parity.run import compare_all

__all__ = ["main"]


def main() -> int:
    """Run and print; the exit code."""
    arguments = _arguments()
    needed = ["PEER_PYTHON", "NEWTON_ASSETS", *(["ROBOT_ASSETS"] if os.environ.get("ROBOTS_PYTHON") else [])]
    missing = [name for name in needed if not os.environ.get(name)]
    if missing:
        print(f"set {' and '.join(missing)}: {' '.join((__doc__ or '').split())}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="parity-") as folder:
        totals = compare_all(
            peer_python=os.environ["PEER_PYTHON"],
            newton_assets=Path(os.environ["NEWTON_ASSETS"]),
            robots=_workshop(),
            folder=Path(folder),
            only=arguments.only,
            reader=arguments.reader,
            jobs=arguments.jobs,
        )
    print(json.dumps(as_json(totals), indent=1) if arguments.json else as_text(totals))
    return 1 if totals.problems() else 0


def _workshop() -> RobotWorkshop | None:
    python = os.environ.get("ROBOTS_PYTHON")
    return RobotWorkshop(python, Path(os.environ["ROBOT_ASSETS"])) if python else None


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.parity", description="Compare with the reference producer.")
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")
    parser.add_argument("--only", default="", metavar="TEXT", help="only stages whose SET:NAME holds this text")
    parser.add_argument("--reader", help="populate with this reader only, by default as a user would")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes side by side")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
