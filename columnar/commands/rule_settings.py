"""Settings of `validate`: the `[tool.arrowstage]` table of a pyproject.toml, under what the command line says."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from columnar.commands.errors import CommandError
from columnar.rules import DEFAULT_PACKS, OPENUSD_VERSIONS, RuleSelection

__all__ = ["RuleOptions", "rule_selection"]

_NAME = "pyproject.toml"


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
        CommandError: the settings cannot be read, or the file that was named has none.
    """
    saved = _nearest(near) if config is None else _named(config)
    settings = saved or RuleOptions()
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
        return None if table is None else RuleOptions.model_validate(table)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        known = "select, extend-select, ignore, runtime, openusd"
        raise CommandError(f"{file}: [tool.arrowstage]: {faults}; it may hold {known}") from None
