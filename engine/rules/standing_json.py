"""Who stands where, and what else every position on spaces says, from untrusted JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from engine.json_values import a_list, a_piece, a_team, an_object, only_keys, shown
from engine.match import MalformedError, number_of
from engine.rules.pending_json import write_pending
from engine.rules.status import piece_faults
from engine.rules.words import say
from engine.sentences import joined

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from engine.grid import Grid, Space
    from engine.match import Pending, PieceId, Position, Score, Team
    from engine.rules.status import Sides
    from engine.sentences import Sentence

MAX_SEEN = 4
"""Most spaces that are named for one piece or the ball which is said to be on several."""
STANDING_KEYS = ("pieces", "ball", "turn", "score", "turns_done", "restart", "spot", "placing", "awaits")
"""What every game's position says (``write_standing``)."""
EMPTY_ELSEWHERE: Mapping[str, object] = {"moved": [], "tackled": [], "holder_may_not": None, "extra": False}
"""What ``engine.match.Position`` has for the games that need it: others may say by it only that there is nothing."""

MAX_NAME = 8
"""Longest word that may be one of them, in characters."""


def own_keys(raw: object, known: Collection[str]) -> Mapping[str, Any]:
    """A position's object with the game's own keys. Raises MalformedError naming another that says something."""
    table = an_object(raw, "position")
    said = {
        key: value
        for key, value in table.items()
        if key in known or key not in EMPTY_ELSEWHERE or value != EMPTY_ELSEWHERE[key]
    }
    only_keys(said, known, "position.")
    return said


def read_standing(grid: Grid, sides: Sides, raw: Mapping[str, Any]) -> tuple[dict[PieceId, Space], Space | None]:
    """Who stands where, and the ball, from a position's ``pieces`` and ``ball``.

    Raises MalformedError: everything about them that cannot be is named at once, by the first one's key. The ball may
    lie outside the field only while something is awaited, and beside it (``sides.beside``) at a throw-in.
    """
    pieces, faults = _pieces(grid, sides, raw.get("pieces", {}))
    ball = raw.get("ball")
    outside: Collection[Space] = sides.beside if raw.get("restart") == "throw_in" else ()
    if raw.get("awaits") is not None:
        outside = grid.points
    in_play = [say("position.ball", why=why) for why in _ball_faults(grid, ball, outside)]
    if faults or in_play:
        why = joined(say("semicolon"), (*faults, *in_play))
        raise MalformedError("position.pieces" if faults else "position.ball", why)
    return pieces, ball


def _pieces(grid: Grid, sides: Sides, raw: object) -> tuple[dict[PieceId, Space], list[str]]:
    """Who stands where, as far as it can be read, and what is wrong with it."""
    key, pieces, faults = "position.pieces", {}, []
    for name, where in an_object(raw, key).items():
        try:
            piece = a_piece(name, key)
        except MalformedError as error:
            faults.append(str(error))
            continue
        if several := _several(where):
            faults.append(say("position.several", piece=piece, spaces=joined(say("and_on"), several)))
        space = several[0] if several else where
        if isinstance(space, str):
            pieces[piece] = space
        else:
            faults.append(say("position.space", piece=piece, space=shown(where)))
    return pieces, faults + [fault.text for fault in piece_faults(grid, sides, pieces)]


def _several(where: object) -> list[str]:
    """The spaces if they are several words, as whoever saw a thing twice may write them; else none."""
    if not isinstance(where, list) or not 1 < len(where) <= MAX_SEEN:
        return []
    return where if all(isinstance(space, str) and len(space) <= MAX_NAME for space in where) else []


def _ball_faults(grid: Grid, raw: object, outside: Collection[Space]) -> Iterator[Sentence]:
    spaces: list[object] = [] if raw is None else [raw]
    if several := _several(raw):
        spaces = [*several]
        yield say("position.ball.several", spaces=joined(say("and_on"), several))
    for space in spaces:
        if not isinstance(space, str) or space not in grid.points:
            yield say("position.no_space", space=shown(space))
        elif space not in grid.field and space not in outside:
            yield say("position.ball.goal" if space in grid.extra else "position.ball.out", space=space)


def read_space(grid: Grid, raw: object, key: str) -> Space | None:
    """A space of the board, or None for null. Raises MalformedError naming ``key``."""
    if raw is None:
        return None
    if not isinstance(raw, str) or raw not in grid.points:
        raise MalformedError(key, say("position.no_space", space=shown(raw)))
    return raw


def read_piece(sides: Sides, game: str, raw: object, key: str) -> PieceId:
    """One of the game's pieces, on the field or not. Raises MalformedError naming ``key``."""
    piece = a_piece(raw, key)
    if number_of(piece) > sides.numbers:
        raise MalformedError(key, say("position.no_piece", piece=piece, game=game))
    return piece


def read_pieces(sides: Sides, game: str, raw: object, key: str) -> tuple[PieceId, ...]:
    """A list of the game's pieces. Raises MalformedError naming ``key``."""
    return tuple(read_piece(sides, game, item, key) for item in a_list(raw, key))


def piece_on_field(raw: Mapping[str, Any], key: str, pieces: Mapping[PieceId, Space]) -> PieceId | None:
    """``position.<key>`` as one of the pieces that stand on the field, or None. Raises MalformedError."""
    value = raw.get(key)
    if value is None:
        return None
    piece = a_piece(value, f"position.{key}")
    if piece not in pieces:
        raise MalformedError(f"position.{key}", say("move.field.piece", piece=piece))
    return piece


def read_restart(raw: object, known: Collection[str]) -> str | None:
    """The kind of restart, or None. Raises MalformedError (``position.restart``)."""
    if raw is not None and (not isinstance(raw, str) or raw not in known):
        raise MalformedError("position.restart", f"one of {', '.join(known)} or null is needed, not {shown(raw)}")
    return raw


def read_turn(raw: object, restart: str | None, awaits: Pending | None) -> Team | None:
    """The side on turn; null only before the roll for the first turn. Raises MalformedError (``position.turn``)."""
    if raw is not None:
        return a_team(raw, "position.turn")
    if restart not in {None, "kick_off"} or (awaits is not None and awaits.cause != "first"):
        raise MalformedError("position.turn", "B or R is needed; it is null only before the roll for the first turn")
    return None


def read_time(raw: object) -> Literal["last", "over"] | None:
    """How far a match is whose time is up, or None. Raises MalformedError (``position.time``)."""
    match raw:
        case None | "last" | "over":
            return raw
    raise MalformedError("position.time", f"last, over or null is needed, not {shown(raw)}")


def write_standing(position: Position) -> dict[str, Any]:
    """What every game's position says, as JSON values; games add keys of their own."""
    ball = position.ball
    return {
        "pieces": dict(position.pieces),
        "ball": ball if ball is None or isinstance(ball, str) else list(ball),
        "turn": position.turn,
        "score": write_score(position.score),
        "turns_done": write_score(position.turns_done),
        "restart": position.restart,
        "spot": position.spot,
        "placing": position.placing,
        "awaits": write_pending(position.awaits),
    }


def write_score(score: Score) -> dict[str, int]:
    """A count of each team."""
    return {"B": score.B, "R": score.R}
