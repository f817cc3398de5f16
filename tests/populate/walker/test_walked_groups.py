"""Collision groups and filtered pairs."""

from __future__ import annotations

from walked_stages import rows, walked

CUBE = 'def Cube "{}" (prepend apiSchemas = ["PhysicsCollisionAPI"])\n{{\n}}\n'


def group(name: str, values: str = "") -> str:
    """A collision group."""
    return f'def PhysicsCollisionGroup "{name}"\n{{\n{values}}}\n'


def test_members_are_shapes_and_inverted_is_what_is_authored() -> None:
    text = 'def Xform "x"\n{\n' + CUBE.format("one") + CUBE.format("two") + "}\n"
    text += 'def Scope "odd" (prepend apiSchemas = ["PhysicsCollisionAPI"])\n{\n}\n'
    text += group("a", " prepend rel collection:colliders:includes = [</x>, </odd>]\n")
    text += group("b", " bool physics:invertFilteredGroups = true\n rel physics:filteredGroups = [</gone>, </a>]\n")
    found = rows(walked(text), "groups")

    assert (found["/a"]["members"], found["/a"]["inverted"]) == (["/x/one", "/x/two"], False)
    assert (found["/b"]["filtered_groups"], found["/b"]["inverted"]) == (["/gone", "/a"], True)
    assert (found["/a"]["merge_group"], found["/a"]["merged_groups"]) == (None, [])


def test_groups_of_one_merge_name_are_one() -> None:
    text = "".join(map(CUBE.format, "xyz"))
    for number, shape in enumerate("xyz"):
        text += group(
            f"g{number}",
            f' string physics:mergeGroup = "m"\n rel physics:filteredGroups = </f{number}>\n'
            f" prepend rel collection:colliders:includes = </{shape}>\n",
        )
    found = rows(walked(text), "groups")

    assert list(found) == ["/g0"]
    assert found["/g0"]["merge_group"] == "m"
    assert found["/g0"]["merged_groups"] == ["/g0", "/g1", "/g2"]
    assert found["/g0"]["filtered_groups"] == ["/f0", "/f1", "/f2"]
    assert found["/g0"]["members"] == ["/x", "/y", "/z"]


def test_pairs_are_those_of_bodies_shapes_and_articulations() -> None:
    prims = (("body", "PhysicsRigidBodyAPI"), ("shape", "PhysicsCollisionAPI"), ("root", "PhysicsArticulationRootAPI"))
    text = ""
    for name, api in (*prims, ("plain", "MaterialBindingAPI")):
        text += f'def Cube "{name}" (prepend apiSchemas = ["{api}", "PhysicsFilteredPairsAPI"])\n'
        text += "{\n rel physics:filteredPairs = [</gone>, </gone.x>]\n}\n"
    found = walked(text).filtered_pairs.arrow.to_pylist()

    pairs = [(row["path"], row["other"]) for row in found]
    assert pairs == [(f"/{name}", f"/gone{end}") for name in ("body", "root", "shape") for end in ("", ".x")]
