"""What could have been done, judging by what lies elsewhere. The rules then say which of it was allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.inference.declared import declarations, played
from engine.inference.reading import BALL, ball_space
from engine.match import Action, other, team_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.board import Board
    from engine.grid import Space
    from engine.inference.dice import Throw
    from engine.inference.reading import Difference
    from engine.match import PieceId, Position, Team
    from engine.ruleset import Ruleset

END_OF_TURN = Action("end")


def acts(
    rules: Ruleset,
    position: Position,
    found: tuple[Difference, ...],
    throw: Throw | None,
    *,
    ball_in_sight: bool = True,
) -> Iterator[Action]:
    """Acts of the side to move that would bring the position nearer to what is seen; some are against the rules.

    ``throw`` is the dice that are still to be explained, None if there are none. A ball that is not in sight may have
    been taken along by whoever moved.
    """
    board = rules.board
    moved = {d.item: d.seen for d in found if d.item != BALL and d.seen is not None}
    ball_seen = next((d.seen for d in found if d.item == BALL), None)
    waits = position.awaits
    if waits is not None and waits.type == "roll":
        return
    if rules.chosen(position) is not None:
        yield from played(rules, position, moved, ball_seen)
        return
    yield from _hidden(rules, position, moved, ball_seen, throw)
    side = position.turn
    if waits is not None or position.placing or _may_put_down(position):
        yield from (Action("place", piece, target=space) for piece, space in moved.items())
        yield from _takers(position, moved, ball_seen)
        yield from _stays(rules, position, moved, ball_seen)
    if waits is not None:
        if waits.cause == "tackle":
            yield from rules.hidden_actions(position)
        return
    for piece, space in moved.items():
        if team_of(piece) == side and piece in position.pieces:
            yield from _moves(position, piece, space, ball_seen, ball_in_sight=ball_in_sight)
    yield from _fetches(position, side, ball_seen)
    yield from _kicks(board, position, moved, ball_seen, throw)
    if side is not None and throw is not None and throw.both:
        yield from tackles(board, position, side)
    elif side is not None and ball_seen is not None:
        # The ball lies with a tackler already, before any dice.
        yield from (act for act in tackles(board, position, side) if position.pieces[act.piece or ""] == ball_seen)
        yield from _steals(rules, position, moved, ball_seen)


def _may_put_down(position: Position) -> bool:
    """Whether a restart moves pieces by hand; where no taker stands with the ball, sides are set up until the kick."""
    return position.restart is not None and (position.restart != "kick_off" or position.ball_stays)


def _hidden(
    rules: Ruleset, position: Position, moved: dict[PieceId, Space], ball_seen: Space | None, throw: Throw | None
) -> Iterator[Action]:
    """Calls and choices that would explain where the ball lies now, or dice that were thrown.

    With a die thrown, pieces put elsewhere may follow from a call that left the ball where it was: out from the edge.
    """
    chosen = position.awaits is not None and position.awaits.type == "choice"
    called = throw is not None and bool(throw.dice)
    shows = ball_seen is not None or (called and bool(moved))
    if (shows and (chosen or called)) or (throw is not None and throw.both):
        yield from (action for action in rules.hidden_actions(position) if action.kind != "declare")
    if throw is not None and called:
        yield from declarations(rules, position, moved, ball_seen, throw)


def _takers(position: Position, moved: dict[PieceId, Space], ball_seen: Space | None) -> Iterator[Action]:
    """A piece that stood where the restart is taken, or a keeper who saved and stays, and got the ball."""
    piece = position.at(ball_seen) if ball_seen is not None else None
    waits = position.awaits
    gets = waits is None or (waits.type == "placement" and waits.by == piece)
    if gets and piece is not None and piece not in moved and team_of(piece) == position.turn:
        yield Action("place", piece, target=ball_seen)


def _stays(
    rules: Ruleset, position: Position, moved: dict[PieceId, Space], ball_seen: Space | None
) -> Iterator[Action]:
    """A keeper who saved, stays where it stands, and has played the ball on already.

    While nothing else was done, a ball where the keeper may be put as well is one that the keeper is still to follow.
    """
    waits = position.awaits
    keeper = waits.by if waits is not None and waits.type == "placement" else None
    space = position.pieces.get(keeper or "")
    if keeper is None or space is None or ball_seen in {None, space} or keeper in moved:
        return
    if moved or not rules.act(position, Action("place", keeper, target=ball_seen)):
        yield Action("place", keeper, target=space)


def blind_shots(board: Board, position: Position) -> Iterator[Action]:
    """Shots at goal spaces that a ball which is seen nowhere may have taken: the one place where it is hard to see."""
    holder = position.holder
    if holder is None or position.awaits is not None or team_of(holder) != position.turn:
        return
    for goal in board.goals.values():
        for space in goal:
            if board.grid.line(position.pieces[holder], space) is not None:
                yield Action("shot", holder, target=space)


def tackles(board: Board, position: Position, side: Team) -> Iterator[Action]:
    """Tackles that a side's pieces next to the opposing holder could make."""
    holder = position.holder
    if holder is None or team_of(holder) == side:
        return
    near = set(board.grid.neighbours(position.pieces[holder]).values())
    for piece, space in position.pieces.items():
        if team_of(piece) == side and space in near:
            yield Action("tackle", piece, other=holder)


