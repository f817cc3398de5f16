"""The case stages as crate files: read as the composed reader reads them, or left to it for a known reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from pxr import Sdf

from populate import populate
from populate.readers import Instancing, LoadPayloads, PopulateOptions
from tests.populate.readers.direct.reader_equality import assert_readers_agree, decline

CASES = {case.stem: case for case in sorted((Path(__file__).parents[3] / "data" / "cases").glob("*.usda"))}
OTHER_OPTIONS = PopulateOptions(instancing=Instancing.SHARE, load=LoadPayloads.NONE)

DECLINED = {
    "049_world_anchor_moved_by_reference": "references",
    "088_instanced_colliders_mass": "references",
    "089_robot_instanceable": "references",
    "091_nested_instances": "references",
    "092_rel_escapes_reference": "references",
    "094_variant_unselected": "variant sets",
    "095_payload_unloaded": "payloads",
    "098_apischema_list_edits": "references",
    "100_rel_list_edit_across_layers": "references",
    "113_many_envs_references": "references",
}
"""Every case that needs composition, with what it is declined for; all others are read."""


def as_crate(case: Path, folder: Path) -> Path:
    """The root layer of a case as a crate file."""
    file = folder / f"{case.stem}.usdc"
    Sdf.Layer.FindOrOpen(str(case)).Export(str(file))
    return file


def test_declined_cases_exist() -> None:
    assert DECLINED.keys() <= CASES.keys()


@pytest.mark.parametrize("case", sorted(CASES.keys() - DECLINED.keys()))
def test_a_case_without_composition_is_read_alike(case: str, tmp_path: Path) -> None:
    file = as_crate(CASES[case], tmp_path)
    assert decline(file) == ""
    assert_readers_agree(file)
    assert_readers_agree(file, OTHER_OPTIONS)


@pytest.mark.parametrize("case", DECLINED)
def test_a_case_with_composition_is_left_to_the_next_reader(case: str, tmp_path: Path) -> None:
    file = as_crate(CASES[case], tmp_path)
    assert decline(file) == DECLINED[case]
    assert dict(populate(file).declined)["direct"] == DECLINED[case]
