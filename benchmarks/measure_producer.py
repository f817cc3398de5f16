"""Measure the reference producer's `open_usd` in this process, an interpreter that has ovstage.

Run as `python -m benchmarks.measure_producer JOB`; it imports nothing of this project that needs more than Python.
"""

from __future__ import annotations

from typing import Any

# Both are in the environment that runs this module, not in the one that checks types.
import ovphysx
import ovstage
from ovphysx.samples.python_samples.schema_support import physx_schema_paths

from benchmarks.job import Job, Measurement, answer, measure, read_job

__all__ = ["measure_job"]


def measure_job(job: Job) -> Measurement:
    """`open_usd` of the physics domain with the PhysX and Newton schemas registered, on a stage object of its own."""
    roots = [*physx_schema_paths(), ovphysx.newton_schema_root()]
    ovstage.population.register_usd_schemas([str(root) for root in roots])
    if job.warm_up is not None:
        small = ovstage.Stage("warm-up")
        _open(small, job.warm_up.stage)
        small.destroy()
    stage = ovstage.Stage("measured")
    measurement = measure(lambda: _open(stage, job.files.stage))
    stage.destroy()
    return measurement


def _open(stage: Any, file: str) -> None:
    ovstage.population.open_usd(stage, file, ordinal=1, domains=ovstage.PopulationDomain.PHYSICS)


if __name__ == "__main__":
    answer(measure_job(read_job()))
