"""Everything that needs only columns: scenes, files, queries. No USD is imported here."""

from columnar.file import open_scene, save_scene
from columnar.scene import ColumnValues, Scene, SceneError, cells

__all__ = ["ColumnValues", "Scene", "SceneError", "cells", "open_scene", "save_scene"]
