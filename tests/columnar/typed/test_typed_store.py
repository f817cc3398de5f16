"""Where typed classes are not pxr's: ordinals, column values, errors, classes of other schemas."""

from __future__ import annotations

import math

import numpy as np
import pytest
from twin_stages import Twins

from columnar.store import StoreError
from columnar.typed import Newton, PhysxSchema, Usd, UsdGeom, UsdPhysics


@pytest.fixture
def twins() -> Twins:
    return Twins()


def test_writes_go_to_the_ordinal_of_the_block(twins: Twins) -> None:
    hinge = Usd.Prim(twins.store, "/World/Hinge")
    with twins.store.edit(5):
        drive = UsdPhysics.DriveAPI.Apply(hinge, "angular")
        drive.CreateStiffnessAttr(40.0)
    with twins.store.edit(7):
        drive.GetStiffnessAttr().Set(60.0)
    before, after = twins.store.seal(5), twins.store.seal(7)
    assert [s.column("PhysicsDriveAPI", "physics:stiffness").values.tolist() for s in (before, after)] == [[40], [60]]


def test_outside_a_block(twins: Twins) -> None:
    joint = UsdPhysics.Joint(Usd.Prim(twins.store, "/World/Hinge"))
    with pytest.raises(StoreError, match=r"Set physics:breakForce of /World/Hinge: at which ordinal\? .*store\.edit"):
        joint.GetBreakForceAttr().Set(1.0)
    with pytest.raises(StoreError, match="Apply PhysicsMassAPI to /World/Hinge: at which ordinal"):
        UsdPhysics.MassAPI.Apply(joint.GetPrim())


def test_get_is_usd_and_column_value_is_the_producer(twins: Twins) -> None:
    """USD's fallback of gravity is a sentinel; the producer writes earth's gravity downwards."""
    scene = UsdPhysics.Scene(Usd.Prim(twins.store, "/World/Scene"))
    assert scene.GetGravityMagnitudeAttr().Get() == -math.inf
    assert scene.GetGravityMagnitudeAttr().GetColumnValue() == pytest.approx(9.81 * 100)
    assert not scene.GetGravityMagnitudeAttr().HasAuthoredValue()


def test_get_never_creates(twins: Twins) -> None:
    twins.store.seal(0)
    UsdPhysics.MassAPI(Usd.Prim(twins.store, "/World/Hinge")).GetMassAttr().Get()
    twins.store.seal(1)
    assert not list(twins.store.changes(since=0, until=1))


def test_apply_where_nothing_reads_it(twins: Twins) -> None:
    """As pxr does; the store's own `apply` refuses both."""
    cube = Usd.Prim(twins.store, "/World/Cube")
    with twins.store.edit(1):
        assert UsdPhysics.DriveAPI.Apply(cube, "angular")
        assert UsdPhysics.DriveAPI.Apply(Usd.Prim(twins.store, "/World/Hinge"), "nobody's")
    for path, instance in (("/World/Cube", "rotX"), ("/World/Hinge", "other")):
        with pytest.raises(StoreError):
            twins.store.apply("PhysicsDriveAPI", path, ordinal=1, instance=instance)


@pytest.mark.parametrize(("path", "name"), [("/World/Hinge", ""), ("/Nowhere", "angular"), ("", "angular")])
def test_apply_refused(twins: Twins, path: str, name: str) -> None:
    prim = Usd.Prim(twins.store, path) if path else Usd.Prim()
    with twins.store.edit(1), pytest.raises(StoreError):
        UsdPhysics.DriveAPI.Apply(prim, name)


def test_get_by_path(twins: Twins) -> None:
    stage = Usd.Stage.Attach(twins.store)
    drive = UsdPhysics.DriveAPI.Get(stage, "/World/Hinge.drive:angular")
    assert (drive.GetName(), drive.GetPath(), bool(drive)) == ("angular", "/World/Hinge", False)
    assert UsdPhysics.DriveAPI.Get(drive.GetPrim(), "angular").GetPath() == "/World/Hinge"
    assert UsdPhysics.Joint.Get(twins.store, "/World/Hinge")
    with pytest.raises(StoreError, match=r"expected a path such as '/World/Hinge\.drive:name'"):
        UsdPhysics.DriveAPI.Get(stage, "/World/Hinge")


