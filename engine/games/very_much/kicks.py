"""Kicks: grounder, lob and inside kick (sheet [5] to [12]), and the throw-in's, which needs no die either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much import offside, runs, turns
from engine.games.very_much.faults import how_often
from engine.games.very_much.roles import INSIDE_KICK, LOB_LANDS, THROW_IN
from engine.games.very_much.words import refused
from engine.match import Pending, team_of
from engine.rules.dice import awaited
from engine.rules.events import event
from engine.rules.refusals import no_such_space, not_holder
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import Action, Event, PieceId, Roll
    from engine.ruleset import Refusal


def judge_kick(laws: Laws, position: MasumePosition, action: Action) -> Verdict:
    """``B7>NE`` a grounder, ``B7^NE`` a lob, ``B7>M6`` an inside kick or a throw-in: by the holder."""
    piece = action.piece or ""
    if (fault := kick_fault(laws, position, piece, action)) is not None:
        return fault
    return play(laws, position, piece, action)


def kick_fault(laws: Laws, position: MasumePosition, piece: PieceId, action: Action) -> Refusal | None:
    """The first thing wrong with a kick, or None."""
    if position.holder != piece:
        return not_holder(position, piece, "kick")
    if position.restart is None and (fault := how_often(position, piece, "kick")) is not None:
        return fault
    return None if action.target is None else _target_fault(laws, position, piece, action.target)


def reach(position: MasumePosition) -> int:
    """How far a kick without a die goes."""
    return THROW_IN if position.restart == "throw_in" else INSIDE_KICK


def _target_fault(laws: Laws, position: MasumePosition, piece: PieceId, target: Space) -> Refusal | None:
    """What is wrong with a kick without a die: its line, its range, what stands in the way."""
    start = position.pieces[piece]
    if target not in laws.pitch.neighbours:
        return no_such_space(target)
    line = laws.pitch.grid.line(start, target)
    if line is None:
        if start == target:
            return refused("kick.line", "itself", piece=piece, target=target)
        return refused("kick.line", target=target, start=start)
    most = reach(position)
    if line.distance > most:
        if most == THROW_IN:
            return refused("throw_in.range", target=target, far=line.distance, piece=piece, most=most)
        return refused("inside.range", target=target, far=line.distance, piece=piece, most=most)
    for space in line.between:
        blocker = position.occupied.get(space)
        if blocker is not None and team_of(blocker) != team_of(piece):
            return refused("kick.blocked", other=blocker, space=space, piece=piece, target=target)
    return None


def play(laws: Laws, position: MasumePosition, piece: PieceId, action: Action) -> Ruling:
    """A kick that nothing is wrong with: it waits for its die, or the ball is there at once."""
    start, restart = position.pieces[piece], position.restart
    after = position.but(
        plays=position.played(piece, "kick"), restart=None, spot=None, taker=None, placing=False, last_touch=piece
    )
    if action.target is not None:
        kind = "throw_in" if restart == "throw_in" else "inside"
        kicked = event("kick", by=piece, from_=start, kind=kind, to=action.target)
        return _arrives(laws, after, piece, action.target, restart=restart, before=(kicked,))
    direction = action.direction or ""
    kind = "lob" if action.kind == "lob" else "grounder"
    left = {"kind": kind, "direction": direction, "restart": restart}
    kicked = event("kick", by=piece, from_=start, kind=kind, direction=direction)
    return Ruling((kicked,), after.but(awaits=Pending("roll", "kick", team_of(piece), 1, piece, left)))


def _arrives(
    laws: Laws,
    position: MasumePosition,
    piece: PieceId,
    target: Space,
    *,
    restart: str | None,
    before: tuple[Event, ...],
) -> Ruling:
    """A ball kicked to a square without a die: it stops there, whoever stands there has it."""
    if (end := laws.pitch.goal_side.get(target)) is not None:
        return turns.goal(laws, position, end, before)
    receiver = position.occupied.get(target)
    if receiver is None:
        return turns.lies_free(laws, position, target, team_of(piece), before)
    counts = team_of(receiver) == team_of(piece) and restart in offside.COUNTS_FROM
    if counts and offside.is_offside(laws, position, receiver, position.pieces[piece]):
        return offside.free_kick(laws, position, receiver, before)
    return turns.possession(laws, position, receiver, before)


def rolled(laws: Laws, position: MasumePosition, roll: Roll) -> Ruling:
    """The die of a grounder or lob was thrown."""
    piece, left = awaited(position)
    face, start, side = roll.faces[0], position.pieces[piece], team_of(piece)
    lob = left["kind"] == "lob"
    squares = LOB_LANDS[face - 1] if lob else face
    shown = event("roll", for_="kick", team=side, value=face, squares=squares)
    run = runs.Run(start, left["direction"], squares, side, left.get("restart"))
    go_on = runs.come_down if lob else runs.roll_on
    return go_on(laws, position.but(awaits=None), run, (shown,))
