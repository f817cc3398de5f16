"""What a prim says on its own: authored default values of the right type, applied schemas, relationship targets."""

from __future__ import annotations

from enum import Enum
from functools import cached_property
from typing import Any, Final, NamedTuple

from pxr import Gf, Sdf, Usd

from populate.walker.built_in_apis import applied_apis
from populate.walker.values import quaternion, vector

__all__ = ["BOOL", "FLOAT", "INT", "QUATF", "TOKEN", "UINT", "VEC3F", "Attribute", "PrimOpinions"]

BOOL: Final = Sdf.ValueTypeNames.Bool.type
FLOAT: Final = Sdf.ValueTypeNames.Float.type
INT: Final = Sdf.ValueTypeNames.Int.type
UINT: Final = Sdf.ValueTypeNames.UInt.type
TOKEN: Final = Sdf.ValueTypeNames.Token.type
VEC3F: Final = Sdf.ValueTypeNames.Float3.type
QUATF: Final = Sdf.ValueTypeNames.Quatf.type


class Attribute(NamedTuple):
    """An attribute that OpenUSD's parser does not read.

    Attributes:
        name: its name on the prim.
        type: the value type its schema declares; opinions of other types do not count.
        fallback: what it is where its schema is applied and no opinion is authored.
        unset: what its consumer has where the schema is not applied or the value is blocked.
    """

    name: str
    type: Any
    fallback: Any
    unset: Any


class _Absent(Enum):
    """Why there is no opinion."""

    UNAUTHORED = 0
    BLOCKED = 1


class PrimOpinions:
    """The opinions of one prim, the same whether the schemas they belong to are registered or not.

    Args:
        prim: a valid prim, possibly an instance proxy.
    """

    def __init__(self, prim: Usd.Prim) -> None:
        self.prim = prim

    @cached_property
    def apis(self) -> frozenset[str]:
        """Every applied API schema with those built into it, instances as `API:instance`."""
        return frozenset(applied_apis(self.prim))

    def read(self, attribute: Attribute, *, api: str) -> Any:
        """Value of an attribute of an API schema: vectors as tuples, quaternions as x, y, z, w."""
        if api not in self.apis:
            return attribute.unset
        return self.read_own(attribute)

    def read_own(self, attribute: Attribute) -> Any:
        """Value of an attribute that belongs to the prim's type."""
        found = self._opinion(attribute)
        if found is _Absent.UNAUTHORED:
            return attribute.fallback
        return attribute.unset if found is _Absent.BLOCKED else _plain(found)

    def first_target(self, relationship: str) -> str | None:
        """First target of a relationship as authored, None where there is none."""
        found = self.prim.GetRelationship(relationship)
        targets = found.GetTargets() if found else []
        return str(targets[0]) if targets else None

    def _opinion(self, attribute: Attribute) -> Any:
        """The strongest default value of the declared type; values of other types are passed over, as OpenUSD does."""
        prop = self.prim.GetProperty(attribute.name)
        if not prop or not prop.IsAuthored():
            return _Absent.UNAUTHORED
        for spec in prop.GetPropertyStack(Usd.TimeCode.Default()):
            if not isinstance(spec, Sdf.AttributeSpec) or not spec.HasDefaultValue():
                continue
            if isinstance(spec.default, Sdf.ValueBlock):
                return _Absent.BLOCKED
            if spec.typeName.type == attribute.type:
                return spec.default
        return _Absent.UNAUTHORED


def _plain(value: Any) -> Any:
    if isinstance(value, Gf.Quatf):
        return quaternion(value)
    return vector(value) if isinstance(value, Gf.Vec3f) else value
