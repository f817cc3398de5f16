"""Token dictionaries: an order that follows from the contract and the values alone."""

from __future__ import annotations

import pyarrow as pa
import pytest

from columnar import Scene
from tests.stage_text import scene_of

JOINTS = """
def PhysicsRevoluteJoint "{name}" (prepend apiSchemas = [{drives}])
{{
    uniform token physics:axis = "{axis}"
}}
"""


def scene(*joints: tuple[str, str, tuple[str, ...]]) -> Scene:
    """A stage of hinges, each (name, axis, drive instances)."""
    return scene_of(
        "".join(
            JOINTS.format(name=name, axis=axis, drives=", ".join(f'"PhysicsDriveAPI:{drive}"' for drive in drives))
            for name, axis, drives in joints
        )
    )


@pytest.mark.parametrize(
    "axes", [["Q", "Z", "\U0001f600", "é", "a", "X", "zz", "\uffee"], ["zz", "\uffee", "a", "\U0001f600", "é", "Q"]]
)
def test_a_closed_set_comes_first_and_whole_then_the_rest_in_byte_order(axes: list[str]) -> None:
    found = scene(*((f"j{number}", axis, ("linear",)) for number, axis in enumerate(axes))).column(
        "PhysicsRevoluteJoint", "physics:axis"
    )

    assert found.tokens is not None
    assert [found.tokens[code] for code in found.values] == axes
    rest = [b"Q", b"a", b"zz", "é".encode(), "\uffee".encode(), "\U0001f600".encode()]
    assert [token.encode() for token in found.tokens] == [b"X", b"Y", b"Z", *rest]


def test_a_closed_set_stands_whole_although_no_cell_uses_it() -> None:
    assert scene(("j", "Y", ("linear",))).column("PhysicsRevoluteJoint", "physics:axis").tokens == ("X", "Y", "Z")


def test_open_sets_are_the_sorted_values() -> None:
    found = scene(("b", "X", ("rotX", "angular")), ("a", "X", ("transZ", "Angular")))
    assert found.column("PhysicsDriveAPI", "instance").tokens == ("Angular", "angular", "rotX", "transZ")
    assert found.column("prim", "usd-prim-type").tokens == ("PhysicsRevoluteJoint",)


def test_rows_stand_by_prim_and_then_by_instance_in_byte_order() -> None:
    rows = scene(("b", "X", ("rotX", "angular")), ("a", "X", ("transZ", "Angular", "é", "z")), ("B", "X", ("linear",)))
    found = [(rows.paths[row["prim"]], row["instance"]) for row in rows.table("PhysicsDriveAPI").to_pylist()]
    expected = [("/B", "linear"), ("/a", "Angular"), ("/a", "transZ"), ("/a", "z"), ("/a", "é"), ("/b", "angular")]
    assert found == [*expected, ("/b", "rotX")]


def test_paths_are_in_byte_order() -> None:
    names = ["a", "B", "a1", "é", "\U00010330", "_"]
    found = scene(*((name, "X", ("linear",)) for name in names))
    assert list(found.paths) == ["/", *sorted((f"/{name}" for name in names), key=str.encode)]


def test_every_token_column_is_a_dictionary() -> None:
    table = scene(("j", "X", ("angular",))).table("PhysicsDriveAPI")
    for name in ("instance", "physics:type"):
        assert pa.types.is_dictionary(table.schema.field(name).type)