def test_all_instances(twins: Twins) -> None:
    hinge = Usd.Prim(twins.store, "/World/Hinge")
    with twins.store.edit(1):
        UsdPhysics.LimitAPI.Apply(hinge, "rotY")
        UsdPhysics.LimitAPI.Apply(hinge, "distance")
    assert [limit.GetName() for limit in UsdPhysics.LimitAPI.GetAll(hinge)] == ["distance", "rotY"]
    assert hinge.HasAPI(UsdPhysics.LimitAPI)
    assert not hinge.HasAPI(UsdPhysics.LimitAPI, "rotX")
    assert hinge.GetAppliedSchemas() == ["PhysicsLimitAPI:distance", "PhysicsLimitAPI:rotY"]


def test_remove(twins: Twins) -> None:
    hinge = Usd.Prim(twins.store, "/World/Hinge")
    with twins.store.edit(1):
        assert hinge.ApplyAPI(UsdPhysics.MassAPI)
        assert hinge.RemoveAPI(UsdPhysics.MassAPI)
    assert not UsdPhysics.MassAPI(hinge)


def test_other_families(twins: Twins) -> None:
    hinge = Usd.Prim(twins.store, "/World/Hinge")
    with twins.store.edit(1):
        Newton.MimicAPI.Apply(hinge).CreateMimicCoef1Attr(0.5)
        PhysxSchema.PhysxJointAxisAPI.Apply(hinge, "angular").CreateArmatureAttr(0.25)
        PhysxSchema.JointStateAPI.Apply(hinge, "angular").CreatePositionAttr(30.0)
    assert Newton.MimicAPI(hinge).GetMimicCoef1Attr().Get() == 0.5
    assert PhysxSchema.PhysxJointAxisAPI(hinge, "angular").GetArmatureAttr().Get() == 0.25
    assert hinge.GetAttribute("state:angular:physics:position").Get() == 30.0
    assert UsdGeom.Cube(Usd.Prim(twins.store, "/World/Cube")).GetSizeAttr().Get() == 2.0
    assert issubclass(PhysxSchema.PhysxPhysicsGearJoint, UsdPhysics.Joint)


def test_quaternions_and_vectors(twins: Twins) -> None:
    """x, y, z, w here; objects of USD's math library are taken too."""
    from pxr import Gf

    joint = UsdPhysics.Joint(Usd.Prim(twins.store, "/World/Hinge"))
    with twins.store.edit(1):
        joint.GetLocalRot0Attr().Set(Gf.Quatf(0.5, 0.5, -0.5, 0.5))
        joint.GetLocalPos0Attr().Set(Gf.Vec3f(1, 2, 3))
    assert joint.GetLocalRot0Attr().Get() == (0.5, -0.5, 0.5, 0.5)
    assert joint.GetLocalPos0Attr().Get() == (1, 2, 3)


def test_wrong_values(twins: Twins) -> None:
    joint = UsdPhysics.Joint(Usd.Prim(twins.store, "/World/Hinge"))
    with twins.store.edit(1):
        with pytest.raises(StoreError, match=r"physics:localPos0.*expected"):
            joint.GetLocalPos0Attr().Set((1.0, 2.0))  # type: ignore[arg-type]  # wrong on purpose
        with pytest.raises(StoreError, match="the prim does not hold PhysicsMassAPI, so it has no such attribute"):
            UsdPhysics.MassAPI(joint).GetMassAttr().Set(1.0)
    with pytest.raises(StoreError, match="no component has attribute 'physics:mas'"):
        joint.GetPrim().GetAttribute("physics:mas")


def test_what_is_no_prim(twins: Twins) -> None:
    mass = UsdPhysics.MassAPI
    with pytest.raises(StoreError, match="'/World' given, expected a prim"):
        mass("/World")  # type: ignore[arg-type]  # wrong on purpose
    with twins.store.edit(2), pytest.raises(StoreError, match="'/World' given, expected a prim"):
        mass.Apply("/World")  # type: ignore[arg-type]  # wrong on purpose


def test_numpy_scalars_are_numbers_as_in_pxr(twins: Twins) -> None:
    drive = UsdPhysics.DriveAPI(Usd.Prim(twins.store, "/World/Hinge"), "angular")
    with twins.store.edit(2):
        assert drive.CreateStiffnessAttr(np.float64(0.5)).Get() == 0.5
        with pytest.raises(StoreError, match="expected float32"):
            drive.CreateDampingAttr("x", True)  # type: ignore[arg-type]  # wrong on purpose
