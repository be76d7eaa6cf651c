"""What a game says to players: its own sentences, and those that games share (``texts/en/rules.toml``), by key."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from engine.match import TEAMS
from engine.ruleset import Refusal
from engine.sentences import Book, joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.grid import Space
    from engine.half_grid import HalvesGrid
    from engine.sentences import Sentence

say = Book(resources.files("engine.rules") / "texts", "rules")
"""The sentences of more than one game."""


def words_of(package: str) -> Book:
    """The sentences of a game, from ``texts/en/GAME.toml`` in its package, which is named after it, and the shared."""
    return Book(resources.files(package) / "texts", package.rpartition(".")[2], say)


class Refuser(NamedTuple):
    """How a game refuses an act."""

    say: Book
    """Its sentences."""

    def __call__(self, rule: str, how: str = "", /, **values: object) -> Refusal:
        """By a rule: with the rule's sentence, or the one of its sentences that says how."""
        if (team := values.get("team")) in TEAMS:
            # A side is called in every game's words as on the screen.
            values["team"] = self.say(f"team.{team}")
        return Refusal(rule, self.say(f"{rule}.{how}" if how else rule, **values))


refused = Refuser(say)


def with_or(names: Iterable[str]) -> str:
    """``A1 or B2``, in the order given."""
    return joined(say("or"), names)


def with_and(names: Iterable[str]) -> str:
    """``B7 and B9``, in the order given."""
    return joined(say("and"), names)


def restart_name(restart: str | None) -> Sentence:
    """``goal kick``, by a position's word for it."""
    return say(f"kind.{restart}")


def cause_name(cause: str) -> str:
    """What dice are thrown for, ``tackle``: a game's own word where the shared ones do not have it."""
    return say(f"cause.{cause}") if f"cause.{cause}" in say else cause


def square_name(grid: HalvesGrid, space: Space) -> Sentence:
    """A square of a board in halves as players call it, ``K-14 (west)``."""
    return say(f"half.{grid.half(space)}", square=grid.spoken(space))


def counted(unit: str, count: int) -> Sentence:
    """``1 square``, ``3 squares``; also of spaces, pieces, figures, passes."""
    return say(f"{unit}.one" if count == 1 else f"{unit}.many", count=count)
