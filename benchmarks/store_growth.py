"""How the store's work grows with its rows: `python -m benchmarks.store_growth`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from statistics import median
from time import process_time
from typing import Annotated

import numpy as np
import pyarrow as pa
import typer
from rich.console import Console
from rich.table import Table

from columnar import Scene, Store, query
from columnar.assembly import Archetype, RowTable, SceneFacts, StageOpinions, assemble
from schemas.contract import StageUnits, load_contract

__all__ = ["body_scene", "growth", "main", "measure_store"]

SMALL, LARGE = 100_000, 1_000_000
LINEAR = 1.5
"""Most that a row may cost in the large store, as a multiple of what it costs in the small one. Growth is linear at 1;
the rest is for caches that a larger column no longer fits."""

_VELOCITY = ("PhysicsRigidBodyAPI", "physics:velocity")


def body_scene(count: int) -> Scene:
    """`count` bodies under one prim, every second of them with a mass."""
    names = np.char.add("/World/Body", np.char.zfill(np.arange(count).astype(str), 7))
    held = {"Xform": ("",), "PhysicsRigidBodyAPI": ("",)}
    body = Archetype("Xform", ("PhysicsRigidBodyAPI",), (), True, held)
    heavy = Archetype("Xform", ("PhysicsMassAPI", "PhysicsRigidBodyAPI"), (), True, {**held, "PhysicsMassAPI": ("",)})
    matrices = np.broadcast_to(np.eye(4), (count + 2, 4, 4)).copy()
    rows = RowTable(
        paths=pa.array(["/", "/World", *names.tolist()], pa.large_string()),
        parent=np.concatenate([[-1, 0], np.ones(count, np.int64)]),
        archetype=np.concatenate([[0, 1], 2 + np.arange(count) % 2]).astype(np.int32),
        archetypes=(Archetype("", (), (), False, {}), Archetype("Xform", (), (), True, {}), body, heavy),
        local=matrices,
        reset=np.zeros(count + 2, np.bool_),
        world=matrices,
        from_instance=np.zeros(count + 2, np.bool_),
    )
    facts = SceneFacts(root_layer="", units=StageUnits(meters_per_unit=1.0, kilograms_per_unit=1.0, up_axis="Z"))
    nothing = pa.array([], pa.large_string())
    opinions = StageOpinions(facts=facts, rows=rows, columns={}, instances=(), targets=nothing, path_kinds={})
    return assemble(opinions, load_contract())


def measure_store(count: int, *, runs: int = 5) -> dict[str, float]:
    """CPU seconds of each step on a store of `count` bodies, the median of some runs.

    Args:
        count: number of bodies.
        runs: how often each step is done.
    """
    store = Store(history=2)
    bodies = store.insert(body_scene(count), ordinal=0)[2:]
    store.seal(0)
    values = np.random.default_rng(1).random((count, 3), np.float32)
    matrices = np.broadcast_to(np.eye(4).reshape(16), (count, 16)).copy()
    found: dict[str, list[float]] = {}

    def timed(name: str, call: Callable[[], object]) -> None:
        start = process_time()
        call()
        found.setdefault(name, []).append(process_time() - start)

    for run in range(1, runs + 1):
        ordinal = 2 * run - 1
        values += 1
        timed("write", lambda: store.write(*_VELOCITY, bodies, values, ordinal=ordinal))  # noqa: B023 - called at once
        timed("seal", lambda: store.seal(ordinal))  # noqa: B023
        timed("changes", lambda: store.changes(since=ordinal - 1, until=ordinal))  # noqa: B023
        scene = store.at(ordinal)
        timed("query", lambda: query(scene, "PhysicsRigidBodyAPI", "PhysicsMassAPI").column(*_VELOCITY))  # noqa: B023
        matrices[:, 12] += 1
        store.write("prim", "omni:xform", bodies, matrices, ordinal=ordinal + 1)
        timed("seal with transforms", lambda: store.seal(ordinal + 1))  # noqa: B023
    return {name: median(times) for name, times in found.items()}


def growth(small: Mapping[str, float], large: Mapping[str, float], *, factor: float) -> dict[str, float]:
    """What a row costs in the large store as a multiple of what it costs in the small one; 1 is linear growth."""
    return {name: large[name] / small[name] / factor for name in small}


def main(
    small: Annotated[int, typer.Option(min=1, help="Rows of the small store.")] = SMALL,
    large: Annotated[int, typer.Option(min=1, help="Rows of the large store.")] = LARGE,
    runs: Annotated[int, typer.Option(min=1, help="How often each step is done; medians are shown.")] = 5,
    gate: Annotated[bool, typer.Option("--gate", help="Exit 1 if a step grows more than linearly.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Results as JSON on standard output.")] = False,
) -> None:
    """CPU time of query, write, seal and change set in two stores, and how it grows with their rows."""
    results = [measure_store(count, runs=runs) for count in (small, large)]
    grown = growth(results[0], results[1], factor=large / small)
    if as_json:
        typer.echo(json.dumps({"small": results[0], "large": results[1], "growth": grown}, indent=2))
    else:
        table = Table("step", f"{small:,} rows [ms]", f"{large:,} rows [ms]", "growth (1 is linear)")
        for name, value in grown.items():
            table.add_row(name, *(f"{result[name] * 1e3:.2f}" for result in results), f"{value:.2f}")
        Console().print(table)
    if gate and any(value > LINEAR for value in grown.values()):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
