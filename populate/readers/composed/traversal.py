"""Walking the composed stage: every prim that may get a row, with its kind and parent, prototypes renamed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pxr import Sdf, Usd

from populate.readers.composed.archetypes import ArchetypeTable, PrimKind
from populate.readers.options import Instancing, PopulateOptions

__all__ = ["Traversal", "prototype_names", "traverse"]

_PROTOTYPE = "/__Prototype_"


@dataclass
class Traversal:
    """The prims of a stage in traversal order, parents first; index 0 is the pseudo-root.

    Attributes:
        prims: handles.
        paths: path strings, prototypes under their stable names.
        parent: index of the parent, -1 for the pseudo-root and prototype roots.
        kinds: what each is by type and API schemas; the pseudo-root's is the typeless one.
        index: index by path string.
        prototypes: stable name by the name USD gave the prototype this time.
    """

    prims: list[Usd.Prim] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    kinds: list[PrimKind] = field(default_factory=list)
    index: dict[str, int] = field(default_factory=dict)
    prototypes: dict[str, str] = field(default_factory=dict)

    def add(self, prim: Usd.Prim, path: str, kind: PrimKind) -> None:
        """Append a prim whose parent was added before."""
        self.index[path] = len(self.prims)
        self.prims.append(prim)
        self.paths.append(path)
        self.kinds.append(kind)
        self.parent.append(self.index.get(path.rpartition("/")[0] or "/", -1) if path != "/" else -1)

    def stable_path(self, path: str) -> str:
        """A path as the scene names it: below a shared prototype under the prototype's stable name."""
        if self.prototypes and path.startswith(_PROTOTYPE):
            head, separator, rest = path[1:].partition("/")
            head, dot, attribute = head.partition(".")
            return self.prototypes.get("/" + head, "/" + head) + dot + attribute + separator + rest
        return path


def traverse(stage: Usd.Stage, options: PopulateOptions, table: ArchetypeTable) -> Traversal:
    """All active, loaded, defined, concrete prims of the stage (below `options.root`), and shared prototypes."""
    found = Traversal()
    found.add(stage.GetPseudoRoot(), "/", table.kind("", ()))
    kinds: dict[object, PrimKind] = {}
    share = options.instancing is Instancing.SHARE
    predicate = Usd.PrimDefaultPredicate if share else Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)
    for prim in _prims(stage, options, predicate):
        info = prim.GetPrimTypeInfo()
        kind = kinds.get(info)
        if kind is None:
            kind = kinds[info] = table.kind(str(info.GetTypeName()), tuple(map(str, info.GetAppliedAPISchemas())))
        found.add(prim, str(prim.GetPath()), kind)
    if share:
        found.prototypes = prototype_names(stage)
        _add_prototypes(stage, found, table)
    return found


def _prims(stage: Usd.Stage, options: PopulateOptions, predicate: object) -> Iterator[Usd.Prim]:
    root = stage.GetPrimAtPath(options.root) if options.root not in (None, "/") else stage.GetPseudoRoot()
    ancestors = []
    parent = root.GetParent()
    while parent and not parent.IsPseudoRoot():
        ancestors.append(parent)
        parent = parent.GetParent()
    yield from reversed(ancestors)
    for prim in Usd.PrimRange(root, predicate):
        if not prim.IsPseudoRoot():
            yield prim


def _add_prototypes(stage: Usd.Stage, found: Traversal, table: ArchetypeTable) -> None:
    for prototype in sorted(stage.GetPrototypes(), key=lambda p: found.prototypes[str(p.GetPath())]):
        for prim in Usd.PrimRange(prototype, Usd.PrimDefaultPredicate):
            info = prim.GetPrimTypeInfo()
            kind = table.kind(str(info.GetTypeName()), tuple(map(str, info.GetAppliedAPISchemas())))
            path = found.stable_path(str(prim.GetPath()))
            found.add(prim, path, table.kind("", ()) if prim == prototype else kind)


def prototype_names(stage: Usd.Stage) -> dict[str, str]:
    """Names of prototypes that do not change from run to run: numbered by their bytewise first instance.

    USD numbers prototypes in the order threads find them. An instance inside another prototype counts at the place it
    has below that prototype's own first instance.
    """
    instances = {str(p.GetPath()): [str(i.GetPath()) for i in p.GetInstances()] for p in stage.GetPrototypes()}
    first: dict[str, str] = {}

    def first_instance(prototype: str, pending: frozenset[str]) -> str:
        if prototype not in first:
            places = []
            for instance in instances[prototype]:
                holder = str(Sdf.Path(instance).GetPrefixes()[0])
                if holder not in instances:
                    places.append(instance)
                elif holder not in pending:
                    places.append(first_instance(holder, pending | {prototype}) + instance[len(holder) :])
            first[prototype] = min(places, key=str.encode, default=prototype)
        return first[prototype]

    ordered = sorted(instances, key=lambda p: first_instance(p, frozenset()).encode())
    return {prototype: f"{_PROTOTYPE}{number}" for number, prototype in enumerate(ordered, 1)}
