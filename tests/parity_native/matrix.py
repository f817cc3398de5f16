"""Generated stages: joints of every type, axis, limit pattern, scale and kind of target, free and in articulations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

__all__ = ["matrix_stages"]

TYPES = {
    "revolute": "PhysicsRevoluteJoint",
    "prismatic": "PhysicsPrismaticJoint",
    "spherical": "PhysicsSphericalJoint",
    "fixed": "PhysicsFixedJoint",
    "distance": "PhysicsDistanceJoint",
    "d6": "PhysicsJoint",
    "d6_linear": "PhysicsJoint",
}
"""Prim types; a D6 turns about one axis, or slides along one."""

_AXES = dict.fromkeys(("revolute", "prismatic", "spherical", "d6", "d6_linear"), "XYZ")

LIMITS = {
    "none": None,
    "both": (-30.0, 45.0),
    "lower": (-30.0, "inf"),
    "upper": ("-inf", 45.0),
    "point": (0.0, 0.0),
    "inverted": (30.0, -30.0),
    "beyond": (-720.0, 540.0),
    "huge": (-1e38, 1e30),
    "nan": (-10.0, "nan"),
}
"""Bounds by pattern: degrees for angles, lengths else."""

_LIMITED = {"fixed": ("none",)}
"""Patterns of types that do not take all of them."""

SCALES = {
    "plain": ("(1, 1, 1)", "(1, 1, 1)"),
    "uniform": ("(1, 1, 1)", "(2, 2, 2)"),
    "uneven": ("(1, 1, 1)", "(2, 3, 4)"),
    "mirrored": ("(1, 1, 1)", "(-1, 1, 2)"),
    "sheared": ("(3, 1, 1.5)", "(1, 2, 1)"),
    "mirrored_shear": ("(3, -1, 1.5)", "(1, 2, 1)"),
}
"""Scale of the group above the bodies, and of body 0."""

TARGETS = ("body", "site", "scaled_site", "collider", "world", "missing", "missing_below", "static", "disabled")
"""What side 0 targets: a body, something in one, nothing, or something that does not move."""

_SITE = ("(0.3, 0.1, 0)", "(0, 0, 30)", "(1, 1, 1)")
SITES = {"site": _SITE, "disabled": _SITE, "scaled_site": ("(0.3, 0.1, 0)", "(0, 40, 30)", "(2, 1, 0.5)")}
"""Translation, rotation and scale of the place in body 0, by target."""


class Pair(NamedTuple):
    """One joint with its two bodies."""

    kind: str
    axis: str = "X"
    limits: str = "none"
    scale: str = "plain"
    target: str = "body"
    swapped: bool = False

    @property
    def name(self) -> str:
        """The prim that holds all of it."""
        return "_".join((*self[:5], "swapped")[: 5 + self.swapped])


def matrix_pairs() -> Mapping[str, list[Pair]]:
    """Every joint of the matrix by its stage: all that its type, axis, limits, scale and target can be together."""
    found = {
        kind: [
            Pair(*choice)
            for choice in product([kind], _AXES.get(kind, "X"), _LIMITED.get(kind, LIMITS), SCALES, TARGETS)
        ]
        for kind in TYPES
    }
    swapped = product(("revolute", "prismatic", "spherical", "d6"), "XYZ", LIMITS)
    return found | {"swapped": [Pair(kind, axis, limits, swapped=True) for kind, axis, limits in swapped]}


def matrix_stages(folder: Path) -> Iterator[tuple[str, Path]]:
    """Write the stages; yields name and file of each."""
    for group, pairs in matrix_pairs().items():
        for articulated in (False, True):
            name = f"{group}_{'articulated' if articulated else 'free'}"
            file = folder / f"{name}.usda"
            file.write_text(_stage(pairs, articulated=articulated), encoding="utf-8")
            yield name, file


def _stage(pairs: list[Pair], *, articulated: bool) -> str:
    groups = "\n".join(_group(pair, place, articulated=articulated) for place, pair in enumerate(pairs))
    units = 'metersPerUnit = 1\n    kilogramsPerUnit = 1\n    upAxis = "Z"'
    return f'#usda 1.0\n(\n    {units}\n)\n\ndef PhysicsScene "Scene"\n{{\n}}\n\ndef Xform "World"\n{{\n{groups}\n}}\n'


def _group(pair: Pair, place: int, *, articulated: bool) -> str:
    """A prim with the two bodies, what side 0 targets, and the joint."""
    above, own = SCALES[pair.scale]
    root = ["PhysicsArticulationRootAPI"] if articulated else []
    path = f"/World/{pair.name}"
    moving = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]
    off = pair.target == "disabled"
    first = _body("(1, 0.5, 0)", "(10, 20, 30)", own, pair.target, enabled=not off)
    inside = [
        _prim("Xform", "first", first, moving[: 1 if off else 2]),
        _prim("Xform", "second", _body("(2, 0, 0)", "(0, 0, 0)", "(1, 1, 1)", ""), moving),
        _joint(pair, path),
    ]
    if pair.target == "static":
        inside.append(_prim("Cube", "wall", _place("(-2, 0, 1)", "(0, 30, 0)", "(1, 2, 1)"), ["PhysicsCollisionAPI"]))
    placed = _place(f"({10 * (place % 100)}, {10 * (place // 100)}, 0)", "(0, 0, 45)", above)
    return _prim("Xform", pair.name, placed + "\n" + "\n".join(inside), root)


def _body(translate: str, rotate: str, scale: str, target: str, *, enabled: bool = True) -> str:
    """A body with a collider, and the place below it that the joint targets; a collider of its own gives that a row."""
    flags = "float physics:mass = 1\n" if enabled else "bool physics:rigidBodyEnabled = 0\n"
    place = SITES.get(target)
    site = "" if place is None else _prim("Xform", "site", _place(*place) + _collider("(0, 0, 0)"), [])
    return _place(translate, rotate, scale) + flags + _collider("(0, 0, 0.4)") + site


def _collider(translate: str) -> str:
    return _prim(
        "Cube", "geo", "double size = 0.1\n" + _place(translate, "(0, 0, 0)", "(1, 1, 1)"), ["PhysicsCollisionAPI"]
    )


def _place(translate: str, rotate: str, scale: str) -> str:
    return (
        f"double3 xformOp:translate = {translate}\n"
        f"float3 xformOp:rotateXYZ = {rotate}\n"
        f"float3 xformOp:scale = {scale}\n"
        'uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ", "xformOp:scale"]\n'
    )


def _joint(pair: Pair, path: str) -> str:
    targets = {
        "body": f"{path}/first",
        "site": f"{path}/first/site",
        "scaled_site": f"{path}/first/site",
        "collider": f"{path}/first/geo",
        "world": None,
        "missing": f"{path}/nowhere",
        "missing_below": f"{path}/first/nowhere/at/all",
        "static": f"{path}/wall",
        "disabled": f"{path}/first/site",
    }
    sides = [targets[pair.target], f"{path}/second"]
    if pair.swapped:
        sides.reverse()
    lines = [f"rel physics:body{side} = <{target}>" for side, target in enumerate(sides) if target]
    lines += [
        "point3f physics:localPos0 = (0.2, 0.1, -0.3)",
        "quatf physics:localRot0 = (0.9238795, 0, 0.3826834, 0)",
        "point3f physics:localPos1 = (-0.1, 0, 0.2)",
        "quatf physics:localRot1 = (1, 0, 0, 0)",
    ]
    apis, more = _limits_and_drives(pair)
    return _prim(TYPES[pair.kind], "joint", "\n".join([*lines, *more]), apis)


def _limits_and_drives(pair: Pair) -> tuple[list[str], list[str]]:
    """APIs and properties of the joint's limits and drives."""
    bounds = LIMITS[pair.limits]
    if pair.kind.startswith("d6"):
        return _d6(pair, bounds)
    lines = (
        [f'uniform token physics:axis = "{pair.axis}"'] if pair.kind in ("revolute", "prismatic", "spherical") else []
    )
    names = {
        "revolute": ("lowerLimit", "upperLimit"),
        "prismatic": ("lowerLimit", "upperLimit"),
        "spherical": ("coneAngle0Limit", "coneAngle1Limit"),
        "distance": ("minDistance", "maxDistance"),
    }.get(pair.kind)
    if bounds is not None and names is not None:
        values = [abs(bound) if pair.kind == "spherical" and isinstance(bound, float) else bound for bound in bounds]
        lines += [f"float physics:{name} = {value}" for name, value in zip(names, values, strict=True)]
    instance = {"revolute": "angular", "prismatic": "linear"}.get(pair.kind)
    if instance is None:
        return [], lines
    return [f"PhysicsDriveAPI:{instance}"], lines + _drive(instance)


