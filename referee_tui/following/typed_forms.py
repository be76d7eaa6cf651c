"""What can be typed in each game, in the game's own forms: for the line of the entry and for the page of help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_COLUMNS = 78
"""Of the line that stands where something can be typed."""


@dataclass(frozen=True, slots=True)
class Forms:
    """A game's acts as they are typed."""

    acts: tuple[tuple[str, str], ...]
    """(examples with commas between them, the key of what they do in the words of the help), the most needed first."""
    dice: str
    """How the faces of dice are typed."""
    fix: str
    """A piece put right on a space of the game."""

    @property
    def examples(self) -> tuple[str, ...]:
        """Every example on its own."""
        return tuple(example for examples, _ in self.acts for example in examples.split(", "))

    def hint(self, acts: tuple[str, ...] = ()) -> str:
        """The line that stands where something can be typed; fits 80 columns.

        It begins with ``acts`` that are allowed now (``acts_now``), as many as there is room for; while none is, with
        the dice.
        """
        rest = f"dice {self.dice.replace(' or ', ', ')}, undo, accept, fix {self.fix}"
        room = MOST_COLUMNS - len(rest)
        shown = list(acts[:_MOST_ACTS])
        while sum(len(act) + 2 for act in shown) > room:
            shown.pop()
        return ", ".join((*shown, rest))


_MOST_ACTS = 5
_END = ("end", "turn_over")
_DUEL = "4 or 5 2"

FORMS: Mapping[str, Forms] = {
    "regista": Forms(
        (
            ("B7-H10", "move"),
            ("B7~H10", "dribble"),
            ("B9>H14", "pass"),
            ("B4xR9", "tackle"),
            _END,
            ("B9!H22", "shot"),
            ("B1@H2", "put_down"),
            ("B9/B12", "substitution"),
        ),
        _DUEL,
        "B7 H10",
    ),
    "very-much": Forms(
        (
            ("B7-H10, B7~H10", "move_dribble"),
            ("B7>NE", "grounder"),
            ("B7^NE", "lob"),
            ("=SW, =SW2, =keep", "flick"),
            _END,
            ("B7>M6", "inside_kick"),
            ("B4xR9", "charge"),
            ("B9!", "penalty"),
            ("B6@C1", "put_taker"),
        ),
        _DUEL,
        "B7 H10",
    ),
    "soccer-chess": Forms(
        (
            ("B9*", "kick"),
            ("ball@WK14, ball@(412.0,305.5)", "rest"),
            ("B6-WJ10", "move"),
            ("B10~WU22", "dribble"),
            ("pass", "no_move"),
            ("=in, =out, =B7", "line_tie"),
            ("B9!", "shot_announced"),
            ("touch:R4", "touched"),
            ("lift:B7", "lifted"),
            ("R5xB7", "steal"),
            ("B7@WK14", "put_down"),
        ),
        "5 2",
        "B7 WK14",
    ),
    "soccer-fun": Forms(
        (
            ("B9*2", "declare"),
            ("B9-H10, B9-L15-L14", "move_or_kick"),
            ("B9>NE", "holder_kicks"),
            ("=S", "deflection"),
            ("ball@H11", "put_ball"),
            ("B6@C1", "put_taker"),
        ),
        "4",
        "B7 H10",
    ),
}
"""By the name of the game."""

PLAIN = Forms((("B7-H10", "move"), ("B9>H14", "pass"), ("B4xR9", "tackle"), _END, ("B9!H22", "shot")), _DUEL, "B7 H10")
"""For a game that has said nothing of its own here."""


def forms_of(game: str) -> Forms:
    """What can be typed in a game."""
    return FORMS.get(game, PLAIN)
