"""Option words are the library's."""

from __future__ import annotations

from columnar.file import EXPORT_FORMATS
from populate import readers
from populate.commands import choices


def test_choices_are_the_librarys() -> None:
    assert [c.value for c in choices.LoadPayloads] == [c.value for c in readers.LoadPayloads]
    assert [c.value for c in choices.Instancing] == [c.value for c in readers.Instancing]
    assert [c.value for c in choices.ExportFormat] == list(EXPORT_FORMATS)
