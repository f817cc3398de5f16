"""The Arrow schema of a scene: one row per scene, one `list<struct>` column per table."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

import pyarrow as pa

from schemas.contract import PATH_ID, TOKEN, Contract, component_struct

__all__ = [
    "FORMAT_KEY",
    "MATRIX",
    "SCENE_TABLES",
    "VERSION_KEY",
    "PathKind",
    "ReportCode",
    "scene_schema",
    "table_struct",
]

FORMAT_KEY = b"arrowstage:format"
"""Schema metadata key of the file format's version."""

VERSION_KEY = b"arrowstage:contract"
"""Schema metadata key of the contract's version."""


class PathKind(StrEnum):
    """What a path of the path table stands for."""

    ROW = "row"
    PRIM = "prim"
    MISSING = "missing"
    INACTIVE = "inactive"
    PROPERTY = "property"
    PROTOTYPE = "prototype"


class ReportCode(StrEnum):
    """What populate may have to say about a stage; the report's text gives the particulars."""

    MISTYPED = "mistyped"
    TIME_SAMPLES_ONLY = "time_samples_only"
    PAYLOAD_UNLOADED = "payload_unloaded"
    REFERENCE_UNRESOLVED = "reference_unresolved"
    TARGET_UNMAPPED = "target_unmapped"
    UNKNOWN_SCHEMA = "unknown_schema"
    UNKNOWN_TYPE = "unknown_type"
    VARIANT_UNSELECTED = "variant_unselected"
    TRANSFORM_INVALID = "transform_invalid"
    INSTANCER_INVALID = "instancer_invalid"
    VALUE_UNREADABLE = "value_unreadable"


def _field(name: str, kind: pa.DataType, *, nullable: bool = False) -> pa.Field:
    return pa.field(name, kind, nullable=nullable)


def _list(kind: pa.DataType) -> pa.ListType:
    return pa.list_(pa.field("item", kind, nullable=False))


MATRIX = pa.list_(pa.field("item", pa.float64(), nullable=False), 16)
"""A row-vector 4x4 matrix, row-major: the translation is in the last row."""

_SCENE = pa.struct(
    [
        _field("root_layer", pa.string()),
        _field("usd-metadata:metersPerUnit", pa.float64()),
        _field("usd-metadata:kilogramsPerUnit", pa.float64()),
        _field("usd-metadata:upAxis", pa.string()),
        _field("meters_per_unit_authored", pa.bool_()),
        _field("kilograms_per_unit_authored", pa.bool_()),
        _field("up_axis_authored", pa.bool_()),
        _field("default_prim", pa.string(), nullable=True),
        _field("time_code", pa.float64(), nullable=True),
        _field("contract_version", pa.string()),
        _field("layers", _list(pa.struct([_field("identity", pa.string()), _field("sha256", pa.string())]))),
        _field("options", _list(pa.struct([_field("name", pa.string()), _field("value", pa.string())]))),
    ]
)

_PATH = pa.struct([_field("name", pa.large_utf8()), _field("kind", TOKEN)])

_PRIM = pa.struct(
    [
        _field("prim", PATH_ID),
        _field("parent", PATH_ID, nullable=True),
        _field("usd-prim-type", TOKEN, nullable=True),
        _field("usd-schemas", _list(TOKEN)),
        _field("unregistered", _list(TOKEN)),
        _field("from_instance", pa.bool_()),
        _field("prototype", PATH_ID, nullable=True),
        _field("omni:xform", MATRIX, nullable=True),
        _field("omni:resetXformStack", pa.bool_(), nullable=True),
        _field("omni:fabric:worldMatrix", MATRIX, nullable=True),
    ]
)

_PROPERTY = pa.struct(
    [
        _field("prim", PATH_ID),
        _field("name", TOKEN),
        _field("usd_type", TOKEN),
        _field("authored", pa.bool_()),
        _field("blocked", pa.bool_()),
        _field("number", _list(pa.float64()), nullable=True),
        _field("text", _list(pa.string()), nullable=True),
        _field("targets", _list(PATH_ID), nullable=True),
    ]
)

_REPORT = pa.struct(
    [
        _field("prim", PATH_ID),
        _field("column", TOKEN, nullable=True),
        _field("code", TOKEN),
        _field("text", pa.string()),
    ]
)

SCENE_TABLES = {"path": _PATH, "prim": _PRIM, "property": _PROPERTY, "report": _REPORT}
"""Row types of the tables that are no components."""


def table_struct(contract: Contract, name: str) -> pa.StructType:
    """Row type of a table: one of `SCENE_TABLES`, or a component's.

    Raises:
        KeyError: no such component; the message names the nearest ones.
    """
    return SCENE_TABLES[name] if name in SCENE_TABLES else component_struct(contract.component(name))


@cache
def scene_schema(contract: Contract) -> pa.Schema:
    """The schema of a scene file for this contract: `scene`, `path`, `prim`, the components, `property`, `report`."""
    names = ["path", "prim", *(component.name for component in contract.tables), "property", "report"]
    fields = [pa.field("scene", _SCENE, nullable=False)]
    fields += [
        pa.field(name, pa.list_(pa.field("item", table_struct(contract, name), nullable=False))) for name in names
    ]
    return pa.schema(
        fields,
        metadata={FORMAT_KEY: str(contract.settings.format_version).encode(), VERSION_KEY: contract.version.encode()},
    )
