"""The sweep reaches the whole contract, and the closed lists name what is there."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

from pxr import Usd

from schemas.contract import load_contract
from tests.parity.columns import load_columns
from tests.parity.exceptions import load_exceptions
from tests.parity.sweep import sweep_stages
from tests.parity.sweep.mixtures import mixtures
from tests.parity.sweep.stage_writer import StageWriter

CONTRACT = load_contract()
NOT_PROPERTIES = {
    "collection:colliders",
    "collection:quasistaticactors",
    "usd-metadata:customData:physics:localSpaceVelocities",
    "usd-metadata:inactiveIds",
}


def test_every_property_of_the_contract_is_authored(tmp_path: Path) -> None:
    file = next(file for name, file in sweep_stages(CONTRACT, tmp_path) if name == "all_authored_1_Z")
    stage = Usd.Stage.Open(str(file))
    authored = {
        (prim.GetName().removesuffix("_api"), name)
        for prim in stage.GetPrimAtPath("/World").GetChildren()
        for name in prim.GetAuthoredPropertyNames()
    }
    for component in CONTRACT.tables:
        for column in component.columns:
            if column.name not in NOT_PROPERTIES:
                assert (component.name, component.full_name(column.name, "angular")) in authored


def test_mixtures_are_the_same_every_time() -> None:
    texts = []
    for _ in range(2):
        writer = StageWriter()
        mixtures(writer, CONTRACT)
        texts.append(writer.layer.ExportToString())
    assert texts[0] == texts[1]


def test_stages_are_at_all_units(tmp_path: Path) -> None:
    states = takewhile(lambda stage: stage[0].startswith("nothing_authored"), sweep_stages(CONTRACT, tmp_path))
    stages = [Usd.Stage.Open(str(file)) for _, file in states]
    units = {(stage.GetMetadata("metersPerUnit"), stage.GetMetadata("upAxis")) for stage in stages}
    assert units == {(meters, axis) for meters in (1, 0.01, 0.0254, 0.001, 12.3) for axis in "YZ"}


def test_lists_name_what_the_contract_has() -> None:
    known = {column.name for component in CONTRACT.components.values() for column in component.columns}
    never = load_exceptions().never
    assert set(never.components) <= CONTRACT.components.keys()
    assert set(never.columns) <= known
    families = [name for names in load_columns().families.values() for name in names]
    assert len(families) == len(set(families))
    assert set(families) <= CONTRACT.components.keys()
