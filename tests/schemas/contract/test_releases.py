"""Version bounds."""

from __future__ import annotations

import pytest

from schemas.contract import holds_for, require_bounds


@pytest.mark.parametrize(
    ("bounds", "release", "holds"),
    [
        (">=26.11", "26.8", False),
        (">=26.8", "26.11", True),
        (">=26.11", "26.11", True),
        ("<26.11", "26.8", True),
        ("<26.11", "26.11", False),
        (">=25.2, <26.5", "25.11", True),
        (">=25.2, <26.5", "26.5", False),
        ("0.7.0", "0.7.0", True),
        ("0.7.0", "0.7.1", False),
    ],
)
def test_releases_are_numbers_part_by_part(bounds: str, release: str, holds: bool) -> None:
    assert holds_for({"usd-core": bounds}, {"usd-core": release}) is holds


def test_other_packages_do_not_matter() -> None:
    assert holds_for({"ovphysx": "0.7.0"}, {"usd-core": "26.8"})


@pytest.mark.parametrize("bounds", ["~=26.8", "newest", ">=26.8,", ""])
def test_what_reads_as_no_bound_is_named(bounds: str) -> None:
    with pytest.raises(ValueError, match=r"usd-core .*expected bounds"):
        require_bounds({"usd-core": bounds})
