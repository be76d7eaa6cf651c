"""Announcing a shot, kicking, and the ball coming to rest (rulebook: Kick, Shot and keeper, Line decisions)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.empty import EMPTY
from engine.games.soccer_chess import faults, goals, measuring, outs, possession
from engine.games.soccer_chess.cards import is_keeper, keeper_of
from engine.games.soccer_chess.kicked import Kick
from engine.games.soccer_chess.words import refused, say
from engine.grid import Point
from engine.match import Pending, other, team_of
from engine.rules.dice import awaited
from engine.rules.events import event
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.grid import Space
    from engine.match import Action, PieceId
    from engine.ruleset import Refusal


def may_kick(laws: Laws, position: SoccerChessPosition, piece: PieceId, act: str) -> Refusal | None:
    """The first thing that keeps a figure from kicking (or announcing that it will), or None.

    The holder kicks; at a kick-off or penalty any figure of the side.
    """
    if (fault := faults.misused(laws, position, piece)) is not None:
        return fault
    if piece not in position.pieces or (position.restart is None and position.holder != piece):
        return faults.not_holder(position, piece, act)
    if position.due == "move":
        return faults.move_is_due(laws, position, "kick")
    return None


def judge_announcement(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Verdict:
    """``B9!``: the next kick is a shot; the defender sets the keeper, and then it stays."""
    if (fault := may_announce(laws, position, piece)) is not None:
        return fault
    return announce(position, piece)


def may_announce(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Refusal | None:
    """The first thing that keeps a figure from announcing a shot, or None."""
    if (fault := may_kick(laws, position, piece, "announce")) is not None:
        return fault
    if position.announced:
        return refused("cycle.order", "announced")
    needed = laws.options.passes_before_shot
    if position.passes < needed and position.restart != "penalty":
        had = say("pass.one" if position.passes == 1 else "pass.many", count=position.passes)
        return refused("shot.passes", had=had, needed=needed)
    return None


def announce(position: SoccerChessPosition, piece: PieceId) -> Ruling:
    """An announcement that nothing is wrong with."""
    told = event("shot", by=piece, at=position.ball_on, keeper=keeper_of(other(team_of(piece))))
    return Ruling((told,), position.but(announced=True))


def judge_kick(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Verdict:
    """``B8*``: a figure touched the ball, which uses the kick up; where it comes to rest is awaited."""
    if (fault := may_kick(laws, position, piece, "kick")) is not None:
        return fault
    return kick(laws, position, piece)


def kick(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Ruling:
    """A kick that nothing is wrong with. Nothing else changes until the ball is at rest."""
    called = laws.spoken(position.pieces[piece])
    told = event("kick", by=piece, team=team_of(piece), at=position.ball_on, called=called)
    return Ruling((told,), _rolling(position, piece, ()))


def _rolling(position: SoccerChessPosition, piece: PieceId, touched: tuple[PieceId, ...]) -> SoccerChessPosition:
    left = {"touched": list(touched)} if touched else EMPTY
    return position.but(awaits=Pending("placement", "kick", team_of(piece), None, piece, left))


def judge_touch(position: SoccerChessPosition, piece: PieceId) -> Verdict:
    """``touch:R4``: the next figure that the rolling ball touched; keepers too."""
    if position.awaits is None or position.awaits.cause != "kick":
        return refused("cycle.order", "touch", piece=piece)
    if piece not in position.pieces and not is_keeper(piece):
        return faults.not_on_grid(piece)
    kicker, left = awaited(position)
    return Ruling((), _rolling(position, kicker, (*left.get("touched", ()), piece)))


def judge_rest(laws: Laws, position: SoccerChessPosition, action: Action) -> Verdict:
    """``ball@(412.0,305.5)``, or ``ball@WK14`` for the middle of a square: the ball has come to rest."""
    if action.target is not None and action.target not in laws.pitch.field:
        return faults.no_such_square(action.target)
    return come_to_rest(laws, position, resting_mm(laws, action))


def resting_mm(laws: Laws, action: Action) -> Point:
    """The place that an action says, in the board frame."""
    return action.point_mm if action.point_mm is not None else laws.pitch.grid.centre_mm(action.target or "")


def come_to_rest(laws: Laws, position: SoccerChessPosition, at_mm: Point) -> Ruling:
    """The ball lies still: in the field, out, in a goal, or too close to a line to tell."""
    kicker, left = awaited(position)
    lie = measuring.lie(laws.pitch, at_mm, position.sd_mm)
    if lie.verdict == "close":
        more = {"over_mm": round(lie.over_mm, 2), "sd_mm": position.sd_mm, "line": lie.line, **_from(position)}
        waits = Pending("choice", "line", None, None, kicker, {**left, **more})
        told = event("pending", for_="line", over_mm=round(lie.over_mm, 2), sd_mm=position.sd_mm)
        return Ruling((told,), position.but(awaits=waits, **laws.lying(at_mm)))
    made = Kick(position.but(awaits=None), kicker, tuple(left.get("touched", ())))
    return _decided(laws, made, at_mm, lie.line if lie.verdict == "out" else None)


def _from(position: SoccerChessPosition) -> dict[str, Any]:
    """Where the ball was kicked from, as a JSON value; empty if nobody knows."""
    ball = position.ball
    if ball is None:
        return {}
    return {"from": ball if isinstance(ball, str) else list(ball)}


def judge_line(laws: Laws, position: SoccerChessPosition, word: str) -> Verdict:
    """``=in``, ``=out``: what people say of a ball too close to a line. ``=out``: the whole ball is over it."""
    if word not in {"in", "out"}:
        return refused("choice.awaited", "line")
    return decide_line(laws, position, word)


def decide_line(laws: Laws, position: SoccerChessPosition, word: str) -> Ruling:
    """What follows from the word."""
    kicker, left = awaited(position)
    at_mm = position.ball
    if at_mm is None or isinstance(at_mm, str):
        raise ValueError("a line is decided only for a ball measured in millimetres")
    before = position.but(awaits=None, **laws.lying(kicked_from(left)))
    made = Kick(before, kicker, tuple(left.get("touched", ())))
    return _decided(laws, made, at_mm, left["line"] if word == "out" else None)


def kicked_from(left: Mapping[str, Any]) -> Space | Point | None:
    """The ball's place before the kick, kept while a line is being decided."""
    place = left.get("from")
    return Point(*place) if isinstance(place, list) else place


def _decided(laws: Laws, made: Kick, at_mm: Point, line: measuring.LineName | None) -> Ruling:
    """The kick is over: in the field, in a goal or out."""
    if line is None:
        return possession.in_field(laws, made, at_mm)
    if line != "touch" and measuring.in_mouth(laws.pitch, at_mm):
        return goals.in_goal(laws, made, line)
    return outs.out(laws, made, at_mm, line)
