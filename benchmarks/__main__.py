"""The benchmarks' command line: `python -m benchmarks`."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from benchmarks.gates import Gate, chosen_gates, load_gates, missed_gates
from benchmarks.plan import FULL_STAGES, QUICK_STAGES, available_steps, gate_plan, plan_of
from benchmarks.printing import gate_table, json_results, result_table
from benchmarks.processes import StepError
from benchmarks.profiling import profile_step
from benchmarks.results import Plan, Results, measure_plan
from benchmarks.stages import StageName, StageNameError
from benchmarks.steps import STEPS

__all__ = ["main"]


def main(
    stage: Annotated[list[str] | None, typer.Option(help="Generated stage, such as flat-20000.usdc.")] = None,
    step: Annotated[list[str] | None, typer.Option(help="Step to measure, by default all.")] = None,
    runs: Annotated[int, typer.Option(min=1, help="How often each step gets its turn; medians are shown.")] = 3,
    full: Annotated[bool, typer.Option("--full", help="Stages of 20,000 and 100,000 bodies; takes an hour.")] = False,
    gate: Annotated[
        bool,
        typer.Option("--gate", help="Measure gates (those of --stage and --step); exit 1 if one is missed."),
    ] = False,
    cold: Annotated[
        bool, typer.Option("--cold", help="Count what a process does only once, on its first call.")
    ] = False,
    profile: Annotated[str | None, typer.Option(metavar="STEP", help="Profile one step instead.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Results as JSON on standard output.")] = False,
    folder: Annotated[Path, typer.Option(help="Where generated stages are kept.")] = Path("build/bench"),
) -> None:
    """Time populate, save and open beside USD's own open and, where PEER_PYTHON names an interpreter with ovstage, the
    reference producer's. Each measurement has a process of its own; the steps of a stage take turns.
    """
    stages = tuple(stage or (FULL_STAGES if full else QUICK_STAGES))
    _require_stages(stages)
    _require_steps("--step", step or (), available_steps())
    _require_steps("--profile", [profile] if profile else (), STEPS)
    console = Console(stderr=as_json)
    try:
        if profile is not None:
            _profile(profile, stages if stage else stages[:1], folder, console)
            return
        gates = load_gates()
        if gate:
            gates = chosen_gates(gates, stages=stage or (), steps=step or ())
        plan = gate_plan(gates) if gate else plan_of(stages, step or ())
        with console.status("") as status:
            results = measure_plan(plan, folder, runs=runs, progress=status.update, cold=cold)
    except StepError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    if not gate:
        gates = tuple(g for g in gates if g.ratio(results) is not None)
    _show(results, plan, gates, console)
    if as_json:
        typer.echo(json.dumps(json_results(results, gates), indent=2))
    if gate and missed_gates(gates, results):
        raise typer.Exit(1)


def _profile(step: str, stages: Sequence[str], folder: Path, console: Console) -> None:
    for stage in stages:
        console.print(f"{step} on {stage}")
        console.print(profile_step(step, stage, folder), markup=False, soft_wrap=True)


def _show(results: Results, plan: Plan, gates: tuple[Gate, ...], console: Console) -> None:
    for stage in plan:
        console.print(result_table(stage, results))
    if gates:
        console.print(gate_table(gates, results))


def _require_stages(stages: Sequence[str]) -> None:
    try:
        for name in stages:
            StageName.parse(name)
    except StageNameError as error:
        raise typer.BadParameter(str(error), param_hint="--stage") from None


def _require_steps(option: str, steps: Iterable[str], known: Collection[str]) -> None:
    unknown = [name for name in steps if name not in known]
    if unknown:
        raise typer.BadParameter(f"no step {unknown[0]!r} here; there are: {', '.join(known)}", param_hint=option)


if __name__ == "__main__":
    typer.run(main)
