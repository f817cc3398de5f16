"""The record of a finding, and the TOML file that findings are read from."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, model_validator

from schemas.contract import holds_for, require_bounds

__all__ = ["Finding", "FindingFile", "FindingSide", "Severity"]


class Severity(StrEnum):
    """How bad a finding is: wrong, wrong as soon as something near it changes, or good to know."""

    DEFECT = "defect"
    FRAGILE = "fragile"
    NOTE = "note"


class FindingSide(StrEnum):
    """Whose doing it is: the producer of columns, their consumer, both of them, or OpenUSD's parser."""

    PRODUCER = "producer"
    CONSUMER = "consumer"
    BOTH = "both"
    USD = "usd"


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Finding(_Record):
    """One recorded divergence.

    Attributes:
        id: stable name; never given to another finding.
        title: what it is, in a few words.
        severity: how bad it is.
        side: whose doing it is; None where nobody's yet.
        component: component it is about.
        column: column it is about; an API that must be listed is `usd-schemas`.
        more_columns: further columns of the component that it holds for alike.
        columns: what comes of it where columns are read.
        usd: what comes of it where the stage is read.
        simulated: whether a simulation sees it.
        versions: bounds of the versions it was seen with, by package.
        fields: descriptor fields it can show in, as `table.field` with `*` for any text; `table.row` where a side
            lacks a row.
        recognised: the predicate that tells its differences from others; None where it is documentation only.
        rules: rules of the profiles (`spec/runtimes`) that cause it, where the predicate needs them.
        trap: the check that finds it in columns alone.
    """

    id: str
    title: str
    severity: Severity
    side: FindingSide | None = None
    component: str
    column: str
    more_columns: tuple[str, ...] = ()
    columns: str
    usd: str
    simulated: bool
    versions: Annotated[Mapping[str, str], AfterValidator(require_bounds)]
    fields: tuple[str, ...] = ()
    recognised: str | None = None
    rules: tuple[str, ...] = ()
    trap: str | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if (self.recognised is None) != (not self.fields):
            raise ValueError(f"{self.id}: 'recognised' and 'fields' are given together or not at all")
        return self

    def shows_in(self, field: str) -> bool:
        """Whether it can show in a descriptor field, given as `table.field`."""
        return any(fnmatchcase(field, pattern) for pattern in self.fields)

    def holds_for(self, releases: Mapping[str, str]) -> bool:
        """Whether it was seen with these releases, given by package."""
        return holds_for(self.versions, releases)

    @property
    def documentation_only(self) -> bool:
        """Whether neither a comparison nor a check can point at it."""
        return self.recognised is None and self.trap is None


class FindingFile(_Record):
    """A file of `spec/findings`.

    An entry that holds for several components alike has a table `ids`, component by component, instead of `id` and
    `component`. `versions` of the file hold for entries without their own.
    """

    versions: Mapping[str, str]
    findings: tuple[Mapping[str, Any], ...]

    def records(self) -> list[Finding]:
        """Every finding of the file, in its order.

        Raises:
            ValidationError: an entry does not make a finding.
        """
        return [
            Finding.model_validate({"versions": self.versions, **entry})
            for given in self.findings
            for entry in _single_entries(given)
        ]


def _single_entries(given: Mapping[str, Any]) -> list[dict[str, Any]]:
    entry = dict(given)
    ids = entry.pop("ids", None)
    return [entry] if ids is None else [{"id": id_, "component": name, **entry} for name, id_ in ids.items()]
