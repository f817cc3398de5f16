"""Populating only what has changed: an output whose layers, contract and options are still the same is returned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from columnar.file import SceneFileError, changed_layers, open_scene
from columnar.scene import ReportCode, Scene
from populate.population import Population, populate
from populate.readers import Instancing, LoadPayloads, PopulateOptions
from schemas.contract import Contract, load_contract

__all__ = ["current_scene", "populate_cached"]

_CACHE = "cache"
"""Named as the reader of a population that was not read anew."""


def current_scene(
    stage: str | Path, output: str | Path, options: PopulateOptions, contract: Contract | None = None
) -> Scene | None:
    """The scene in `output` if populating `stage` again would give the same one, else None.

    That is so if the file opens and was written with the same contract version and options, from a root layer of the
    same name, and the content of every layer it records is unchanged. A scene with unresolved references is never
    current: what was missing may be there now.
    """
    contract = contract or load_contract()
    if not Path(output).is_file() or not Path(stage).is_file():
        return None
    try:
        scene = open_scene(output, trusted=True, contract=contract)
    except SceneFileError:
        return None
    recorded = tuple((option["name"], option["value"]) for option in scene.info["options"])
    same = (
        scene.info["contract_version"] == contract.version
        and scene.info["root_layer"] == Path(stage).name
        and recorded == options.recorded()
        and scene.info["layers"]
        and ReportCode.REFERENCE_UNRESOLVED not in scene.table("report")["code"].to_pylist()
    )
    return scene if same and not changed_layers(scene, stage) else None


def populate_cached(
    stage: str | Path,
    output: str | Path,
    *,
    root: str | None = None,
    variants: str | Sequence[str] = (),
    load: LoadPayloads | str = LoadPayloads.ALL,
    instancing: Instancing | str = Instancing.EXPAND,
    time: float | None = None,
    contract: Contract | None = None,
    **arguments: Any,
) -> Population:
    """As `populate`, but an up-to-date `output` is opened instead of written again (see `current_scene`).

    The population's `reader` is then "cache".

    Args:
        stage: a USD file.
        output: the scene file to return or write.
        root: as `populate` takes it, like the others.
        variants: selections made on top of the authored ones.
        load: which payloads are loaded.
        instancing: what becomes of instances.
        time: a USD time code.
        contract: the contract to follow.
        **arguments: further arguments of `populate`, which have no influence on the scene.

    Raises:
        PopulateError: as `populate`.
        SceneFileError: as `populate`.
    """
    options = PopulateOptions(
        root=root,
        variants=(variants,) if isinstance(variants, str) else tuple(variants),
        load=LoadPayloads(load),
        instancing=Instancing(instancing),
        time=time,
    )
    scene = current_scene(stage, output, options, contract)
    if scene is not None:
        return Population(scene, Path(output), _CACHE)
    return populate(
        stage,
        output,
        root=root,
        variants=variants,
        load=load,
        instancing=instancing,
        time=time,
        contract=contract,
        **arguments,
    )
