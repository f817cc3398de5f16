"""Scene files that the command line wrote, once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import STAGES, invoke


def _populated(folder: Path, stage: str) -> Path:
    output = folder / f"{stage}.arrow"
    result = invoke("populate", STAGES / f"{stage}.usda", output)
    assert result.exit_code == 0, result.stderr
    return output


@pytest.fixture(scope="session")
def lamp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scene file of `lamp.usda`."""
    return _populated(tmp_path_factory.mktemp("lamp"), "lamp")


@pytest.fixture(scope="session")
def odd_lamp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scene file of `odd_lamp.usda`."""
    return _populated(tmp_path_factory.mktemp("odd_lamp"), "odd_lamp")
