"""Stages drawn over the whole contract: nothing raises, runs repeat themselves, and OpenUSD says the same."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from drawn_stage import Stage, write_stage
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stage_witness import Witness
from strategies import stages
from witnessed_cells import cell_findings
from witnessed_rows import row_findings, transform_findings

from columnar import Scene, cells, open_scene, save_scene
from populate import populate

SLOW = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


@contextmanager
def written(stage: Stage) -> Iterator[Path]:
    """The root layer of a drawn stage, in a folder that goes afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        yield write_stage(stage, Path(folder))


@pytest.fixture(scope="module")
def witness() -> Iterator[Witness]:
    """OpenUSD with every schema package, in a process of its own."""
    with Witness() as found:
        yield found


OPTIONS = [{}, {"instancing": "share"}, {"time": 0.5}, {"root": "/World"}]


@settings(SLOW, max_examples=60)
@given(stage=stages(), options=st.sampled_from(OPTIONS))
def test_populating_twice_gives_the_same_bytes_and_they_open_as_they_were(
    stage: Stage, options: dict[str, Any]
) -> None:
    with written(stage) as file:
        first, second = file.with_name("first.arrow"), file.with_name("second.arrow")
        populate(file, first, **options)
        populate(file, second, **options)
        assert first.read_bytes() == second.read_bytes()
        save_scene(open_scene(first), second)
        assert first.read_bytes() == second.read_bytes()


@settings(SLOW, max_examples=60)
@given(stage=stages())
def test_rows_cells_and_matrices_are_what_openusd_says(stage: Stage, witness: Witness) -> None:
    with written(stage) as file:
        scene, prims = populate(file).scene, witness.ask(file)
        findings = [*row_findings(scene, prims), *cell_findings(scene, prims), *transform_findings(scene, prims)]
    assert not findings, "\n".join(findings)


@settings(SLOW, max_examples=30)
@given(stage=stages())
def test_instances_expand_to_what_they_are_without_instancing(stage: Stage) -> None:
    with written(stage) as file:
        expanded = populate(file).scene
    with written(replace(stage, instancing=False)) as file:
        expected = populate(file).scene
    assert cells(expanded) == cells(expected)
    assert reports(expanded) == reports(expected)


def reports(scene: Scene) -> list[tuple[str, str | None, str, str]]:
    """Everything the report table says."""
    rows = scene.table("report").to_pylist()
    return [(scene.paths[row["prim"]], row["column"], row["code"], row["text"]) for row in rows]
