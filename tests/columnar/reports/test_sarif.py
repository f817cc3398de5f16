"""SARIF 2.1.0: what its specification requires of a log."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from columnar.reports import Annotation, AnnotationRule, sarif_text

RULES = [
    AnnotationRule("a.one", "error", "One", "Why one", "Do one"),
    AnnotationRule("a.two", "note", "Two", "Why two", "Do two"),
]
FOUND = [
    Annotation("a.two", "note", "/World/arm", "physics:axis", "wrong \N{GREEK SMALL LETTER ALPHA}", {"value": 1.0})
]


def test_a_log_has_version_tool_rules_and_results() -> None:
    log = json.loads(sarif_text(Path("my robot.usda"), FOUND, RULES, version="1.2"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("arrowstage", "1.2")
    assert [rule["id"] for rule in driver["rules"]] == ["a.one", "a.two"]
    (result,) = run["results"]
    assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "a.two"
    assert result["level"] in {"none", "note", "warning", "error"}
    (location,) = result["locations"]
    # Section 3.4.3: a URI reference, in which a space is written %20.
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "my%20robot.usda"
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "/World/arm.physics:axis"


def test_no_findings_make_an_empty_list_not_none() -> None:
    log = json.loads(sarif_text(Path("/a.usda"), [], RULES, version="1"))
    assert log["runs"][0]["results"] == []


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        # RFC 3986: only unreserved characters stand for themselves; a colon at first would end a scheme.
        (b"robots/arm#1.usda", "robots/arm%231.usda"),
        (b"what?.usda", "what%3F.usda"),
        (b"50%.usda", "50%25.usda"),
        (b"c:arm.usda", "c%3Aarm.usda"),
        ("\N{LATIN SMALL LETTER E WITH ACUTE}.usda".encode(), "%C3%A9.usda"),
        (b"\xff.usda", "%FF.usda"),
        (b"/robots/arm #1.usda", "file:///robots/arm%20%231.usda"),
    ],
)
def test_every_file_name_makes_a_uri(name: bytes, uri: str) -> None:
    log = json.loads(sarif_text(Path(os.fsdecode(name)), FOUND, RULES, version="1"))
    (location,) = log["runs"][0]["results"][0]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == uri
