"""From USD to columns: the only package that imports `pxr`, and only once something of it is used.

`import populate` alone imports no USD, so that commands on scene files start without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from populate.cached import populate_cached
    from populate.comparison import StageComparison, compare_stage
    from populate.errors import PopulateError
    from populate.many import StageOutcome, populate_many
    from populate.population import Population, populate

__all__ = [
    "PopulateError",
    "Population",
    "StageComparison",
    "StageOutcome",
    "compare_stage",
    "populate",
    "populate_cached",
    "populate_many",
]

_MODULES = {
    "StageComparison": "populate.comparison",
    "compare_stage": "populate.comparison",
    "PopulateError": "populate.errors",
    "Population": "populate.population",
    "StageOutcome": "populate.many",
    "populate": "populate.population",
    "populate_cached": "populate.cached",
    "populate_many": "populate.many",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
