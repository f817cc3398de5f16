"""Collision groups and filtered pairs."""

from __future__ import annotations

import pytest
from parsed_tables import parsed, rows

GROUPS = {
    "PhysicsCollisionGroup": {
        "prim": ["/G1", "/G2", "/G3"],
        "collection:colliders": [["/a", "/b"], ["/c", "/b", "/notACollider"], []],
        "physics:filteredGroups": [None, ["/G1", "/Nowhere"], ["/G2"]],
        "physics:invertFilteredGroups": [None, True, None],
        "physics:mergeGroup": ["m", None, "m"],
    },
    "PhysicsCollisionAPI": {"prim": ["/a", "/b", "/c"]},
    "Cube": {"prim": ["/a", "/b", "/c"]},
}


def test_ovphysx_counts_the_first_group_and_neither_inverts_nor_merges() -> None:
    found = rows(parsed(GROUPS), "groups")

    assert [found[path]["members"] for path in ("/G1", "/G2", "/G3")] == [["/a", "/b"], ["/c"], []]
    assert found["/G2"]["filtered_groups"] == ["/G1", "/Nowhere"]
    assert [(row["inverted"], row["merge_group"], row["merged_groups"]) for row in found.values()] == [
        (False, None, [])
    ] * 3


def test_openusd_merges_and_inverts() -> None:
    found = rows(parsed(GROUPS, profile="openusd"), "groups")

    assert sorted(found) == ["/G1", "/G2"]
    assert (found["/G1"]["merged_groups"], found["/G1"]["merge_group"]) == (["/G1", "/G3"], "m")
    assert (found["/G1"]["members"], found["/G1"]["filtered_groups"]) == (["/a", "/b"], ["/G2"])
    assert (found["/G2"]["members"], found["/G2"]["inverted"]) == (["/b", "/c"], True)


@pytest.mark.parametrize("profile", ["ovphysx", "openusd"])
def test_a_collider_without_geometry_is_no_member(profile: str) -> None:
    scene = {**GROUPS, "Cube": {"prim": ["/b", "/c"]}}

    assert rows(parsed(scene, profile=profile), "groups")["/G1"]["members"] == ["/b"]


def test_filtered_pairs_are_a_row_each() -> None:
    pairs = {
        "PhysicsFilteredPairsAPI": {
            "prim": ["/b", "/a"],
            "physics:filteredPairs": [["/c"], ["/c", "/b", "/c", "/Nowhere"]],
        }
    }

    found = [(row.path, row.other) for row in parsed(pairs).filtered_pairs]

    assert found == [("/a", "/Nowhere"), ("/a", "/b"), ("/a", "/c"), ("/b", "/c")]
