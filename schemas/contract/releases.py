"""Which releases of other packages a record holds for."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Final

__all__ = ["holds_for", "require_bounds"]

_OPERATORS: Final[Mapping[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]]] = {
    ">=": operator.ge,
    "<": operator.lt,
    "": operator.eq,
}
_BOUND: Final = re.compile(r"(>=|<|)\s*(\d+(?:\.\d+)*)")


def holds_for(versions: Mapping[str, str], releases: Mapping[str, str]) -> bool:
    """Whether bounds hold for some releases; a package that only one of the two names does not matter.

    Args:
        versions: bounds by package: `>=26.11`, `<26.11`, several apart by commas, or one release.
        releases: release by package, `26.8`.
    """
    return all(
        _OPERATORS[sign](_numbers(releases[package]), _numbers(number))
        for package, bounds in versions.items()
        if package in releases
        for sign, number in _BOUND.findall(bounds)
    )


def require_bounds(versions: Mapping[str, str]) -> Mapping[str, str]:
    """The bounds as they are.

    Raises:
        ValueError: one does not read as a bound.
    """
    for package, bounds in versions.items():
        if not all(_BOUND.fullmatch(bound.strip()) for bound in bounds.split(",")):
            raise ValueError(f"{package} {bounds!r}: expected bounds such as '>=26.11', '<26.11' or '0.7.0'")
    return versions


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split("."))
