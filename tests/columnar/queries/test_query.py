"""Queries against plain sets of paths."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from query_scenes import HOLDERS, drawn_scene

from columnar.queries import query, sql
from columnar.scene import Scene, SceneError, cells
from columnar.store import Store

SCENE = drawn_scene()
NAMES = [name for name in HOLDERS if name != "PhysicsDriveAPI"]


@pytest.mark.parametrize("names", [*((n,) for n in NAMES), *combinations(NAMES, 2), *combinations(NAMES, 3)])
def test_a_join_is_the_intersection_in_entity_order(names: tuple[str, ...]) -> None:
    found = query(SCENE, *names)
    expected = set.intersection(*(HOLDERS[name] for name in names))
    assert found.paths() == sorted(expected)
    assert (np.diff(found.entity.astype(np.int64)) > 0).all()


@pytest.mark.parametrize(("first", "second"), list(combinations(NAMES, 2)))
def test_without_takes_away(first: str, second: str) -> None:
    assert set(query(SCENE, first, without=[second]).paths()) == HOLDERS[first] - HOLDERS[second]


def test_types_and_what_derives_from_them() -> None:
    assert set(query(SCENE, type="PhysicsJoint").paths()) == HOLDERS["PhysicsRevoluteJoint"]
    assert set(query(SCENE, "PhysicsMassAPI", type="Cube").paths()) == HOLDERS["PhysicsMassAPI"] & HOLDERS["Cube"]
    assert set(query(SCENE, type="Gprim").paths()) == HOLDERS["Cube"]


def test_cells_stand_beside_their_entities() -> None:
    found = query(SCENE, "PhysicsRigidBodyAPI", "PhysicsMassAPI")
    mass = found.column("PhysicsMassAPI", "physics:mass")
    assert mass.values.tolist() == [float(path[-2:]) for path in found.paths()]
    assert mass.prim is found.entity


def test_any_instance_gives_a_row_each() -> None:
    found = query(SCENE, "PhysicsDriveAPI", "PhysicsRevoluteJoint", without=["PhysicsMassAPI"])
    assert found.instance is not None
    stiffness = found.column("PhysicsDriveAPI", "physics:stiffness").values
    plain = cells(SCENE)
    for path, instance, value in zip(found.paths(), found.instance, stiffness, strict=True):
        assert plain[path][f"drive:{instance}:physics:stiffness"] == value
    assert set(found.paths()) == HOLDERS["PhysicsDriveAPI"] - HOLDERS["PhysicsMassAPI"]
    assert len(found.column("PhysicsRevoluteJoint", "physics:axis")) == len(found)


def test_cells_without_the_component_do_not_count() -> None:
    """The producer writes cells of PhysxRigidBodyAPI on every body."""
    assert len(SCENE.rows("PhysxRigidBodyAPI")) == len(HOLDERS["PhysicsRigidBodyAPI"])
    assert len(query(SCENE, "PhysxRigidBodyAPI")) == 0


def test_whole_columns_are_views_and_nothing_can_be_written() -> None:
    found = query(SCENE, "PhysicsMassAPI")
    values = found.column("PhysicsMassAPI", "physics:mass").values
    assert np.shares_memory(values, SCENE.column("PhysicsMassAPI", "physics:mass").values)
    gathered = query(SCENE, "PhysicsMassAPI", "PhysicsRigidBodyAPI").column("PhysicsMassAPI", "physics:mass").values
    for array in (values, gathered, found.entity):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_a_stores_scene_is_asked_by_its_entities() -> None:
    store = Store()
    store.insert(SCENE, ordinal=1)
    store.insert(Scene.from_tables({"PhysicsMassAPI": {"prim": ["/A"], "physics:mass": [9.0]}}), ordinal=1)
    found = query(store.seal(1), "PhysicsMassAPI")
    assert set(found.paths()) == HOLDERS["PhysicsMassAPI"] | {"/A"}
    assert found.entity[-1] == store.entity("/A")  # the store heard of it last
    assert found.column("PhysicsMassAPI", "physics:mass").values[-1] == 9.0


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: query(SCENE, "PhysicsMas"), "did you mean 'PhysicsMassAPI'"),
        (lambda: query(SCENE, "PhysicsMassAPI:x"), "not multiple-apply"),
        (lambda: query(SCENE, "PhysicsDriveAPI", "PhysicsLimitAPI"), "name an instance"),
        (lambda: query(SCENE), "at least one component"),
        (lambda: query(SCENE, type="Cbe"), "did you mean 'Cube'"),
        (lambda: query(SCENE, "Cube").column("Cube", "sze"), "did you mean 'size'"),
        (lambda: query(SCENE, "Cube").column("Mesh", "points"), "does not ask for 'Mesh'"),
    ],
)
def test_wrong_questions_are_answered_with_the_right_names(call, words: str) -> None:  # type: ignore[no-untyped-def]  # of any call
    with pytest.raises(SceneError, match=words):
        call()


def test_without_may_be_one_name() -> None:
    scene = Scene.from_tables({"Cube": {"prim": ["/A", "/B"]}, "PhysicsMassAPI": {"prim": ["/A"]}})
    assert query(scene, "Cube", without="PhysicsMassAPI").paths() == ["/B"]


def test_a_store_is_no_scene() -> None:
    for ask in (lambda given: query(given, "Cube"), lambda given: sql(given, "select 1")):
        with pytest.raises(SceneError, match="expected a Scene; a store's are what `seal`"):
            ask(Store())