def _steals(rules: Ruleset, position: Position, moved: dict[PieceId, Space], ball_seen: Space) -> Iterator[Action]:
    """Tackles that need no dice, by a piece that was put elsewhere with the ball."""
    if position.holder is None or ball_seen not in moved.values():
        return
    for action in rules.hidden_actions(position):
        if action.kind == "tackle" and moved.get(action.piece or "") == ball_seen:
            yield action


def may_end(board: Board, position: Position, found: tuple[Difference, ...], throw: Throw | None) -> bool:
    """Whether the other side's turn having begun could explain anything."""
    side, holder = position.turn, position.holder
    if side is None or position.awaits is not None:
        return False
    theirs = other(side)
    if any(d.item != BALL and d.seen is not None and team_of(d.item) == theirs for d in found):
        return True
    ball_seen = next((d.seen for d in found if d.item == BALL), None)
    if ball_seen is not None and holder is not None and team_of(holder) == theirs:
        return True
    if next(_fetches(position, theirs, ball_seen), None) is not None:
        return True
    return throw is not None and throw.both and next(tackles(board, position, theirs), None) is not None


def _moves(
    position: Position, piece: PieceId, to: Space, ball_seen: Space | None, *, ball_in_sight: bool
) -> Iterator[Action]:
    """Ways for a piece to have come to a space: alone, with the ball, or picking it up on the way."""
    ball = ball_space(position)
    if position.holder == piece:
        if ball_seen is None or ball_seen != ball:
            yield Action("move", piece, (("~", to),))
        yield Action("move", piece, (("-", to),))
        return
    if position.holder is None and ball is not None and ball != to and (ball_seen is not None or not ball_in_sight):
        yield Action("move", piece, (("-", ball), ("~", to)))
    yield Action("move", piece, (("-", to),))


def _fetches(position: Position, side: Team | None, ball_seen: Space | None) -> Iterator[Action]:
    """A piece that stepped onto the free ball and came back with it to where it stood."""
    ball = ball_space(position)
    if position.holder is not None or ball is None or ball_seen is None:
        return
    piece = position.at(ball_seen)
    if piece is not None and team_of(piece) == side:
        yield Action("move", piece, (("-", ball), ("~", ball_seen)))


def _kicks(
    board: Board,
    position: Position,
    moved: dict[PieceId, Space],
    ball_seen: Space | None,
    throw: Throw | None,
) -> Iterator[Action]:
    """Passes and shots of the holder: to where the ball lies, or to a team-mate who then took it there."""
    holder = position.holder
    if ball_seen is None or holder is None or team_of(holder) != position.turn:
        return
    targets = [ball_seen, *_relays(board, position, ball_seen)]
    targets += [position.pieces[p] for p in moved if p != holder and p in position.pieces and p[0] == holder[0]]
    if throw is not None:
        targets += _before_deviation(board, ball_seen, throw)
    for target in dict.fromkeys(targets):
        if target == position.pieces[holder]:
            continue
        # Into the goal too: whether that is a pass is for the rules to say.
        yield Action("pass", holder, target=target)
        if may_be_shot_at(board, target):
            yield Action("shot", holder, target=target)


def _relays(board: Board, position: Position, ball_seen: Space) -> Iterator[Space]:
    """Team-mates who could have passed the ball on to where it lies, if it is not straight from the holder."""
    holder = position.holder
    if holder is None or board.grid.line(position.pieces[holder], ball_seen) is not None:
        return
    for piece, space in position.pieces.items():
        if piece != holder and team_of(piece) == team_of(holder) and board.grid.line(space, ball_seen) is not None:
            yield space


def _before_deviation(board: Board, ball_seen: Space, throw: Throw) -> Iterator[Space]:
    """Targets from which a thrown face sends the ball to where it lies."""
    for die in throw.dice:
        if die.value is not None and die.value <= len(board.deviation):
            direction = board.deviation[die.value - 1]
            for space in board.grid.neighbours(ball_seen).values():
                if board.grid.step(space, direction) == ball_seen:
                    yield space


def may_be_shot_at(board: Board, space: Space) -> bool:
    """A goal space, or a field space next to one."""
    goals = {*board.goals["left"], *board.goals["right"]}
    return space in goals or any(near in goals for near in board.grid.neighbours(space).values())
