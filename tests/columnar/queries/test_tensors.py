"""DLPack: versioned, and never a view that can be written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from query_scenes import drawn_scene

from columnar import open_scene, save_scene
from columnar.queries import tensor

MASS = ("PhysicsMassAPI", "physics:mass")


class Consumer:
    """An exporter seen through a consumer that asks for what it is told to."""

    def __init__(self, exporter: object, **asked: object) -> None:
        self._exporter = exporter
        self._asked = asked

    def __dlpack_device__(self) -> object:
        return self._exporter.__dlpack_device__()  # type: ignore[attr-defined]  # any exporter

    def __dlpack__(self, **_: object) -> object:
        return self._exporter.__dlpack__(**self._asked)  # type: ignore[attr-defined]  # any exporter


@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.1.0", reason="NumPy 2.0 has no versioned DLPack")
def test_a_shared_tensor_is_the_memory_itself_marked_read_only() -> None:
    column = drawn_scene().column(*MASS)
    taken = np.from_dlpack(tensor(column, share=True))
    assert np.shares_memory(taken, column.values)
    assert not taken.flags.writeable


@pytest.mark.parametrize("asked", [{}, {"max_version": None}, {"max_version": (0, 8)}, {"max_version": (1, 0)}])
def test_by_default_everyone_gets_a_copy(asked: dict[str, object]) -> None:
    column = drawn_scene().column(*MASS)
    taken = np.from_dlpack(Consumer(tensor(column), **asked))
    assert taken.tolist() == column.values.tolist()
    assert not np.shares_memory(taken, column.values)


def test_a_consumer_that_cannot_be_told_gets_a_copy_of_a_mapped_column(tmp_path: Path) -> None:
    save_scene(drawn_scene(), tmp_path / "scene.arrow")
    column = open_scene(tmp_path / "scene.arrow", trusted=True).column(*MASS)
    exported = tensor(column, share=True)
    assert not np.shares_memory(np.from_dlpack(Consumer(exported)), column.values)
    newer = np.lib.NumpyVersion(np.__version__) >= "2.1.0"  # NumPy 2.0 has no versioned DLPack
    assert np.shares_memory(np.from_dlpack(Consumer(exported, max_version=(1, 1))), column.values) == newer


def test_lanes_are_a_second_axis() -> None:
    exported = tensor(drawn_scene().column("PhysicsRigidBodyAPI", "physics:velocity"))
    taken = np.from_dlpack(exported)
    assert taken.shape == exported.shape == (taken.shape[0], 3)
    assert taken.dtype == exported.dtype == np.float32


def test_impossible_wishes_are_refused() -> None:
    exported = tensor(drawn_scene().column(*MASS))
    with pytest.raises(BufferError, match="never given away"):
        exported.__dlpack__(copy=False)
    with pytest.raises(BufferError, match="CPU memory"):
        exported.__dlpack__(dl_device=(2, 0))
