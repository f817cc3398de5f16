"""Made from the contract; see `usd_shade.pyi`."""

from columnar.typed.schema_classes import define_classes

__all__ = define_classes("UsdShade", globals())
