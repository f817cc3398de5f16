"""Where a step spends its time."""

from __future__ import annotations

import cProfile
import io
import pstats
from pathlib import Path

from benchmarks.processes import prepare
from benchmarks.results import warm_up_stage
from benchmarks.steps import STEPS

__all__ = ["profile_step"]


def profile_step(step: str, stage: str, folder: Path, *, top: int = 30) -> str:
    """The functions that took most time of their own, as text.

    The profiler makes calls of Python functions look dearer than they are, next to work inside USD, Arrow and numpy.

    Args:
        step: one of `STEPS`.
        stage: generated stage.
        folder: holds the generated stages.
        top: how many functions.
    """
    STEPS[step](prepare(warm_up_stage(stage), folder))()
    run = STEPS[step](prepare(stage, folder))
    profiler = cProfile.Profile()
    profiler.runcall(run)
    text = io.StringIO()
    pstats.Stats(profiler, stream=text).sort_stats("tottime").print_stats(top)
    return text.getvalue()
