"""Several stories that explain a look and lead elsewhere: the table is given time to tell, then it is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import cost, differences
from engine.inference.declared import may_declare, thrown_first
from engine.inference.dice import settle, thrown, well_read
from engine.inference.reading import updated
from engine.referee.answers import answers_of
from engine.referee.calls import in_words, one_of
from engine.referee.commit import commit_dice, commit_story, observed
from engine.referee.dice_looks import tell_of_die
from engine.referee.patience import LOOKS_BALL_GONE, LOOKS_DOUBTFUL, LOOKS_SHOWING, ask
from engine.referee.rivals import (
    alike,
    ball_to_run,
    ball_will_show,
    left_to_choose,
    next_tells,
    played_out,
    rest_on_unread_dice,
    will_show,
)
from engine.referee.sentences import say
from engine.referee.values import Outcome, Referee, Say, Waiting

if TYPE_CHECKING:
    from engine.inference import Explanation, Reading, Story
    from engine.inference.dice import DiceKnown
    from engine.observation import Observation, SeenDie
    from engine.ruleset import Ruleset
    from engine.sentences import Sentence


def apart(rules: Ruleset, referee: Referee, look: Observation, reading: Reading, explanation: Explanation) -> Outcome:
    """Several stories that lead elsewhere: the table is given time to tell, then what would have gone on is dropped."""
    rivals, before = explanation.ambiguous, referee.doubt
    doubt = before.again(("stories", rivals[0].steps, len(rivals)), look.t)
    referee = replace(referee, doubt=doubt, eye="SETTLING")
    unread = _unread_among(referee, look, rivals)
    if doubt.looks < LOOKS_DOUBTFUL:
        return Outcome(referee, (observed(look),))
    tells = _touched(referee, reading) and next_tells(rules, rivals)
    if doubt.looks < LOOKS_SHOWING and (unread is not None or tells or will_show(rivals)):
        return _wait(rules, referee, (look, reading), rivals, _ties(explanation) if unread is not None else ())
    if left_to_choose(rules, rivals):
        after = replace(referee, eye="IN STEP")
        return Outcome(after) if unread is not None else _wait(rules, after, (look, reading), rivals)
    position = referee.position
    if unread is not None and position is not None and may_declare(rules, position):
        # People go as far as their dice say, whoever reads them.
        return Outcome(replace(referee, eye="IN STEP"))
    rested = played_out(rivals, reading)
    if rested and alike(rules, rested) and (unread is None or _touched(referee, reading)):
        told = rested[0]
        others = tuple(story for story in rivals if story is not told)
        table = updated(told.position, told.table, reading)
        return commit_story(rules, referee, told, look, table, others=others, dice=dice_before(referee, told))
    if unread is not None:
        # Where nothing was put anywhere people may be waiting for the ruling; if they go on, it shows.
        is_said = before.what == doubt.what and before.looks >= LOOKS_SHOWING
        said = () if is_said else tell_of_die(unread, thrown(referee.dice, look.dice))
        after = replace(referee, eye="ASKING" if referee.asked else "IN STEP")
        waiting = _wait(rules, after, (look, reading), rivals, _ties(explanation))
        return replace(waiting, says=waiting.says + said)
    if doubt.looks < LOOKS_BALL_GONE and ball_will_show(rules, rivals, reading):
        return _wait(rules, replace(referee, eye="IN STEP"), (look, reading), rivals)
    if tells:
        is_said = before.what == doubt.what and before.looks >= LOOKS_SHOWING
        waiting = _wait(rules, replace(referee, eye="IN STEP"), (look, reading), rivals)
        return waiting if is_said else replace(waiting, says=(*waiting.says, _either(referee, rivals)))
    return _which(rules, referee, look, rivals)


def dice_before(referee: Referee, told: Story) -> DiceKnown | None:
    """The dice as they lay when a story was found that was waited for: those thrown after it are for what comes next.

    None if it was not waited for, or goes on with such dice.
    """
    waiting = referee.begun
    return waiting.dice if waiting is not None and any(told.steps == one.steps for one in waiting.stories) else None


def _unread_among(referee: Referee, look: Observation, rivals: tuple[Story, ...]) -> SeenDie | None:
    """The die that could not be read, or hardly, and that stories hang on, if they do."""
    if not rest_on_unread_dice(rivals):
        return None
    return next((die for die in thrown(referee.dice, look.dice).awaited().dice if not well_read(die)), None)


def _ties(explanation: Explanation) -> tuple[Story, ...]:
    """Stories that wait for another throw, which dice thrown next may be; or they may be somebody else's tackle."""
    least = min(story.spent for story in explanation.ambiguous)
    return tuple(replace(story, spent=least + cost.TIE) for story in explanation.unfinished)


def _touched(referee: Referee, reading: Reading) -> bool:
    position = referee.position
    return position is not None and any(d.seen is not None for d in differences(position, referee.table, reading))


def _wait(
    rules: Ruleset,
    referee: Referee,
    seen: tuple[Observation, Reading],
    rivals: tuple[Story, ...],
    ties: tuple[Story, ...] = (),
) -> Outcome:
    """Until the table shows which of several stories it was; dice that all of them begin with are told.

    ``ties`` are stories that another throw would go on from. Both go on from the table as it is ``seen`` now.
    """
    look, reading = seen
    known = thrown_first((*rivals, *ties))
    begun = commit_dice(rules, referee, known, look)
    after = begun.referee
    least = min(story.spent for story in rivals)
    stories, again = (
        tuple(
            replace(
                story,
                steps=story.steps[len(known) :],
                spent=story.spent - least,
                table=updated(story.position, story.table, reading),
            )
            for story in some
        )
        for some in (rivals, ties)
    )
    before = after.begun
    if before is not None and {story.steps for story in stories} == {story.steps for story in before.stories}:
        # Dice that were thrown while the same stories stood are for what comes next.
        waiting = replace(before, stories=stories, ties=before.ties or again)
    else:
        waiting = Waiting(after.match, stories, settle(after.dice, look.dice), again)
    return replace(begun, referee=replace(after, waiting=waiting))


def _either(referee: Referee, rivals: tuple[Story, ...]) -> Say:
    """What it may have been: nobody has to say which, for what is done next tells, but one key does."""
    known = len(thrown_first(rivals))
    text = _named("was.either", rivals, known)
    return Say("note", text, answers=answers_of(rivals, known, referee.position))


def _named(key: str, rivals: tuple[Story, ...], known: int) -> Sentence:
    """What people are told of several stories; of a ball that has to go on, that it does not stay where it is."""
    runs_on = ball_to_run(rivals)
    if runs_on is not None:
        return say("was.ball_on", space=runs_on)
    return say(key, acts=one_of(in_words([story.steps[known:] for story in rivals])))


def _which(rules: Ruleset, referee: Referee, look: Observation, rivals: tuple[Story, ...]) -> Outcome:
    """Ask which of several stories it was; what is done next, or a typed action, answers it.

    Dice that all of them begin with are no question any more.
    """
    known = len(thrown_first(rivals))
    text = _named("was.which", rivals, known)
    begun = commit_dice(rules, referee, thrown_first(rivals), look)
    asked = ask(begun.referee, look, text, answers_of(rivals, known, referee.position))
    return Outcome(asked.referee, begun.records + asked.records, begun.says + asked.says)
