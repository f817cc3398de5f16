"""Value types with a role, such as `point3f`, and the types that hold the same values without one (`float3`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["ROLE_FREE"]

_ROLES: Final = (
    ("color", (3, 4)),
    ("normal", (3,)),
    ("point", (3,)),
    ("texCoord", (2, 3)),
    ("vector", (3,)),
)
_ELEMENTS: Final = (("h", "half"), ("f", "float"), ("d", "double"))

ROLE_FREE: Final[Mapping[str, str]] = {
    **{
        f"{role}{lanes}{letter}": f"{element}{lanes}"
        for role, sizes in _ROLES
        for lanes in sizes
        for letter, element in _ELEMENTS
    },
    "frame4d": "matrix4d",
}
"""The type without role by the one with it, as OpenUSD's `Sdf.ValueTypeNames` relates them."""
