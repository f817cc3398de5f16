"""Trees drawn at random: every kind of joint, frames at any angle, bodies that could exist."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from columnar.dynamics import Frame, JointKind, LinkRow, Motion, MotionKind, Tree

__all__ = ["drawn_frame", "drawn_rows", "drawn_state", "gentle_armature"]

Doubles = npt.NDArray[np.float64]

_SINGLE = {JointKind.REVOLUTE: MotionKind.ROTATION, JointKind.PRISMATIC: MotionKind.TRANSLATION}


def drawn_rows(
    random: np.random.Generator,
    count: int,
    *,
    reach: int = 3,
    kinds: Sequence[JointKind] = tuple(JointKind),
    root: JointKind | None = None,
) -> list[LinkRow]:
    """Links `l0`, `l1` ...; each hangs on one of the `reach` links before it. Only the first can be free."""
    rows = []
    for index in range(count):
        kind = root if index == 0 and root is not None else kinds[random.integers(len(kinds))]
        if index and kind is JointKind.FREE:
            kind = JointKind.REVOLUTE
        mass, center, inertia = _body(random)
        frames = (Frame(), Frame()) if kind is JointKind.FREE else (drawn_frame(random), drawn_frame(random, 0.1))
        parent = None if index == 0 else f"l{random.integers(max(0, index - reach), index)}"
        rows.append(
            LinkRow(
                f"l{index}",
                parent,
                f"j{index}",
                kind,
                *frames,
                motions=_motions(random, kind),
                mass=mass,
                center_of_mass=center,
                inertia=inertia,
            )
        )
    return rows


def drawn_frame(random: np.random.Generator, size: float = 0.3) -> Frame:
    return Frame(tuple(size * random.normal(size=3)), tuple(_unit(random.normal(size=4))))


def drawn_state(random: np.random.Generator, tree: Tree, environments: int) -> tuple[Doubles, Doubles, Doubles]:
    """Positions, velocities, efforts; no joint further than a right angle from rest, where D6 joints lose a freedom."""
    positions = random.uniform(-1.2, 1.2, (environments, tree.nq))
    first = tree.nodes.coordinate[tree.nodes.kind == MotionKind.BALL]
    for lane in first:
        positions[:, lane : lane + 4] = _unit(random.normal(size=(environments, 4)))
    return positions, random.normal(size=(environments, tree.nv)), random.normal(size=(environments, tree.nv))


def gentle_armature(random: np.random.Generator, tree: Tree) -> Doubles:
    """(nv,) one value for each joint, as MuJoCo has it; none for free ones."""
    of_joint = [0.0 if kind is JointKind.FREE else random.uniform(0.01, 0.1) for kind in tree.kinds]
    return np.repeat(of_joint, np.diff(tree.joint_dofs))


def _motions(random: np.random.Generator, kind: JointKind) -> tuple[Motion, ...] | None:
    if kind in _SINGLE:
        return (Motion(_SINGLE[kind], tuple(_unit(random.normal(size=3)))),)
    if kind is not JointKind.D6:
        return None
    axes = np.linalg.qr(random.normal(size=(3, 3)))[0]
    shifts = [Motion(MotionKind.TRANSLATION, tuple(axis)) for axis in axes[: random.integers(0, 3)]]
    return (*shifts, *(Motion(MotionKind.ROTATION, tuple(axis)) for axis in axes[: random.integers(0, 4)]))


def _body(random: np.random.Generator) -> tuple[float, tuple[float, ...], Doubles]:
    """Mass, centre and inertia of eight point masses."""
    points, masses = 0.15 * random.normal(size=(8, 3)), random.uniform(0.1, 0.3, 8)
    center = masses @ points / masses.sum()
    arms = points - center
    squares = (arms**2).sum(axis=1)
    inertia = np.einsum("p,pij->ij", masses, squares[:, None, None] * np.eye(3) - arms[:, :, None] * arms[:, None])
    return float(masses.sum()), tuple(center), inertia


def _unit(vectors: Doubles) -> Doubles:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
