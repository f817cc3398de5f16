"""Everything that needs only columns: scenes, files, queries, descriptors. No USD is imported here."""

from columnar.descriptors import Descriptors
from columnar.file import open_scene, save_scene
from columnar.parsing import parse
from columnar.scene import ColumnValues, Scene, SceneError, cells

__all__ = ["ColumnValues", "Descriptors", "Scene", "SceneError", "cells", "open_scene", "parse", "save_scene"]
