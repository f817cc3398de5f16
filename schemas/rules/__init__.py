"""Rules: what a scene must hold to, by pack, with the verdict of each runtime and examples."""

from schemas.rules.interval import Interval
from schemas.rules.load import RulesError, load_rules, unreachable_rules
from schemas.rules.model import Rule, RuleCheck, RuleSeverity, RuntimeVerdict

__all__ = [
    "Interval",
    "Rule",
    "RuleCheck",
    "RuleSeverity",
    "RulesError",
    "RuntimeVerdict",
    "load_rules",
    "unreachable_rules",
]
