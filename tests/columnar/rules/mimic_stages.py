"""Stages of two joints of which one follows the other, each with one thing about it that runtimes judge differently."""

from __future__ import annotations

__all__ = ["FOLLOWER", "mimic_stage", "mimic_stages"]

FOLLOWER = "/World/F"
"""The follower of every stage; of `apart` it is /World/R2/F."""

_HEADER = '#usda 1.0\n(\n    defaultPrim = "World"\n    metersPerUnit = 1\n    upAxis = "Z"\n)\n'
_HINGE, _SLIDER, _BALL, _D6 = (f"Physics{name}Joint" for name in ("Revolute", "Prismatic", "Spherical", ""))
_LIMITS = {_HINGE: (-45, 45), _SLIDER: (-0.5, 0.5)}
_TRANSLATIONS = ("transX", "transY", "transZ")
_EXCLUDED = "uniform bool physics:excludeFromArticulation = true"


def mimic_stages() -> tuple[str, ...]:
    """Names of the stages."""
    return tuple(_STAGES)


def mimic_stage(name: str) -> str:
    """A stage as a layer."""
    return _STAGES[name]


def _prim(kind: str, name: str, apis: tuple[str, ...] = (), body: str = "") -> str:
    applied = (
        f" (\n    prepend apiSchemas = [{', '.join(f'{chr(34)}{api}{chr(34)}' for api in apis)}]\n)" if apis else ""
    )
    return f'def {kind} "{name}"{applied}\n{{\n{body}}}\n'


def _body(name: str, x: float) -> str:
    place = f'double3 xformOp:translate = ({x}, 0, 1)\nuniform token[] xformOpOrder = ["xformOp:translate"]\n'
    shape = _prim("Cube", "geo", ("PhysicsCollisionAPI",), "double size = 0.1\n")
    return _prim("Xform", name, ("PhysicsRigidBodyAPI", "PhysicsMassAPI"), f"{place}float physics:mass = 1\n{shape}")


def _joint(
    kind: str,
    name: str,
    body: str,
    x: float,
    *lines: str,
    leader: str | None = None,
    limits: bool = True,
    root: str = "",
) -> str:
    text = f"rel physics:body0 = </World{root}/base>\nrel physics:body1 = </World{root}/{body}>\n"
    text += f"point3f physics:localPos1 = ({x}, 0, 0)\n" + "".join(f"{line}\n" for line in lines)
    if limits and kind in _LIMITS:
        text += f"float physics:lowerLimit = {_LIMITS[kind][0]}\nfloat physics:upperLimit = {_LIMITS[kind][1]}\n"
    apis = () if leader is None else ("NewtonMimicAPI",)
    if kind == _D6:
        apis = (*apis, *(f"PhysicsLimitAPI:{axis}" for axis in _TRANSLATIONS))
        locks = (
            f"float limit:{axis}:physics:high = -1\nfloat limit:{axis}:physics:low = 1\n" for axis in _TRANSLATIONS
        )
        text += "".join(locks)
    return _prim(kind, name, apis, text + (f"rel newton:mimicJoint = {leader}\n" if leader else ""))


def _leader(kind: str = _HINGE, *lines: str, **options: object) -> str:
    return _joint(kind, "L", "a", -1, *lines, **options)


def _follower(kind: str = _HINGE, *lines: str, leader: str = "</World/L>", limits: bool = True) -> str:
    return _joint(kind, "F", "b", 1, *lines, leader=leader, limits=limits)


def _stage(*joints: str, root: bool = True) -> str:
    pin = _prim(
        "PhysicsFixedJoint", "pin", (), "rel physics:body1 = </World/base>\npoint3f physics:localPos0 = (0, 0, 1)\n"
    )
    bodies = _body("base", 0) + _body("a", 1) + _body("b", -1) + _body("c", 2)
    held = _joint(_HINGE, "held", "c", -2)
    apis = ("PhysicsArticulationRootAPI",) if root else ()
    return _HEADER + _prim("PhysicsScene", "Sim") + _prim("Xform", "World", apis, bodies + pin + held + "".join(joints))


def _apart() -> str:
    first = _body("base", 0) + _body("a", 1) + _joint(_HINGE, "L", "a", -1, root="/R1")
    second = _body("base", 3) + _body("a", 4) + _joint(_HINGE, "F", "a", -1, leader="</World/R1/L>", root="/R2")
    roots = (
        _prim("Xform", name, ("PhysicsArticulationRootAPI",), text) for name, text in (("R1", first), ("R2", second))
    )
    return _HEADER + _prim("PhysicsScene", "Sim") + _prim("Xform", "World", (), "".join(roots))


_STAGES = {
    "legal": _stage(_leader(), _follower()),
    "disabled": _stage(_leader(), _follower(_HINGE, "bool newton:mimicEnabled = false")),
    "no_leader": _stage(_leader(), _follower(leader="")),
    "leader_is_no_joint": _stage(_leader(), _follower(leader="</World/a>")),
    "leader_is_missing": _stage(_leader(), _follower(leader="</World/x>")),
    "two_leaders": _stage(_leader(), _follower(leader="[</World/L>, </World/held>]")),
    "self": _stage(_leader(), _follower(leader="</World/F>")),
    "ball_follows": _stage(_leader(), _follower(_BALL)),
    "ball_leads": _stage(_leader(_BALL), _follower()),
    "d6_follows": _stage(_leader(), _follower(_D6)),
    "slider_follows_hinge": _stage(_leader(), _follower(_SLIDER)),
    "hinge_follows_slider": _stage(_leader(_SLIDER), _follower()),
    "cycle": _stage(_leader(leader="</World/F>"), _follower()),
    "chain": _stage(_leader(leader="</World/held>"), _follower()),
    "apart": _apart(),
    "outside": _stage(_leader(), _follower(), root=False),
    "follower_excluded": _stage(_leader(), _follower(_HINGE, _EXCLUDED)),
    "leader_excluded": _stage(_leader(_HINGE, _EXCLUDED), _follower()),
    "follower_unlimited": _stage(_leader(), _follower(limits=False)),
    "leader_unlimited": _stage(_leader(limits=False), _follower()),
}
