"""`python -m tests.newton_arrays FOLDER`: Newton models from columns against Newton's own importer, on every stage.

Runs in the environment that has Newton (and an OpenUSD that it takes), with this project's root on PYTHONPATH; FOLDER
holds the unpacked newton wheel. Builders are compared, so no kernel is compiled. Exits with 1 if a field differs that
explained.toml does not name, if one of its entries was not met, or if fewer fields were compared than there should be.
"""

from __future__ import annotations

import sys
import tomllib
import warnings
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path

__all__ = ["main"]

_STAGES = (
    "newton/examples/assets/ant.usda",
    "newton/examples/assets/cartpole.usda",
    "newton/examples/assets/cartpole_single_pendulum.usda",
    "newton/examples/assets/boxes_fourbar.usda",
    "newton/examples/assets/humanoid.usda",
    "newton/tests/assets/*.usda",
    "newton/tests/assets/kamino/basics/*.usda",
    "newton/tests/assets/kamino/testing/*/*.usda",
)
_LEFT_OUT = ("tetmesh", "mpm", "deform", "ant_multi", "curve")
"""Words in the names of stages of what this project does not populate, or that repeat another."""

_LEAST_FIELDS = 4400


def main(assets: Path) -> int:
    """Compare and print; the exit code."""
    warnings.simplefilter("ignore")
    entries = tomllib.loads(Path(__file__).with_name("explained.toml").read_text(encoding="utf-8"))["explained"]
    met: Counter[int] = Counter()
    fields, problems, stages = 0, [], 0
    for stage in _stages(assets):
        compared, differences = _compared(stage)
        fields, stages = fields + compared, stages + 1
        for path, field, ours, theirs in differences:
            reasons = [
                place
                for place, entry in enumerate(entries)
                if fnmatchcase(field, entry["field"]) and fnmatchcase(stage.as_posix(), entry["stage"])
            ]
            met.update(reasons[:1])
            if not reasons:
                problems.append(f"{stage.name} {path} {field}: ours {ours}, theirs {theirs}")
    print(f"stages: {stages}, fields: {fields}, the same: {fields - met.total() - len(problems)}")
    for place, count in sorted(met.items()):
        print(f"explained: {count} of {entries[place]['field']} in {entries[place]['stage']}: {entries[place]['why']}")
    problems += [f"never met: {entry}" for place, entry in enumerate(entries) if not met[place]]
    if fields < _LEAST_FIELDS:
        problems.append(f"only {fields} fields compared, expected {_LEAST_FIELDS}")
    print("\n".join(problems))
    return 1 if problems else 0


def _stages(assets: Path) -> list[Path]:
    found = [file for pattern in _STAGES for file in sorted(assets.glob(pattern))]
    return [file for file in found if not any(word in file.name for word in _LEFT_OUT)]


def _compared(stage: Path) -> tuple[int, list[tuple[str, str, str, str]]]:
    import newton as engine

    from columnar import parse
    from columnar.simulators import newton
    from populate import populate
    from tests.newton_arrays.compare import compare_builders

    scene = populate(stage).scene
    ours = newton.build(parse(scene, "openusd"), scene).builder
    theirs = engine.ModelBuilder()
    theirs.add_usd(str(stage))
    count, differences = compare_builders(ours, theirs)
    return count, [tuple(entry) for entry in differences]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
