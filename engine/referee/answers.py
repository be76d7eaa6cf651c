"""Likely answers to what the referee asks, the likeliest first, so that one key answers."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from engine.match import TEAMS, Action, other
from engine.notation import format_action
from engine.referee.calls import each_in_words
from engine.referee.line_up_faults import STANDS
from engine.referee.lining_up import line_up_changes
from engine.referee.sentences import say
from engine.referee.values import (
    Answer,
    Confirm,
    Consent,
    Correction,
    LineUp,
    Redo,
    Referee,
    TypedAction,
    TypedRoll,
)
from engine.referee.words import TEAM, named_rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.inference import Story
    from engine.match import Position
    from engine.record.records import Source
    from engine.referee.values import Input
    from engine.ruleset import Ruleset

MOST_ANSWERS = 9
"""As many as there are number keys."""

LINED_UP = Answer(say("answer.line_up"), (LineUp(),))
GO_ON = Answer(say("answer.go_on"), (Confirm(),))


def answers(rules: Ruleset, referee: Referee) -> tuple[Answer, ...]:
    """What the question or request that stands may be answered with; empty where only the table or dice can tell.

    A proposal has time: what play waits for stands before what is said to it.
    """
    agreeing = tuple(_agreeing(referee))
    return (*_to_what_is_asked(rules, referee)[: MOST_ANSWERS - len(agreeing)], *agreeing)


def _agreeing(referee: Referee) -> Iterator[Answer]:
    """What those may say to a proposal who have not said it yet."""
    proposal = referee.proposal
    if proposal is None or referee.position is None:
        return
    for team in TEAMS:
        if team not in proposal.agreed:
            text = say("answer.agrees", rounds=named_rounds(proposal.rounds), team=TEAM[team])
            yield Answer(text, (Consent(team),))


def _to_what_is_asked(rules: Ruleset, referee: Referee) -> tuple[Answer, ...]:
    position = referee.position
    if position is None:
        return ()
    choices = _choices(rules, position) if position.awaits is not None and position.awaits.type == "choice" else ()
    if referee.held:
        again = (Answer(say("answer.again", act=referee.held), (Redo(),)),) if referee.undone else ()
        return (GO_ON, *again)
    question, likely = referee.likely
    if referee.asked and question == referee.asked and likely:
        return likely
    if referee.announced and referee.asked:
        refused = referee.announced[0] == "illegal" and referee.policy.of(str(referee.announced[2])) == "refuse"
        return () if refused else (STANDS,)
    if choices:
        return choices
    if referee.latest is None and line_up_changes(rules, referee.match) is not None:
        return (LINED_UP,)
    return ()


def answers_of(
    rivals: tuple[Story, ...], known: int, before: Position | None, *, source: Source = "typed"
) -> tuple[Answer, ...]:
    """Each of several stories as an answer, without the first ``known`` steps, which are written down already.

    ``before`` is the position before all of them, ``source`` that of their dice: those that are known to lie there and
    to be misread are concluded, so that nobody is told that they show otherwise. Stories told in the same words are one
    answer.
    """
    found: dict[str, Answer] = {}
    for story, text in zip(rivals, each_in_words([story.steps[known:] for story in rivals]), strict=True):
        given: list[Input] = []
        if story.turn_taken and before is not None and before.turn is not None:
            given.append(Correction({"turn": other(before.turn)}, str(say("reason.first"))))
        given += [
            TypedAction(format_action(step)) if isinstance(step, Action) else TypedRoll(step, source)
            for step in story.steps[known:]
        ]
        found.setdefault(text, Answer(text, tuple(given)))
    return tuple(found.values())


def _choices(rules: Ruleset, position: Position) -> tuple[Answer, ...]:
    """The choices that somebody has, in the order of the rules."""
    actions = tuple(islice((act for act in rules.legal_actions(position) if act.kind == "choice"), MOST_ANSWERS))
    texts = each_in_words([(action,) for action in actions])
    return tuple(Answer(text, (TypedAction(format_action(a)),)) for a, text in zip(actions, texts, strict=True))
