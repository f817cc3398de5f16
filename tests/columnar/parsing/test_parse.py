"""The whole parse: profiles, hidden prims, stable order and bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from parsed_tables import bodies, parsed
from pxr import Usd

from columnar.assembly import scene_from_tables
from columnar.parsing import ProfileError, load_profile, parse, profile_names, release_profile
from populate import populate
from schemas.descriptors import DESCRIPTOR_TABLES, TABLE_KEYS, arrow_schema

ARM = """#usda 1.0
def Xform "World"
{
    def Xform "R1" (instanceable = true
        prepend references = </Arm>) {}
    def Xform "R0" (instanceable = true
        prepend references = </Arm>) {}
}

class Xform "Arm"
{
    def Xform "base" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {}
    def PhysicsFixedJoint "weld"
    {
        rel physics:body1 = </Arm/base>
    }
}
"""


def test_the_shipped_profiles() -> None:
    assert profile_names() == ("openusd", "openusd-26.8", "ovphysx")
    assert parsed(bodies("/A")).profile == "ovphysx"
    assert parsed(bodies("/A"), profile="openusd").profile == "openusd"


@pytest.mark.parametrize(("release", "name"), [("26.8", "openusd-26.8"), ("26.11", "openusd"), ("27.1", "openusd")])
def test_a_release_has_its_profile(release: str, name: str) -> None:
    found = release_profile("openusd", {"usd-core": release})

    assert found.name == name
    assert found.parser.limits == load_profile("openusd").parser.limits
    assert found.parser.bodies.missing_target == "world"


def test_a_release_without_a_profile_is_named() -> None:
    with pytest.raises(ProfileError, match=r"'openusd-26\.8' holds for .*26\.11"):
        release_profile("openusd-26.8", {"usd-core": "26.11"})


def test_an_unknown_profile_names_the_nearest() -> None:
    with pytest.raises(ProfileError, match="ovphysx"):
        load_profile("ovphysik")


def test_a_third_profile_is_a_few_changed_rules() -> None:
    ours = load_profile("ovphysx")
    third = ours.model_copy(
        update={
            "name": "third",
            "parser": ours.parser.model_copy(update={"limits": load_profile("openusd").parser.limits}),
        }
    )
    scene = scene_from_tables({"PhysicsRevoluteJoint": {"prim": ["/j"], "physics:lowerLimit": [-30.0]}})

    assert parse(scene, ours).limits[0].enabled is True
    assert (parse(scene, third).limits[0].enabled, parse(scene, third).profile) == (False, "third")


def test_an_empty_scene_has_every_table() -> None:
    found = parsed({})

    for name, row in DESCRIPTOR_TABLES.items():
        assert found.table(name).schema.equals(arrow_schema(row), check_metadata=True)
        assert len(found.table(name)) == (1 if name == "scenes" else 0)


@pytest.mark.parametrize(("instancing", "joints"), [("expand", ["/World/R0/weld", "/World/R1/weld"]), ("share", [])])
def test_prototypes_are_not_simulated_where_they_stand(instancing: str, joints: list[str]) -> None:
    stage = Usd.Stage.CreateInMemory()
    assert stage.GetRootLayer().ImportFromString(ARM)

    found = parse(populate(stage, instancing=instancing).scene)

    assert [row.path for row in found.joints] == joints
    assert [row.body1 for row in found.joints] == [path.replace("weld", "base") for path in joints]


def mixed(count: int, *, backwards: bool = False) -> dict[str, Any]:
    """A tree of joints of several types with drives and limits, its rows given in either order."""
    order = range(count)[::-1] if backwards else range(count)
    kinds = ("PhysicsRevoluteJoint", "PhysicsPrismaticJoint", "PhysicsSphericalJoint", "PhysicsJoint")
    joint = [f"/Rob/j{i:06}" for i in order]
    tables: dict[str, Any] = {
        "PhysicsRigidBodyAPI": {"prim": [f"/Rob/b{i:06}" for i in range(count + 1)]},
        "PhysicsArticulationRootAPI": {"prim": ["/Rob"]},
        "PhysicsJoint": {
            "prim": joint,
            "physics:body0": [[f"/Rob/b{i // 2:06}"] for i in order],
            "physics:body1": [[f"/Rob/b{i + 1:06}"] for i in order],
            "physics:localPos0": [[0.1 * i, 0.0, 1.0] for i in order],
        },
        "PhysicsDriveAPI": {"prim": joint, "instance": [("angular", "linear", "rotX", "rotY")[i % 4] for i in order]},
        "PhysicsLimitAPI": {"prim": joint, "instance": [("rotZ", "transX")[i % 2] for i in order]},
    }
    for place, kind in enumerate(kinds[:3]):
        tables[kind] = {"prim": [f"/Rob/j{i:06}" for i in order if i % 4 == place]}
    return tables


def test_rows_are_in_path_order_whatever_the_order_of_the_tables() -> None:
    forwards, backwards = parsed(mixed(50)), parsed(mixed(50, backwards=True))

    for name in DESCRIPTOR_TABLES:
        assert forwards.table(name).arrow.equals(backwards.table(name).arrow)
    for name in ("joints", "limits", "drives", "axes", "bodies"):
        table = forwards.table(name)
        keys = [table.values(key) for key in TABLE_KEYS.get(name, ("path",))]
        assert np.array_equal(np.lexsort(keys[::-1]), np.arange(len(table)))


def test_two_parses_give_the_same_bytes() -> None:
    scene = scene_from_tables(mixed(200))

    for name in DESCRIPTOR_TABLES:
        first, second = (parse(scene).table(name).arrow for _ in range(2))
        for column in first.column_names:
            buffers = [table.column(column).chunk(0).buffers() for table in (first, second)]
            assert [None if b is None else b.to_pybytes() for b in buffers[0]] == [
                None if b is None else b.to_pybytes() for b in buffers[1]
            ]


@pytest.mark.parametrize("count", [1_000, 10_000])
def test_a_large_scene_keeps_every_joint(count: int) -> None:
    found = parsed(mixed(count))

    quarter = count // 4
    assert (len(found.joints), len(found.bodies)) == (count, count + 1)
    assert len(found.drives) == 3 * quarter
    assert len(found.axes) == 2 * quarter + 3 * 2 * quarter
    assert len(found.limits) == 2 * quarter + 2 * quarter + quarter
    (articulation,) = found.articulations
    assert len(articulation.links) == count + 1
    assert len(articulation.joints) == count
