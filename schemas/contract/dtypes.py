"""The closed sets of the column contract: element types, lane meanings, component kinds, producer rules."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["ColumnDtype", "ColumnSemantic", "ComponentKind", "ProducerRule"]


class ColumnDtype(StrEnum):
    """Element type of a column as the reference producer publishes it.

    `UINT64` carries an id, never a number: the semantic says whether it names a token or a path. `STRING` and `ASSET`
    have no numeric form; the reference producer interns them too.
    """

    BOOL8 = "bool8"
    INT32 = "int32"
    UINT32 = "uint32"
    INT64 = "int64"
    UINT8 = "uint8"
    FLOAT16 = "float16"
    FLOAT32 = "float32"
    FLOAT64 = "float64"
    UINT64 = "uint64"
    STRING = "string"
    ASSET = "asset"


class ColumnSemantic(StrEnum):
    """What the lanes of a value mean; a column without semantic is plain numbers or flags."""

    TOKEN_ID = "TOKEN_ID"
    RELATIONSHIP_PATH_ID = "RELATIONSHIP_PATH_ID"
    POINT = "POINT"
    VECTOR = "VECTOR"
    QUATERNION = "QUATERNION"
    MATRIX = "MATRIX"


class ComponentKind(StrEnum):
    """How a prim comes to hold a component: by its type, by an applied API, or because every prim does."""

    PRIM_TYPE = "prim_type"
    API_SCHEMA = "api_schema"
    BLOCK = "block"


class ProducerRule(StrEnum):
    """What the producer writes into a cell of a prim that holds the component.

    `RESOLVED` is the authored value, else the rule of `when_unauthored`, else the USD fallback; `AUTHORED_ONLY` leaves
    an unauthored cell absent; `DERIVED` cells are computed (transforms, inherited bindings, memberships).
    """

    RESOLVED = "resolved"
    AUTHORED_ONLY = "authored_only"
    DERIVED = "derived"
