"""SARIF 2.1.0: what its specification requires of a log."""

from __future__ import annotations

import json
from pathlib import Path

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
