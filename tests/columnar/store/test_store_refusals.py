"""What the store refuses, what it says, and that nothing of it is written."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pytest
from store_scenes import BODIES, JOINTS, arm_store, arm_tables

from columnar.scene import Scene, equal_scenes
from columnar.store import Store, StoreError

MASS = ("PhysicsMassAPI", "physics:mass")
VELOCITY = ("PhysicsRigidBodyAPI", "physics:velocity")
STIFFNESS = ("PhysicsDriveAPI", "physics:stiffness")

REFUSALS: dict[str, tuple[Callable[[Store], object], tuple[str, ...]]] = {
    "sealed ordinal": (lambda s: s.write(*MASS, BODIES, [1, 2], ordinal=1), ("ordinal 1 is sealed", "2 or later")),
    "ordinal that is no number": (lambda s: s.write(*MASS, BODIES, [1, 2], ordinal="2"), ("'2'", "integer")),  # type: ignore[arg-type]  # wrong on purpose
    "component": (lambda s: s.write("PhysicsMas", "x", BODIES[0], 1, ordinal=2), ("'PhysicsMas'", "PhysicsMassAPI")),
    "column": (lambda s: s.write("PhysicsMassAPI", "mass", BODIES[0], 1, ordinal=2), ("'mass'", "physics:mass")),
    "entity": (lambda s: s.write(*MASS, [900], [1], ordinal=2), ("unknown entity 900", "below")),
    "negative entity": (lambda s: s.write(*MASS, np.array([-1]), [1], ordinal=2), ("unknown entity -1",)),
    "path": (lambda s: s.write(*MASS, "/Nowhere", 1, ordinal=2), ("'/Nowhere'", "no prim")),
    "fractional entities": (lambda s: s.write(*MASS, [0.5], [1], ordinal=2), ("float64", "entity ids")),
    "not held": (lambda s: s.write(*MASS, "/World/Cube", 1, ordinal=2), ("/World/Cube", "PhysicsMassAPI", "apply")),
    "missing instance": (lambda s: s.write(*STIFFNESS, JOINTS[0], 1, ordinal=2), ("no instance", "angular")),
    "instance nobody reads": (
        lambda s: s.write(*STIFFNESS, JOINTS[0], 1, instance="left", ordinal=2),
        ("'left'", "angular"),
    ),
    "instance of none": (
        lambda s: s.write(*MASS, BODIES[0], 1, instance="x", ordinal=2),
        ("'x'", "not multiple-apply"),
    ),
    "shape": (lambda s: s.write(*VELOCITY, BODIES, np.zeros((2, 4), np.float32), ordinal=2), ("(2, 4)", "(2, 3)")),
    "count": (lambda s: s.write(*MASS, BODIES, [1.0], ordinal=2), ("(1,)", "(2,)")),
    "ragged": (lambda s: s.write(*VELOCITY, BODIES, [[1, 2, 3], [1]], ordinal=2), ("different lengths", "(2, 3)")),
    "ordinal of a question": (lambda s: s.at("1"), ("'1'", "integer")),  # type: ignore[arg-type]  # wrong on purpose
    "component that is no name": (lambda s: s.write(None, "x", BODIES[0], 1, ordinal=2), ("None", "known")),  # type: ignore[arg-type]  # wrong on purpose
    "instance that is no name": (
        lambda s: s.apply("PhysicsDriveAPI", JOINTS[0], instance=3, checked=False, ordinal=2),  # type: ignore[arg-type]  # wrong on purpose
        ("instance 3", "expected"),
    ),
    "nested entities": (lambda s: s.write(*MASS, [[1], [1, 2]], [1], ordinal=2), ("nested", "paths")),
    "entity without dimension": (lambda s: s.write(*MASS, np.array(1), 1, ordinal=2), ("shape ()", "(n,)")),
    "nulls among entities": (lambda s: s.write(*MASS, pa.array([1, None]), [1], ordinal=2), ("1 nulls", "ids")),
    "several for one": (lambda s: s.cell(*MASS, list(BODIES)), ("expected one", BODIES[1])),  # type: ignore[arg-type]  # wrong on purpose
    "codes for numbers": (
        lambda s: s.write(*MASS, BODIES, pa.array(["a", "b"]).dictionary_encode(), ordinal=2),
        ("dictionary", "float32"),
    ),
    "lists for lanes": (
        lambda s: s.write(*VELOCITY, BODIES, pa.array([[1.0, 2, 3]] * 2), ordinal=2),
        ("list<", "(2, 3)"),
    ),
    "masked": (
        lambda s: s.write(*MASS, BODIES, np.ma.array(np.ones(2, np.float32), mask=[0, 1]), ordinal=2),
        ("masked", "clear"),
    ),
    "one text for two": (
        lambda s: s.write("PhysicsRevoluteJoint", "physics:axis", list(JOINTS), "X", ordinal=2),
        ("one text", "sequence"),
    ),
    "text that is none": (
        lambda s: s.write("PhysicsRevoluteJoint", "physics:axis", JOINTS[0], "\ud800", ordinal=2),
        ("Unicode",),
    ),
    "no scene": (lambda s: s.insert(s, ordinal=2), ("Store given", "Scene")),  # type: ignore[arg-type]  # wrong on purpose
    "lossy dtype": (lambda s: s.write(*MASS, BODIES, np.zeros(2), ordinal=2), ("float64", "float32")),
    "text for a number": (lambda s: s.write(*MASS, BODIES[0], "heavy", ordinal=2), ("float32",)),
    "number for a token": (
        lambda s: s.write("PhysicsRevoluteJoint", "physics:axis", JOINTS[0], 1, ordinal=2),
        ("int given", "token"),
    ),
    "no list": (
        lambda s: s.write("PhysicsJoint", "physics:body0", JOINTS[0], "/World", ordinal=2),
        ("str", "sequence"),
    ),
    "target that is no path": (
        lambda s: s.write("PhysicsJoint", "physics:body0", JOINTS[0], ["World"], ordinal=2),
        ("'World'", "absolute path"),
    ),
    "one of many": (lambda s: s.write(*MASS, [*BODIES, "/World/Cube"], [1, 2, 3], ordinal=2), ("/World/Cube",)),
    "twice": (lambda s: s.write(*MASS, [BODIES[0]] * 2, [1, 2], ordinal=2), (BODIES[0], "once")),
    "wrong type": (
        lambda s: s.apply("PhysicsDriveAPI", "/World/Cube", instance="angular", ordinal=2),
        ("/World/Cube (Cube)", "PhysicsJoint"),
    ),
    "prim type": (lambda s: s.apply("Cube", BODIES[0], ordinal=2), ("prim type", "API schema")),
    "remove what is not there": (lambda s: s.remove("PhysicsMassAPI", "/World/Cube", ordinal=2), ("does not hold",)),
    "world matrix": (
        lambda s: s.write("prim", "omni:fabric:worldMatrix", BODIES[0], np.eye(4), ordinal=2),
        ("omni:xform",),
    ),
    "no transform": (lambda s: s.write("prim", "omni:xform", JOINTS[0], np.eye(4), ordinal=2), ("not Xformable",)),
    "root": (lambda s: s.despawn("/", ordinal=2), ("'/'",)),
    "blocked relationship": (
        lambda s: s.block("PhysicsJoint", "physics:body0", JOINTS[0], ordinal=2),
        ("relationship", "empty list"),
    ),
    "other units": (
        lambda s: s.insert(Scene.from_tables({}, meters_per_unit=0.01), ordinal=2),
        ("metersPerUnit", "0.01", "1.0"),
    ),
    "seal again": (lambda s: s.seal(1), ("sealed",)),
    "unsealed": (lambda s: s.at(2), ("not sealed", "1")),
    "changes backwards": (lambda s: s.changes(since=2, until=1), ("since=2",)),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_says_what_was_given_and_expected_and_writes_nothing(name: str) -> None:
    call, words = REFUSALS[name]
    store = arm_store()
    with pytest.raises(StoreError) as refused:
        call(store)
    for word in words:
        assert word in str(refused.value)
    assert equal_scenes(store.seal(9), arm_tables())


def test_a_failing_block_keeps_nothing_of_itself() -> None:
    store = arm_store()
    store.write(*MASS, BODIES[0], 5.0, ordinal=2)

    def fail() -> None:
        with store.edit(2) as edit:
            edit.write(*MASS, BODIES[1], 6.0)
            edit.despawn(JOINTS[0])
            edit.apply("PhysicsRigidBodyAPI", "/World/Cube")
            edit.write(*MASS, "/World/Cube", 7.0)

    with pytest.raises(StoreError, match="does not hold"):
        fail()
    scene = store.seal(2)
    assert scene.column(*MASS).values.tolist() == [5.0, 0.0]
    assert scene.paths.find(JOINTS[0]) in scene.column("PhysicsJoint", "listed").prim
    assert len(scene.rows("PhysicsRigidBodyAPI")) == 2


def test_an_edit_block_is_known_to_its_thread_alone() -> None:
    store = arm_store()
    assert store.editing is None
    with store.edit(4) as edit:
        assert store.editing is edit
        with pytest.raises(StoreError, match="open already"), store.edit(5):
            pass
        with pytest.raises(StoreError, match="leave it first"):
            store.seal(4)
        edit.write(*MASS, BODIES[0], 5.0)
    assert store.editing is None
    assert store.seal(4).column(*MASS).values[0] == 5.0


@pytest.mark.parametrize("given", [np.array(BODIES), pa.array(BODIES), np.array(BODIES, object)])
def test_paths_come_in_any_array(given: object) -> None:
    store = arm_store()
    store.write(*MASS, given, [3.0, 4.0], ordinal=2)
    assert store.seal(2).column(*MASS).values.tolist() == [3.0, 4.0]
