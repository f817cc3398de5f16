"""Which recorded finding predicts each difference."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from columnar.diff.asked import Asked
from columnar.diff.attribution import Attribution
from columnar.diff.differences import Block, Differences
from columnar.diff.keyed_rows import ROW
from columnar.diff.predicates import PREDICATES
from columnar.inspection import ColumnCells
from columnar.scene import Scene
from schemas.findings import Finding, load_findings

__all__ = ["CONSUMER_RULE", "recognise"]

CONSUMER_RULE = "consumer_rule"
"""The predicate of findings that are nothing but rules in which two profiles differ."""


def recognise(found: Differences, scene: Scene) -> Differences:
    """The differences with the ids of the findings that predict both of their values.

    Findings are asked in the order of their ids, those with a formula of their own before those that are rules of a
    profile; the first one that holds is it. A formula that does not fit leaves it to the rules of its finding.

    Args:
        found: differences of two descriptors of the scene.
        scene: the columns.
    """
    findings = [finding for finding in load_findings().values() if finding.recognised]
    columns = ColumnCells(scene)
    blocks = [_by_formula(block, found, findings, columns) for block in found.blocks]
    if any((block.findings < 0).any() for block in blocks):
        blocks = Attribution(found.a, found.b, scene, list(enumerate(findings))).attribute(blocks)
    return Differences(found.a, found.b, tuple(blocks), tuple(finding.id for finding in findings))


def _by_formula(block: Block, found: Differences, findings: list[Finding], columns: ColumnCells) -> Block:
    if block.field == ROW:
        return block
    codes = np.array(block.findings)
    for index, finding in enumerate(findings):
        unclaimed = np.flatnonzero(codes < 0)
        if not unclaimed.size:
            break
        predicate = PREDICATES.get(finding.recognised or "")
        if predicate is not None and finding.shows_in(block.name):
            asked = Asked(_part(block, unclaimed), finding, found.a, found.b, columns)
            codes[unclaimed[asked.holds(predicate(asked))]] = index
    return replace(block, findings=codes)


def _part(block: Block, rows: npt.NDArray[np.int64]) -> Block:
    return replace(block, rows_a=block.rows_a[rows], rows_b=block.rows_b[rows], findings=block.findings[rows])
