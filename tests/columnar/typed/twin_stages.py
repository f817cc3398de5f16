"""The same prims on an OpenUSD stage and in a store, the same classes over both, and what each says of a property."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pxr.Usd
import pxr.UsdPhysics
from pxr import Sdf, Tf

from columnar.scene import Scene
from columnar.store import Store, StoreError
from columnar.typed import Usd, UsdPhysics
from columnar.typed.families import accessor_stem, property_columns
from populate import populate
from schemas.contract import Column

__all__ = ["CLASSES", "TYPES", "Twins", "accessors", "column_of", "plain"]

TYPES = {
    "/World/Hinge": "PhysicsRevoluteJoint",
    "/World/Slider": "PhysicsPrismaticJoint",
    "/World/Ball": "PhysicsSphericalJoint",
    "/World/Rope": "PhysicsDistanceJoint",
    "/World/Weld": "PhysicsFixedJoint",
    "/World/Free": "PhysicsJoint",
    "/World/Cube": "Cube",
    "/World/Mesh": "Mesh",
    "/World/Body": "Xform",
    "/World/Scene": "PhysicsScene",
    "/World/Group": "PhysicsCollisionGroup",
    "/World/Steel": "Material",
}

APPLIED = {"Cube": "CollisionAPI", "Mesh": "CollisionAPI", "Xform": "RigidBodyAPI", "Material": "MaterialAPI"}
"""By type, what makes a prim one that is populated."""

CLASSES = sorted(name for name in UsdPhysics.__all__ if name != "Tokens")


def accessors(name: str) -> list[str]:
    """Names of the accessors that the class has both here and in pxr, without `Get` and `Create`."""
    ours, theirs = getattr(UsdPhysics, name), getattr(pxr.UsdPhysics, name)
    members = (member for member in dir(ours) if member.startswith("Get") and member.endswith(("Attr", "Rel")))
    return sorted(member[3:] for member in members if hasattr(theirs, member))


def column_of(name: str, accessor: str) -> Column:
    """The column behind an accessor."""
    components = [c.component for c in getattr(UsdPhysics, name).__mro__ if getattr(c, "component", None) is not None]
    columns = [column for component in components for column in property_columns(component)]
    return next(column for column in columns if accessor_stem(column) == accessor.removesuffix("Attr"))


def plain(value: Any) -> Any:
    """A value of pxr as our accessors give it."""
    if hasattr(value, "GetImaginary"):
        return (*value.GetImaginary(), value.GetReal())
    if isinstance(value, Sdf.Path):
        return str(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value if isinstance(value, str | bool | float | int | None) else tuple(value)


@cache
def _untouched() -> tuple[str, Scene]:
    """The prims as a layer's text, and their scene."""
    stage = pxr.Usd.Stage.CreateInMemory()
    for path, kind in TYPES.items():
        prim = stage.DefinePrim(path, kind)
        if kind in APPLIED:
            getattr(pxr.UsdPhysics, APPLIED[kind]).Apply(prim)
    return stage.GetRootLayer().ExportToString(), populate(stage).scene


class Twins:
    """A stage and a store with the prims of `TYPES`."""

    def __init__(self) -> None:
        text, scene = _untouched()
        self.stage = pxr.Usd.Stage.CreateInMemory()
        self.stage.GetRootLayer().ImportFromString(text)
        self.store = Store()
        self.store.insert(scene, ordinal=0)

    def views(self, name: str, path: str, instance: str) -> tuple[Any, Any]:
        """The prim as pxr's class sees it, and as ours does."""
        theirs, ours = self.stage.GetPrimAtPath(path), Usd.Prim(self.store, path)
        given = (instance,) if name in ("DriveAPI", "LimitAPI") else ()
        return getattr(pxr.UsdPhysics, name)(theirs, *given), getattr(UsdPhysics, name)(ours, *given)

    @contextmanager
    def both(self) -> Iterator[Callable[[Callable[[], Any], Callable[[], Any]], None]]:
        """Runs a call on each side, at the store's next ordinal; both succeed, or both raise."""

        def run(theirs: Callable[[], Any], ours: Callable[[], Any]) -> None:
            assert raises(theirs, Tf.ErrorException) == raises(ours, StoreError)

        with self.store.edit(1):
            yield run


def raises(call: Callable[[], Any], kind: type[Exception]) -> bool:
    """Whether a call raises."""
    try:
        call()
    except kind:
        return True
    return False
