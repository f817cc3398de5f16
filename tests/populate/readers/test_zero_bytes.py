"""Texts with zero bytes, which usda can say and crate files cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from columnar.scene import cells
from populate import populate

STAGE = r"""#usda 1.0
def Xform "a" (references = </c>)
{
}
def Xform "b" (references = </c>)
{
}
def Xform "other" (references = @./other.usda@)
{
}
def Xform "c" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{
    custom string physics:note = "left%sright"
}
"""


@pytest.mark.parametrize("zero", [r"\x00", r"\0", r"\000"])
def test_texts_are_whole(zero: str, tmp_path: Path) -> None:
    (tmp_path / "other.usda").write_text('#usda 1.0\n(\n    defaultPrim = "o"\n)\ndef "o" {}\n')
    file = tmp_path / "stage.usda"
    file.write_text(STAGE % zero)
    for reader in ("layered", "composed", None):
        assert cells(populate(file, reader=reader).scene)["/a"]["physics:note"] == "left\0right"
