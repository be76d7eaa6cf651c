"""Dice that were read clearly, and a table that lies as if they showed something else: people are asked, not overruled.

What was done may be the error as well as what was read. So the sentence says what the dice show, where that sends
things and where they lie, and one key each keeps the dice, says that they were read wrongly, or lets it stand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.inference import read
from engine.inference.dice import MOVED_MM, Concluded
from engine.inference.reading import BALL, ball_space
from engine.inference.story import play_through
from engine.match import TEAMS, Action, Roll
from engine.notation import format_action
from engine.record.records import Noted
from engine.referee.commit import asking
from engine.referee.line_up_faults import STANDS
from engine.referee.misread import clearly_read
from engine.referee.patience import LOOKS_SHOWING, ask
from engine.referee.policy import AGREED
from engine.referee.sentences import say
from engine.referee.values import (
    NO_DOUBT,
    Answer,
    Correction,
    Outcome,
    Say,
    TypedAction,
    TypedCorrection,
    TypedRoll,
    Undo,
)
from engine.referee.words import faces, named_item
from engine.sentences import joined

if TYPE_CHECKING:
    from engine.grid import Space
    from engine.inference import Story
    from engine.inference.story import Step
    from engine.match import Position
    from engine.observation import Observation
    from engine.referee.values import Input, Referee, Told
    from engine.ruleset import Ruleset
    from engine.sentences import Sentence

MOST_NAMED = 3
"""Things that one sentence names at most."""


@dataclass(frozen=True, slots=True)
class Overruled:
    """Dice of a story that another one would have show something else."""

    steps: tuple[Step, ...]
    """All that was told since that story began, its dice included."""
    at: int
    """Which of the steps the dice are."""
    otherwise: Concluded
    """What they would show."""
    lay: Position
    """The position in which they were thrown."""
    read: Position
    """The position that they led to as read."""
    other: Position
    """The one that they would have led to."""

    @property
    def roll(self) -> Roll:
        """The dice as read."""
        roll = self.steps[self.at]
        assert isinstance(roll, Roll)  # noqa: S101 - made so
        return roll


def overruled_dice(rules: Ruleset, look: Observation, since: tuple[Told, ...], anew: Story) -> Overruled | None:
    """The clearly read dice, of all told ``since``, that a story told anew takes for others; None if there are none."""
    before = since[0].before.position
    steps = tuple(step for told in since for step in told.story.steps)
    dice_then = [told for told in since for _ in told.story.steps]
    for k, (step, other) in enumerate(zip(steps, anew.steps, strict=False)):
        if step == other:
            continue
        if before is None or not isinstance(step, Roll) or not isinstance(other, Concluded):
            return None
        if isinstance(step, Concluded) or not _clear(dice_then[k], look, step, other):
            return None
        as_read, as_other = (play_through(rules, before, (*steps[:k], roll)) for roll in (step, other))
        if as_read is None or as_other is None:
            return None
        lay = play_through(rules, before, steps[:k])
        return Overruled(steps, k, other, lay[-1] if lay else before, as_read[-1], as_other[-1])
    return None


def _clear(told: Told, look: Observation, roll: Roll, other: Roll) -> bool:
    """Whether the dice on which two rolls differ were read clearly, and do not show anything else by now."""
    shown, others = roll.duel or roll.faces, other.duel or other.faces
    for k, (face, otherwise) in enumerate(zip(shown, others, strict=True)):
        team = TEAMS[k] if roll.duel is not None else None
        if face != otherwise and (not clearly_read(told.dice_then, team, face) or _turned(told, look, team, face)):
            return False
    return True


def _turned(told: Told, look: Observation, team: str | None, face: int) -> bool:
    """Whether a die that showed this lies where it lay and is read otherwise now."""
    return any(
        then.team == now.team
        and now.value not in {None, face}
        and math.dist((then.x_mm, then.y_mm), (now.x_mm, now.y_mm)) <= MOVED_MM
        for then in told.dice_then.dice
        if then.value == face and team in {None, then.team}
        for now in look.dice
    )


def ask_about(
    rules: Ruleset, referee: Referee, look: Observation, dice: Overruled, *, played: Story | None = None
) -> Outcome:
    """Ask, once there was time to put things where the dice send them, which is right: the dice or the table.

    ``played`` may have been done instead: one key more says so.
    """
    doubt = referee.doubt.again(("overruled", dice.steps[: dice.at + 1], dice.otherwise), look.t)
    waits, question = replace(referee, doubt=doubt), _question(rules, referee, look, dice)
    if doubt.looks < LOOKS_SHOWING and referee.asked != question.text:
        return Outcome(replace(waits, eye="SETTLING"))
    acts = [format_action(step) for step in played.steps if isinstance(step, Action)] if played is not None else []
    instead = (Answer(" ".join(acts), tuple(map(TypedAction, acts))),) if acts else ()
    # A ball in the goal is a goal or is put right: it lies nowhere that play could go on from.
    likely = question.answers if dice.other.pieces else question.answers[:-1]
    return ask(waits, look, question.text, (*likely, *instead))


def ask_if_goal(referee: Referee, look: Observation, dice: Overruled) -> Outcome:
    """Ask, once play has gone on for a while as if dice that made a goal had made none, what they showed."""
    doubt = referee.doubt.again(("no goal", dice.steps, dice.otherwise), look.t)
    waits, shown = replace(referee, doubt=doubt, latest=look), _shown(dice.roll)
    text = say("die.goal", shown=shown)
    if doubt.looks < LOOKS_SHOWING and referee.asked != text:
        return Outcome(replace(waits, eye="SETTLING"))
    keep = Answer(say("answer.is_goal", shown=shown), (_dice_said(dice.roll),))
    return ask(waits, look, text, (keep, Answer(_wrong(dice), _told_with(referee, dice))))


def _question(rules: Ruleset, referee: Referee, look: Observation, dice: Overruled) -> Say:
    shown = _shown(dice.roll)
    goes = [
        say("die.goes", what=named_item(item), where=to, seen=lies)
        for item, to, lies in _decided(rules, referee, look, dice)[:MOST_NAMED]
    ]
    text = say("die.overruled", shown=shown, goes=joined(say("semicolon"), goes)) if goes else ""
    plain = "die.overruled.again" if _thrown_again(dice.read) else "die.overruled.plain"
    return Say("ask", text or say(plain, shown=shown), answers=keys(rules, referee, look, dice))


def keys(rules: Ruleset, referee: Referee, look: Observation, dice: Overruled) -> tuple[Answer, Answer, Answer]:
    """That the dice count as read, that they were read wrongly, and that what lies there stands whatever they show."""
    keep = Answer(say("answer.keep", shown=_shown(dice.roll)), (_dice_said(dice.roll),))
    sent = {item for item, _ in (*_apart(dice.read, dice.other), *_apart(dice.read, dice.lay))}
    stands = _stands(referee, [lying for lying in _elsewhere(rules, referee, look, dice.read) if lying[0] in sent])
    return keep, Answer(_wrong(dice), _told_with(referee, dice)), stands


def _wrong(dice: Overruled) -> Sentence:
    one = _one_die(dice.roll)
    return say("answer.shows", face=dice.otherwise.faces[0]) if one else say("answer.read_wrongly")


def _decided(rules: Ruleset, referee: Referee, look: Observation, dice: Overruled) -> list[tuple[str, Space, Space]]:
    """What lies elsewhere than the dice have it and is decided by them: where it belongs, and where it lies."""
    decided = {item for item, _ in _apart(dice.read, dice.other)}
    return [lying for lying in _elsewhere(rules, referee, look, dice.read) if lying[0] in decided]


def _elsewhere(rules: Ruleset, referee: Referee, look: Observation, wanted: Position) -> list[tuple[str, Space, Space]]:
    """What lies elsewhere than a position has it, the ball first: where it belongs, and where it lies."""
    position = referee.position
    assert position is not None  # noqa: S101 - only what was told of a match under way is asked about
    seen = read(position, referee.table, look, off_field=rules.board.grid.extra)
    where = dict(seen.where)
    if seen.ball is not None:
        where[BALL] = seen.ball
    return [(item, to, where[item]) for item, to in _items(wanted) if where.get(item, to) != to]


def _thrown_again(position: Position) -> bool:
    """Whether dice are due, after dice: they made a tie."""
    return position.awaits is not None and position.awaits.type == "roll"


def _apart(one: Position, other: Position) -> list[tuple[str, Space]]:
    """Where things lie in one position that lie elsewhere in another, the ball first."""
    there = dict(_items(other))
    return [(item, space) for item, space in _items(one) if space != there.get(item)]


def _items(position: Position) -> list[tuple[str, Space]]:
    ball = ball_space(position)
    return [*([(BALL, ball)] if ball is not None else []), *position.pieces.items()]


def _shown(roll: Roll) -> Sentence:
    return say("dice.show.one" if _one_die(roll) else "dice.show", faces=faces(roll))


def _one_die(roll: Roll) -> bool:
    return roll.duel is None and len(roll.faces) == 1


def _dice_said(roll: Roll) -> TypedCorrection:
    return TypedCorrection("roll " + " ".join(map(str, roll.duel or roll.faces)))


def _told_with(referee: Referee, dice: Overruled) -> tuple[Input, ...]:
    """The inputs that tell what was told with the other faces."""
    last = referee.match.last
    if last is not None and last.rolls and dice.at == len(dice.steps) - 1:
        return (_dice_said(dice.otherwise),)
    back = [Undo() for step in dice.steps if isinstance(step, Action) and step.kind != "end"]
    right = Roll(dice.otherwise.duel, dice.otherwise.faces)
    steps = (*dice.steps[: dice.at], right, *dice.steps[dice.at + 1 :])
    return (*back, *(TypedRoll(s) if isinstance(s, Roll) else TypedAction(format_action(s)) for s in steps))


def _stands(referee: Referee, elsewhere: list[tuple[str, Space, Space]]) -> Answer:
    """That what lies elsewhere than the dice have it stands there: also what all faces would send on alike."""
    position = referee.position
    if position is not None and _thrown_again(position):
        return Answer(STANDS.text, (Correction({"awaits": None}, AGREED),))
    if position is None or position.awaits is not None or position.placing or not elsewhere:
        return STANDS
    pieces = {item: lies for item, _, lies in elsewhere}
    ball = pieces.pop(BALL, None)
    changes = {key: value for key, value in (("pieces", pieces), ("ball", ball)) if value}
    return Answer(STANDS.text, (Correction(changes, AGREED),))


def rightly_read(referee: Referee, roll: Roll) -> Outcome | None:
    """What follows from a word that dice which are asked about show what was read; None if it says otherwise.

    The ball is left where it lies until it is put where they send it.
    """
    question, likely = referee.likely
    last = referee.match.last
    read = last.rolls[-1:] if last is not None else ()
    if question != referee.asked or read != (roll,) or not likely or likely[0].given != (_dice_said(roll),):
        return None
    told = tuple(replace(one, said=True) for one in referee.told)
    look, table = referee.latest, referee.table
    if look is not None and look.ball is not None and look.ball.space is not None:
        table = replace(table, ball=look.ball.space)
    after = replace(referee, told=told, table=table, doubt=NO_DOUBT, asked="", likely=("", ()))
    text = say("dice.kept", faces=faces(roll))
    outcome = asking(Outcome(after))
    return replace(outcome, records=(Noted(text=text),), says=(Say("note", text), *outcome.says))
