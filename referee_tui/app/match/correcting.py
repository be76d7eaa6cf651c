"""Putting the match right on the board: where the cursor goes, and the words that a key stands for. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from referee_tui.app.match.call import Call

if TYPE_CHECKING:
    from engine.board import Board
    from engine.grid import Grid, Space
    from engine.match import PieceId, Position
    from engine.texts import Texts
    from referee_tui.app.board_view import Marks
    from referee_tui.app.state import ScreenState
    from referee_tui.audience import Audience

Way: TypeAlias = Literal["up", "down", "left", "right"]

_WAYS: dict[Way, tuple[int, int]] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_SAME_ROW = 0.4
"""Spaces whose centres are less than this (in widths) higher or lower are of one row."""


@dataclass(frozen=True, slots=True)
class Finger:
    """Where on the board something is put right."""

    space: Space
    held: PieceId | None = None
    """The piece that is taken up."""


def begin(board: Board, position: Position, marks: Marks) -> Space:
    """Where something is most likely wrong: where table and match differ, else at the last act, else at the ball."""
    for spaces in (sorted(marks.doubtful), marks.trail[::-1]):
        if spaces:
            return spaces[0]
    middle_mm = [length / 2 for length in board.grid.field_size_mm]
    return position.ball_space or board.grid.nearest(*middle_mm).space


def step(grid: Grid, space: Space, way: Way) -> Space:
    """The next space of the row, or the nearest of the next row; the same at the board's edge.

    Up and then down leads back: of two that are equally near, the western one going up, the eastern one going down.
    """
    across, down = _WAYS[way]
    here = grid.centre_mm(space)
    same_row_mm = grid.width_mm * _SAME_ROW
    ahead: list[tuple[tuple[float, float, float], Space]] = []
    for other in grid.spaces:
        there = grid.centre_mm(other)
        dx, dy = there.x_mm - here.x_mm, there.y_mm - here.y_mm
        if across and dx * across > 0 and abs(dy) < same_row_mm:
            ahead.append(((abs(dx), 0.0, 0.0), other))
        elif down and dy * down > same_row_mm:
            ahead.append(((round(abs(dy), 1), round(abs(dx), 1), -dx * down), other))
    return min(ahead)[1] if ahead else space


def take_or_put(position: Position, finger: Finger) -> tuple[Finger, str]:
    """Take up the piece at the cursor, or put down the one that is held.

    The second is the correction that follows in a player's words, empty if none does.
    """
    there = position.at(finger.space)
    if finger.held is None:
        return replace(finger, held=there), ""
    free = replace(finger, held=None)
    if there == finger.held:
        return free, ""
    return free, f"{finger.held}={there}" if there is not None else f"{finger.held} {finger.space}"


def off(position: Position, finger: Finger) -> str:
    """Take the piece at the cursor, or the one held, off the field."""
    piece = finger.held or position.at(finger.space)
    return f"{piece} off" if piece is not None else ""


def ball(finger: Finger) -> str:
    """Put the ball on the cursor's space."""
    return f"ball {finger.space}"


def turn_over(position: Position) -> str:
    """Give the turn to the other side."""
    return f"turn {'B' if position.turn == 'R' else 'R'}"


def renumber(position: Position, finger: Finger) -> str:
    """The beginning of giving the disc at the cursor its right number; empty if there is none."""
    piece = finger.held or position.at(finger.space)
    return f"{piece}={piece[0]}" if piece is not None else ""


def taken(space: Space, there: PieceId, team: str, say: Texts, audience: Audience) -> str:
    """Why no piece of a team can be added on a space where ``there`` stands, and what does what may be meant."""
    side = "own" if there[0] == team else "other"
    return say(f"correct_taken.{side}", space=audience.called(space), what=whose(there, say, audience))


def called(state: ScreenState, finger: Finger, say: Texts, audience: Audience) -> Call:
    """What the panel says meanwhile: where the cursor is, what can be done there, what an undo would take back."""
    there = state.position.at(finger.space) if state.position is not None else None
    words = say("correct_held", piece=audience.called(finger.held)) if finger.held else say("correct_hint")
    what = whose(there, say, audience) if there is not None else say("correct_empty")
    at = say("correct_at", space=audience.called(finger.space), what=what)
    would = (say("undoes", what=state.undo) if state.undo else "", say("redoes", what=state.redo) if state.redo else "")
    return Call(say("head_correct"), "info", words, (), tuple(filter(None, (at, "  ".join(filter(None, would))))))


def whose(piece: PieceId, say: Texts, audience: Audience) -> str:
    """A piece with its name, if it has one, and its side, with the name that this has."""
    side = say(f"team.{piece[0]}")
    named = audience.names.get(piece[0])
    return f"{audience.called(piece)} ({side}, {named})" if named else f"{audience.called(piece)} ({side})"
