"""The page of differences: one file, nothing fetched, everything escaped, well-formed, and what it draws is right."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from columnar.descriptors import Units, descriptors_from_rows
from columnar.diff import diff
from columnar.diff.page import differences_page
from columnar.diff.page.limit_picture import limit_picture
from columnar.diff.page.world_frames import WorldFrames
from populate import compare_stage

CASES = Path(__file__).parents[2] / "data" / "cases"
SVG = "{http://www.w3.org/2000/svg}"
NASTY = '/W/<script>alert("x")</script>&\'\x1b[31m'


def _page(number: str) -> str:
    compared = compare_stage(next(CASES.glob(f"{number}_*.usda")))
    sides = [("columns", compared.columns), ("USD", compared.usd)]
    return differences_page(list(compared.differences), title="two sides", sides=sides)


def _tree(page: str) -> ET.Element:
    head, _, rest = page.partition("\n")
    assert head == "<!DOCTYPE html>"
    return ET.fromstring(rest)


@pytest.mark.parametrize("number", ["001", "028", "059", "062", "104"])
def test_a_page_is_one_well_formed_file_that_fetches_nothing(number: str) -> None:
    page = _page(number)
    tree = _tree(page)

    assert not {element.tag for element in tree.iter()} & {"link", "img", "iframe", "object", "embed", "base"}
    attributes = {name for element in tree.iter() for name in element.attrib}
    assert not attributes & {"src", "href", "srcset", "data", "action", "background", "onclick", "onload", "style"}
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert not re.findall(r"@import|url\(|fetch|XMLHttpRequest|import\(", page)
    (policy,) = (meta.get("content") for meta in tree.iter("meta") if meta.get("http-equiv"))
    assert str(policy).startswith("default-src 'none'")


def test_every_difference_is_a_row_with_its_finding() -> None:
    tree = _tree(_page("001"))
    rows = [row for row in tree.iter("tr") if row.get("data-table")]
    assert [(row.get("data-path"), row.get("data-finding"), row.get("data-simulated")) for row in rows] == [
        ("/World/onlyHigh", "OVP-017", "yes"),
        ("/World/onlyLow", "OVP-017", "yes"),
    ]
    assert {option.text for option in tree.iter("option")} == {"all", "limits", "OVP-017"}


def test_every_joint_has_its_pictures() -> None:
    tree = _tree(_page("001"))
    figures = {figure.get("data-path"): figure for figure in tree.iter("figure")}
    assert set(figures) == {"/World/onlyHigh", "/World/onlyLow", "/World/sliderLow"}
    # Those that differ are drawn as both sides have them: frames and limits, twice.
    counts = {path: len(list(figure.iter(f"{SVG}svg"))) for path, figure in figures.items()}
    assert counts == {"/World/onlyHigh": 4, "/World/onlyLow": 4, "/World/sliderLow": 2}


def test_the_script_names_what_is_on_the_page() -> None:
    page = _page("001")
    ids = set(re.findall(r' id="(\w+)"', page))
    (names,) = re.findall(r"\[([^]]*)\]\.map\(\(id\)", page)
    assert set(re.findall(r'"(\w+)"', names)) | {"shown"} == ids


def test_names_are_escaped() -> None:
    joint = {
        "path": NASTY,
        "type": "fixed",
        "local_pos0": (math.nan, 0, 0),
        "local_rot0": (0, 0, 0, 1),
        "local_pos1": (0, 0, 0),
        "local_rot1": (0, 0, 0, 1),
        "enabled": True,
        "collision_enabled": False,
        "break_force": 1.0,
        "break_torque": 1.0,
        "exclude_from_articulation": False,
        "body0": NASTY,
    }
    a, b = (
        descriptors_from_rows({"joints": [{**joint, "break_force": f}]}, profile="ovphysx", units=Units())
        for f in (1, 2)
    )
    page = differences_page(list(diff(a, b)), title=NASTY, sides=[(NASTY, a), ("<b>", b)])

    tree = _tree(page)
    assert len(list(tree.iter("script"))) == 1
    assert "\x1b" not in page
    assert "alert" not in "".join(script.text or "" for script in tree.iter("script"))
    (row,) = (row for row in tree.iter("tr") if row.get("data-table"))
    assert row.get("data-path") == NASTY.replace("\x1b", r"\x1b")
    assert "a frame is not finite" in page


def test_frames_meet_where_the_joint_is() -> None:
    # tests/data/cases/019: the frames meet at (0.55, 0, 1).
    compared = compare_stage(next(CASES.glob("019_*.usda")))
    first, second = WorldFrames(compared.columns).of(0)
    assert first.origin == pytest.approx([0.55, 0, 1], abs=1e-6)
    assert second.origin == pytest.approx([0.55, 0, 1], abs=1e-6)
    assert first.axes == pytest.approx(second.axes, abs=1e-6)


def test_a_dial_shows_the_range_from_the_top_counter_clockwise() -> None:
    limit = {"axis": "angular", "enabled": True, "locked": False, "lower": 0.0, "upper": math.pi / 2}
    (path,) = ET.fromstring(limit_picture([limit], "one")).iter(f"{SVG}path")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", str(path.get("d")))]
    # Centre (130, 61), radius 40: from the top to a quarter turn to the left.
    assert numbers[2:4] == pytest.approx([130, 21])
    assert numbers[-2:] == pytest.approx([90, 61])


@pytest.mark.parametrize(
    ("limit", "ranges"),
    [
        ({"axis": "linear", "enabled": True, "locked": False, "lower": -1.0, "upper": math.inf}, 1),
        ({"axis": "linear", "enabled": False, "locked": False, "lower": -math.inf, "upper": math.inf}, 0),
        ({"axis": "transX", "enabled": True, "locked": True, "lower": 1.0, "upper": -1.0}, 0),
        ({"axis": "rotY", "enabled": True, "locked": False, "lower": 0.0, "upper": 0.0}, 1),
        ({"axis": "distance", "enabled": True, "locked": False, "lower": -1.0, "upper": 12.0}, 1),
        ({"axis": "angular", "enabled": True, "locked": False, "lower": -1e4, "upper": 1e4}, 1),
        ({"axis": "angular", "enabled": True, "locked": False, "lower": math.nan, "upper": 1.0}, 1),
    ],
)
def test_a_range_is_drawn_where_there_is_one(limit: dict[str, object], ranges: int) -> None:
    tree = ET.fromstring(limit_picture([limit], "one"))
    assert sum(element.get("class") == "range" for element in tree.iter()) == ranges
    assert "nan" not in "".join(str(element.get("d") or element.get("x") or "") for element in tree.iter())
