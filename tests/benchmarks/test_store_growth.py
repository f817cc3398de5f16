"""The growth benchmark measures what it says, and tells linear growth from quadratic."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.store_growth import body_scene, growth, measure_store
from columnar import open_scene, query, save_scene


def test_its_scene_has_the_rows_it_says(tmp_path: Path) -> None:
    scene = body_scene(10)
    save_scene(scene, tmp_path / "bodies.arrow")
    opened = open_scene(tmp_path / "bodies.arrow")
    assert len(query(opened, "PhysicsRigidBodyAPI")) == 10
    assert len(query(opened, "PhysicsRigidBodyAPI", "PhysicsMassAPI")) == 5


def test_every_step_is_measured() -> None:
    assert set(measure_store(20, runs=1)) == {"write", "seal", "changes", "query", "seal with transforms"}


def test_growth_is_one_where_time_grows_as_rows_do() -> None:
    small = {"linear": 1.0, "quadratic": 1.0, "constant": 1.0}
    large = {"linear": 10.0, "quadratic": 100.0, "constant": 1.0}
    assert growth(small, large, factor=10) == pytest.approx({"linear": 1.0, "quadratic": 10.0, "constant": 0.1})
