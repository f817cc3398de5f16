"""Populate, export, populate: the authored values are the same."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from authored_cells import STRUCTURE, authored_cells
from case_files import Run, load_runs
from drawn_stage import Stage, write_stage
from hypothesis import HealthCheck, Phase, given, settings
from pxr import Gf, Sdf, Usd, UsdGeom, UsdPhysics
from strategies import stages

from columnar import Scene, Store
from columnar.scene import ReportCode
from populate import populate
from populate.export import ExportError, export_usd

CASES = Path(__file__).parents[1] / "data" / "cases"
SLOW = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
EXPANDED = ("PointInstancer",)
"""Instances of a point instancer are prims of their own in a scene; its arrays have nothing to stand for any more."""


def _again(scene: Scene, **options: object) -> Scene:
    layer = Sdf.Layer.CreateAnonymous()
    done = export_usd(scene, layer)
    assert not done.skipped
    return populate(Usd.Stage.Open(layer), **options).scene  # type: ignore[arg-type]  # options of populate


def _targets_of_dropped_relationships(scene: Scene) -> bool:
    """Whether rows may be there only because a relationship names them that a scene does not keep.

    One under the name of a column that takes values is reported and counts as unauthored; what it names has a row.
    """
    reports = scene.table("report").to_pylist()
    return any(row["code"] == ReportCode.MISTYPED and "as a relationship" in row["text"] for row in reports)


def _findings(scene: Scene) -> list[str]:
    before, after = (authored_cells(s, leave_out=EXPANDED) for s in (scene, _again(scene)))
    lost = _targets_of_dropped_relationships(scene)
    return [
        f"{path} {name}: {cell.get(name)!r} before, {after.get(path, {}).get(name)!r} after"
        for path, cell in before.items()
        for name in sorted({*cell, *after.get(path, {})})
        if path in after or not (lost and cell.keys() <= set(STRUCTURE))
        if cell.get(name) != after.get(path, {}).get(name)
    ]


@pytest.mark.parametrize("run", [run for run in load_runs(CASES) if run.options.get("instancing") != "share"], ids=str)
def test_a_case_stage_comes_back(run: Run) -> None:
    findings = _findings(populate(run.stage, **run.options).scene)
    if findings:
        pytest.fail("\n".join(findings), pytrace=False)


@settings(SLOW, max_examples=25)
@given(stage=stages())
def test_a_drawn_stage_comes_back(stage: Stage) -> None:
    with tempfile.TemporaryDirectory() as folder:
        scene = populate(write_stage(stage, Path(folder))).scene
    findings = _findings(scene)
    assert not findings, "\n".join(findings)


def _joint_stage() -> Usd.Stage:
    stage = Usd.Stage.CreateInMemory()
    joint = UsdPhysics.RevoluteJoint.Define(stage, "/World/Hinge")
    joint.CreateAxisAttr("Y")
    joint.CreateLowerLimitAttr().Block()
    UsdPhysics.DriveAPI.Apply(joint.GetPrim(), "angular").CreateStiffnessAttr(12.5)
    return stage


def test_only_what_is_authored_is_written() -> None:
    layer = Sdf.Layer.CreateAnonymous()
    done = export_usd(populate(_joint_stage()).scene, layer)
    joint = layer.GetPrimAtPath("/World/Hinge")
    assert {spec.name: spec.default for spec in joint.properties} == {
        "physics:axis": "Y",
        "physics:lowerLimit": Sdf.ValueBlock(),
        "drive:angular:physics:stiffness": 12.5,
    }
    assert (done.prims, done.opinions) == (2, 3)
    assert layer.GetPrimAtPath("/World").specifier == Sdf.SpecifierDef


def test_what_a_store_wrote_reaches_the_stage() -> None:
    store = Store()
    store.insert(populate(_joint_stage()).scene, ordinal=1)
    store.write("PhysicsDriveAPI", "physics:stiffness", "/World/Hinge", 99.0, instance="angular", ordinal=1)
    store.write("PhysicsJoint", "physics:body0", "/World/Hinge", ["/World/Body"], ordinal=1)
    stage = _joint_stage()
    export_usd(store.seal(1), stage.GetRootLayer())
    joint = UsdPhysics.RevoluteJoint.Get(stage, "/World/Hinge")
    assert UsdPhysics.DriveAPI(joint.GetPrim(), "angular").GetStiffnessAttr().Get() == 99.0
    assert joint.GetBody0Rel().GetTargets() == [Sdf.Path("/World/Body")]
    assert not joint.GetUpperLimitAttr().HasAuthoredValue()


@pytest.mark.parametrize("suffix", [".usda", ".usdc", ".usd"])
def test_a_file_is_made_or_replaced(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"hinge{suffix}"
    file.write_text("what was there before")
    export_usd(populate(_joint_stage()).scene, file)
    assert authored_cells(populate(file).scene) == authored_cells(populate(_joint_stage()).scene)
    assert list(tmp_path.iterdir()) == [file]


def test_units_come_back_where_they_are_authored() -> None:
    stage = _joint_stage()
    UsdPhysics.SetStageKilogramsPerUnit(stage, 0.001)
    scene = populate(stage).scene
    names = ("kilograms_per_unit_authored", "meters_per_unit_authored", "usd-metadata:kilogramsPerUnit")
    assert [_again(scene).info[name] for name in names] == [True, False, 0.001]


def test_scenes_that_no_layer_can_hold_are_refused() -> None:
    odd = Scene.from_tables({"Cube": {"prim": ["/World/a-b", "/World/9"]}})
    with pytest.raises(ExportError, match="'/World/9'") as refused:
        export_usd(odd, Sdf.Layer.CreateAnonymous())
    assert len(refused.value.problems) == 2
    stage = _joint_stage()
    for name in "ab":
        instance = stage.DefinePrim(f"/{name}")
        instance.GetReferences().AddInternalReference("/World")
        instance.SetInstanceable(True)
    with pytest.raises(ExportError, match="instancing='expand'"):
        export_usd(populate(stage, instancing="share").scene, Sdf.Layer.CreateAnonymous())


def test_an_identity_takes_the_place_of_the_layers_transform() -> None:
    stage = Usd.Stage.CreateInMemory()
    body = UsdGeom.Xform.Define(stage, "/Body")
    UsdPhysics.RigidBodyAPI.Apply(body.GetPrim())
    body.AddTranslateOp().Set(Gf.Vec3d(1, 2, 3))
    store = Store()
    store.insert(populate(stage).scene, ordinal=1)
    store.write("prim", "omni:xform", "/Body", np.eye(4), ordinal=1)
    export_usd(store.seal(1), stage.GetRootLayer())
    assert body.GetLocalTransformation() == Gf.Matrix4d(1)


def test_what_openusd_does_not_take_is_skipped_and_said() -> None:
    stage = Usd.Stage.CreateInMemory()
    joint = UsdPhysics.FixedJoint.Define(stage, "/Joint")
    joint.GetPrim().CreateAttribute("physics:big", Sdf.ValueTypeNames.Int64).Set(2**63 - 1)
    joint.GetPrim().CreateAttribute("physics:group", Sdf.ValueTypeNames.Group).Block()
    store = Store()
    store.insert(populate(stage).scene, ordinal=1)
    store.write("PhysicsJoint", "physics:body0", "/Joint", ["/no-name"], ordinal=1)
    layer = Sdf.Layer.CreateAnonymous()
    done = export_usd(store.seal(1), layer)
    assert [name for _, name, _ in done.skipped] == ["physics:body0", "physics:big", "physics:group"]
    assert len(layer.GetPrimAtPath("/Joint").properties) == 0


def test_values_of_two_integers_and_time_codes_come_back() -> None:
    stage = Usd.Stage.CreateInMemory()
    prim = UsdPhysics.FixedJoint.Define(stage, "/Joint").GetPrim()
    values = {"physics:pair": ("Int2", Gf.Vec2i(3, 4)), "physics:when": ("TimeCode", Sdf.TimeCode(3.5))}
    for name, (kind, value) in values.items():
        prim.CreateAttribute(name, getattr(Sdf.ValueTypeNames, kind)).Set(value)
    layer = Sdf.Layer.CreateAnonymous()
    assert not export_usd(populate(stage).scene, layer).skipped
    for name, (_, value) in values.items():
        assert layer.GetAttributeAtPath(f"/Joint.{name}").default == value


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    layer = Sdf.Layer.CreateAnonymous()
    layer.SetPermissionToEdit(False)
    scene = Scene.from_tables({"Cube": {"prim": ["/Cube"]}})
    for target, words in ((layer, "no permission to edit"), (tmp_path / "a.usdz", "'.usdz' is no format to write")):
        with pytest.raises(ExportError, match=words):
            export_usd(scene, target)
