"""The ball on its way: what a grounder, flick, rebound or header meets (sheet [7], [8]), and where a lob comes down."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.games.very_much import lines, offside, turns
from engine.games.very_much.roles import HARD, TRAPPED_BEYOND
from engine.match import Pending, team_of
from engine.rules.events import event
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import Event, PieceId, Team


class Run(NamedTuple):
    """A ball sent off along a straight line."""

    start: Space
    direction: str
    squares: int
    """How far it goes if nothing is in its way: the die of a grounder, what is left of it for a flick or rebound."""
    side: Team
    """Whose ball it is: the side that kicked, flicked or headed it; after a rebound still the kicker's."""
    restart: str | None = None
    """The set piece that this is the kick of."""


def roll_on(laws: Laws, position: MasumePosition, run: Run, before: tuple[Event, ...]) -> Ruling:
    """The ball rolls until it meets a piece, a goal or a line, or comes to rest."""
    track = laws.pitch.tracks[run.start][run.direction]
    for distance, space in enumerate(track[: run.squares], 1):
        if (end := laws.pitch.goal_side.get(space)) is not None:
            return turns.goal(laws, position.but(awaits=None), end, before)
        piece = position.occupied.get(space)
        if piece is not None:
            return _meets(laws, position, run, distance, piece, before=before)
    if run.squares > len(track):
        return lines.out(laws, position, run.start, run.direction, before)
    return turns.lies_free(laws, position, track[run.squares - 1], run.side, before)


def _meets(
    laws: Laws, position: MasumePosition, run: Run, distance: int, piece: PieceId, *, before: tuple[Event, ...]
) -> Ruling:
    """The first piece on the line of a rolling ball."""
    left = run.squares - distance
    if team_of(piece) == run.side:
        if _is_offside(laws, position, run, piece):
            return offside.free_kick(laws, position, piece, before)
        if left <= TRAPPED_BEYOND:
            return turns.possession(laws, position, piece, before)
        return _choice(position, "flick", run.side, piece, {"squares": left}, before=before)
    if distance == 1:
        taken, left = run.squares <= HARD, run.squares - HARD
    else:
        taken = left <= TRAPPED_BEYOND
    if taken:
        return turns.possession(laws, position, piece, before)
    return _choice(position, "rebound", run.side, piece, {"squares": left, "restart": run.restart}, before=before)


def _is_offside(laws: Laws, position: MasumePosition, run: Run, receiver: PieceId) -> bool:
    counts = run.restart in offside.COUNTS_FROM
    return counts and offside.is_offside(laws, position, receiver, run.start)


def _choice(
    position: MasumePosition,
    cause: str,
    side: Team,
    piece: PieceId,
    left: dict[str, object],
    *,
    before: tuple[Event, ...],
) -> Ruling:
    """Somebody says where the ball goes from a piece that it touched."""
    awaits = Pending("choice", cause, side, None, piece, left)
    return Ruling(before, position.but(ball=position.pieces[piece], last_touch=piece, awaits=awaits))


def come_down(laws: Laws, position: MasumePosition, run: Run, before: tuple[Event, ...]) -> Ruling:
    """A lob lands ``run.squares`` away, over everybody: on a piece, in the goal, off the field, or free."""
    track = laws.pitch.tracks[run.start][run.direction]
    if run.squares > len(track):
        return lines.out(laws, position, run.start, run.direction, before)
    space = track[run.squares - 1]
    if (end := laws.pitch.goal_side.get(space)) is not None:
        return turns.goal(laws, position.but(awaits=None), end, before)
    piece = position.occupied.get(space)
    if piece is None:
        return turns.lies_free(laws, position, space, run.side, before)
    if team_of(piece) == run.side and _is_offside(laws, position, run, piece):
        return offside.free_kick(laws, position, piece, before)
    return _choice(position, "header", team_of(piece), piece, {}, before=before)


def flicked(laws: Laws, position: MasumePosition, direction: str) -> Ruling:
    """A flick or rebound goes on in the direction chosen, for what is left of the ball's run."""
    awaits = _awaited(position)
    squares, piece = awaits.left["squares"], awaits.by or ""
    run = Run(position.pieces[piece], direction, squares, awaits.side or "B", awaits.left.get("restart"))
    sent = event(awaits.cause, by=piece, from_=run.start, direction=direction, squares=squares)
    return roll_on(laws, position.but(awaits=None), run, (sent,))


def headed(laws: Laws, position: MasumePosition, direction: str, squares: int) -> Ruling:
    """A header of one or two squares, as a ball of the heading piece's side."""
    piece = _awaited(position).by or ""
    run = Run(position.pieces[piece], direction, squares, team_of(piece))
    sent = event("header", by=piece, from_=run.start, direction=direction, squares=squares)
    return roll_on(laws, position.but(awaits=None), run, (sent,))


def kept(laws: Laws, position: MasumePosition) -> Ruling:
    """A lob that came down on a piece stays with it."""
    return turns.possession(laws, position, _awaited(position).by or "", ())


def _awaited(position: MasumePosition) -> Pending:
    if position.awaits is None or position.awaits.type != "choice":
        raise ValueError("no choice is awaited in this position")
    return position.awaits
