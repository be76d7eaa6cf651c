"""A match as a value: where it began and everything done since, each step with its ruling.

Going back is taking an earlier value (``undo``, ``until``): nothing is undone in place, and no dice are drawn here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from engine.empty import EMPTY
from engine.match import Action, Roll
from engine.ruleset import Refusal, Ruling

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match import Position
    from engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Known:
    """Something of the position that no act brings about, such as how well the camera measures the ball."""

    word: str
    """As on the line of a position: ``sd=0.7``."""


Done: TypeAlias = Action | Roll | Known


@dataclass(frozen=True, slots=True)
class Step:
    """Something done, thrown or made known, what came of it, and what somebody has to say about it."""

    done: Done
    ruling: Ruling
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A match, or a part of one."""

    rules: Ruleset
    start: Position
    steps: tuple[Step, ...] = ()
    headers: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """Names, date, place: whatever is worth knowing; what follows from the rest (game, board, score) is not kept."""
    comment: str = ""
    """What is said before the first step."""

    @property
    def position(self) -> Position:
        """Where it stands."""
        return self.steps[-1].ruling.position if self.steps else self.start

    def then(self, done: Done, comment: str = "") -> Game | Refusal:
        """The match with one step more, or why that cannot be. Raises MalformedError for what no position can hold."""
        before = self.position
        verdict = (
            _restated(self.rules, before, done)
            if isinstance(done, Known)
            else self.rules.roll(before, done)
            if isinstance(done, Roll)
            else self.rules.act(before, done)
        )
        if isinstance(verdict, Refusal):
            return verdict
        return replace(self, steps=(*self.steps, Step(done, verdict, plain(comment))))

    def said(self, comment: str) -> Game:
        """The match with a comment on its last step, or before the first."""
        if not self.steps:
            return replace(self, comment=plain(f"{self.comment} {comment}"))
        last = self.steps[-1]
        return replace(self, steps=(*self.steps[:-1], replace(last, comment=plain(f"{last.comment} {comment}"))))

    def until(self, count: int) -> Game:
        """The match as it was after so many steps. Raises IndexError for more than there are."""
        if not 0 <= count <= len(self.steps):
            raise IndexError(f"there are {len(self.steps)} steps, not {count}")
        return replace(self, steps=self.steps[:count])

    def undo(self) -> Game:
        """The match before its last action, with the dice thrown for it. Raises IndexError if nothing was done."""
        count = len(self.steps) - 1
        while count > 0 and isinstance(self.steps[count].done, Roll):
            count -= 1
        return self.until(count)


def _restated(rules: Ruleset, position: Position, known: Known) -> Ruling:
    """The same position with one word of its line put in or changed."""
    name, equals, _ = known.word.partition("=")
    others = [word for word in rules.format_position(position).split() if not word.startswith(f"{name}{equals}")]
    return Ruling((), rules.parse_position(" ".join((*others, known.word))))


def plain(comment: str) -> str:
    """A comment on one line and without the braces that would end it."""
    return " ".join(comment.replace("{", "(").replace("}", ")").split())
