"""Which recorded findings hold for the OpenUSD that runs the tests."""

from __future__ import annotations

from populate.openusd_release import running_releases
from schemas.findings import load_findings

__all__ = ["seen_here"]


def seen_here(finding: str | None) -> bool:
    """Whether the version bounds of a finding hold here."""
    return finding is None or load_findings()[finding].holds_for(running_releases())
