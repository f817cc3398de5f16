"""What kinds of schema classes there are."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["SchemaKind"]


class SchemaKind(StrEnum):
    """As `Usd.SchemaKind` and usdrt's `UsdSchemaType`."""

    AbstractBase = "AbstractBase"
    AbstractTyped = "AbstractTyped"
    ConcreteTyped = "ConcreteTyped"
    SingleApplyAPI = "SingleApplyAPI"
    MultipleApplyAPI = "MultipleApplyAPI"
