"""What writing cells does to them, to their masks, and to nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from store_scenes import BODIES, JOINTS, arm_store, arm_tables

from columnar.scene import Scene, cells, equal_scenes
from columnar.store import Store


def _mask(scene: Scene, component: str, column: str, mask: str = "authored") -> list[int]:
    bit = scene.contract.component(component).column_by_name[column].bit
    return (scene.column(component, mask).values >> np.uint64(bit) & np.uint64(1)).tolist()


def test_a_scene_goes_in_and_comes_out_as_it_was() -> None:
    assert equal_scenes(arm_store().at(1), arm_tables())


def test_a_write_sets_the_value_and_the_authored_bit() -> None:
    store = arm_store()
    store.write("PhysicsMassAPI", "physics:mass", BODIES, [3.0, 4.5], ordinal=2)
    after = store.seal(2)
    assert after.column("PhysicsMassAPI", "physics:mass").values.tolist() == [3.0, 4.5]
    assert _mask(store.at(1), "PhysicsMassAPI", "physics:mass") == [1, 0]
    assert _mask(after, "PhysicsMassAPI", "physics:mass") == [1, 1]


def test_a_sealed_scene_never_changes_and_shares_what_was_not_written() -> None:
    store = arm_store()
    before = store.at(1)
    density = before.column("PhysicsMassAPI", "physics:density").values
    store.write("PhysicsMassAPI", "physics:mass", BODIES[0], 9.0, ordinal=2)
    after = store.seal(2)
    assert before.column("PhysicsMassAPI", "physics:mass").values[0] == 2.0
    assert np.shares_memory(density, after.column("PhysicsMassAPI", "physics:density").values)
    assert np.shares_memory(before.column("Cube", "size").values, after.column("Cube", "size").values)


@pytest.mark.parametrize(
    ("component", "column", "entity", "instance", "value"),
    [
        ("PhysicsRigidBodyAPI", "physics:velocity", BODIES[0], None, [1.0, 2.0, 3.0]),
        ("PhysicsRigidBodyAPI", "physics:kinematicEnabled", BODIES[0], None, True),
        ("PhysicsRevoluteJoint", "physics:axis", JOINTS[0], None, "Y"),
        ("PhysicsRevoluteJoint", "physics:axis", JOINTS[0], None, "sideways"),
        ("PhysicsJoint", "physics:body0", JOINTS[0], None, ["/World/Cube", "/Elsewhere"]),
        ("PhysicsJoint", "physics:body1", JOINTS[0], None, []),
        ("PhysicsDriveAPI", "physics:type", JOINTS[0], "angular", "acceleration"),
        ("Cube", "size", "/World/Cube", None, 0.125),
    ],
)
def test_every_kind_of_value_can_be_written(
    component: str, column: str, entity: str, instance: str | None, value: object
) -> None:
    store = arm_store()
    store.write(component, column, entity, value, instance=instance, ordinal=2)
    scene = store.seal(2)
    name = scene.contract.component(component).full_name(column, instance or "")
    assert cells(scene)[entity][name] == value


def test_numpy_and_paths_and_ids_say_the_same() -> None:
    stores = [arm_store(), arm_store()]
    ids = np.array([stores[0].entity(path) for path in BODIES], np.uint64)
    stores[0].write("PhysicsMassAPI", "physics:density", ids, np.array([7.0, 8.0], np.float32), ordinal=2)
    stores[1].write("PhysicsMassAPI", "physics:density", list(BODIES), [7, 8], ordinal=2)
    assert equal_scenes(stores[0].seal(2), stores[1].seal(2))


def test_values_are_those_of_the_call_whatever_becomes_of_the_array() -> None:
    store = arm_store()
    values = np.array([5.0, 6.0], np.float32)
    store.write("PhysicsMassAPI", "physics:mass", BODIES, values, ordinal=3)
    values[:] = -1
    store.write("PhysicsMassAPI", "physics:density", BODIES, [1.0, 1.0], ordinal=2)
    assert store.seal(3).column("PhysicsMassAPI", "physics:mass").values.tolist() == [5.0, 6.0]


def test_a_block_leaves_the_producers_rule_and_no_fallback() -> None:
    store = arm_store()
    store.block("PhysicsMassAPI", "physics:mass", BODIES[0], ordinal=2)
    blocked = store.seal(2)
    assert "physics:mass" not in cells(blocked)[BODIES[0]]
    assert _mask(blocked, "PhysicsMassAPI", "physics:mass") == [0, 0]
    assert _mask(blocked, "PhysicsMassAPI", "physics:mass", "blocked") == [1, 0]


def test_clearing_a_cell_brings_the_fallback_back() -> None:
    store = arm_store()
    store.clear("PhysicsDriveAPI", "physics:stiffness", JOINTS[0], instance="angular", ordinal=2)
    cleared = store.seal(2)
    assert cells(cleared)[JOINTS[0]]["drive:angular:physics:stiffness"] == 0.0  # the schema's fallback
    assert _mask(cleared, "PhysicsDriveAPI", "physics:stiffness") == [0]


def test_a_declared_cell_has_a_spec_and_no_value() -> None:
    store = arm_store()
    store.declare("PhysicsMassAPI", "physics:density", BODIES, ordinal=2)
    store.declare("PhysicsMassAPI", "physics:mass", BODIES, ordinal=2)
    scene = store.seal(2)
    bits = {c.name: np.uint64(1 << c.bit) for c in scene.contract.component("PhysicsMassAPI").columns}
    declared = scene.declared("PhysicsMassAPI")
    assert (declared & bits["physics:density"] != 0).tolist() == [True, True]
    assert (declared & bits["physics:mass"] != 0).tolist() == [False, True]  # the first has a value already
    assert equal_scenes(scene, store.at(1))  # the mask is the store's alone
    store.write("PhysicsMassAPI", "physics:density", BODIES[0], 1.0, ordinal=3)
    store.clear("PhysicsMassAPI", "physics:mass", BODIES[0], declared=True, ordinal=3)
    declared = store.seal(3).declared("PhysicsMassAPI")
    assert (declared & bits["physics:density"] != 0).tolist() == [False, True]
    assert (declared & bits["physics:mass"] != 0).tolist() == [True, True]


def test_a_cell_is_read_as_the_writes_so_far_make_it() -> None:
    store = arm_store()
    store.write("PhysicsMassAPI", "physics:mass", BODIES[1], 8.0, ordinal=2)
    pending = store.cell("PhysicsMassAPI", "physics:mass", BODIES[1])
    sealed = store.cell("PhysicsMassAPI", "physics:mass", BODIES[1], ordinal=1)
    assert pending is not None
    assert sealed is not None
    assert (pending.value, pending.authored, pending.listed) == (8.0, True, True)
    assert (sealed.value, sealed.authored) == (0.0, False)
    assert store.cell("PhysicsMassAPI", "physics:mass", "/World/Cube") is None


def test_unchecked_writes_do_what_usd_does() -> None:
    store = arm_store()
    store.write("PhysicsMassAPI", "physics:mass", "/World/Cube", 3.0, checked=False, ordinal=2)
    store.write("PhysicsDriveAPI", "physics:damping", JOINTS[0], 2.0, instance="left", checked=False, ordinal=2)
    scene = store.seal(2)
    masses = scene.column("PhysicsMassAPI", "listed").values
    assert masses.tolist() == [True, True, False]
    assert cells(scene)["/World/Cube"]["physics:mass"] == 3.0
    assert cells(scene)[JOINTS[0]]["drive:left:physics:damping"] == 2.0


def test_an_empty_store_seals_an_empty_scene() -> None:
    scene = Store().seal(1)
    assert list(scene.paths) == ["/"]
