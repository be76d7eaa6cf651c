"""The games by name: what a board file, an option or a log may say, and where each game's rules lie.

A game is added by its folder in ``engine/games``, its board in ``engine/boards`` and one line here; see
docs/adding-a-game.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match import PieceId


class Listed(NamedTuple):
    """A game that there are rules for."""

    title: str
    """As people write it."""
    rules: str
    """Its package and, after a colon, the class of its rules there; imported only when the game is asked for."""
    numbers: int = 11
    """The pieces of a side are numbered from 1 to this."""
    dice: int = 2
    """As many are thrown at once as this; 0 for a game without dice."""
    duels: bool = True
    """Whether both sides throw against each other, and each has a die of its own."""

    @property
    def package(self) -> str:
        """The package of its rules, beside which its line-ups are found (``formations``)."""
        return self.rules.partition(":")[0]


LISTED: Mapping[str, Listed] = {
    "regista": Listed("Regista", "engine.games.regista:RegistaRules", numbers=15),
    "very-much": Listed("Masume Soccer Tactics", "engine.games.very_much:MasumeRules"),
    "soccer-chess": Listed("Soccer Chess", "engine.games.soccer_chess:SoccerChessRules", dice=0, duels=False),
    "soccer-fun": Listed("Soccer Fun", "engine.games.soccer_fun:SoccerFunRules", dice=3, duels=False),
}

GAMES = tuple(LISTED)
"""Every game by its name in options, logs and on the command line."""


def title_of(game: str) -> str:
    """What a game is called; a game that is not listed is called by its name."""
    return LISTED[game].title if game in LISTED else game


def squad_of(game: str) -> tuple[PieceId, ...]:
    """Every piece of a game, blue's first."""
    from engine.match import TEAMS  # noqa: PLC0415 - the page of help needs the names alone

    return tuple(f"{team}{number}" for team in TEAMS for number in range(1, LISTED[game].numbers + 1))
