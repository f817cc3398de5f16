"""A thousand random edits of one value of one side: each is reported where it is, and no finding swallows it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from edited import rows_of
from random_edits import changed_value, field_of, fields_of

from columnar.descriptors import Descriptors, descriptors_from_rows
from columnar.diff import Difference, attribution, diff
from columnar.parsing import Profile
from columnar.scene import Scene
from populate import compare_stage, populate
from schemas.descriptors import TABLE_KEYS

CASES = Path(__file__).parents[2] / "data" / "cases"
ROUNDS = 4
EDITS = 250
"""Edits of each round."""

STAGES = (
    "001_revolute_one_sided_limit",
    "028_disabled_body_under_enabled",
    "035_mirror_uniform_negative",
    "053_gravity_sentinels",
    "059_d6_locked_limited_free",
    "064_gear_joint",
    "067_mimic_newton",
    "082_root_election_not_first",
    "083_articulation_disabled",
    "097_inactive_target",
    "103_wrong_attr_types",
    "104_collision_groups",
    "107_material_inherited",
)


class Compared(NamedTuple):
    """A stage, both of its sides, and what differs before anything is edited."""

    scene: Scene
    a: Descriptors
    b: Descriptors
    before: Counter[tuple[Any, ...]]


def _place(difference: Difference) -> tuple[Any, ...]:
    return difference.table, difference.path, tuple(difference.keys.values()), difference.field


@cache
def _compared(name: str) -> Compared:
    stage = CASES / f"{name}.usda"
    scene = populate(stage).scene
    columns, usd, found = compare_stage(stage, scene)
    assert found.unexplained == 0
    return Compared(scene, columns, usd, Counter(map(_place, found)))


@pytest.fixture(autouse=True)
def _parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same scene under the same rules gives the same tables; parsing it once for all edits saves minutes."""
    known: dict[tuple[int, str], Descriptors] = {}
    kept: list[Scene] = []
    parse = attribution.parse

    def parsed(scene: Scene, profile: Profile) -> Descriptors:
        key = (id(scene), profile.model_dump_json())
        if key not in known:
            kept.append(scene)
            known[key] = parse(scene, profile)
        return known[key]

    monkeypatch.setattr(attribution, "parse", parsed)


def _edits(seed: int) -> Iterator[tuple[str, str, str, int, str, random.Random]]:
    """Stage, side, table, row and field of each edit."""
    draw = random.Random(seed)
    for _ in range(EDITS):
        name, side = draw.choice(STAGES), draw.choice("ab")
        rows = rows_of(getattr(_compared(name), side))
        table = draw.choice([table for table, held in rows.items() if held])
        yield name, side, table, draw.randrange(len(rows[table])), draw.choice(fields_of(table)), draw


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_every_edit_is_reported_and_none_is_swallowed(seed: int) -> None:
    count = 0
    for name, side, table, row, field, draw in _edits(seed):
        stage = _compared(name)
        rows = rows_of(getattr(stage, side))
        paths = sorted({path for path in stage.scene.paths if path != "/"})
        other = rows_of(stage.b if side == "a" else stage.a)[table]
        held = rows[table][row]
        key_names = TABLE_KEYS.get(table, ("path",))
        key = tuple(held[name] for name in key_names)
        twin = next((r for r in other if tuple(r[n] for n in key_names) == key), None)
        value = changed_value(draw, field_of(table, field), held[field], paths)
        if field not in key_names and twin is not None and twin[field] == value:
            continue  # it makes both sides equal
        rows[table][row] = {**held, field: value}
        edited = descriptors_from_rows(rows, profile=getattr(stage, side).profile, units=stage.a.units)
        found = diff(*((edited, stage.b) if side == "a" else (stage.a, edited)), scene=stage.scene)

        where = (name, side, table, key, field, held[field], value)
        reported = [_place(d) for d in found if d.finding is None]
        # An edit of one row can spoil the prediction of its counterpart, never that of another prim.
        assert all(place[0] == table and place[1] in (key[0], value) for place in reported), where
        if field in key_names:
            assert reported, where
        else:
            spot = (table, key[0], key[1:], field if twin is not None else "row")
            assert spot in reported, where
            assert Counter(map(_place, found)) == stage.before | Counter([spot]), where
        count += 1

    assert count > 0.95 * EDITS
