"""`tree`: the joint trees of a scene, with types, limits and drives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from columnar.commands.errors import CommandError
from columnar.commands.opener import Opener
from columnar.commands.outputs import check_outputs
from columnar.commands.tree_picture import TreeLine, tree_picture
from columnar.dynamics import Articulation, Refusal
from columnar.file import replacing
from columnar.parsing import load_profile, parse
from columnar.reports import Block, CommandResult, Facts, Grid, Lines
from columnar.simulators import featherstone

__all__ = ["tree_file"]


def tree_file(file: Path, *, opener: Opener, profile: str, picture: Path | None = None) -> CommandResult:
    """The joint tree of every articulation; the exit code is 1 if one is refused.

    Args:
        file: what the user named.
        opener: opens it.
        profile: the consumer whose rules the columns are parsed by.
        picture: SVG file to draw the trees into.

    Raises:
        CommandError: there is no articulation, or the picture is the input.
        ProfileError: no such profile.
        SceneFileError: the file cannot be opened, or the picture not written.
    """
    check_outputs(file, picture)
    scene = opener(file)
    built = featherstone.build(parse(scene, load_profile(profile)), scene)
    if not built.articulations and not built.refused:
        raise CommandError(f"{file}: no articulation; a tree hangs on a prim with PhysicsArticulationRootAPI")
    joints = [(one, list(_joints(one))) for one in built.articulations]
    if picture is not None:
        drawn = [(one.name, [TreeLine(joint.depth, _text(joint)) for joint in found]) for one, found in joints]
        with replacing(picture) as stream:
            stream.write(tree_picture(drawn).encode())
    return CommandResult(
        lambda: _data(joints, built.refused),
        lambda: _blocks(joints, built.refused),
        exit_code=int(bool(built.refused)),
    )


class _Joint(NamedTuple):
    depth: int
    link: str
    joint: str
    kind: str
    limits: list[list[float | None]]
    drives: list[dict[str, float | str | None] | None]
    mass: float


def _joints(articulation: Articulation) -> Iterator[_Joint]:
    """Joints depth first, so that children stand below their parent."""
    tree, dofs = articulation.tree, articulation.mechanism.dofs
    waiting = [(index, 0) for index in reversed(np.flatnonzero(tree.link_parent < 0).tolist())]
    while waiting:
        index, depth = waiting.pop()
        waiting += [(child, depth + 1) for child in reversed(tree.children(index).tolist())]
        own = range(int(tree.joint_dofs[index]), int(tree.joint_dofs[index + 1]))
        yield _Joint(
            depth,
            tree.link_names[index],
            tree.joint_names[index],
            str(tree.kinds[index]),
            [[_bound(dofs.lower[dof]), _bound(dofs.upper[dof])] for dof in own],
            [_drive(articulation, dof) for dof in own],
            float(tree.mass[index]),
        )


def _bound(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _drive(articulation: Articulation, dof: int) -> dict[str, float | str | None] | None:
    dofs = articulation.mechanism.dofs
    stiffness, damping = float(dofs.drive_stiffness[dof]), float(dofs.drive_damping[dof])
    if not (stiffness or damping):
        return None
    return {
        "type": "acceleration" if dofs.drive_accelerates[dof] else "force",
        "stiffness": stiffness,
        "damping": damping,
        "position": float(dofs.drive_position[dof]),
        "velocity": float(dofs.drive_velocity[dof]),
        "max_effort": _bound(dofs.drive_max_effort[dof]),
    }


def _text(joint: _Joint) -> str:
    parts = [f"{joint.link.rsplit('/', 1)[-1]}  {joint.kind}"]
    if joint.joint != joint.link:
        parts.append(f"by {joint.joint.rsplit('/', 1)[-1]}")
    for lower, upper in joint.limits:
        if lower is not None or upper is not None:
            parts.append(f"[{_number(lower, '-inf')}, {_number(upper, 'inf')}]")
    driven = [drive for drive in joint.drives if drive is not None]
    parts += [f"drive k={drive['stiffness']:.4g} d={drive['damping']:.4g}" for drive in driven]
    return "  ".join(parts)


def _number(value: float | None, otherwise: str) -> str:
    return otherwise if value is None else f"{value:.4g}"


def _data(joints: Sequence[tuple[Articulation, list[_Joint]]], refused: Sequence[Refusal]) -> dict[str, Any]:
    return {
        "articulations": [
            {
                "path": one.name,
                "joints": [joint._asdict() for joint in found],
                "mimics": len(one.mechanism.mimics),
                "loops": [loop.name for loop in one.mechanism.loops],
                "notes": list(one.notes),
            }
            for one, found in joints
        ],
        "refused": [{"path": refusal.path, "reason": refusal.reason} for refusal in refused],
    }


def _blocks(joints: Sequence[tuple[Articulation, list[_Joint]]], refused: Sequence[Refusal]) -> Sequence[Block]:
    blocks: list[Block] = []
    for one, found in joints:
        facts = [
            ("links", str(len(one.tree))),
            ("freedoms", str(one.tree.nv)),
            ("mass", f"{one.tree.mass.sum():.6g}"),
            ("mimics", str(len(one.mechanism.mimics))),
            ("loops", str(len(one.mechanism.loops))),
        ]
        blocks.append(Facts(one.name, facts))
        blocks.append(Lines("tree", [f"{'  ' * joint.depth}{_text(joint)}" for joint in found]))
        if one.notes:
            blocks.append(Lines("left out", list(one.notes)))
    if refused:
        blocks.append(Grid("refused", ("articulation", "why"), [(one.path, one.reason) for one in refused]))
    return blocks
