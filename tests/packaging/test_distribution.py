"""Wheel and sdist as a user gets them: installed into an empty environment, away from this checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("schemas", "columnar", "populate", "spec")

TINY_STAGE = """#usda 1.0
(
    defaultPrim = "Ball"
    metersPerUnit = 1
    upAxis = "Z"
)

def Sphere "Ball" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"])
{
    double radius = 0.25
}
"""

READ_TINY_SCENE = """
import sys
from columnar import open_scene
scene = open_scene(sys.argv[1])
print(*scene.paths, *scene.column("Sphere", "radius").values.tolist())
"""


class Installed(NamedTuple):
    """A distribution file, and the empty environment it was installed into."""

    file: Path
    bin: Path
    work: Path

    def run(self, *command: str) -> str:
        """Standard output of a command of that environment, run outside the checkout."""
        return _run([str(self.bin / command[0]), *command[1:]], cwd=self.work)


def _run(command: Sequence[str], *, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_a_distribution_installs_and_works(kind: str, tmp_path: Path) -> None:
    installed = _install(kind, tmp_path)
    _assert_complete(installed.file)

    assert installed.run("arrowstage", "--version").split() == ["arrowstage", _version()]
    page = installed.run("arrowstage", "contract", "PhysicsJoint")
    assert "physics:localPos0" in page
    assert "physics:breakForce" in page

    (installed.work / "tiny.usda").write_text(TINY_STAGE)
    installed.run("arrowstage", "populate", "tiny.usda", "tiny.arrow")
    assert installed.run("python", "-c", READ_TINY_SCENE, "tiny.arrow").split() == ["/", "/Ball", "0.25"]


def _install(kind: str, folder: Path) -> Installed:
    """Build a wheel or sdist of this checkout and install it, with its dependencies, into a new environment."""
    dist, environment = folder / "dist", folder / "environment"
    _run([sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(dist)], cwd=ROOT)
    (file,) = dist.iterdir()
    venv.create(environment, with_pip=True)
    bin_folder = environment / ("Scripts" if os.name == "nt" else "bin")
    _run([str(bin_folder / "python"), "-m", "pip", "install", "--quiet", str(file)], cwd=folder)
    return Installed(file, bin_folder, folder)


def _assert_complete(file: Path) -> None:
    """Contract files, type markers and licence are in the archive; a wheel installs the four packages only."""
    names = _archive_names(file)
    expected = {f"{package}/py.typed" for package in PACKAGES}
    expected |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "spec").rglob("*.toml")}
    assert expected <= names
    assert any(name.endswith("LICENSE") for name in names)
    if file.suffix == ".whl":
        assert {name.partition("/")[0] for name in names} == {*PACKAGES, f"arrowstage-{_version()}.dist-info"}


def _archive_names(file: Path) -> set[str]:
    """Names in a wheel or sdist, the sdist's own top folder left out."""
    if file.suffix == ".whl":
        return set(zipfile.ZipFile(file).namelist())
    with tarfile.open(file) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}
