"""Second thoughts: what lies on the table now is told better if the last acts were others than was believed.

A table that no legal act explains may do so because something was told wrongly before: two discs were mistaken for
each other, a die was misread, a shot was taken for a pass before its dice were thrown. The referee then goes back over
the last stories and tells them anew, provided that the new story leads over the table as it lay in between.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, dropwhile, takewhile
from typing import TYPE_CHECKING

from engine.inference import cost, differences, explain, read
from engine.inference.dice import Concluded, thrown
from engine.inference.reading import BALL, updated
from engine.inference.search import price_of
from engine.inference.story import Story, left_lying, play_through
from engine.match import Action, Roll
from engine.notation import format_action
from engine.record.records import Undone
from engine.record.replay import apply, undo
from engine.referee.clear_dice import ask_about, overruled_dice
from engine.referee.commit import commit_story, observed, stated
from engine.referee.misread import read_otherwise
from engine.referee.patience import LOOKS_DOUBTFUL, LOOKS_UNEXPLAINED
from engine.referee.rivals import alike
from engine.referee.seen_since import lay_so, leads_over
from engine.referee.sentences import say
from engine.referee.values import NO_DOUBT, Answer, Outcome, Referee, Say, TypedAction, TypedRoll, Undo
from engine.referee.words import faces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.observation import Observation
    from engine.record.records import Record
    from engine.record.replay import Match
    from engine.referee.values import Told
    from engine.ruleset import Ruleset

MOST_ACTS_BACK = 6
"""Acts and ends of turns between now and a story that is told anew."""


@dataclass(frozen=True, slots=True)
class Retold:
    """A story that was told, and the one to tell instead."""

    told: Told
    story: Story
    open: bool = False
    """It was one of the stories that were left open then."""


def other_one(rules: Ruleset, referee: Referee, look: Observation, otherwise: float) -> Retold | None:
    """Of what was told last, a story that was left open and goes on to this look at less than ``otherwise``.

    What dice as they were read come to counts as well where they were told otherwise since.
    """
    told = referee.told[-1:]
    others = (*_first(told[0]), *told[0].others) if told else ()
    if not others or _acts_since(referee.match, told[0].before) is None:
        return None
    story = _other_one(rules, referee, look, told, others, otherwise)
    if story is None:
        return None
    first = told[0].first
    return Retold(told[0], story, open=first is None or story.steps[: len(first.steps)] != first.steps)


def retold(rules: Ruleset, referee: Referee, look: Observation, otherwise: float) -> Retold | None:
    """The nearest story to tell anew that explains the look at less than ``otherwise``, the cost of what else would.

    None if there is none that stands alone.
    """
    spent = otherwise
    for back in range(1, len(referee.told) + 1):
        since = referee.told[-back:]
        spent += _spent_on(since[0].story)
        undone = _acts_since(referee.match, since[0].before)
        if undone is None:
            # Dice of an act that was told before them go back with it; else people had a word in what follows.
            continue
        whole, later = _with_its_dice(since)
        others = chain(_first(whole), whole.others, _dice_otherwise(rules, whole, since[0]))
        story = (
            _other_one(rules, referee, look, since, since[0].others, otherwise)
            or _other_one(rules, _with_dice_of(referee, since), look, (whole, *later), others, otherwise)
            or _another(rules, referee, look, since, undone=undone, spent=spent)
        )
        if story is not None:
            return Retold(since[0], story)
    return None


def _with_its_dice(since: tuple[Told, ...]) -> tuple[Told, tuple[Told, ...]]:
    """The first of what was told ``since`` together with the dice that it waited for, as one; and the rest.

    What was as likely as the story that told its dice is left among its others.
    """
    told, later = replace(since[0], others=()), since[1:]
    while later and isinstance(next(iter(later[0].story.steps), None), Roll):
        dice, later = later[0], later[1:]
        others = tuple(replace(other, steps=(*told.story.steps, *other.steps)) for other in dice.others)
        story = replace(
            dice.story, steps=(*told.story.steps, *dice.story.steps), cost=told.story.cost + dice.story.cost
        )
        told = replace(told, lay=dice.lay, story=story, others=others, dice_then=dice.dice_then)
    return told, later


def _first(told: Told) -> tuple[Story, ...]:
    """What dice as they were read come to, where they were told otherwise: the likeliest if things lie that way now."""
    return () if told.first is None else (replace(told.first, cost=0.0),)


def _dice_otherwise(rules: Ruleset, whole: Told, told: Told) -> Iterator[Story]:
    """What was told, and what was as likely then, with a die that shows another face than was read."""
    for story in (whole.story, *whole.others):
        yield from read_otherwise(rules, replace(whole, story=story))
    for story in told.others:
        yield from read_otherwise(rules, replace(told, story=story))


def _spent_on(story: Story) -> float:
    """What a story cost that was told; of one that was waited for only what set it apart from the others is known."""
    return max(story.cost, sum(price_of(step) for step in story.steps if isinstance(step, Action)))


def _another(
    rules: Ruleset, referee: Referee, look: Observation, since: tuple[Told, ...], *, undone: int, spent: float
) -> Story | None:
    """A story from before the first of those told ``since`` to what is seen now, if it costs less than ``spent``.

    Dice that were thrown in between are not on the table any more: the story has to have as many, ``undone``. Of dice
    that were thrown once more since they were told of, the earlier throw would be lost: none is.
    """
    rolled = [one for one in since if any(isinstance(step, Roll) for step in one.story.steps)]
    if undone and rolled and thrown(rolled[-1].dice_then, look.dice).dice:
        return None
    told = since[0]
    position = told.before.position
    if position is None:
        return None
    reading = read(position, told.table, look, off_field=rules.board.grid.extra)
    throw = thrown(told.dice, look.dice)
    explanation = explain(
        rules, position, told.table, reading, throw=throw, accuse=False, most=spent - cost.RETOLD + cost.CLOSE
    )
    best = explanation.best
    if best is None or sum(isinstance(step, Roll) for step in best.steps) < undone:
        return None
    if explanation.ambiguous and not alike(rules, explanation.ambiguous):
        return None
    told_so_far = _with_its_dice(since)[0].story.steps
    if best.steps[: len(told_so_far)] == told_so_far:
        return None
    price = leads_over(rules, best, since, referee.table)
    return best if price is not None and best.cost + price < spent else None


def _with_dice_of(referee: Referee, since: tuple[Told, ...]) -> Referee:
    """The referee with dice to account for that were thrown since the last story was told, and left aside."""
    return replace(referee, dice=since[-1].dice_then)


def _other_one(  # noqa: PLR0917 - what is known, what is seen, what is weighed
    rules: Ruleset,
    referee: Referee,
    look: Observation,
    since: tuple[Told, ...],
    others: Iterable[Story],
    otherwise: float,
) -> Story | None:
    """The best of ``others`` in place of the first story told ``since``, with which the rest and this look are allowed.

    What each costs beside the story that was told counts, if it was no story as likely as that one.
    """
    lay = since[-1].lay.ball
    put = referee.table.ball if lay is not None and lay != referee.table.ball else None
    found: Story | None = None
    for other in others:
        after = tuple(step for one in since[1:] for step in one.story.steps)
        positions = play_through(rules, other.position, after)
        if positions is None or not (_told_first(since[0], other) or lay_so(since, other, positions)):
            continue
        position = positions[-1]
        if put is not None and position.ball_space != put:
            # The ball was put where the story that was told had sent it.
            continue
        if not position.pieces and _some_elsewhere(rules, referee, look):
            # After a goal pieces may lie anywhere: that some do is no sign of one before both sides are set up.
            continue
        reading = read(position, referee.table, look, off_field=rules.board.grid.extra)
        throw = thrown(referee.dice, look.dice)
        explanation = explain(
            rules, position, referee.table, reading, throw=throw, accuse=False, most=otherwise - cost.RETOLD
        )
        best = explanation.best
        dearer = cost.RETOLD + _dearer(since[0], other)
        if left_lying(position, referee.table, reading.ball):
            dearer += cost.NOT_PUT_YET
        if best is not None and not explanation.ambiguous and best.cost + dearer < otherwise:
            found, otherwise = replace(best, steps=(*other.steps, *after, *best.steps)), best.cost + dearer
    return found


def _told_first(told: Told, other: Story) -> bool:
    """Whether a story is what was told at first: that the ball was put elsewhere then is what it was doubted for."""
    return told.first is not None and other.steps == told.first.steps


def _some_elsewhere(rules: Ruleset, referee: Referee, look: Observation) -> bool:
    """Whether some pieces lie elsewhere than the match has them, but not most of them as at a line-up."""
    position = referee.position
    if position is None or not position.pieces:
        return False
    reading = read(position, referee.table, look, off_field=rules.board.grid.extra)
    moved = sum(d.item != BALL for d in differences(position, referee.table, reading))
    return 0 < moved < len(position.pieces) / 2


def _dearer(told: Told, other: Story) -> float:
    """What another story costs beside the one that was told: nothing if it was as likely then."""
    if other not in told.others:
        return other.cost
    waits, unread = other.position.awaits, isinstance(other.last, Concluded)
    return cost.TIE if unread and waits is not None and waits.type == "roll" else 0.0


def tell_anew(rules: Ruleset, referee: Referee, look: Observation, found: Retold) -> Outcome:
    """Take back what was told wrongly and write down the better story, once several looks agree on it.

    If it goes against dice that were read clearly, people are asked instead.
    """
    since = tuple(dropwhile(lambda told: told is not found.told, referee.told))
    if (dice := overruled_dice(rules, look, since, found.story)) is not None:
        return ask_about(rules, referee, look, dice)
    doubt = referee.doubt.again(("retold", found.story.steps), look.t)
    if doubt.looks < (LOOKS_DOUBTFUL if found.open else LOOKS_UNEXPLAINED):
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    match = referee.match
    records: list[Record] = []
    names: list[str] = []
    while match.last is not None and match.last is not found.told.before.last:
        undone = Undone(notation=match.last.notation, source="seen")
        match = apply(rules, match, undone)
        names.append(undone.notation)
        records += [undone, stated(rules, match)]
    earlier = tuple(takewhile(lambda told: told is not found.told, referee.told))
    back = replace(
        referee, match=match, table=found.told.table, dice=found.told.dice, told=earlier, doubt=NO_DOUBT, announced=()
    )
    position = found.told.before.position
    assert position is not None  # noqa: S101 - only what was told of a match under way is told anew
    reading = read(position, back.table, look, off_field=rules.board.grid.extra)
    table = updated(found.story.position, found.story.table, reading)
    outcome = commit_story(rules, back, found.story, look, table)
    first = _as_read(rules, referee.told[len(earlier) :], found.story)
    latest = replace(outcome.referee.told[-1], first=first)
    after = replace(outcome.referee, told=(*outcome.referee.told[:-1], latest))
    before = " ".join(reversed(names))
    text = say("second.shown" if found.open else "second.thoughts", acts=before)
    says = (Say("note", text), *outcome.says)
    if first is not None and not says[-1].answers:
        says = (*says[:-1], replace(says[-1], answers=(_rightly_read(first),)))
    return Outcome(after, (observed(look), *records, *outcome.records[1:]), says)


def _as_read(rules: Ruleset, since: tuple[Told, ...], anew: Story) -> Story | None:
    """What was told ``since``, if it was one act with its dice, as read, that is told ``anew`` with another face.

    What was done after it by the new story is done after it here as well; None where it was not allowed then.
    """
    whole, later = _with_its_dice(since)
    story, some = whole.story, len(whole.story.steps)
    rolls = [step for step in story.steps if isinstance(step, Roll)]
    otherwise = [step for step in anew.steps if isinstance(step, Concluded)]
    same = all(a == b or b in otherwise for a, b in zip(story.steps, anew.steps, strict=False))
    if later or not same or len(rolls) != 1 or len(otherwise) != 1 or isinstance(rolls[0], Concluded):
        return None
    positions = play_through(rules, story.position, anew.steps[some:])
    return replace(story, steps=(*story.steps, *anew.steps[some:]), position=positions[-1]) if positions else None


def _rightly_read(first: Story) -> Answer:
    """One key says that the dice show what was read, wherever things were put."""
    shown = ", ".join(faces(step) for step in first.steps if isinstance(step, Roll))
    back = [Undo() for step in first.steps if isinstance(step, Action)]
    again = [TypedRoll(step) if isinstance(step, Roll) else TypedAction(format_action(step)) for step in first.steps]
    return Answer(say("answer.read_rightly", faces=shown), (*back, *again))


def _acts_since(match: Match, before: Match) -> int | None:
    """How many acts with dice stand since ``before``; None if people had a word in it or it is too long ago."""
    rolled = 0
    for _ in range(MOST_ACTS_BACK):
        if match.last is before.last:
            return rolled
        if match.last is None or match.last.source != "seen" or match.last.notation == "correction":
            return None
        rolled += match.last.rolled
        match = undo(match)
    return rolled if match.last is before.last else None
