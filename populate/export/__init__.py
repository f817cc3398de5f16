"""From a scene back to USD: authored cells become opinions of a layer."""

from populate.export.exporting import Exported, ExportError, export_usd

__all__ = ["ExportError", "Exported", "export_usd"]
