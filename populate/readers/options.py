"""What a caller asks of a populate run; every reader obeys the same options."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Instancing", "LoadPayloads", "PopulateOptions"]


class Instancing(StrEnum):
    """What becomes of native instances."""

    EXPAND = "expand"
    """Rows under the instance-proxy paths, relationships remapped there."""
    SHARE = "share"
    """Prototypes once, as the reference producer keeps them."""


class LoadPayloads(StrEnum):
    """Which payloads are loaded."""

    ALL = "all"
    NONE = "none"


@dataclass(frozen=True, kw_only=True)
class PopulateOptions:
    """Options of a populate run.

    Attributes:
        root: prim path below which to look, None for the whole stage.
        variants: selections made on top of the authored ones, as `PRIM{SET=NAME}`.
        load: whether payloads are loaded.
        instancing: whether native instances are expanded or shared.
        time: a USD time code, None for default values only.
    """

    root: str | None = None
    variants: tuple[str, ...] = ()
    load: LoadPayloads = LoadPayloads.ALL
    instancing: Instancing = Instancing.EXPAND
    time: float | None = None

    def recorded(self) -> tuple[tuple[str, str], ...]:
        """The options that differ from the defaults, as (name, value) text for the file."""
        default = PopulateOptions()
        found = []
        for name in ("root", "load", "instancing", "time"):
            value = getattr(self, name)
            if value != getattr(default, name):
                found.append((name, str(value)))
        return tuple(found + [("variant", variant) for variant in self.variants])
