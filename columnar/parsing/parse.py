"""`parse`: columns become descriptors, under the rules of one consumer."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from columnar.descriptors import Descriptors, Units
from columnar.parsing.actors import find_actors
from columnar.parsing.arrays import descriptor_table
from columnar.parsing.articulations import articulation_columns
from columnar.parsing.axes import axis_columns
from columnar.parsing.bodies import body_columns
from columnar.parsing.columns import SceneColumns
from columnar.parsing.drives import drive_columns
from columnar.parsing.filtered_pairs import filtered_pair_columns
from columnar.parsing.groups import group_columns
from columnar.parsing.joint_rows import joint_rows
from columnar.parsing.joints import joint_columns
from columnar.parsing.limits import limit_columns
from columnar.parsing.materials import material_columns
from columnar.parsing.mimics import mimic_columns
from columnar.parsing.namespace import Namespace, hidden_prims
from columnar.parsing.profiles import Profile, load_profile
from columnar.parsing.scenes import scene_columns
from columnar.parsing.shapes import shape_columns
from columnar.parsing.states import state_columns
from columnar.scene import Scene, numbered_by_path
from schemas.descriptors import DESCRIPTOR_TABLES

__all__ = ["parse"]


def parse(scene: Scene, profile: Profile | str = "ovphysx") -> Descriptors:
    """What a consumer makes of a scene's columns: joint descriptors and all that goes with them.

    Nothing is refused: what a consumer swallows in silence stands in the descriptors as the consumer has it. Angles
    are radians, gains per radian, lengths and masses in stage units. The same scene gives the same bytes.

    Args:
        scene: a populated, opened or hand-made scene.
        profile: the consumer: "ovphysx" (what its runtime really does), "openusd" (OpenUSD's own parser), or a profile
            of one's own.

    Raises:
        ProfileError: no such profile.
    """
    chosen = load_profile(profile) if isinstance(profile, str) else profile
    scene = numbered_by_path(scene)
    tables = _columns(scene, chosen)
    paths = scene.paths.arrow
    return Descriptors.from_tables(
        {name: _finished(name, tables[name], paths) for name in DESCRIPTOR_TABLES},
        profile=chosen.name,
        units=Units(
            meters_per_unit=scene.info["usd-metadata:metersPerUnit"],
            kilograms_per_unit=scene.info["usd-metadata:kilogramsPerUnit"],
            up_axis=scene.info["usd-metadata:upAxis"],
        ),
        paths=paths,
    )


def _columns(scene: Scene, profile: Profile) -> dict[str, dict[str, Any]]:
    """Columns of every table as numpy arrays."""
    names = Namespace(scene)
    columns = SceneColumns(scene, profile.parser, hidden_prims(scene, names))
    actors = find_actors(columns, names)
    joints = joint_rows(columns, names)
    joint_table = joint_columns(columns, joints, actors)
    return {
        "joints": joint_table,
        "limits": limit_columns(columns, joints),
        "drives": drive_columns(columns, joints),
        "axes": axis_columns(columns, joints),
        "states": state_columns(columns, joints),
        "mimics": mimic_columns(columns, joints),
        "bodies": body_columns(columns, actors),
        "shapes": shape_columns(columns, names, actors),
        "materials": material_columns(columns),
        "groups": group_columns(columns, names),
        "filtered_pairs": filtered_pair_columns(columns, names),
        "scenes": scene_columns(columns),
        "articulations": articulation_columns(columns, names, actors, joints, joint_table),
    }


def _finished(name: str, columns: dict[str, Any], paths: pa.Array) -> pa.Table:
    return descriptor_table(DESCRIPTOR_TABLES[name], columns, paths)
