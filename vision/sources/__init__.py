"""Where pictures come from: one interface for pictures, folders, video files, cameras and network streams.

Recorded sources lose no frame and carry their own timestamps; live ones hand over the newest frame.
"""

from vision.sources.base import MAX_PIXELS, Frame, Source, SourceError
from vision.sources.opening import open_source

__all__ = ["MAX_PIXELS", "Frame", "Source", "SourceError", "open_source"]
