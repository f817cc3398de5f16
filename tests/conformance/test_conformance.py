"""Engines that come with the tests agree with formulas, and the README says of all of them what was recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from columnar import save_scene
from columnar.simulators import engine_names
from tests.conformance.cases import CASES
from tests.conformance.engine import judge_case
from tests.conformance.robot_table import PAGE, load_robot_results, page_text, robot_row
from tests.conformance.stages import STAGES
from tests.conformance.table import README, load_results, table_in_readme, table_text, verdict
from tests.stage_text import scene_of


def test_every_case_has_a_stage() -> None:
    assert set(CASES) == set(STAGES)


def test_the_readme_has_the_recorded_table() -> None:
    assert table_in_readme(README.read_text(encoding="utf-8")) == table_text(load_results())


def test_the_page_of_robots_and_the_readme_say_what_was_recorded() -> None:
    robots = load_robot_results()
    assert PAGE.read_text(encoding="utf-8") == page_text(robots)
    assert load_results()["real_robots"] == robot_row(robots)
    assert {engine for row in robots.values() for engine in row} == set(engine_names())


@pytest.mark.parametrize("engine", ["featherstone", "mujoco"])
@pytest.mark.parametrize("name", CASES)
def test_engines_do_as_recorded(name: str, engine: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.arrow"
    save_scene(scene_of(STAGES[name]), file)
    found = verdict(name, judge_case(engine, name, file))
    assert found != "differs"
    assert found == load_results()[name][engine]
