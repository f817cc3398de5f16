"""Rules over columns: what breaks them is found before a simulator finds it. One module per family of predicates."""

from columnar.rules.conditions import known_condition
from columnar.rules.findings import RuleFinding, RuleFindings
from columnar.rules.predicates import PREDICATES
from columnar.rules.selection import (
    DEFAULT_PACKS,
    EVERY_RULE,
    OPENUSD_VERSIONS,
    RuleSelection,
    SelectionError,
    check_selection,
    selected_rules,
)
from columnar.rules.validate import validate

__all__ = [
    "DEFAULT_PACKS",
    "EVERY_RULE",
    "OPENUSD_VERSIONS",
    "PREDICATES",
    "RuleFinding",
    "RuleFindings",
    "RuleSelection",
    "SelectionError",
    "check_selection",
    "known_condition",
    "selected_rules",
    "validate",
]
