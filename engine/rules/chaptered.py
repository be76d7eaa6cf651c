"""The door that games have in common: a ruleset made of a game's chapters, each a module with plain functions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from engine.match import TEAMS, Position
from engine.rules.ends import blue_left
from engine.rules.words import say as say_shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from engine.board import Board
    from engine.grid import Space
    from engine.match import Action, PieceId, Roll, Team
    from engine.rules.status import Status
    from engine.ruleset import Counter, Refusal, Ruling, Verdict
    from engine.sentences import Book


class OnBoard(Protocol):
    """A game's view of its board."""

    @property
    def board(self) -> Board:
        """The board."""


class AsJson(Protocol):
    """A game's options."""

    def as_json(self) -> dict[str, Any]:
        """Every option by name."""


class GameLaws(Protocol):
    """What a game hands to its chapters: its board's tables and its options."""

    @property
    def pitch(self) -> OnBoard:
        """The tables."""

    @property
    def options(self) -> AsJson:
        """The options."""


L = TypeVar("L", bound=GameLaws)

P = TypeVar("P", bound=Position)
"""The game's own positions."""


def nothing_hidden(_: object, __: object) -> Iterator[Action]:
    """Every act of the game moves something that can be seen."""
    return iter(())


def nothing_wrong(*_: object) -> Iterator[tuple[Action, Refusal]]:
    """Whatever is against the rules can be written as an action that is refused."""
    return iter(())


def nothing_used_up(_: object, __: object, ___: object, lies: P) -> P:
    """An act against the rules that stands leaves its turn as it was."""
    return lies


def nobody_chosen(_: object) -> None:
    """No dice say beforehand which piece is played."""


def nobody_off(_: object, __: object) -> frozenset[PieceId]:
    """All pieces that are on the field stand on it."""
    return frozenset()


def nobody_in_the_way(_: object, __: object) -> None:
    """A restart waits for nobody to make room."""


def not_checked(_: object, __: object) -> None:
    """The referee knows a line-up by the board's own marks."""


@dataclass(frozen=True, slots=True)
class Chapters(Generic[L, P]):
    """A game's functions, by what ``engine.ruleset.Ruleset`` asks of it; they do what is said there."""

    game: str
    """The game's name in options, logs and on the command line."""
    name: str
    """Its name in messages."""
    position: type[P]
    read: Callable[[L, Mapping[str, Any]], P]
    write: Callable[[P], dict[str, Any]]
    to_text: Callable[[P], str]
    from_text: Callable[[L, str], P]
    judge: Callable[[L, P, Action], Verdict]
    apply: Callable[[L, P, Action], Ruling]
    roll: Callable[[L, P, Roll], Verdict]
    legal: Callable[[L, P], Iterator[Action]]
    status: Callable[[L, P], Status]
    counter: Callable[[L, P], Counter]
    draw: Callable[[L, P, Random], Action | None]
    left_team: Callable[[L, P], Team] = blue_left
    hidden: Callable[[L, P], Iterator[Action]] = nothing_hidden
    chosen: Callable[[P], PieceId | None] = nobody_chosen
    seen_faults: Callable[[L, P, Mapping[PieceId, Space], Space | None], Iterator[tuple[Action, Refusal]]] = (
        nothing_wrong
    )
    stands: Callable[[L, P, Action | None, P], P] = nothing_used_up
    kick_off_marks: Callable[[L, Team], tuple[Space, ...]] | None = None
    kick_off_fault: Callable[[L, P], Refusal | None] = not_checked
    off_table: Callable[[L, P], frozenset[PieceId]] = nobody_off
    room_fault: Callable[[L, P], Refusal | None] = nobody_in_the_way
    one_act: bool = False
    say: Book = say_shared


