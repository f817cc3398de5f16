"""Reading rules from `spec/rules`, a folder for each pack."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import ValidationError

from schemas.rules.model import Rule, RuleFile

__all__ = ["RulesError", "load_rules", "unreachable_rules"]


class RulesError(ValueError):
    """Files that do not make rules; the message lists every problem with its file."""


@cache
def load_rules(folder: Path | None = None) -> Mapping[str, Rule]:
    """Every rule by id, pack by pack, in the order of ids; read once per process.

    Args:
        folder: a folder laid out as `spec/rules`, by default the one shipped with the package.

    Raises:
        RulesError: a file does not parse or validate, or an id is given twice. All problems are listed.
    """
    root: Traversable = resources.files("spec") / "rules" if folder is None else folder
    found: dict[str, Rule] = {}
    problems: list[str] = []
    for file in _toml_files(root):
        for rule in _records(file, problems):
            if rule.id in found:
                problems.append(f"{file.name}: {rule.id}: the id is given twice")
            found[rule.id] = rule
    if problems:
        raise RulesError("the rules cannot be read:\n" + "\n".join(f"  {problem}" for problem in problems))
    return {rule.id: rule for rule in sorted(found.values(), key=lambda rule: (rule.pack, rule.id))}


@cache
def unreachable_rules() -> Mapping[str, Mapping[str, str]]:
    """Rules of the shipped packs that columns cannot check: by pack and id, why.

    Raises:
        RulesError: a file does not parse or validate.
    """
    found: dict[str, dict[str, str]] = {}
    problems: list[str] = []
    for file in _toml_files(resources.files("spec") / "rules"):
        content = _content(file, problems)
        if content is not None and content.unreachable:
            found.setdefault(content.pack, {}).update(content.unreachable)
    if problems:
        raise RulesError("the rules cannot be read:\n" + "\n".join(f"  {problem}" for problem in problems))
    return found


def _toml_files(root: Traversable) -> Iterator[Traversable]:
    for entry in sorted(root.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _toml_files(entry)
        elif entry.name.endswith(".toml"):
            yield entry


def _records(file: Traversable, problems: list[str]) -> list[Rule]:
    content = _content(file, problems)
    try:
        return [] if content is None else content.records()
    except ValidationError as error:
        problems += _faults(file, error)
    return []


def _content(file: Traversable, problems: list[str]) -> RuleFile | None:
    try:
        return RuleFile.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(f"{file.name}: {error}")
    except ValidationError as error:
        problems += _faults(file, error)
    return None


def _faults(file: Traversable, error: ValidationError) -> list[str]:
    return [f"{file.name}: {'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
