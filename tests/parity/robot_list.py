"""The list of robots in `robots.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, model_validator

__all__ = ["Package", "Robot", "RobotList", "load_robots"]

_FILE = Path(__file__).with_name("robots.toml")


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Package(_Record):
    """A package whose wheel holds models.

    Attributes:
        root: folder in the wheel that the paths of its robots begin at.
    """

    version: str
    root: str


class Robot(_Record):
    """A robot to make.

    Attributes:
        name: its own among the robots.
        what: what it has that others have not.
        converter: which converter reads the model.
        package: name of the package that holds it.
        model: path of the model, from the package's root.
        assets: what the model refers to: beginnings of paths, from the package's root.
        flat: whether the converter is asked for a single layer.
    """

    name: str
    what: str
    converter: Literal["urdf", "mujoco"]
    package: str
    model: str
    assets: tuple[str, ...] = ()
    flat: bool = False


class RobotList(_Record):
    """Robots, and the packages they come from by name."""

    packages: dict[str, Package]
    robots: tuple[Robot, ...]

    @model_validator(mode="after")
    def _names_fit(self) -> RobotList:
        names = [robot.name for robot in self.robots]
        if len(set(names)) != len(names):
            raise ValueError(f"robots.toml names a robot twice: {sorted(names)}")
        used = {robot.package for robot in self.robots}
        if used != self.packages.keys():
            raise ValueError(f"robots.toml: packages unused or unknown: {sorted(used ^ self.packages.keys())}")
        return self

    def folder(self, package: str) -> str:
        """Name of the folder a package is unpacked into; another version goes into another folder."""
        return f"{package}-{self.packages[package].version}"


def load_robots() -> RobotList:
    """The list as shipped."""
    return RobotList(**tomllib.loads(_FILE.read_text()))
