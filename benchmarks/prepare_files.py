"""Generate a stage and populate it in this process: `python -m benchmarks.prepare_files STAGE FOLDER`.

A process of its own, so that the one that starts the measurements stays small and has nothing to tidy up meanwhile.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from benchmarks.job import StageFiles
from benchmarks.stages import StageName, cached_stage
from populate import populate

__all__ = ["prepare_files"]


def prepare_files(name: StageName, folder: Path) -> StageFiles:
    """The stage's files, its scene populated anew.

    Args:
        name: which stage.
        folder: of all generated stages.
    """
    stage = cached_stage(name, folder)
    scene = stage.with_name("populated.arrow")
    populate(str(stage), scene)
    return StageFiles(str(stage), str(scene), str(stage.with_name("output.arrow")))


if __name__ == "__main__":
    sys.stdout.write("\n" + json.dumps(asdict(prepare_files(StageName.parse(sys.argv[1]), Path(sys.argv[2])))) + "\n")
