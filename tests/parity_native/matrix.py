"""Generated stages: joints of every type, axis, limit pattern, scale and kind of target, free and in articulations."""

from __future__ import annotations

from collections.abc import Iterator
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
}

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


class _Pair(NamedTuple):
    """One joint with its two bodies."""

    kind: str
    axis: str = "X"
    limits: str = "none"
    scale: str = "plain"
    target: str = "body"
    swapped: bool = False

    @property
    def name(self) -> str:
        words = (self.kind, self.axis, self.limits, self.scale, self.target, "swapped" if self.swapped else "")
        return "_".join(word for word in words if word)


def matrix_stages(folder: Path) -> Iterator[tuple[str, Path]]:
    """Write the stages; yields name and file of each."""
    with_axis = ("revolute", "prismatic", "spherical")
    groups = {
        "limits": [_Pair(*row) for row in product(with_axis, "XYZ", LIMITS)],
        "d6": [_Pair("d6", limits=limits, target=target) for limits, target in product(LIMITS, ("body", "world"))],
        "distance": [_Pair("distance", limits=limits) for limits in ("none", "both", "lower", "upper")],
        "frames": [
            _Pair(kind, axis="Y", scale=scale, target=target)
            for kind, scale, target in product(("revolute", "fixed"), SCALES, TARGETS)
        ],
        "types": [_Pair(kind, axis="Z", target=target) for kind, target in product(TYPES, TARGETS)],
        "swapped": [
            _Pair(kind, axis, limits, swapped=True)
            for kind, axis, limits in product(("revolute", "prismatic", "spherical"), "XYZ", ("none", "both", "lower"))
        ],
    }
    for group, pairs in groups.items():
        for articulated in (False, True):
            name = f"{group}_{'articulated' if articulated else 'free'}"
            file = folder / f"{name}.usda"
            file.write_text(_stage(pairs, articulated=articulated), encoding="utf-8")
            yield name, file


def _stage(pairs: list[_Pair], *, articulated: bool) -> str:
    groups = "\n".join(_group(pair, place, articulated=articulated) for place, pair in enumerate(pairs))
    units = 'metersPerUnit = 1\n    kilogramsPerUnit = 1\n    upAxis = "Z"'
    return f'#usda 1.0\n(\n    {units}\n)\n\ndef PhysicsScene "Scene"\n{{\n}}\n\ndef Xform "World"\n{{\n{groups}\n}}\n'


def _group(pair: _Pair, place: int, *, articulated: bool) -> str:
    """A prim with the two bodies, what side 0 targets, and the joint."""
    above, own = SCALES[pair.scale]
    root = ["PhysicsArticulationRootAPI"] if articulated else []
    path = f"/World/{pair.name}"
    inside = [
        _prim("Xform", "first", _body("(1, 0.5, 0)", "(10, 20, 30)", own), ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
        if pair.target != "disabled"
        else _prim("Xform", "first", _body("(1, 0.5, 0)", "(10, 20, 30)", own, enabled=False), ["PhysicsRigidBodyAPI"]),
        _prim(
            "Xform", "second", _body("(2, 0, 0)", "(0, 0, 0)", "(1, 1, 1)"), ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]
        ),
        _prim("Cube", "wall", _place("(-2, 0, 1)", "(0, 30, 0)", "(1, 2, 1)"), ["PhysicsCollisionAPI"]),
        _joint(pair, path),
    ]
    placed = _place(f"({10 * place}, 0, 0)", "(0, 0, 45)", above)
    return _prim("Xform", pair.name, placed + "\n" + "\n".join(inside), root)


def _body(translate: str, rotate: str, scale: str, *, enabled: bool = True) -> str:
    """A body with a collider and two places below it that joints can target; a collider of its own gives each a row."""
    sites = [
        _prim("Xform", "site", _place("(0.3, 0.1, 0)", "(0, 0, 30)", "(1, 1, 1)") + _collider("(0, 0, 0)"), []),
        _prim(
            "Xform", "scaled_site", _place("(0.3, 0.1, 0)", "(0, 40, 30)", "(2, 1, 0.5)") + _collider("(0, 0, 0)"), []
        ),
    ]
    flags = "" if enabled else "bool physics:rigidBodyEnabled = 0\n"
    mass = "float physics:mass = 1\n" if enabled else ""
    return _place(translate, rotate, scale) + flags + mass + _collider("(0, 0, 0.4)") + "\n".join(sites)


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


def _joint(pair: _Pair, path: str) -> str:
    targets = {
        "body": f"{path}/first",
        "site": f"{path}/first/site",
        "scaled_site": f"{path}/first/scaled_site",
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


def _limits_and_drives(pair: _Pair) -> tuple[list[str], list[str]]:
    """APIs and properties of the joint's limits and drives."""
    bounds = LIMITS[pair.limits]
    if pair.kind == "d6":
        return _d6(bounds)
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


def _d6(bounds: tuple[float | str, float | str] | None) -> tuple[list[str], list[str]]:
    apis = [f"PhysicsLimitAPI:trans{axis}" for axis in "XYZ"] + ["PhysicsDriveAPI:rotX"]
    lines = [
        f"float limit:trans{axis}:physics:{end} = {value}"
        for axis in "XYZ"
        for end, value in (("low", 1), ("high", -1))
    ]
    if bounds is not None:
        apis.append("PhysicsLimitAPI:rotX")
        lines += [
            f"float limit:rotX:physics:{end} = {value}" for end, value in zip(("low", "high"), bounds, strict=True)
        ]
    return apis, lines + _drive("rotX")


def _drive(instance: str) -> list[str]:
    values = {"stiffness": 100, "damping": 10, "targetPosition": 15, "targetVelocity": 3, "maxForce": 50}
    return [f"float drive:{instance}:physics:{name} = {value}" for name, value in values.items()]


def _prim(kind: str, name: str, inside: str, apis: list[str]) -> str:
    listed = ", ".join(f'"{api}"' for api in apis)
    metadata = f" (\n    prepend apiSchemas = [{listed}]\n)" if apis else ""
    return f'def {kind} "{name}"{metadata}\n{{\n{inside}\n}}\n'
