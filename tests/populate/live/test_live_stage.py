"""What a commit touches: cells, prims, and nothing that somebody else wrote."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pytest
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics
from stage_edits import robot_stage

from columnar import Store, StoreError, cells, equal_scenes
from populate import populate
from populate.live import Committed, LiveStage

STIFFNESS = "drive:angular:physics:stiffness"
VALUE_EDITS: dict[str, Callable[[Usd.Stage], object]] = {
    "value": lambda s: s.GetAttributeAtPath(f"/World/Hinge.{STIFFNESS}").Set(9.0),
    "value of a fallback": lambda s: UsdPhysics.RevoluteJoint.Get(s, "/World/Hinge").CreateLowerLimitAttr(-5.0),
    "block": lambda s: s.GetAttributeAtPath(f"/World/Hinge.{STIFFNESS}").Block(),
    "clear": lambda s: s.GetAttributeAtPath(f"/World/Hinge.{STIFFNESS}").Clear(),
    "remove": lambda s: s.GetPrimAtPath("/World/Hinge").RemoveProperty(STIFFNESS),
    "token": lambda s: s.GetAttributeAtPath("/World/Hinge.physics:axis").Set("Z"),
    "vector": lambda s: s.GetAttributeAtPath("/World/Base.physics:velocity").Set(Gf.Vec3f(1, 2, 3)),
    "cell without its API": lambda s: (
        s.GetPrimAtPath("/World/Base")
        .CreateAttribute("physxRigidBody:sleepThreshold", Sdf.ValueTypeNames.Float)
        .Set(0.5)
    ),
    "geometry": lambda s: UsdGeom.Cube.Get(s, "/World/Base/Shape").CreateSizeAttr(7.0),
    "transform": lambda s: s.GetAttributeAtPath("/World/Base.xformOp:translate").Set(Gf.Vec3d(7, 8, 9)),
    "transform of an ancestor": lambda s: UsdGeom.Xform.Get(s, "/World").AddTranslateOp().Set(Gf.Vec3d(1, 0, 0)),
    "value nobody reads": lambda s: s.GetAttributeAtPath("/Loose.size").Set(3.0),
}

PRIM_EDITS: dict[str, tuple[Callable[[Usd.Stage], object], set[str], set[str]]] = {
    "activation": (lambda s: s.GetPrimAtPath("/World/Hinge").SetActive(False), set(), {"/World/Hinge"}),
    "variant": (
        lambda s: s.GetPrimAtPath("/World").GetVariantSet("size").SetVariantSelection("large"),
        {"/World/Onlylarge"},
        {"/World/Onlysmall"},
    ),
    "API": (lambda s: UsdPhysics.MassAPI.Apply(s.GetPrimAtPath("/World/Base")), {"/World/Base"}, set()),
    "reference": (
        lambda s: s.DefinePrim("/World/Second").GetReferences().AddInternalReference("/Model"),
        {"/World/Second", "/World/Second/Shape"},
        set(),
    ),
    "removal": (lambda s: s.RemovePrim("/Model/Shape"), set(), {"/Model/Shape", "/World/Copy/Shape"}),
    "target": (
        lambda s: UsdPhysics.RevoluteJoint.Get(s, "/World/Hinge").GetBody0Rel().SetTargets(["/Loose"]),
        {"/World/Hinge", "/Loose"},
        set(),
    ),
}


def _live(*, group: bool = True) -> tuple[Usd.Stage, Store, LiveStage]:
    stage, store = robot_stage(group=group), Store()
    live = LiveStage(stage, store)
    live.commit(1)
    store.seal(1)
    return stage, store, live


def test_the_first_commit_brings_the_stage_in() -> None:
    stage, store, _ = _live()
    assert equal_scenes(store.at(1), populate(stage).scene)


@pytest.mark.parametrize("name", VALUE_EDITS)
def test_the_edit_of_a_value_is_one_of_cells(name: str) -> None:
    stage, store, live = _live()
    VALUE_EDITS[name](stage)
    done = live.commit(2)
    assert not done.changed
    assert not done.gone
    assert equal_scenes(store.seal(2), populate(stage).scene)


@pytest.mark.parametrize("name", PRIM_EDITS)
def test_an_edit_of_prims_writes_the_prims_that_differ(name: str) -> None:
    stage, store, live = _live()
    edit, changed, gone = PRIM_EDITS[name]
    edit(stage)
    assert live.commit(2) == Committed(changed=tuple(sorted(changed, key=store.entity)), gone=tuple(sorted(gone)))
    assert equal_scenes(store.seal(2), populate(stage).scene)


@pytest.mark.parametrize("name", ["activation", "API", "reference", "removal"])
def test_a_resync_reads_its_subtree_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no collection, material or target reaches further."""
    stage, store, live = _live(group=False)
    edit, changed, gone = PRIM_EDITS[name]
    edit(stage)
    with monkeypatch.context() as patched:
        patched.delattr("populate.readers.composed.ComposedReader.read")  # what reads a stage as a whole
        assert live.commit(2) == Committed(changed=tuple(sorted(changed, key=store.entity)), gone=tuple(sorted(gone)))
    assert equal_scenes(store.seal(2), populate(stage).scene)


def test_nothing_edited_nothing_committed() -> None:
    stage, _, live = _live()
    assert not live.commit(2)
    stage.GetPrimAtPath("/World/Hinge").SetMetadata("documentation", "about it")
    assert not live.commit(2)


