"""Settings that NewtonSceneAPI and NewtonArticulationRootAPI state besides the PhysX ones."""

from __future__ import annotations

import numpy as np

from columnar.diff.asked import Asked, Prediction

__all__ = ["default_time_steps", "unlisted_self_collisions", "unlisted_time_steps"]

_STEPS = 60


def default_time_steps(asked: Asked) -> Prediction:
    """A step rate that was published without being authored: it hides Newton's where columns are read."""
    own = asked.cells("physxScene:timeStepsPerSecond", component="PhysxSceneAPI")
    newton = asked.cells("newton:timeStepsPerSecond", component="NewtonSceneAPI")
    hidden = own.present & own.listed & ~own.authored & newton.present & (newton.filled(0) > 0)
    return Prediction(hidden, own.filled(_STEPS).astype(np.int64), newton.filled(_STEPS).astype(np.int64))


def unlisted_time_steps(asked: Asked) -> Prediction:
    """Newton's step rate without its API: it counts where columns are read."""
    own = asked.cells("physxScene:timeStepsPerSecond", component="PhysxSceneAPI")
    newton = asked.cells("newton:timeStepsPerSecond", component="NewtonSceneAPI")
    used = newton.present & ~newton.listed & (newton.filled(0) > 0) & ~(own.present & own.listed)
    return Prediction(used, newton.filled(_STEPS).astype(np.int64), np.full(len(used), _STEPS))


def unlisted_self_collisions(asked: Asked) -> Prediction:
    """Newton's self collision without its API: it counts where columns are read."""
    own = asked.cells("physxArticulation:enabledSelfCollisions", component="PhysxArticulationAPI")
    newton = asked.cells("newton:selfCollisionEnabled", component="NewtonArticulationRootAPI")
    used = newton.present & ~newton.listed & ~(own.present & own.listed)
    return Prediction(used, newton.filled(True).astype(np.bool_), np.ones(len(used), np.bool_))
