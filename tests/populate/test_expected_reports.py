"""The comparison of reports: every expected one, and no other of the codes the cases speak about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from case_files import Run
from expected_reports import report_findings

ENTRY = {"prim": "/World/j", "column": "physics:axis", "code": "mistyped", "text": "string where a token is declared"}


@pytest.mark.parametrize(
    "report",
    [
        {"prim": "/World/j", "column": "physics:axis", "code": "mistyped"},
        {"prim": "/World/j", "code": "mistyped", "mentions": ["string"]},
    ],
)
def test_an_expected_report_is_found(report: dict[str, Any]) -> None:
    assert not list(report_findings(Run(stage=Path("case.usda"), reports=[report]), [ENTRY]))


@pytest.mark.parametrize(
    "report",
    [
        {"prim": "/World", "code": "mistyped"},
        {"prim": "/World/j", "column": "physics:lowerLimit", "code": "mistyped"},
        {"prim": "/World/j", "code": "mistyped", "mentions": ["double"]},
    ],
)
def test_a_different_report_is_missing_and_unexpected(report: dict[str, Any]) -> None:
    assert len(list(report_findings(Run(stage=Path("case.usda"), reports=[report]), [ENTRY]))) == 2


def test_codes_beyond_the_cases_are_left_alone() -> None:
    assert not list(report_findings(Run(stage=Path("case.usda")), [{**ENTRY, "code": "anything_else"}]))
