"""What can be wrong with a position, as flags, and the faults of pieces that no game allows."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import Flag, auto
from typing import TYPE_CHECKING

from engine.match import TEAMS, number_of, other
from engine.rules.words import say, with_and

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.grid import Grid, Space
    from engine.match import PieceId, Position


class Wrong(Flag):
    """Kinds of faults; ``Wrong(0)`` is a sound position. Not every game has all of them."""

    NO_SUCH_PIECE = auto()
    """A number that a side does not have."""
    NO_SUCH_SPACE = auto()
    """A piece on a space that the board does not have."""
    OFF_FIELD = auto()
    """A piece on a goal space."""
    SHARED_SPACE = auto()
    """Two pieces or more on one space."""
    TOO_MANY = auto()
    """More than eleven of a side."""
    TOO_FEW = auto()
    """Fewer than eleven of a side, while nothing is being set up."""
    NO_KEEPER = auto()
    """A side without its goalkeeper, while nothing is being set up or once it is."""
    NO_BALL = auto()
    """Play is on without a ball."""
    NO_HOLDER = auto()
    """Nobody has the ball, in a game in which somebody always has."""
    BALL_OFF_BOARD = auto()
    """The ball on a space that the board does not have."""
    BALL_IN_GOAL = auto()
    """The ball in a goal, and no shot being decided: that is a goal already."""
    MOVED = auto()
    """Pieces said to have moved that cannot have: of the other side, more than two, one twice, at a restart."""
    TACKLED = auto()
    """The same of tackles."""
    PLAYS = auto()
    """The same of a turn's plays, of any kind."""
    OFFENCE = auto()
    """The side with the ball is not the one that is said to be, or nobody of it touched the ball last."""
    REGAINED = auto()
    """The taker of a restart has the ball again."""
    TURN = auto()
    """The side on turn, or the counts of finished turns."""
    HALF = auto()
    """The half does not go with the turns."""
    RESTART = auto()
    """A restart from a place where it is not taken, pieces put down for it that cannot be, or these without one."""
    SETUP = auto()
    """Both sides stand complete before a kick-off, and a piece is where it may not be."""
    SUBSTITUTIONS = auto()
    """More than three, the keeper replaced, or a replaced piece on the field."""
    WAITING = auto()
    """What is awaited does not go with the pieces and the ball."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong."""

    flag: Wrong
    text: str
    """A plain sentence."""
    spaces: tuple[Space, ...] = ()
    pieces: tuple[PieceId, ...] = ()


@dataclass(frozen=True, slots=True)
class Status:
    """Everything that is wrong with a position."""

    faults: tuple[Fault, ...]

    @property
    def flags(self) -> Wrong:
        """All faults together; ``Wrong(0)`` if there is none."""
        flags = Wrong(0)
        for fault in self.faults:
            flags |= fault.flag
        return flags

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class Sides:
    """How many pieces the two sides have."""

    numbers: int
    """Pieces are numbered from 1 to this."""
    on_field: int = 11
    """Most pieces of a side on the field at a time."""
    beside: frozenset[Space] = frozenset()
    """Spaces outside the field where pieces may stand: a ring round it."""


def piece_faults(grid: Grid, sides: Sides, pieces: Mapping[PieceId, Space]) -> Iterator[Fault]:
    """Faults for which a position cannot be at all."""
    standing: dict[Space, list[PieceId]] = defaultdict(list)
    for piece, space in pieces.items():
        standing[space].append(piece)
        if not 1 <= number_of(piece) <= sides.numbers:
            text = say("setup.count.number", piece=piece, most=sides.numbers)
            yield Fault(Wrong.NO_SUCH_PIECE, text, pieces=(piece,))
        if space not in grid.points:
            text = say("position.space", piece=piece, space=space)
            yield Fault(Wrong.NO_SUCH_SPACE, text, (space,), (piece,))
        elif space not in grid.field and space not in sides.beside:
            text = say("position.goal", piece=piece, space=space)
            yield Fault(Wrong.OFF_FIELD, text, (space,), (piece,))
    for space, there in standing.items():
        if len(there) > 1:
            text = say("position.shared", pieces=with_and(there), space=space)
            yield Fault(Wrong.SHARED_SPACE, text, (space,), tuple(there))
    for team in TEAMS:
        count = sum(piece[0] == team for piece in pieces)
        if count > sides.on_field:
            text = say("position.too_many", team=say(f"team.{team}"), count=count, most=sides.on_field)
            yield Fault(Wrong.TOO_MANY, text)


def missing_faults(sides: Sides, pieces: Mapping[PieceId, Space]) -> Iterator[Fault]:
    """What a position lacks in which both sides stand whole: pieces, a goalkeeper (number 1)."""
    for team in TEAMS:
        count = sum(piece[0] == team for piece in pieces)
        if count < sides.on_field:
            yield Fault(Wrong.TOO_FEW, f"{team} has {count} pieces on the field; {sides.on_field} is a side")
    yield from keeper_faults(pieces)


def keeper_faults(pieces: Mapping[PieceId, Space]) -> Iterator[Fault]:
    """Sides without their number 1."""
    for team in TEAMS:
        if f"{team}1" not in pieces:
            yield Fault(Wrong.NO_KEEPER, f"{team} has no goalkeeper on the field", pieces=(f"{team}1",))


def turn_faults(position: Position, most: int) -> Iterator[Fault]:
    """What is wrong with the side on turn and the counts of finished turns, in games of so many turns of each side."""
    done = position.turns_done
    if max(done.B, done.R) > most:
        yield Fault(Wrong.TURN, f"B has finished {done.B} turns and R {done.R}; a match has {most} of each")
    if abs(done.B - done.R) > 1:
        yield Fault(Wrong.TURN, f"B has finished {done.B} turns and R {done.R}; they take turns")
    elif position.turn is not None and done.of(position.turn) > done.of(other(position.turn)):
        yield Fault(Wrong.TURN, f"{position.turn} is on turn and has finished one turn more already")
    if position.turn is None and position.restart not in {None, "kick_off"}:
        yield Fault(Wrong.TURN, "nobody is on turn; that is so only before the roll for the first turn")
