"""What all schema classes stand on, as `pxr.Usd` names it."""

from columnar.typed.attributes import Attribute
from columnar.typed.prims import Prim, Stage
from columnar.typed.properties import Property
from columnar.typed.relationships import Relationship
from columnar.typed.schema_bases import APISchemaBase, SchemaBase, Typed
from columnar.typed.schema_kinds import SchemaKind

__all__ = [
    "APISchemaBase",
    "Attribute",
    "Prim",
    "Property",
    "Relationship",
    "SchemaBase",
    "SchemaKind",
    "Stage",
    "Typed",
]
