"""Made from the contract; see `usd_physics.pyi`."""

from columnar.typed.schema_classes import define_classes

__all__ = define_classes("UsdPhysics", globals())
