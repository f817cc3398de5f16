"""Drawn tests draw the same examples in every run; `pytest --hypothesis-profile=search` looks for new ones."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("search", derandomize=False)
settings.load_profile("same")
