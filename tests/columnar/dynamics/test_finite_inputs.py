"""Numbers that are none are refused with the joint or link they were given to, and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from columnar.dynamics import Articulation, JointKind, LinkRow, Mechanism, build_tree

NAN, INF = float("nan"), float("inf")


def arm(**options: Any) -> Articulation:
    rows = [
        LinkRow("base", None, "mount", JointKind.FIXED),
        LinkRow("upper", "base", "shoulder", JointKind.REVOLUTE),
        LinkRow("lower", "upper", "elbow", JointKind.REVOLUTE),
    ]
    return Articulation(Mechanism.of(build_tree(rows)), **options)


def state(articulation: Articulation) -> list[Any]:
    names = ("positions", "velocities", "efforts", "wrenches")
    return [getattr(articulation, name).tolist() for name in names] + [articulation.time]


GIVEN: dict[str, tuple[Callable[[Articulation], Any], str]] = {
    "position": (lambda one: setattr(one.joint("elbow"), "position", NAN), "elbow: a position of nan"),
    "velocity": (lambda one: setattr(one.joint("elbow"), "velocity", [INF]), "elbow: a velocity of \\[inf\\]"),
    "effort": (lambda one: setattr(one.joint("elbow"), "effort", NAN), "elbow: an effort of nan"),
    "added effort": (lambda one: one.joint("shoulder").add_effort(-INF), "shoulder: an effort of -inf"),
    "force": (lambda one: one.link("lower").apply_external_force([0, NAN, 0]), "lower: a force of"),
    "torque": (lambda one: one.link("lower").apply_external_torque([INF, 0, 0]), "lower: a torque of"),
    "place": (lambda one: one.link("upper").apply_external_force([1, 0, 0], pos=[NAN, 0, 0]), "upper: a pos of"),
    "state": (lambda one: one.set_state([0.0, NAN]), "^elbow: its position is not finite"),
    "rates": (lambda one: one.set_state([0.0, 0.0], [INF, 0.0]), "^shoulder: its velocity is not finite"),
    "endless step": (lambda one: one.step(INF), "a step of inf s; it must be finite and longer than 0"),
    "step of nothing": (lambda one: one.step(NAN), "a step of nan s"),
    "step back": (lambda one: one.step(-0.1), "a step of -0.1 s"),
}


@pytest.mark.parametrize("what", GIVEN)
def test_what_is_given_must_be_finite(what: str) -> None:
    articulation = arm()
    before = state(articulation)
    act, message = GIVEN[what]
    with pytest.raises(ValueError, match=message):
        act(articulation)
    assert state(articulation) == before


@pytest.mark.parametrize("name", ["efforts", "target_positions", "target_velocities"])
def test_a_step_refuses_what_was_written_in_place(name: str) -> None:
    articulation = arm(environments=3)
    getattr(articulation, name)[2, 1] = NAN
    with pytest.raises(ValueError, match=r"^elbow: its (effort|target \w+) in environment 2 is not finite"):
        articulation.step(0.01)
    assert articulation.time == 0.0
    getattr(articulation, name)[2, 1] = 0.0
    articulation.wrenches[1, 2, 4] = INF
    with pytest.raises(ValueError, match=r"^lower: its wrench in environment 1 is not finite"):
        articulation.step(0.01)


def test_every_joint_at_fault_is_named() -> None:
    with pytest.raises(ValueError, match=r"shoulder: its position .*\nelbow: its position "):
        arm(positions=[NAN, INF])
    with pytest.raises(ValueError, match="shoulder: its velocity"):
        arm(velocities=np.array([NAN, 0.0]))
