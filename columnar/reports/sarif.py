"""Findings as SARIF 2.1.0, which code scanning services read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from columnar.reports.annotations import Annotation, AnnotationRule
from columnar.reports.json_text import json_data, json_text

__all__ = ["sarif_text"]

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_VERSION: Final = "2.1.0"


def sarif_text(file: Path, annotations: Iterable[Annotation], rules: Sequence[AnnotationRule], *, version: str) -> str:
    """A SARIF log of one run over one file.

    Args:
        file: what was looked at.
        annotations: what was found.
        rules: the rules that were looked for, whether something breaks them or not.
        version: version of this program.
    """
    index = {rule.id: number for number, rule in enumerate(rules)}
    driver = {"name": "arrowstage", "version": version, "rules": [_rule(rule) for rule in rules]}
    results = [_result(file, annotation, index[annotation.rule]) for annotation in annotations]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json_text({"$schema": _SCHEMA, "version": _VERSION, "runs": [run]}) + "\n"


def _rule(rule: AnnotationRule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.description},
        "help": {"text": rule.remedy},
        "defaultConfiguration": {"level": rule.level},
    }


def _result(file: Path, annotation: Annotation, index: int) -> dict[str, Any]:
    name = f"{annotation.place}.{annotation.property}" if annotation.property else annotation.place
    return {
        "ruleId": annotation.rule,
        "ruleIndex": index,
        "level": annotation.level,
        "message": {"text": annotation.message},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": _uri(file)}},
                "logicalLocations": [{"fullyQualifiedName": name, "kind": "object"}],
            }
        ],
        "properties": json_data(annotation.details),
    }


def _uri(file: Path) -> str:
    """A file as a URI reference; bytes of its name that are no UTF-8 are escaped too (RFC 3986, section 2.1)."""
    return file.as_uri() if file.is_absolute() else quote(os.fsencode(file.as_posix()), safe="/")
