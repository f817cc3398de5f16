"""Walks stage files in a process of its own: `python walked_files.py plain|registered`, file names on standard input.

Prints the descriptors of each as JSON. With `registered` the PhysX and Newton schema packages are registered with
OpenUSD first, which cannot be undone in a process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["descriptors_of_files"]

REPOSITORY = Path(__file__).parents[3]


def descriptors_of_files(files: Sequence[Path], mode: str) -> dict[str, Any]:
    """The descriptors of stage files by file name, from a new process."""
    run = subprocess.run(
        [sys.executable, __file__, mode],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        input="\n".join(map(str, files)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def main() -> None:
    """Walk the files named on standard input."""
    if sys.argv[1] == "registered":
        import newton_usd_schemas
        import physx_usd_schemas

        del newton_usd_schemas, physx_usd_schemas
    from populate.walker import walk

    json.dump({Path(file).name: walk(file).to_json() for file in sys.stdin.read().split("\n")}, sys.stdout)


if __name__ == "__main__":
    main()
