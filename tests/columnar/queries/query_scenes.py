"""A scene to ask, and the same prims as plain sets."""

from __future__ import annotations

import numpy as np

from columnar.scene import Scene

__all__ = ["HOLDERS", "drawn_scene"]

HOLDERS: dict[str, set[str]] = {}
"""Paths by component, as `drawn_scene` draws them."""


def drawn_scene(seed: int = 3, count: int = 60) -> Scene:
    """Prims that hold random components."""
    random = np.random.default_rng(seed)
    paths = [f"/W/p{i:02d}" for i in range(count)]

    def some() -> list[str]:
        return [path for path in paths if random.random() < 0.5]

    HOLDERS.clear()
    HOLDERS.update({name: set(some()) for name in ("PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI")})
    HOLDERS["Cube"] = set(paths[:20])
    HOLDERS["PhysicsRevoluteJoint"] = set(paths[40:])
    drives = [(path, name) for path in paths[40:] for name in ("angular", "rotX") if random.random() < 0.6]
    HOLDERS["PhysicsDriveAPI:angular"] = {path for path, name in drives if name == "angular"}
    HOLDERS["PhysicsDriveAPI"] = {path for path, _ in drives}
    masses = sorted(HOLDERS["PhysicsMassAPI"])
    return Scene.from_tables(
        {
            "PhysicsRigidBodyAPI": {"prim": sorted(HOLDERS["PhysicsRigidBodyAPI"])},
            "PhysicsCollisionAPI": {"prim": sorted(HOLDERS["PhysicsCollisionAPI"])},
            "PhysicsMassAPI": {"prim": masses, "physics:mass": [float(path[-2:]) for path in masses]},
            "Cube": {"prim": paths[:20]},
            "PhysicsRevoluteJoint": {"prim": paths[40:]},
            "PhysicsDriveAPI": {
                "prim": [path for path, _ in drives],
                "instance": [name for _, name in drives],
                "physics:stiffness": [float(i) for i in range(len(drives))],
            },
        }
    )
