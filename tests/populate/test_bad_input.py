"""Bad input: one sentence that names file, prim and option, and says what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from populate import PopulateError, populate
from tests.stage_text import stage_of

CHOICES = """
def Xform "robot" (
    prepend variantSets = "size"
)
{
    variantSet "size" = {
        "small" {
        }
        "large" {
        }
    }
}

def "off" (active = false)
{
}

class "Template"
{
}

over "only"
{
}
"""


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("missing.usda", None, ["missing.usda", "no such file"]),
        ("torn.usda", '#usda 1.0\ndef Xform "a"\n{\n    float x = \n}\n', ["torn.usda", "line 4"]),
        ("empty.usda", "", ["empty.usda"]),
        ("text.usda", "not a stage", ["text.usda"]),
        ("binary.usdc", "PXR-USDC and no more", ["binary.usdc"]),
        ("archive.usdz", "PK and no more", ["archive.usdz"]),
        ("robot.urdf", "<robot/>", ["robot.urdf", ".usda"]),
    ],
)
def test_a_file_that_is_no_stage(tmp_path: Path, name: str, content: str | None, words: list[str]) -> None:
    if content is not None:
        (tmp_path / name).write_text(content)
    assert_refused(words, tmp_path / name, tmp_path)


def test_a_folder_is_no_stage(tmp_path: Path) -> None:
    assert_refused([str(tmp_path), "folder"], tmp_path, tmp_path)


@pytest.mark.parametrize(
    ("root", "words"),
    [
        ("/nowhere", ["/nowhere", "no such prim"]),
        ("robot", ["robot", "absolute"]),
        ("/robot.size", ["/robot.size", "absolute prim path"]),
        ("/robot{size=small}", ["/robot{size=small}", "absolute prim path"]),
        ("//", ["//", "absolute prim path"]),
        ("", ["absolute prim path"]),
        ("/off", ["/off", "inactive"]),
        ("/Template", ["/Template", "abstract"]),
        ("/only", ["/only", "over"]),
    ],
)
def test_a_root_that_cannot_be_populated(root: str, words: list[str], tmp_path: Path) -> None:
    assert_refused(["root", *words], stage_of(CHOICES), tmp_path, root=root)


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("/robot{size=huge}", ["/robot{size=huge}", "large", "small"]),
        ("/robot{color=red}", ["/robot{color=red}", "no such set", "size"]),
        ("/nobody{size=small}", ["/nobody", "no prim"]),
        ("/robot", ["/robot", "PRIM{SET=NAME}"]),
        ("robot{size=small}", ["PRIM{SET=NAME}"]),
        ("/robot{size=small}/link", ["PRIM{SET=NAME}"]),
        ("/ro bot{size=small}", ["PRIM{SET=NAME}"]),
        ("/robot.link{size=small}", ["/robot.link"]),
        ("/{size=small}", ["/{size=small}"]),
    ],
)
def test_a_variant_that_does_not_exist(variant: str, words: list[str], tmp_path: Path) -> None:
    assert_refused(["variant", *words], stage_of(CHOICES), tmp_path, variants=[variant])


@pytest.mark.parametrize("options", [{"load": "some"}, {"instancing": "flatten"}])
def test_an_option_with_an_unknown_value(options: dict[str, str]) -> None:
    (value,) = options.values()
    with pytest.raises(ValueError, match=value):
        populate(stage_of(CHOICES), **options)


def assert_refused(words: list[str], stage: Any, folder: Path, **options: Any) -> None:
    """Populating fails with one line that has these words; a file that was there stays as it was."""
    output = folder / "scene.arrow"
    output.write_bytes(b"kept")
    with pytest.raises(PopulateError) as refused:
        populate(stage, output, **options)
    message = str(refused.value)
    assert "\n" not in message
    assert not [word for word in words if word not in message], message
    assert "pxrInternal" not in message
    assert output.read_bytes() == b"kept"
    assert {path.name for path in folder.iterdir() if path.suffix == ".arrow"} == {"scene.arrow"}


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    with pytest.raises(PopulateError, match=r"bad\\udcff\.usda': its name is not UTF-8, as OpenUSD needs it"):
        populate(tmp_path / "bad\udcff.usda")
