"""How far a match has come: kicks and move rounds. Time is shown by the clock of whoever watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_chess.goals import is_over
from engine.ruleset import Counter

if TYPE_CHECKING:
    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition


def counter(laws: Laws, position: SoccerChessPosition) -> Counter:
    """The kick that play is at, and the rounds finished since the last."""
    rounds = laws.rounds(position)
    finished = position.round - 1 if position.due == "move" else rounds
    kicks = position.turns_done.B + position.turns_done.R
    player = None if position.turn is None else person(position, laws.options.players(position.turn))
    # The rounds before a kick count to it; at a kick-off there are none.
    return Counter(
        turn=kicks + 1, length_min=laws.options.minutes or None,
        moves_made=finished, moves_allowed=rounds, unit="rounds", player=player, due=position.due,
        over=is_over(laws, position),
    )  # fmt: skip


def person(position: SoccerChessPosition, names: tuple[str, ...]) -> str | None:
    """Who of a team's players has the turn: they take turns from kick to kick. None for a team without names."""
    kicks = position.turns_done.B + position.turns_done.R
    return names[kicks % len(names)] if names else None
