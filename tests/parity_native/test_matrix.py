"""The joint matrix has every combination, and what is excused is a recorded finding."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from pxr import Usd

from schemas.findings import load_findings
from tests.parity_native.exceptions import load_exceptions
from tests.parity_native.limits import native_limits
from tests.parity_native.matrix import LIMITS, SCALES, TARGETS, TYPES, matrix_pairs, matrix_stages


def test_every_combination_is_there_once() -> None:
    pairs = matrix_pairs()
    places = len(SCALES) * len(TARGETS)

    for kind in TYPES.keys() - {"fixed", "distance"}:
        assert len(set(pairs[kind])) == len(pairs[kind]) == 3 * len(LIMITS) * places
    assert len(set(pairs["distance"])) == len(LIMITS) * places
    assert len(set(pairs["fixed"])) == places


def test_the_stages_have_a_joint_for_each_pair_free_and_articulated(tmp_path: Path) -> None:
    stages = dict(matrix_stages(tmp_path))

    assert len(stages) == 2 * len(matrix_pairs())
    for name in ("fixed_free", "fixed_articulated"):
        stage = Usd.Stage.Open(str(stages[name]))
        prims = list(stage.Traverse())
        roots = [prim for prim in prims if "PhysicsArticulationRootAPI" in prim.GetAppliedSchemas()]
        assert sum(prim.GetTypeName() == "PhysicsFixedJoint" for prim in prims) == len(matrix_pairs()["fixed"])
        assert len(roots) == (len(matrix_pairs()["fixed"]) if name.endswith("articulated") else 0)


def test_exceptions_are_recorded_findings() -> None:
    assert {entry.finding for entry in load_exceptions()} <= load_findings().keys()


@pytest.mark.parametrize(
    ("kind", "limit", "articulation", "findings"),
    [
        ("revolute", (-1.0, 1.0), True, set()),
        ("revolute", (-1.0, math.inf), True, {"RUN-001"}),
        ("revolute", (1.0, -1.0), True, {"RUN-003"}),
        ("revolute", (-4.0, 1.0), True, set()),
        ("revolute", (-4.0, 1.0), False, {"RUN-004"}),
        ("prismatic", (-1.0, math.inf), False, {"RUN-002"}),
    ],
)
def test_what_the_engine_makes_of_a_limit_is_a_finding(
    kind: str, limit: tuple[float, float], articulation: bool, findings: set[str]
) -> None:
    axis = {"revolute": "angular", "prismatic": "linear"}[kind]
    row = {"enabled": True, "locked": False, "lower": limit[0], "upper": limit[1]}

    found = native_limits({"type": kind}, {axis: row}, articulation=articulation, sign=1.0)

    assert {value.finding for value in found.values() if value.finding} == findings
    assert findings <= load_findings().keys()
