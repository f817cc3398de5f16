"""What makes a finding an error of the reference: one function per id of the exceptions."""

from __future__ import annotations

from tests.parity.cells import same_value
from tests.parity.findings import Finding, FindingKind
from tests.parity.judged import Judged

__all__ = [
    "asset_resolved_path",
    "authored_role",
    "binding_as_attribute",
    "broken_collection",
    "leaked_class_rows",
    "mistyped_metadata",
    "stray_positions",
    "string_as_number",
    "vanishing_rule_cell",
    "wide_integers",
]


def string_as_number(finding: Finding, judged: Judged) -> bool:
    """The ids that the reference published stand for exactly our texts."""
    ours, theirs = finding.ours, finding.theirs
    if finding.kind not in (FindingKind.DIFFERENT, FindingKind.TYPE) or ours is None or theirs is None:
        return False
    text = all(isinstance(value, str) for value in ours.value)
    return text and theirs.type.dtype == "uint64" and theirs.type.semantic == "NONE" and theirs.interned == ours.value


def asset_resolved_path(finding: Finding, judged: Judged) -> bool:
    """Pairs whose first halves are our paths."""
    ours, theirs = finding.ours, finding.theirs
    if finding.kind is not FindingKind.DIFFERENT or ours is None or theirs is None:
        return False
    return ours.type.semantic == "ASSET_PATH_ID" and theirs.value[::2] == ours.value


def vanishing_rule_cell(finding: Finding, judged: Judged) -> bool:
    """One of the two columns, authored here."""
    names = ("physxJoint:maxJointVelocity", "physxConvexGeometry:margin")
    return (
        finding.kind is FindingKind.EXTRA
        and finding.column in names
        and judged.has_opinion(finding.prim, finding.column or "")
    )


def leaked_class_rows(finding: Finding, judged: Judged) -> bool:
    """A row of a prim that the stage says is abstract."""
    prim = judged.stage.GetPrimAtPath(finding.prim)
    return finding.kind is FindingKind.MISSING_ROW and bool(prim) and prim.IsAbstract()


def binding_as_attribute(finding: Finding, judged: Judged) -> bool:
    """A binding's name whose published cell is no relationship."""
    theirs = finding.theirs
    named = finding.column in ("material:binding", "material:binding:physics")
    return (
        named
        and finding.kind is FindingKind.MISSING
        and judged.has_attribute(finding.prim, finding.column or "")
        and theirs is not None
    )


def broken_collection(finding: Finding, judged: Judged) -> bool:
    """Members of a collection whose includes or excludes are attributes."""
    if finding.column not in ("collection:colliders", "collection:quasistaticactors"):
        return False
    parts = [f"{finding.column}:{part}" for part in ("includes", "excludes")]
    broken = any(judged.has_attribute(finding.prim, part) for part in parts)
    return finding.kind is FindingKind.DIFFERENT and broken


def authored_role(finding: Finding, judged: Judged) -> bool:
    """Types that differ in nothing but the role, on a prim that does not hold the column."""
    ours, theirs = finding.ours, finding.theirs
    if finding.kind is not FindingKind.TYPE or ours is None or theirs is None:
        return False
    same_type = ours.type._replace(semantic="") == theirs.type._replace(semantic="")
    return same_type and ours.authored and not ours.listed and same_value(ours, theirs)


def wide_integers(finding: Finding, judged: Judged) -> bool:
    """A number of the property table that is the reference's, rounded to a double."""
    ours, theirs = finding.ours, finding.theirs
    if finding.kind is not FindingKind.DIFFERENT or ours is None or theirs is None or ours.source != "property":
        return False
    wide = ours.type.dtype in ("int64", "uint64") and any(abs(value) > 2**53 for value in theirs.value)
    return wide and tuple(map(float, ours.value)) == tuple(map(float, theirs.value))


def mistyped_metadata(finding: Finding, judged: Judged) -> bool:
    """The flag of the custom data, published as something else."""
    named = finding.column == "usd-metadata:customData:physics:localSpaceVelocities"
    theirs = finding.theirs
    return named and finding.kind is FindingKind.MISSING and theirs is not None and theirs.type.dtype != "bool8"


def stray_positions(finding: Finding, judged: Judged) -> bool:
    """Positions of a prim that is published as no instancer."""
    named = finding.column == "positions" and finding.kind is FindingKind.MISSING
    return named and "prototypes" not in judged.comparison.theirs[finding.prim]
