"""What humans say: actions, dice, corrections, an undo, an agreement. The camera may be missing altogether."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.match import MalformedError
from engine.notation import format_action
from engine.record.errors import ReplayError
from engine.record.records import Ruled
from engine.record.replay import apply, correct, roll_record
from engine.referee.agreements import consent, propose
from engine.referee.clear_dice import rightly_read
from engine.referee.commit import asking, event_forms, stated, told
from engine.referee.corrections import (
    read_correction,
    read_new_roll,
    say_stands,
    with_fresh_turn,
    with_its_ball,
    with_names,
    with_own_moves,
)
from engine.referee.late_lift import lifted_before
from engine.referee.lining_up import line_up_by_word
from engine.referee.overruling import as_they_lie, cleared, let_stand, overruled
from engine.referee.policy import AGREED
from engine.referee.read_out import read_out
from engine.referee.sentences import say
from engine.referee.values import (
    Accept,
    Confirm,
    Consent,
    Correction,
    LineUp,
    Outcome,
    Propose,
    Redo,
    Referee,
    SaidDice,
    Say,
    TypedAction,
    TypedCorrection,
    TypedRoll,
    Undo,
)
from engine.referee.withdrawing import withdrawn
from engine.referee.word_back import do_again, go_on, take_back_by_word, throw_again
from engine.referee.words import say_events, say_roll
from engine.roll_text import as_awaited, parse_roll
from engine.said_act import read_said
from engine.sentences import joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match import PieceId, Position
    from engine.record.records import Record
    from engine.ruleset import Ruleset

Spoken: TypeAlias = (
    TypedAction | TypedRoll | Correction | TypedCorrection | Undo | Redo | Confirm | Accept | Propose | Consent
    | LineUp
)  # fmt: skip
"""What a human may say."""


_DICE = re.compile(r"dice(.*)", re.IGNORECASE)
"""Dice that are no action, whatever follows the word."""


def hear(rules: Ruleset, referee: Referee, given: Spoken) -> Outcome:
    """Take a human at their word, as far as the rules allow it; a correction needs no rule."""
    try:
        if isinstance(given, TypedAction):
            return _action(rules, referee, given)
        if isinstance(given, TypedRoll):
            return _roll(rules, referee, given)
        if isinstance(given, Undo | Redo | Confirm):
            return _back_and_forth(rules, referee, given)
        if isinstance(given, Accept):
            return let_stand(rules, referee)
        if isinstance(given, Propose | Consent):
            return propose(rules, referee, given) if isinstance(given, Propose) else consent(rules, referee, given)
        if isinstance(given, LineUp):
            return line_up_by_word(rules, referee)
        if isinstance(given, TypedCorrection):
            return _correct_by_word(rules, referee, given.text)
        return _correct(rules, referee, given.changes, given.reason)
    except MalformedError as error:
        return _refused(referee, error.sentence)
    except ReplayError as error:
        return _refused(referee, say("refused.cannot", why=error.sentence))


def _back_and_forth(rules: Ruleset, referee: Referee, given: Undo | Redo | Confirm) -> Outcome:
    if isinstance(given, Undo):
        return take_back_by_word(rules, referee)
    return do_again(rules, referee) if isinstance(given, Redo) else go_on(referee)


def _refused(referee: Referee, text: str, *records: Record) -> Outcome:
    return Outcome(referee, records, (Say("refused", text),))


def _not_begun(referee: Referee) -> Outcome:
    return _refused(referee, say("refused.not_begun"))


def _action(rules: Ruleset, referee: Referee, given: TypedAction) -> Outcome:
    position = referee.match.position
    if position is None:
        return _not_begun(referee)
    if (dice := _dice(position, given.notation)) is not None:
        return _roll(rules, referee, TypedRoll(parse_roll(dice)))
    try:
        action = read_said(rules, position, given.notation)
    except MalformedError as error:
        return _refused(referee, error.sentence)
    verdict = rules.act(position, action)
    if not verdict:
        if (late := lifted_before(rules, referee, action)) is not None:
            return late
        notation = format_action(action)
        ruling = Ruled(verdict="illegal", rule=verdict.rule, reason=verdict.reason, notation=notation)
        text = say("refused.rule", act=notation, why=verdict.reason, rule=verdict.rule)
        return _refused(referee, text, ruling)
    match, records, says = told(rules, referee.match, [action], given.source)
    return asking(Outcome(replace(cleared(referee), match=match), tuple(records), tuple(says)))


def _dice(position: Position, notation: str) -> str | None:
    """What is meant for dice though no die shows it, so that dice are spoken of and not acts; None for all else."""
    if (found := _DICE.fullmatch(notation)) is not None:
        return found[1]
    awaits = position.awaits
    return notation if awaits is not None and awaits.type == "roll" and notation[:1].isdecimal() else None


def _roll(rules: Ruleset, referee: Referee, given: TypedRoll) -> Outcome:
    position = referee.match.position
    if position is None or position.awaits is None or position.awaits.type != "roll":
        return read_out(rules, referee, given.roll) or _refused(referee, say("refused.dice"))
    cause, roll = position.awaits.cause, as_awaited(given.roll, position.awaits)
    record = roll_record(roll, cause, given.source)
    match = apply(rules, referee.match, record)
    said = SaidDice(match, position.awaits, roll) if given.source == "typed" else None
    after = replace(cleared(referee), match=match, dice=as_they_lie(referee), said=said)
    ruling = Ruled(verdict="legal", events=event_forms(match.events))
    says = (Say("roll", say_roll(cause, roll)), *say_events(match.events))
    return asking(Outcome(after, (record, ruling, stated(rules, match)), says))


def _correct_by_word(rules: Ruleset, referee: Referee, text: str) -> Outcome:
    position = referee.position
    if position is None:
        return _not_begun(referee)
    if (roll := read_new_roll(text)) is not None:
        return rightly_read(referee, roll) or throw_again(rules, referee, roll)
    changes = read_correction(text, position, rules)
    written = rules.write_position(position)
    return _correct(rules, referee, with_fresh_turn(with_own_moves(changes, written), written), None)


def _correct(rules: Ruleset, referee: Referee, changes: Mapping[str, Any], reason: str | None) -> Outcome:
    """Put right what people say is otherwise; discs that got another name are that from now on."""
    position = referee.position
    if position is None:
        return _not_begun(referee)
    names: Mapping[PieceId, PieceId] = {}
    if isinstance(changes.get("pieces"), dict):
        named = with_names(position, changes["pieces"])
        changes, names = {**changes, "pieces": dict(named.pieces)}, named.names
        changes = with_its_ball(position, changes, names, referee.latest)
    corrected = correct(rules, position, changes).pieces
    for piece, space in changes.get("pieces", {}).items():
        if space is not None and piece not in corrected:
            return _refused(referee, say("correct.ignored", piece=piece))
    back = withdrawn(rules, referee.match, changes)
    if back is None:
        stands = say_stands(AGREED, changes) if reason == AGREED else None
        return overruled(rules, referee, changes, reason, names, told=stands)
    outcome = overruled(rules, referee, back.changes, reason, names)
    if not back.acts:
        return outcome
    told = Say("note", say("withdrawn", acts=joined(say("comma"), list(back.acts))))
    return replace(outcome, says=(outcome.says[0], told, *outcome.says[1:]))
