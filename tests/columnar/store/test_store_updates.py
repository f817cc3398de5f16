"""Paths of an update may be one; what is none is refused."""

from __future__ import annotations

from typing import Any

import pytest
from store_scenes import BODIES, arm_store, arm_tables

from columnar.scene import Scene, cells
from columnar.store import StoreError


def heavier() -> Scene:
    tables = {
        "PhysicsRigidBodyAPI": {"prim": BODIES},
        "PhysicsMassAPI": {"prim": BODIES, "physics:mass": [5.0, 7.0]},
    }
    return Scene.from_tables(tables)


@pytest.mark.parametrize("changed", [BODIES[0], [BODIES[0]], (path for path in BODIES[:1])])
def test_one_path_changes_one_prim(changed: Any) -> None:
    store = arm_store()
    store.update(heavier(), ordinal=2, changed=changed, gone=())
    found = cells(store.seal(2))
    assert found[BODIES[0]]["physics:mass"] == 5.0
    # The fallback of the schema, as before.
    assert found[BODIES[1]]["physics:mass"] == 0.0


def test_one_path_goes() -> None:
    store = arm_store()
    store.update(arm_tables(), ordinal=2, changed=(), gone="/World/Cube")
    assert "/World/Cube" not in cells(store.seal(2))
    assert BODIES[0] in cells(store.at(2))


@pytest.mark.parametrize("given", [3, [BODIES[0], None], [[BODIES[0]]]])
def test_what_is_no_path_is_refused(given: Any) -> None:
    store = arm_store()
    with pytest.raises(StoreError, match=r"changed: .* given; expected prim paths"):
        store.update(heavier(), ordinal=2, changed=given, gone=())
