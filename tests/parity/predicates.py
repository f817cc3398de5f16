"""Which function decides whether a finding falls under an entry of `exceptions.toml`, by the entry's id."""

from __future__ import annotations

from collections.abc import Callable

from tests.parity import extensions, reference_errors
from tests.parity.findings import Finding
from tests.parity.judged import Judged

__all__ = ["PREDICATES"]

PREDICATES: dict[str, Callable[[Finding, Judged], bool]] = {
    name.replace("_", "-"): getattr(module, name)
    for module in (reference_errors, extensions)
    for name in module.__all__
}
"""The first that holds takes the finding."""