def test_what_others_wrote_stays() -> None:
    stage, store, live = _live()
    store.write("PhysicsRigidBodyAPI", "physics:velocity", "/World/Arm", [4.0, 5.0, 6.0], ordinal=2)
    stage.RemovePrim("/Model")
    UsdPhysics.MassAPI.Apply(stage.GetPrimAtPath("/World/Base")).CreateMassAttr(3.0)
    live.commit(2)
    stage.GetAttributeAtPath(f"/World/Hinge.{STIFFNESS}").Set(9.0)
    live.commit(2)
    found = cells(store.seal(2))
    assert found["/World/Arm"]["physics:velocity"] == [4.0, 5.0, 6.0]
    assert found["/World/Base"]["physics:mass"] == 3.0
    assert found["/World/Hinge"][STIFFNESS] == 9.0


def test_edits_of_prims_the_store_let_go_of_are_passed_over() -> None:
    stage, store, live = _live()
    store.despawn("/World/Hinge", ordinal=2)
    stage.GetAttributeAtPath(f"/World/Hinge.{STIFFNESS}").Set(9.0)
    assert live.commit(2) == Committed(cells=0)
    assert "/World/Hinge" not in cells(store.seal(2))


def test_a_commit_that_fails_loses_nothing() -> None:
    stage, store, live = _live()
    stage.GetAttributeAtPath(f"/World/Hinge.{STIFFNESS}").Set(9.0)
    with pytest.raises(StoreError, match="sealed"):
        live.commit(1)
    live.commit(2)
    assert equal_scenes(store.seal(2), populate(stage).scene)


@pytest.mark.parametrize("name", PRIM_EDITS)
def test_a_refused_commit_of_prims_is_made_up_for(name: str) -> None:
    stage, store, live = _live(group=False)
    store.seal(5)
    edit, _, _ = PRIM_EDITS[name]
    edit(stage)
    for _ in range(2):
        with pytest.raises(StoreError, match="ordinal 3 is sealed"):
            live.commit(3)
    stage.GetPrimAtPath("/World/Scene").SetActive(False)
    live.commit(6)
    assert equal_scenes(store.seal(6), populate(stage).scene)


def test_a_block_that_may_yet_be_undone_takes_no_commit() -> None:
    stage, store, live = _live()
    stage.GetPrimAtPath("/World/Hinge").SetActive(False)
    with store.edit(2), pytest.raises(StoreError, match="edit block of the store is open"):
        live.commit(2)
    live.commit(2)
    assert equal_scenes(store.seal(2), populate(stage).scene)


def test_a_root_may_go_and_come_again() -> None:
    stage, store = robot_stage(), Store()
    live = LiveStage(stage, store, root="/Model")
    live.commit(1)
    before, layer = store.seal(1), stage.GetRootLayer().ExportToString()
    stage.RemovePrim("/Model")
    assert live.commit(2).gone == ("/Model", "/Model/Shape")
    store.seal(2)
    stage.GetRootLayer().ImportFromString(layer)
    live.commit(3)
    assert equal_scenes(store.seal(3), before)


def test_after_closing_nothing_is_heard() -> None:
    stage, store = robot_stage(), Store()
    with LiveStage(stage, store) as live:
        live.commit(1)
    stage.GetAttributeAtPath(f"/World/Hinge.{STIFFNESS}").Set(9.0)
    assert not live.commit(2)


def _work(call: Callable[[], object]) -> int:
    """Function calls made, of Python and of C: a measure of work that does not depend on the machine's mood."""
    count = [0]

    def tick(_frame: object, event: str, _argument: object) -> None:
        count[0] += event in ("call", "c_call")

    sys.setprofile(tick)
    try:
        call()
    finally:
        sys.setprofile(None)
    return count[0]


def _joint_stage(count: int) -> Usd.Stage:
    stage = Usd.Stage.CreateInMemory()
    layer = stage.GetRootLayer()
    with Sdf.ChangeBlock():
        for number in range(count):
            joint = Sdf.CreatePrimInLayer(layer, f"/World/Joint{number}")
            joint.specifier, joint.typeName = Sdf.SpecifierDef, "PhysicsRevoluteJoint"
            joint.SetInfo("apiSchemas", Sdf.TokenListOp.CreateExplicit(["PhysicsDriveAPI:angular"]))
            Sdf.AttributeSpec(joint, "drive:angular:physics:targetPosition", Sdf.ValueTypeNames.Float).default = float(
                number
            )
        layer.GetPrimAtPath("/World").specifier = Sdf.SpecifierDef
    return stage


def test_the_work_of_one_edit_does_not_grow_with_the_stage() -> None:
    works, resyncs = [], []
    for count in (50, 500):
        stage, store = _joint_stage(count), Store()
        live = LiveStage(stage, store)
        whole = _work(lambda: live.commit(1))  # noqa: B023 - called at once
        store.seal(1)
        stage.GetAttributeAtPath("/World/Joint7.drive:angular:physics:targetPosition").Set(45.0)
        works.append(_work(lambda: live.commit(2)))  # noqa: B023 - called at once
        values = store.seal(2).column("PhysicsDriveAPI", "physics:targetPosition").values
        assert np.count_nonzero(values == 45.0) == (2 if count > 45 else 1)
        stage.GetPrimAtPath("/World/Joint9").SetActive(False)
        resyncs.append(_work(lambda: live.commit(3)))  # noqa: B023 - called at once
    assert works[1] < works[0] * 1.3
    assert works[1] * 10 < whole
    assert resyncs[1] < resyncs[0] * 1.3
