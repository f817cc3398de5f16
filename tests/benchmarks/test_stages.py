from __future__ import annotations

from pathlib import Path

import pytest
from pxr import Usd, UsdPhysics

from benchmarks.stages import LAYOUTS, StageName, StageNameError, cached_stage
from columnar import parse
from populate import populate

COUNT = 6


def layer_bytes(root: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in root.parent.iterdir()}


@pytest.mark.parametrize("suffix", ["usdc", "usda"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_name_gives_the_same_bytes_wherever_it_is_made(layout, suffix, tmp_path):
    name = StageName(layout, COUNT, suffix)
    first, second = (cached_stage(name, tmp_path / folder) for folder in ("first", "second"))
    assert first != second
    assert layer_bytes(first) == layer_bytes(second)


@pytest.mark.parametrize(
    ("layout", "bodies", "joints"),
    [
        ("flat", COUNT, COUNT),
        ("mixed", COUNT, COUNT),
        ("layered", COUNT, COUNT),
        ("references", 12 * COUNT, 12 * COUNT),
        ("overridden", 12 * COUNT, 12 * COUNT),
        ("instances", 12 * COUNT, 12 * COUNT),
        ("articulation", COUNT + 1, COUNT),
        ("tiled", COUNT, COUNT),
        ("robots", COUNT, COUNT),
    ],
)
def test_stages_open_with_the_bodies_and_joints_asked_for(layout, bodies, joints, tmp_path):
    stage = Usd.Stage.Open(str(cached_stage(StageName(layout, COUNT), tmp_path)))
    prims = list(Usd.PrimRange(stage.GetPseudoRoot(), Usd.TraverseInstanceProxies()))
    assert sum(prim.HasAPI(UsdPhysics.RigidBodyAPI) for prim in prims) == bodies
    assert sum(prim.IsA(UsdPhysics.Joint) for prim in prims) == joints
    targets = [UsdPhysics.Joint(prim).GetBody1Rel().GetTargets() for prim in prims if prim.IsA(UsdPhysics.Joint)]
    assert all(len(found) == 1 and stage.GetPrimAtPath(found[0]) for found in targets)


def test_layouts_have_the_composition_they_are_named_for(tmp_path):
    def opened(layout: str) -> Usd.Stage:
        return Usd.Stage.Open(str(cached_stage(StageName(layout, COUNT), tmp_path)))

    assert len(opened("instances").GetPrototypes()) == 1
    assert not opened("references").GetPrototypes()
    assert len(opened("layered").GetRootLayer().subLayerPaths) == 2
    limit = "/World/environments/environment0/robot/joints/joint5.physics:lowerLimit"
    assert opened("overridden").GetAttributeAtPath(limit).Get() == -2.0
    assert opened("references").GetAttributeAtPath(limit).Get() > -2.0
    assert opened("layered").GetAttributeAtPath("/World/joints/joint5.physics:lowerLimit").Get() == -2.0


def test_an_articulation_is_one_and_floats(tmp_path):
    (row,) = parse(populate(cached_stage(StageName("articulation", COUNT), tmp_path)).scene).articulations
    assert (row.fixed_base, len(row.links), len(row.joints)) == (False, COUNT + 1, COUNT)


def test_tiles_repeat_until_there_are_as_many_joints_as_asked_for(tmp_path):
    found = parse(populate(cached_stage(StageName("tiled", 40), tmp_path)).scene)
    assert (len(found.joints), len(found.bodies), len(found.articulations)) == (40, 40, 4)


def test_a_stage_is_written_once(tmp_path):
    root = cached_stage(StageName("flat", COUNT), tmp_path)
    written = root.stat().st_mtime_ns
    assert cached_stage(StageName("flat", COUNT), tmp_path).stat().st_mtime_ns == written


def test_names():
    assert StageName.parse("flat-20000.usda") == StageName("flat", 20000, "usda")
    assert str(StageName("flat", 20000, "usda")) == "flat-20000.usda"
    for text in ("flat", "flat-x.usdc", "round-3.usdc", "flat-3.obj", "flat-3"):
        with pytest.raises(StageNameError, match=r"LAYOUT-COUNT\.FORMAT"):
            StageName.parse(text)
