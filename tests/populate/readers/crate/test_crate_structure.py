"""Structure of crate files against Sdf: the same paths, kinds of specs and fields, for every version read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pxr import Sdf

from populate.readers.crate import Crate, CrateError, CrateVersionError, read_crate
from populate.readers.crate.specs import SpecKind
from populate.readers.direct.path_texts import path_texts
from tests.populate.readers.direct.drawn_layers import draw_layer

KINDS = {
    SpecKind.PSEUDO_ROOT: Sdf.PseudoRootSpec,
    SpecKind.PRIM: Sdf.PrimSpec,
    SpecKind.ATTRIBUTE: Sdf.AttributeSpec,
    SpecKind.RELATIONSHIP: Sdf.RelationshipSpec,
}
SUPPLIED = {"specifier", "variability", "custom"}
"""Fields that Sdf supplies where a file leaves them out."""


def specs_of(crate: Crate) -> dict[str, tuple[SpecKind, set[str]]]:
    """Kind and field names of each spec by path."""
    texts = path_texts(crate, crate.specs.node).to_pylist()
    columns = crate.fields.columns(crate.specs.fields)
    return {
        path: (SpecKind(kind), {name for name, fields in columns.items() if fields[row] >= 0})
        for row, (path, kind) in enumerate(zip(texts, crate.specs.kind, strict=True))
    }


def specs_by_sdf(layer: Sdf.Layer) -> dict[str, tuple[type, set[str]]]:
    found = {}

    def visit(path: Sdf.Path) -> None:
        if path.IsAbsoluteRootOrPrimPath() or path.IsPrimPropertyPath():
            spec = layer.GetObjectAtPath(path)
            found[str(path)] = (type(spec), set(spec.ListInfoKeys()))

    layer.Traverse(Sdf.Path.absoluteRootPath, visit)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_specs_and_their_fields_are_those_sdf_finds(seed: int, tmp_path: Path) -> None:
    file = draw_layer(tmp_path / "drawn.usdc", seed)
    found, expected = specs_of(read_crate(file.read_bytes())), specs_by_sdf(Sdf.Layer.FindOrOpen(str(file)))
    assert found.keys() == expected.keys()
    for path, (kind, fields) in found.items():
        assert KINDS[kind] == expected[path][0]
        assert fields >= expected[path][1] - SUPPLIED, path


def written_as(version: str, file: Path) -> Path:
    """A drawn layer written by OpenUSD as another crate version; a process reads that setting once."""
    code = f"from tests.populate.readers.direct.drawn_layers import draw_layer; draw_layer({str(file)!r}, 3)"
    environment = os.environ | {"USD_WRITE_NEW_USDC_FILES_AS_VERSION": version, "PYTHONPATH": str(Path.cwd())}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, timeout=120, capture_output=True)
    return file


@pytest.mark.parametrize("version", ["0.7.0", "0.9.0", "0.13.0"])
def test_versions_hold_the_same(version: str, tmp_path: Path) -> None:
    file = written_as(version, tmp_path / "written.usdc")
    crate = read_crate(file.read_bytes())
    assert crate.version >= tuple(map(int, version.split(".")))
    assert specs_of(crate).keys() == specs_by_sdf(Sdf.Layer.FindOrOpen(str(file))).keys()


@pytest.mark.parametrize("version", [(0, 6, 0), (0, 14, 0), (1, 0, 0), (0, 0, 1)])
def test_other_versions_are_named(version: tuple[int, int, int], tmp_path: Path) -> None:
    data = bytearray(draw_layer(tmp_path / "drawn.usdc", 1).read_bytes())
    data[8:11] = bytes(version)
    with pytest.raises(CrateVersionError, match=".".join(map(str, version))):
        read_crate(data)


@pytest.mark.parametrize("data", [b"", b"PXR-USDC", b"PXR-USDC" + bytes(80), b"#usda 1.0\n" + bytes(90)])
def test_what_is_no_crate_is_refused(data: bytes) -> None:
    with pytest.raises(CrateError):
        read_crate(data)
