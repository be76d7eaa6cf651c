"""A position of Regista as JSON, both ways (what is left out takes its plain default)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.regista import pending_json, restarts, roles
from engine.games.regista.ball import goal_kick_position
from engine.games.regista.options import TURNS_PER_HALF
from engine.games.regista.position import RegistaPosition, Substitutions
from engine.games.regista.status import piece_faults
from engine.json_values import a_count, a_flag, a_list, a_piece, a_score, a_team, an_object, only_keys, shown
from engine.match import MalformedError, other

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.regista.laws import Laws
    from engine.grid import Space
    from engine.match import Pending, PieceId, Team

KEYS = (
    "pieces", "ball", "turn", "moved", "tackled", "score", "turns_done", "holder_may_not", "restart", "spot", "half",
    "subs", "to_move_off", "may_move_off", "awaits", "extra", "placing", "squad", "taker",
)  # fmt: skip
MAX_SEEN = 4
"""Most spaces that are named for one piece or the ball which is said to be on several."""
MAX_NAME = 8
"""Longest word that may be one of them, in characters."""


def read_position(laws: Laws, raw: Mapping[str, Any]) -> RegistaPosition:
    """A position, checked. Raises MalformedError naming ``position.<key>``."""
    raw = an_object(raw, "position")
    only_keys(raw, KEYS, "position.")
    pieces, ball = _standing(laws, raw)
    restart = _restart(raw.get("restart"))
    turns_done = a_score(raw.get("turns_done", {}), "position.turns_done")
    awaits = pending_json.read_pending(laws, raw.get("awaits"), pieces)
    turn = _turn(raw.get("turn", "B"), restart, awaits)
    position = RegistaPosition(
        pieces=pieces,
        ball=ball or (laws.pitch.centre_mark if restart == "kick_off" else None),
        turn=turn,
        score=a_score(raw.get("score", {}), "position.score"),
        turns_done=turns_done,
        moved=_piece_list(raw.get("moved", []), "position.moved"),
        tackled=_piece_list(raw.get("tackled", []), "position.tackled"),
        holder_may_not=_piece(raw.get("holder_may_not"), "position.holder_may_not"),
        restart=restart,
        spot=_spot(laws, raw, restart, ball),
        extra=a_flag(raw.get("extra", False), "position.extra"),
        placing=a_flag(raw.get("placing", restart == "kick_off" and not pieces), "position.placing"),
        awaits=awaits,
        half=_half(laws, raw.get("half"), min(turns_done.B, turns_done.R)),
        subs=_substitutions(raw.get("subs", {})),
        taker=_piece_on_field(raw, "taker", pieces),
        to_move_off=_piece_on_field(raw, "to_move_off", pieces),
        squad=_squad(raw.get("squad", {})),
    )
    if restart == "goal_kick" and ball is None:
        position = goal_kick_position(laws, position)
    return position.but(may_move_off=_may_move_off(laws, position, raw.get("may_move_off")))


def _standing(laws: Laws, raw: Mapping[str, Any]) -> tuple[dict[PieceId, Space], Space | None]:
    """Who stands where, and the ball; everything about them that cannot be is named at once, by the first one's key."""
    pieces, faults = _pieces(laws, raw.get("pieces", {}))
    ball = raw.get("ball")
    in_play = [f"the ball: {text}" for text in _ball_faults(laws, ball, waiting=raw.get("awaits") is not None)]
    if faults or in_play:
        raise MalformedError("position.pieces" if faults else "position.ball", "; ".join([*faults, *in_play]))
    return pieces, ball


def _pieces(laws: Laws, raw: object) -> tuple[dict[PieceId, Space], list[str]]:
    """Who stands where, as far as it can be read, and what is wrong with it."""
    key, pieces, faults = "position.pieces", {}, []
    for name, where in an_object(raw, key).items():
        try:
            piece = a_piece(name, key)
        except MalformedError as error:
            faults.append(str(error))
            continue
        if several := _several(where):
            faults.append(f"{piece} stands on {' and on '.join(several)}")
        space = several[0] if several else where
        if isinstance(space, str):
            pieces[piece] = space
        else:
            faults.append(f"{piece} stands on {shown(where)}, which is no space of the field")
    return pieces, faults + [fault.text for fault in piece_faults(laws, pieces)]


def _several(where: object) -> list[str]:
    """The spaces if they are several words, as whoever saw a thing twice may write them; else none."""
    if not isinstance(where, list) or not 1 < len(where) <= MAX_SEEN:
        return []
    return where if all(isinstance(space, str) and len(space) <= MAX_NAME for space in where) else []


def _ball_faults(laws: Laws, raw: object, *, waiting: bool) -> Iterator[str]:
    spaces: list[object] = [] if raw is None else [raw]
    if several := _several(raw):
        spaces = [*several]
        yield f"it lies on {' and on '.join(several)}; one space is needed"
    for space in spaces:
        if not isinstance(space, str) or space not in laws.pitch.neighbours:
            yield f"{shown(space)} is no space of this board"
        elif space in laws.pitch.goal_side and not waiting:
            yield f"{space} is a goal space; a ball in the goal is a goal already"


