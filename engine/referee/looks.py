"""One look at the table while a match is under way: as expected, explained, against the rules, or not understood.

Ordinary things that were seen well are acted on at once. Anything unusual must be the same at several looks in a row:
a single misreading makes no noise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import cost, differences, explain, read
from engine.inference.candidates import tackles
from engine.inference.dice import answer, remember_gone, settle, single, thrown
from engine.inference.reading import Table, ball_space, updated
from engine.match import TEAMS, Action, Roll
from engine.notation import format_action
from engine.record.errors import ReplayError
from engine.record.records import Noted, Ruled, Undone
from engine.record.replay import Match, apply, undo
from engine.referee.commit import asking, commit_story, observed, stated
from engine.referee.opening import find_ball
from engine.referee.values import NO_DOUBT, Outcome, Referee, Say
from engine.referee.words import lies_elsewhere

if TYPE_CHECKING:
    from engine.inference import Difference, Explanation, Illegal, Reading, Story, Throw
    from engine.inference.dice import DiceKnown
    from engine.match import Position
    from engine.observation import Observation, SeenDie
    from engine.record.records import Record
    from engine.ruleset import Ruleset

LOOKS_DOUBTFUL = 2
"""Looks in a row for a legal story that was not seen well, or is a long one."""

LOOKS_ILLEGAL = 2
"""Looks in a row before somebody is told that a rule was broken."""

LOOKS_UNEXPLAINED = 3
"""Looks in a row before the referee says that it does not understand the table."""

LONG_STORY = 3
"""More acts than this between two looks are unusual."""

READABLE = 0.5
"""Changed things seen with less confidence than this accuse nobody at the usual number of looks."""

MOST_TAKEN_BACK = 4
"""How many acts the table may go back at once."""


def look_at(rules: Ruleset, referee: Referee, look: Observation) -> Outcome:
    """Judge one look at a match under way."""
    position = referee.position
    if position is None:
        return Outcome(referee)
    referee = replace(referee, latest=look)
    reading = read(position, referee.table, look)
    if position.ball is None and reading.ball is not None:
        return find_ball(rules, referee, look, reading.ball)
    throw = thrown(referee.dice, look.dice)
    if waits := _unread_dice(rules, position, throw):
        return _wait_for_dice(referee, look, waits)
    explanation = explain(rules, position, referee.table, reading, throw=throw, turn_open=referee.turn_open)
    story = explanation.best
    if story is None:
        return _not_allowed(rules, referee, look, reading, explanation)
    if not story.steps:
        return _as_expected(rules, referee, look, reading, throw)
    return _explained(rules, referee, look, reading, explanation)


def _as_expected(rules: Ruleset, referee: Referee, look: Observation, reading: Reading, throw: Throw) -> Outcome:
    position = referee.position
    assert position is not None  # noqa: S101 - looks are judged only once a match has begun
    gaps = tuple(d for d in differences(position, referee.table, reading) if d.seen is None)
    after = replace(
        referee,
        table=_table_after(position, referee.table, reading),
        dice=_dice_after(rules, referee, position, look, throw),
    )
    if gaps or reading.strays:
        what = ("gaps", gaps, tuple((d.piece, d.space) for d in reading.strays))
        return _puzzled(after, look, what, lies_elsewhere(gaps, reading.strays))
    back: tuple[Record, ...] = ()
    says: tuple[Say, ...] = ()
    if referee.announced:
        text = "Taken back; play goes on" if referee.announced[0] == "illegal" else "In step again"
        back, says = (observed(look), Noted(text=text)), (Say("note", text),)
    return asking(Outcome(replace(after, doubt=NO_DOUBT, announced=()), back, says))


def _explained(
    rules: Ruleset, referee: Referee, look: Observation, reading: Reading, explanation: Explanation
) -> Outcome:
    rivals = explanation.ambiguous
    story = explanation.stories[0]
    what = ("story", story.steps, len(rivals))
    doubt = referee.doubt.again(what)
    if not _sure(story, reading, explanation, look) or rivals:
        if doubt.looks < LOOKS_DOUBTFUL:
            return Outcome(replace(referee, doubt=doubt, eye="SETTLING"), (observed(look),))
        if rivals and not _alike(rivals):
            return _which(replace(referee, doubt=doubt), look, rivals)
    return commit_story(rules, referee, story, look, _table_after(story.position, story.table, reading))


def _sure(story: Story, reading: Reading, explanation: Explanation, look: Observation) -> bool:
    seen = [reading.confidence.get(d.item, 0.0) for d in explanation.differences]
    if any(isinstance(step, Roll) for step in story.steps):
        seen += [die.confidence for die in look.dice if die.value is not None]
    return story.acts <= LONG_STORY and all(confidence >= cost.SURE for confidence in seen)


def _alike(rivals: tuple[Story, ...]) -> bool:
    """Whether it makes no difference to the table which of the stories is true."""
    return len({(tuple(sorted(s.position.pieces.items())), s.position.ball, s.position.turn) for s in rivals}) == 1


def _which(referee: Referee, look: Observation, rivals: tuple[Story, ...]) -> Outcome:
    """Ask which of several stories it was; what is done next, or a typed action, answers it."""
    told = [" ".join(format_action(s) for s in story.steps if isinstance(s, Action)) for story in rivals]
    text = f"Was it {' or '.join(dict.fromkeys(told))}? Type it, or go on and it will show"
    return _ask(referee, look, text)


def _ask(referee: Referee, look: Observation, text: str) -> Outcome:
    if referee.asked == text:
        return Outcome(replace(referee, eye="ASKING"))
    records = (observed(look), Ruled(verdict="unsure", reason=text))
    return Outcome(replace(referee, asked=text, eye="ASKING"), records, (Say("ask", text),))


def _not_allowed(
    rules: Ruleset, referee: Referee, look: Observation, reading: Reading, explanation: Explanation
) -> Outcome:
    """No legal story: something was taken back, a rule was broken, or the look makes no sense."""
    if (levels := _taken_back(referee, look)) > 0:
        return _take_back(rules, referee, look, levels)
    illegal = explanation.illegal
    if illegal is None:
        position = referee.position
        assert position is not None  # noqa: S101 - as above
        found = differences(position, referee.table, reading)
        what = ("unexplained", found)
        return _puzzled(referee, look, what, lies_elsewhere(found, reading.strays))
    return _broken_rule(referee, look, reading, illegal, explanation.differences)


def _broken_rule(
    referee: Referee, look: Observation, reading: Reading, illegal: Illegal, found: tuple[Difference, ...]
) -> Outcome:
    notation = format_action(illegal.action)
    what = ("illegal", notation, illegal.refusal.rule, tuple((d.item, d.seen) for d in found))
    doubt = referee.doubt.again(what)
    if referee.announced == what:
        return Outcome(replace(referee, doubt=doubt, eye="OUT OF STEP"))
    clear = all(reading.confidence.get(d.item, 0.0) >= READABLE for d in found)
    if doubt.looks < (LOOKS_ILLEGAL if clear else 2 * LOOKS_ILLEGAL):
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"), (observed(look),))
    ruling = Ruled(verdict="illegal", rule=illegal.refusal.rule, reason=illegal.refusal.reason, notation=notation)
    text = f"{notation} is not allowed: {illegal.refusal.reason} ({illegal.refusal.rule}). Take it back, or both accept"
    after = replace(referee, doubt=doubt, announced=what, asked="", eye="OUT OF STEP")
    return Outcome(after, (observed(look), ruling), (Say("illegal", text, found[-1].seen),))


def _puzzled(referee: Referee, look: Observation, what: tuple[object, ...], text: str) -> Outcome:
    doubt = referee.doubt.again(what)
    if referee.announced == what:
        return Outcome(replace(referee, doubt=doubt, eye="OUT OF STEP"))
    if doubt.looks < LOOKS_UNEXPLAINED:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    after = replace(referee, doubt=doubt, announced=what, asked="", eye="OUT OF STEP")
    return Outcome(after, (observed(look), Ruled(verdict="unsure", reason=text)), (Say("out_of_step", text),))


def _taken_back(referee: Referee, look: Observation) -> int:
    """How many acts back the match was as this look shows it; 0 if it never was. Acts with dice are not undone so."""
    match = referee.match
    for level in range(1, MOST_TAKEN_BACK + 1):
        if not match.history or match.history[-1].rolled or match.history[-1].notation == "correction":
            return 0
        match = _undone(match)
        if match.position is None:
            return 0
        table = Table.of(match.position)
        if not differences(match.position, table, read(match.position, table, look)):
            return level
    return 0


def _undone(match: Match) -> Match:
    try:
        return undo(match)
    except ReplayError:
        return Match()


def _take_back(rules: Ruleset, referee: Referee, look: Observation, levels: int) -> Outcome:
    doubt = referee.doubt.again(("taken back", levels))
    if doubt.looks < LOOKS_DOUBTFUL:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"), (observed(look),))
    match, records, names = referee.match, [observed(look)], []
    steps: list[Record] = list(records)
    for _ in range(levels):
        undone = Undone(notation=match.history[-1].notation, source="seen")
        match = apply(rules, match, undone)
        names.append(undone.notation)
        steps += [undone, stated(rules, match)]
    assert match.position is not None  # noqa: S101 - an undo leads to a position
    after = replace(
        referee, match=match, table=Table.of(match.position), dice=settle(referee.dice, look.dice), doubt=NO_DOUBT,
        announced=(),
    )  # fmt: skip
    text = f"{', '.join(names)} taken back"
    return asking(Outcome(after, tuple(steps), (Say("note", text),)))


def _unread_dice(rules: Ruleset, position: Position, throw: Throw) -> SeenDie | None:
    """A thrown die that matters now and cannot be read."""
    waits = position.awaits
    if waits is not None and waits.type == "roll":
        thrown_dice = throw.awaited()
        if answer(waits, thrown_dice) is not None:
            return None
        own = single(waits, thrown_dice)
        dice = (
            thrown_dice.dice
            if isinstance(waits.dice, Mapping) and len(waits.dice) > 1
            else ((own,) if own is not None else ())
        )
        return next((die for die in dice if die.value is None), None)
    if throw.both and _tackle_possible(rules, position):
        return next((die for die in throw.dice if die.value is None), None)
    return None


def _wait_for_dice(referee: Referee, look: Observation, die: SeenDie) -> Outcome:
    doubt = referee.doubt.again(("die", die.team))
    if doubt.looks < LOOKS_UNEXPLAINED:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    whose = {"B": "blue ", "R": "red "}.get(die.team or "", "")
    return _ask(
        replace(referee, doubt=doubt), look, f"The {whose}die cannot be read: type what it shows, or throw it again"
    )


def _tackle_possible(rules: Ruleset, position: Position) -> bool:
    return any(next(tackles(rules.board, position, team), None) is not None for team in TEAMS)


def _dice_after(rules: Ruleset, referee: Referee, position: Position, look: Observation, throw: Throw) -> DiceKnown:
    """Dice that may be the first half of something stay unaccounted for; otherwise they are known as they lie."""
    half = len(throw.dice) == 1 and _tackle_possible(rules, position)
    waiting = half or (position.awaits is not None and position.awaits.type == "roll")
    if waiting and referee.dice.looked:
        return remember_gone(referee.dice, look.dice)
    return settle(referee.dice, look.dice)


def _table_after(position: Position, table: Table, reading: Reading) -> Table:
    """Where things lie now. A ball that was not seen is believed where the rules have it once hands were there."""
    seen = updated(position, table, reading)
    return seen if seen.ball is not None else Table(seen.pieces, ball_space(position))
