"""Articulations from scenes: what USD says becomes what moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from columnar import Scene, parse
from columnar.dynamics import Articulation, Built, JointKind, build_articulations
from columnar.simulators.mechanism import build_mechanism

FINE = 1e-6
"""Descriptors are float32."""


def built(tables: Mapping[str, Mapping[str, Sequence[Any]]], **options: Any) -> Built:
    scene = Scene.from_tables(tables, meters_per_unit=1.0, up_axis="Z")
    return build_articulations(parse(scene), scene, **options)


def one(tables: Mapping[str, Mapping[str, Sequence[Any]]], **options: Any) -> Articulation:
    found = built(tables, **options)
    assert not found.refused
    (articulation,) = found.articulations
    return articulation


def bodies(*paths: str, **columns: Sequence[Any]) -> dict[str, dict[str, Sequence[Any]]]:
    masses = {"physics:mass": [1.0] * len(paths), "physics:diagonalInertia": [(0.1, 0.2, 0.3)] * len(paths)}
    return {
        "PhysicsRigidBodyAPI": {"prim": list(paths)},
        "PhysicsMassAPI": {"prim": list(paths), **masses, **columns},
        "PhysicsArticulationRootAPI": {"prim": [paths[0]]},
    }


def joints(*rows: tuple[str, str | None, str | None], **columns: Sequence[Any]) -> dict[str, Sequence[Any]]:
    return {
        "prim": [row[0] for row in rows],
        "physics:body0": [[row[1]] if row[1] else [] for row in rows],
        "physics:body1": [[row[2]] if row[2] else [] for row in rows],
        **columns,
    }


def arm(**tables: Mapping[str, Sequence[Any]]) -> dict[str, Mapping[str, Sequence[Any]]]:
    """A base that stands fixed, and a link on a hinge about X."""
    return {
        **bodies("/base", "/link"),
        "PhysicsJoint": joints(("/fix", None, "/base"), ("/hinge", "/base", "/link")),
        "PhysicsFixedJoint": {"prim": ["/fix"]},
        "PhysicsArticulationRootAPI": {"prim": ["/fix"]},
        "PhysicsRevoluteJoint": {"prim": ["/hinge"], "physics:axis": ["X"]},
        **tables,
    }


def test_a_drive_from_usd_settles_where_pinocchio_has_it() -> None:
    # 10 N m/degree, 1 N m s/degree, target 30 degrees, 100 steps of 1/240 s: 29.3387 degrees.
    rod = one(
        {
            **bodies("/base", "/link"),
            "PhysicsMassAPI": {
                "prim": ["/base", "/link"],
                "physics:mass": [1.0, 1.0],
                "physics:centerOfMass": [(0, 0, 0), (0, 0, -0.5)],
                "physics:diagonalInertia": [(1, 1, 1), (0.01, 0.01, 0.002)],
            },
            "PhysicsJoint": joints(("/fix", None, "/base"), ("/hinge", "/base", "/link")),
            "PhysicsFixedJoint": {"prim": ["/fix"]},
            "PhysicsArticulationRootAPI": {"prim": ["/fix"]},
            "PhysicsRevoluteJoint": {"prim": ["/hinge"], "physics:axis": ["X"]},
            "PhysicsDriveAPI": {
                "prim": ["/hinge"],
                "instance": ["angular"],
                "physics:stiffness": [10.0],
                "physics:damping": [1.0],
                "physics:targetPosition": [30.0],
                "physics:maxForce": [500.0],
            },
            "PhysicsScene": {
                "prim": ["/scene"],
                "physics:gravityDirection": [(0, 0, -1)],
                "physics:gravityMagnitude": [9.81],
            },
        }
    )
    assert rod.tree.joint_names == ("/fix", "/hinge")
    for _ in range(100):
        rod.step(1 / 240)
    assert np.degrees(rod.positions[0, 0]) == pytest.approx(29.3387, abs=1e-4)


def test_a_joint_counts_the_same_whichever_body_comes_first() -> None:
    sides = {}
    for first in (True, False):
        pair = ("/base", "/link") if first else ("/link", "/base")
        hinge = joints(("/fix", None, "/base"), ("/hinge", *pair))
        frames = {"physics:localPos0": [(0, 0, 0), (0, 0, 1)], "physics:localPos1": [(0, 0, 0), (0, 0, 1)]}
        drive = {
            "prim": ["/hinge"],
            "instance": ["angular"],
            "physics:damping": [1e6],
            "physics:targetVelocity": [90.0],
        }
        articulation = one(arm(PhysicsJoint=hinge | frames, PhysicsDriveAPI=drive))
        for _ in range(100):
            articulation.step(0.01)
        sides[first] = articulation
        assert articulation.positions[0, 0] == pytest.approx(np.pi / 2, abs=1e-3)
    # A turn of body 1 against body 0 about X by a right angle; seen from the other side, the other way round.
    ahead, behind = (sides[first].link_poses().rotation[0, 1] for first in (True, False))
    assert ahead == pytest.approx([np.sqrt(0.5), 0, 0, np.sqrt(0.5)], abs=1e-3)
    assert behind == pytest.approx([-np.sqrt(0.5), 0, 0, np.sqrt(0.5)], abs=1e-3)


def test_without_an_anchor_the_base_floats_where_its_body_is() -> None:
    tables = {
        **bodies("/base", "/link"),
        "PhysicsJoint": joints(("/hinge", "/base", "/link")),
        "PhysicsRevoluteJoint": {"prim": ["/hinge"], "physics:axis": ["X"]},
    }
    tables["PhysicsRigidBodyAPI"] |= {
        "physics:velocity": [(1, 0, 0), (0, 0, 0)],
        "physics:angularVelocity": [(0, 0, 90), (0, 0, 0)],
    }
    articulation = one(tables)
    assert articulation.tree.kinds[0] is JointKind.FREE
    assert articulation.tree.joint_names[0] == articulation.tree.link_names[0]
    assert articulation.velocities[0, :6] == pytest.approx([1, 0, 0, 0, 0, np.pi / 2], abs=FINE)


def test_a_moving_joint_to_the_world_moves() -> None:
    articulation = one(
        {
            **bodies("/link"),
            "PhysicsJoint": joints(("/hinge", None, "/link")),
            "PhysicsRevoluteJoint": {"prim": ["/hinge"], "physics:axis": ["Y"]},
            "PhysicsArticulationRootAPI": {"prim": ["/hinge"]},
        }
    )
    assert articulation.tree.kinds == (JointKind.REVOLUTE,)


def test_limits_friction_and_armature_come_in_radians() -> None:
    hinge = {"prim": ["/hinge"], "physics:lowerLimit": [-90.0], "physics:upperLimit": [45.0]}
    axis = {"prim": ["/hinge"], "newton:armature": [0.25], "newton:friction": [2.0]}
    articulation = one(arm(PhysicsRevoluteJoint=hinge, NewtonJointAPI=axis))
    dofs = articulation.mechanism.dofs
    assert (dofs.lower[0], dofs.upper[0]) == pytest.approx((-np.pi / 2, np.pi / 4))
    assert dofs.armature[0] == 0.25
    assert dofs.limit_stiffness[0] > 0.0
    assert dofs.drive_max_effort[0] == np.inf


def test_limits_that_cross_count_as_0() -> None:
    # As in PhysX; MuJoCo is given the same.
    hinge = {"prim": ["/hinge"], "physics:lowerLimit": [45.0], "physics:upperLimit": [-90.0]}
    articulation = one(arm(PhysicsRevoluteJoint=hinge))
    dofs = articulation.mechanism.dofs
    assert (dofs.lower[0], dofs.upper[0]) == (0.0, 0.0)
    (note,) = articulation.notes
    assert note.startswith("/hinge: ")
    assert note.endswith("both count as 0")


def test_an_endless_limit_is_none() -> None:
    articulation = one(arm())
    assert articulation.mechanism.dofs.lower[0] == -np.inf
    assert articulation.mechanism.dofs.upper[0] == np.inf


def test_mimics_follow_in_radians() -> None:
    articulation = one(
        {
            **bodies("/base", "/a", "/b"),
            "PhysicsJoint": joints(("/fix", None, "/base"), ("/ja", "/base", "/a"), ("/jb", "/base", "/b")),
            "PhysicsFixedJoint": {"prim": ["/fix"]},
            "PhysicsArticulationRootAPI": {"prim": ["/fix"]},
            "PhysicsRevoluteJoint": {"prim": ["/ja", "/jb"], "physics:axis": ["X", "X"]},
            "NewtonMimicAPI": {
                "prim": ["/jb"],
                "newton:mimicJoint": [["/ja"]],
                "newton:mimicCoef0": [90.0],
                "newton:mimicCoef1": [2.0],
            },
        }
    )
    articulation.set_state([0.5, 0.0])
    assert articulation.positions[0] == pytest.approx([0.5, np.pi / 2 + 1.0], abs=FINE)


def test_mimics_in_a_circle_leave_one_free_and_say_so() -> None:
    articulation = one(
        {
            **bodies("/base", "/a", "/b"),
            "PhysicsJoint": joints(("/fix", None, "/base"), ("/ja", "/base", "/a"), ("/jb", "/base", "/b")),
            "PhysicsFixedJoint": {"prim": ["/fix"]},
            "PhysicsArticulationRootAPI": {"prim": ["/fix"]},
            "PhysicsRevoluteJoint": {"prim": ["/ja", "/jb"], "physics:axis": ["X", "X"]},
            "NewtonMimicAPI": {"prim": ["/ja", "/jb"], "newton:mimicJoint": [["/jb"], ["/ja"]]},
        }
    )
    assert len(articulation.mechanism.mimics) == 1
    assert articulation.notes == ("/jb: following /ja closes a circle of mimics; it moves freely",)


@pytest.mark.parametrize("coefficients", [(float("nan"), 1.0), (0.0, float("inf"))])
def test_a_mimic_by_no_number_is_none_to_any_engine(coefficients: tuple[float, float]) -> None:
    tables = {
        **bodies("/base", "/a", "/b"),
        "PhysicsJoint": joints(("/fix", None, "/base"), ("/ja", "/base", "/a"), ("/jb", "/base", "/b")),
        "PhysicsFixedJoint": {"prim": ["/fix"]},
        "PhysicsArticulationRootAPI": {"prim": ["/fix"]},
        "PhysicsRevoluteJoint": {"prim": ["/ja", "/jb"], "physics:axis": ["X", "X"]},
        "NewtonMimicAPI": {
            "prim": ["/jb"],
            "newton:mimicJoint": [["/ja"]],
            "newton:mimicCoef0": [coefficients[0]],
            "newton:mimicCoef1": [coefficients[1]],
        },
    }
    articulation = one(tables)
    assert not articulation.mechanism.mimics
    assert articulation.notes == ("/jb: a coefficient by which it follows /ja is not finite; it moves freely",)
    couplings = build_mechanism(parse(Scene.from_tables(tables))).couplings
    assert couplings.paths == ()
    assert couplings.lost == ("/jb",)


@pytest.mark.parametrize(
    ("column", "values", "reason"),
    [
        ("physics:localPos0", [None, (float("nan"), 0.0, 0.0)], "/hinge: a frame of it"),
        ("physics:localPos1", [None, (0.0, 0.0, float("inf"))], "/hinge: a frame of it"),
    ],
)
def test_a_joint_that_is_nowhere_is_refused_by_name(column: str, values: Sequence[Any], reason: str) -> None:
    rows = joints(("/fix", None, "/base"), ("/hinge", "/base", "/link"), **{column: values})
    found = built(arm(PhysicsJoint=rows))
    assert not found.articulations
    (refusal,) = found.refused
    assert refusal.reason.startswith(reason)


def test_a_d6_moves_along_and_about_its_free_axes() -> None:
    locked = ("transX", "transZ", "rotY")
    articulation = one(
        {
            **bodies("/base", "/link"),
            "PhysicsJoint": joints(("/fix", None, "/base"), ("/d6", "/base", "/link")),
            "PhysicsFixedJoint": {"prim": ["/fix"]},
            "PhysicsArticulationRootAPI": {"prim": ["/fix"]},
            "PhysicsLimitAPI": {
                "prim": ["/d6"] * 4,
                "instance": [*locked, "rotX"],
                "physics:low": [1.0, 1.0, 1.0, -30.0],
                "physics:high": [-1.0, -1.0, -1.0, 30.0],
            },
        }
    )
    assert articulation.tree.nv == 3  # transY, rotX, rotZ
    assert articulation.mechanism.dofs.upper == pytest.approx([np.inf, np.pi / 6, np.inf])
    articulation.set_state([0.5, 0.0, np.pi / 2])
    poses = articulation.link_poses()
    assert poses.position[0, 1] == pytest.approx([0, 0.5, 0])
    assert poses.rotation[0, 1] == pytest.approx([0, 0, np.sqrt(0.5), np.sqrt(0.5)])


def test_a_joint_that_closes_a_loop_is_a_spring() -> None:
    articulation = one(
        {
            **bodies("/base", "/a", "/b"),
            "PhysicsJoint": joints(
                ("/fix", None, "/base"), ("/ja", "/base", "/a"), ("/jb", "/base", "/b"), ("/jc", "/a", "/b")
            ),
            "PhysicsFixedJoint": {"prim": ["/fix"]},
            "PhysicsArticulationRootAPI": {"prim": ["/fix"]},
            "PhysicsRevoluteJoint": {"prim": ["/ja", "/jb", "/jc"], "physics:axis": ["X"] * 3},
        }
    )
    (loop,) = articulation.mechanism.loops
    assert loop.locked == (True, True, True, False, True, True)
    # It joins a link to the base, which stands fixed: critically damped for the link alone, in 0.01 s.
    assert loop.name == "/jb"
    assert loop.damping == pytest.approx(2.0 * 0.01 * loop.stiffness)
    assert loop.turn_damping == pytest.approx(2.0 * 0.01 * loop.turn_stiffness)
    assert loop.turn_stiffness == pytest.approx(0.1 / 0.01**2)


@pytest.mark.parametrize("mass", [1e-10, 1e-3, 1e10])
def test_a_loop_is_a_spring_whatever_another_link_weighs(mass: float) -> None:
    light = ("/base", "/a", "/b", "/light")
    articulation = one(
        {
            **bodies(*light),
            "PhysicsMassAPI": {
                "prim": list(light),
                "physics:mass": [1.0, 1.0, 1.0, mass],
                "physics:diagonalInertia": [(0.1, 0.1, 0.1)] * 3 + [(0.1 * mass,) * 3],
            },
            "PhysicsJoint": joints(
                ("/fix", None, "/base"),
                ("/ja", "/base", "/a"),
                ("/jb", "/base", "/b"),
                ("/jc", "/a", "/b"),
                ("/jd", "/base", "/light"),
            ),
            "PhysicsFixedJoint": {"prim": ["/fix"]},
            "PhysicsArticulationRootAPI": {"prim": ["/fix"]},
            "PhysicsRevoluteJoint": {"prim": ["/ja", "/jb", "/jc", "/jd"], "physics:axis": ["X"] * 4},
        }
    )
    (loop,) = articulation.mechanism.loops
    assert loop.turn_stiffness == pytest.approx(0.1 / 0.01**2)
    assert not articulation.notes


@pytest.mark.parametrize("mass", [1e-10, 1.0])
def test_a_loop_between_links_that_cannot_move_is_left_out(mass: float) -> None:
    articulation = one(
        {
            **bodies("/base", "/a", "/b"),
            "PhysicsMassAPI": {
                "prim": ["/base", "/a", "/b"],
                "physics:mass": [1.0, 1.0, mass],
                "physics:diagonalInertia": [(0.1, 0.1, 0.1)] * 3,
            },
            "PhysicsJoint": joints(("/fa", "/base", "/a"), ("/fb", "/base", "/b"), ("/fc", "/a", "/b")),
            "PhysicsFixedJoint": {"prim": ["/fa", "/fb", "/fc"]},
            "PhysicsArticulationRootAPI": {"prim": ["/base"]},
        }
    )
    # The base floats, and all three move as one.
    assert articulation.mechanism.loops == ()
    assert articulation.notes == ("/fb: neither side can move; the joint is left out",)


def test_several_hinges_between_two_bodies_lock_them_and_stay_calm() -> None:
    # What MuJoCo's converter makes of a ball of three hinges: one is of the tree, the others hold it where it is.
    names = ("/jx", "/jy", "/jz")
    articulation = one(
        {
            **bodies("/base", "/link"),
            "PhysicsJoint": joints(*((name, "/base", "/link") for name in names)),
            "PhysicsRevoluteJoint": {"prim": list(names), "physics:axis": ["X", "Y", "Z"]},
        }
    )
    assert len(articulation.mechanism.loops) == 2
    assert all(loop.stiffness < 1e6 for loop in articulation.mechanism.loops)
    for _ in range(50):
        articulation.step(0.01)
    assert np.abs(articulation.velocities[0, 6:]).max() < 1e-9


def test_what_cannot_move_is_refused_with_a_reason() -> None:
    point = {
        "prim": ["/base", "/link"],
        "physics:mass": [1.0, 1.0],
        "physics:diagonalInertia": [(1, 1, 1), (1e-38,) * 3],
    }
    found = built(arm(PhysicsMassAPI=point | {"physics:mass": [1.0, 3e38]}))
    assert not found.articulations
    (refusal,) = found.refused
    assert refusal.path == "/fix"
    assert "/link: its mass is 3e+38" in refusal.reason


def test_environments_start_alike() -> None:
    articulation = one(arm(), environments=5)
    articulation.step(0.01)
    assert articulation.positions.shape == (5, 1)
    assert np.ptp(articulation.positions) == 0.0
