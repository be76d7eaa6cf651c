"""Who reads what is said: in their language, with the names of sides and figures, and squares as players say them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.empty import EMPTY
from engine.half_grid import HalvesGrid
from engine.match import TEAMS
from engine.rules.words import square_name
from engine.sentences import Sentence, in_language, reworded
from engine.texts import ENGLISH
from referee_tui.words import names_of, shown_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Grid, Space
    from engine.match import PieceId
    from engine.record.records import Header
    from engine.ruleset import Ruleset

_SIDES = {f"team.{team}": team for team in TEAMS}


@dataclass(frozen=True, slots=True)
class Audience:
    """How a match is told to somebody; by default in English and with no names."""

    language: str = ENGLISH
    names: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """Who plays, by side, and what figures are called, by piece."""
    grid: Grid | None = None
    """The board that is played on."""

    def hears(self, text: str) -> str:
        """A sentence as it is told to them, as plain text."""
        named = reworded(text, self._called) if isinstance(text, Sentence) and self.tells_otherwise else text
        return in_language(named, self.language)

    def called(self, what: PieceId | Space) -> str:
        """A piece with its name, if it has one; a space as players call it."""
        return in_language(self._called(what), self.language)

    @property
    def tells_otherwise(self) -> bool:
        """Whether anything has another name than in the log."""
        return bool(self.names) or isinstance(self.grid, HalvesGrid)

    def _called(self, what: str) -> str:
        if (side := _SIDES.get(getattr(what, "key", ""))) is not None:
            return self.names.get(side, what)
        if isinstance(what, Sentence):
            return what
        if isinstance(self.grid, HalvesGrid) and what in self.grid.points:
            return square_name(self.grid, what)
        return f"{what} {self.names[what]}" if what in self.names and what not in TEAMS else what


def audience_of(rules: Ruleset, header: Header, language: str = ENGLISH) -> Audience:
    """Those who read a match, by its log's header: what comes from there is made fit for a terminal."""
    figures = {piece: shown_name(name) for piece, name in header.names.items() if piece not in TEAMS}
    return Audience(language, {**figures, **names_of(header)}, rules.board.grid)
