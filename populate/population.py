"""`populate`: a USD stage becomes a scene, and one Arrow file."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from columnar.assembly import assemble, expand_point_instancers
from columnar.file import save_scene
from columnar.scene import Scene
from populate.diagnostics import usd_errors_named
from populate.extensions import extension_counts
from populate.readers import Instancing, LoadPayloads, PopulateOptions, Progress
from populate.readers.choice import StageSource, read_stage
from populate.stage_names import require_usd_name
from schemas.contract import Contract, load_contract

if TYPE_CHECKING:
    from pxr import Usd

    from populate.readers import StageInput

__all__ = ["Population", "populate"]


@dataclass(frozen=True)
class Population:
    """A finished populate run.

    Attributes:
        scene: the columns.
        output: the file written, if one was asked for.
        reader: name of the reader that read the stage.
        target_rows: number of rows that are there only because a relationship targets them.
        declined: (reader, reason) of the faster readers that left the stage to this one.
    """

    scene: Scene
    output: Path | None
    reader: str
    target_rows: int = 0
    declined: tuple[tuple[str, str], ...] = ()

    @cached_property
    def row_counts(self) -> Mapping[str, int]:
        """Rows by table, empty tables left out."""
        counts = {name: len(self.scene.rows(name)) for name in self.scene.tables}
        return {name: count for name, count in counts.items() if count}

    @cached_property
    def report_counts(self) -> Mapping[str, int]:
        """Number of reports by code."""
        return dict(sorted(Counter(self.scene.table("report")["code"].to_pylist()).items()))

    @cached_property
    def extensions(self) -> Mapping[str, int]:
        """What the scene holds beyond what the reference producer publishes (see `populate.extensions`)."""
        return extension_counts(self.scene, target_rows=self.target_rows)


def populate(
    stage: str | Path | Usd.Stage,
    output: str | Path | None = None,
    *,
    root: str | None = None,
    variants: str | Sequence[str] = (),
    load: LoadPayloads | str = LoadPayloads.ALL,
    instancing: Instancing | str = Instancing.EXPAND,
    time: float | None = None,
    reader: str | None = None,
    contract: Contract | None = None,
    progress: Progress | None = None,
) -> Population:
    """Write the physics columns of a USD stage, as the column contract asks.

    Args:
        stage: a file, or an open stage, which is left as it is.
        output: where to save the scene; nothing is written without it. An existing file is replaced only by a
            finished one.
        root: prim path below which to look (its ancestors get rows too), by default the whole stage.
        variants: selections made on top of the authored ones, each `PRIM{SET=NAME}`; one, or several.
        load: "all" or "none": whether payloads are loaded.
        instancing: "expand" gives native instances rows of their own, "share" keeps each prototype once.
        time: a USD time code; without it only default values are read.
        reader: the only reader to try ("direct", "text", "repeated", "layered" or "composed"), by default the fastest
            that understands the stage. All give the same scene.
        contract: the contract to follow, by default the shipped one.
        progress: called with (step, done, total) on long work.

    Returns:
        The scene, with counts of rows and reports.

    Raises:
        PopulateError: bad input, or a reader that cannot read the stage, in one sentence.
        SceneFileError: the output cannot be written.
    """
    contract = contract or load_contract()
    file = stage if isinstance(stage, str | Path) else None
    if file is not None:
        require_usd_name(file)
    options = PopulateOptions(
        root=root,
        variants=(variants,) if isinstance(variants, str) else tuple(variants),
        load=LoadPayloads(load),
        instancing=Instancing(instancing),
        time=time,
    )
    source = StageSource(stage, options, contract, lambda: _opened(stage, options, contract))
    with _collector_paused(), usd_errors_named("the open stage" if file is None else str(file)):
        read = read_stage(source, reader=reader, progress=progress)
        opinions = read.opinions
        if options.instancing is Instancing.EXPAND:
            opinions = expand_point_instancers(opinions, contract)
        scene = assemble(opinions, contract, progress=progress)
    if output is not None:
        save_scene(scene, Path(output))
    saved = None if output is None else Path(output)
    return Population(scene, saved, read.reader, opinions.target_rows, read.declined)


def _opened(stage: str | Path | Usd.Stage, options: PopulateOptions, contract: Contract) -> StageInput:
    from populate.stage_input import open_stage

    return open_stage(stage, options, contract)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Reading makes millions of small objects and no cycles; the cycle collector would walk them over and over."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
