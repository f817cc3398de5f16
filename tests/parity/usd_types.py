"""USD value types in the reference's terms."""

from __future__ import annotations

from functools import lru_cache

from pxr import Sdf

from schemas.contract import Contract
from tests.parity.cells import CellType

__all__ = ["property_type"]

_ROLES = {
    "Point": "POINT",
    "Vector": "VECTOR",
    "Normal": "NORMAL",
    "Color": "COLOR",
    "Frame": "FRAME",
    "TextureCoordinate": "TEXTURE_COORDINATE",
}

_TEXT = {
    "token": ("uint64", 1, "TOKEN_ID"),
    "asset": ("uint64", 2, "ASSET_PATH_ID"),
    "string": ("uint64", 1, "NONE"),
    "pathExpression": ("uint64", 1, "PATH_EXPRESSION_STRING"),
    "rel": ("uint64", 1, "RELATIONSHIP_PATH_ID"),
}


@lru_cache
def property_type(usd_type: str, contract: Contract) -> CellType:
    """The type in which the reference publishes an attribute authored as `usd_type` ("rel" for a relationship)."""
    base, array = usd_type.removesuffix("[]"), usd_type.endswith("[]")
    if base in _TEXT:
        return CellType(*_TEXT[base], array or base == "rel")
    value_type = Sdf.ValueTypeNames.Find(base)
    role = _ROLES.get(str(value_type.role), "NONE") if value_type else "NONE"
    plain = str(Sdf.GetValueTypeNameForValue(value_type.defaultValue)) if role != "NONE" else base
    types = contract.value_types
    if plain in types.quaternion:
        return CellType(str(types.quaternion[plain]), 4, "QUATERNION", array)
    if plain in types.matrix:
        return CellType("float64", types.matrix[plain], "MATRIX" if role == "NONE" else role, array)
    if plain in types.vector:
        dtype, lanes = types.vector[plain]
        return CellType(str(dtype), lanes, role, array)
    if plain in types.scalar:
        return CellType(str(types.scalar[plain]), 1, "TIME_CODE" if base == "timecode" else "NONE", array)
    return CellType(usd_type, 1, "NONE", array)
