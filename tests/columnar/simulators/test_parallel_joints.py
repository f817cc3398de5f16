"""Several joints between the same two bodies, as mujoco-usd-converter writes MJCF's joints of several axes."""

from __future__ import annotations

import pytest
from pendulum import pendulum

from columnar import parse
from columnar.simulators import engine_names, load_engine, mujoco
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import build_mechanism
from columnar.simulators.mechanism_findings import add_parallel_findings
from tests.stage_text import scene_of

SECOND = """
def PhysicsRevoluteJoint "Other" {
    rel physics:body1 = </Bob>
    point3f physics:localPos0 = (0, 0, 2)
    uniform token physics:axis = "Y"
}
"""


@pytest.mark.parametrize("engine", engine_names())
def test_the_joint_that_closes_the_loop_is_named_with_the_one_that_carries(engine: str) -> None:
    scene = scene_of(pendulum() + SECOND)
    findings = Findings(engine)
    add_parallel_findings(findings, build_mechanism(parse(scene), scene))
    (found,) = findings.finished(strict=False)
    assert (found.path, found.feature, found.value) == ("/Other", "parallel_joints", "/Hinge")


def test_each_locks_what_the_other_frees() -> None:
    state = "float state:angular:physics:velocity = 60"
    scene = scene_of(pendulum(joint=state, schemas=', "PhysicsJointStateAPI:angular"') + SECOND)
    model = mujoco.build(parse(scene), scene, time_step=1e-3)
    mujoco.step(model, 100)
    # A free hinge would have turned by 6 degrees.
    assert abs(mujoco.state(model).positions[0]) < 0.01


def test_a_chain_has_none() -> None:
    scene = scene_of(pendulum())
    model = load_engine("mujoco").build(parse(scene), scene)
    assert not load_engine("mujoco").unsupported(model)
