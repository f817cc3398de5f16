"""Reading findings from `spec/findings`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import ValidationError

from schemas.findings.model import Finding, FindingFile

__all__ = ["FindingsError", "load_findings"]


class FindingsError(ValueError):
    """Files that do not make findings; the message lists every problem with its file."""


@cache
def load_findings(folder: Path | None = None) -> Mapping[str, Finding]:
    """Every finding by id, in the order of ids; read once per process.

    Args:
        folder: a folder of TOML files, by default the one shipped with the package.

    Raises:
        FindingsError: a file does not parse or validate, or an id is given twice. All problems are listed.
    """
    root: Traversable = resources.files("spec") / "findings" if folder is None else folder
    found: dict[str, Finding] = {}
    problems: list[str] = []
    for file in sorted((f for f in root.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name):
        for record in _records(file, problems):
            if record.id in found:
                problems.append(f"{file.name}: {record.id}: the id is given twice")
            found[record.id] = record
    if problems:
        raise FindingsError("the findings cannot be read:\n" + "\n".join(f"  {problem}" for problem in problems))
    return {id_: found[id_] for id_ in sorted(found)}


def _records(file: Traversable, problems: list[str]) -> list[Finding]:
    try:
        return FindingFile.model_validate(tomllib.loads(file.read_text(encoding="utf-8"))).records()
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(f"{file.name}: {error}")
    except ValidationError as error:
        problems += [f"{file.name}: {'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
    return []
