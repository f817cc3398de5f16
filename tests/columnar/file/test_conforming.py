"""Files of other contract versions: what an older contract had not yet, what a newer one has in addition."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from file_scenes import arm_scene, write_batch

from columnar.assembly import scene_from_tables
from columnar.file import SceneFileError, SceneFileWarning, concat_scenes, open_scene, save_scene
from columnar.scene import Scene, cells, numpy_values
from schemas.contract import Component, Contract, load_contract

CURRENT = load_contract()
TABLES = {
    "PhysicsRevoluteJoint": {"prim": ["/J", "/K"], "physics:axis": ["Y", "T"], "physics:upperLimit": [90.0, None]},
    "PhysicsDriveAPI": {"prim": ["/J"], "instance": ["angular"], "physics:damping": [2.0]},
    "PhysicsJoint": {"prim": ["/J"], "physics:localPos1": [[1.0, 2.0, 3.0]], "physics:body1": [["/B"]]},
    "PhysicsRigidBodyAPI": {"prim": ["/B"]},
}


def version(text: str, *, without: str = "", changes: dict[str, Callable[[Any], Any]] | None = None) -> Contract:
    """The contract under another version: without a component, with some columns changed or (None) left out."""
    components: dict[str, Component] = {name: c for name, c in CURRENT.components.items() if name != without}
    for where, change in (changes or {}).items():
        table, _, name = where.partition(".")
        columns = [change(c) if c.name == name else c for c in components[table].columns]
        components[table] = components[table].model_copy(update={"columns": tuple(c for c in columns if c)})
        components[table].__dict__.pop("column_by_name", None)
    return replace(CURRENT, settings=CURRENT.settings.model_copy(update={"version": text}), components=components)


def leave_out(_: Any) -> None:
    """No such column."""


def scene_of(contract: Contract) -> Scene:
    known = {name: table for name, table in TABLES.items() if name in contract.components}
    return scene_from_tables(known, contract=contract)


SMALLER: dict[str, Any] = {
    "without": "PhysicsDriveAPI",
    "changes": {
        "PhysicsRevoluteJoint.physics:lowerLimit": leave_out,
        "PhysicsJoint.physics:localPos0": leave_out,
        "PhysicsJoint.physics:body0": leave_out,
        "Mesh.points": leave_out,
    },
}
LEFT_OUT = (
    "Mesh.points, PhysicsDriveAPI, PhysicsJoint.physics:body0, PhysicsJoint.physics:localPos0, "
    "PhysicsRevoluteJoint.physics:lowerLimit"
)


@pytest.mark.parametrize("trusted", [False, True])
def test_file_of_an_older_contract(trusted: bool, tmp_path: Path) -> None:
    """Columns added since are absent, components added since unpopulated; all else is as it was."""
    written = scene_of(version("1.0.0", **SMALLER))
    save_scene(written, tmp_path / "old.arrow")
    opened = open_scene(tmp_path / "old.arrow", trusted=trusted, contract=version("1.1.0"))
    assert cells(opened) == cells(written)
    assert set(CURRENT.components) - set(opened.tables) - {"prim", "stage_units"} == {"PhysicsDriveAPI"}
    assert opened.info["contract_version"] == "1.0.0"
    for table, column in (("PhysicsRevoluteJoint", "physics:lowerLimit"), ("PhysicsJoint", "physics:localPos0")):
        found = opened.column(table, column)
        assert not found.valid.any()
        assert not found.values.any()
    save_scene(opened, tmp_path / "new.arrow")
    assert cells(open_scene(tmp_path / "new.arrow", contract=version("1.1.0"))) == cells(written)


@pytest.mark.parametrize("trusted", [False, True])
def test_file_of_a_newer_contract(trusted: bool, tmp_path: Path) -> None:
    """What this contract does not know is left out, its mask bits too, and a warning names it."""
    save_scene(scene_of(version("1.1.0")), tmp_path / "new.arrow")
    older = version("1.0.0", **SMALLER)
    with pytest.warns(SceneFileWarning) as caught:
        opened = open_scene(tmp_path / "new.arrow", trusted=trusted, contract=older)
    expected = f"new.arrow: written under a newer contract; left out: {LEFT_OUT}; upgrade arrowstage to see it"
    assert str(caught[0].message).endswith(expected)
    assert caught[0].filename == __file__
    ours, theirs = cells(scene_of(older)), cells(opened)
    theirs["/J"]["usd-schemas"].remove("PhysicsDriveAPI:angular")
    theirs["/J"]["usd-schemas"].remove("PhysicsDriveAPI")
    assert theirs == ours
    save_scene(opened, tmp_path / "old.arrow")


@pytest.mark.parametrize("trusted", [False, True])
def test_versions_that_explain_nothing(trusted: bool, tmp_path: Path) -> None:
    """The same version with other columns, an older file with more, a newer one with less."""
    full, small = version("1.0.0"), version("1.0.0", **SMALLER)
    cases = (
        (
            full,
            small,
            f"has {LEFT_OUT}, which contract 1.0.0 does not; expected the contract's tables and columns only",
        ),
        (full, version("1.1.0", **SMALLER), f"has {LEFT_OUT}, which contract 1.0.0 does not"),
        (small, full, f"lacks {LEFT_OUT}, which contract 1.0.0 has; expected all of the contract's tables and columns"),
        (version("1.1.0", **SMALLER), full, f"lacks {LEFT_OUT}, which contract 1.1.0 has"),
    )
    for written, read, expected in cases:
        save_scene(scene_of(written), tmp_path / "scene.arrow")
        with pytest.raises(SceneFileError) as caught:
            open_scene(tmp_path / "scene.arrow", trusted=trusted, contract=read)
        assert expected in str(caught.value)


def test_columns_of_another_type_or_bit(tmp_path: Path) -> None:
    """No version explains those, and all are listed."""
    changed = version(
        "1.1.0",
        changes={
            "PhysicsMassAPI.physics:mass": lambda c: c.model_copy(update={"dtype": "float64"}),
            "PhysicsMassAPI.physics:density": lambda c: c.model_copy(update={"bit": 40}),
        },
    )
    save_scene(scene_of(CURRENT), tmp_path / "scene.arrow")
    with pytest.raises(SceneFileError) as caught:
        open_scene(tmp_path / "scene.arrow", contract=changed)
    lines = str(caught.value).splitlines()
    assert lines[0].endswith("2 problems:")
    assert "PhysicsMassAPI.physics:mass: is of type float; expected double" in "\n".join(lines)
    assert "PhysicsMassAPI.physics:density: has mask bit 1; expected bit 40" in "\n".join(lines)


def test_a_closed_set_that_has_grown(tmp_path: Path) -> None:
    """Codes of a closed set are the contract's, also for files written before a token joined it."""
    grown = version(
        "1.1.0",
        changes={"PhysicsRevoluteJoint.physics:axis": lambda c: c.model_copy(update={"tokens": ("X", "Y", "Z", "T")})},
    )
    save_scene(scene_of(CURRENT), tmp_path / "scene.arrow")
    opened = open_scene(tmp_path / "scene.arrow", contract=grown)
    axis = opened.column("PhysicsRevoluteJoint", "physics:axis")
    assert axis.tokens == ("X", "Y", "Z", "T")
    assert axis.values.tolist() == [1, 3]


