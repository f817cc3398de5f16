"""Where what is authored goes, for every reader: kinds of prims, slots of properties, casts of values.

Importing it imports no USD: flat layers are read without.
"""

from populate.readers.placement.archetypes import INSTANCE_TYPE, ArchetypeTable, PrimKind, RowRole
from populate.readers.placement.resolved_relationships import COLLECTIONS, PHYSICS_BINDING, Collection
from populate.readers.placement.slots import PROPERTY, ColumnSink, Entry, PropertySlot, SlotTable
from populate.readers.placement.value_type_roles import ROLE_FREE
from populate.readers.placement.value_types import (
    AuthoredType,
    Conversion,
    authored_type,
    column_array,
    conversion,
    property_numbers,
)

__all__ = [
    "COLLECTIONS",
    "INSTANCE_TYPE",
    "PHYSICS_BINDING",
    "PROPERTY",
    "ROLE_FREE",
    "ArchetypeTable",
    "AuthoredType",
    "Collection",
    "ColumnSink",
    "Conversion",
    "Entry",
    "PrimKind",
    "PropertySlot",
    "RowRole",
    "SlotTable",
    "authored_type",
    "column_array",
    "conversion",
    "property_numbers",
]
