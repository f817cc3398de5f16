"""The OpenUSD that runs, and the profile with the rules of its physics parser."""

from __future__ import annotations

from typing import Final

from pxr import Usd

from columnar.parsing import Profile, load_profile, release_profile

__all__ = ["OPENUSD", "chosen_profile", "running_profile", "running_releases"]

OPENUSD: Final = "openusd"
"""The consumer that is OpenUSD's parser, whichever release."""


def running_releases() -> dict[str, str]:
    """The release of OpenUSD by the name of its package: `{"usd-core": "26.11"}`."""
    return {"usd-core": ".".join(map(str, Usd.GetVersion()[1:]))}


def running_profile() -> Profile:
    """The profile of OpenUSD's parser as this process has it."""
    return release_profile(OPENUSD, running_releases())


def chosen_profile(profile: Profile | str) -> Profile:
    """A profile by its name, where "openusd" is the parser of the release that runs.

    Raises:
        ProfileError: no such profile.
    """
    if isinstance(profile, Profile):
        return profile
    return running_profile() if profile == OPENUSD else load_profile(profile)
