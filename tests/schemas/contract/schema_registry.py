"""What OpenUSD's own registry says of the schemas of usd-core, physx-usd-schemas and newton-usd-schemas, as JSON.

Registering schema packages changes the process for good, so this runs in one of its own: `python schema_registry.py`
prints the JSON, and `read_registry` starts that and reads it. The applied schemas of prims come from real prims, one
per entry of `APPLIED`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from typing import Any

__all__ = ["APPLIED", "read_registry"]

APPLIED: dict[str, tuple[str, tuple[str, ...]]] = {
    "nothing": ("Xform", ()),
    "built-in of an API": ("Xform", ("NewtonMassAPI",)),
    "built-in of a built-in": ("Material", ("PhysxPBDMaterialAPI", "NewtonMaterialAPI")),
    "built-in with the instance name": (
        "PhysicsRevoluteJoint",
        ("PhysxTendonAxisRootAPI:a", "PhysxTendonAxisAPI:b"),
    ),
    "two instances": ("PhysicsJoint", ("PhysicsDriveAPI:rotX", "PhysicsDriveAPI:transX", "PhysicsLimitAPI:rotX")),
    "any instance name": ("PhysicsJoint", ("PhysicsLimitAPI:no:such",)),
    "built-in of the type": ("PhysicsCollisionGroup", ()),
    "type and API": ("NewtonActuator", ("NewtonPDControlAPI", "NewtonActuatorDelayAPI")),
    "wrong kind of prim": ("PhysicsScene", ("PhysicsRigidBodyAPI", "PhysxSceneAPI")),
    "unregistered": ("Xform", ("PhysicsRigidBodyAPI", "AcmeMagnetAPI", "MjcJointAPI", "AcmeCoilAPI:a")),
    "same name twice": ("Xform", ("PhysicsMassAPI", "NewtonMassAPI", "PhysicsMassAPI")),
}
"""Prim type and authored API schemas by what the combination shows."""


@cache
def read_registry() -> dict[str, Any]:
    """`version`, `types` and `apis` by name, each with its chain, built-ins and properties, and `applied` by entry."""
    run = subprocess.run([sys.executable, __file__], check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def main() -> None:
    """Register the packages and print what OpenUSD knows."""
    import newton_usd_schemas  # noqa: F401
    import physx_usd_schemas  # noqa: F401
    from pxr import Tf, Usd

    found: dict[str, Any] = {"version": Usd.GetVersion()[1:], "types": {}, "apis": {}}
    for schema in Tf.Type.FindByName("UsdSchemaBase").GetAllDerivedTypes():
        kind, name = Usd.SchemaRegistry.GetSchemaKind(schema), Usd.SchemaRegistry.GetSchemaTypeName(schema)
        if kind in (Usd.SchemaKind.ConcreteTyped, Usd.SchemaKind.AbstractTyped) and name != "Typed":
            found["types"][name] = type_record(schema, name)
        elif kind in (Usd.SchemaKind.SingleApplyAPI, Usd.SchemaKind.MultipleApplyAPI):
            found["apis"][name] = api_record(name, multiple=kind == Usd.SchemaKind.MultipleApplyAPI)
    found["applied"] = {label: applied_schemas(*entry) for label, entry in APPLIED.items()}
    sys.stdout.write(json.dumps(found))


def type_record(schema: Any, name: str) -> dict[str, Any]:
    """Bases, built-in APIs and properties of a prim type."""
    from pxr import Usd

    definition = Usd.SchemaRegistry().FindConcretePrimDefinition(name)
    bases = [Usd.SchemaRegistry.GetSchemaTypeName(base) for base in schema.GetAllAncestorTypes()[1:]]
    return {
        "chain": [base for base in bases if base and base != "SchemaBase"],
        "abstract": definition is None,
        "builtin_apis": definition.GetAppliedAPISchemas() if definition else [],
        "properties": properties(definition) if definition else {},
    }


def api_record(name: str, *, multiple: bool) -> dict[str, Any]:
    """Built-in APIs and properties of an API schema, under `<inst>` where it takes an instance name."""
    from pxr import Usd

    definition = Usd.SchemaRegistry().FindAppliedAPIPrimDefinition(name)
    builtin = [placeholder(api) for api in definition.GetAppliedAPISchemas() if api.partition(":")[0] != name]
    return {"multiple_apply": multiple, "builtin_apis": builtin, "properties": properties(definition)}


def properties(definition: Any) -> dict[str, Any]:
    """Type, fallback and allowed tokens of every property; a relationship has the type `rel`."""
    found = {}
    for name in definition.GetPropertyNames():
        attribute = definition.GetAttributeDefinition(name)
        if attribute:
            tokens = attribute.GetMetadata("allowedTokens")
            record = [str(attribute.GetTypeName()), plain(attribute.GetFallbackValue()), list(tokens or ())]
        else:
            record = ["rel", None, []]
        found[placeholder(name)] = record
    return found


def placeholder(name: str) -> str:
    """OpenUSD's word for the instance name replaced by the contract's."""
    return name.replace("__INSTANCE_NAME__", "<inst>")


def plain(value: Any) -> Any:
    """A fallback in JSON's types, quaternions as x, y, z, w."""
    if hasattr(value, "imaginary"):
        return [*value.imaginary, value.real]
    if hasattr(value, "path"):
        return value.path
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return [plain(item) for item in value] if hasattr(value, "__len__") else str(value)


def applied_schemas(prim_type: str, apis: tuple[str, ...]) -> list[str]:
    """The applied schemas of a prim with this type and these authored API schemas, as OpenUSD resolves them."""
    from pxr import Usd

    stage = Usd.Stage.CreateInMemory()
    prim = stage.DefinePrim("/prim", prim_type)
    for api in apis:
        prim.AddAppliedSchema(api)
    return list(map(str, prim.GetAppliedSchemas()))


if __name__ == "__main__":
    main()
