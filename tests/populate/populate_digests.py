"""Populates stage files in processes of their own: `python populate_digests.py plain|registered OPTIONS...`.

Reads file names from standard input and prints, as JSON, the digest of the scene file written for each stage and way of
populating it. With `registered` the PhysX and Newton schema packages are registered with OpenUSD first, which cannot be
undone in a process.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

__all__ = ["OPTIONS", "assert_same_with_registered_schemas", "digests"]

OPTIONS: dict[str, dict[str, Any]] = {
    "expanded": {},
    "shared": {"instancing": "share"},
    "at a time": {"time": 0.5},
}
"""The ways in which a stage is populated."""

REPOSITORY = Path(__file__).parents[2]


def assert_same_with_registered_schemas(files: Sequence[Path], options: Iterable[str] = OPTIONS) -> None:
    """The scene files of these stages are the same, byte by byte, with the schema packages and without."""
    plain, registered = digests(files, options, modes=("plain", "registered"))
    assert registered == plain


def digests(files: Sequence[Path], options: Iterable[str], *, modes: Sequence[str]) -> list[dict[str, str]]:
    """sha256 of the scene file by stage and way of populating, from one new process per mode, all at once."""
    runs = [
        subprocess.Popen(
            [sys.executable, __file__, mode, *options],
            env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for mode in modes
    ]
    for run in runs:
        assert run.stdin is not None
        run.stdin.write("\n".join(map(str, files)))
        run.stdin.close()
        run.stdin = None
    found = []
    for run in runs:
        output, errors = run.communicate()
        assert run.returncode == 0, errors
        found.append(json.loads(output))
    return found


def main() -> None:
    """Populate the files named on standard input."""
    mode, *options = sys.argv[1:]
    if mode == "registered":
        import newton_usd_schemas
        import physx_usd_schemas

        del newton_usd_schemas, physx_usd_schemas
    from populate import populate

    found = {}
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "scene.arrow"
        for file in sys.stdin.read().split("\n"):
            for label in options:
                populate(file, output, **OPTIONS[label])
                found[f"{Path(file).name}, {label}"] = hashlib.sha256(output.read_bytes()).hexdigest()
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
