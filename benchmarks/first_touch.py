"""How long a process takes to write a scene's bytes into memory it has never used: `python -m benchmarks.first_touch`.

A bound for whatever makes the scene: nothing writes it faster than `memset`. A new process gets its memory page by page
from the system, which clears each; how large the pages are decides.
"""

from __future__ import annotations

import mmap
import statistics
import time
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from benchmarks.processes import prepare
from columnar import open_scene

__all__ = ["main"]


def main(
    stage: Annotated[str, typer.Option(help="Generated stage whose scene counts.")] = "instances-4000.usdc",
    runs: Annotated[int, typer.Option(min=1, help="Times to write; medians are shown.")] = 9,
    folder: Annotated[Path, typer.Option(help="Where generated stages are kept.")] = Path("build/bench"),
) -> None:
    """Milliseconds for writing as many bytes as a stage's scene has."""
    scene = open_scene(prepare(stage, folder).scene)
    size = sum(scene.table(name).nbytes for name in scene.tables)
    small, large = (
        statistics.median(_milliseconds(size, advice) for _ in range(runs))
        for advice in (mmap.MADV_NOHUGEPAGE, mmap.MADV_HUGEPAGE)
    )
    typer.echo(f"{stage}: {size / 1e6:.1f} MB; first written in {small:.1f} ms, in large pages in {large:.1f} ms")


def _milliseconds(size: int, advice: int) -> float:
    with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory.madvise(advice)
        written = np.frombuffer(memory, np.uint8)
        started = time.perf_counter()
        written.fill(1)
        ended = time.perf_counter()
        del written
    return 1e3 * (ended - started)


if __name__ == "__main__":
    typer.run(main)
