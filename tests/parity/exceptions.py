"""The closed lists of what may differ, and the sorting of findings into them."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, model_validator

from tests.parity.findings import Finding
from tests.parity.judged import Judged, NeverPublished
from tests.parity.predicates import PREDICATES

__all__ = ["Allowance", "ExceptionTable", "Refused", "explain", "load_exceptions"]

_FILE = Path(__file__).with_name("exceptions.toml")


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Allowance(_Record):
    """An exception (the reference is wrong) or, without `reference`, an extension (this project publishes more)."""

    id: str
    reference: str = ""
    ours: str
    why: str


class Refused(_Record):
    """A stage, as SET:NAME, that the reference does not populate at all."""

    stage: str
    why: str


class _Never(_Record):
    components: tuple[str, ...]
    columns: tuple[str, ...]


class ExceptionTable(_Record):
    """What `exceptions.toml` holds."""

    exceptions: tuple[Allowance, ...]
    extensions: tuple[Allowance, ...]
    refused: tuple[Refused, ...]
    never_published: _Never

    @model_validator(mode="after")
    def _every_id_has_a_predicate(self) -> ExceptionTable:
        ids = [entry.id for entry in (*self.exceptions, *self.extensions)]
        if sorted(ids) != sorted(PREDICATES):
            raise ValueError(f"exceptions.toml and predicates.py differ: {sorted(set(ids) ^ set(PREDICATES))}")
        return self

    @property
    def never(self) -> NeverPublished:
        """Components and columns that the reference publishes in no state."""
        return NeverPublished(self.never_published.components, self.never_published.columns)


def load_exceptions() -> ExceptionTable:
    """The table as shipped."""
    return ExceptionTable(**tomllib.loads(_FILE.read_text()))


def explain(finding: Finding, judged: Judged) -> str | None:
    """Id of the exception or extension that a finding falls under, None if it is a failure."""
    return next((name for name, holds in PREDICATES.items() if holds(finding, judged)), None)
