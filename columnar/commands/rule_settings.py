"""Settings of `validate`: the `[tool.arrowstage]` table of a pyproject.toml, under what the command line says."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from columnar.commands.errors import CommandError
from columnar.rules import DEFAULT_PACKS, OPENUSD_VERSIONS, RuleSelection, SelectionError, check_selection
from schemas.contract import unknown_name

__all__ = ["RuleOptions", "rule_selection"]

_NAME = "pyproject.toml"

_SETTINGS = ("select", "extend-select", "ignore", "runtime", "openusd")
_EXPECTED = {
    "tuple_type": 'a list of texts, such as ["strict"]',
    "string_type": 'a text, such as "26.11"',
    "model_type": "a table",
}
"""What a kind of fault asks for."""


class RuleOptions(BaseModel):
    """Which rules apply, as the command line or a settings file says it; None leaves it to the next one.

    Attributes:
        select: selectors of the rules that apply, instead of the usual ones.
        extend_select: selectors of further rules.
        ignore: selectors of rules that do not apply.
        runtime: only rules that matter to these runtimes.
        openusd: version of OpenUSD whose native rules apply.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = Field(default=(), alias="extend-select")
    ignore: tuple[str, ...] | None = None
    runtime: tuple[str, ...] | None = None
    openusd: str | None = None


def rule_selection(given: RuleOptions, *, near: Path, config: Path | None = None) -> RuleSelection:
    """The selection that the command line and the settings make together; the command line wins.

    Args:
        given: what the command line says.
        near: the file that is looked at; the settings are those of the nearest pyproject.toml above it that has any.
        config: the settings file, instead of a search.

    Raises:
        CommandError: the settings cannot be read or name what there is not, or the file that was named has none.
    """
    settings = (_nearest(near) if config is None else _named(config)) or RuleOptions()
    select = _first(given.select, settings.select, DEFAULT_PACKS)
    return RuleSelection(
        select=(*select, *settings.extend_select, *given.extend_select),
        ignore=_first(given.ignore, settings.ignore, ()),
        runtimes=_first(given.runtime, settings.runtime, ()),
        openusd=given.openusd or settings.openusd or OPENUSD_VERSIONS[-1],
    )


def _first(*choices: Sequence[str] | None) -> Sequence[str]:
    return next(choice for choice in choices if choice is not None)


def _nearest(near: Path) -> RuleOptions | None:
    for folder in near.absolute().parents:
        if (folder / _NAME).is_file() and (found := _read(folder / _NAME)) is not None:
            return found
    return None


def _named(config: Path) -> RuleOptions:
    """The settings of the file that the user named; the usual ones must not pass for those that were meant."""
    found = _read(config)
    if found is None:
        raise CommandError(f"{config}: has no [tool.arrowstage] table, which holds the settings of validate")
    return found


def _read(file: Path) -> RuleOptions | None:
    """The settings of a file, None if it has none."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {}).get("arrowstage")
    except FileNotFoundError:
        raise CommandError(f"{file}: no such file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, AttributeError) as error:
        raise CommandError(f"{file}: is no TOML file with tables: {error}") from None
    try:
        found = None if table is None else RuleOptions.model_validate(table)
    except ValidationError as error:
        faults = "; ".join(_fault_text(fault) for fault in error.errors())
        raise CommandError(f"{file}: [tool.arrowstage]: {faults}; it may hold {', '.join(_SETTINGS)}") from None
    if found is not None:
        _check_names(file, found)
    return found


def _fault_text(fault: Any) -> str:
    """What is wrong with a setting, in the words of TOML."""
    name = ".".join(map(str, fault["loc"]))
    if fault["type"] == "extra_forbidden":
        return unknown_name("setting", name, _SETTINGS)
    expected = _EXPECTED.get(fault["type"], fault["msg"])
    return f"{name}: expected {expected}" if name else f"expected {expected}"


def _check_names(file: Path, settings: RuleOptions) -> None:
    """Names that nothing has are the fault of this file, not of the command line."""
    selection = RuleSelection(
        select=(*_first(settings.select, DEFAULT_PACKS), *settings.extend_select),
        ignore=_first(settings.ignore, ()),
        runtimes=_first(settings.runtime, ()),
        openusd=settings.openusd or OPENUSD_VERSIONS[-1],
    )
    try:
        check_selection(selection)
    except SelectionError as error:
        raise CommandError(f"{file}: [tool.arrowstage]: {error}") from None
