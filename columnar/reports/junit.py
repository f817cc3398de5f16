"""Findings as JUnit XML, which build servers read: a test case for each rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.etree import ElementTree

from columnar.reports.annotations import Annotation, AnnotationRule
from columnar.reports.value_text import printable

__all__ = ["junit_text"]

_NO_XML = re.compile("[\ufffe\uffff]")
"""What XML cannot hold, beyond what is escaped for a terminal."""


def junit_text(file: Path, annotations: Iterable[Annotation], rules: Sequence[AnnotationRule]) -> str:
    """A test suite for one file. A rule that an error breaks has failed; lesser findings are its output.

    Args:
        file: what was looked at.
        annotations: what was found.
        rules: the rules that were looked for, whether something breaks them or not.
    """
    by_rule: dict[str, list[Annotation]] = {rule.id: [] for rule in rules}
    for annotation in annotations:
        by_rule[annotation.rule].append(annotation)
    failed = sum(any(found.level == "error" for found in places) for places in by_rule.values())
    counts = {"tests": str(len(rules)), "failures": str(failed), "errors": "0", "skipped": "0"}
    root = ElementTree.Element("testsuites", {"name": "arrowstage", **counts})
    suite = ElementTree.SubElement(root, "testsuite", {"name": _text(str(file)), **counts})
    for rule in rules:
        _add_case(suite, file, rule, by_rule[rule.id])
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _add_case(suite: ElementTree.Element, file: Path, rule: AnnotationRule, places: Sequence[Annotation]) -> None:
    names = {"classname": _text(str(file)), "name": f"{rule.id}: {rule.title}"}
    case = ElementTree.SubElement(suite, "testcase", names)
    errors = [found for found in places if found.level == "error"]
    if errors:
        summary = f"{len(errors)} times, first at {errors[0].place}: {errors[0].message}"
        failure = ElementTree.SubElement(case, "failure", {"type": rule.id, "message": _text(summary)})
        failure.text = "\n".join(_line(found) for found in errors)
    others = [found for found in places if found.level != "error"]
    if others:
        ElementTree.SubElement(case, "system-out").text = "\n".join(_line(found) for found in others)


def _line(found: Annotation) -> str:
    place = f"{found.place}.{found.property}" if found.property else found.place
    return _text(f"{found.level}: {place}: {found.message}")


def _text(text: str) -> str:
    """Text without the characters that XML has no form for."""
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", printable(text))
