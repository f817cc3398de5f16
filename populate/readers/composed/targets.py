"""Relationship targets: rows for those that need one, and what the others are."""

from __future__ import annotations

from collections.abc import Iterable

from pxr import Sdf, Usd

from columnar.scene import PathKind
from populate.readers.composed.traversal import Traversal
from populate.readers.placement import RowRole

__all__ = ["path_kinds", "relationship_targets", "target_rows"]


def relationship_targets(prim: Usd.Prim, name: str) -> list[Sdf.Path]:
    """Composed targets of a relationship; none where a layer holds an attribute under its name, which USD refuses."""
    relationship = prim.GetRelationship(name)
    if not relationship or any(type(spec) is not Sdf.RelationshipSpec for spec in relationship.GetPropertyStack()):
        return []
    return list(relationship.GetTargets())


def target_rows(targets: Iterable[str], walked: Traversal, roles: dict[int, RowRole]) -> None:
    """Give every Xformable target that has no row yet the role of a target (one hop: its own targets are not read)."""
    for path in targets:
        index = walked.index.get(path)
        if index is not None and index not in roles and walked.kinds[index].xformable:
            roles[index] = RowRole.TARGET


def path_kinds(targets: Iterable[str], stage: Usd.Stage, walked: Traversal, rows: set[str]) -> dict[str, PathKind]:
    """What each target path without a row is."""
    kinds: dict[str, PathKind] = {}
    for path in targets:
        if path not in rows:
            kinds[path] = _kind(path, stage, walked)
    return kinds


def _kind(path: str, stage: Usd.Stage, walked: Traversal) -> PathKind:
    if path in walked.index:
        return PathKind.PRIM
    sdf_path = Sdf.Path(walked.stage_path(path))
    if sdf_path.IsPropertyPath() or sdf_path.IsTargetPath() or sdf_path.IsMapperPath():
        return PathKind.PROPERTY
    if not sdf_path.IsAbsoluteRootOrPrimPath():
        return PathKind.MISSING
    prim = stage.GetPrimAtPath(sdf_path)
    while not prim and sdf_path != Sdf.Path.absoluteRootPath:
        sdf_path = sdf_path.GetParentPath()
        prim = stage.GetPrimAtPath(sdf_path)
        if prim and prim.IsActive():
            return PathKind.MISSING
    if prim and not prim.IsActive():
        return PathKind.INACTIVE
    return PathKind.PRIM if prim and prim.IsDefined() else PathKind.MISSING
