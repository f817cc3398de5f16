"""Ratios of the engines' benchmark, which engines it leaves out, and the files it gives them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from benchmarks.simulators.engines import ENGINES, lacks
from benchmarks.simulators.measuring import Entry
from benchmarks.simulators.model_files import write_model_files
from columnar import open_scene, parse
from columnar.simulators import engine_names, import_engine, mujoco


def _runs(*seconds: float) -> tuple[dict[str, float], ...]:
    return tuple({"seconds": value, "processor": 2 * value} for value in seconds)


def test_a_ratio_is_the_peers_median_over_ours():
    entry = Entry("newton", 10, "add_usd", _runs(1.0, 2.0, 90.0), _runs(8.0, 1.0, 6.0))
    assert entry.ratio() == 3.0
    assert entry.to_json()["processor_ratio"] == 3.0
    assert entry.median("ours", "floor") is None


def test_every_adapter_is_measured():
    assert set(ENGINES) == set(engine_names())


@pytest.mark.parametrize("name", ["newton", "genesis"])
def test_an_environment_that_is_missing_is_named_with_what_makes_it(name):
    line = lacks(name, "ours", Path("/nowhere/bin/python"))
    assert line is not None
    assert f"make {ENGINES[name].environment}/ready" in line


def test_files_hold_the_same_model(tmp_path):
    files = write_model_files(20, tmp_path)
    scene = open_scene(files["columns"])
    expected = mujoco.build(parse(scene), scene).model
    loaded = import_engine("mujoco").MjModel.from_xml_path(files["mjcf"])
    assert (loaded.nbody, loaded.nv, loaded.ngeom, loaded.nu) == (21, 18, 20, 18)
    np.testing.assert_allclose(loaded.body_mass, expected.body_mass, rtol=1e-5)
    arms = [ElementTree.fromstring(text) for text in json.loads(Path(files["urdf"]).read_text())]
    assert [len(arm.findall("link")) for arm in arms] == [10, 10]
    masses = [float(mass.get("value", "nan")) for arm in arms for mass in arm.iter("mass")]
    np.testing.assert_allclose(masses, expected.body_mass[1:], rtol=1e-7)
    assert sum(joint.get("type") == "prismatic" for joint in arms[0].iter("joint")) == 3
