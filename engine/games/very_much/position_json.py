"""A position of Masume as JSON, both ways (what is left out takes its plain default)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.very_much import pending_json
from engine.games.very_much.position import PLAY_KINDS, MasumePosition, PlayKind
from engine.games.very_much.roles import BOTH_SIDES, GAME
from engine.games.very_much.turns import with_keeper_on_ball
from engine.json_values import a_flag, a_list, a_score, a_team, shown
from engine.match import MalformedError, team_of
from engine.rules.ends import attacked
from engine.rules.restart_names import RESTARTS
from engine.rules.standing_json import (
    STANDING_KEYS,
    own_keys,
    piece_on_field,
    read_piece,
    read_restart,
    read_space,
    read_standing,
    read_turn,
    write_standing,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.very_much.laws import Laws
    from engine.grid import Space
    from engine.match import PieceId, Team

KEYS = (*STANDING_KEYS, "plays", "offence", "last_touch", "taker")


def read_position(laws: Laws, raw: Mapping[str, Any]) -> MasumePosition:
    """A position, checked. Raises MalformedError naming ``position.<key>``."""
    raw = own_keys(raw, KEYS)
    pieces, ball = read_standing(laws.pitch.grid, BOTH_SIDES, raw)
    restart = read_restart(raw.get("restart"), RESTARTS)
    awaits = pending_json.read_pending(laws, raw.get("awaits"), pieces)
    turn = read_turn(raw.get("turn", "B"), restart, awaits)
    spot = _spot(laws, raw, restart, turn, ball)
    position = MasumePosition(
        pieces=pieces,
        ball=ball or (spot if restart else None),
        turn=turn,
        plays=_plays(raw.get("plays", [])),
        last_touch=None if raw.get("last_touch") is None else _piece(raw["last_touch"], "position.last_touch"),
        score=a_score(raw.get("score", {}), "position.score"),
        turns_done=a_score(raw.get("turns_done", {}), "position.turns_done"),
        restart=restart,
        spot=spot,
        taker=piece_on_field(raw, "taker", pieces),
        placing=a_flag(raw.get("placing", restart == "kick_off" and not pieces), "position.placing"),
        awaits=awaits,
    )
    if ball is None and turn is not None:
        position = with_keeper_on_ball(laws, position, turn)
    return position.but(offence=_offence(position, raw.get("offence")))


def _piece(raw: object, key: str) -> PieceId:
    return read_piece(BOTH_SIDES, GAME, raw, key)


def _plays(raw: object) -> tuple[tuple[PieceId, PlayKind], ...]:
    return tuple(_one_play(item) for item in a_list(raw, "position.plays"))


def _one_play(item: object) -> tuple[PieceId, PlayKind]:
    key = "position.plays"
    pair = a_list(item, key)
    if len(pair) != 2:
        raise MalformedError(key, f'a play is a piece and what it did, ["B9", "move"], not {shown(item)}')
    kind = next((known for known in PLAY_KINDS if known == pair[1]), None)
    if kind is None:
        raise MalformedError(key, f"a play is one of {', '.join(PLAY_KINDS)}, not {shown(pair[1])}")
    return _piece(pair[0], key), kind


def _spot(
    laws: Laws, raw: Mapping[str, Any], restart: str | None, turn: Team | None, ball: Space | None
) -> Space | None:
    spot = read_space(laws.pitch.grid, raw.get("spot"), "position.spot")
    if spot in laws.pitch.goal_side:
        raise MalformedError("position.spot", f"{spot} is a goal square; nothing is taken from there")
    if spot is not None or turn is None:
        return spot
    if restart == "kick_off":
        return laws.mark(turn)
    if restart == "corner":
        # A ball on one of two corners has settled which.
        return ball if ball in laws.pitch.board.corner_spots[attacked(turn)] else None
    if restart in {"throw_in", "free_kick"} and ball is None:
        raise MalformedError("position.spot", f"the square of the {RESTARTS[restart]} is missing")
    return ball if restart in {"throw_in", "free_kick"} else None


def _offence(position: MasumePosition, raw: object) -> Team:
    """The holder's side, whatever is said; of a free ball who it is said to be, else who touched it last."""
    named = None if raw is None else a_team(raw, "position.offence")
    in_play = position.awaits is None and position.restart is None
    if in_play and position.holder is not None:
        return team_of(position.holder)
    if named is not None:
        return named
    touched = position.last_touch if in_play else None
    return team_of(touched) if touched else position.turn or "B"


def write_position(position: MasumePosition) -> dict[str, Any]:
    """The complete JSON form; ``read_position`` of it is equal."""
    return {
        **write_standing(position),
        "plays": [list(play) for play in position.plays],
        "offence": position.offence,
        "last_touch": position.last_touch,
        "taker": position.taker,
    }
