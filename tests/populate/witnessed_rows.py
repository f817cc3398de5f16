"""The rows of a populated scene against what OpenUSD says of the stage: every finding as a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from columnar import Scene
from schemas.contract import Component, ComponentKind

__all__ = ["instances", "row_findings", "transform_findings"]

TOLERANCE = 1e-12


def row_findings(scene: Scene, prims: dict[str, Any]) -> Iterator[str]:
    """Prims that hold a component by their schemas and are not listed in its table, or the other way round."""
    listed = {
        (component.name, scene.paths[row["prim"]], row.get("instance", ""))
        for component in scene.contract.tables
        for row in scene.table(component.name).to_pylist()
        if row["listed"]
    }
    for path, prim in prims.items():
        for component in scene.contract.tables:
            if component.selects and component.registered:
                for instance in instances(component, prim):
                    if (component.name, path, instance) not in listed:
                        yield f"{path}: holds {component.name} {instance} and is not listed"
    for name, path, instance in listed:
        component = scene.contract.component(name)
        if component.registered and path in prims and instance not in instances(component, prims[path]):
            yield f"{path}: listed in {name} {instance}, which it does not hold"
    rows = {scene.paths[row["prim"]] for row in scene.table("prim").to_pylist()}
    yield from (f"{path}: has a row and is no active, defined, concrete prim" for path in rows - set(prims) - {"/"})


def transform_findings(scene: Scene, prims: dict[str, Any]) -> Iterator[str]:
    """Local and world matrices and reset flags that are not OpenUSD's."""
    for row in scene.table("prim").to_pylist():
        path = scene.paths[row["prim"]]
        if path == "/":
            continue
        if row["omni:resetXformStack"] != prims[path].get("reset"):
            yield f"{path}: reset {row['omni:resetXformStack']}, OpenUSD has {prims[path].get('reset')}"
        for column, key in (("omni:xform", "local"), ("omni:fabric:worldMatrix", "world")):
            if not same_matrix(row[column], prims[path].get(key)):
                yield f"{path} {column}: {row[column]}, OpenUSD has {prims[path].get(key)}"


def same_matrix(found: list[float] | None, expected: list[float] | None) -> bool:
    """Equal to 1e-12 of the largest entry; both absent where the prim is not Xformable."""
    if found is None or expected is None:
        return found is expected
    return bool((np.abs(np.subtract(found, expected)) <= TOLERANCE * np.abs(expected).max()).all())


def instances(component: Component, prim: dict[str, Any]) -> list[str]:
    """Instance names under which a prim holds a component, "" for one that takes none."""
    if component.kind is ComponentKind.PRIM_TYPE:
        return [""] if component.name in prim["types"] else []
    prefix = component.name + ":"
    if component.multiple_apply:
        return [api.removeprefix(prefix) for api in prim["apis"] if api.startswith(prefix)]
    return [""] if component.name in prim["apis"] else []
