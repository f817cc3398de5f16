"""Measure one step in this process: `python -m benchmarks.measure_step JOB`."""

from __future__ import annotations

from benchmarks.job import Job, Measurement, answer, measure, read_job
from benchmarks.steps import STEPS

__all__ = ["measure_job"]


def measure_job(job: Job) -> Measurement:
    """The step's measurement, after it has run on the warm-up stage if there is one."""
    step = STEPS[job.step]
    if job.warm_up is not None:
        step(job.warm_up)()
    return measure(step(job.files))


if __name__ == "__main__":
    answer(measure_job(read_job()))
