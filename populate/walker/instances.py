"""Which instances of the multiple-apply APIs outside OpenUSD's parser a joint of each type reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from populate.walker.parsed import ParsedJoint
from schemas.descriptors import JointType, LimitAxis

__all__ = ["ENVELOPES", "MIMICS", "PROPERTIES", "STATES", "applied_axes"]

_TRANSLATIONS: Final = (LimitAxis.TRANS_X, LimitAxis.TRANS_Y, LimitAxis.TRANS_Z)
_ROTATIONS: Final = (LimitAxis.ROT_X, LimitAxis.ROT_Y, LimitAxis.ROT_Z)

Axes = Mapping[JointType, tuple[LimitAxis, ...]]

STATES: Final[Axes] = {
    JointType.REVOLUTE: (LimitAxis.ANGULAR,),
    JointType.PRISMATIC: (LimitAxis.LINEAR,),
    JointType.D6: (*_TRANSLATIONS, *_ROTATIONS),
}
PROPERTIES: Final[Axes] = {
    JointType.REVOLUTE: (LimitAxis.ANGULAR,),
    JointType.PRISMATIC: (LimitAxis.LINEAR,),
    JointType.SPHERICAL: _ROTATIONS,
    JointType.D6: _ROTATIONS,
}
ENVELOPES: Final[Axes] = {
    JointType.REVOLUTE: (LimitAxis.ANGULAR,),
    JointType.PRISMATIC: (LimitAxis.LINEAR,),
    JointType.D6: _ROTATIONS,
}
MIMICS: Final[Axes] = {
    JointType.REVOLUTE: _ROTATIONS,
    JointType.PRISMATIC: _ROTATIONS,
    JointType.D6: _ROTATIONS,
}
"""PhysxMimicJointAPI names a rotation even on a slider, which has only one axis."""


def applied_axes(joint: ParsedJoint, api: str, read: Axes) -> Iterator[LimitAxis]:
    """The axes whose instance of `api` is applied to a joint that reads it, in the order of rows."""
    return (axis for axis in read.get(joint.type, ()) if f"{api}:{axis}" in joint.opinions.apis)
