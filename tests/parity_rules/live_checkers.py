"""Runs the shipped checkers over stages, in an environment of their own; imports nothing of this project.

Reads the paths of stages from standard input, one a line, and writes a line of JSON for each: the prims that fail each
requirement, and the requirements whose checker broke down.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
import types
from pathlib import Path

import newton_usd_schemas  # noqa: F401
import physx_usd_schemas.PhysxSchema
import pxr
from pxr import Tf, Usd, UsdValidation


class NamedApi(str):
    """A PhysX schema by name, which `Usd.Prim.HasAPI` takes; called, it gives the codeless class over a prim."""

    __slots__ = ()

    def __call__(self, *arguments: object) -> object:
        """The schema over a prim, and an instance."""
        return getattr(physx_usd_schemas.PhysxSchema, self)(*arguments)


class PhysxSchema(types.ModuleType):
    """Stands in for the module of `pxr` that only Kit has: the same classes, by the package that has their schemas."""

    def __getattr__(self, name: str) -> NamedApi:
        if not hasattr(physx_usd_schemas.PhysxSchema, name):
            raise AttributeError(name)
        return NamedApi(name)


pxr.PhysxSchema = sys.modules["pxr.PhysxSchema"] = PhysxSchema("pxr.PhysxSchema")

import usd_validation_nvidia as engine  # noqa: E402

_TIER = "simready.foundation.tier_core.capabilities.physics_bodies"
_FOLDERS = (
    "base_articulation",
    "physics_driven_joints",
    "physics_joints",
    "physics_materials",
    "physics_rigid_bodies",
)
_ENGINE_RULES = ("ArticulationChecker", "ColliderChecker", "MassChecker", "PhysicsJointChecker", "RigidBodyChecker")


def _rules() -> list[type]:
    found = [getattr(engine, name) for name in _ENGINE_RULES]
    for folder in _FOLDERS:
        module = importlib.import_module(f"{_TIER}.{folder}.validation")
        found += [
            each
            for each in vars(module).values()
            if isinstance(each, type)
            and issubclass(each, engine.BaseRuleChecker)
            and each.__module__ == module.__name__
        ]
    return found


def _rule_id(code: str) -> str:
    """The id without the publisher: com.nvidia.simready.NEWTON.DJ.001 becomes NEWTON.DJ.001.

    RB.007 is given to different requirements by the two publishers; usd-validation-nvidia's is usd.RB.007.
    """
    short = re.sub(r"^com\.nvidia\.[a-z]+\.", "", code)
    return f"usd.{short}" if code == "com.nvidia.usd.RB.007" else short


def _place(issue: object) -> str:
    """Path of the prim that an issue is at, "/" for the stage."""
    at = issue.at
    path = getattr(at, "path", None) or getattr(getattr(at, "prim_id", None), "path", None)
    return str(path.GetPrimPath()) if path else "/"


def _native(stage: Usd.Stage) -> dict[str, set[str]]:
    """Prims by the name of each error of OpenUSD's own physics validators."""
    every = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    validators = [each for each in every if each.GetMetadata().name.startswith("usdPhysicsValidators:")]
    found: dict[str, set[str]] = {}
    for error in UsdValidation.ValidationContext(validators).Validate(stage):
        for site in error.GetSites():
            found.setdefault(f"openusd.{error.GetName()}", set()).add(str(site.GetPrim().GetPath()))
    return found


def main() -> None:
    """Checks every stage that standard input names."""
    rules = _rules()
    for line in sys.stdin:
        path = Path(line.strip())
        try:
            stage = Usd.Stage.Open(str(path))
        except Tf.ErrorException:
            _say({"stage": str(path), "unopened": True})
            continue
        found = _native(stage)
        broken: dict[str, str] = {}
        for rule in rules:
            runner = engine.ValidationEngine(init_rules=False)
            runner.enable_rule(rule)
            for issue in runner.validate(stage).issues():
                severity = str(issue.severity).rpartition(".")[2]
                code = str(issue.requirement.code) if issue.requirement else ""
                if severity == "ERROR":
                    broken[rule.__name__] = str(issue.message)[:200]
                elif severity != "INFO":
                    found.setdefault(_rule_id(code), set()).add(_place(issue))
        answer = {code: sorted(places) for code, places in found.items()}
        _say({"stage": str(path), "found": answer, "broken": broken})


def _say(answer: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
