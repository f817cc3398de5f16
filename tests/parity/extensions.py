"""What makes a finding an extension of this project: one function per id of the extensions."""

from __future__ import annotations

from tests.parity.findings import Finding, FindingKind
from tests.parity.judged import Judged

__all__ = [
    "colon_instances",
    "property_cells",
    "target_rows",
    "undeclared_columns",
    "unpublished_newton_columns",
    "unregistered_apis",
    "unregistered_types",
]


def target_rows(finding: Finding, judged: Judged) -> bool:
    """An extra row that leads to nothing but targets of relationships."""
    if finding.kind is not FindingKind.EXTRA_ROW:
        return False
    below = judged.extra_below(finding.prim)
    ends = [prim for prim in below if not any(other.startswith(prim + "/") for other in below)]
    return all(prim in judged.targets and judged.contract.is_a(judged.prim_type(prim), "Xformable") for prim in ends)


def unregistered_types(finding: Finding, judged: Judged) -> bool:
    """An extra row that leads to prims of an unregistered type."""
    if finding.kind is not FindingKind.EXTRA_ROW:
        return False
    names = {judged.prim_type(prim) for prim in judged.extra_below(finding.prim)}
    known = [judged.contract.components[name] for name in names if name in judged.contract.components]
    return any(not component.registered for component in known)


def unregistered_apis(finding: Finding, judged: Judged) -> bool:
    """A cell whose every column belongs to components that no known schema declares."""
    names = judged.components(finding)
    components = [judged.contract.component(name) for name in names]
    return finding.kind is FindingKind.EXTRA and bool(names) and not any(c.registered for c in components)


def unpublished_newton_columns(finding: Finding, judged: Judged) -> bool:
    """A cell whose every column belongs to registered components that the reference never publishes."""
    names = judged.components(finding)
    known = [judged.contract.component(name) for name in names]
    never = all(c.registered and c.name in judged.never.components for c in known)
    return finding.kind is FindingKind.EXTRA and bool(names) and never


def colon_instances(finding: Finding, judged: Judged) -> bool:
    """A cell whose name means multiple-apply columns, each under an instance name with a colon."""
    matches = judged.contract.match_property(finding.column or "")
    return finding.kind is FindingKind.EXTRA and bool(matches) and all(":" in (m.instance or "") for m in matches)


def undeclared_columns(finding: Finding, judged: Judged) -> bool:
    """A contract column that no schema declares and somebody authored."""
    named = finding.column == "physxScene:envIdInBoundsBitCount"
    return finding.kind is FindingKind.EXTRA and named and judged.has_opinion(finding.prim, finding.column or "")


def property_cells(finding: Finding, judged: Judged) -> bool:
    """A cell of the property table under a name that no column of the contract has on such a prim.

    Columns that are published in context (`purpose` of point instancers) mean nothing on prims of another type.
    """
    kept = finding.ours is not None and finding.ours.source == "property"
    matches = judged.contract.match_property(finding.column or "")
    elsewhere = all(
        match.component.published_in_context and match.component.name != judged.prim_type(finding.prim)
        for match in matches
    )
    return finding.kind is FindingKind.EXTRA and kept and elsewhere
