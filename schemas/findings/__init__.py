"""Recorded findings: where two sides make different things of one stage, or columns mean other than they seem to."""

from schemas.findings.load import FindingsError, load_findings
from schemas.findings.model import Finding, FindingSide, Severity

__all__ = ["Finding", "FindingSide", "FindingsError", "Severity", "load_findings"]
