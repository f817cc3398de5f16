"""Made from the contract; see `mjc_physics.pyi`."""

from columnar.typed.schema_classes import define_classes

__all__ = define_classes("MjcPhysics", globals())
