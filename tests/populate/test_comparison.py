"""The case stages through both walkers: what differs is what the cases say, and every difference has its finding."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from columnar.parsing import ProfileError
from populate import PopulateError, compare_stage
from schemas.findings import FindingSide, load_findings
from tests.releases import seen_here
from tests.stage_text import scene_of, stage_of

CASES = sorted((Path(__file__).parents[1] / "data" / "cases").glob("*.usda"))

UNSEEN = {"USD-013"}
"""Findings of nothing but notation: FLT_MAX for inf."""

EXPECTED: dict[str, dict[str, int]] = {
    "001_revolute_one_sided_limit": {"OVP-017": 2},
    "007_limit_nan": {"OVP-017": 1},
    # The joint's body and frame, and the collider's body and place.
    "028_disabled_body_under_enabled": {"USD-001": 4},
    "029_kinematic_side": {"ART-003": 1},
    "035_mirror_uniform_negative": {"USD-012": 2},
    # Rotation and scale of the sheared body, and the collider on it.
    "037_shear_from_parent_scale": {"USD-003": 3},
    "053_gravity_sentinels": {"OVP-043": 2},
    "055_no_scene": {"USD-008": 1},
    "064_gear_joint": {"USD-020": 2},
    "065_rack_and_pinion": {"USD-020": 2},
    # B is switched off; the root of A is the first by name, or the first on the stage.
    "083_articulation_disabled": {"ART-002": 1, "COL-014": 2},
    "085_joint_disabled": {"ART-001": 1},
    "097_inactive_target": {"COL-015": 1},
    # Both bounds, whether they count, and the force limit.
    "103_wrong_attr_types": {"COL-012": 4},
    # G2 inverted; G4 and G5 one group; D in G2 and G4.
    "104_collision_groups": {"OVP-032": 1, "USD-006": 4, "USD-007": 1},
    "107_material_inherited": {"USD-005": 2},
}
"""Findings and their number by case; the other cases have none."""


@pytest.mark.parametrize("stage", CASES, ids=lambda path: path.stem)
def test_a_case_differs_as_it_says(stage: Path) -> None:
    found = compare_stage(stage).differences

    assert found.unexplained == 0
    expected = {id_: n for id_, n in EXPECTED.get(stage.stem, {}).items() if seen_here(id_)}
    assert {id_: n for id_, n in found.counts.items() if id_ not in UNSEEN} == expected


@pytest.mark.parametrize("stage", CASES, ids=lambda path: path.stem)
def test_under_openusds_own_rules_only_the_producer_differs(stage: Path) -> None:
    found = compare_stage(stage, profile="openusd").differences

    assert found.unexplained == 0
    assert set(found.counts) <= {"COL-012", "COL-013", "COL-014", "COL-015", "COL-016", "COL-017", "COL-018"}


def test_findings_of_the_producer_say_so() -> None:
    for id_, finding in load_findings().items():
        if id_.startswith("COL-") and finding.recognised is not None:
            assert finding.side in (FindingSide.PRODUCER, FindingSide.BOTH)


def test_a_disabled_body_as_both_sides_have_it() -> None:
    (stage,) = (case for case in CASES if case.stem.startswith("028"))
    compared = compare_stage(stage)
    columns, usd = ({row.path: row for row in side.joints}["/World/pivot"] for side in (compared.columns, compared.usd))

    passed_over = ("/World/Chassis", pytest.approx([0.4, 0, 0]))
    ends_search = ("/World/Chassis/Bracket", pytest.approx([0.1, 0, 0]))
    assert (columns.body0, columns.local_pos0) == ends_search
    assert (usd.body0, usd.local_pos0) == (passed_over if seen_here("USD-001") else ends_search)


def test_half_extents_of_mirrored_cubes() -> None:
    (stage,) = (case for case in CASES if case.stem.startswith("035"))
    sizes = [(d.a, d.b) for d in compare_stage(stage).differences if d.field == "half_extents"]
    assert Counter(min(b) < 0 < min(a) for a, b in sizes) == {True: 2}


def test_a_stage_is_compared_with_columns_made_before() -> None:
    before, now = (f'def PhysicsFixedJoint "J"\n{{\n    float physics:breakForce = {force}\n}}\n' for force in (1, 2))

    found = compare_stage(stage_of(now), scene_of(before), profile="openusd").differences

    assert [(d.table, d.field, d.a, d.b, d.finding) for d in found] == [("joints", "break_force", 1.0, 2.0, None)]


def test_bad_input_is_named(tmp_path: Path) -> None:
    with pytest.raises(PopulateError, match=r"gone\.usda"):
        compare_stage(tmp_path / "gone.usda")
    with pytest.raises(ProfileError, match="no profile 'bullet'"):
        compare_stage(CASES[0], profile="bullet")
