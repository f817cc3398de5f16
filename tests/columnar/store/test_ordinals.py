"""Ordinals: what is sealed when, what is kept, and what happens to later ones when an earlier one is written."""

from __future__ import annotations

import pytest
from store_scenes import BODIES, arm_store, arm_tables

from columnar.store import Store, StoreError

MASS = ("PhysicsMassAPI", "physics:mass")


def test_a_seal_takes_what_was_written_up_to_it() -> None:
    store = arm_store()
    store.write(*MASS, BODIES[0], 5.0, ordinal=5)
    store.write(*MASS, BODIES[0], 3.0, ordinal=3)
    assert store.seal(4).column(*MASS).values[0] == 3.0
    assert store.seal(5).column(*MASS).values[0] == 5.0


def test_writing_an_earlier_ordinal_shows_in_later_ones() -> None:
    store = arm_store()
    store.write(*MASS, BODIES[0], 5.0, ordinal=5)
    store.write(*MASS, BODIES[1], 3.0, ordinal=3)
    store.apply("PhysicsRigidBodyAPI", "/World/Cube", ordinal=2)
    assert store.seal(5).column(*MASS).values.tolist() == [5.0, 3.0]
    assert len(store.at(5).rows("PhysicsRigidBodyAPI")) == 3


def test_an_earlier_write_that_later_ones_cannot_stand_on_is_refused() -> None:
    store = arm_store()
    store.write(*MASS, BODIES[0], 5.0, ordinal=5)
    with pytest.raises(StoreError, match=r"ordinal 5 would no longer fit.*/World/Arm/Base"):
        store.despawn(BODIES[0], ordinal=3)
    assert store.seal(4).column(*MASS).values[0] == 2.0
    assert store.seal(5).column(*MASS).values[0] == 5.0


def test_history_is_bounded() -> None:
    store = Store(history=2)
    store.insert(arm_tables(), ordinal=1)
    for ordinal in (1, 2, 3):
        store.write(*MASS, BODIES[0], float(ordinal), ordinal=ordinal)
        store.seal(ordinal)
    assert store.at(2).column(*MASS).values[0] == 2.0
    assert store.latest is store.at(3)
    with pytest.raises(StoreError, match=r"ordinal 1 is not kept: the oldest kept is 2"):
        store.at(1)
    with pytest.raises(StoreError, match="at least 1"):
        Store(history=0)


def test_at_gives_the_seal_in_force() -> None:
    store = arm_store()
    store.seal(10)
    assert store.at(7).ordinal == 1
    assert store.at(10).ordinal == 10


def test_ordinals_sealed_together_are_not_kept_apart() -> None:
    store = arm_store()
    store.write(*MASS, BODIES[0], 3.0, ordinal=3)
    store.write(*MASS, BODIES[0], 5.0, ordinal=5)
    store.seal(6)
    assert store.at(2).ordinal == 1
    with pytest.raises(StoreError, match="ordinal 4 was sealed together with 6"):
        store.at(4)


def test_an_entity_keeps_its_id_and_no_other_path_gets_it() -> None:
    store = arm_store()
    known = {path: store.entity(path) for path in store.at(1).paths}
    store.despawn("/World/Arm", ordinal=2)
    store.seal(2)
    store.insert(arm_tables(), ordinal=3)
    store.write("PhysicsJoint", "physics:body0", "/World/Arm/Elbow", ["/New"], ordinal=3)
    scene = store.seal(3)
    assert {path: store.entity(path) for path in known} == known
    assert store.entity("/New") not in known.values()
    assert [store.path(entity) for entity in known.values()] == list(known)
    assert scene.paths.find("/New") == store.entity("/New")
