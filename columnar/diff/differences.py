"""What a comparison found, as columns; single differences are made when asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.diff.keyed_rows import ROW
from columnar.diff.sides import Side, key_fields
from columnar.scene import json_value
from schemas.descriptors import DESCRIPTOR_TABLES
from schemas.findings import Finding, load_findings

__all__ = ["Block", "Difference", "Differences"]

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Difference:
    """One difference.

    Attributes:
        table: the table.
        path: the prim (or joint) the row is about; None for a scene made up by a consumer.
        keys: what else tells the row apart: `axis`, `other` or `root`.
        field: the field, or `row` where one side lacks the row.
        a: value of the first side, for a row all its values, None where there is none.
        b: value of the second side.
        finding: id of the recorded finding that predicts both values, None if none does.
    """

    table: str
    path: str | None
    keys: Mapping[str, str]
    field: str
    a: Any
    b: Any
    finding: str | None

    @property
    def is_row(self) -> bool:
        """Whether one side lacks the row as a whole."""
        return self.field == ROW

    def to_json(self) -> dict[str, Any]:
        """The difference in JSON's types; further keys (`axis`, `other`, `root`) where the table has them."""
        found = {"table": self.table, "path": self.path, **self.keys, "field": self.field}
        return {**found, "a": _json(self.a), "b": _json(self.b), "finding": self.finding}


@dataclass(frozen=True)
class Block:
    """The differences of one field of one table.

    Attributes:
        table: the table.
        field: the field, or `row`.
        rows_a: (n,) rows of the first side, -1 for none.
        rows_b: (n,) rows of the second side, -1 for none.
        findings: (n,) index of the finding in `Differences.ids`, -1 for none.
    """

    table: str
    field: str
    rows_a: Ids
    rows_b: Ids
    findings: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.rows_a)

    @property
    def name(self) -> str:
        """`table.field`."""
        return f"{self.table}.{self.field}"


class Differences:
    """All differences of two descriptors.

    Attributes:
        a: the first side.
        b: the second side.
        blocks: differences by field.
        ids: finding ids that blocks refer to.
    """

    def __init__(self, a: Side, b: Side, blocks: tuple[Block, ...], ids: tuple[str, ...]) -> None:
        self.a = a
        self.b = b
        self.blocks = blocks
        self.ids = ids

    def __len__(self) -> int:
        return sum(len(block) for block in self.blocks)

    def __iter__(self) -> Iterator[Difference]:
        """Every difference, by table, then in the order of rows, then of fields."""
        for table in DESCRIPTOR_TABLES:
            blocks = [block for block in self.blocks if block.table == table]
            places = [(key, number, row) for number, block in enumerate(blocks) for row, key in self._row_keys(block)]
            for _, number, row in sorted(places):
                yield self._difference(blocks[number], row)

    def _row_keys(self, block: Block) -> Iterator[tuple[int, int]]:
        if len(block):
            keys = [np.append(side.keys(block.table), 0) for side in (self.a, self.b)]
            merged = np.where(block.rows_a >= 0, keys[0][block.rows_a], keys[1][block.rows_b])
            yield from enumerate(merged.tolist())

    def _difference(self, block: Block, row: int) -> Difference:
        row_a, row_b = int(block.rows_a[row]), int(block.rows_b[row])
        side, held = (self.a, row_a) if row_a >= 0 else (self.b, row_b)
        path, *others = (side.value(block.table, name, held) for name in key_fields(block.table))
        index = int(block.findings[row])
        return Difference(
            table=block.table,
            path=path,
            keys=dict(zip(key_fields(block.table)[1:], others, strict=True)),
            field=block.field,
            a=self.a.value(block.table, block.field, row_a),
            b=self.b.value(block.table, block.field, row_b),
            finding=None if index < 0 else self.ids[index],
        )

    @property
    def unexplained(self) -> int:
        """Number of differences that no finding predicts."""
        return int(sum((block.findings < 0).sum() for block in self.blocks))

    @property
    def counts(self) -> Mapping[str, int]:
        """Number of differences by finding id, in the order of ids."""
        found: Counter[str] = Counter()
        for block in self.blocks:
            codes, counts = np.unique(block.findings[block.findings >= 0], return_counts=True)
            found.update({self.ids[code]: count for code, count in zip(codes.tolist(), counts.tolist(), strict=True)})
        return dict(sorted(found.items()))

    @property
    def simulated(self) -> bool:
        """Whether a simulation sees any of them; one that no finding explains counts as seen."""
        known: Mapping[str, Finding] = load_findings()
        return self.unexplained > 0 or any(known[id_].simulated for id_ in self.counts)

    def to_json(self) -> dict[str, Any]:
        """`{"differences": [...], "unexplained": n}` in JSON's types."""
        return {"differences": [found.to_json() for found in self], "unexplained": self.unexplained}

    def __repr__(self) -> str:
        return f"<Differences: {len(self)}, {self.unexplained} unexplained>"


def _json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: json_value(item) for name, item in value.items()}
    return json_value(value)


assert ROW not in {name for row in DESCRIPTOR_TABLES.values() for name in row.model_fields}
