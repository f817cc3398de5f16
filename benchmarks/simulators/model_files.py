"""Write what the engines read, in this process: `python -m benchmarks.simulators.model_files COUNT FOLDER`.

Besides the stage and its columns: the same model as MJCF, and each arm as URDF.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from benchmarks.stages import StageName, cached_stage
from columnar import open_scene, parse
from columnar.simulators import mujoco
from columnar.simulators.mechanism import Mechanism, MotionKind, build_mechanism
from populate import populate

__all__ = ["MODEL_FILES", "write_model_files"]

MODEL_FILES = {"stage": "", "columns": "columns.arrow", "mjcf": "model.xml", "urdf": "arms.json"}
"""Names beside the stage, by what they hold."""

_MOST = 1e6
"""URDF has no infinite numbers."""


def write_model_files(count: int, folder: Path) -> dict[str, str]:
    """Paths by the names of `MODEL_FILES`.

    Args:
        count: of bodies.
        folder: of all generated stages.
    """
    stage = cached_stage(StageName("robots", count), folder)
    files = {name: stage.with_name(file) if file else stage for name, file in MODEL_FILES.items()}
    populate(stage, files["columns"])
    scene = open_scene(files["columns"])
    parsed = parse(scene)
    files["mjcf"].write_text(mujoco.mjcf_text(mujoco.build(parsed, scene)), encoding="utf-8")
    files["urdf"].write_text(json.dumps(_arms(build_mechanism(parsed, scene))), encoding="utf-8")
    return {name: str(file) for name, file in files.items()}


def _arms(mechanism: Mechanism) -> list[str]:
    """An URDF text for each tree. Frames of joints coincide with those of the links they carry, as in `robots`."""
    tree, robots = mechanism.tree, {}
    if not np.allclose(tree.inner.rotation, (0, 0, 0, 1)) or tree.inner.position.any():
        raise ValueError("URDF has the frame of a joint in the link that it carries; this stage has not")
    motion_of = {body: place for place, body in enumerate(mechanism.motions.body.tolist())}
    root_of: dict[int, int] = {}
    for row in tree.order.tolist():
        parent = int(tree.parent[row])
        root_of[row] = row if parent < 0 else root_of[parent]
        if parent < 0:
            robots[row] = ElementTree.Element("robot", name=f"arm{row}")
        robot = robots[root_of[row]]
        _add_link(robot, mechanism, row)
        if parent >= 0:
            _add_joint(robot, mechanism, row, parent, motion_of[row])
    return [ElementTree.tostring(robot, encoding="unicode") for robot in robots.values()]


def _add_link(robot: ElementTree.Element, mechanism: Mechanism, row: int) -> None:
    masses = mechanism.bodies.masses
    link = ElementTree.SubElement(robot, "link", name=f"link{row}")
    inertial = ElementTree.SubElement(link, "inertial")
    ElementTree.SubElement(inertial, "origin", xyz=_text(masses.center[row]))
    ElementTree.SubElement(inertial, "mass", value=str(float(masses.mass[row])))
    upper = [(lane, other) for lane in range(3) for other in range(lane, 3)]
    moments = {f"i{'xyz'[lane]}{'xyz'[other]}": str(float(masses.inertia[row, lane, other])) for lane, other in upper}
    ElementTree.SubElement(inertial, "inertia", moments)


def _add_joint(robot: ElementTree.Element, mechanism: Mechanism, row: int, parent: int, place: int) -> None:
    motions, values = mechanism.motions, mechanism.motions.values
    kind = "prismatic" if motions.kind[place] == MotionKind.SLIDE else "revolute"
    joint = ElementTree.SubElement(robot, "joint", name=f"joint{row}", type=kind)
    ElementTree.SubElement(joint, "origin", xyz=_text(mechanism.tree.outer.position[row]))
    ElementTree.SubElement(joint, "parent", link=f"link{parent}")
    ElementTree.SubElement(joint, "child", link=f"link{row}")
    ElementTree.SubElement(joint, "axis", xyz=_text(motions.axis[place]))
    bounds = {"lower": values.lower[place], "upper": values.upper[place]}
    bounds |= {"effort": values.max_force[place], "velocity": values.max_velocity[place]}
    ElementTree.SubElement(joint, "limit", {name: str(min(float(value), _MOST)) for name, value in bounds.items()})


def _text(vector: np.ndarray) -> str:
    return " ".join(str(float(lane)) for lane in vector)


if __name__ == "__main__":
    sys.stdout.write("\n" + json.dumps(write_model_files(int(sys.argv[1]), Path(sys.argv[2]))) + "\n")