class Chaptered(ABC, Generic[L, P]):
    """A game with its options on one board: an ``engine.ruleset.Ruleset`` whose functions are a game's chapters."""

    laws: L

    @property
    def game(self) -> str:
        """The game's name."""
        return self.chapters.game

    @property
    def board(self) -> Board:
        """The board it is played on."""
        return self.laws.pitch.board

    @property
    def say(self) -> Book:
        """The game's sentences."""
        return self.chapters.say

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """Every option in force, as JSON values."""
        return self.laws.options.as_json()

    @property
    @abstractmethod
    def chapters(self) -> Chapters[L, P]:
        """Which function does what."""

    def read_position(self, raw: Mapping[str, Any]) -> P:
        """A position from its JSON form. Raises MalformedError (``position.<key>``)."""
        return self.chapters.read(self.laws, raw)

    def write_position(self, position: Position) -> dict[str, Any]:
        """The complete JSON form of a position."""
        return self.chapters.write(self._ours(position))

    def format_position(self, position: Position) -> str:
        """A position on one line; see docs/notation.md."""
        return self.chapters.to_text(self._ours(position))

    def parse_position(self, text: str) -> P:
        """A position from its line. Raises MalformedError (``position``)."""
        return self.chapters.from_text(self.laws, text)

    def act(self, position: Position, action: Action) -> Verdict:
        """Judge one action; the ruling stops where a die, a choice or a placement is needed (``position.awaits``)."""
        return self.chapters.judge(self.laws, self._ours(position), action)

    def apply(self, position: Position, action: Action) -> Ruling:
        """Do a legal action without checking that it is one; draws no dice."""
        return self.chapters.apply(self.laws, self._ours(position), action)

    def roll(self, position: Position, roll: Roll) -> Verdict:
        """Go on with the dice awaited. Raises MalformedError (``rolls``) for dice of another form."""
        return self.chapters.roll(self.laws, self._ours(position), roll)

    def legal_actions(self, position: Position) -> Iterator[Action]:
        """Every legal action, lazily."""
        return self.chapters.legal(self.laws, self._ours(position))

    def hidden_actions(self, position: Position) -> Iterator[Action]:
        """Legal acts that do not show by themselves: calls whose dice say what becomes of the ball, choices."""
        return self.chapters.hidden(self.laws, self._ours(position))

    def chosen(self, position: Position) -> PieceId | None:
        """The piece for which dice were rolled that it is played by now, None if there is none."""
        return self.chapters.chosen(self._ours(position))

    def seen_faults(
        self, position: Position, moved: Mapping[PieceId, Space], ball: Space | None
    ) -> Iterator[tuple[Action, Refusal]]:
        """Acts that explain all that lies elsewhere, with the rule that each breaks as it was done."""
        return self.chapters.seen_faults(self.laws, self._ours(position), moved, ball)

    def stands(self, position: Position, action: Action | None, lies: Position) -> P:
        """The position once an act against the rules stands, with what it uses up of its turn used up."""
        return self.chapters.stands(self.laws, self._ours(position), action, self._ours(lies))

    @cached_property
    def kick_off_marks(self) -> Mapping[Team, tuple[Space, ...]]:
        """Where each side kicks off, in games that check line-ups themselves; else empty."""
        marks = self.chapters.kick_off_marks
        return {} if marks is None else {team: marks(self.laws, team) for team in TEAMS}

    def kick_off_fault(self, position: Position) -> Refusal | None:
        """What stands in the way of the kick-off in a position that is set up for it; None if nothing does."""
        return self.chapters.kick_off_fault(self.laws, self._ours(position))

    def off_table(self, position: Position) -> frozenset[PieceId]:
        """Pieces that may be off the table at present, although the position has them."""
        return self.chapters.off_table(self.laws, self._ours(position))

    def room_fault(self, position: Position) -> Refusal | None:
        """Who has to make room before the restart that is due can be taken by whoever stands ready; None if nobody."""
        return self.chapters.room_fault(self.laws, self._ours(position))

    @property
    def one_act(self) -> bool:
        """Whether a turn is over with the act that was begun in it, however it was done."""
        return self.chapters.one_act

    def status(self, position: Position) -> Status:
        """Everything that is wrong with a position, whoever made it."""
        return self.chapters.status(self.laws, self._ours(position))

    def left_team(self, position: Position) -> Team:
        """The side that defends the left goal."""
        return self.chapters.left_team(self.laws, self._ours(position))

    def counter(self, position: Position) -> Counter:
        """How far the match has come."""
        return self.chapters.counter(self.laws, self._ours(position))

    def draw(self, position: Position, rng: Random) -> Action | None:
        """A random legal action without listing all of them, or None if there is none."""
        return self.chapters.draw(self.laws, self._ours(position), rng)

    def _ours(self, position: Position) -> P:
        if not isinstance(position, self.chapters.position):
            raise TypeError(f"a position of {self.chapters.name} is needed, not {type(position).__name__}")
        return position
