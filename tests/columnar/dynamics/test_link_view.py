"""Links with Genesis's members, against formulas that do not use them and against MuJoCo."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from drawn_trees import drawn_frame, drawn_rows, drawn_state, gentle_armature
from mujoco_models import Witness, rotation_matrix

import columnar.dynamics as dynamics
from columnar import Scene, parse
from columnar.dynamics import (
    Articulation,
    Frame,
    JointKind,
    LinkFrame,
    LinkRow,
    Mechanism,
    Shape,
    build_articulations,
    build_tree,
)
from columnar.geometry import TriangleMesh

Doubles = npt.NDArray[np.float64]
TOLERANCE = 1e-7

MEMBERS = tomllib.loads((Path(__file__).parents[2] / "data" / "dynamics" / "genesis.toml").read_text())


def moving(seed: int = 0, environments: int = 1, **options: Any) -> Articulation:
    random = np.random.default_rng(seed)
    rows = [replace(row, inertial_axes=drawn_frame(random).rotation) for row in drawn_rows(random, 6)]
    tree = build_tree(rows)
    articulation = Articulation(
        Mechanism.of(tree, armature=gentle_armature(random, tree)), environments=environments, **options
    )
    articulation.set_state(*drawn_state(random, tree, environments)[:2])
    return articulation


def ball(**options: Any) -> Articulation:
    row = LinkRow("ball", None, "free", JointKind.FREE, mass=2.0, inertia=np.diag([0.1, 0.2, 0.3]))
    return Articulation(Mechanism.of(build_tree([row]), gravity=(0, 0, 0)), **options)


@pytest.mark.parametrize("member", MEMBERS["provided"])
def test_every_member_of_genesis_link_is_there(member: str) -> None:
    articulation = moving(shapes=[Shape("s", "l3", "sphere", radius=0.1)])
    owners = {"link": articulation.link("l3"), "articulation": articulation, "dynamics": dynamics}
    owner, name = MEMBERS["provided"][member].split(".")
    assert getattr(owners[owner], name) is not None


@pytest.mark.parametrize("member", MEMBERS["absent"])
def test_every_member_that_is_not_there_has_a_reason(member: str) -> None:
    assert len(MEMBERS["absent"][member].split()) > 4
    assert member not in MEMBERS["provided"]


@pytest.mark.parametrize("ref", list(LinkFrame))
@pytest.mark.parametrize("local", [False, True])
@pytest.mark.parametrize("placed", [False, True])
def test_a_wrench_is_a_force_at_a_point_and_a_couple(ref: LinkFrame, local: bool, placed: bool) -> None:
    articulation = moving(2, 3)
    random = np.random.default_rng(1)
    force, torque, pos = random.normal(size=(3, 3))
    link = articulation.link("l4")
    link.apply_external_wrench(force, torque, [0, 2], pos=pos if placed else None, ref=ref, local=local)

    poses, tree = articulation.link_poses(), articulation.tree
    for env in (0, 2):
        origin, turn = poses.position[env, link.idx], rotation_matrix(poses.rotation[env, link.idx])
        center, axes = origin, turn
        if ref is LinkFrame.LINK_COM:
            center, axes = origin + turn @ tree.center_of_mass[link.idx], turn @ tree.inertial_rotation[:, :, link.idx]
        frame = axes if local else np.eye(3)
        point = center if not placed else (center + axes @ pos if local else pos)
        moment = frame @ torque + np.cross(point - origin, frame @ force)
        expected = np.concatenate([moment, frame @ force])
        assert articulation.wrenches[env, link.idx] == pytest.approx(expected, abs=TOLERANCE)
    assert not articulation.wrenches[1].any()


def test_wrenches_add_up_and_last_one_step() -> None:
    body = ball(environments=2)
    link = body.link("ball")
    link.apply_external_force([1.0, 0.0, 0.0])
    link.apply_external_force([1.0, 0.0, 0.0], 1)
    link.apply_external_torque([0.0, 0.0, 0.5])
    body.step(0.1)
    body.step(0.1)
    assert body.velocities[0] == pytest.approx([0.05, 0, 0, 0, 0, 0.5 / 0.3 * 0.1])
    assert body.velocities[1] == pytest.approx([0.1, 0, 0, 0, 0, 0.5 / 0.3 * 0.1])


def test_wrenches_that_mean_nothing_are_refused() -> None:
    link = ball().link(0)
    with pytest.raises(ValueError, match="neither a force nor a torque"):
        link.apply_external_wrench()
    with pytest.raises(ValueError, match="a position without a force"):
        link.apply_external_wrench(torque=[1, 0, 0], pos=[0, 0, 0])
    with pytest.raises(ValueError, match="expected \\(3,\\) or \\(1, 3\\)"):
        link.apply_external_force([1.0, 2.0])
    with pytest.raises(IndexError, match="there are 0 to 0"):
        link.apply_external_force([1, 0, 0], 3)
    with pytest.raises(ValueError, match="not a valid LinkFrame"):
        link.apply_external_force([1, 0, 0], ref="elsewhere")


@pytest.mark.parametrize("seed", range(3))
def test_inverse_weights_are_mujocos(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = drawn_rows(random, 8)
    tree = build_tree(rows)
    armature = gentle_armature(random, tree)
    expected = Witness(rows, tree, armature).model
    articulation = Articulation(Mechanism.of(tree, armature=armature))
    for link in articulation.links:
        weights = expected.body_invweight0[expected.body(link.name).id]
        assert link.get_invweight() == pytest.approx(weights, rel=TOLERANCE, abs=1e-12), link


def test_masses_are_set_and_stay() -> None:
    body = ball(environments=2)
    link = body.link("ball")
    link.set_mass([2.0, 4.0])
    link.set_COM([0.0, 0.0, 0.1])
    link.set_inertia(np.diag([1.0, 2.0, 3.0]))
    body.reset()
    assert link.get_mass() == pytest.approx([2.0, 4.0])
    assert link.get_mass(1) == pytest.approx([4.0])
    assert link.get_COM() == pytest.approx([0.0, 0.0, 0.1])
    assert link.get_inertia() == pytest.approx(np.diag([1.0, 2.0, 3.0]))
    # A force through the centre of mass moves it by force / mass.
    link.apply_external_force([8.0, 0.0, 0.0], ref="link_COM")
    body.step(0.5)
    assert body.velocities[:, 0] == pytest.approx([2.0, 1.0])
    assert link.get_invweight() == pytest.approx(np.array([[1 / 2, 11 / 18], [1 / 4, 11 / 18]]))


def test_an_inertia_is_in_the_inertial_frame() -> None:
    articulation = moving(3)
    link = articulation.link("l2")
    link.set_inertia(np.diag([1.0, 2.0, 2.5]))
    turn = articulation.tree.inertial_rotation[:, :, link.idx]
    assert articulation.masses.inertia[:, :, link.idx, 0] == pytest.approx(turn @ np.diag([1.0, 2.0, 2.5]) @ turn.T)


@pytest.mark.parametrize(
    ("inertia", "message"),
    [
        (np.diag([1.0, -1.0, 1.0]), "not positive definite"),
        (np.diag([1.0, 0.0, 1.0]), "not positive definite"),
        ([[1, 0.5, 0], [0, 1, 0], [0, 0, 1]], "not symmetric"),
        (np.full((3, 3), np.nan), "not symmetric"),
        (np.ones(3), "expected"),
    ],
)
def test_inertias_must_be_symmetric_positive_definite(inertia: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ball().link(0).set_inertia(inertia)


@pytest.mark.parametrize("mass", [0.0, -1.0, float("nan"), float("inf"), [1.0, 2.0]])
def test_masses_must_be_more_than_nothing(mass: Any) -> None:
    with pytest.raises(ValueError, match="mass"):
        ball().link(0).set_mass(mass)


def test_a_fixed_link_keeps_its_mass() -> None:
    base = Articulation(Mechanism.of(build_tree([LinkRow("base", None, "fix", JointKind.FIXED)])))
    assert base.link("base").is_fixed
    with pytest.warns(UserWarning, match="base is fixed"):
        base.link("base").set_mass(5.0)
    assert base.link("base").get_mass() == 1.0
    assert base.link("base").get_invweight() == pytest.approx([0.0, 0.0])


def test_the_mass_of_all_links_scales_their_inertias() -> None:
    articulation = moving(4)
    before = articulation.masses
    articulation.set_mass(3.0 * float(before.mass.sum()))
    assert articulation.masses.mass == pytest.approx(3.0 * before.mass)
    assert articulation.masses.inertia == pytest.approx(3.0 * before.inertia)


SHAPES = [
    Shape("box", "ball", "cube", Frame((1, 0, 0), (0, 0, np.sqrt(0.5), np.sqrt(0.5))), half_extents=(0.1, 0.2, 0.3)),
    Shape("globe", "ball", "sphere", radius=0.5),
    Shape("rod", "ball", "capsule", radius=0.1, half_height=0.4, axis="X"),
    Shape("can", "ball", "cylinder", radius=0.2, half_height=0.3, axis="Y"),
    Shape("hat", "ball", "cone", radius=0.3, half_height=0.25, axis="X"),
    Shape("floor", "ball", "plane"),
    Shape("sheet", "ball", "mesh", mesh=TriangleMesh(np.eye(3), np.array([[0, 1, 2]], np.int32))),
    Shape("ghost", "ball", "sphere", radius=9.0, collides=False),
]
BOXES = {
    "box": ([0.8, -0.1, -0.3], [1.2, 0.1, 0.3]),
    "globe": ([-0.5] * 3, [0.5] * 3),
    "rod": ([-0.5, -0.1, -0.1], [0.5, 0.1, 0.1]),
    "can": ([-0.2, -0.3, -0.2], [0.2, 0.3, 0.2]),
    "hat": ([-0.25, -0.3, -0.3], [0.25, 0.3, 0.3]),
    "sheet": ([0, 0, 0], [1, 1, 1]),
}


@pytest.mark.parametrize("name", BOXES)
def test_boxes_hold_the_shapes_corners(name: str) -> None:
    body = ball(shapes=[shape for shape in SHAPES if shape.name == name])
    low, high = body.link(0).get_AABB()
    # Corners of round shapes lie on the surface: never outside, and at most a facet's height inside.
    assert low == pytest.approx(BOXES[name][0], abs=5e-3)
    assert high == pytest.approx(BOXES[name][1], abs=5e-3)
    if name in ("box", "sheet"):
        assert [low, high] == [pytest.approx(side, abs=1e-12) for side in BOXES[name]]


def test_vertices_move_with_the_link() -> None:
    body = ball(environments=2, shapes=SHAPES)
    link = body.link(0)
    rest = link.get_verts()[0]
    turn = np.array([0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)])
    body.positions[1] = [1.0, 2.0, 3.0, *turn]
    found = link.get_verts()
    assert found.shape == (2, link.n_verts, 3)
    assert found[1] == pytest.approx(rest @ rotation_matrix(turn).T + [1.0, 2.0, 3.0])
    assert link.get_AABB().shape == (2, 2, 3)


def test_counts_are_those_of_the_triangles() -> None:
    body = ball(shapes=SHAPES)
    link = body.link(0)
    assert (link.n_geoms, link.geom_start, link.geom_end, link.n_vgeoms) == (7, 0, 7, 1)
    # Closed polyhedra have V - E + F = 2; the sheet, one triangle, has 3 - 3 + 1; the plane nothing.
    assert link.n_verts - link.n_edges + link.n_faces == 5 * 2 + 1


def test_starts_follow_each_other() -> None:
    shapes = [
        Shape(f"{link}/{number}", link, "cube", half_extents=(1, 1, 1)) for link in ("l1", "l3") for number in "ab"
    ]
    links = moving(shapes=shapes).links
    for before, after in pairwise(links):
        assert before.geom_end == after.geom_start
        assert before.vert_start + before.n_verts == after.vert_start
        assert before.face_start + before.n_faces == after.face_start
        assert before.edge_start + before.n_edges == after.edge_start
    assert sum(link.n_geoms for link in links) == 4


def test_a_link_without_shapes_has_no_box() -> None:
    with pytest.raises(ValueError, match="no collision shape has vertices"):
        ball().link(0).get_AABB()


def test_frictions_are_set_for_all_shapes_of_a_link() -> None:
    body = ball(shapes=SHAPES)
    link = body.link(0)
    link.set_friction(0.7)
    link.set_friction_torsional(0.02)
    link.set_friction_rolling(0.001)
    body.reset()
    assert link.get_friction() == pytest.approx(np.tile([0.7, 0.02, 0.001], (7, 1)))
    for wrong in (-0.1, float("nan"), [0.1, 0.2]):
        with pytest.raises(ValueError, match="a friction of"):
            link.set_friction(wrong)


def test_places_in_the_tree() -> None:
    articulation = moving(6)
    for link in articulation.links:
        parent = articulation.joint(link.idx).parent
        assert link.parent_idx == (-1 if parent is None else parent.index)
        assert articulation.links[link.root_idx].parent_idx == -1
        assert link.joint.child == link.name
        assert (link.joint_start, link.joint_end) == (link.idx, link.idx + 1)
    with pytest.raises(KeyError, match="did you mean 'l5'"):
        articulation.link("l55")


def test_shapes_of_a_scene_are_on_their_links() -> None:
    scene = Scene.from_tables(
        {
            "PhysicsRigidBodyAPI": {"prim": ["/body"]},
            "PhysicsArticulationRootAPI": {"prim": ["/body"]},
            "PhysicsJoint": {"prim": ["/j"], "physics:body0": [["/body"]], "physics:body1": [["/other"]]},
            "PhysicsRevoluteJoint": {"prim": ["/j"], "physics:axis": ["X"]},
            "PhysicsCollisionAPI": {"prim": ["/body/cube"]},
            "Cube": {"prim": ["/body/cube"], "size": [2.0]},
        }
        | {"PhysicsRigidBodyAPI": {"prim": ["/body", "/other"]}},
        meters_per_unit=1.0,
    )
    (articulation,) = build_articulations(parse(scene), scene).articulations
    link = articulation.link("body")
    assert [(shape.name, shape.kind) for shape in link.geoms] == [("/body/cube", "cube")]
    assert link.get_AABB() == pytest.approx(np.array([[-1.0] * 3, [1.0] * 3]))
