"""Opening a stage for populate: payloads and variant selections applied, bad input refused in one sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pxr import Sdf, Tf, Usd

from populate.diagnostics import error_sentence
from populate.errors import PopulateError
from populate.readers import LoadPayloads, PopulateOptions, StageInput
from schemas.contract import Contract

__all__ = ["open_stage"]

_VARIANT = re.compile(r"^(?P<prim>/[^{}=]*)\{(?P<set>[^{}=]+)=(?P<name>[^{}=]*)\}$")


def open_stage(stage: str | Path | Usd.Stage, options: PopulateOptions, contract: Contract) -> StageInput:
    """A stage as the options ask for it. An open stage is never changed: what differs goes onto a stage of its own.

    Raises:
        PopulateError: the file is missing or does not parse, the root prim or a variant selection does not exist.
    """
    if isinstance(stage, Usd.Stage):
        opened = stage if not options.variants and options.load is LoadPayloads.ALL else _reopened(stage, options)
    else:
        opened = _opened(Path(stage), options)
    _select_variants(opened, options.variants)
    if options.root is not None and options.root != "/":
        _check_root(opened, options.root)
    return StageInput(opened, options, contract)


def _load_set(options: PopulateOptions) -> Usd.Stage.InitialLoadSet:
    return Usd.Stage.LoadNone if options.load is LoadPayloads.NONE else Usd.Stage.LoadAll


def _opened(path: Path, options: PopulateOptions) -> Usd.Stage:
    if not path.exists():
        raise PopulateError(f"{path}: no such file")
    if path.is_dir():
        raise PopulateError(f"{path}: is a folder, expected a USD file (.usd, .usda, .usdc or .usdz)")
    if not Sdf.FileFormat.FindByExtension(str(path)):
        raise PopulateError(f"{path}: not a USD file name, expected .usd, .usda, .usdc or .usdz")
    try:
        opened = Usd.Stage.Open(str(path), _load_set(options))
    except Tf.ErrorException as error:
        reason = error_sentence(error, str(path.resolve())) or "its content is not of the format its name says"
        raise PopulateError(f"{path}: does not open as a USD layer: {reason}") from None
    if not opened:
        raise PopulateError(f"{path}: does not open as a USD layer")
    return opened


def _reopened(stage: Usd.Stage, options: PopulateOptions) -> Usd.Stage:
    """A second stage over the same layers, with a session layer of its own; masked, muted and loaded as the first."""
    session = Sdf.Layer.CreateAnonymous()
    if stage.GetSessionLayer():
        session.TransferContent(stage.GetSessionLayer())
    opened = Usd.Stage.OpenMasked(
        stage.GetRootLayer(), session, stage.GetPathResolverContext(), stage.GetPopulationMask(), Usd.Stage.LoadNone
    )
    opened.MuteAndUnmuteLayers(stage.GetMutedLayers(), [])
    if options.load is LoadPayloads.ALL:
        opened.SetLoadRules(stage.GetLoadRules())
    return opened


def _select_variants(stage: Usd.Stage, variants: Sequence[str]) -> None:
    for text in variants:
        match = _VARIANT.match(text)
        if match is None or not Sdf.Path.IsValidPathString(match["prim"])[0]:
            raise PopulateError(f"--variant {text}: expected PRIM{{SET=NAME}}, such as /World/Robot{{Physics=physx}}")
        prim = stage.GetPrimAtPath(match["prim"])
        if not prim:
            raise PopulateError(f"--variant {text}: no prim {match['prim']} on the stage")
        sets = prim.GetVariantSets()
        if not sets.HasVariantSet(match["set"]):
            raise PopulateError(f"--variant {text}: {match['prim']} has no such set; it has: {_names(sets.GetNames())}")
        names = sets.GetVariantSet(match["set"]).GetVariantNames()
        if match["name"] and match["name"] not in names:
            raise PopulateError(f"--variant {text}: no such variant in set {match['set']}; it has: {_names(names)}")
        with Usd.EditContext(stage, stage.GetSessionLayer()):
            sets.GetVariantSet(match["set"]).SetVariantSelection(match["name"])


def _check_root(stage: Usd.Stage, root: str) -> None:
    if not (root.startswith("/") and Sdf.Path.IsValidPathString(root)[0] and Sdf.Path(root).IsPrimPath()):
        raise PopulateError(f"--root {root}: expected an absolute prim path, such as /World/Robot")
    prim = stage.GetPrimAtPath(root)
    if not prim:
        raise PopulateError(f"--root {root}: no such prim on the stage")
    if not (prim.IsActive() and prim.IsDefined() and not prim.IsAbstract()):
        raise PopulateError(
            f"--root {root}: the prim is inactive, abstract or only an over, so nothing can be populated"
        )


def _names(names: Sequence[str]) -> str:
    return ", ".join(sorted(names)) or "none"
