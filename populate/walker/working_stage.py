"""The stage that OpenUSD's parser is given: the caller's own, or a second one with what the parser cannot know spelled
out in the session layer.

Three things need spelling out, so that the result does not depend on which schema packages happen to be registered and
never on uninitialised memory:

- A prim type that only a package declares stands in as the nearest type of OpenUSD: a gear or a rack and pinion is a
  plain joint, as OpenUSD sees it once the package is registered.
- API schemas that come with a package's API schema are applied by name.
- OpenUSD's parser reads sizes of shapes and gravity into variables without a value, and a value block leaves them so
  (26.11). A blocked one is given its fallback.

Native instances that hold such a prim are expanded, because a prototype takes no opinions. Opinions that USD ignores
below an instance come to life there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from pxr import Sdf, Usd

from populate.walker.built_in_apis import BUILT_IN_APIS, applied_apis

__all__ = ["WorkingStage", "working_stage"]

_STAND_INS: Final[Mapping[str, str]] = {
    "PhysxPhysicsGearJoint": "PhysicsJoint",
    "PhysxPhysicsRackAndPinionJoint": "PhysicsJoint",
    "PhysxParticleSystem": "Xform",
}
"""OpenUSD's type that a prim of a package's type stands in for."""

_LEFT_UNSET: Final[Mapping[str, tuple[str, ...]]] = {
    "PhysicsScene": ("physics:gravityDirection", "physics:gravityMagnitude"),
    "Sphere": ("radius",),
    "Cube": ("size",),
    "Capsule": ("radius", "height"),
    "Cylinder": ("radius", "height"),
    "Cone": ("radius", "height"),
}
"""Attributes by prim type that the parser leaves without a value when they are blocked."""


@dataclass
class _Patch:
    """What one prim is given: a type, API schemas, fallbacks of blocked attributes as (type, name)."""

    type_name: str | None = None
    apis: list[str] | None = None
    unblocked: list[tuple[str, str]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.type_name or self.apis or self.unblocked)


@dataclass(frozen=True)
class WorkingStage:
    """A stage for the parser.

    Attributes:
        stage: the stage.
        types: type names by path as the caller's stage has them, where a type of OpenUSD stands in.
    """

    stage: Usd.Stage
    types: Mapping[Sdf.Path, str]


def working_stage(stage: Usd.Stage) -> WorkingStage:
    """A stage for the parser: `stage` itself if nothing needs spelling out. `stage` is never changed."""
    prims = dict(_prims_to_patch(stage))
    if not prims:
        return WorkingStage(stage, {})
    types = {path: str(stage.GetPrimAtPath(path).GetTypeName()) for path, patch in prims.items() if patch.type_name}
    working = _second_stage(stage)
    with Usd.EditContext(working, working.GetSessionLayer()):
        _expand_instances(working, prims)
        with Sdf.ChangeBlock():
            for path, patch in prims.items():
                _apply(working.GetSessionLayer(), path, patch)
    return WorkingStage(working, types)


def _prims_to_patch(stage: Usd.Stage) -> Iterator[tuple[Sdf.Path, _Patch]]:
    for prim in Usd.PrimRange(stage.GetPseudoRoot(), Usd.TraverseInstanceProxies()):
        type_name = str(prim.GetTypeName())
        patch = _Patch(_STAND_INS.get(type_name), _spelled_out(prim))
        patch.unblocked += [(type_name, name) for name in _LEFT_UNSET.get(type_name, ()) if _is_blocked(prim, name)]
        if patch:
            yield prim.GetPath(), patch


def _spelled_out(prim: Usd.Prim) -> list[str] | None:
    """The API schemas of a prim with the built-in ones after each, if OpenUSD does not know some of those."""
    if not any(api in BUILT_IN_APIS for api in prim.GetPrimTypeInfo().GetAppliedAPISchemas()):
        return None
    apis = applied_apis(prim)
    return apis if any(api.startswith("Physics") and not prim.HasAPI(api) for api in apis) else None


def _is_blocked(prim: Usd.Prim, name: str) -> bool:
    attribute = prim.GetAttribute(name)
    return bool(attribute.IsAuthored() and attribute.Get() is None)


def _second_stage(stage: Usd.Stage) -> Usd.Stage:
    """A second stage over the same layers, with a session layer of its own; masked, muted and loaded as the first."""
    session = Sdf.Layer.CreateAnonymous()
    if stage.GetSessionLayer():
        session.TransferContent(stage.GetSessionLayer())
    second = Usd.Stage.OpenMasked(
        stage.GetRootLayer(), session, stage.GetPathResolverContext(), stage.GetPopulationMask(), Usd.Stage.LoadNone
    )
    second.MuteAndUnmuteLayers(stage.GetMutedLayers(), [])
    second.SetLoadRules(stage.GetLoadRules())
    return second


def _expand_instances(stage: Usd.Stage, paths: Mapping[Sdf.Path, _Patch]) -> None:
    """Make every prim of `paths` one that takes opinions, nested instances from the outside in."""
    waiting = list(paths)
    while roots := {_instance_root(prim) for prim in map(stage.GetPrimAtPath, waiting) if prim.IsInstanceProxy()}:
        waiting = [path for path in waiting if stage.GetPrimAtPath(path).IsInstanceProxy()]
        for root in roots:
            stage.GetPrimAtPath(root).SetInstanceable(False)


def _instance_root(prim: Usd.Prim) -> Sdf.Path:
    while prim.IsInstanceProxy():
        prim = prim.GetParent()
    return prim.GetPath()


def _apply(session: Sdf.Layer, path: Sdf.Path, patch: _Patch) -> None:
    spec = Sdf.CreatePrimInLayer(session, path)
    if patch.type_name:
        spec.typeName = patch.type_name
    if patch.apis:
        spec.SetInfo("apiSchemas", Sdf.TokenListOp.CreateExplicit(patch.apis))
    for type_name, name in patch.unblocked:
        declared = Usd.SchemaRegistry().FindConcretePrimDefinition(type_name).GetSchemaAttributeSpec(name)
        attribute = spec.attributes.get(name) or Sdf.AttributeSpec(spec, name, declared.typeName)
        attribute.default = declared.default
