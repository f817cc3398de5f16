"""Differences that come from rules in which two readers of one scene differ: it is read under each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.diff.asked import RowsAsked, scene_ids
from columnar.diff.differences import Block
from columnar.diff.keyed_rows import ROW
from columnar.diff.predicates import ROW_PREDICATES
from columnar.diff.profile_rules import differing_rules, with_rules
from columnar.diff.sides import Side
from columnar.diff.stage_columns import PRODUCER_RULES, producer_rules, taken_back
from columnar.diff.ties import RootTies
from columnar.inspection import ColumnCells
from columnar.parsing import Profile, load_profile, parse, profile_names
from columnar.scene import Scene
from schemas.findings import Finding

__all__ = ["ORDER_RULE", "Attribution"]

Ids = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
NumberedFinding = tuple[int, Finding]

_ARTICULATIONS: Final = "articulations"

ORDER_RULE: Final = "producer.sibling_order"
"""The rule of the finding that columns are in path order, which a choice between equal roots shows."""


class Attribution:
    """Two readings of one scene, and what each rule between them changes.

    The second side is read as its profile says, from the columns without what the producer did to them; a profile that
    is not a shipped one counts as OpenUSD's parser. Rule by rule this becomes the reading of the first side.

    Args:
        a: the first side.
        b: the second side.
        scene: the columns.
        findings: every recognised finding, with its number.
    """

    def __init__(self, a: Side, b: Side, scene: Scene, findings: Sequence[NumberedFinding]) -> None:
        self.a = a
        self.b = b
        self._scene = scene
        self._findings = findings
        self._profiles = [_profile(side.descriptors.profile) for side in (a, b)]
        self._order = next((i for i, finding in findings if ORDER_RULE in finding.rules), -1)

    def attribute(self, blocks: Sequence[Block]) -> list[Block]:
        """The blocks with the number of the finding that is to blame, where both sides hold what their rules give.

        To blame is the rule with which a value becomes, for good, what it is in the reading of the first side.
        """
        first, second = self._profiles
        produced = producer_rules(self._scene)
        names = {block.name for block in blocks if (block.findings < 0).any()}
        differing = differing_rules(first, second) | produced
        chain = [(i, f) for i, f in self._findings if differing & set(f.rules) and any(map(f.shows_in, names))]
        # The producer's rules come first.
        chain.sort(key=lambda step: not PRODUCER_RULES.keys() & set(step[1].rules))
        steps = self._steps(chain, produced)
        plain = sum(bool(PRODUCER_RULES.keys() & set(finding.rules)) for _, finding in chain)
        own = steps[-1] if not differing - produced else self._read(self._scene, first)
        found = [self._attributed(block, own, steps, chain, plain) for block in blocks]
        return [self._left_out(block, own, steps[0]) if block.field == ROW else block for block in found]

    def _steps(self, chain: Sequence[NumberedFinding], produced: set[str]) -> list[Side]:
        """The readings from that of the second side to that of the first."""
        first, profile = self._profiles
        left = set(produced)
        steps = [self._read(taken_back(self._scene, left), profile)]
        for _, finding in chain:
            left -= set(finding.rules)
            profile = with_rules(profile, first, [rule for rule in finding.rules if rule not in PRODUCER_RULES])
            steps.append(self._read(taken_back(self._scene, left), profile))
        return steps

    @cached_property
    def _unpruned(self) -> Side:
        """The second side as it would be if its search for roots went everywhere: how far it goes is up to siblings."""
        profile = self._profiles[1]
        rules = profile.parser.articulations.model_copy(update={"pruned": False})
        parser = profile.parser.model_copy(update={"articulations": rules})
        scene = taken_back(self._scene, producer_rules(self._scene))
        return self._read(scene, profile.model_copy(update={"parser": parser}))

    def _read(self, scene: Scene, profile: Profile) -> Side:
        return Side(parse(scene, profile), self.a.numbers)

    def _attributed(
        self, block: Block, own: Side, steps: list[Side], chain: Sequence[NumberedFinding], plain: int
    ) -> Block:
        unclaimed = np.flatnonzero(block.findings < 0)
        if not unclaimed.size:
            return block
        rows_a, rows_b = block.rows_a[unclaimed], block.rows_b[unclaimed]
        keys = self._keys(block.table, rows_a, rows_b)
        predicted = np.zeros(len(keys), np.bool_)
        readings = [steps[0], steps[plain], *([self._unpruned] if block.table == _ARTICULATIONS else [])]
        for step in readings:
            predicted |= self.b.equal(block.table, block.field, rows_b, step, step.find(block.table, keys))
        tied = np.zeros(len(keys), np.bool_)
        if block.name == f"articulations.{ROW}":
            keys, tied = self._untied(keys, rows_b, steps[0])
        place = own.find(block.table, keys)
        holds = self.a.equal(block.table, block.field, self.a.find(block.table, keys), own, place)
        blame = _blame(block, own, keys, steps, chain)
        blame = np.where((blame < 0) & tied, self._order, blame)
        codes = np.array(block.findings)
        codes[unclaimed] = np.where(holds & (predicted | tied), blame, -1)
        if block.name == f"articulations.{ROW}":
            for side, rows in ((self.a, rows_a), (self.b, rows_b)):
                lonely = np.flatnonzero((codes[unclaimed] < 0) & holds & (rows >= 0))
                hidden = RootTies(steps[0]).hidden(side, rows[lonely])
                codes[unclaimed[lonely[hidden]]] = self._order
        return replace(block, findings=codes)

    def _untied(self, keys: Ids, rows_b: Ids, base: Side) -> tuple[Ids, Flags]:
        """Keys of articulations as the second side has them in columns, and which of them an equal root replaced."""
        ties = RootTies(base)
        partners = ties.partners(self.b, rows_b, base)
        keys = np.where(partners >= 0, np.append(base.keys("articulations"), 0)[partners], keys)
        held = np.where(rows_b < 0, base.find("articulations", keys), -1)
        return keys, (partners >= 0) | (ties.partners(base, held, self.b) >= 0)

    def _left_out(self, block: Block, own: Side, reading: Side) -> Block:
        """The block with findings for rows that OpenUSD's parser leaves out, if the first side has them right."""
        rows = np.flatnonzero((block.findings < 0) & (block.rows_b < 0))
        if not rows.size:
            return block
        part = replace(block, rows_a=block.rows_a[rows], rows_b=block.rows_b[rows], findings=block.findings[rows])
        place = own.find(block.table, self.a.keys(block.table)[part.rows_a])
        holds = self.a.equal(block.table, ROW, part.rows_a, own, place)
        columns = ColumnCells(self._scene)
        asked = RowsAsked(block.table, scene_ids(self.a, part, columns), reading, columns)
        codes = np.array(block.findings)
        for number, finding in self._findings:
            predicate = ROW_PREDICATES.get(finding.recognised or "")
            if predicate is not None and finding.shows_in(block.name):
                claimed = holds & (codes[rows] < 0) & predicate(asked)
                codes[rows[claimed]] = number
        return replace(block, findings=codes)

    def _keys(self, table: str, rows_a: Ids, rows_b: Ids) -> Ids:
        own, other = (np.append(side.keys(table), 0) for side in (self.a, self.b))
        return np.where(rows_a >= 0, own[rows_a], other[rows_b])


def _blame(block: Block, own: Side, keys: Ids, steps: list[Side], chain: Sequence[NumberedFinding]) -> Ids:
    """(n,) number of the finding with which each value became what the first side has, -1 for none."""
    place = own.find(block.table, keys)
    same = [_same(own, place, step, step.find(block.table, keys), block) for step in steps]
    blame = np.full(len(keys), -1, np.int64)
    settled = same[-1]
    for step in range(len(chain), 0, -1):
        number, finding = chain[step - 1]
        if finding.shows_in(block.name):
            blame[settled & ~same[step - 1] & (blame < 0)] = number
        settled = settled & same[step - 1]
    return blame


def _same(own: Side, place: Ids, side: Side, rows: Ids, block: Block) -> Flags:
    """Whether a value is the one in the reading of the first side; of a row only whether it is there counts."""
    if block.field == ROW:
        return np.equal(place >= 0, rows >= 0)
    return own.equal(block.table, block.field, place, side, rows)


def _profile(name: str) -> Profile:
    return load_profile(name if name in profile_names() else "openusd")
