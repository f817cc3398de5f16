"""Choosing a reader: the fastest that reads a stage, or the one asked for, with the reasons of those that decline."""

from __future__ import annotations

from pathlib import Path

import pytest
from pxr import Usd

from populate import PopulateError, populate
from tests.populate.readers.direct.reader_equality import layer_file

SCENE = 'def PhysicsScene "s" {}\n'
INHERITS = 'class "c" {}\ndef PhysicsScene "s" (prepend inherits = </c>) {}\n'


def test_a_single_layer_is_read_directly(tmp_path: Path) -> None:
    population = populate(layer_file(SCENE, tmp_path / "scene.usdc"))
    assert (population.reader, population.declined) == ("direct", ())


def test_what_the_direct_reader_declines_is_composed(tmp_path: Path) -> None:
    population = populate(layer_file(INHERITS, tmp_path / "scene.usdc"))
    few = ("layered", "fewer than 500 prims to read")
    reasons = (("direct", "inherits"), ("repeated", "no two prims bring in the same"), few)
    assert (population.reader, population.declined) == ("composed", reasons)


def test_what_is_brought_in_twice_is_composed_once(tmp_path: Path) -> None:
    twice = INHERITS + 'def PhysicsScene "t" (prepend inherits = </c>) {}\n'
    population = populate(layer_file(twice, tmp_path / "scene.usdc"))
    assert (population.reader, population.declined) == ("repeated", (("direct", "inherits"),))


def test_an_open_stage_is_composed(tmp_path: Path) -> None:
    stage = Usd.Stage.Open(str(layer_file(SCENE, tmp_path / "scene.usdc")))
    population = populate(stage)
    assert population.reader == "composed"
    assert population.declined[:2] == (("direct", "an open stage"), ("repeated", "an open stage"))


def test_an_open_stage_of_many_prims_is_read_from_its_layers(tmp_path: Path) -> None:
    many = "".join(f'def PhysicsScene "s{number}" {{}}\n' for number in range(500))
    stage = Usd.Stage.Open(str(layer_file(many, tmp_path / "scene.usdc")))
    assert populate(stage).reader == "layered"


def test_a_reader_that_is_asked_for_reads(tmp_path: Path) -> None:
    file = layer_file(SCENE, tmp_path / "scene.usdc")
    composed, direct, layered = (populate(file, reader=name) for name in ("composed", "direct", "layered"))
    assert (composed.reader, composed.declined) == ("composed", ())
    assert (direct.reader, layered.reader) == ("direct", "layered")
    assert composed.scene.batch.equals(direct.scene.batch)
    assert composed.scene.batch.equals(layered.scene.batch)


def test_a_reader_that_is_asked_for_must_not_decline(tmp_path: Path) -> None:
    file = layer_file(INHERITS, tmp_path / "scene.usdc")
    with pytest.raises(PopulateError, match=r"--reader direct: declines .*scene.usdc: inherits"):
        populate(file, reader="direct")


def test_an_unknown_reader_is_named_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(PopulateError, match=r"--reader dirct: .*'direct'"):
        populate(layer_file(SCENE, tmp_path / "scene.usdc"), reader="dirct")


def test_a_damaged_file_is_refused_with_what_is_wrong(tmp_path: Path) -> None:
    file = layer_file(SCENE, tmp_path / "scene.usdc")
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(PopulateError, match=r"scene.usdc: does not open .* table of contents"):
        populate(file)
