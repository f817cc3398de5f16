"""Subtrees of a stage read by themselves, where nothing but targets crosses their borders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from pxr import Sdf, Usd

from columnar.assembly import Report, assemble
from columnar.scene import ReportCode, Scene
from populate.live.spoken_paths import SpokenPaths, at_or_below
from populate.readers import StageInput
from populate.readers.composed.reader import ComposedReading
from populate.readers.composed.targets import path_kinds
from populate.readers.placement import COLLECTIONS, ArchetypeTable

__all__ = ["RegionScene", "read_regions"]

_STAGE_WIDE: Final = (ReportCode.PAYLOAD_UNLOADED, ReportCode.REFERENCE_UNRESOLVED)
"""Reports that a reading of a region makes for the stage as a whole."""


class RegionScene(NamedTuple):
    """Subtrees as a scene, with their ancestors and all reports of the stage.

    Attributes:
        scene: the scene.
        changed: paths of its prims that may differ from what was there.
        gone: paths of prims that went.
    """

    scene: Scene
    changed: list[str]
    gone: list[str]


def read_regions(source: StageInput, roots: Sequence[Sdf.Path], before: Scene) -> RegionScene | None:
    """Read some subtrees; None where prims outside may change with them, so that the stage has to be read as a whole.

    That is so where prims stand for several (instances, point instancers), where a material or a collection in the
    subtrees reaches further, and where rows outside come or go with what the subtrees target.

    Args:
        source: the stage, looked at from its pseudo-root.
        roots: roots of the subtrees, none below another.
        before: the scene of the stage before it changed.
    """
    names = [str(root) for root in roots]
    table = ArchetypeTable(source.contract)
    inside = at_or_below(before, names)
    spoken = SpokenPaths.across(before, inside)
    if spoken.bound or _holds_collections(before) or _reaches_out(source, roots, table):
        return None
    targeted = tuple(before.paths[int(entity)] for entity in spoken.inwards)
    reading = ComposedReading(source, regions=tuple(roots), targeted=targeted)
    opinions = reading.run()
    rows = opinions.rows.paths.to_pylist()
    read = [path for path in rows if _within(path, names)]
    outwards = {before.paths[int(entity)] for entity in spoken.outwards}
    outwards |= {path for path in opinions.targets.to_pylist() if not _within(path, names)}
    if any(_may_have_a_row(source.stage, path, table) for path in outwards):
        return None
    prims = before.column("prim", "parent").prim.astype(np.int64)
    stood = {before.paths[int(entity)] for entity in prims[inside[prims]]}
    if stood and _loses_ancestors(source.stage, roots, read, before, inside, table):
        return None
    has_row = np.zeros(len(inside), np.bool_)
    has_row[prims] = True
    missing = [path for path in rows if not _within(path, names) and not _has_row(before, has_row, path)]
    reports = (*_kept_reports(before, inside), *(r for r in opinions.reports if _concerns(r, names)))
    kinds = path_kinds([r.prim for r in reports], source.stage, reading.walked, set(rows))
    merged = replace(opinions, reports=reports, path_kinds={**kinds, **opinions.path_kinds})
    return RegionScene(assemble(merged, source.contract), [*missing, *read], sorted(stood - set(read)))


def _within(path: str, roots: Sequence[str]) -> bool:
    return any(path == root or path.startswith((f"{root}/", f"{root}.")) for root in roots)


def _holds_collections(scene: Scene) -> bool:
    return any(len(scene.rows(c.component)) > 0 for c in COLLECTIONS if c.component in scene.tables)


def _reaches_out(source: StageInput, roots: Sequence[Sdf.Path], table: ArchetypeTable) -> bool:
    """Whether a prim of the subtrees is a material, a collection, an instance or an instancer, walked or not."""
    predicate = Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)
    for root in roots:
        prim = source.stage.GetPrimAtPath(root)
        for below in Usd.PrimRange(prim, predicate) if prim else ():
            kind = table.kind_of(below)
            if kind.material or below.IsInstance() or kind.prim_type == "PointInstancer":
                return True
            if any(collection.component in kind.full.held for collection in COLLECTIONS):
                return True
    return False


def _may_have_a_row(stage: Usd.Stage, path: str, table: ArchetypeTable) -> bool:
    """Whether a target outside has a row, or none, for being a target: what gets one for itself keeps it anyway."""
    if not Sdf.Path(path).IsPrimPath():
        return False
    prim = stage.GetPrimAtPath(path)
    if not prim:
        return False
    kind = table.kind_of(prim)
    return bool(kind.xformable and not kind.selects)


def _loses_ancestors(
    stage: Usd.Stage,
    roots: Sequence[Sdf.Path],
    read: Sequence[str],
    before: Scene,
    inside: npt.NDArray[np.bool_],
    table: ArchetypeTable,
) -> bool:
    """Whether a prim above a subtree that holds no rows any more may lose its own, which it had for those below."""
    prims = before.column("prim", "parent").prim.astype(np.int64)
    outside = np.zeros(len(inside), np.bool_)
    outside[prims] = True
    outside &= ~inside
    for root in roots:
        if _any_below(read, root):
            continue
        for above in reversed(root.GetPrefixes()[:-1]):
            prim = stage.GetPrimAtPath(above)
            if not prim:
                break
            below = at_or_below(before, [str(above)])
            own = before.paths.find(str(above))
            if own is not None:
                below[own] = False
            if table.kind_of(prim).selects or (below & outside).any() or _any_below(read, above):
                break
            return True
    return False


def _any_below(paths: Sequence[str], root: Sdf.Path) -> bool:
    return any(_within(path, [str(root)]) for path in paths)


def _has_row(scene: Scene, has_row: npt.NDArray[np.bool_], path: str) -> bool:
    entity = scene.paths.find(path)
    return entity is not None and bool(has_row[entity])


def _kept_reports(before: Scene, inside: npt.NDArray[np.bool_]) -> Iterator[Report]:
    """Reports on prims outside that a reading of the region does not make anew."""
    for row in before.rows("report").to_pylist():
        code = ReportCode(row["code"])
        if not inside[row["prim"]] and code not in _STAGE_WIDE:
            yield Report(before.paths[row["prim"]], row["column"], code, row["text"])


def _concerns(report: Report, roots: Sequence[str]) -> bool:
    return report.code in _STAGE_WIDE or _within(report.prim, roots)
