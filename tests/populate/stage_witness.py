"""What OpenUSD itself says of a stage, asked prim by prim in the plainest way: an independent check of a reader.

The PhysX and Newton schema packages have to be registered for that, which cannot be undone, so it happens in a process
of its own that answers one stage file per line: `python stage_witness.py`. `Witness` starts it and asks.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

__all__ = ["Witness"]


class Witness:
    """The process that answers; a context manager."""

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def ask(self, stage: Path) -> dict[str, Any]:
        """`types`, `apis`, `attributes`, `relationships` and transforms by path, instance proxies included.

        An attribute says `source` ("default", "block", "samples" or "none"), `value` (the fallback without a default),
        C++ `type` (of the opinion with the value), `declared` C++ type and whether a schema has it `registered`.
        `mixed` are names of which the specs, or specs and schema, do not agree whether they are relationships.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{stage}\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


def main() -> None:
    """Answer until the input ends."""
    import newton_usd_schemas
    import physx_usd_schemas

    del newton_usd_schemas, physx_usd_schemas
    for line in sys.stdin:
        sys.stdout.write(json.dumps(describe(line.strip())) + "\n")
        sys.stdout.flush()


def describe(file: str) -> dict[str, Any]:
    """Everything about the active, defined, concrete prims of a stage."""
    from pxr import Usd, UsdGeom

    stage = Usd.Stage.Open(file)
    cache = UsdGeom.XformCache()
    predicate = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)
    prims = [prim for prim in Usd.PrimRange(stage.GetPseudoRoot(), predicate) if not prim.IsPseudoRoot()]
    return {str(prim.GetPath()): describe_prim(prim, cache) for prim in prims}


def describe_prim(prim: Any, cache: Any) -> dict[str, Any]:
    """Type, schemas, properties and transforms of one prim."""
    from pxr import Usd, UsdGeom

    found: dict[str, Any] = {"types": types(prim), "apis": list(map(str, prim.GetAppliedSchemas()))}
    names = list(map(str, prim.GetPropertyNames()))
    kinds = {name: property_kind(prim, name) for name in names}
    found["mixed"] = [name for name in names if kinds[name] == "mixed"]
    found["attributes"] = {name: describe_attribute(prim, name) for name in names if kinds[name] == "attribute"}
    found["relationships"] = {
        name: list(map(str, prim.GetRelationship(name).GetTargets()))
        for name in names
        if kinds[name] == "relationship" and prim.GetRelationship(name).HasAuthoredTargets()
    }
    xformable = UsdGeom.Xformable(prim)
    if xformable:
        found["local"] = flat(xformable.GetLocalTransformation(Usd.TimeCode.Default()))
        found["world"] = flat(cache.GetLocalToWorldTransform(prim))
        found["reset"] = xformable.GetResetXformStack()
    return found


def types(prim: Any) -> list[str]:
    """The prim's type and its bases."""
    from pxr import Usd

    schema = prim.GetPrimTypeInfo().GetSchemaType()
    return [Usd.SchemaRegistry.GetSchemaTypeName(base) for base in schema.GetAllAncestorTypes()] if schema else []


def property_kind(prim: Any, name: str) -> str:
    """What the specs say a property is; "mixed" if they do not agree, or not with the schema."""
    from pxr import Sdf

    prop = prim.GetProperty(name)
    authored = {"relationship" if isinstance(s, Sdf.RelationshipSpec) else "attribute" for s in prop.GetPropertyStack()}
    declared = "attribute" if prim.GetAttribute(name) else "relationship"
    return declared if authored <= {declared} else "mixed"


def describe_attribute(prim: Any, name: str) -> dict[str, Any]:
    """Value at the default time, and where it comes from."""
    from pxr import Sdf

    attribute = prim.GetAttribute(name)
    specs = attribute.GetPropertyStack()
    opinion = next((spec for spec in specs if spec.HasDefaultValue()), None)
    source = "default" if opinion else "samples" if attribute.GetNumTimeSamples() else "none"
    if opinion is not None and isinstance(opinion.default, Sdf.ValueBlock):
        source = "block"
    definition = prim.GetPrimDefinition().GetAttributeDefinition(name)
    return {
        "source": source,
        "value": plain(attribute.Get()),
        "type": opinion.typeName.cppTypeName if opinion else "",
        "declared": attribute.GetTypeName().cppTypeName,
        "registered": bool(definition),
    }


def plain(value: Any) -> Any:
    """A value in JSON's types, quaternions as x, y, z, w."""
    if hasattr(value, "imaginary"):
        return [*value.imaginary, value.real]
    if hasattr(value, "path"):
        return value.path
    if type(value).__name__.startswith("Matrix"):
        return flat(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return [plain(item) for item in value] if hasattr(value, "__len__") else str(value)


def flat(matrix: Any) -> list[float]:
    """The 16 entries of a matrix, row by row."""
    return [entry for row in matrix for entry in row]


if __name__ == "__main__":
    main()
