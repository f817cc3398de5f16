"""What is odd about a stage beyond single values: things unloaded, unresolved, unselected, unknown."""

from __future__ import annotations

from collections.abc import Sequence

from pxr import Sdf, Usd

from columnar.assembly import Report
from columnar.scene import ReportCode
from populate.readers.composed.traversal import Traversal
from schemas.contract import Contract

__all__ = ["schema_reports", "stage_reports"]

_PHYSICS_PREFIXES = ("Physics", "Physx", "Newton", "Mjc")


def stage_reports(stage: Usd.Stage, walked: Traversal, contract: Contract) -> list[Report]:
    """Unloaded payloads, unresolved arcs, variant sets without a selection, unknown types with physics properties."""
    return [
        *_unloaded_payloads(stage, walked),
        *_composition_errors(stage, walked),
        *_unselected_variants(walked),
        *_unknown_types(walked, contract),
    ]


def schema_reports(rows: Sequence[int], walked: Traversal, contract: Contract) -> list[Report]:
    """Applied API schemas on rows that neither a known schema nor a component of the contract declares."""
    found = []
    for row in rows:
        for name in walked.kinds[row].full.unregistered:
            if name.partition(":")[0] not in contract.components:
                text = f"unknown API schema {name}: its properties are kept in the property table"
                found.append(Report(walked.paths[row], None, ReportCode.UNKNOWN_SCHEMA, text))
    return found


def _unloaded_payloads(stage: Usd.Stage, walked: Traversal) -> list[Report]:
    loadable = {str(path) for path in stage.FindLoadable()}
    loaded = {str(path) for path in stage.GetLoadSet()}
    text = "payload not loaded: nothing below it is populated"
    return [
        Report(walked.stable_path(path), None, ReportCode.PAYLOAD_UNLOADED, text)
        for path in sorted(loadable - loaded)
        if stage.GetPrimAtPath(path).HasAuthoredPayloads()
    ]


def _composition_errors(stage: Usd.Stage, walked: Traversal) -> list[Report]:
    found = []
    for error in stage.GetCompositionErrors():
        site = str(error.rootSite.path)
        path = str(Sdf.Path(site).GetPrimPath()) if site else "/"
        text = " ".join(str(error).split())
        found.append(Report(walked.stable_path(path), None, ReportCode.REFERENCE_UNRESOLVED, _without_folders(text)))
    return found


def _without_folders(text: str) -> str:
    """Error texts name layers by absolute path; the file must not."""
    words = []
    for word in text.split(" "):
        head, at, tail = word.partition("@")
        if at and "/" in tail:
            word = head + "@" + tail.rpartition("/")[2]
        words.append(word)
    return " ".join(words)


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
            carried = f"it carries {', '.join(names[:6])}" if names else "it carries no physics property"
            text = f"unknown prim type {kind.prim_type}, not populated for its type; {carried}"
            found.append(Report(path, None, ReportCode.UNKNOWN_TYPE, text))
    return found
