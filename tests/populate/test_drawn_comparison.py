"""Random joint scenes through both walkers: they never part without a finding that predicts both values."""

from __future__ import annotations

import pytest
from drawn_joints import joint_scene
from pxr import Usd

from columnar import parse
from columnar.diff import diff
from populate import populate
from populate.openusd_release import running_profile
from populate.walker import walk

SCENES = 60


@pytest.mark.parametrize("seed", range(SCENES))
def test_no_difference_is_unexplained(seed: int) -> None:
    stage = Usd.Stage.CreateInMemory()
    stage.GetRootLayer().ImportFromString(joint_scene(seed))
    scene = populate(stage).scene

    walked = walk(stage)
    columns = diff(parse(scene), walked, scene=scene)
    own_rules = diff(parse(scene, running_profile()), walked, scene=scene)

    assert [d for d in columns if d.finding is None] == []
    assert [d for d in own_rules if d.finding is None] == []
    assert {id_[:3] for id_ in own_rules.counts} <= {"COL"}
