"""`contract --findings`: every recorded finding, its two sides, and how it is recognised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from columnar.reports import Block, CommandResult, Grid, Lines, json_data
from schemas.findings import Finding, load_findings

__all__ = ["findings_page"]


def findings_page() -> CommandResult:
    """The list of findings, and what both sides make of each."""
    findings = list(load_findings().values())
    return CommandResult(lambda: _data(findings), lambda: _blocks(findings))


def _data(findings: Sequence[Finding]) -> dict[str, Any]:
    return {"findings": [json_data(finding.model_dump(mode="json")) for finding in findings]}


def _blocks(findings: Sequence[Finding]) -> Sequence[Block]:
    rows = [
        (f.id, str(f.severity), "yes" if f.simulated else "no", f.component, f.column, _means(f), f.title)
        for f in findings
    ]
    heads = ("finding", "severity", "simulated", "component", "column", "recognised", "title")
    recognised = sum(finding.recognised is not None for finding in findings)
    sides = [f"{f.id}: columns: {f.columns}; USD: {f.usd}; seen with {_versions(f)}" for f in findings]
    return [
        Grid(f"{len(findings)} findings, {recognised} recognised by diff", heads, rows),
        Lines("the two sides", sides),
    ]


def _means(finding: Finding) -> str:
    """What points at a finding: a comparison, a check, or nothing but this page."""
    if finding.documentation_only:
        return "documentation only"
    means = {"diff": finding.recognised, "check": finding.trap}
    return " and ".join(name for name, given in means.items() if given)


def _versions(finding: Finding) -> str:
    return ", ".join(f"{package} {bound}" for package, bound in finding.versions.items())
