"""From descriptors to articulations."""

from columnar.dynamics.described.build import Built, Refusal, build_articulations
from columnar.dynamics.described.drives import SoundDrives, UnsoundValue, sound_drives

__all__ = ["Built", "Refusal", "SoundDrives", "UnsoundValue", "build_articulations", "sound_drives"]
