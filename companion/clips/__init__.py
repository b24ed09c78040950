"""What the referee saw: the last seconds in memory, and what is kept of them beside what was said."""

from companion.clips.clips import Clips, Wanted
from companion.clips.moments import Moment, Shown
from companion.clips.shots import Shot

__all__ = ["Clips", "Moment", "Shot", "Shown", "Wanted"]
