"""Reading support tables from `spec/runtimes/support`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import ValidationError

from schemas.contract import load_contract, unknown_name
from schemas.support.model import RuntimeSupport

__all__ = ["SupportError", "load_support", "support_runtimes"]


class SupportError(ValueError):
    """No such runtime, or a file that does not make a support table; every fault is listed."""


def support_runtimes(folder: Path | None = None) -> tuple[str, ...]:
    """Names of the runtimes with a support table.

    Args:
        folder: a folder of TOML files, by default the one shipped with the package.
    """
    names = (file.name for file in _root(folder).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def load_support(name: str, *, folder: Path | None = None) -> RuntimeSupport:
    """The support table of a runtime; read once per process.

    Args:
        name: one of `support_runtimes()`.
        folder: a folder of TOML files, by default the one shipped with the package.

    Raises:
        SupportError: no such runtime; or its file is faulty, names what the contract does not have, or says nothing
            about a column that it has.
    """
    if name not in support_runtimes(folder):
        raise SupportError(unknown_name("runtime", name, support_runtimes(folder)))
    try:
        data = tomllib.loads((_root(folder) / f"{name}.toml").read_text(encoding="utf-8"))
        support = RuntimeSupport.model_validate({"name": name, **data})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as error:
        raise SupportError(f"{name}.toml: {error}") from error
    problems = list(support.problems(load_contract()))
    if problems:
        raise SupportError(f"{name}.toml:\n" + "\n".join(f"  {problem}" for problem in problems))
    return support


def _root(folder: Path | None) -> Traversable:
    return resources.files("spec") / "runtimes" / "support" if folder is None else folder
