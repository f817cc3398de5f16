"""Every rule of the format that validation holds a file to: a file that breaks it, and the message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from file_scenes import arm_scene, changed_batch, odd_scene, write_batch

from columnar.file import SceneFileError, open_scene, save_scene, validate_file
from columnar.scene import Scene, cells

Change = Callable[[pa.Array], pa.Array]


def cell(row: int, value: Any) -> Change:
    """One cell replaced."""

    def change(array: pa.Array) -> pa.Array:
        values = array.to_pylist()
        values[row] = value
        if not pa.types.is_dictionary(array.type):
            return pa.array(values, array.type)
        indices = [None if v is None else array.dictionary.to_pylist().index(v) for v in values]
        return pa.DictionaryArray.from_arrays(pa.array(indices, pa.int32()), array.dictionary)

    return change


def swapped(first: int, second: int) -> Change:
    """Two rows exchanged."""

    def change(array: pa.Array) -> pa.Array:
        order = np.arange(len(array))
        order[[first, second]] = order[[second, first]]
        return array.take(pa.array(order))

    return change


def dictionary(*tokens: str | None) -> Change:
    """The same codes with another dictionary."""

    def change(array: pa.Array) -> pa.Array:
        return pa.DictionaryArray.from_arrays(array.indices, pa.array(tokens, pa.string()), safe=False)

    return change


def beneath(row: int, value: Any) -> Change:
    """A value below a null: the cell's content changed, its validity kept."""

    def change(array: pa.Array) -> pa.Array:
        kind = array.type
        if pa.types.is_fixed_size_list(kind):
            lanes = np.array(array.values)
            lanes[row * kind.list_size] = value
            return pa.FixedSizeListArray.from_arrays(pa.array(lanes), type=kind, mask=array.is_null())
        if pa.types.is_list(kind):
            offsets = np.array(array.offsets)
            offsets[row + 1 :] += value
            values = pa.concat_arrays([pa.array([0] * value, kind.value_type), array.values])
            return pa.ListArray.from_arrays(pa.array(offsets), values, type=kind, mask=array.is_null())
        if pa.types.is_boolean(kind):
            packed = np.frombuffer(array.buffers()[1], np.uint8).copy()
            packed[row // 8] |= 1 << row % 8
            return pa.Array.from_buffers(kind, len(array), [array.buffers()[0], pa.py_buffer(packed)])
        codes = array.indices if pa.types.is_dictionary(kind) else array
        dtype = f"{'f' if pa.types.is_floating(codes.type) else 'u'}{codes.type.bit_width // 8}"
        values = np.frombuffer(codes.buffers()[1], dtype)[: len(array)].copy()
        values[row] = value
        plain = pa.Array.from_buffers(codes.type, len(array), [codes.buffers()[0], pa.py_buffer(values)])
        return pa.DictionaryArray.from_arrays(plain, array.dictionary) if codes is not array else plain

    return change


# In the arm: 0 "/", 1 "/World", 2 "/World/arm", 3 "/World/arm.size", 4 "/World/arm/joints", 5-7 its joints, 8-10 the
# links, 11 the shape, 12 "/World/d6", 13 "/World/missing". In the odd scene: 0 "/", 1 "/A", 2 "/B", 3 "/__Prototype_1",
# 4 "/gone", 5 "/off".
BROKEN = [
    # paths
    ("arm", "path.name", cell(0, "/!"), "path.name: does not begin with '/'; expected the pseudo-root"),
    ("arm", "path.name", cell(1, "World"), "path.name row 1: is no path; expected an absolute path"),
    ("arm", "path.name", cell(13, ""), "path.name row 13: is no path"),
    ("arm", "path.name", cell(13, "/World//missing"), "path.name row 13: is no path"),
    ("arm", "path.name", cell(13, "/World/missing/"), "path.name row 13: is no path"),
    ("arm", "path.name", cell(13, "/World/mis sing"), "path.name row 13: is no path"),
    ("arm", "path.name", cell(13, "/World/missing\x7f"), "path.name row 13: is no path"),
    ("arm", "path.name", swapped(8, 9), "path.name row 9: is out of order; expected each path once, in byte order"),
    ("arm", "path.name", cell(9, "/World/arm/link0"), "path.name row 9: is out of order"),
    ("arm", "path.name", cell(3, None), "path.name: 1 of 14 cells are null; expected no null"),
    ("arm", "path.kind", dictionary("row", "prim"), "is damaged: "),
    ("arm", "path.kind", dictionary(*"abcdef"), "path.kind: its dictionary begins ['a', 'b', 'c', 'd', 'e', 'f']"),
    ("arm", "path.kind", cell(8, "prim"), "path.kind row 8 (/World/arm/link0): contradicts the prim table"),
    ("arm", "path.kind", cell(13, "row"), "path.kind row 13 (/World/missing): contradicts the prim table"),
    # prims
    ("arm", "prim.prim", cell(11, 99), "prim.prim row 11: is no path id; expected a path id below 14"),
    ("arm", "prim.prim", cell(0, 3), "prim.prim: does not begin with the pseudo-root; expected a row for '/'"),
    ("arm", "prim.prim", swapped(7, 8), "prim.prim row 8 (/World/arm/link0): is out of order"),
    ("arm", "prim.parent", cell(0, 0), "prim.parent row 0: is given for '/'"),
    ("arm", "prim.parent", cell(7, 99), "prim.parent row 7 (/World/arm/link0): is no ancestor; expected the path id"),
    ("arm", "prim.parent", cell(7, 8), "prim.parent row 7 (/World/arm/link0): is no ancestor; expected the path id"),
    ("arm", "prim.parent", cell(7, 9), "prim.parent row 7 (/World/arm/link0): is no ancestor; expected the path id"),
    ("arm", "prim.parent", cell(7, 3), "prim.parent row 7 (/World/arm/link0): is no ancestor; expected the path id"),
    ("arm", "prim.parent", cell(7, 4), "prim.parent row 7 (/World/arm/link0): is no ancestor; expected the path id"),
    ("odd", "prim.prototype", cell(2, 99), "prim.prototype: names a path without a row"),
    ("odd", "prim.prototype", cell(2, 4), "prim.prototype: names a path without a row"),
    ("arm", "prim.usd-prim-type", beneath(0, 2), "prim.usd-prim-type: absent cells hold values"),
    ("arm", "prim.omni:xform", beneath(4, 0.5), "prim.omni:xform: absent cells hold values; expected zeros"),
    ("arm", "prim.omni:xform", beneath(4, -0.0), "prim.omni:xform: absent cells hold values"),
    ("arm", "prim.omni:resetXformStack", beneath(0, True), "prim.omni:resetXformStack: absent cells hold values"),
    ("arm", "prim.parent", beneath(0, 7), "prim.parent: absent cells hold values"),
    ("arm", "prim.from_instance", cell(2, None), "prim.from_instance: 1 of 12 cells are null; expected no null"),
    ("arm", "prim.usd-schemas", cell(2, None), "prim.usd-schemas: 1 of 12 cells are null"),
    # components
    ("arm", "PhysicsRigidBodyAPI.prim", cell(2, 99), "PhysicsRigidBodyAPI.prim row 2: is no path id"),
    ("arm", "PhysicsRigidBodyAPI.prim", cell(2, 13), "PhysicsRigidBodyAPI.prim row 2 (/World/missing): has no row in"),
    ("arm", "PhysicsRigidBodyAPI.prim", swapped(0, 1), "PhysicsRigidBodyAPI.prim row 1 (/World/arm/link0): is out of"),
    ("arm", "PhysicsRigidBodyAPI.prim", cell(1, 8), "PhysicsRigidBodyAPI.prim row 1 (/World/arm/link0): is out of"),
    ("arm", "PhysicsDriveAPI.instance", swapped(3, 4), "PhysicsDriveAPI.prim row 4 (/World/d6): is out of order"),
    ("arm", "PhysicsDriveAPI.instance", cell(4, "rotY"), "PhysicsDriveAPI.prim row 4 (/World/d6): is out of order"),
    ("arm", "PhysicsDriveAPI.instance", dictionary("rotY", "angular", "transX"), "is out of order or repeats a token"),
    ("arm", "PhysicsDriveAPI.instance", dictionary("rotY", "rotY", "transX"), "is out of order or repeats a token"),
    ("arm", "PhysicsDriveAPI.instance", dictionary("angular", None, "transX"), "its dictionary holds a null"),
    ("arm", "PhysicsDriveAPI.physics:type", dictionary("acceleration", "force", "hydraulic"), "its dictionary begins"),
    ("arm", "PhysicsDriveAPI.physics:type", dictionary("force", "acceleration", "force"), "repeats a token"),
    ("arm", "PhysicsJoint.physics:body0", cell(1, [99]), "PhysicsJoint.physics:body0: names paths that are not there"),
    ("arm", "PhysicsJoint.physics:body0", beneath(0, 2), "PhysicsJoint.physics:body0: absent cells hold values"),
    ("arm", "PhysicsJoint.listed", cell(0, None), "PhysicsJoint.listed: 1 of 4 cells are null"),
    (
        "arm",
        "PhysicsJoint.authored",
        cell(1, 1 << 60),
        "PhysicsJoint.authored row 1 (/World/arm/joints/joint1): has bits",
    ),
    (
        "arm",
        "PhysicsJoint.blocked",
        cell(1, 1 << 60),
        "PhysicsJoint.blocked row 1 (/World/arm/joints/joint1): has bits",
    ),
    ("odd", "PhysicsMassAPI.authored", cell(0, 1), "PhysicsMassAPI.blocked row 0 (/A): overlaps authored"),
    ("odd", "PhysicsMassAPI.authored", cell(0, 1), "row 0 (/A): marks absent cells of 'physics:mass'; expected"),
    ("odd", "PhysicsMassAPI.blocked", cell(1, 2), "row 1 (/__Prototype_1): marks cells of 'physics:density' that hold"),
    ("odd", "PhysicsMassAPI.physics:mass", beneath(0, 1.5), "PhysicsMassAPI.physics:mass: absent cells hold values"),
    # properties and reports
    ("odd", "property.prim", cell(0, 99), "property.prim: names a path without a row"),
    ("odd", "property.prim", cell(0, 4), "property.prim: names a path without a row"),
    ("odd", "property.name", swapped(0, 1), "property row 1 (/A): is out of order; expected one row a property"),
    ("odd", "property.targets", cell(3, [99]), "property.targets: names paths that are not there"),
    ("odd", "property.text", cell(1, ["two"]), "property row 1 (/A): has values that contradict authored and blocked"),
    ("odd", "property.number", cell(1, None), "property row 1 (/A): has values that contradict authored and blocked"),
    ("odd", "property.number", cell(0, [1.0]), "property row 0 (/A): has values that contradict authored and blocked"),
    ("odd", "report.prim", cell(1, 99), "report.prim row 1: is no path id"),
    ("odd", "report.prim", swapped(0, 1), "report.prim row 1: is out of order"),
    ("odd", "report.code", dictionary("gossip", "unknown_type"), "report.code: has ['gossip']; expected only mistyped"),
    ("odd", "scene.root_layer", cell(0, None), "scene.root_layer: 1 of 1 cells are null"),
    (
        "odd",
        "scene.layers",
        cell(0, [{"identity": None, "sha256": ""}]),
        "scene.layers[].identity: 1 of 1 cells are null",
    ),
]

SCENES = {"arm": arm_scene, "odd": odd_scene}


@pytest.mark.parametrize(("scene", "where", "change", "expected"), BROKEN, ids=[f"{c[1]}-{c[3]}" for c in BROKEN])
def test_broken_rule(scene: str, where: str, change: Change, expected: str, tmp_path: Path) -> None:
    table, _, column = where.partition(".")
    path = write_batch(tmp_path / "scene.arrow", changed_batch(SCENES[scene]().batch, table, column, change))
    with pytest.raises(SceneFileError) as caught:
        open_scene(path)
    assert expected in str(caught.value)
    assert validate_file(path) == list(caught.value.problems)


def test_lanes_and_elements_are_never_null(tmp_path: Path) -> None:
    batch = arm_scene().batch
    for where, value in (
        ("PhysicsJoint.physics:localPos0", [1.0, None, 2.0]),
        ("PhysicsJoint.physics:body1", [None]),
        ("Mesh.points", [[1.0, 2.0, 3.0], [1.0, None, 3.0]]),
    ):
        table, _, column = where.partition(".")
        path = write_batch(tmp_path / "scene.arrow", changed_batch(batch, table, column, cell(0, value)))
        with pytest.raises(SceneFileError, match="cells are null; expected no null"):
            open_scene(path)


def test_unpopulated_tables(tmp_path: Path) -> None:
    """A null list is a table that was not populated; only the path and prim tables must be there."""
    batch = arm_scene().batch

    def without(table: str) -> pa.RecordBatch:
        index = batch.schema.get_field_index(table)
        return batch.set_column(index, batch.schema.field(index), pa.nulls(1, batch.column(index).type))

    scene = open_scene(write_batch(tmp_path / "scene.arrow", without("PhysicsJoint")))
    assert "PhysicsJoint" not in scene.tables
    assert "PhysicsRevoluteJoint" in scene.tables
    for table in ("path", "prim"):
        path = write_batch(tmp_path / "scene.arrow", without(table))
        with pytest.raises(SceneFileError, match="path, prim: are missing or empty; expected a path and a prim table"):
            open_scene(path)


def test_rows_below_an_unpopulated_table(tmp_path: Path) -> None:
    batch = arm_scene().batch
    index = batch.schema.get_field_index("PhysicsJoint")
    rows = batch.column(index)
    hidden = pa.Array.from_buffers(rows.type, 1, [pa.py_buffer(b"\0"), rows.buffers()[1]], children=[rows.values])
    path = write_batch(tmp_path / "scene.arrow", batch.set_column(index, batch.schema.field(index), hidden))
    with pytest.raises(SceneFileError, match="PhysicsJoint: an unpopulated table has rows"):
        open_scene(path)


@pytest.mark.parametrize("offsets", [[1, 4], [0, 3]])
def test_rows_that_belong_to_no_scene(offsets: list[int], tmp_path: Path) -> None:
    """Arrow cuts such rows off when it writes, so the offsets are changed in the file."""
    path = tmp_path / "scene.arrow"
    save_scene(arm_scene(), path)
    content = bytearray(path.read_bytes())
    file = pa.py_buffer(bytes(content))
    rows = pa.ipc.open_file(file).get_batch(0).column("PhysicsJoint")
    assert rows.offsets.to_pylist() == [0, 4]
    at = rows.buffers()[1].address - file.address
    content[at : at + 8] = np.array(offsets, "<i4").tobytes()
    path.write_bytes(content)
    with pytest.raises(SceneFileError, match="PhysicsJoint: has rows that belong to no scene"):
        open_scene(path)


def test_only_the_opened_row_is_looked_into(tmp_path: Path) -> None:
    """A scene is not refused for what is wrong with its neighbour; validating the file finds it."""
    save_scene([arm_scene(), odd_scene()], tmp_path / "two.arrow")
    batch = pa.ipc.open_file(tmp_path / "two.arrow").get_batch(0)
    path = write_batch(tmp_path / "two.arrow", changed_batch(batch, "report", "prim", cell(1, 99)))
    assert cells(open_scene(path, row=0)) == cells(arm_scene())
    with pytest.raises(SceneFileError, match=r"report\.prim row 1: is no path id"):
        open_scene(path, row=1)
    assert len(validate_file(path)) == 1


def test_all_problems_at_once(tmp_path: Path) -> None:
    batch = arm_scene(links=30).batch
    for table in ("PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsJoint"):
        batch = changed_batch(batch, table, "authored", lambda array: pa.array([1 << 60] * len(array), pa.uint64()))
    with pytest.raises(SceneFileError) as caught:
        open_scene(write_batch(tmp_path / "scene.arrow", batch))
    lines = str(caught.value).splitlines()
    assert lines[0] == f"{tmp_path / 'scene.arrow'}: 3 problems:"
    assert all("and 26 more: has bits of no column" in line or "and 25 more: has bits" in line for line in lines[1:])


def test_long_lists_of_problems_are_cut(tmp_path: Path) -> None:
    batch = arm_scene().batch
    for table in Scene(batch).tables:
        rows = Scene(batch).rows(table)
        for field in rows.type:
            if len(rows) and not field.nullable and pa.types.is_boolean(field.type) | pa.types.is_uint64(field.type):
                batch = changed_batch(batch, table, field.name, lambda array: pa.nulls(len(array), array.type))
    with pytest.raises(SceneFileError) as caught:
        open_scene(write_batch(tmp_path / "scene.arrow", batch))
    lines = str(caught.value).splitlines()
    assert len(lines) == 22
    assert lines[-1] == f"  and {len(caught.value.problems) - 20} more"


def test_trusted_files_are_believed(tmp_path: Path) -> None:
    batch = changed_batch(arm_scene().batch, "prim", "parent", cell(7, 4))
    open_scene(write_batch(tmp_path / "scene.arrow", batch), trusted=True)
