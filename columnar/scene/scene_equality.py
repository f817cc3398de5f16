"""Whether two scenes say the same, whatever the ids they say it with."""

from __future__ import annotations

from columnar.scene.cell_equality import equal_cells
from columnar.scene.renumbering import without_idle_paths
from columnar.scene.scene import Scene

__all__ = ["equal_scenes"]

_ORIGIN = ("root_layer", "layers", "options")
"""Facts about where a scene came from rather than what it holds."""


def equal_scenes(a: Scene, b: Scene, *, origin: bool = False) -> bool:
    """Whether two scenes have the same rows, cells, masks, paths and reports, matched by path; NaN equals NaN.

    Ids, bytes, the order in which dictionaries list tokens and paths that nothing speaks of do not count.

    Args:
        a: a scene.
        b: another scene.
        origin: whether root layer, layers and populate options have to be the same too.
    """
    if a.tables != b.tables or _facts(a, origin) != _facts(b, origin):
        return False
    a, b = without_idle_paths(a), without_idle_paths(b)
    for table in a.tables:
        rows_a, rows_b = a.rows(table), b.rows(table)
        if len(rows_a) != len(rows_b) or rows_a.type != rows_b.type:
            return False
        pairs = zip(rows_a.flatten(), rows_b.flatten(), strict=True)
        if not all(equal_cells(left, right).all() for left, right in pairs):
            return False
    return True


def _facts(scene: Scene, origin: bool) -> str:
    # As text, so that a unit that is NaN equals itself.
    return repr({name: value for name, value in scene.info.items() if origin or name not in _ORIGIN})
