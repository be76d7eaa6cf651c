"""Stories that are about equally likely: whether it matters which is true, and whether the table is about to tell."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from engine.inference.dice import Concluded
from engine.inference.reading import BALL
from engine.inference.story import left_lying
from engine.match import Action
from engine.referee.corrections import OF_ONE_TURN
from engine.referee.words import to_put

if TYPE_CHECKING:
    from engine.grid import Space
    from engine.inference import Reading, Story
    from engine.match import Position
    from engine.ruleset import Ruleset

MOST_WAITING = 2
"""Acts, with pieces put down, for which it may be left open which act the first of them was."""

WHO = "tackled"
"""Key of a position's JSON form that says who has tried what: no difference until one of these pieces acts again."""


def alike(rules: Ruleset, rivals: tuple[Story, ...]) -> bool:
    """Whether play goes on in the same way whichever is true.

    The positions are the same but for the order of a turn's acts, for who tackled, and for what is left of a ball's run
    that the same side sends on: once it has, that is seen.
    """
    first, *others = (_without_order(_without_run(rules, story.position)) for story in rivals)
    return all(other == first for other in others)


def open_ones(rivals: tuple[Story, ...]) -> tuple[Story, ...]:
    """Of stories that are alike, those that tell of other acts than the first, not of the same in another order."""
    return tuple(story for story in rivals[1:] if Counter(story.steps) != Counter(rivals[0].steps))


def rest_on_unread_dice(rivals: tuple[Story, ...]) -> bool:
    """Whether what dice show that could not be read decides between stories, or is part of one."""
    return any(isinstance(step, Concluded) for story in rivals for step in story.steps)


def will_show(rivals: tuple[Story, ...]) -> bool:
    """Whether the next thing that is done tells some of them apart, or may leave no difference.

    They want different things to be put somewhere, or one of them nothing; or all of them wait for the same dice.
    """
    waits = [story.position.awaits for story in rivals]
    if all(w is not None and w.type == "roll" for w in waits):
        return len({(w.side, str(w.dice)) for w in waits if w is not None}) == 1
    wanted = [_wanted(story) for story in rivals]
    return len({*wanted}) > 1


def next_tells(rules: Ruleset, rivals: tuple[Story, ...]) -> bool:
    """Whether the next thing that is done is another one by every story, but for those that are alike.

    One wants a restart taken, the other that play goes on; or each wants something else put somewhere. Where something
    was played after it already, or two put down, that did not tell.
    """
    if any(_played(story) > 1 or _played(story, "place") > MOST_WAITING for story in rivals):
        return False
    wanted = [(_wanted(story), story.position.restart) for story in rivals]
    kinds = dict.fromkeys(wanted)
    same = (tuple(story for story, want in zip(rivals, wanted, strict=True) if want == kind) for kind in kinds)
    return len(kinds) > 1 and all(alike(rules, stories) for stories in same)


def _played(story: Story, *also: str) -> int:
    """How many acts a story has that are more than a call; pieces put down only if they count ``also``."""
    acts = [step.kind for step in story.steps if isinstance(step, Action)]
    return sum(kind in also or kind not in {"end", "declare", "place"} for kind in acts)


def ball_will_show(rules: Ruleset, rivals: tuple[Story, ...], reading: Reading) -> bool:
    """Whether the ball tells what was done as soon as it is seen again: stories that have it in one place are alike."""
    if reading.ball is not None:
        return False
    lies = {story.position.ball_space for story in rivals}
    return all(alike(rules, tuple(s for s in rivals if s.position.ball_space == space)) for space in lies)


def left_to_choose(rules: Ruleset, rivals: tuple[Story, ...]) -> bool:
    """Whether the next thing that is done tells for certain: somebody's choice, or without one it makes no difference.

    A ball that was trapped, or came down on somebody who may head it on; one that lies still, or is to be sent on.
    """
    done = tuple(story for story in rivals if story.position.awaits is None or story.position.awaits.type != "choice")
    if len(done) == len(rivals):
        return False
    kept = [_kept(rules, story.position) for story in rivals]
    return not done or alike(rules, done) or all(position == kept[0] for position in kept[1:])


def _kept(rules: Ruleset, position: Position) -> Position:
    """The position after the ball was kept by whoever may send it on."""
    ruling = rules.act(position, Action("choice", direction="keep")) if position.awaits is not None else None
    return ruling.position if ruling else position


def played_out(rivals: tuple[Story, ...], reading: Reading) -> tuple[Story, ...]:
    """The stories after which nothing is due at once, no dice and no ball that a ruling has elsewhere than it is seen.

    With the others that would have been done by now. What people take their time over, a restart, a choice or a
    line-up, says nothing.
    """
    return tuple(story for story in rivals if not _due(story, reading.ball))


def _due(story: Story, ball: Space | None) -> bool:
    waits = story.position.awaits
    rolls = waits is not None and waits.type == "roll"
    return rolls or left_lying(story.position, story.table, ball)


def ball_to_run(rivals: tuple[Story, ...]) -> Space | None:
    """The space that a ball which was come upon still has to leave, for somewhere that tells which way; else None."""
    if any(not isinstance(story.last, Action) or story.last.kind != "move" for story in rivals):
        return None
    lies = {story.table.ball for story in rivals}
    put = [to_put(story.position, story.table).get(BALL) or story.position.restart for story in rivals]
    return lies.pop() if len(lies) == 1 and all(put) and len({*put}) > 1 else None


def _wanted(story: Story) -> tuple[object, ...] | None:
    """What is still to be put after a story, and where; None if nothing is."""
    position = story.position
    wanted = to_put(position, story.table)
    restart = position.restart if position.holder is None else None
    return (*sorted(wanted.items()), restart, position.spot) if wanted or restart else None


def _without_run(rules: Ruleset, position: Position) -> dict[str, Any]:
    written = dict(rules.write_position(position))
    waits = position.awaits
    if waits is not None and waits.type == "choice":
        written["awaits"] = (waits.cause, waits.side, waits.by)
    return written


def _without_order(written: dict[str, Any]) -> dict[str, Any]:
    return {
        key: sorted(map(str, value)) if key in OF_ONE_TURN else value for key, value in written.items() if key != WHO
    }
