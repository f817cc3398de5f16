"""The words options take, as the library spells them; its own enumerations would import USD."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["ExportFormat", "Instancing", "LoadPayloads"]


class LoadPayloads(StrEnum):
    """See `populate.readers.LoadPayloads`."""

    ALL = "all"
    NONE = "none"


class Instancing(StrEnum):
    """See `populate.readers.Instancing`."""

    EXPAND = "expand"
    SHARE = "share"


class ExportFormat(StrEnum):
    """See `columnar.file.EXPORT_FORMATS`."""

    PARQUET = "parquet"
    ARROW = "arrow"
