"""Which tokens are names that OpenUSD takes for prims and properties."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.tokens import TokenTable
from populate.readers.declined import Declined

__all__ = ["require_prim_names", "require_property_names"]

_COMMON: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(:[A-Za-z_][A-Za-z0-9_]*)*")
"""Names of properties that need not be asked for; others, such as those beyond ASCII, are left to OpenUSD."""


def require_prim_names(tokens: TokenTable, indices: NDArray[np.integer]) -> None:
    """Make sure that tokens are names of prims.

    Raises:
        Declined: one is not.
    """
    _require(tokens, indices, _is_prim_name, "prim")


def require_property_names(tokens: TokenTable, indices: NDArray[np.integer]) -> None:
    """Make sure that tokens are names of properties.

    Raises:
        Declined: one is not.
    """
    _require(tokens, indices, _is_property_name, "property")


def _is_prim_name(text: str) -> bool:
    from pxr import Sdf

    return bool(Sdf.Path.IsValidIdentifier(text))


def _is_property_name(text: str) -> bool:
    if _COMMON.fullmatch(text):
        return True
    from pxr import Sdf

    return bool(Sdf.Path.IsValidNamespacedIdentifier(text))


def _require(tokens: TokenTable, indices: NDArray[np.integer], is_name: Callable[[str], bool], what: str) -> None:
    for index in np.unique(indices[~tokens.plain[indices]]).tolist():
        text = tokens.text(index)
        if not is_name(text):
            raise Declined(f"a {what} of the name {text!r}")
