"""`validate`: what breaks rules, before a simulator finds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from columnar.commands.opener import Opener
from columnar.commands.outputs import check_outputs
from columnar.commands.rule_settings import RuleOptions, rule_selection
from columnar.file import replacing
from columnar.reports import (
    Annotation,
    AnnotationRule,
    Block,
    CommandResult,
    Facts,
    Grid,
    Lines,
    junit_text,
    sarif_text,
    value_text,
)
from columnar.rules import RuleFinding, RuleFindings, RuleSelection, selected_rules, validate
from schemas.rules import Rule, RuleSeverity, load_rules

__all__ = ["RuleReports", "validate_file"]

_SHOWN = 50
"""Findings shown on a terminal."""


@dataclass(frozen=True)
class RuleReports:
    """Files that the findings are written to, besides what is printed; None for none.

    Attributes:
        sarif: as SARIF.
        junit: as JUnit XML.
    """

    sarif: Path | None = None
    junit: Path | None = None


def validate_file(
    file: Path,
    *,
    opener: Opener,
    options: RuleOptions | None = None,
    config: Path | None = None,
    reports: RuleReports | None = None,
) -> CommandResult:
    """Everything in a scene that breaks a rule; the exit code is 1 if there is an error among it.

    Args:
        file: what the user named.
        opener: opens it.
        options: which rules apply, over the settings near the file.
        config: settings file, instead of the nearest pyproject.toml.
        reports: files to write.

    Raises:
        CommandError: the settings cannot be read, or a report would take the place of what is read or of the other one.
        SelectionError: the selection names what there is not, or no rule at all.
        SceneFileError: the file cannot be opened, or a report not written.
    """
    outputs = reports or RuleReports()
    for read in (file, config):
        if read is not None:
            check_outputs(read, outputs.sarif, outputs.junit)
    selection = rule_selection(options or RuleOptions(), near=file, config=config)
    rules = selected_rules(selection)
    findings = validate(opener(file), selection)
    _write(file, findings, rules, outputs)
    return CommandResult(
        lambda: {"findings": [finding.to_json() for finding in findings]},
        lambda: _blocks(file, findings, rules, selection),
        exit_code=int(findings.errors > 0),
    )


def _write(file: Path, findings: RuleFindings, rules: Sequence[Rule], reports: RuleReports) -> None:
    known = [AnnotationRule(rule.id, rule.severity.value, rule.title, rule.why, rule.remedy) for rule in rules]
    if reports.sarif is not None:
        with replacing(reports.sarif) as stream:
            stream.write(sarif_text(file, _annotations(findings), known, version=_version()).encode())
    if reports.junit is not None:
        with replacing(reports.junit) as stream:
            stream.write(junit_text(file, _annotations(findings), known).encode())


def _version() -> str:
    try:
        return version("arrowstage")
    except PackageNotFoundError:
        return "not installed"


def _annotations(findings: RuleFindings) -> Iterator[Annotation]:
    for finding in findings:
        data = finding.to_json()
        details: dict[str, Any] = {name: data[name] for name in ("value", "runtimes")}
        message = f"{_title(finding)}: {finding.message}"
        yield Annotation(finding.rule, finding.severity.value, finding.path, finding.column, message, details)


def _title(finding: RuleFinding) -> str:
    return load_rules()[finding.rule].title


def _blocks(file: Path, findings: RuleFindings, rules: Sequence[Rule], selection: RuleSelection) -> Sequence[Block]:
    counts = findings.counts_by_severity
    found = ", ".join(f"{counts[severity]} {severity}s" for severity in RuleSeverity if counts[severity]) or "none"
    packs = ", ".join(dict.fromkeys(rule.pack for rule in rules))
    facts = [
        ("rules", f"{len(rules)} of {packs or 'no pack'}"),
        ("runtimes", ", ".join(selection.runtimes)),
        ("findings", found),
    ]
    blocks: list[Block] = [Facts(str(file), facts)]
    if len(findings):
        broken = [load_rules()[id_] for id_ in findings.counts_by_rule]
        blocks += [
            Grid("rules broken", ("rule", "severity", "places", "title"), _rule_rows(broken, findings)),
            Grid("findings", ("severity", "rule", "path", "column", "value", "expected"), _rows(findings), _SHOWN),
            Lines("what to do", [f"{rule.id}: {rule.remedy}." for rule in broken]),
            Grid("what runtimes do with them", ("rule", "expected", "runtimes"), _verdict_rows(findings)),
        ]
    return [block for block in blocks if not isinstance(block, Grid) or block.rows]


def _rule_rows(broken: Sequence[Rule], findings: RuleFindings) -> list[tuple[str | int, ...]]:
    return [(rule.id, str(rule.severity), findings.counts_by_rule[rule.id], rule.title) for rule in broken]


def _rows(findings: RuleFindings) -> list[tuple[str, ...]]:
    return [(str(f.severity), f.rule, f.path, f.column, value_text(f.value, single=True), f.expected) for f in findings]


def _verdict_rows(findings: RuleFindings) -> list[tuple[str, ...]]:
    """One row for each kind of finding of which a runtime's verdict is known."""
    rows = {
        (finding.rule, finding.expected, ", ".join(f"{name} {verdict}" for name, verdict in finding.runtimes.items()))
        for finding in findings
        if finding.runtimes
    }
    return sorted(rows)
