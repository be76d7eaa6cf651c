"""Both sides set up for the first kick-off, where no camera sees how they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games import formations_of

if TYPE_CHECKING:
    from engine.match import Team
    from engine.ruleset import Ruleset


def lined_up(rules: Ruleset, formations: tuple[str, str] = ("", ""), kicks_off: Team = "B") -> dict[str, Any]:
    """The position's JSON form; ``formations`` are blue's and red's, an empty name the game's first.

    Raises FormationError.
    """
    game = formations_of(rules.game)
    first = next(iter(game.formations()))
    blue, red = (game.formation(name or first) for name in formations)
    pieces = game.line_up(blue, red, kicks_off=kicks_off)
    ball = game.ball(pieces, kicks_off=kicks_off)
    # Until the kick-off pieces may still be put elsewhere, and then they are checked.
    raw: dict[str, Any] = {"pieces": dict(pieces), "turn": kicks_off, "restart": "kick_off", "placing": True}
    return raw if ball is None else {**raw, "ball": ball}
