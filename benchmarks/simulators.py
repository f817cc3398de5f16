"""From a mapped file to a built model, beside the engine's own way.

`python -m benchmarks.simulators ENGINE[=PYTHON] ...`

The own way is Newton's and ovphysx's import of the stage, and MuJoCo's load of the same model as MJCF; Genesis and
pinocchio have none that takes many bodies. Each measurement has a process of its own, in the interpreter that has the
engine; the median of three is shown.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

__all__ = ["main"]

_ROOT = Path(__file__).parents[1]
_RUNS = 3
_SECONDS = 600


def main() -> int:
    """Prepare the stages, measure, print a line for each engine and count."""
    arguments = _arguments()
    if arguments.measure:
        way, engine, stage, file = arguments.measure
        _say(json.dumps(_measured(way, engine, Path(stage), Path(file))))
        return 0
    _say("engine bodies ours_s own_s ratio")
    for count in arguments.counts:
        stage, file = _prepared(count, arguments.folder)
        for entry in arguments.engines:
            engine, _, python = entry.partition("=")
            seconds = {way: _median(python or sys.executable, way, engine, stage, file) for way in ("ours", "own")}
            ratio = seconds["own"] / seconds["ours"] if seconds["ours"] and seconds["own"] else float("nan")
            _say(f"{engine} {count} {seconds['ours']:.3f} {seconds['own']:.3f} {ratio:.2f}")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _prepared(count: int, folder: Path) -> tuple[Path, Path]:
    """A generated stage of jointed bodies and its columns."""
    from benchmarks.stages import StageName, cached_stage
    from populate import populate

    folder.mkdir(parents=True, exist_ok=True)
    stage = cached_stage(StageName("tiled", count), folder)
    file = folder / f"simulators-{count}.arrow"
    populate(stage, file)
    return stage, file


def _median(python: str, way: str, engine: str, stage: Path, file: Path) -> float:
    command = [python, "-m", "benchmarks.simulators", "--measure", way, engine, str(stage), str(file)]
    found: list[float] = []
    for _ in range(_RUNS):
        environment = os.environ | {"PYTHONPATH": str(_ROOT)}
        done = subprocess.run(
            command, cwd=_ROOT, env=environment, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
        if done.returncode:
            return float("nan")
        found.append(float(json.loads(done.stdout.splitlines()[-1])))
    return statistics.median(found)


def _measured(way: str, engine: str, stage: Path, file: Path) -> float:
    """Seconds of one way, imports and one small model before not counted."""
    from columnar import open_scene, parse
    from columnar.simulators import import_engine, load_engine

    adapter = load_engine(engine)
    import_engine(engine)
    if way == "ours":
        start = time.perf_counter()
        scene = open_scene(file)
        adapter.build(parse(scene), scene)
        return time.perf_counter() - start
    own = _OWN.get(engine)
    if own is None:
        raise SystemExit(f"{engine} has no way of its own")
    work = own(stage, file)
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _mujoco(_stage: Path, file: Path) -> Callable[[], object]:
    from columnar import open_scene, parse
    from columnar.simulators import mujoco

    engine = import_module("mujoco")
    scene = open_scene(file)
    text = mujoco.mjcf_text(mujoco.build(parse(scene), scene))
    return lambda: engine.MjModel.from_xml_string(text)


def _newton(stage: Path, _file: Path) -> Callable[[], object]:
    engine = import_module("newton")
    return lambda: engine.ModelBuilder().add_usd(str(stage))


def _ovphysx(stage: Path, _file: Path) -> Callable[[], object]:
    ovphysx, ovstage = import_module("ovphysx"), import_module("ovstage")

    def attach() -> None:
        made = ovstage.Stage("own")
        ovstage.population.open_usd(made, str(stage), ordinal=1, domains=ovstage.PopulationDomain.PHYSICS)
        made.advance_write_floor(ordinal=1).wait()
        ovphysx.PhysX.set_cpu_mode(True)
        physics = ovphysx.PhysX()
        physics.wait_task(physics.attach_ovstage(made, read_ordinal=1))

    return attach


_OWN: Mapping[str, Callable[[Path, Path], Callable[[], object]]] = {
    "mujoco": _mujoco,
    "newton": _newton,
    "ovphysx": _ovphysx,
}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.simulators", description="Time building models.")
    parser.add_argument("engines", nargs="*", metavar="ENGINE[=PYTHON]")
    parser.add_argument("--counts", type=int, nargs="+", default=[1000, 10000], metavar="BODIES")
    parser.add_argument("--folder", type=Path, default=Path("build/bench"))
    parser.add_argument("--measure", nargs=4, metavar=("WAY", "ENGINE", "STAGE", "FILE"), help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
