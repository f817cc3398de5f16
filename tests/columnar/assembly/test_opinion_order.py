"""Assembly gives the same bytes for the same opinions, whatever order a reader found them in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pxr import Usd

from columnar.assembly import ColumnOpinions, StageOpinions, assemble
from populate.readers import PopulateOptions, StageInput
from populate.readers.composed import ComposedReader
from schemas.contract import load_contract

CASES = Path(__file__).parents[2] / "data" / "cases"


@pytest.mark.parametrize(
    "case", ["059_d6_locked_limited_free", "103_wrong_attr_types", "104_collision_groups", "091_nested_instances"]
)
def test_the_order_of_opinions_does_not_matter(case: str) -> None:
    opinions = read(case)
    expected = file_bytes(opinions)
    for seed in range(3):
        assert file_bytes(shuffled(opinions, np.random.default_rng(seed))) == expected


def test_assembling_twice_gives_the_same_bytes() -> None:
    opinions = read("067_mimic_newton")
    assert file_bytes(opinions) == file_bytes(opinions)


def test_reports_are_sorted_and_said_once() -> None:
    opinions = read("103_wrong_attr_types")
    doubled = replace(opinions, reports=opinions.reports[::-1] * 2)
    assert file_bytes(doubled) == file_bytes(opinions)


def read(case: str) -> StageOpinions:
    """What the composed reader finds on a case stage."""
    stage = Usd.Stage.Open(str(CASES / f"{case}.usda"))
    return ComposedReader().read(StageInput(stage, PopulateOptions(), load_contract()))


def file_bytes(opinions: StageOpinions) -> bytes:
    """The assembled scene as an Arrow stream, memory and all."""
    batch = assemble(opinions, load_contract()).batch
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return bytes(sink.getvalue())


def shuffled(opinions: StageOpinions, generator: np.random.Generator) -> StageOpinions:
    """The same opinions with everything that has no order of its own in another order, the numbering included."""
    targets = generator.permutation(len(opinions.targets))
    target_place = np.argsort(targets)
    names = generator.permutation(len(opinions.instances))
    name_place = np.argsort(names)
    codes = generator.permutation(len(opinions.rows.archetypes))
    code_place = np.argsort(codes).astype(np.int32)
    columns = list(opinions.columns.items())
    order = generator.permutation(len(columns))
    return replace(
        opinions,
        rows=replace(
            opinions.rows,
            archetype=code_place[opinions.rows.archetype],
            archetypes=tuple(opinions.rows.archetypes[i] for i in codes),
        ),
        columns={columns[i][0]: shuffled_column(columns[i][1], target_place, name_place, generator) for i in order},
        instances=tuple(opinions.instances[i] for i in names),
        targets=opinions.targets.take(pa.array(targets)),
        properties=tuple(
            replace(cell, targets=None if cell.targets is None else tuple(int(target_place[t]) for t in cell.targets))
            for cell in generator.permutation(np.array(opinions.properties, object)).tolist()
        ),
        reports=tuple(generator.permutation(np.array(opinions.reports, object)).tolist()),
    )


def shuffled_column(
    column: ColumnOpinions, target_place: np.ndarray, name_place: np.ndarray, generator: np.random.Generator
) -> ColumnOpinions:
    """One column's opinions in another order, under the new numbers of targets and instance names."""
    order = generator.permutation(len(column.rows))
    values = column.values.take(pa.array(order))
    kind = column.values.type
    if pa.types.is_list(kind) and pa.types.is_int64(kind.value_type) and len(target_place):
        lists = [None if cell is None else [int(target_place[t]) for t in cell] for cell in values.to_pylist()]
        values = pa.array(lists, kind)
    return ColumnOpinions(
        rows=column.rows[order],
        instances=None if column.instances is None else name_place[column.instances[order]].astype(np.int32),
        states=column.states[order],
        values=values,
    )
