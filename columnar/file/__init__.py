"""Scene files: save, open and validate, concatenate, pack, export; and descriptor files."""

from columnar.file.descriptor_files import open_descriptors, save_descriptors
from columnar.file.exporting import EXPORT_FORMATS, export_tables
from columnar.file.layers import changed_layers, layer_digest
from columnar.file.migrations import MIGRATIONS, Migration, migrate
from columnar.file.opening import open_scene, open_scenes, validate_file
from columnar.file.problems import Problem, SceneFileError, SceneFileWarning
from columnar.file.replacing import replacing, require_writable
from columnar.file.saving import concat_scenes, pack_scene, save_scene
from columnar.file.source import SIZE_LIMIT

__all__ = [
    "EXPORT_FORMATS",
    "MIGRATIONS",
    "SIZE_LIMIT",
    "Migration",
    "Problem",
    "SceneFileError",
    "SceneFileWarning",
    "changed_layers",
    "concat_scenes",
    "export_tables",
    "layer_digest",
    "migrate",
    "open_descriptors",
    "open_scene",
    "open_scenes",
    "pack_scene",
    "replacing",
    "require_writable",
    "save_descriptors",
    "save_scene",
    "validate_file",
]
