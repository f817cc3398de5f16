"""Differences as one HTML page that needs nothing but itself."""

from columnar.diff.page.page import differences_page

__all__ = ["differences_page"]
