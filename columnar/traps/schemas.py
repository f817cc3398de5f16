"""Cells that stand where nobody reads them, and what is missing around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow.compute as pc

from columnar.inspection import Hit, Inspection
from columnar.scene import ReportCode, numpy_values
from schemas.contract import INSTANCE_PLACEHOLDER, ComponentKind
from schemas.descriptors import LimitAxis
from schemas.findings import Finding

__all__ = [
    "missing_ancestor",
    "missing_units",
    "mistyped_value",
    "unknown_token",
    "unlisted_api",
    "unlisted_binding",
    "unread_instance",
    "untyped_joint",
]

_READ_UNLISTED: Final = frozenset(
    {"newton:gravityEnabled", "newton:timeStepsPerSecond", "newton:selfCollisionEnabled", "material:binding:physics"}
)
"""Columns that count whether their API is listed or not."""

_READ_INSTANCES: Final = {
    "PhysicsDriveAPI": ("drives", "physics:stiffness"),
    "PhysicsLimitAPI": ("limits", "physics:low"),
}
"""The descriptor table that an API's instances end up in, and a column to name."""

_UNITS: Final = {
    "usd-metadata:metersPerUnit": "meters_per_unit_authored",
    "usd-metadata:upAxis": "up_axis_authored",
}
"""Stage metadata that matter; kilogramsPerUnit is 1 to everyone who is not told otherwise."""


def unlisted_api(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """Cells of an API schema that the prim does not list."""
    for component in scene.scene.contract.tables:
        if component.kind is ComponentKind.API_SCHEMA:
            rows = scene.rows(component.name)
            if len(rows) and not rows.listed.all():
                for column in component.columns:
                    if not column.created_without_api and column.name not in _READ_UNLISTED:
                        yield rows.hit(column.name, ~rows.listed & rows.cells(column.name).present)


def unlisted_binding(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A physics material bound without MaterialBindingAPI, on a collider."""
    rows, colliders = scene.rows("MaterialBindingAPI"), scene.rows("PhysicsCollisionAPI")
    cells = rows.cells("material:binding:physics")
    own = cells.present & cells.authored & np.isin(rows.prims, colliders.prims[colliders.listed])
    yield rows.hit("material:binding:physics", ~rows.listed & own)


def missing_ancestor(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A prim whose parent by name has no row."""
    prims = numpy_values(scene.prims.column("prim")).astype(np.int64)
    given = scene.prims.column("parent")
    parents = np.where(np.asarray(given.is_valid()), numpy_values(given).astype(np.int64), 0)
    names = scene.scene.paths.arrow
    depths = np.where(pc.equal(names, "/"), 0, pc.count_substring(names, "/"))
    yield Hit("prim", "parent", prims[(depths[prims] != depths[parents] + 1) & (prims > 0)])


def missing_units(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """Stage units that nobody authored."""
    info = scene.scene.info
    for name, flag in _UNITS.items():
        if not info[flag]:
            yield Hit("scene", name, np.zeros(1, np.int64), values=[info[name]])


def untyped_joint(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A prim with joint columns that is no joint by its type."""
    rows = scene.rows("PhysicsJoint")
    sides = rows.cells("physics:body0").present | rows.cells("physics:body1").present
    unknown = ~scene.joints_of()[rows.prims] & sides
    yield rows.hit("physics:body0", unknown, values=scene.types(rows.prims) if unknown.any() else None)


def unread_instance(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """An instance of an API that the prim's joint type does not read."""
    rows = scene.rows(finding.component)
    table, column = _READ_INSTANCES[finding.component]
    view = scene.descriptors.table(table)
    joints = view.values("joint").astype(np.int64)
    # Other joints than a D6 have rows of a limit, but none that an instance made.
    own = np.ones(len(view), np.bool_) if table == "drives" else scene.joints_of("d6")[joints]
    read = np.zeros((len(scene.scene.paths) + 1, len(LimitAxis) + 1), np.bool_)
    read[joints[own], _axis_codes(view.values("axis"), view.tokens("axis"))[own]] = True
    unread = ~read[rows.prims, _axis_codes(*rows.token_codes("instance"))]
    yield rows.hit(column, rows.listed & scene.joints_of()[rows.prims] & unread)


def _axis_codes(codes: npt.NDArray[Any], tokens: Sequence[str]) -> npt.NDArray[np.int64]:
    """Tokens by the place of their axis in the closed set; what is no axis comes after all of them."""
    places = {str(axis): place for place, axis in enumerate(LimitAxis)}
    found: npt.NDArray[np.int64] = np.array([*(places.get(name, len(places)) for name in tokens), len(places)])[codes]
    return found


def unknown_token(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """A token outside the closed set of its column."""
    rows = scene.rows(finding.component)
    column = finding.column.partition(f"{INSTANCE_PLACEHOLDER}:")[2] or finding.column
    known = scene.scene.contract.component(finding.component).column_by_name[column].tokens
    unknown = rows.listed & ~rows.token_in(column, {"", *known})
    yield rows.hit(column, unknown, values=rows.tokens(column) if unknown.any() else None)


def mistyped_value(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A value that was converted from another type."""
    reports = scene.scene.table("report") if "report" in scene.scene.tables else None
    for report in [] if reports is None else reports.to_pylist():
        if report["code"] == ReportCode.MISTYPED:
            yield Hit("property", report["column"], np.array([report["prim"]]), values=[report["text"]])
