"""The engines' own ways from a file to a model."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

__all__ = ["OWN_WAYS", "close_physx"]

Files = Mapping[str, str]


def _mujoco(files: Files) -> Any:
    engine = import_module("mujoco")
    model = engine.MjModel.from_xml_path(files["mjcf"])
    return model, engine.MjData(model)


def _newton(files: Files) -> Any:
    builder = import_module("newton").ModelBuilder()
    builder.add_usd(files["stage"])
    return builder.finalize(device="cpu")


def _ovphysx(files: Files) -> Any:
    ovphysx, ovstage = import_module("ovphysx"), import_module("ovstage")
    support = import_module("ovphysx.samples.python_samples.schema_support")
    roots = [*support.physx_schema_paths(), ovphysx.newton_schema_root()]
    ovstage.population.register_usd_schemas([str(root) for root in roots])
    stage = ovstage.Stage("own")
    ovstage.population.open_usd(stage, files["stage"], ordinal=1, domains=ovstage.PopulationDomain.PHYSICS)
    stage.advance_write_floor(ordinal=1).wait()
    ovphysx.PhysX.set_cpu_mode(True)
    physics = ovphysx.PhysX()
    physics.wait_task(physics.attach_ovstage(stage, read_ordinal=1))
    return physics, stage


def close_physx(physics: Any, stage: Any) -> None:
    """Let go of PhysX, which holds one simulation at a time."""
    physics.wait_task(physics.detach_ovstage())
    physics.destroy()
    stage.destroy()


def _pinocchio(files: Files) -> Any:
    engine = import_module("pinocchio")
    arms = json.loads(Path(files["urdf"]).read_text(encoding="utf-8"))
    models = [engine.buildModelFromXML(arm) for arm in arms]
    return models, [model.createData() for model in models]


def _genesis(files: Files) -> Any:
    engine = import_module("genesis")
    if not engine._initialized:  # noqa: SLF001 - the only way to tell
        engine.init(backend=engine.cpu, precision="64", logging_level="error")
    scene = engine.Scene(show_viewer=False)
    scene.add_stage(engine.morphs.USD(file=files["stage"]))
    scene.build()
    return scene


OWN_WAYS: Final[Mapping[str, Callable[[Files], Any]]] = {
    "featherstone": _mujoco,
    "mujoco": _mujoco,
    "newton": _newton,
    "ovphysx": _ovphysx,
    "pinocchio": _pinocchio,
    "genesis": _genesis,
}
"""By engine: called with the files, gives the model."""
