"""Mimics, loops and cones."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_trees import drawn_frame, drawn_rows, drawn_state

from columnar.dynamics import (
    Articulation,
    Cone,
    Frame,
    Integrator,
    JointKind,
    LinkRow,
    Loop,
    Mechanism,
    Mimic,
    Motion,
    MotionKind,
    TreeError,
    bias_forces,
    build_tree,
    forward_kinematics,
    mass_matrix,
)

Y = (Motion(MotionKind.ROTATION, (0.0, 1.0, 0.0)),)


@pytest.mark.parametrize("integrator", list(Integrator))
def test_mimics_are_eliminated_exactly(integrator: Integrator) -> None:
    random = np.random.default_rng(7)
    tree = build_tree(drawn_rows(random, 8, kinds=(JointKind.REVOLUTE, JointKind.PRISMATIC)))
    mimics = (Mimic(5, 2, 0.1, -1.0), Mimic(7, 5, 0.2, 0.5), Mimic(3, 0, 0.0, 2.0))
    mechanism = Mechanism.of(tree, armature=0.05, mimics=mimics)
    articulation = Articulation(mechanism, environments=2)
    positions, velocities, efforts = drawn_state(random, tree, 2)
    articulation.set_state(positions, velocities)
    articulation.efforts[:] = efforts
    positions, velocities = articulation.positions.copy(), articulation.velocities.copy()
    articulation.step(1e-5, integrator=integrator)

    # velocities = reduction * velocities of leaders, so (R' M R) a = R' (efforts - bias).
    reduction = np.eye(tree.nv)
    reduction[5] = -reduction[2]
    reduction[7] = 0.5 * reduction[5]
    reduction[3] = 2.0 * reduction[0]
    reduction = reduction[:, [0, 1, 2, 4, 6]]
    matrix, bias = mass_matrix(mechanism, positions), bias_forces(mechanism, positions, velocities)
    reduced = np.linalg.solve(reduction.T @ matrix @ reduction, ((efforts - bias) @ reduction)[..., None])[..., 0]
    tolerance = 1e-9 if integrator is not Integrator.RK4 else 1e-2
    assert np.allclose(articulation.accelerations, reduced @ reduction.T, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("integrator", list(Integrator))
def test_followers_never_leave_their_leaders(integrator: Integrator) -> None:
    tree = build_tree(drawn_rows(np.random.default_rng(1), 4, kinds=(JointKind.REVOLUTE,)))
    articulation = Articulation(Mechanism.of(tree, mimics=(Mimic(3, 1, 0.25, -2.0),)))
    for _ in range(50):
        articulation.step(0.01, integrator=integrator)
    assert articulation.positions[0, 3] == 0.25 - 2.0 * articulation.positions[0, 1]
    assert articulation.velocities[0, 3] == -2.0 * articulation.velocities[0, 1]
    assert articulation.positions[0, 1] != 0.0


@pytest.mark.parametrize(
    ("mimics", "message"),
    [
        ((Mimic(0, 1), Mimic(1, 0)), "circle"),
        ((Mimic(0, 0),), "circle"),
        ((Mimic(0, 1), Mimic(0, 2)), "already"),
        ((Mimic(0, 9),), "count from 0 to 2"),
    ],
)
def test_mimics_that_cannot_hold_are_refused(mimics: tuple[Mimic, ...], message: str) -> None:
    tree = build_tree(drawn_rows(np.random.default_rng(1), 3, kinds=(JointKind.REVOLUTE,), root=JointKind.REVOLUTE))
    with pytest.raises(TreeError, match=message):
        Mechanism.of(tree, mimics=mimics)


def four_bar(stiffness: float) -> Articulation:
    """Crank 1, coupler 3, rocker 2, ground between (0, 0) and (2.5, 0) in the plane of X and Z; closed at the start."""
    crank, coupler, rocker = 1.0, 3.0, 2.0
    # The tip of coupler and rocker when the crank points up.
    span = np.hypot(2.5, crank)
    along = (coupler**2 - rocker**2 + span**2) / (2 * span)
    tip = np.array([0.0, crank]) + along * np.array([2.5, -crank]) / span
    tip += np.sqrt(coupler**2 - along**2) * np.array([crank, 2.5]) / span
    angles = [0.0, np.arctan2(tip[0], tip[1] - crank), np.arctan2(tip[0] - 2.5, tip[1])]
    bar = {"mass": 1.0, "inertia": 0.1 * np.eye(3), "motions": Y}
    rows = [
        LinkRow("crank", None, "a", JointKind.REVOLUTE, **bar, center_of_mass=(0, 0, crank / 2)),
        LinkRow("coupler", "crank", "b", JointKind.REVOLUTE, Frame((0, 0, crank)), **bar, center_of_mass=(0, 0, 1.5)),
        LinkRow("rocker", None, "c", JointKind.REVOLUTE, Frame((2.5, 0, 0)), **bar, center_of_mass=(0, 0, 1.0)),
    ]
    tree = build_tree(rows)
    links = tuple(tree.link_names.index(name) for name in ("coupler", "rocker"))
    # A hinge about Y: its own turn is free.
    loop = Loop(
        "d",
        links,
        (Frame((0, 0, coupler)), Frame((0, 0, rocker))),
        (True, True, True, True, False, True),
        stiffness=stiffness,
        damping=2.0 * np.sqrt(stiffness),
    )
    start = dict(zip(("a", "b", "c"), angles, strict=True))
    positions = [start[name] for name in tree.joint_names]
    return Articulation(Mechanism.of(tree, loops=(loop,)), positions=positions)


def gap(articulation: Articulation) -> float:
    poses = articulation.link_poses()
    ends = []
    for name, length in (("coupler", 3.0), ("rocker", 2.0)):
        link = articulation.tree.link_names.index(name)
        x, _, z, w = poses.rotation[0, link]
        turn = 2.0 * np.arctan2(np.hypot(x, poses.rotation[0, link, 1]), w) * np.sign(poses.rotation[0, link, 1])
        assert abs(z) < 1e-9
        ends.append(poses.position[0, link] + length * np.array([np.sin(turn), 0.0, np.cos(turn)]))
    return float(np.abs(ends[0] - ends[1]).max())


def test_a_loop_starts_and_stays_closed() -> None:
    articulation = four_bar(1e7)
    assert gap(articulation) < 1e-12
    for _ in range(300):
        articulation.step(0.005)
        assert gap(articulation) < 1e-3
    assert np.abs(articulation.velocities).max() > 0.1


def test_a_loop_keeps_energy_when_steps_are_fine() -> None:
    articulation = four_bar(1e5)
    start = float(sum(articulation.energies())[0])
    for _ in range(600):
        articulation.step(1e-3)
    assert float(sum(articulation.energies())[0]) == pytest.approx(start, abs=0.1)
    assert float(articulation.energies().kinetic[0]) > 0.5


def test_a_welded_body_sags_by_its_weight_over_the_stiffness() -> None:
    weld = Loop("weld", (-1, 0), (Frame(), Frame()), stiffness=1e4, damping=1e3)
    row = LinkRow("box", None, "free", JointKind.FREE, mass=2.0)
    box = Articulation(Mechanism.of(build_tree([row]), loops=(weld,)))
    for _ in range(300):
        box.step(0.02)
    assert box.positions[0] == pytest.approx([0, 0, -2.0 * 9.81 / 1e4, 0, 0, 0, 1], abs=1e-9)


def test_a_distance_holds_between_its_bounds() -> None:
    rope = Loop("rope", (-1, 0), (Frame(), Frame()), distance=(0.0, 1.5), stiffness=1e4, damping=1e3)
    row = LinkRow("bob", None, "free", JointKind.FREE, mass=2.0)
    bob = Articulation(Mechanism.of(build_tree([row]), loops=(rope,)))
    bob.step(0.01)
    assert bob.velocities[0, 2] == pytest.approx(-9.81 * 0.01)
    for _ in range(300):
        bob.step(0.02)
    assert bob.positions[0, 2] == pytest.approx(-1.5 - 2.0 * 9.81 / 1e4, abs=1e-6)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("tipped", [1, 2])
def test_a_ball_leans_on_its_cone(axis: int, tipped: int) -> None:
    # A rod along the cone's axis, pulled sideways so that it swings about one of the two axes alone.
    half = {1: 0.3, 2: 0.6}
    along, about = np.eye(3)[axis], np.eye(3)[(axis + tipped) % 3]
    pull = np.cross(about, along)
    row = LinkRow(
        "rod", None, "ball", JointKind.SPHERICAL, drawn_frame(np.random.default_rng(axis)), center_of_mass=tuple(along)
    )
    tree = build_tree([row])
    turn = Mechanism.of(tree)
    world = forward_kinematics(turn, tree.neutral()).rotation[0, 0]
    x, y, z, w = world
    matrix = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    cone = Cone(0, axis, (half[1], half[2]), stiffness=1e4, damping=3e2)
    ball = Articulation(Mechanism.of(tree, gravity=tuple(matrix @ pull * 9.81), cones=(cone,)))
    for _ in range(300):
        ball.step(0.02)
    angle = 2.0 * np.arctan2(np.linalg.norm(ball.positions[0, :3]), ball.positions[0, 3])
    assert ball.positions[0, :3] @ about > 0.0
    assert 1e4 * (angle - half[tipped]) == pytest.approx(9.81 * np.cos(angle), rel=1e-3)


@pytest.mark.parametrize("kind", ["hinge", "weld", "rod"])
def test_rows_of_loops_move_as_their_jacobians_say(kind: str) -> None:
    from columnar.dynamics.mechanism import coordinates_last
    from columnar.dynamics.rows import spring_rows
    from columnar.dynamics.solved import Solved

    random = np.random.default_rng(11)
    tree = build_tree(drawn_rows(random, 5, kinds=(JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.UNIVERSAL)))
    locked = (True, True, True, True, kind == "weld", True)
    distance = (9.0, 10.0) if kind == "rod" else None
    loops = (Loop("loop", (2, 4), (drawn_frame(random), drawn_frame(random)), locked, distance),)
    mechanism = Mechanism.of(tree, loops=loops)
    positions, velocities, _ = drawn_state(random, tree, 1)

    def rows(shift: float) -> object:
        coordinates = coordinates_last(tree, positions + shift * velocities, 1)
        return spring_rows(Solved(mechanism, mechanism.masses, coordinates), loops, ())

    shifts = slice(0, 1 if kind == "rod" else 3)
    step = 1e-6
    change = (rows(step).error - rows(-step).error)[shifts, 0] / (2 * step)
    said = np.einsum("rve,v->r", rows(0.0).jacobian, velocities[0])[shifts]
    first = rows(0.0).error[shifts, 0]
    if kind == "rod":
        assert change == pytest.approx(said, rel=1e-6)
    else:
        # The error turns with the first frame, which is the loop's own business only when it is open: compare lengths.
        assert first @ change == pytest.approx(first @ said, rel=1e-6)


def test_a_loop_without_springs_does_nothing() -> None:
    row = LinkRow("box", None, "free", JointKind.FREE, mass=2.0)
    slack = Loop("slack", (-1, 0), (Frame(), Frame()), stiffness=0, damping=0, turn_stiffness=0, turn_damping=0)
    box = Articulation(Mechanism.of(build_tree([row]), loops=(slack,)))
    box.step(0.1)
    assert box.velocities[0] == pytest.approx([0, 0, -0.981, 0, 0, 0])


def test_long_chains_are_no_trouble() -> None:
    rows = [
        LinkRow(f"l{index}", f"l{index - 1}" if index else None, f"j{index}", JointKind.REVOLUTE, Frame((0, 0, 0.01)))
        for index in range(3000)
    ]
    chain = Articulation(Mechanism.of(build_tree(rows)))
    assert chain.joint(0).search("l2999").name == "j2999"
    assert len(chain.tree.levels) == 3000
    chain.step(0.001)
    assert np.isfinite(chain.velocities).all()
