"""Descriptor files: what was saved comes back, any Arrow tool reads it, and what is no such file is named."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from columnar.file import SceneFileError, open_descriptors, save_descriptors
from columnar.parsing import parse
from populate import populate
from schemas.descriptors import DESCRIPTOR_TABLES

CASES = Path(__file__).parents[2] / "data" / "cases"


@pytest.mark.parametrize("number", ["055", "067", "082", "104", "113"])
def test_what_was_saved_comes_back(number: str, tmp_path: Path) -> None:
    descriptors = parse(populate(next(CASES.glob(f"{number}_*.usda"))).scene)
    save_descriptors(descriptors, tmp_path / "one.arrow")

    found = open_descriptors(tmp_path / "one.arrow")
    save_descriptors(found, tmp_path / "two.arrow")

    assert str(found.to_json()) == str(descriptors.to_json())
    assert (found.profile, found.units) == (descriptors.profile, descriptors.units)
    assert (tmp_path / "one.arrow").read_bytes() == (tmp_path / "two.arrow").read_bytes()


def test_any_arrow_tool_reads_it(tmp_path: Path) -> None:
    descriptors = parse(populate(next(CASES.glob("001_*.usda"))).scene)
    save_descriptors(descriptors, tmp_path / "one.arrow")

    with pa.OSFile(str(tmp_path / "one.arrow")) as source:
        table = pa.ipc.open_file(source).read_all()

    assert table.column_names == list(DESCRIPTOR_TABLES)
    (joints,) = table.column("joints").to_pylist()
    assert [joint["path"] for joint in joints] == ["/World/onlyHigh", "/World/onlyLow", "/World/sliderLow"]
    fields = table.schema.field("limits").type.value_type
    assert fields.field("lower").metadata[b"units"] == b"rad or length"


@pytest.mark.parametrize("content", [b"", b"ARROW1\0\0", b"#usda 1.0\n"])
def test_other_files_are_named(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "one.arrow").write_bytes(content)
    with pytest.raises(SceneFileError, match=r"one\.arrow"):
        open_descriptors(tmp_path / "one.arrow")


def test_a_scene_file_is_no_descriptor_file(tmp_path: Path) -> None:
    populate(next(CASES.glob("001_*.usda")), tmp_path / "scene.arrow")
    with pytest.raises(SceneFileError, match="is no descriptor file"):
        open_descriptors(tmp_path / "scene.arrow")
