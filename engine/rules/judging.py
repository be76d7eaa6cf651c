"""What every game asks of an act, in the same order, before the chapter that the act belongs to judges it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from engine.empty import EMPTY
from engine.match import Action, team_of
from engine.rules.dice import answered
from engine.rules.field_position import FieldPosition
from engine.rules.match_course import judge_first
from engine.rules.words import Refuser, cause_name, refused
from engine.ruleset import Refusal, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match import ActionKind, Roll

L = TypeVar("L")
P = TypeVar("P", bound=FieldPosition)

Judge: TypeAlias = Callable[[L, P, Action], Verdict]
"""Judges an act that has come so far."""


def no_fault(_: object, __: object, ___: object) -> None:
    """Nothing is asked of all acts of play alike."""


def as_it_is(_: Action) -> None:
    """Every act of a kind that the game knows is one of its acts."""


def dice_first(_: object, position: FieldPosition, __: Action) -> Refusal:
    """Dice are awaited, and nothing is done before they lie there."""
    awaits = position.awaits
    return refused("roll.awaited", cause=cause_name(awaits.cause if awaits is not None else ""))


@dataclass(frozen=True, slots=True)
class Judging(Generic[L, P]):
    """A game's judge of acts, made of its chapters: ``Chapters(judge=Judging(...))``.

    It is asked in turn whether the match is over, whether the game has such an act, what is awaited, who has the turn,
    what else comes first; then the chapter of the act's kind judges it. An act of a kind that stands nowhere is another
    game's.
    """

    game: str
    """Its name in messages."""
    over: Callable[[L, P], bool]
    """Whether the match is over."""
    acts: Mapping[ActionKind, Judge[L, P]]
    """Acts of play by kind, judged once the side is right and ``gate`` has nothing against them."""
    aside: Mapping[ActionKind, Judge[L, P]] = field(default_factory=lambda: EMPTY)
    """Acts that are no play, by kind: pieces and ball put down, substitutions. Their chapters ask for the side."""
    gate: Callable[[L, P, Action], Refusal | None] | None = no_fault
    """What comes before an act of the right side: a restart's taker. None: the chapters ask for the side too."""
    choice: Judge[L, P] | None = None
    """Judges choices, and whatever is done while one is awaited; None where choices are acts or unknown."""
    waiting: Judge[L, P] = dice_first
    """Judges whatever is done while something else is awaited."""
    first: Callable[[P, str], Verdict] = judge_first
    time: Callable[[L, P], Verdict] | None = None
    """Judges that the minutes agreed on have been played, in games that may be played to time."""
    begins: str = "first_turn"
    """What ``first`` rolls for: the ``first_turn`` or the ``kick_off``."""
    unlike: Callable[[Action], str | None] = as_it_is
    """Of an act whose kind the game knows, but not so: which sentence ``unknown.<word>`` says what it is."""
    refused: Refuser = refused
    """How the game refuses, in its own words where it has any."""

    def __call__(self, laws: L, position: P, action: Action) -> Verdict:
        """Judge one act."""
        if self.over(laws, position):
            return self.refused("turn.side", "over")
        if (unknown := self._unknown(action)) is not None:
            return self.refused("notation", game=self.game, what=self.refused.say(f"unknown.{unknown}"))
        if action.kind == "time" and self.time is not None:
            return self.time(laws, position)
        awaits = position.awaits
        if self.choice is not None and (action.kind == "choice" if awaits is None else awaits.type == "choice"):
            return self.choice(laws, position, action)
        if awaits is not None:
            return self.waiting(laws, position, action)
        if action.kind == "first":
            return self.first(position, self.begins)
        if position.turn is None:
            return self.refused("turn.side", "first", what=self.refused.say(f"what.{self.begins}"))
        return self._by_kind(laws, position, action)

    def _unknown(self, action: Action) -> str | None:
        """The word for what an act of another game is."""
        kind = action.kind
        if kind in self.acts or kind in self.aside:
            return self.unlike(action)
        if kind == "first" or (kind == "choice" and self.choice is not None):
            return None
        return None if kind == "time" and self.time is not None else kind

    def _by_kind(self, laws: L, position: P, action: Action) -> Verdict:
        if (judge := self.aside.get(action.kind)) is not None:
            return judge(laws, position, action)
        fault = None if self.gate is None else self._gate_fault(self.gate, laws, position, action)
        return self.acts[action.kind](laws, position, action) if fault is None else fault

    def _gate_fault(
        self, gate: Callable[[L, P, Action], Refusal | None], laws: L, position: P, action: Action
    ) -> Refusal | None:
        piece = action.piece
        if piece is not None and team_of(piece) != position.turn:
            return self.refused("turn.side", team=position.turn, piece=piece)
        return gate(laws, position, action)


def checked(fault: Callable[[L, P, Action], Refusal | None], play: Callable[[L, P, Action], Verdict]) -> Judge[L, P]:
    """Judges acts that are done by ``play`` where ``fault`` finds nothing wrong with them."""

    def judge(laws: L, position: P, action: Action) -> Verdict:
        found = fault(laws, position, action)
        return play(laws, position, action) if found is None else found

    return judge


def placed(kick_off: Judge[L, P], restart: Judge[L, P], says: Refuser, rule: str = "restart.spot") -> Judge[L, P]:
    """Judges pieces put down: before a kick-off, at another restart, and during play, which is against ``rule``."""

    def judge(laws: L, position: P, action: Action) -> Verdict:
        if position.restart is not None:
            return (kick_off if position.restart == "kick_off" else restart)(laws, position, action)
        if position.turn != team_of(action.piece or ""):
            return says("turn.side", team=position.turn, piece=action.piece)
        return says(rule, "play", piece=action.piece)

    return judge


def by_cause(causes: Mapping[str, Callable[[L, P, Roll], Verdict]]) -> Callable[[L, P, Roll], Verdict]:
    """Goes on with the dice that a position waits for, by what they are thrown for."""

    def rolled(laws: L, position: P, roll: Roll) -> Verdict:
        awaits = answered(position, roll)
        return awaits if isinstance(awaits, Refusal) else causes[awaits.cause](laws, position, roll)

    return rolled
