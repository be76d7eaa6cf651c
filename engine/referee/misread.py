"""What a story that was told would have come to with a die that shows another face than was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.inference import cost
from engine.inference.dice import FACES, Concluded
from engine.inference.story import Story, play_through
from engine.match import TEAMS, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.inference.dice import DiceKnown
    from engine.referee.values import Told
    from engine.ruleset import Ruleset


def read_otherwise(rules: Ruleset, told: Told) -> Iterator[Story]:
    """The story with one die read otherwise, once for each position that it may lead to, the likeliest first.

    Its cost is what it takes to believe that: next to nothing of a die that was hardly read, unless it made a tie.
    """
    position, story = told.before.position, told.story
    if position is None or story.turn_taken or told.said:
        return
    known = [story.position]
    others: list[Story] = []
    for k, step in enumerate(story.steps):
        if not isinstance(step, Roll):
            continue
        for roll, price in _with_other_faces(step, told.dice_then):
            steps = (*story.steps[:k], roll, *story.steps[k + 1 :])
            positions = play_through(rules, position, steps)
            if positions is None or (after := positions[-1]) in known:
                continue
            known.append(after)
            # One face of six alone is a tie.
            tie = after.awaits is not None and after.awaits.type == "roll"
            others.append(Story(steps, after, story.table, price + (cost.TIE if tie else 0.0)))
    yield from sorted(others, key=lambda other: other.cost)


def _with_other_faces(roll: Roll, dice: DiceKnown) -> list[tuple[Roll, float]]:
    """The roll with another face on one die, those that were hardly read first."""
    read = roll.duel or roll.faces
    others: list[tuple[Roll, float]] = []
    for k, shown in enumerate(read):
        team = TEAMS[k] if roll.duel is not None else None
        price = 0.0 if isinstance(roll, Concluded) or not clearly_read(dice, team, shown) else cost.MISREAD
        others += [(showing(roll, (*read[:k], face, *read[k + 1 :])), price) for face in FACES if face != shown]
    return sorted(others, key=lambda other: other[1])


def showing(roll: Roll, faces: tuple[int, ...]) -> Concluded:
    """Dice of the form of a roll that show other faces than were read."""
    return Concluded(faces=faces) if roll.duel is None else Concluded(duel=(faces[0], faces[1]))


def clearly_read(dice: DiceKnown, team: str | None, shown: int) -> bool:
    """Whether every die that showed this was well read; ``team`` None where it may be anybody's."""
    read = [die for die in dice.dice if die.value == shown and team in {None, die.team}]
    return bool(read) and all(die.confidence >= cost.READ_CLEARLY for die in read)
