"""Made from the contract; see `newton.pyi`."""

from columnar.typed.schema_classes import define_classes

__all__ = define_classes("Newton", globals())
