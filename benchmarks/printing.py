"""Results as tables for a terminal and as JSON."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from typing import Any

from rich.table import Table

from benchmarks.gates import Gate
from benchmarks.results import PEERS, Results

__all__ = ["gate_table", "json_results", "result_table"]

_MEGABYTE = 1e6
_PACKAGES = ("usd-core", "pyarrow", "numpy")


def result_table(stage: str, results: Results) -> Table:
    """One stage's steps with their ratios to the peers; seconds and megabytes are context."""
    table = Table(title=f"{stage}: time and memory of the peers / of the step", title_justify="left")
    table.add_column("step", no_wrap=True)
    for heading in (*PEERS, f"{PEERS[-1]} memory", "seconds", "peak MB"):
        table.add_column(heading, justify="right")
    for step in _steps(stage, results):
        ratios = [results.ratio(stage, step, peer) for peer in PEERS]
        memory = results.ratio(stage, step, PEERS[-1], "memory")
        seconds, peak = results.median(stage, step, "seconds"), results.median(stage, step, "memory")
        cells = [*map(_number, [*ratios, memory, seconds, None if peak is None else peak / _MEGABYTE])]
        table.add_row(step, *cells)
    return table


def gate_table(gates: tuple[Gate, ...], results: Results) -> Table:
    """Every gate with what was measured."""
    table = Table(title="gates", title_justify="left")
    table.add_column("gate")
    for heading in ("at least", "measured"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for gate in gates:
        ratio = gate.ratio(results)
        verdict = "not measured" if ratio is None else "held" if ratio >= gate.at_least else "missed"
        table.add_row(gate.name, _number(gate.at_least), _number(ratio), verdict)
    return table


def json_results(results: Results, gates: tuple[Gate, ...]) -> dict[str, Any]:
    """Everything measured, ratios included, and the machine and versions it was measured on."""
    return {
        "machine": {"system": platform.platform(), "processors": os.cpu_count(), "python": platform.python_version()},
        "versions": {package: version(package) for package in _PACKAGES},
        "results": [
            {
                "stage": stage,
                "step": step,
                "seconds": [measurement.seconds for measurement in measurements],
                "memory": [measurement.memory for measurement in measurements],
                "speed_ratios": {peer: results.ratio(stage, step, peer) for peer in PEERS},
                "memory_ratios": {peer: results.ratio(stage, step, peer, "memory") for peer in PEERS},
            }
            for (stage, step), measurements in results.measurements.items()
        ],
        "gates": [{**gate.model_dump(), "ratio": gate.ratio(results)} for gate in gates],
    }


def _steps(stage: str, results: Results) -> list[str]:
    return [step for measured, step in results.measurements if measured == stage]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}" if value < 100 else f"{value:.0f}"
