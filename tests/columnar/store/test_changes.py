"""Change sets name every cell and row that differs, and no other."""

from __future__ import annotations

import numpy as np
from store_scenes import BODIES, JOINTS, arm_store

from columnar.store import ChangeKind, ChangeSet


def _told(changes: ChangeSet) -> set[tuple[str, str, str | None, int, str]]:
    return {
        (str(change.kind), change.component, change.column, entity, instance)
        for change in changes
        for entity, instance in zip(change.entities.tolist(), change.instances, strict=True)
    }


def test_no_write_no_change() -> None:
    store = arm_store()
    store.seal(2)
    assert len(store.changes(since=1, until=2)) == 0


def test_cells_that_were_written() -> None:
    store = arm_store()
    link, joint = store.entity(BODIES[1]), store.entity(JOINTS[0])
    store.write("PhysicsMassAPI", "physics:mass", BODIES, [2.0, 5.0], ordinal=2)  # the first had 2.0 authored
    store.write("PhysicsDriveAPI", "physics:damping", JOINTS[0], 1.0, instance="angular", ordinal=2)
    store.seal(2)
    changes = store.changes(since=1, until=2)
    assert _told(changes) == {
        ("changed", "PhysicsMassAPI", "physics:mass", link, ""),
        ("changed", "PhysicsDriveAPI", "physics:damping", joint, "angular"),
    }
    assert changes.of("PhysicsMassAPI", "physics:mass").tolist() == [link]
    assert changes.of("PhysicsMassAPI", "physics:density").tolist() == []


def test_authoring_the_value_that_was_there_changes_its_origin() -> None:
    store = arm_store()
    store.write("PhysicsMassAPI", "physics:density", BODIES[0], 0.0, ordinal=2)
    store.seal(2)
    (change,) = store.changes(since=1, until=2)
    assert (change.component, change.column) == ("PhysicsMassAPI", "physics:density")


def test_changes_add_up_over_ordinals() -> None:
    store = arm_store()
    for ordinal, value in ((2, 7.0), (3, 2.0)):
        store.write("PhysicsMassAPI", "physics:mass", BODIES[0], value, ordinal=ordinal)
        store.seal(ordinal)
    assert len(store.changes(since=1, until=2)) == 1
    assert len(store.changes(since=1, until=3)) == 0  # there and back


def test_rows_that_come_and_go() -> None:
    store = arm_store()
    cube, joint = store.entity("/World/Cube"), store.entity(JOINTS[0])
    store.apply("PhysicsMassAPI", "/World/Cube", ordinal=2)
    store.remove("PhysicsDriveAPI", JOINTS[0], instance="angular", ordinal=2)
    store.write("PhysicsMassAPI", "physics:mass", BODIES[1], 1.0, ordinal=2)
    store.seal(2)
    changes = store.changes(since=1, until=2)
    assert _told(changes) == {
        ("added", "PhysicsMassAPI", None, cube, ""),
        ("removed", "PhysicsDriveAPI", None, joint, "angular"),
        ("changed", "PhysicsMassAPI", "physics:mass", store.entity(BODIES[1]), ""),
        ("changed", "prim", "usd-schemas", cube, ""),
        ("changed", "prim", "usd-schemas", joint, ""),
    }
    assert {change.kind for change in changes} == set(ChangeKind)


def test_a_sealed_change_set_matches_a_comparison_of_random_writes() -> None:
    """Against a plain dictionary kept beside the store."""
    store = arm_store()
    random = np.random.default_rng(5)
    expected: dict[str, float] = dict(zip(BODIES, (2.0, 0.0), strict=True))
    for ordinal in range(2, 20):
        before = dict(expected)
        for body in BODIES:
            if random.random() < 0.5:
                expected[body] = float(random.integers(0, 3))
                store.write("PhysicsMassAPI", "physics:mass", body, expected[body], ordinal=ordinal)
        store.seal(ordinal)
        assert store.at(ordinal).column("PhysicsMassAPI", "physics:mass").values.tolist() == list(expected.values())
        changed = {store.entity(body) for body in BODIES if before[body] != expected[body]}
        assert changed <= set(store.changes(since=ordinal - 1, until=ordinal).of("PhysicsMassAPI").tolist())
