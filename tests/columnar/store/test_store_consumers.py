"""What consumers make of a store's scene is what they make of the file it is saved to, whatever its ids."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from store_scenes import arm_tables

from columnar import open_scene, parse, save_scene
from columnar.diff import check, diff_scenes
from columnar.dynamics import build_articulations
from columnar.file import export_tables
from columnar.rules import validate
from columnar.scene import Scene, cells
from columnar.store import SealedScene, Store


def _shuffled() -> SealedScene:
    """The arm beside prims that came before it, between it and after it in path order, some of them gone again."""
    store = Store()
    late = {"Cube": {"prim": ["/Z/Late", "/Z/Gone"]}, "PhysicsRigidBodyAPI": {"prim": ["/Z/Late"]}}
    store.insert(Scene.from_tables(late), ordinal=1)
    store.insert(arm_tables(), ordinal=1)
    early = {"PhysicsCollisionAPI": {"prim": ["/A/Early"]}, "Sphere": {"prim": ["/A/Early"], "radius": [0.5]}}
    store.insert(Scene.from_tables(early), ordinal=1)
    store.insert(Scene.from_tables({"PhysicsArticulationRootAPI": {"prim": ["/World/Base0"]}}), ordinal=1)
    store.write("PhysicsJoint", "physics:body1", "/World/Arm/Elbow", ["/Z/Late"], ordinal=1)
    store.despawn("/Z/Gone", ordinal=1)
    return store.seal(1)


CONSUMERS: dict[str, Callable[[Scene], object]] = {
    "cells": cells,
    "parse, ovphysx": lambda scene: parse(scene).to_json(),
    "parse, openusd": lambda scene: parse(scene, "openusd").to_json(),
    "check": check,
    "validate": lambda scene: [finding.to_json() for finding in validate(scene)],
    "dynamics": lambda scene: repr(build_articulations(parse(scene), scene).articulations),
}


@pytest.mark.parametrize("name", CONSUMERS)
def test_a_consumer_sees_no_difference(name: str, tmp_path: Path) -> None:
    sealed = _shuffled()
    assert list(sealed.paths) != sorted(sealed.paths)
    save_scene(sealed, tmp_path / "scene.arrow")
    opened = open_scene(tmp_path / "scene.arrow")
    assert CONSUMERS[name](sealed) == CONSUMERS[name](opened)


def test_scenes_and_exports_are_the_same(tmp_path: Path) -> None:
    sealed = _shuffled()
    save_scene(sealed, tmp_path / "scene.arrow")
    opened = open_scene(tmp_path / "scene.arrow")
    assert len(diff_scenes(sealed, opened)) == 0
    written = [export_tables(scene, tmp_path / name, format="arrow") for scene, name in ((sealed, "a"), (opened, "b"))]
    for ours, theirs in zip(*written, strict=True):
        assert _rows(ours) == _rows(theirs)


def _rows(file: Path) -> list[object]:
    found: list[object] = pa.ipc.open_file(file).read_all().to_pylist()
    return found
