"""Which tokens are names that OpenUSD takes for prims and properties."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from pxr import Sdf

from populate.readers.crate.tokens import TokenTable
from populate.readers.declined import Declined

__all__ = ["require_prim_names", "require_property_names"]


def require_prim_names(tokens: TokenTable, indices: NDArray[np.integer]) -> None:
    """Make sure that tokens are names of prims.

    Raises:
        Declined: one is not.
    """
    _require(tokens, indices, Sdf.Path.IsValidIdentifier, "prim")


def require_property_names(tokens: TokenTable, indices: NDArray[np.integer]) -> None:
    """Make sure that tokens are names of properties.

    Raises:
        Declined: one is not.
    """
    _require(tokens, indices, Sdf.Path.IsValidNamespacedIdentifier, "property")


def _require(tokens: TokenTable, indices: NDArray[np.integer], is_name: Callable[[str], bool], what: str) -> None:
    for index in np.unique(indices[~tokens.plain[indices]]).tolist():
        text = tokens.text(index)
        if not is_name(text):
            raise Declined(f"a {what} of the name {text!r}")
