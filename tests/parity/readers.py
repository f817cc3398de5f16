"""Every reader on the samples, the newton wheel, the cases and the made robots, layers of robots included.

    PEER_PYTHON=... NEWTON_ASSETS=... python -m tests.parity.readers [--robots FOLDER] [--only TEXT]

A reader declines a stage or makes the same bytes of it as the composed reader; the exit code is 1 if one does neither.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from populate import PopulateError, populate
from populate.diagnostics import caught_warnings
from populate.readers.choice import READERS
from tests.parity.robots import ROBOTS
from tests.parity.stages import StageFile, asset_stages, stages_below

__all__ = ["main"]

REFERENCE = "composed"


def main() -> int:
    """Compare and print; the exit code."""
    parser = argparse.ArgumentParser(description="Hold every reader against the composed one.")
    parser.add_argument("--robots", type=Path, default=ROBOTS, help="folder with the made robots")
    parser.add_argument("--only", default="", help="text to find in SET:NAME")
    asked = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    for stage in _stages(asked.robots):
        if asked.only in str(stage):
            for reader, outcome in _outcomes(stage.file):
                counts[reader, outcome] += 1
                if outcome == "differs":
                    sys.stdout.write(f"{stage}: {reader} differs\n")
    for reader in READERS:
        found = {outcome: counts[reader, outcome] for name, outcome in sorted(counts) if name == reader}
        sys.stdout.write(f"{reader:9} {', '.join(f'{count} {outcome}' for outcome, count in found.items())}\n")
    return int(any(outcome == "differs" for _, outcome in counts) or not counts)


def _stages(robots: Path) -> Iterator[StageFile]:
    yield from asset_stages(peer_python=os.environ["PEER_PYTHON"], newton_assets=Path(os.environ["NEWTON_ASSETS"]))
    yield from stages_below("robots", robots)


def _outcomes(stage: Path) -> Iterator[tuple[str, str]]:
    """What becomes of a stage by reader: "refused" by all, or "declined", "same" or "differs"."""
    with tempfile.TemporaryDirectory() as folder, caught_warnings():
        expected = _bytes(stage, REFERENCE, Path(folder))
        if expected is None:
            yield REFERENCE, "refused"
            return
        yield REFERENCE, "reference"
        for reader in READERS.keys() - {REFERENCE}:
            found = _bytes(stage, reader, Path(folder))
            yield reader, "declined" if found is None else "same" if found == expected else "differs"


def _bytes(stage: Path, reader: str, folder: Path) -> bytes | None:
    """The scene file that a reader makes, None if it makes none."""
    output = folder / "scene.arrow"
    try:
        populate(stage, output, reader=reader)
    except PopulateError:
        return None
    return output.read_bytes()


if __name__ == "__main__":
    sys.exit(main())
