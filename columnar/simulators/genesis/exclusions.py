"""MJCF for Genesis, without exclusions that it does not need."""

from __future__ import annotations

from xml.etree import ElementTree

from columnar.simulators import mujoco

__all__ = ["lean_mjcf"]


def lean_mjcf(between: mujoco.MujocoModel) -> str:
    """MJCF without the exclusions of bodies that a joint of the tree joins, and of a world without shapes.

    Genesis lets joined bodies pass by itself, and looks for bit masks that give all exclusions at once, which takes it
    minutes already for some dozens.
    """
    root = ElementTree.fromstring(mujoco.mjcf_text(between))
    paths, parents = between.mechanism.bodies.paths, between.mechanism.tree.parent.tolist()
    needless = {frozenset((paths[row], paths[parent])) for row, parent in enumerate(parents) if parent >= 0}
    if root.find("worldbody/geom") is None:
        needless |= {frozenset(("world", path)) for path in paths}
    for contact in root.iter("contact"):
        kept = [entry for entry in contact if frozenset((entry.get("body1"), entry.get("body2"))) not in needless]
        contact[:] = kept
    return ElementTree.tostring(root, encoding="unicode")