def _space(laws: Laws, raw: object, key: str) -> Space | None:
    if raw is None:
        return None
    if not isinstance(raw, str) or raw not in laws.pitch.neighbours:
        raise MalformedError(f"position.{key}", f"{shown(raw)} is no space of this board")
    return raw


def _piece(raw: object, key: str) -> PieceId | None:
    return None if raw is None else _own_piece(raw, key)


def _piece_list(raw: object, key: str) -> tuple[PieceId, ...]:
    return tuple(_own_piece(item, key) for item in a_list(raw, key))


def _own_piece(raw: object, key: str) -> PieceId:
    """One of Regista's pieces, on the field or not."""
    piece = a_piece(raw, key)
    if piece not in roles.PIECES:
        raise MalformedError(key, f"{piece} is no piece of Regista")
    return piece


def _restart(raw: object) -> str | None:
    if raw is not None and (not isinstance(raw, str) or raw not in restarts.NAMES):
        raise MalformedError(
            "position.restart", f"one of {', '.join(restarts.NAMES)} or null is needed, not {shown(raw)}"
        )
    return raw


def _turn(raw: object, restart: str | None, awaits: Pending | None) -> Team | None:
    if raw is not None:
        return a_team(raw, "position.turn")
    if restart not in {None, "kick_off"} or (awaits is not None and awaits.cause != "first"):
        raise MalformedError("position.turn", "B or R is needed; it is null only before the roll for the first turn")
    return None


def _spot(laws: Laws, raw: Mapping[str, Any], restart: str | None, ball: Space | None) -> Space | None:
    spot = _space(laws, raw.get("spot"), "spot")
    if restart == "kick_off":
        return spot or laws.pitch.centre_mark
    if restart not in {"throw_in", "free_kick"} or spot is not None:
        return spot
    if ball is None:
        raise MalformedError("position.spot", f"the space of the {restarts.NAMES[restart]} is missing")
    return ball


def _half(laws: Laws, raw: object, finished: int) -> int:
    if raw is None:
        return 2 if laws.options.halves == 2 and finished >= TURNS_PER_HALF else 1
    if raw not in (1, 2) or isinstance(raw, bool):
        raise MalformedError("position.half", f"1 or 2 is needed, not {shown(raw)}")
    return a_count(raw, "position.half")


def _substitutions(raw: object) -> dict[Team, Substitutions]:
    key, subs = "position.subs", {}
    for name, value in an_object(raw, key).items():
        team, had = a_team(name, key), an_object(value, f"{key}.{name}")
        only_keys(had, ("made", "out"), f"{key}.{name}.")
        out = _piece_list(had.get("out", []), f"{key}.{name}.out")
        subs[team] = Substitutions(a_count(had.get("made", len(out)), f"{key}.{name}.made"), out)
    return subs


def _squad(raw: object) -> dict[Team, tuple[PieceId, ...]]:
    key, squad = "position.squad", {}
    for name, listed in an_object(raw, key).items():
        team, eleven = a_team(name, key), _piece_list(listed, f"{key}.{name}")
        if len(set(eleven)) != roles.ON_FIELD or len(eleven) != roles.ON_FIELD:
            raise MalformedError(f"{key}.{name}", f"{roles.ON_FIELD} different pieces are needed")
        if foreign := [piece for piece in eleven if piece not in roles.SIDES[team]]:
            raise MalformedError(f"{key}.{name}", f"{foreign[0]} is no piece of {team}")
        squad[team] = eleven
    return squad


def _piece_on_field(raw: Mapping[str, Any], key: str, pieces: Mapping[PieceId, Space]) -> PieceId | None:
    piece = _piece(raw.get(key), f"position.{key}")
    if piece is not None and piece not in pieces:
        raise MalformedError(f"position.{key}", f"{piece} is not on the field")
    return piece


def _may_move_off(laws: Laws, position: RegistaPosition, raw: object) -> tuple[PieceId, ...]:
    if raw is not None:
        listed = _piece_list(raw, "position.may_move_off")
        if missing := [piece for piece in listed if piece not in position.pieces]:
            raise MalformedError("position.may_move_off", f"{missing[0]} is not on the field")
        return listed
    if position.restart != "free_kick" or position.turn is None:
        return ()
    return restarts.free_kick_choice(laws, position, other(position.turn))


def write_position(position: RegistaPosition) -> dict[str, Any]:
    """The complete JSON form; ``read_position`` of it is equal."""
    return {
        "pieces": dict(position.pieces),
        "ball": position.ball,
        "turn": position.turn,
        "moved": list(position.moved),
        "tackled": list(position.tackled),
        "score": {"B": position.score.B, "R": position.score.R},
        "turns_done": {"B": position.turns_done.B, "R": position.turns_done.R},
        "holder_may_not": position.holder_may_not,
        "restart": position.restart,
        "spot": position.spot,
        "extra": position.extra,
        "taker": position.taker,
        "placing": position.placing,
        "squad": {team: list(eleven) for team, eleven in sorted(position.squad.items())},
        "half": position.half,
        "subs": {team: {"made": had.made, "out": list(had.out)} for team, had in sorted(position.subs.items())},
        "to_move_off": position.to_move_off,
        "may_move_off": list(position.may_move_off),
        "awaits": pending_json.write_pending(position.awaits),
    }
