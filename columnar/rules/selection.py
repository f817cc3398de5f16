"""Which rules apply: packs, prefixes of ids, runtimes, versions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from schemas.contract import unknown_name
from schemas.rules import Rule, RuleCheck, RuntimeVerdict, load_rules
from schemas.support import support_runtimes

__all__ = [
    "DEFAULT_PACKS",
    "EVERY_RULE",
    "OPENUSD_VERSIONS",
    "RuleSelection",
    "SelectionError",
    "check_selection",
    "concerns_runtime",
    "selected_rules",
]

EVERY_RULE = "ALL"
"""Selects every rule."""

DEFAULT_PACKS = ("openusd", "strict")
"""Packs that hold for every stage, whatever it is made for."""

OPENUSD_VERSIONS = ("25.8", "25.11", "26.3", "26.8", "26.11")
"""Versions whose native rules differ, or were looked at; the last one is the default."""

_NONE_SELECTED = "no rules selected; select ALL, a pack, or the beginning of a rule's id"


class SelectionError(ValueError):
    """A selection that names no rule, runtime or version there is; the message says what there is."""


@dataclass(frozen=True)
class RuleSelection:
    """Which rules apply.

    A selector is "ALL", a pack, a rule's id or the beginning of ids (`NEWTON.DJ`, `strict.mimic`). Where selectors of
    both lists fit a rule the longer one counts, and `ignore` where they are equally long. A list of one may be given as
    the text itself.

    Attributes:
        select: selectors of the rules that apply.
        ignore: selectors of the rules that do not.
        runtimes: only rules of which one of these runtimes ignores or rejects what breaks them; all if there are none.
        openusd: version of OpenUSD whose native rules apply.
    """

    select: Sequence[str] = DEFAULT_PACKS
    ignore: Sequence[str] = ()
    runtimes: Sequence[str] = ()
    openusd: str = OPENUSD_VERSIONS[-1]

    def __post_init__(self) -> None:
        for name in ("select", "ignore", "runtimes"):
            given = getattr(self, name)
            if isinstance(given, str):
                object.__setattr__(self, name, (given,))


def selected_rules(selection: RuleSelection, rules: Mapping[str, Rule] | None = None) -> list[Rule]:
    """The rules that apply, pack by pack.

    Args:
        selection: what was asked for.
        rules: what there is, by default the shipped rules.

    Raises:
        SelectionError: a selector fits no rule, a runtime or version is unknown, or no rule is left: nothing looked at
            must not read like nothing found.
    """
    known = load_rules() if rules is None else rules
    check_selection(selection, known)
    chosen = [
        rule
        for rule in known.values()
        if _weight(rule, selection.select) > _weight(rule, selection.ignore)
        and rule.holds_in(selection.openusd)
        and _concerns(rule, selection.runtimes)
    ]
    if not chosen:
        raise SelectionError(f"{_NONE_SELECTED}; what is ignored, the runtimes and the OpenUSD version leave none")
    return chosen


def _weight(rule: Rule, selectors: Iterable[str]) -> int:
    """How closely the closest selector fits a rule; 0 if none does."""
    return max((_fit(rule, selector) for selector in selectors), default=0)


def _fit(rule: Rule, selector: str) -> int:
    if selector == EVERY_RULE:
        return 1
    if selector and rule.id.startswith(selector):
        return 2 + len(selector)
    return 2 if selector == rule.pack else 0


def _concerns(rule: Rule, runtimes: Sequence[str]) -> bool:
    return not runtimes or any(concerns_runtime(rule, check, runtimes) for check in rule.checks)


def concerns_runtime(rule: Rule, check: RuleCheck, runtimes: Sequence[str]) -> bool:
    """Whether one of the runtimes ignores or rejects what breaks a check; always, if there are no runtimes."""
    verdicts = {**rule.runtimes, **check.runtimes}
    refusing = (RuntimeVerdict.IGNORES, RuntimeVerdict.REJECTS)
    return not runtimes or any(verdicts.get(name) in refusing for name in runtimes)


def check_selection(selection: RuleSelection, rules: Mapping[str, Rule] | None = None) -> None:
    """Refuse names that nothing has.

    Args:
        selection: what was asked for.
        rules: what there is, by default the shipped rules.

    Raises:
        SelectionError: a selector fits no rule, there is none, or a runtime or version is unknown.
    """
    if not selection.select:
        raise SelectionError(_NONE_SELECTED)
    every = list((load_rules() if rules is None else rules).values())
    for selector in (*selection.select, *selection.ignore):
        if selector != EVERY_RULE and not any(_fit(rule, selector) for rule in every):
            raise SelectionError(_unknown_selector(selector, every))
    runtimes = {name for rule in every for name in rule.known_runtimes}
    for runtime in selection.runtimes:
        if runtime not in runtimes:
            raise SelectionError(_unknown_runtime(runtime, runtimes))
    if selection.openusd not in OPENUSD_VERSIONS:
        raise SelectionError(unknown_name("OpenUSD version", selection.openusd, OPENUSD_VERSIONS))


def _unknown_selector(selector: str, rules: Sequence[Rule]) -> str:
    packs = list(dict.fromkeys(rule.pack for rule in rules))
    names = (EVERY_RULE, *packs, *(rule.id for rule in rules))
    told = unknown_name("rule or pack", selector, names)
    if "did you mean" in told:
        return f"{told} the packs are {', '.join(packs)}"
    return (
        f"no rule or pack {selector!r}; the packs are {', '.join(packs)}, {EVERY_RULE} is all of them, "
        f"and `arrowstage rules` lists the rules"
    )


def _unknown_runtime(runtime: str, known: Collection[str]) -> str:
    if runtime in support_runtimes():
        return (
            f"no rule says what runtime {runtime!r} makes of what breaks it, only what {', '.join(sorted(known))} do; "
            f"`arrowstage support --runtime {runtime}` tells what it reads"
        )
    return unknown_name("runtime", runtime, known)
