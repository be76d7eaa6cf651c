"""A look that no legal story explains: something was taken back, a rule was broken, or the look makes no sense."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import cost, differences
from engine.inference.dice import thrown
from engine.match import Roll
from engine.notation import format_action
from engine.record.records import Ruled
from engine.referee.carried import BROUGHT, brought_unseen
from engine.referee.commit import observed
from engine.referee.dice_looks import dice_in_doubt
from engine.referee.line_up_faults import STANDS
from engine.referee.miscounted import other_counts
from engine.referee.naming import BY_DICE, named, ruling_on
from engine.referee.other_die import with_another_face
from engine.referee.overruling import stands_by_policy
from engine.referee.patience import (
    LOOKS_BALL_GONE,
    LOOKS_GONE,
    LOOKS_ILLEGAL,
    LOOKS_SHOWING,
    LOOKS_UNEXPLAINED,
    ask,
)
from engine.referee.put_or_played import ask_if_put_wrongly
from engine.referee.second_thoughts import retold, tell_anew
from engine.referee.sentences import say
from engine.referee.taken_back import levels_back, levels_back_and_on, offer_back, take_back
from engine.referee.unseen_goal import may_be_after_a_goal, unseen_goals
from engine.referee.values import Outcome, Referee, Say
from engine.referee.words import lies_elsewhere

if TYPE_CHECKING:
    from engine.inference import Difference, Explanation, Illegal, Reading
    from engine.observation import Observation, SeenPiece
    from engine.ruleset import Ruleset

READABLE = 0.5
"""Changed things seen with less confidence than this accuse nobody at the usual number of looks."""


STANDS_AT_ONCE = frozenset({"accept", "log"})
"""Words of a policy by which nobody is asked."""


def not_allowed(
    rules: Ruleset, referee: Referee, look: Observation, reading: Reading, explanation: Explanation
) -> Outcome:
    """No legal story: something was taken back, a rule was broken, or the look makes no sense."""
    if (levels := levels_back(referee, look) or levels_back_and_on(rules, referee, look)) > 0:
        return take_back(rules, referee, look, levels)
    illegal = explanation.illegal
    stands = illegal is not None and referee.policy.of(illegal.refusal.rule) in STANDS_AT_ONCE
    if not stands and (offered := offer_back(rules, referee, look)) is not None:
        return offered
    otherwise = cost.UNEXPLAINED if illegal is None else illegal.cost + _unheard(referee, illegal)
    if _time_to_speak(referee) and (better := retold(rules, referee, look, otherwise)) is not None:
        return tell_anew(rules, referee, look, better)
    position = referee.position
    assert position is not None  # noqa: S101 - looks are judged only once a match has begun
    if rules.counter(position).over:
        # What was told last may still be told anew; nothing else that is done is play.
        return Outcome(replace(referee, doubt=referee.doubt.again(("after the end",), look.t), eye="IN STEP"))
    if brought_unseen(referee.doubt, illegal.refusal if illegal is not None else None, reading):
        found = explanation.differences
        return puzzled(referee, look, (BROUGHT, found), lies_elsewhere(found, reading.strays), LOOKS_BALL_GONE)
    if illegal is None:
        asks = ask_if_put_wrongly(rules, referee, look, reading)
        return asks or _unexplained(rules, referee, look, reading, differences(position, referee.table, reading))
    if illegal.refusal.rule.startswith(BY_DICE) and (why := dice_in_doubt(rules, referee, look)):
        return _without_dice(referee, look, illegal, why)
    if _time_to_speak(referee):
        throw = thrown(referee.dice, look.dice)
        if (doubted := with_another_face(rules, referee, look, reading, throw)) is not None:
            return doubted
    return _broken_rule(rules, referee, reading, illegal, explanation.differences)


def _unexplained(
    rules: Ruleset, referee: Referee, look: Observation, reading: Reading, found: tuple[Difference, ...]
) -> Outcome:
    # What cannot be found may be what explains the rest.
    patience = LOOKS_GONE if reading.missing else LOOKS_UNEXPLAINED
    return out_of_step(rules, referee, look, (("unexplained", found), found, reading.strays), patience)


def puzzled(
    referee: Referee, look: Observation, what: tuple[object, ...], text: str, patience: int = LOOKS_UNEXPLAINED
) -> Outcome:
    """Say that the table is not understood once ``patience`` looks in a row have shown the same, ``what``."""
    doubt = referee.doubt.again(what, look.t)
    if referee.announced == what:
        # What is done meanwhile asks for something else, or nothing: then this still stands.
        return Outcome(replace(referee, doubt=doubt, asked=referee.asked or text, eye="OUT OF STEP"))
    if doubt.looks < patience:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    after = replace(referee, doubt=doubt, announced=what, asked=text, eye="OUT OF STEP")
    return Outcome(after, (observed(look), Ruled(verdict="unsure", reason=text)), (Say("out_of_step", text),))


def out_of_step(
    rules: Ruleset,
    referee: Referee,
    look: Observation,
    seen: tuple[tuple[object, ...], tuple[Difference, ...], tuple[SeenPiece, ...]],
    patience: int,
) -> Outcome:
    """Say what lies elsewhere; of a table that was cleared, or set up anew, ask whether there was a goal.

    ``seen`` is what has to stay the same, what lies elsewhere, and the discs that are nobody's.
    """
    what, found, strays = seen
    text, position = lies_elsewhere(found, strays), referee.position
    if position is None or not may_be_after_a_goal(position, found):
        return puzzled(referee, look, what, text, patience)
    outcome, question = puzzled(referee, look, what, text, patience), say("was.goal")
    if not outcome.says:
        return outcome
    if referee.asked == question:
        # It goes on being cleared.
        return Outcome(replace(outcome.referee, asked=question))
    if not (goals := unseen_goals(rules, position)):
        return outcome
    asks = replace(outcome.referee, asked=question, likely=(question, (*goals, STANDS)))
    return Outcome(asks, (observed(look), Ruled(verdict="unsure", reason=question)), (Say("out_of_step", question),))


def _unheard(referee: Referee, illegal: Illegal) -> float:
    """What it takes to believe that people who were told to throw dice again, a tie, play on instead."""
    tie = bool(referee.told) and isinstance(referee.told[-1].story.last, Roll)
    return cost.NOT_PUT_YET if tie and illegal.refusal.rule == "roll.awaited" else 0.0


def _time_to_speak(referee: Referee) -> bool:
    """Whether the table has been puzzling for so long that somebody would be told; not before, for it takes time."""
    return not referee.announced and referee.doubt.looks >= LOOKS_ILLEGAL - 1


def _without_dice(referee: Referee, look: Observation, illegal: Illegal, why: str) -> Outcome:
    """Dice that were not all read accuse nobody: what they showed is asked for."""
    doubt = referee.doubt.again(("dice in doubt", illegal.action), look.t)
    if doubt.looks < LOOKS_UNEXPLAINED:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    piece = illegal.action.piece
    text = say("dice.type", piece=piece, why=why)
    return ask(replace(referee, doubt=doubt), look, text)


def _broken_rule(
    rules: Ruleset, referee: Referee, reading: Reading, illegal: Illegal, found: tuple[Difference, ...]
) -> Outcome:
    look = referee.latest
    assert look is not None  # noqa: S101 - it is being judged
    notation, refusal = format_action(illegal.action), illegal.refusal
    what = named(illegal, found)
    doubt = referee.doubt.again(what, look.t)
    if referee.announced == what:
        return Outcome(replace(referee, doubt=doubt, eye="OUT OF STEP"))
    clear = all(reading.confidence.get(d.item, 0.0) >= READABLE for d in found)
    patience = LOOKS_ILLEGAL if clear else 2 * LOOKS_ILLEGAL
    if reading.ball_missing and thrown(referee.dice, look.dice).dice:
        # Dice sent the ball somewhere, and where it lies will tell what was done.
        patience = LOOKS_SHOWING
    if doubt.looks < patience:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"), (observed(look),))
    ruling = ruling_on(illegal)
    text = say("illegal", act=notation, reason=refusal.reason, rule=refusal.rule)
    word = referee.policy.of(refusal.rule)
    if word in STANDS_AT_ONCE:
        judged = replace(referee, announced=what, unlawful=illegal)
        stands = stands_by_policy(rules, judged, ruling, say("illegal.stands", illegal=text), silent=word == "log")
        if stands is not None:
            return stands
    text = say("illegal.back" if word == "refuse" else "illegal.accept", illegal=text)
    after = replace(referee, doubt=doubt, announced=what, unlawful=illegal, asked=text, eye="OUT OF STEP")
    if refusal.rule.startswith(BY_DICE):
        counts = other_counts(rules, referee, reading, thrown(referee.dice, look.dice))
        after = replace(after, likely=(text, (*counts, *(() if word == "refuse" else (STANDS,))) if counts else ()))
    return Outcome(after, (observed(look), ruling), (Say("illegal", text, found[-1].seen, refusal.rule),))
