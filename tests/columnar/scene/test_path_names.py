"""Paths that are unambiguous, and the others."""

from __future__ import annotations

import random

import pyarrow as pa
import pytest

from columnar.scene import invalid_path_names

VALID = [
    "/",
    "/World",
    "/World/arm_01",
    "/World/Arm.physics:axis",
    "/W/joint.physics:body0[/W/link].attr",
    "/Welt/Größe",
]
INVALID = [
    "",
    "World",
    "World/Arm",
    ".",
    "//",
    "/World/",
    "/World//Arm",
    "//World",
    "/ ",
    "/a b",
    "/a\tb",
    "/a\0",
    "/a\x7f",
]


def invalid(names: list[str]) -> list[int]:
    return invalid_path_names(pa.array(names, pa.large_string())).tolist()


@pytest.mark.parametrize("name", VALID)
def test_valid(name: str) -> None:
    assert invalid([name]) == []
    assert invalid(["/", name, "/Z"]) == []


@pytest.mark.parametrize("name", INVALID)
def test_invalid(name: str) -> None:
    assert invalid([name]) == [0]
    assert invalid(["/", name, "/Z"]) == [1]
    assert invalid(["/A", name]) == [1]


def test_no_names() -> None:
    assert invalid([]) == []


def test_mixtures() -> None:
    """In any order and number, each name is judged by itself."""
    rng = random.Random(7)
    for _ in range(500):
        names = rng.choices(VALID * 3 + INVALID, k=rng.randint(1, 6))
        assert invalid(names) == [i for i, name in enumerate(names) if name in INVALID], names


def test_slices() -> None:
    names = pa.array([*INVALID, *VALID], pa.large_string())
    assert invalid_path_names(names.slice(len(INVALID))).tolist() == []
    assert invalid_path_names(names.slice(len(INVALID) - 1)).tolist() == [0]
