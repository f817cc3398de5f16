"""Every articulation of the samples, the newton wheel and the made robots builds and moves.

    PEER_PYTHON=... NEWTON_ASSETS=... python -m tests.parity.articulations [--robots FOLDER] [--only TEXT]

Each takes 1,000 implicit steps of 1/240 s; of copies in one stage that are alike, the first does. The exit code is 1
when a state stops being finite or more than one in twenty is refused.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from columnar import parse
from columnar.dynamics import Articulation, build_articulations
from populate import PopulateError, populate
from tests.parity.robots import ROBOTS
from tests.parity.stages import StageFile, asset_stages

__all__ = ["compared_stages", "distinct_articulations", "main"]

STEPS = 1000
STEP = 1 / 240
LARGEST_SHARE = 0.05
LAYERS = (".usd", ".usda", ".usdc", ".usdz")


def main() -> int:
    parser = argparse.ArgumentParser(description="Move every articulation.")
    parser.add_argument("--robots", type=Path, default=ROBOTS, help="folder with a made robot in each of its folders")
    parser.add_argument("--only", default="", help="text to find in SET:NAME")
    asked = parser.parse_args()
    built, refused, broken = 0, [], []
    for stage in compared_stages(asked.robots):
        if asked.only not in str(stage):
            continue
        try:
            scene = populate(stage.file).scene
        except (PopulateError, RuntimeError):
            continue
        found = build_articulations(parse(scene), scene)
        refused += [f"{stage} {refusal.path}: {refusal.reason.splitlines()[0]}" for refusal in found.refused]
        built += len(found.articulations)
        for articulation in distinct_articulations(found.articulations):
            began = time.process_time()
            fault = _moved(articulation)
            said = f"{time.process_time() - began:6.2f} s  {stage} {articulation!r}"
            broken += [f"{stage} {articulation.name}: {fault}"] if fault else []
            _say(said, *(f"  ({note})" for note in articulation.notes), fault)
    total = built + len(refused)
    _say(f"{total} articulations, {len(refused)} refused, {len(broken)} broken")
    _say("\n".join([*refused, *broken]))
    return int(bool(broken) or len(refused) > LARGEST_SHARE * total)


def _say(*parts: object) -> None:
    sys.stdout.write(" ".join(str(part) for part in parts if part) + "\n")
    sys.stdout.flush()


def compared_stages(robots: Path) -> Iterator[StageFile]:
    """Samples, newton wheel and cases by the environment, and the robots made below a folder."""
    peer, newton = os.environ["PEER_PYTHON"], Path(os.environ["NEWTON_ASSETS"])
    yield from asset_stages(peer_python=peer, newton_assets=newton)
    for folder in sorted(robots.glob("*")):
        for file in sorted(folder.glob("*")):
            if file.suffix in LAYERS:
                yield StageFile("robots", folder.name, file)


def distinct_articulations(articulations: Sequence[Articulation]) -> tuple[Articulation, ...]:
    """The first of those that are alike."""
    first = {_likeness(one): one for one in reversed(articulations)}
    return tuple(one for one in articulations if first[_likeness(one)] is one)


def _likeness(articulation: Articulation) -> bytes:
    """What tells articulations of a stage apart: all but names and the place in the world."""
    tree, dofs = articulation.tree, articulation.mechanism.dofs
    numbers = [tree.link_parent, tree.mass, tree.inertia, tree.nodes.position[:, 1:], tree.nodes.rotation[:, :, 1:]]
    numbers += [getattr(dofs, name) for name in dofs.__dataclass_fields__]
    return b"".join(np.ascontiguousarray(part).tobytes() for part in numbers)


def _moved(articulation: Articulation) -> str:
    """What went wrong in a thousand steps; nothing if nothing did."""
    for count in range(STEPS):
        articulation.step(STEP)
        if not (np.isfinite(articulation.positions).all() and np.isfinite(articulation.velocities).all()):
            return f"not finite after {count + 1} steps"
    return ""


if __name__ == "__main__":
    sys.exit(main())
