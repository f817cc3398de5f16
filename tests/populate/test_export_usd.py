"""Populate, export, populate: the authored values are the same."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from authored_cells import authored_cells
from case_files import Run, load_runs
from drawn_stage import Stage, write_stage
from hypothesis import HealthCheck, Phase, given, settings
from pxr import Sdf, Usd, UsdPhysics
from strategies import stages

from columnar import Scene, Store
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
    return populate(Usd.Stage.Open(layer), **options).scene  # type: ignore[arg-type]


def _findings(scene: Scene) -> list[str]:
    before, after = (authored_cells(s, leave_out=EXPANDED) for s in (scene, _again(scene)))
    return [
        f"{path} {name}: {cell.get(name)!r} before, {after.get(path, {}).get(name)!r} after"
        for path, cell in before.items()
        for name in sorted({*cell, *after.get(path, {})})
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
