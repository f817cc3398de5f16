"""The live benchmark's stage has what it says, and both sides are measured."""

from __future__ import annotations

from benchmarks.live_edit import joint_stage, measure_edits
from populate import populate


def test_its_stage_has_a_driven_joint_for_every_body() -> None:
    counts = populate(joint_stage(7)).row_counts
    assert (counts["PhysicsRigidBodyAPI"], counts["PhysicsRevoluteJoint"], counts["PhysicsDriveAPI"]) == (7, 7, 7)


def test_both_sides_are_measured() -> None:
    whole, edit = measure_edits(5, runs=2)
    assert whole > 0
    assert edit > 0
