"""Robots made by `urdf-usd-converter` and `mujoco-usd-converter`, each in a process of its own.

A robot is made again only when its recipe (the entry in robots.toml, the versions of the package and of the converter)
is another one.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.parity.robot_list import Robot, RobotList, load_robots

__all__ = ["ROBOTS", "MadeRobots", "RobotWorkshop", "make_robots"]

ROBOTS = Path(__file__).parents[2] / "build" / "robots"
"""Where robots are kept between runs."""

_RECIPE = "recipe"
_TIMEOUT = 300
"""Seconds a conversion may take."""

_LOST_MESH = ("Failed to convert mesh", "Invalid input_path")
"""In what a converter says about a mesh that it leaves out; it ends well all the same."""

_VERSIONS = (
    "from importlib.metadata import version; print(*map(version, ('urdf-usd-converter', 'mujoco-usd-converter')))"
)


class ConversionError(RuntimeError):
    """A robot that a converter does not make; the message says why."""


@dataclass(frozen=True)
class RobotWorkshop:
    """What robots are made with.

    Attributes:
        python: interpreter of the environment that holds the converters.
        assets: folder that `robot_assets` unpacked the packages into.
        output: where robots are made, a folder for each.
    """

    python: str
    assets: Path
    output: Path = ROBOTS


@dataclass
class MadeRobots:
    """Root layers by robot, and by robot why there is none."""

    files: dict[str, Path] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)


def make_robots(workshop: RobotWorkshop, *, jobs: int = 1, only: Callable[[str], bool] = bool) -> MadeRobots:
    """Make the robots of the list whose names `only` takes, `jobs` at a time."""
    robots = load_robots()
    versions = _converter_versions(workshop.python)
    chosen = [robot for robot in robots.robots if only(robot.name)]
    made = MadeRobots()
    with ThreadPoolExecutor(jobs) as pool:
        pending = {robot.name: pool.submit(partial(_make, workshop, robots, robot, versions)) for robot in chosen}
        for name, result in pending.items():
            try:
                made.files[name] = result.result()
            except ConversionError as error:
                made.failures[name] = str(error)
    return made


def _make(workshop: RobotWorkshop, robots: RobotList, robot: Robot, versions: dict[str, str]) -> Path:
    """Root layer of a robot, made unless it is there."""
    folder = workshop.output / robot.name
    recipe = f"{robots.folder(robot.package)} {robot.converter} {versions[robot.converter]} {robot.model_dump_json()}\n"
    marker = folder / _RECIPE
    if not marker.exists() or marker.read_text() != recipe:
        shutil.rmtree(folder, ignore_errors=True)
        _convert(workshop, robot, robots, folder)
        marker.write_text(recipe)
    return _root_layer(folder)


def _convert(workshop: RobotWorkshop, robot: Robot, robots: RobotList, folder: Path) -> None:
    package = workshop.assets / robots.folder(robot.package) / robots.packages[robot.package].root
    # The converters look for meshes beside the model only when its path is absolute.
    model = (package / robot.model).absolute()
    if not model.exists():
        raise ConversionError(f"{model} is not there: unpack it with python -m tests.parity.robot_assets")
    command = [workshop.python, "-m", f"{robot.converter}_usd_converter", str(model), str(folder.absolute())]
    flags = ["--no-layer-structure"] if robot.flat else []
    try:
        done = subprocess.run([*command, *flags], capture_output=True, text=True, timeout=_TIMEOUT)
    except subprocess.TimeoutExpired as error:
        raise ConversionError(f"no end after {_TIMEOUT} s") from error
    said = done.stdout + done.stderr
    if done.returncode:
        raise ConversionError(f"exit {done.returncode}: {' '.join(said.split())[-300:]}")
    lost = [line for line in said.splitlines() if any(sign in line for sign in _LOST_MESH)]
    if lost:
        raise ConversionError(f"{len(lost)} meshes do not convert, the first: {lost[0]}")


def _root_layer(folder: Path) -> Path:
    """The only layer at the top of a folder; everything else is below it."""
    layers = sorted(file for file in folder.iterdir() if file.suffix in (".usda", ".usdc"))
    if len(layers) != 1:
        raise ConversionError(f"expected one root layer, found {[layer.name for layer in layers]}")
    return layers[0]


def _converter_versions(python: str) -> dict[str, str]:
    done = subprocess.run([python, "-c", _VERSIONS], capture_output=True, text=True)
    if done.returncode:
        wanted = "expected urdf-usd-converter and mujoco-usd-converter"
        raise RuntimeError(f"{python} has no converters, {wanted}:\n{done.stderr}")
    return dict(zip(("urdf", "mujoco"), done.stdout.split(), strict=True))
