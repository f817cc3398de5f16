"""Reading the contract from `spec/`: TOML files inside the installed package, or any folder of the same layout."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from schemas.contract.catalogue import ApiEntry, Catalogue, ContractSettings, TypeEntry, ValueTypes
from schemas.contract.contract import Contract
from schemas.contract.dtypes import ComponentKind
from schemas.contract.model import Component

__all__ = ["ContractError", "load_contract"]

_R = TypeVar("_R", bound=BaseModel)


class ContractError(ValueError):
    """Contract files that do not make a contract; the message lists every problem with its file."""


@cache
def load_contract(folder: Path | None = None) -> Contract:
    """The contract in `folder`, by default the one shipped with the package; loaded once per process.

    Args:
        folder: a folder laid out as `spec/`: `contract.toml`, `components/*.toml`, `catalogue/*.toml`.

    Raises:
        ContractError: a file does not parse or validate, or two components bear one name. All problems are listed.
    """
    root: Traversable = resources.files("spec") if folder is None else folder
    problems: list[str] = []
    settings = _read(root / "contract.toml", ContractSettings, problems)
    value_types = _read(root / "catalogue" / "value_types.toml", ValueTypes, problems)
    catalogues = [
        _read(file, Catalogue, problems)
        for file in _toml_files(root / "catalogue", problems)
        if file.name != "value_types.toml"
    ]
    components = [_read(file, Component, problems, stem=True) for file in _toml_files(root / "components", problems)]
    if problems or settings is None or value_types is None:
        raise ContractError("the contract cannot be read:\n" + "\n".join(f"  {p}" for p in problems))
    found = {c.name: c for c in components if c is not None}
    return Contract(
        settings=settings,
        components={name: found[name] for name in sorted(found)},
        types=_merge_types([c for c in catalogues if c], found),
        apis=_merge_apis([c for c in catalogues if c], found),
        value_types=value_types,
    )


def _toml_files(folder: Traversable, problems: list[str]) -> list[Traversable]:
    try:
        files = sorted(folder.iterdir(), key=lambda file: file.name)
    except OSError as error:
        problems.append(f"{folder.name}: {error}")
        return []
    return [file for file in files if file.name.endswith(".toml")]


def _read(file: Traversable, record: type[_R], problems: list[str], *, stem: bool = False) -> _R | None:
    try:
        data: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        if stem and data.get("name") != file.name.removesuffix(".toml"):
            problems.append(f"{file.name}: name = {data.get('name')!r} must equal the file's name")
            return None
        return record.model_validate(data)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(f"{file.name}: {error}")
    except ValidationError as error:
        problems += [f"{file.name}: {'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
    return None


def _merge_types(catalogues: list[Catalogue], components: Mapping[str, Component]) -> dict[str, TypeEntry]:
    merged = {name: entry for catalogue in catalogues for name, entry in catalogue.types.items()}
    for component in components.values():
        if component.kind is ComponentKind.PRIM_TYPE:
            merged[component.name] = TypeEntry(
                chain=component.type_chain, builtin_apis=component.builtin_apis, selects=component.selects
            )
    return dict(sorted(merged.items()))


def _merge_apis(catalogues: list[Catalogue], components: Mapping[str, Component]) -> dict[str, ApiEntry]:
    merged = {name: entry for catalogue in catalogues for name, entry in catalogue.apis.items()}
    for component in components.values():
        if component.kind is ComponentKind.API_SCHEMA and component.registered:
            merged[component.name] = ApiEntry(
                multiple_apply=component.multiple_apply,
                builtin_apis=component.builtin_apis,
                selects=component.selects,
            )
    return dict(sorted(merged.items()))