def _d6(pair: Pair, bounds: tuple[float | str, float | str] | None) -> tuple[list[str], list[str]]:
    """All six freedoms locked but the one in question."""
    freedom = f"{'trans' if pair.kind == 'd6_linear' else 'rot'}{pair.axis}"
    locked: dict[str, tuple[float | str, float | str] | None] = {
        f"{kind}{axis}": (1, -1) for kind in ("trans", "rot") for axis in "XYZ"
    }
    limits = locked | {freedom: bounds}
    lines = [
        f"float limit:{name}:physics:{end} = {value}"
        for name, pattern in limits.items()
        if pattern is not None
        for end, value in zip(("low", "high"), pattern, strict=True)
    ]
    apis = [f"PhysicsLimitAPI:{name}" for name, pattern in limits.items() if pattern is not None]
    return [*apis, f"PhysicsDriveAPI:{freedom}"], lines + _drive(freedom)


def _drive(instance: str) -> list[str]:
    values = {"stiffness": 100, "damping": 10, "targetPosition": 15, "targetVelocity": 3, "maxForce": 50}
    return [f"float drive:{instance}:physics:{name} = {value}" for name, value in values.items()]


def _prim(kind: str, name: str, inside: str, apis: list[str]) -> str:
    listed = ", ".join(f'"{api}"' for api in apis)
    metadata = f" (\n    prepend apiSchemas = [{listed}]\n)" if apis else ""
    return f'def {kind} "{name}"{metadata}\n{{\n{inside}\n}}\n'
