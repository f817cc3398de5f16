"""Walking the composed stage: every prim that may get a row, with its kind and parent, prototypes renamed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pxr import Sdf, Usd

from populate.readers.options import Instancing, PopulateOptions
from populate.readers.placement import ArchetypeTable, PrimKind

__all__ = ["Traversal", "prototype_names", "traverse", "walk_predicate"]

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

    def places(self, prim: Usd.Prim) -> list[str]:
        """Every path under which the scene knows a prim.

        OpenUSD composes the inside of a prototype once, at whichever instance its threads find first, and speaks of
        that one; the same prim stands in every other instance.
        """
        if not prim.IsInstanceProxy() and not prim.IsInPrototype():
            return [str(prim.GetPath())]
        inner = str((prim.GetPrimInPrototype() if prim.IsInstanceProxy() else prim).GetPath())
        prototype, slash, rest = inner[1:].partition("/")
        if self.prototypes:
            return [self.stable_path(inner)] if f"/{prototype}" in self.prototypes else []
        return [root + slash + rest for root in self._instances.get(f"/{prototype}", ())]

    @cached_property
    def _instances(self) -> dict[str, list[str]]:
        """Walked instance roots by the prototype they are instances of."""
        found: dict[str, list[str]] = {}
        for prim, path in zip(self.prims, self.paths, strict=True):
            if prim.IsInstance():
                found.setdefault(str(prim.GetPrototype().GetPath()), []).append(path)
        return found

    def stable_path(self, path: str) -> str:
        """A path as the scene names it: below a shared prototype under the prototype's stable name."""
        if self.prototypes and path.startswith(_PROTOTYPE):
            head, separator, rest = path[1:].partition("/")
            head, dot, attribute = head.partition(".")
            return self.prototypes.get("/" + head, "/" + head) + dot + attribute + separator + rest
        return path

    def stage_path(self, path: str) -> str:
        """A path as the stage names it this time: the opposite of `stable_path`."""
        if self.prototypes and path.startswith(_PROTOTYPE):
            head, separator, rest = path[1:].partition("/")
            names = {stable: name for name, stable in self.prototypes.items()}
            return names.get("/" + head, "/" + head) + separator + rest
        return path


def traverse(
    stage: Usd.Stage, options: PopulateOptions, table: ArchetypeTable, *, regions: Sequence[Sdf.Path] | None = None
) -> Traversal:
    """All active, loaded, defined, concrete prims of the stage (below `options.root`), and shared prototypes.

    Args:
        stage: the stage.
        options: root and instancing.
        table: knows kinds of prims.
        regions: roots of subtrees, none below another, to walk with their ancestors instead.
    """
    found = Traversal()
    found.add(stage.GetPseudoRoot(), "/", table.kind("", ()))
    predicate = walk_predicate(options)
    prims = _prims(stage, options, predicate) if regions is None else _region_prims(stage, regions, predicate)
    for prim in prims:
        found.add(prim, str(prim.GetPath()), table.kind_of(prim))
    if options.instancing is Instancing.SHARE:
        prototypes = _reached_prototypes(found.prims)
        found.prototypes = prototype_names(prototypes, found.index)
        _add_prototypes(prototypes, found, table)
    return found


def walk_predicate(options: PopulateOptions) -> Any:
    """Which prims are walked: instance proxies too where instances are expanded."""
    if options.instancing is Instancing.SHARE:
        return Usd.PrimDefaultPredicate
    return Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)


def _prims(stage: Usd.Stage, options: PopulateOptions, predicate: object) -> Iterator[Usd.Prim]:
    root = stage.GetPrimAtPath(options.root) if options.root not in (None, "/") else stage.GetPseudoRoot()
    if not root:  # a stage that is followed may lose it
        return
    ancestors = []
    parent = root.GetParent()
    while parent and not parent.IsPseudoRoot():
        ancestors.append(parent)
        parent = parent.GetParent()
    yield from reversed(ancestors)
    for prim in Usd.PrimRange(root, predicate):
        if not prim.IsPseudoRoot():
            yield prim


def _region_prims(stage: Usd.Stage, regions: Sequence[Sdf.Path], predicate: Any) -> Iterator[Usd.Prim]:
    """Prims of some subtrees with their ancestors, parents first, each once; nothing of a subtree that is not there."""
    seen: set[Sdf.Path] = set()
    for region in regions:
        for path in region.GetPrefixes():
            prim = stage.GetPrimAtPath(path)
            if not prim or not predicate(prim):
                break
            if path == region:
                yield from Usd.PrimRange(prim, predicate)
            elif path not in seen:
                seen.add(path)
                yield prim


def _reached_prototypes(prims: Iterable[Usd.Prim]) -> list[Usd.Prim]:
    """Prototypes of the walked instances and of those inside them: others belong to abstract or left out prims."""
    reached: dict[Sdf.Path, Usd.Prim] = {}
    pending = [prim for prim in prims if prim.IsInstance()]
    while pending:
        prototype = pending.pop().GetPrototype()
        if prototype.GetPath() not in reached:
            reached[prototype.GetPath()] = prototype
            pending += [prim for prim in Usd.PrimRange(prototype, Usd.PrimDefaultPredicate) if prim.IsInstance()]
    return list(reached.values())


def _add_prototypes(prototypes: Iterable[Usd.Prim], found: Traversal, table: ArchetypeTable) -> None:
    for prototype in sorted(prototypes, key=lambda p: found.prototypes[str(p.GetPath())]):
        for prim in Usd.PrimRange(prototype, Usd.PrimDefaultPredicate):
            path = found.stable_path(str(prim.GetPath()))
            found.add(prim, path, table.kind("", ()) if prim == prototype else table.kind_of(prim))


def prototype_names(prototypes: Iterable[Usd.Prim], walked: Container[str]) -> dict[str, str]:
    """Names of prototypes that do not change from run to run: numbered by their bytewise first walked instance.

    USD numbers prototypes in the order threads find them. An instance inside another prototype counts at the place it
    has below that prototype's own first instance.

    Args:
        prototypes: the prototypes to name.
        walked: paths of the walked prims outside prototypes.
    """
    instances = {str(p.GetPath()): [str(i.GetPath()) for i in p.GetInstances()] for p in prototypes}
    first: dict[str, str] = {}

    def first_instance(prototype: str, pending: frozenset[str]) -> str:
        if prototype not in first:
            places = []
            for instance in instances[prototype]:
                holder = str(Sdf.Path(instance).GetPrefixes()[0])
                if instance in walked:
                    places.append(instance)
                elif holder in instances and holder not in pending:
                    places.append(first_instance(holder, pending | {prototype}) + instance[len(holder) :])
            first[prototype] = min(places, key=str.encode, default=prototype)
        return first[prototype]

    ordered = sorted(instances, key=lambda p: first_instance(p, frozenset()).encode())
    return {prototype: f"{_PROTOTYPE}{number}" for number, prototype in enumerate(ordered, 1)}
