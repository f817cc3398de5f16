"""The measured steps: each sets up what is not timed and returns what is.

A step imports what it measures and no more, as its process's memory is measured too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from benchmarks.job import StageFiles

if TYPE_CHECKING:
    from columnar import Scene

__all__ = ["READERS", "STEPS", "Step"]

Step = Callable[[StageFiles], Callable[[], object]]

READERS: Mapping[str, Mapping[str, Any]] = {"composed": {"reader": "composed"}, "fastest": {}}
"""Arguments of `populate` that choose a reader; `fastest` is what it chooses by itself."""


def _usd_open(files: StageFiles) -> Callable[[], object]:
    from pxr import Usd

    return partial(Usd.Stage.Open, files.stage)


def _usd_parse(files: StageFiles) -> Callable[[], object]:
    """OpenUSD's own physics parser on an open stage."""
    from pxr import Usd, UsdPhysics

    return partial(UsdPhysics.UsdPhysicsLoadStageFromPrimRange, Usd.Stage.Open(files.stage), ["/"])


def _populate(files: StageFiles, **arguments: Any) -> Callable[[], object]:
    from populate import populate

    return partial(populate, files.stage, **arguments)


def _round_trip(files: StageFiles, **arguments: Any) -> Callable[[], object]:
    from columnar import open_scene
    from populate import populate

    def run() -> Scene:
        populate(files.stage, files.output, **arguments)
        return open_scene(files.output)

    return run


def _save(files: StageFiles) -> Callable[[], object]:
    from columnar import open_scene, save_scene

    return partial(save_scene, open_scene(files.scene), files.output)


def _open(files: StageFiles, *, trusted: bool) -> Callable[[], object]:
    from columnar import open_scene

    return partial(open_scene, files.scene, trusted=trusted)


def _parse(files: StageFiles) -> Callable[[], object]:
    """Descriptors of an open scene."""
    from columnar import open_scene, parse

    return partial(parse, open_scene(files.scene))


def _validate(files: StageFiles) -> Callable[[], object]:
    """Every pack over a scene that is open and parsed."""
    from columnar import open_scene, parse
    from columnar.rules import EVERY_RULE, RuleSelection, validate

    scene = open_scene(files.scene)
    return partial(validate, scene, RuleSelection(select=[EVERY_RULE]), descriptors=parse(scene))


def _usd_validate(files: StageFiles) -> Callable[[], object]:
    """OpenUSD's own physics validators over a stage that is open."""
    from pxr import Usd, UsdValidation

    stage = Usd.Stage.Open(files.stage)
    every = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    chosen = [each for each in every if each.GetMetadata().name.startswith("usdPhysicsValidators:")]
    return partial(UsdValidation.ValidationContext(chosen).Validate, stage)


STEPS: Mapping[str, Step] = {
    "usd-open": _usd_open,
    "usd-parse": _usd_parse,
    **{f"populate-{reader}": partial(_populate, **arguments) for reader, arguments in READERS.items()},
    **{f"round-trip-{reader}": partial(_round_trip, **arguments) for reader, arguments in READERS.items()},
    "save": _save,
    "open-validated": partial(_open, trusted=False),
    "open-trusted": partial(_open, trusted=True),
    "parse": _parse,
    "usd-validate": _usd_validate,
    "validate": _validate,
}
"""Steps by name: `round-trip` is populate, save and open validated in one; both parses begin after the open."""
