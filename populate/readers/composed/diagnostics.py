"""What is odd about a stage beyond single values: things unloaded, unresolved, unselected, unknown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pxr import Sdf, Usd

from columnar.assembly import Report
from columnar.scene import ReportCode
from populate.readers.composed.traversal import Traversal
from populate.readers.report_texts import is_unknown_schema, is_unknown_type
from schemas.contract import Contract

__all__ = ["schema_reports", "stage_reports"]

_LAYER = re.compile("@([^@]+)@")
_ADDRESS = re.compile("anon:0x[0-9a-f]+")
_NAMESPACE = re.compile(r"pxrInternal_v\w*?pxrReserved_+(?:::)?")

_PHYSICS_PREFIXES = ("Physics", "Physx", "Newton", "Mjc")


def stage_reports(stage: Usd.Stage, walked: Traversal, contract: Contract, root: str | None) -> list[Report]:
    """Unloaded payloads, unresolved arcs, variant sets without a selection, unknown types with physics properties.

    Args:
        stage: the composed stage.
        walked: what was walked of it.
        contract: knows types and properties.
        root: prim beside which nothing is looked at, None for the whole stage.
    """
    found = [
        *_unloaded_payloads(stage, walked),
        *_composition_errors(stage, walked),
        *_unselected_variants(walked),
        *_unknown_types(walked, contract),
    ]
    return found if root in (None, "/") else [report for report in found if _on_the_way(report.prim, f"{root}/")]


def _on_the_way(path: str, root: str) -> bool:
    """Whether a prim is the root (given with a slash at its end), above it, or below it."""
    return path == "/" or f"{path}/".startswith(root) or root.startswith(f"{path}/")


def schema_reports(rows: Sequence[int], walked: Traversal, contract: Contract) -> list[Report]:
    """Applied API schemas on rows that neither a known schema nor a component of the contract declares."""
    return [
        Report(walked.paths[row], None, ReportCode.UNKNOWN_SCHEMA, is_unknown_schema(name))
        for row in rows
        for name in walked.kinds[row].full.unregistered
        if name.partition(":")[0] not in contract.components
    ]


def _unloaded_payloads(stage: Usd.Stage, walked: Traversal) -> list[Report]:
    text = "payload not loaded: nothing below it is populated"
    loadable = map(stage.GetPrimAtPath, stage.FindLoadable())
    return [
        Report(place, None, ReportCode.PAYLOAD_UNLOADED, text)
        for prim in loadable
        if prim and not prim.IsLoaded() and prim.HasAuthoredPayloads()
        for place in walked.places(prim)
    ]


def _composition_errors(stage: Usd.Stage, walked: Traversal) -> list[Report]:
    found = []
    for error in stage.GetCompositionErrors():
        site = Sdf.Path(error.rootSite.path)
        path = site.GetPrimPath() if site.IsPrimPath() or site.IsPropertyPath() else Sdf.Path.absoluteRootPath
        prim = stage.GetPrimAtPath(path)
        text = _portable(" ".join(str(error).split()))
        places = walked.places(prim) if prim else [str(path)]
        found += [Report(place, None, ReportCode.REFERENCE_UNRESOLVED, text) for place in places]
    return found


def _portable(text: str) -> str:
    """An error text with layers by file name alone: OpenUSD gives their full path, anonymous ones their address."""
    for name in sorted(set(_LAYER.findall(text)), key=len, reverse=True):
        text = text.replace(name, _ADDRESS.sub("anonymous", name).replace("\\", "/").rpartition("/")[2])
    return _NAMESPACE.sub("", text)


def _unselected_variants(walked: Traversal) -> list[Report]:
    found = []
    for path, prim in zip(walked.paths, walked.prims, strict=True):
        if not prim.HasVariantSets():
            continue
        sets = prim.GetVariantSets()
        for name in sets.GetNames():
            choices = sets.GetVariantSet(name).GetVariantNames()
            if choices and not sets.GetVariantSelection(name):
                text = f"variant set {name} has no selection; choices: {', '.join(sorted(choices))}"
                found.append(Report(path, None, ReportCode.VARIANT_UNSELECTED, text))
    return found


def _unknown_types(walked: Traversal, contract: Contract) -> list[Report]:
    found = []
    for path, prim, kind in zip(walked.paths, walked.prims, walked.kinds, strict=True):
        if kind.known:
            continue
        names = [n for n in prim.GetAuthoredPropertyNames() if contract.match_property(n) or contract.keeps_property(n)]
        if names or kind.prim_type.startswith(_PHYSICS_PREFIXES):
            found.append(Report(path, None, ReportCode.UNKNOWN_TYPE, is_unknown_type(kind.prim_type, names)))
    return found