def test_other_wording_makes_no_difference(tmp_path: Path) -> None:
    """Of the field metadata only the mask bits are part of the format."""
    reworded = version(CURRENT.version, changes={"Cube.size": lambda c: c.model_copy(update={"units": "metre"})})
    save_scene(arm_scene(), tmp_path / "scene.arrow")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cells(open_scene(tmp_path / "scene.arrow", contract=reworded)) == cells(arm_scene())


def test_concat_across_contracts(tmp_path: Path) -> None:
    save_scene(scene_of(version("1.0.0", **SMALLER)), tmp_path / "old.arrow")
    save_scene(scene_of(version("1.1.0")), tmp_path / "new.arrow")
    both = version("1.1.0")
    concat_scenes([tmp_path / "old.arrow", tmp_path / "new.arrow"], tmp_path / "all.arrow", contract=both)
    opened = [open_scene(tmp_path / "all.arrow", row=row, contract=both) for row in (0, 1)]
    assert [scene.info["contract_version"] for scene in opened] == ["1.0.0", "1.1.0"]
    assert "PhysicsDriveAPI" not in opened[0].tables
    assert numpy_values(opened[1].rows("PhysicsDriveAPI").field("authored")).tolist() == [1 << 4]


def test_scenes_of_two_contracts_do_not_share_a_file(tmp_path: Path) -> None:
    scenes = [scene_of(CURRENT), scene_of(version("1.9.0", **SMALLER))]
    expected = r"scene 1: cannot be written: it follows another contract \(1\.9\.0\); expected that of scene 0"
    with pytest.raises(SceneFileError, match=expected):
        save_scene(scenes, tmp_path / "scene.arrow")


@pytest.mark.parametrize("trusted", [False, True])
def test_tables_of_another_make(trusted: bool, tmp_path: Path) -> None:
    """Tools that rewrite an Arrow file tend to change its types; that is said table by table."""
    batch = arm_scene().batch
    schema = batch.schema
    for name, kind in (("path", pa.list_(pa.string())), ("Cube", pa.int8())):
        index = schema.get_field_index(name)
        schema = schema.set(index, pa.field(name, kind))
        batch = batch.set_column(index, schema.field(index), pa.nulls(1, kind))
    index = schema.get_field_index("scene")
    batch = batch.set_column(index, schema.field(index).with_nullable(True), batch.column(index))
    path = write_batch(tmp_path / "scene.arrow", batch)
    with pytest.raises(SceneFileError) as caught:
        open_scene(path, trusted=trusted)
    assert [problem.where for problem in caught.value.problems] == ["scene", "path", "Cube"]
    assert caught.value.problems[1].found == "is of type list<item: string>"
