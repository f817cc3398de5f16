"""`rules`: what there is to validate against, and the page of one rule with its examples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from columnar.commands.errors import CommandError
from columnar.reports import Block, CommandResult, Facts, Grid, Lines, json_data
from schemas.contract import unknown_name
from schemas.rules import Rule, load_rules, unreachable_rules

__all__ = ["rules_page"]


def rules_page(id_: str | None = None) -> CommandResult:
    """The list of rules, or the page of one.

    Args:
        id_: the rule; all are listed without it.

    Raises:
        CommandError: no such rule.
        RulesError: the rules cannot be read.
    """
    rules = load_rules()
    if id_ is None:
        return CommandResult(_list_data, lambda: _list_blocks(list(rules.values())))
    if id_ not in rules:
        raise CommandError(unknown_name("rule", id_, rules))
    rule = rules[id_]
    return CommandResult(lambda: _data(rule), lambda: list(_page(rule)))


def _list_data() -> dict[str, Any]:
    return {"rules": [_data(rule) for rule in load_rules().values()], "unreachable": unreachable_rules()}


def _data(rule: Rule) -> dict[str, Any]:
    examples = {"passing": rule.passing_stage, "failing": rule.failing_stage}
    found: dict[str, Any] = json_data({**rule.model_dump(mode="json", exclude={"common"}), **examples})
    return found


def _list_blocks(rules: Sequence[Rule]) -> Sequence[Block]:
    rows = [(rule.id, rule.pack, str(rule.severity), rule.title) for rule in rules]
    missing = [
        (id_, pack, reason) for pack, entries in sorted(unreachable_rules().items()) for id_, reason in entries.items()
    ]
    return [
        Grid(f"{len(rules)} rules", ("rule", "pack", "severity", "what it asks for"), rows),
        Grid("out of reach of columns", ("rule", "pack", "why"), missing),
    ]


def _page(rule: Rule) -> Iterator[Block]:
    versions = " to ".join(part for part in (rule.since and f"from {rule.since}", rule.until) if part)
    facts = [
        ("pack", rule.pack),
        ("severity", str(rule.severity)),
        ("asks for", rule.title),
        ("why", rule.why),
        ("what to do", rule.remedy),
        ("note", rule.note),
        ("OpenUSD versions", versions),
        ("source", rule.source),
    ]
    yield Facts(rule.id, facts)
    rows = [(check.expected, _verdicts(rule, index)) for index, check in enumerate(rule.checks)]
    yield Grid("expected", ("expected", "what runtimes do with anything else"), rows)
    yield Lines("passes", rule.passing_stage.splitlines())
    yield Lines(f"fails on {', '.join(rule.fails)}", rule.failing_stage.splitlines())


def _verdicts(rule: Rule, index: int) -> str:
    verdicts = {**rule.runtimes, **rule.checks[index].runtimes}
    return ", ".join(f"{name} {verdict}" for name, verdict in sorted(verdicts.items())) or "-"
