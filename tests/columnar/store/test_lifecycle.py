"""Prims that come and go: insertion into a store that holds something, despawning, transforms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from store_scenes import BODIES, arm_store, arm_tables

from columnar import open_scene, parse, save_scene
from columnar.scene import Scene, cells, equal_scenes
from columnar.store import Store


def _moved(x: float) -> list[float]:
    matrix = np.eye(4)
    matrix[3, 0] = x
    return matrix.reshape(-1).tolist()


def _world_x(scene: Scene, path: str) -> float:
    return float(cells(scene)[path]["omni:fabric:worldMatrix"][12])


def _one(path: str, **columns: object) -> Scene:
    return Scene.from_tables({"Cube": {"prim": [path], "size": [1.0]}, **columns})  # type: ignore[dict-item]  # columns of any component


def test_scenes_come_together_whatever_the_order() -> None:
    """Every ordering gives the scene that the tables of both make at once."""
    together = Scene.from_tables(
        {
            "Cube": {"prim": ["/A/Box", "/World/Cube"], "size": [1.0, 0.5]},
            "PhysicsRigidBodyAPI": {"prim": ["/A/Box"]},
        }
    )
    first = _one("/A/Box", PhysicsRigidBodyAPI={"prim": ["/A/Box"]})
    second = Scene.from_tables({"Cube": {"prim": ["/World/Cube"], "size": [0.5]}})
    for scenes in ((first, second), (second, first)):
        store = Store()
        for scene in scenes:
            store.insert(scene, ordinal=1)
        assert equal_scenes(store.seal(1), together)


def test_ids_of_an_insertion_are_those_of_its_rows() -> None:
    store = arm_store()
    scene = _one("/A/Box")
    ids = store.insert(scene, ordinal=2)
    assert [store.path(int(i)) for i in ids] == [scene.paths[int(i)] for i in scene.column("prim", "parent").prim]


def test_a_prim_that_comes_again_replaces_the_one_there() -> None:
    store = arm_store()
    store.insert(Scene.from_tables({"Sphere": {"prim": [BODIES[0]], "radius": [2.0]}}), ordinal=2)
    found = cells(store.seal(2))
    assert found[BODIES[0]]["usd-prim-type"] == "Sphere"
    assert "physics:mass" not in found[BODIES[0]]
    assert found[BODIES[1]]["usd-schemas"] == ["PhysicsMassAPI", "PhysicsRigidBodyAPI"]


def test_an_ancestor_without_components_of_its_own_replaces_nothing() -> None:
    tables = {
        "PhysicsRigidBodyAPI": {"prim": ["/World/Arm"]},
        "prim": {"prim": ["/World/Arm"], "omni:xform": [_moved(10)]},
    }
    store = Store()
    store.insert(Scene.from_tables(tables), ordinal=1)
    store.insert(_one("/World/Arm/Hand"), ordinal=1)
    scene = store.seal(1)
    assert "PhysicsRigidBodyAPI" in cells(scene)["/World/Arm"]["usd-schemas"]
    assert (_world_x(scene, "/World/Arm"), _world_x(scene, "/World/Arm/Hand")) == (10.0, 10.0)


def test_despawning_takes_everything_below_along() -> None:
    store = arm_store()
    store.despawn("/World/Arm", ordinal=2)
    scene = store.seal(2)
    assert equal_scenes(scene, Scene.from_tables({"Cube": {"prim": ["/World/Cube"], "size": [0.5]}}))
    assert len(parse(scene).table("joints")) == 0


def test_a_name_that_begins_alike_is_not_below() -> None:
    store = Store()
    store.insert(Scene.from_tables({"Cube": {"prim": ["/A", "/A/b", "/A-b", "/A0", "/Ab"]}}), ordinal=1)
    store.despawn("/A", ordinal=1)
    assert list(cells(store.seal(1))) == ["/", "/A-b", "/A0", "/Ab"]


def test_despawning_alone_leaves_what_is_below() -> None:
    tables = {
        "Cube": {"prim": ["/A/B/C"]},
        "prim": {"prim": ["/A", "/A/B", "/A/B/C"], "omni:xform": [_moved(1), _moved(10), _moved(100)]},
    }
    store = Store()
    store.insert(Scene.from_tables(tables), ordinal=1)
    assert _world_x(store.seal(1), "/A/B/C") == 111.0
    store.despawn("/A/B", descendants=False, ordinal=2)
    scene = store.seal(2)
    assert "/A/B" not in cells(scene)
    assert _world_x(scene, "/A/B/C") == 100.0


def test_targets_of_a_despawned_prim_are_kept() -> None:
    store = arm_store()
    store.despawn(BODIES[1], ordinal=2)
    scene = store.seal(2)
    assert cells(scene)["/World/Arm/Elbow"]["physics:body1"] == [BODIES[1]]
    kinds = dict(zip(scene.paths, scene.table("path")["kind"].to_pylist(), strict=True))
    assert kinds[BODIES[1]] == "missing"


def test_moving_a_prim_moves_what_is_below_it() -> None:
    tables = {
        "Cube": {"prim": ["/A/Group/C", "/Other"]},
        "prim": {
            "prim": ["/A", "/A/Group", "/A/Group/C", "/A/Group/C/D"],
            "usd-prim-type": ["Xform", "Scope", "Cube", "Xform"],
            "omni:xform": [_moved(1), None, _moved(10), _moved(100)],
            "omni:resetXformStack": [False, None, False, True],
        },
    }
    store = Store()
    store.insert(Scene.from_tables(tables), ordinal=1)
    store.write("prim", "omni:xform", ["/A", "/Other"], [_moved(5), _moved(7)], ordinal=1)
    scene = store.seal(1)
    assert [_world_x(scene, p) for p in ("/A", "/A/Group/C", "/A/Group/C/D", "/Other")] == [5.0, 15.0, 100.0, 7.0]
    store.write("prim", "omni:resetXformStack", ["/A/Group/C", "/A/Group/C/D"], [True, False], ordinal=2)
    scene = store.seal(2)
    assert [_world_x(scene, p) for p in ("/A/Group/C", "/A/Group/C/D")] == [10.0, 110.0]
    store.write("prim", "omni:xform", "/A/Group/C", np.array(_moved(20)).reshape(4, 4), ordinal=3)
    assert _world_x(store.seal(3), "/A/Group/C/D") == 120.0


def test_a_saved_scene_has_the_files_ids(tmp_path: Path) -> None:
    store = arm_store()
    store.insert(_one("/A/Box"), ordinal=2)
    store.despawn("/World/Arm", ordinal=2)
    scene = store.seal(2)
    save_scene(scene, tmp_path / "scene.arrow")
    opened = open_scene(tmp_path / "scene.arrow")
    assert list(opened.paths) == ["/", "/A", "/A/Box", "/World", "/World/Cube"]
    assert equal_scenes(opened, scene)
    assert not equal_scenes(opened, arm_tables())


def test_a_prim_that_comes_again_stands_above_what_it_left_behind() -> None:
    places = np.stack([np.eye(4)] * 3)
    places[:, 3, 0] = 1, 10, 100
    chain = ["/World", "/World/Arm", "/World/Arm/Tip"]
    tip = Scene.from_tables({"Xform": {"prim": chain}, "PhysicsRigidBodyAPI": {"prim": chain[2:]}})
    store = Store()
    store.insert(tip, ordinal=1)
    store.write("prim", "omni:xform", chain, places, ordinal=1)
    store.seal(1)
    store.despawn(chain[1], ordinal=2, descendants=False)
    store.seal(2)
    body = {"Xform": {"prim": chain[:2]}, "PhysicsRigidBodyAPI": {"prim": chain[1:2]}}
    store.insert(Scene.from_tables(body), ordinal=3)
    store.write("prim", "omni:xform", chain[:2], places[:2], ordinal=3)
    scene = store.seal(3)
    assert scene.table("prim")["parent"].to_pylist() == [None, 0, 1, 2]
    assert scene.column("prim", "omni:fabric:worldMatrix").values[-1, 12] == 111.0
