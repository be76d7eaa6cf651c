"""A position of Regista as JSON, both ways (what is left out takes its plain default)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.regista import pending_json, restarts, roles
from engine.games.regista.ball import goal_kick_position
from engine.games.regista.options import TURNS_PER_HALF
from engine.games.regista.position import RegistaPosition, Substitutions
from engine.json_values import a_count, a_flag, a_score, a_team, an_object, only_keys, shown
from engine.match import MalformedError, other
from engine.rules.standing_json import (
    STANDING_KEYS,
    own_keys,
    piece_on_field,
    read_piece,
    read_pieces,
    read_restart,
    read_space,
    read_standing,
    read_turn,
    write_standing,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.regista.laws import Laws
    from engine.grid import Space
    from engine.match import PieceId, Team

KEYS = (
    *STANDING_KEYS,
    "moved",
    "tackled",
    "holder_may_not",
    "half",
    "subs",
    "to_move_off",
    "may_move_off",
    "extra",
    "squad",
    "taker",
)


def read_position(laws: Laws, raw: Mapping[str, Any]) -> RegistaPosition:
    """A position, checked. Raises MalformedError naming ``position.<key>``."""
    raw = own_keys(raw, KEYS)
    pieces, ball = read_standing(laws.pitch.grid, roles.BOTH_SIDES, raw)
    restart = read_restart(raw.get("restart"), restarts.NAMES)
    turns_done = a_score(raw.get("turns_done", {}), "position.turns_done")
    awaits = pending_json.read_pending(laws, raw.get("awaits"), pieces)
    turn = read_turn(raw.get("turn", "B"), restart, awaits)
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
        taker=piece_on_field(raw, "taker", pieces),
        to_move_off=piece_on_field(raw, "to_move_off", pieces),
        squad=_squad(raw.get("squad", {})),
    )
    if restart == "goal_kick" and ball is None:
        position = goal_kick_position(laws, position)
    return position.but(may_move_off=_may_move_off(laws, position, raw.get("may_move_off")))


def _piece(raw: object, key: str) -> PieceId | None:
    return None if raw is None else read_piece(roles.BOTH_SIDES, "Regista", raw, key)


def _piece_list(raw: object, key: str) -> tuple[PieceId, ...]:
    return read_pieces(roles.BOTH_SIDES, "Regista", raw, key)


def _spot(laws: Laws, raw: Mapping[str, Any], restart: str | None, ball: Space | None) -> Space | None:
    spot = read_space(laws.pitch.grid, raw.get("spot"), "position.spot")
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
        **write_standing(position),
        "moved": list(position.moved),
        "tackled": list(position.tackled),
        "holder_may_not": position.holder_may_not,
        "extra": position.extra,
        "taker": position.taker,
        "squad": {team: list(eleven) for team, eleven in sorted(position.squad.items())},
        "half": position.half,
        "subs": {team: {"made": had.made, "out": list(had.out)} for team, had in sorted(position.subs.items())},
        "to_move_off": position.to_move_off,
        "may_move_off": list(position.may_move_off),
    }
