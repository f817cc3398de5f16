"""A stage that is edited, and a store that follows it."""

from populate.live.live_stage import Committed, LiveStage

__all__ = ["Committed", "LiveStage"]
