"""What OpenUSD's own physics validators say of a stage."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pxr import Usd, UsdValidation

__all__ = ["NATIVE_PACK", "installed_version", "native_errors"]

NATIVE_PACK = "openusd"
_PLUGIN = "usdPhysicsValidators:"


def installed_version() -> str:
    """The version of OpenUSD that is imported, such as 26.11."""
    _, minor, patch = Usd.GetVersion()
    return f"{minor}.{patch}"


@cache
def _validators() -> tuple[UsdValidation.Validator, ...]:
    every = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    found = tuple(each for each in every if each.GetMetadata().name.startswith(_PLUGIN))
    assert len(found) == 4, [each.GetMetadata().name for each in found]
    return found


def native_errors(stage: Path) -> set[tuple[str, str]]:
    """Name and prim path of every error."""
    # Sites know their stage only as long as it lives.
    opened = Usd.Stage.Open(str(stage))
    errors = UsdValidation.ValidationContext(_validators()).Validate(opened)
    return {(error.GetName(), str(site.GetPrim().GetPath())) for error in errors for site in error.GetSites()}
