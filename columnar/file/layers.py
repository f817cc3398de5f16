"""Whether the layers a scene was populated from have changed since."""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
from pathlib import Path

from columnar.scene import Scene

__all__ = ["changed_layers", "layer_digest"]


def changed_layers(scene: Scene, root_layer_path: str | os.PathLike[str]) -> list[str]:
    """Identities of the layers whose content is no longer what the scene records, or that are gone.

    Layers are recorded by their path relative to the root layer's folder and the SHA-256 of their content. Layers of a
    package (`robot.usdz[parts/arm.usda]`) are looked up inside it. Layers that are no files (anonymous ones, and those
    of other asset systems) cannot be looked up and are passed over.

    Args:
        scene: a populated scene.
        root_layer_path: where the root layer is now; it may have another name.
    """
    root = Path(root_layer_path)
    changed = []
    for layer in scene.info["layers"]:
        identity = layer["identity"]
        if _is_file(identity):
            path = str(root) if identity == scene.info["root_layer"] else str(root.parent / identity)
            if layer_digest(path) != layer["sha256"]:
                changed.append(identity)
    return changed


def _is_file(identity: str) -> bool:
    """Anonymous layers are named `anon:...`, assets of other systems by a URI; a drive letter is no scheme."""
    scheme, separator, _ = identity.partition(":")
    return not (separator and len(scheme) > 1 and scheme.replace("-", "").replace("+", "").replace(".", "").isalnum())


def layer_digest(path: str) -> str | None:
    """SHA-256 of a layer file, or of a layer inside a package (`robot.usdz[arm.usda]`); None if it is not there."""
    package, bracket, inner = path.partition("[")
    try:
        if bracket and not Path(path).is_file():
            return _packaged_sha256(Path(package).read_bytes(), inner.removesuffix("]"))
        if not Path(path).is_file():
            return None
        with Path(path).open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (OSError, KeyError, zipfile.BadZipFile):
        return None


def _packaged_sha256(package: bytes, inner: str) -> str:
    name, bracket, rest = inner.partition("[")
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        content = archive.read(name)
    return _packaged_sha256(content, rest.removesuffix("]")) if bracket else hashlib.sha256(content).hexdigest()
