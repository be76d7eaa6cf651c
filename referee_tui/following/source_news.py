"""What a source has to say of itself: facts about its pictures once, and a loss when it begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_tui.following.sentences import say

if TYPE_CHECKING:
    from vision.sources import Source


class SourceNews:
    """Remembers what was told."""

    def __init__(self, source: Source) -> None:
        """Nothing was told yet."""
        self._source = source
        self._notes_told, self._trouble_told = 0, False

    def take(self) -> list[str]:
        """What is to be told, a sentence each, once."""
        notes = self._source.notes
        news, self._notes_told = list(notes[self._notes_told :]), len(notes)
        trouble = self._source.trouble
        if trouble is not None and not self._trouble_told:
            news.append(trouble)
        elif trouble is None and self._trouble_told:
            news.append(say("camera.back", source=self._source.name))
        self._trouble_told = trouble is not None
        return news
