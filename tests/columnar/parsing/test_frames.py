"""Joint frames: the scale of the body, other targets than the body, the world."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from parsed_tables import bodies, matrix, parsed, rows
from pxr import Gf

POSITION = [0.2, 0.1, -0.3]
ROTATION = [0.0, 0.3826834, 0.0, 0.9238795]


def frame(tables: dict[str, Any], target: str | None, *, profile: str = "ovphysx") -> tuple[list[float], list[float]]:
    """Position and rotation of side 0 of a fixed joint whose frame there is authored on `target`."""
    joint: dict[str, Any] = {"prim": ["/j"], "physics:body0": [None if target is None else [target]]}
    joint |= {"physics:localPos0": [POSITION], "physics:localRot0": [ROTATION]}
    found = rows(
        parsed({**tables, "PhysicsFixedJoint": {"prim": ["/j"]}, "PhysicsJoint": joint}, profile=profile), "joints"
    )
    return found["/j"]["local_pos0"], found["/j"]["local_rot0"]


def placed(**transforms: list[float]) -> dict[str, Any]:
    """The `prim` table of Xforms by path, `_` standing for `/`."""
    paths = ["/" + name.replace("_", "/") for name in transforms]
    return {"prim": {"prim": paths, "omni:xform": list(transforms.values())}}


def re_expressed(target: list[float], body: list[float]) -> tuple[list[float], list[float]]:
    """The same by OpenUSD's matrices: through the target to the world, into the body, rigid part, times its scale."""
    local = Gf.Matrix4d().SetRotate(Gf.Quatd(ROTATION[3], *ROTATION[:3]).GetNormalized())
    local.SetTranslateOnly(Gf.Vec3d(*POSITION))
    world = [Gf.Matrix4d(*numbers) for numbers in (target, body)]
    rigid = (local * world[0] * world[1].GetInverse()).RemoveScaleShear()
    turn = rigid.ExtractRotationQuat().GetNormalized()
    scale = Gf.Transform(world[1]).scale
    return [p * s for p, s in zip(rigid.ExtractTranslation(), scale, strict=True)], [*turn.imaginary, turn.real]


def assert_same(found: tuple[list[float], list[float]], expected: tuple[list[float], list[float]]) -> None:
    assert found[0] == pytest.approx(expected[0], abs=1e-6)
    assert abs(np.dot(found[1], expected[1])) == pytest.approx(1.0, abs=1e-6)


def test_a_frame_on_the_body_is_multiplied_by_its_scale() -> None:
    tables = {**bodies("/A"), **placed(A=matrix(scale=(2, 3, 4), turn=30, move=(5, 6, 7)))}

    assert_same(frame(tables, "/A"), ([0.4, 0.3, -1.2], ROTATION))


def test_a_mirrored_body_negates_the_position_and_leaves_the_rotation() -> None:
    tables = {**bodies("/A"), **placed(A=matrix(scale=(-1, 1, 1)))}

    assert_same(frame(tables, "/A"), ([-0.2, -0.1, 0.3], ROTATION))


@pytest.mark.parametrize("scale", [(1, 1, 1), (2, 2, 2), (2, 3, 4), (-1, 1, 2)])
@pytest.mark.parametrize("inner", [(1, 1, 1), (2, 1, 0.5)])
def test_a_frame_on_a_prim_in_the_body_is_re_expressed(scale: tuple[float, ...], inner: tuple[float, ...]) -> None:
    body = matrix(scale=scale, turn=30, move=(1, 0.5, 0))
    site = matrix(scale=inner, turn=50, move=(0.3, 0.1, 0))
    world = (Gf.Matrix4d(*site) * Gf.Matrix4d(*body)).__getitem__
    target = [world(i)[j] for i in range(4) for j in range(4)]

    found = frame({**bodies("/A"), **placed(A=body, A_site=site)}, "/A/site")

    assert_same(found, re_expressed(target, body))


def test_a_frame_on_a_prim_without_a_body_is_lifted_to_the_world() -> None:
    site = matrix(scale=(2, 2, 2), move=(10, 0, 3))

    found = frame(placed(Site=site), "/Site")

    assert_same(found, re_expressed(site, matrix()))
    assert found[0] == pytest.approx([10.4, 0.2, 2.4])


def test_a_frame_without_a_target_is_verbatim() -> None:
    assert_same(frame(placed(A=matrix(move=(1, 2, 3))), None), (POSITION, ROTATION))


def test_a_missing_target_still_has_ancestors_under_ovphysx_only() -> None:
    tables = {**bodies("/A"), **placed(A=matrix(scale=(2, 3, 4), move=(1, 2, 3)))}

    assert_same(frame(tables, "/A/no/such"), ([0.4, 0.3, -1.2], ROTATION))
    assert_same(frame(tables, "/A/no/such", profile="openusd"), (POSITION, ROTATION))


@pytest.mark.parametrize(
    ("authored", "expected"),
    [([0, 0, 2, 2], [0, 0, 0.5**0.5, 0.5**0.5]), ([0, 0, 0, 0], [0, 0, 0, 1]), ([0, 0, 0, -3], [0, 0, 0, -1])],
)
def test_rotations_get_length_one_and_keep_their_sign(authored: list[float], expected: list[float]) -> None:
    joint = {"prim": ["/j"], "physics:localRot1": [authored]}

    found = rows(parsed({"PhysicsFixedJoint": {"prim": ["/j"]}, "PhysicsJoint": joint}), "joints")

    assert found["/j"]["local_rot1"] == pytest.approx(expected)
