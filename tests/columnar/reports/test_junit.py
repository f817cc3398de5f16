"""JUnit XML: well formed whatever the paths hold, a case for each rule, failed for errors only."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from columnar.reports import Annotation, AnnotationRule, junit_text

RULES = [AnnotationRule(f"a.{name}", "error", name.title(), "Why", "Do") for name in ("one", "two", "three")]


def test_cases_fail_for_errors_only() -> None:
    found = [
        Annotation("a.one", "error", "/A", "p", "bad <&>\"'"),
        Annotation("a.two", "warning", "/B", "", "odd"),
    ]
    suite = ElementTree.fromstring(junit_text(Path("x.usda"), found, RULES)).find("testsuite")
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")
    one, two, three = suite.findall("testcase")
    assert "/A.p" in one.find("failure").text
    assert two.find("failure") is None
    assert "/B" in two.find("system-out").text
    assert list(three) == []


def test_no_character_breaks_the_document() -> None:
    wild = "".join(map(chr, [0, 1, 8, 11, 12, 27, 127, 0xFFFE, 0xFFFF, 0x1F916]))
    text = junit_text(Path(f"{wild}.usda"), [Annotation("a.one", "error", wild, wild, wild)], RULES)
    assert ElementTree.fromstring(text.encode()) is not None
