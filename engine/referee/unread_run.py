"""A ball that is sent on for the second time by dice that were not read: nobody is told a number that was guessed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference.story import play_through
from engine.match import Action, Roll
from engine.notation import format_action
from engine.referee.patience import LOOKS_SHOWING, ask
from engine.referee.rivals import alike, rest_on_unread_dice
from engine.referee.sentences import say
from engine.referee.values import Answer, Outcome, TypedAction, TypedCorrection, Undo
from engine.referee.words import faces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.inference import Story
    from engine.observation import Observation
    from engine.referee.values import Referee
    from engine.ruleset import Ruleset


def ask_how_far(rules: Ruleset, referee: Referee, look: Observation, story: Story) -> Outcome | None:
    """Ask what the dice showed by which a ball that was sent on is to be sent on again; None if that is known.

    The first time it is left open, for mostly it comes to rest then and tells.
    """
    stories = (*_go_on(rules, referee, story),)
    if not stories:
        return None
    doubt = referee.doubt.again(("how far", story.steps), look.t)
    referee = replace(referee, doubt=doubt, eye="SETTLING")
    if doubt.looks < LOOKS_SHOWING:
        return Outcome(referee)
    likely = {answer.text: answer for one in (referee.told[-1].story, *stories) if (answer := _answer(one, story))}
    return ask(referee, look, say("die.run"), tuple(likely.values()))


def _answer(told: Story, story: Story) -> Answer | None:
    """What the dice of a story showed, as an answer: it is told anew with them, and ``story`` after it."""
    k = max((k for k, step in enumerate(told.steps) if isinstance(step, Roll)), default=None)
    if k is None or not isinstance(roll := told.steps[k], Roll):
        return None
    after = [step for step in told.steps[k + 1 :] if isinstance(step, Action)]
    back = [Undo() for _ in after]
    right = TypedCorrection("roll " + " ".join(map(str, roll.duel or roll.faces)))
    acts = [TypedAction(format_action(step)) for step in (*after, *story.steps) if isinstance(step, Action)]
    return Answer(faces(roll), (*back, right, *acts))


def _go_on(rules: Ruleset, referee: Referee, story: Story) -> Iterator[Story]:
    """What was as likely as the story told last and hung on the same dice, if play goes on from it in the same way."""
    position, last = referee.position, referee.told[-1] if referee.told else None
    waits = (position.awaits if position is not None else None, story.position.awaits)
    if last is None or any(wait is None or wait.type != "choice" for wait in waits) or last.story.position != position:
        return
    for other in last.others:
        positions = play_through(rules, other.position, story.steps) if rest_on_unread_dice((other,)) else None
        if positions is not None and positions[-1] != story.position:
            gone_on = replace(other, position=positions[-1])
            if alike(rules, (story, gone_on)):
                yield gone_on
