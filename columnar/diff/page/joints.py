"""The joints of a page: pictures of each, as both sides have it where they differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from columnar.descriptors import Descriptors
from columnar.diff.page.frame_picture import frame_picture
from columnar.diff.page.limit_picture import limit_picture
from columnar.diff.page.world_frames import WorldFrames
from columnar.reports import Markup, element

__all__ = ["MOST_JOINTS", "joint_figures"]

MOST_JOINTS: Final = 500
"""Joints shown; those with differences come first."""


def joint_figures(sides: Sequence[tuple[str, Descriptors]], differing: Sequence[str]) -> tuple[list[Markup], int]:
    """A figure per joint, in path order, and how many joints have none.

    Args:
        sides: name and descriptors of each side.
        differing: paths of joints with differences.
    """
    drawers = [_Drawer(name, descriptors) for name, descriptors in sides]
    wanted = dict.fromkeys(differing)
    every = dict.fromkeys([*wanted, *(path for drawer in drawers for path in drawer.rows)])
    shown = sorted(list(every)[:MOST_JOINTS], key=str.encode)
    figures = [_figure(path, drawers if path in wanted else drawers[:1]) for path in shown]
    return figures, len(every) - len(shown)


class _Drawer:
    """Draws the joints of one side."""

    def __init__(self, name: str, descriptors: Descriptors) -> None:
        self.name = name
        paths = descriptors.joints.arrow["path"].to_pylist()
        self.rows: Mapping[str, int] = {path: row for row, path in enumerate(paths)}
        self._frames = WorldFrames(descriptors)
        self._joints = descriptors.joints
        self._limits: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for limit in descriptors.limits.arrow.to_pylist():
            self._limits[limit["joint"]].append(limit)

    def draw(self, path: str) -> Iterator[Markup]:
        """The pictures of a joint, or that there is none."""
        row = self.rows.get(path)
        yield element("p", self.name, class_="side")
        if row is None:
            yield element("p", "no such joint")
            return
        joint = self._joints[row]
        kind = str(joint.type) if joint.axis is None else f"{joint.type} about {joint.axis}"
        yield element("p", f"{kind}: {joint.body0 or 'world'} to {joint.body1 or 'world'}", class_="small")
        yield frame_picture(self._frames.of(row), f"the two frames of {path}")
        yield limit_picture(self._limits[path], f"the limits of {path}")


def _figure(path: str, drawers: Sequence[_Drawer]) -> Markup:
    sides = [element("div", *drawer.draw(path), class_="pictures") for drawer in drawers]
    return element("figure", element("figcaption", path), *sides, data_path=path)
