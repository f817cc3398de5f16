"""`compare_stage`: a stage through its columns and a consumer, against the same stage through OpenUSD's parser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pxr import Usd

from columnar.descriptors import Descriptors
from columnar.diff import Differences, diff
from columnar.parsing import Profile, parse
from columnar.scene import Scene
from populate.openusd_release import chosen_profile
from populate.population import populate
from populate.walker import walk

__all__ = ["StageComparison", "compare_stage"]


class StageComparison(NamedTuple):
    """A finished comparison.

    Attributes:
        columns: what the consumer makes of the columns.
        usd: what OpenUSD's parser makes of the stage.
        differences: where they part, and why.
    """

    columns: Descriptors
    usd: Descriptors
    differences: Differences


def compare_stage(
    stage: str | Path | Usd.Stage,
    scene: Scene | None = None,
    *,
    profile: Profile | str = "ovphysx",
    on_warning: Callable[[str], None] | None = None,
) -> StageComparison:
    """Hold the two walkers of a stage against each other.

    Args:
        stage: a file, or an open stage, which is left as it is.
        scene: the stage's columns, by default populated now.
        profile: the consumer of columns; "openusd" is the release that runs. The other side is always OpenUSD's parser.
        on_warning: called with each warning of OpenUSD's parser.

    Raises:
        PopulateError: the stage cannot be opened or read.
        ProfileError: no such profile.
    """
    chosen = chosen_profile(profile)
    columns = populate(stage).scene if scene is None else scene
    parsed, walked = parse(columns, chosen), walk(stage, on_warning=on_warning)
    return StageComparison(parsed, walked, diff(parsed, walked, scene=columns))
