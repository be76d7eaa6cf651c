"""What a game offers to everyone else: the seam between the rules and the referee, the screen and the CLI."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from engine.board import Board
    from engine.grid import Space
    from engine.match import Action, Event, Pending, PieceId, Position, Roll, Team
    from engine.sentences import Book


@dataclass(frozen=True, slots=True)
class Ruling:
    """The action stands: what happened, and the position it leads to (``position.awaits`` says what is still open)."""

    events: tuple[Event, ...]
    position: Position

    def __bool__(self) -> Literal[True]:
        """A ruling is a yes."""
        return True


@dataclass(frozen=True, slots=True)
class Refusal:
    """The action is against the rules. Falsy, so that ``if ruling := rules.act(...)`` reads well."""

    rule: str
    """The rule's id in the game's page of docs, for example ``move.range`` in docs/regista.md."""
    reason: str
    """One sentence in a player's words with the numbers in it."""

    def __bool__(self) -> Literal[False]:
        """A refusal is a no."""
        return False


Verdict: TypeAlias = Ruling | Refusal


def ruled(verdict: Verdict) -> Ruling:
    """What an act known to be legal leads to. Raises ValueError for one that is not."""
    if not isinstance(verdict, Ruling):
        raise ValueError(verdict.reason)  # noqa: TRY004 - the value of the action is wrong, not its type
    return verdict


@dataclass(frozen=True, slots=True)
class Counter:
    """How far a match has come, for showing; None for what a game does not count."""

    turn: int | None = None
    """Number of the present turn, from 1, both sides' turns counting as one."""
    turns: int | None = None
    """How many there are in the whole match."""
    minutes: int | None = None
    """What the game's own time counter shows."""
    length_min: int | None = None
    """Minutes that the match lasts by agreement, by anybody's watch; None for one that is not played to time."""
    moves_made: int | None = None
    """Moves made in the present turn."""
    moves_allowed: int | None = None
    """Moves that a turn has."""
    unit: str = "moves"
    """What these moves are called in the game."""
    player: str | None = None
    """Who of the side on turn acts, where the players of a team take turns."""
    due: Literal["kick", "move"] | None = None
    """What the side on turn does now, in games in which there is a time for each."""
    over: bool = False
    """Whether the match is over, so that nobody is to act."""


class Ruleset(Protocol):
    """One game with its options on one board. Pure: dice are handed in, nothing is remembered."""

    @property
    def game(self) -> str:
        """``regista``, ``very-much``, ``soccer-chess``, ``soccer-fun``."""

    @property
    def board(self) -> Board:
        """The board it is played on."""

    @property
    def options(self) -> Mapping[str, Any]:
        """Every option in force, as JSON values (the match header records them)."""

    @property
    def say(self) -> Book:
        """The game's sentences, those that games share among them."""

    def read_position(self, raw: Mapping[str, Any]) -> Position:
        """A position from its JSON form (docs/match-log.md). Raises MalformedError."""

    def write_position(self, position: Position) -> dict[str, Any]:
        """The complete JSON form of a position; read_position of it is equal."""

    def format_position(self, position: Position) -> str:
        """A position on one line of text; parse_position of it is equal."""

    def parse_position(self, text: str) -> Position:
        """A position from its line. Raises MalformedError: which field is wrong, and what was expected."""

    def act(self, position: Position, action: Action) -> Verdict:
        """Judge one action. Stops at the first die needed: then ``position.awaits`` names it."""

    def apply(self, position: Position, action: Action) -> Ruling:
        """Do an action known to be legal, unchecked: as ``act``, only faster. Draws no dice.

        An earlier position can be gone back to at any time: positions are values, and nothing else is kept.
        """

    def roll(self, position: Position, roll: Roll) -> Verdict:
        """Go on with the dice that ``position.awaits`` asks for."""

    def legal_actions(self, position: Position) -> Iterator[Action]:
        """Every legal action, lazily. Moves appear once per destination (with the path that the engine finds)."""

    def hidden_actions(self, position: Position) -> Iterator[Action]:
        """Legal acts that do not show by themselves: calls whose dice say what becomes of the ball, choices."""

    def chosen(self, position: Position) -> PieceId | None:
        """The piece for which dice were rolled that it is played by now; None where dice follow the act."""

    def seen_faults(
        self, position: Position, moved: Mapping[PieceId, Space], ball: Space | None
    ) -> Iterator[tuple[Action, Refusal]]:
        """Acts against the rules, with the rule each breaks, that explain all that lies elsewhere on a watched table.

        Only such as no action of the notation says, for example a ball pushed too far. ``moved`` is where pieces were
        put, ``ball`` where the ball lies, None if it lies where it should.
        """

    def stands(self, position: Position, action: Action | None, lies: Position) -> Position:
        """What an act against the rules comes to that both sides let stand.

        ``position`` is the one before it, ``lies`` the same with all things where they were put by it. What the act
        uses up is used up after it: the piece has moved, say, and the turn is over if it had only this act left, or
        lost the ball by it. A half or a match does not end so: that is told when somebody ends the turn. ``action`` is
        None where it cannot be said what was done.
        """

    @property
    def kick_off_marks(self) -> Mapping[Team, tuple[Space, ...]]:
        """Where each side kicks off, in games that check line-ups themselves (``kick_off_fault``); else empty."""

    def kick_off_fault(self, position: Position) -> Refusal | None:
        """What stands in the way of the kick-off in a position that is set up for it; None if nothing does."""

    def off_table(self, position: Position) -> frozenset[PieceId]:
        """Pieces that may be off the table at present, although the position has them."""

    def room_fault(self, position: Position) -> Refusal | None:
        """Who has to make room before the restart that is due can be taken by whoever stands ready; None if nobody."""

    @property
    def one_act(self) -> bool:
        """Whether a turn is over with the act that was begun in it, however it was done."""

    def left_team(self, position: Position) -> Team:
        """The side that defends the left goal: blue at the start of every game, the other after a change of ends."""

    def counter(self, position: Position) -> Counter:
        """How far the match has come."""

    def draw(self, position: Position, rng: Random) -> Action | None:
        """A random legal action without listing all of them, or None if there is none."""


def event_as_json(event: Event) -> dict[str, Any]:
    """An event as in docs/match-log.md: ``type`` and its keys in one object."""
    return {"type": event.type, **event.data}


def pending_as_json(awaits: Pending) -> dict[str, Any]:
    """What is awaited, as the ``pending`` object of an answer and the ``awaits`` of a position."""
    dice = awaits.dice if awaits.dice is None or isinstance(awaits.dice, int) else dict(awaits.dice)
    return {
        "type": awaits.type, "for": awaits.cause, "side": awaits.side, "dice": dice, "by": awaits.by,
        "left": dict(awaits.left),
    }  # fmt: skip
