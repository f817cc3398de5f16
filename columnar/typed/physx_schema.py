"""Made from the contract; see `physx_schema.pyi`."""

from columnar.typed.schema_classes import define_classes

__all__ = define_classes("PhysxSchema", globals())
