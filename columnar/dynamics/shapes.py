"""Shapes on links: what they are, where, how rough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from columnar.dynamics.arrays import Doubles, Ids
from columnar.dynamics.links import Frame
from columnar.geometry import TriangleMesh

__all__ = ["Frictions", "LinkShapes", "Shape"]


@dataclass(frozen=True)
class Shape:
    """One shape on a link.

    Attributes:
        name: the path of its prim.
        link: name of the link.
        kind: "sphere", "cube", "capsule", "cylinder", "cone", "plane" or "mesh".
        frame: in the space of the link.
        half_extents: of a cube.
        radius, half_height: of a sphere, capsule (without its caps), cylinder, cone.
        axis: "X", "Y" or "Z": the long axis of a capsule, cylinder, cone.
        mesh: points and triangles of a mesh, sizes applied; None where they are not known.
        collides: False for shapes that are only seen.
        friction: sliding coefficient.
        torsional_friction, rolling_friction: lengths.
    """

    name: str
    link: str
    kind: str
    frame: Frame = field(default_factory=Frame)
    half_extents: Sequence[float] = (0.0, 0.0, 0.0)
    radius: float = 0.0
    half_height: float = 0.0
    axis: str = "Z"
    mesh: TriangleMesh | None = None
    collides: bool = True
    friction: float = 0.5
    torsional_friction: float = 0.0
    rolling_friction: float = 0.0


@dataclass
class Frictions:
    """Coefficients of all colliding shapes of an articulation, (shapes,) each, shared by all environments."""

    sliding: Doubles
    torsional: Doubles
    rolling: Doubles


@dataclass
class LinkShapes:
    """The shapes of an articulation: those of one link next to each other, links in tree order.

    Attributes:
        geoms: shapes that collide.
        geom_offsets: (L + 1,) those of link i are `geom_offsets[i]` to `geom_offsets[i + 1]`.
        vgeoms: shapes that are only seen.
        vgeom_offsets: (L + 1,) likewise.
        first_geom: index of the first geom in the whole scene.
        frictions: of geoms; may be written to.
    """

    geoms: tuple[Shape, ...] = ()
    geom_offsets: Ids = field(default_factory=lambda: np.zeros(1, np.int64))
    vgeoms: tuple[Shape, ...] = ()
    vgeom_offsets: Ids = field(default_factory=lambda: np.zeros(1, np.int64))
    first_geom: int = 0
    frictions: Frictions = field(default_factory=lambda: Frictions(*(np.zeros(0) for _ in range(3))))

    @classmethod
    def of(cls, link_names: Sequence[str], shapes: Sequence[Shape], *, first_geom: int = 0) -> LinkShapes:
        """Shapes in any order; those of other links are left out."""
        place = {name: index for index, name in enumerate(link_names)}
        own = sorted((shape for shape in shapes if shape.link in place), key=lambda shape: place[shape.link])
        parts = [[shape for shape in own if shape.collides is collides] for collides in (True, False)]
        offsets = [_offsets([place[shape.link] for shape in part], len(link_names)) for part in parts]
        lanes = ("friction", "torsional_friction", "rolling_friction")
        frictions = Frictions(*(np.array([getattr(shape, lane) for shape in parts[0]], np.float64) for lane in lanes))
        return cls(tuple(parts[0]), offsets[0], tuple(parts[1]), offsets[1], first_geom, frictions)


def _offsets(links: Sequence[int], count: int) -> Ids:
    found: Ids = np.searchsorted(np.array(links, np.int64), np.arange(count + 1)).astype(np.int64)
    return found
