"""One look at the table while a match is under way: as expected, explained, against the rules, or not understood.

Ordinary things that were seen well are acted on at once. Anything unusual must be the same at several looks in a row:
a single misreading makes no noise.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import cost, differences, explain, read
from engine.inference.candidates import blind_shots
from engine.inference.dice import Concluded, read_since, thrown
from engine.inference.reading import BALL, updated
from engine.match import Action, Roll, team_of
from engine.notation import format_action
from engine.record.records import Noted
from engine.referee.apart import apart, dice_before
from engine.referee.calls import in_words, one_of
from engine.referee.commit import asking, commit_story, observed
from engine.referee.dice_looks import dice_after, unread_die, wait_for_die
from engine.referee.left_lying import not_put, pieces_not_put, still_lying
from engine.referee.not_allowed import not_allowed, out_of_step
from engine.referee.opening import find_ball
from engine.referee.patience import (
    LOOKS_BALL_GONE,
    LOOKS_DOUBTFUL,
    LOOKS_GONE,
    LOOKS_UNEXPLAINED,
    ask,
)
from engine.referee.put_or_played import ask_which
from engine.referee.rivals import alike, open_ones
from engine.referee.rolling import at_rest
from engine.referee.said_dice import other_faces, with_said_dice
from engine.referee.second_thoughts import other_one, retold, tell_anew
from engine.referee.seen_since import with_ball_seen
from engine.referee.sentences import say
from engine.referee.taken_back import levels_back, or_taken_back, take_back
from engine.referee.unread_run import ask_how_far
from engine.referee.values import NO_DOUBT, Answer, Outcome, Referee, Say, TypedAction

if TYPE_CHECKING:
    from engine.inference import Explanation, Reading, Story, Throw
    from engine.match import Position
    from engine.observation import Observation
    from engine.record.records import Record
    from engine.ruleset import Ruleset

LONG_STORY = 3
"""More acts than this between two looks are unusual."""


def look_at(rules: Ruleset, referee: Referee, look: Observation) -> Outcome:
    """Judge one look at a match under way."""
    position = referee.position
    if position is None:
        return Outcome(referee)
    referee = replace(referee, latest=look)
    reading = read(position, referee.table, look, off_field=rules.board.grid.extra)
    reading = replace(reading, ball_back=referee.dice.blind)
    over = rules.counter(position).over
    if position.ball is None and position.restart is None and reading.ball is not None and not over:
        return find_ball(rules, referee, look, reading.ball)
    # First, for where the ball lay so far tells a kick from a ball that nobody has brought to its spot yet.
    if (rested := at_rest(rules, referee, look, reading)) is not None:
        return rested
    if position.restart is not None and (position.ball is None or referee.table.ball != position.ball):
        referee = _with_dead_ball(position, referee, look, reading)
    referee = with_said_dice(referee, look)
    if (others := other_faces(referee, look)) is not None:
        return others
    throw = thrown(referee.dice, look.dice)
    waiting = referee.begun
    if waiting is not None and read_since(waiting.dice, look.dice):
        waiting = None
    explanation = explain(
        rules,
        position,
        referee.table,
        reading,
        throw=throw,
        turn_open=referee.turn_open,
        begun=(*waiting.stories, *waiting.ties) if waiting is not None else (),
        since=thrown(waiting.dice, look.dice) if waiting is not None else None,
    )
    story = explanation.best
    if story is None and (unread := unread_die(rules, position, throw)) is not None:
        return wait_for_die(rules, referee, look, unread, throw)
    if story is None:
        return not_allowed(rules, referee, look, reading, explanation)
    if not story.steps:
        return _as_expected(rules, referee, look, reading, throw)
    return _explained(rules, referee, look, reading, explanation)


def _with_dead_ball(position: Position, referee: Referee, look: Observation, reading: Reading) -> Referee:
    """Until the ball was put on a restart's spot it may lie about; on a piece, it may have been given to the taker.

    With a die thrown, and the ball elsewhere than it was left, the restart was taken without putting it there first.
    """
    if reading.ball is None or reading.ball in reading.where.values():
        return referee
    left = referee.told[-1].lay.ball if referee.told else None
    if position.holder is not None and left not in {None, reading.ball} and thrown(referee.dice, look.dice).dice:
        return replace(referee, table=replace(referee.table, ball=position.ball_space))
    return replace(referee, table=replace(referee.table, ball=reading.ball))


def _as_expected(rules: Ruleset, referee: Referee, look: Observation, reading: Reading, throw: Throw) -> Outcome:
    position = referee.position
    assert position is not None  # noqa: S101 - looks are judged only once a match has begun
    spare = _unused(throw)
    if spare and (better := retold(rules, referee, look, spare)) is not None:
        return tell_anew(rules, referee, look, better)
    gaps = tuple(d for d in differences(position, referee.table, reading) if d.seen is None)
    after = replace(
        referee,
        table=updated(position, referee.table, reading),
        dice=dice_after(rules, referee, position, look, throw),
        told=with_ball_seen(referee.told, reading.ball),
    )
    if [d.item for d in gaps] == [BALL] and (shot := _blind_shot(rules, position)):
        return _gone(after, look, shot)
    if (gaps or reading.strays) and rules.counter(position).over:
        # Who clears the table once the match is over is not asked where things are.
        return Outcome(replace(after, eye="IN STEP"))
    if gaps or reading.strays:
        what = ("gaps", gaps, tuple((d.piece, d.space) for d in reading.strays))
        hidden = [d.item for d in gaps] == [BALL] and look.ball is None
        gone = LOOKS_BALL_GONE if hidden else LOOKS_GONE
        patience = LOOKS_UNEXPLAINED if reading.strays else gone
        return out_of_step(rules, after, look, (what, gaps, reading.strays), patience)
    back: tuple[Record, ...] = ()
    says: tuple[Say, ...] = ()
    if throw.both and after.dice.gone == frozenset() and after.dice.dice == look.dice:
        text = say("dice.aside")
        back, says = (observed(look), Noted(text=text)), (Say("note", text),)
    if not back and not referee.announced and reading.ball is not None and not_put(referee, reading) is not None:
        return still_lying(rules, after, look)
    if referee.announced:
        text = say("again.taken_back" if referee.announced[0] == "illegal" else "again.in_step")
        back, says = (*back, observed(look), Noted(text=text)), (*says, Say("note", text))
    return asking(Outcome(replace(after, doubt=NO_DOUBT, announced=(), waiting=None), back, says))


def _unused(throw: Throw) -> float:
    """What it costs to leave dice aside that were thrown by both, or show another face than was read; else 0.

    One die alone may be the beginning of something.
    """
    if throw.both:
        return cost.UNUSED_PAIR
    return cost.OTHER_FACE if throw.turned and not throw.dice else 0.0


def _blind_shot(rules: Ruleset, position: Position) -> str:
    """The legal shot that would have put the ball where it is hard to see, if there is exactly one."""
    shots = [action for action in blind_shots(rules.board, position) if rules.act(position, action)]
    return format_action(shots[0]) if len(shots) == 1 else ""


def _gone(referee: Referee, look: Observation, shot: str) -> Outcome:
    """The ball is seen nowhere and may lie in the goal: dice will tell, or people."""
    doubt = referee.doubt.again(("ball gone", shot), look.t)
    if doubt.looks < LOOKS_BALL_GONE:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    text = say("was.blind_shot", shot=shot)
    return ask(replace(referee, doubt=doubt), look, text, (Answer(shot, (TypedAction(shot),)),))


def _explained(
    rules: Ruleset, referee: Referee, look: Observation, reading: Reading, explanation: Explanation
) -> Outcome:
    rivals = explanation.ambiguous
    story = explanation.stories[0]
    as_ruled = not_put(referee, reading) is None and not pieces_not_put(referee)
    better = other_one(rules, referee, look, story.cost)
    if better is None and (not as_ruled or story.cost >= cost.UNSEEN):
        # What was told before is doubted as well where this takes much to believe.
        spare = 0.0 if as_ruled else cost.NOT_PUT_YET
        better = retold(rules, referee, look, story.cost + spare)
    open_now = better is not None and better.open and alike(rules, (story, better.story))
    if better is not None and not open_now:
        return tell_anew(rules, referee, look, better)
    back = _roundabout(story) or _given_away(referee, story)
    if back and (levels := levels_back(referee, look)) > 0:
        return take_back(rules, referee, look, levels, story.steps)
    if (asks := ask_which(rules, referee, look, story)) is not None:
        return asks
    if rivals and not alike(rules, rivals):
        return apart(rules, referee, look, reading, explanation)
    if (asks := ask_how_far(rules, referee, look, story)) is not None:
        return asks
    doubt = referee.doubt.again(("story", story.steps, len(rivals)), look.t)
    if (rivals or not _sure(story, reading, explanation, look)) and doubt.looks < LOOKS_DOUBTFUL:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"), (observed(look),))
    table = updated(story.position, story.table, reading)
    outcome = commit_story(
        rules, referee, story, look, table, others=open_ones(rivals), unfinished=explanation.unfinished,
        same=explanation.same, dice=dice_before(referee, story),
    )  # fmt: skip
    if better is None or not open_now:
        one_act = len(story.steps) == 1 and isinstance(story.steps[0], Action)
        return or_taken_back(referee, look, outcome) if one_act else outcome
    since = (*better.told.story.steps, *story.steps)
    text = say("second.open", acts=one_of(in_words([since, better.story.steps])))
    return replace(outcome, records=(*outcome.records, Noted(text=text)))


def _roundabout(story: Story) -> bool:
    """Whether a story that ends where things lay before has less to it than that they were put back.

    An empty turn between, or two acts, without dice; one single act may be meant.
    """
    return len(story.steps) > 1 and not any(isinstance(step, Roll) for step in story.steps)


def _given_away(referee: Referee, story: Story) -> bool:
    """Whether a story is that the holder gave the ball to an opponent: it was rather put back where it was before."""
    position = referee.position
    match story.steps:
        case (Action(kind="pass", piece=str() as piece, target=str() as space),) if position is not None:
            there = position.at(space)
            return there is not None and team_of(there) != team_of(piece)
    return False


def _sure(story: Story, reading: Reading, explanation: Explanation, look: Observation) -> bool:
    seen = [reading.confidence.get(d.item, 0.0) for d in explanation.differences]
    if reading.ball_missing and any(isinstance(step, Action) and step.kind == "shot" for step in story.steps):
        return False
    if any(isinstance(step, Concluded) for step in story.steps):
        return False
    if any(isinstance(step, Roll) for step in story.steps):
        seen += [die.confidence for die in look.dice if die.value is not None]
    return story.acts <= LONG_STORY and all(confidence >= cost.SURE for confidence in seen)
