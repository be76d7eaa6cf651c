"""A position of Soccer Chess as JSON, both ways (what is left out takes its plain default)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from engine.games.soccer_chess import cards, pending_json
from engine.games.soccer_chess.options import MOST_ROUNDS
from engine.games.soccer_chess.position import SoccerChessPosition
from engine.games.soccer_chess.roster_json import read_roster, write_roster
from engine.grid import Point
from engine.json_values import a_count, a_flag, a_number, a_piece, a_score, an_object, is_number, only_keys, shown
from engine.match import MalformedError
from engine.notation import MAX_COORDINATE_MM
from engine.rules.standing_json import (
    STANDING_KEYS,
    own_keys,
    piece_on_field,
    read_restart,
    read_space,
    read_standing,
    read_time,
    read_turn,
    write_score,
    write_standing,
)
from engine.rules.status import Sides
from engine.rules.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.soccer_chess.laws import Laws
    from engine.grid import Space
    from engine.match import PieceId

KEYS = (
    *STANDING_KEYS,
    "due",
    "round",
    "rounds",
    "dribbled",
    "last_kick",
    "announced",
    "passes",
    "corners",
    "roster",
    "measure",
    "lifted",
    "stole",
    "time",
)

RESTARTS = ("kick_off", "penalty")

SIDES = Sides(numbers=99, on_field=98)
"""The rulebook names no number of figures: a side may have any."""

MAX_SD_MM = 1000.0


def read_position(laws: Laws, raw: Mapping[str, Any]) -> SoccerChessPosition:
    """A position, checked. Raises MalformedError naming ``position.<key>``."""
    raw = own_keys(raw, KEYS)
    pieces, ball = _standing(laws, raw)
    restart = read_restart(raw.get("restart"), RESTARTS)
    awaits = pending_json.read_pending(laws, raw.get("awaits"), pieces)
    turn = read_turn(raw.get("turn", "B"), restart, awaits)
    spot = read_space(laws.pitch.grid, raw.get("spot"), "position.spot")
    if restart == "penalty" and turn is not None:
        spot = spot or laws.pitch.penalty_spot(turn)
    return SoccerChessPosition(
        pieces=pieces,
        **laws.lying(_placed(laws, ball, restart, spot)),
        turn=turn,
        score=a_score(raw.get("score", {}), "position.score"),
        turns_done=a_score(raw.get("turns_done", {}), "position.turns_done"),
        restart=restart,
        spot=spot,
        placing=a_flag(raw.get("placing", restart == "kick_off" and not pieces), "position.placing"),
        due=_due(raw.get("due", "kick")),
        round=_from_one(raw.get("round", 1), "position.round"),
        rounds=None if raw.get("rounds") is None else _from_one(raw["rounds"], "position.rounds"),
        dribbled=a_flag(raw.get("dribbled", False), "position.dribbled"),
        last_kick=_piece(raw.get("last_kick"), "position.last_kick"),
        announced=a_flag(raw.get("announced", False), "position.announced"),
        passes=a_count(raw.get("passes", 0), "position.passes"),
        corners=a_score(raw.get("corners", {}), "position.corners"),
        roster=read_roster(raw["roster"], "position.roster") if "roster" in raw else laws.roster,
        sd_mm=_sd_mm(raw.get("measure")),
        lifted=piece_on_field(raw, "lifted", pieces),
        stole=a_flag(raw.get("stole", False), "position.stole"),
        awaits=awaits,
        time=read_time(raw.get("time")),
    )


def _standing(laws: Laws, raw: Mapping[str, Any]) -> tuple[dict[PieceId, Space], Space | Point | None]:
    """Who stands where, and the ball. Keepers are held on their rods: a square given for one is ignored."""
    listed = an_object(raw.get("pieces", {}), "position.pieces")
    figures = {name: where for name, where in listed.items() if not cards.is_keeper(name)}
    point = read_point(raw.get("ball"), "position.ball")
    table = {**raw, "pieces": figures, "ball": None if point is not None else raw.get("ball")}
    pieces, space = read_standing(laws.pitch.grid, SIDES, table)
    return pieces, point or space


def read_point(raw: object, key: str) -> Point | None:
    """``[x_mm, y_mm]``, or None for what is no list of two numbers. Raises MalformedError for a point far away."""
    if not isinstance(raw, list) or len(raw) != 2 or not all(is_number(value) for value in raw):
        return None
    if any(abs(value) > MAX_COORDINATE_MM for value in raw):
        raise MalformedError(key, f"{shown(raw)} lies further than {MAX_COORDINATE_MM / 1000:g} m off the board")
    return Point(float(raw[0]), float(raw[1]))


def _placed(laws: Laws, ball: Space | Point | None, restart: str | None, spot: Space | None) -> Space | Point | None:
    """The ball's place; at a restart it lies ready if nothing else is said."""
    if ball is not None or restart is None:
        return ball
    return laws.pitch.centre_mm if restart == "kick_off" or spot is None else laws.pitch.grid.centre_mm(spot)


def _due(raw: object) -> Literal["kick", "move"]:
    if raw == "kick":
        return "kick"
    if raw == "move":
        return "move"
    raise MalformedError("position.due", f"kick or move is needed, not {shown(raw)}")


def _from_one(raw: object, key: str) -> int:
    count = a_count(raw, key)
    if not 1 <= count <= MOST_ROUNDS:
        raise MalformedError(key, say("number", most=MOST_ROUNDS, count=count))
    return count


def _piece(raw: object, key: str) -> PieceId | None:
    return None if raw is None else a_piece(raw, key)


def _sd_mm(raw: object) -> float:
    if raw is None:
        return 0.0
    table = an_object(raw, "position.measure")
    only_keys(table, ("sd_mm",), "position.measure.")
    return a_number(table.get("sd_mm", 0.0), "position.measure.sd_mm", 0, MAX_SD_MM, "millimetres")


def write_position(position: SoccerChessPosition) -> dict[str, Any]:
    """The complete JSON form; ``read_position`` of it is equal."""
    return {
        **write_standing(position),
        "due": position.due,
        "round": position.round,
        "rounds": position.rounds,
        "dribbled": position.dribbled,
        "last_kick": position.last_kick,
        "announced": position.announced,
        "passes": position.passes,
        "corners": write_score(position.corners),
        "roster": write_roster(position.roster),
        "measure": {"sd_mm": position.sd_mm},
        "lifted": position.lifted,
        "stole": position.stole,
        **({} if position.time is None else {"time": position.time}),
    }
