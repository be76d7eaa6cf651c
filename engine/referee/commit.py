"""Turning decisions into records, through the same fold that replays a log."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import Table
from engine.inference.dice import Concluded, settle
from engine.instead import aimed_at
from engine.match import Action, other
from engine.notation import format_action
from engine.record.records import (
    Acted,
    Corrected,
    Noted,
    Observed,
    Ruled,
    SeenBallForm,
    SeenDieForm,
    SeenPieceForm,
    Stated,
    UnsureForm,
)
from engine.record.replay import Match, apply, roll_record
from engine.referee.calls import in_words, left_open, one_of
from engine.referee.heard import only_heard
from engine.referee.sentences import say
from engine.referee.values import NO_DOUBT, Outcome, Referee, Say, Told
from engine.referee.words import request, say_events, say_roll

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.inference import Story
    from engine.inference.dice import DiceKnown
    from engine.match import Event, Roll
    from engine.observation import Observation
    from engine.record.records import Record, Source
    from engine.ruleset import Ruleset

MOST_TOLD = 4
"""Stories that are remembered for second thoughts: what is wrong longer is found out by people."""


def observed(look: Observation) -> Observed:
    """A look as a record; millimetres to a tenth."""
    ball = look.ball
    return Observed(
        frame=look.frame,
        pieces=[
            SeenPieceForm(p.piece, p.space, round(p.x_mm, 1), round(p.y_mm, 1), round(p.confidence, 3))
            for p in look.pieces
        ],
        ball=SeenBallForm(
            ball.space, round(ball.x_mm, 1), round(ball.y_mm, 1), round(ball.confidence, 3), ball.on_piece
        )
        if ball is not None
        else None,
        dice=[
            SeenDieForm(d.team, d.value, round(d.x_mm, 1), round(d.y_mm, 1), round(d.confidence, 3)) for d in look.dice
        ],
        unsure=[UnsureForm(u.what, u.space, u.why) for u in look.unsure],
        hidden=sorted(look.hidden),
    )


def told(
    rules: Ruleset, match: Match, steps: Iterable[Action | Roll], source: Source
) -> tuple[Match, list[Record], list[Say]]:
    """Legal steps as records (act, ruling, state for each) and as messages. Raises ReplayError if one is not legal."""
    records: list[Record] = []
    says: list[Say] = []
    for step in steps:
        record: Record
        if isinstance(step, Action):
            record = Acted(notation=format_action(step), source=source)
            says.append(Say("action", say("end") if step.kind == "end" else record.notation, aimed_at(step)))
        else:
            waits = match.position.awaits if match.position is not None else None
            cause = waits.cause if waits is not None else ""
            unread = isinstance(step, Concluded)
            record = roll_record(step, cause, "concluded" if unread else source)
            text = say_roll(cause, step)
            says.append(Say("roll", say("thrown.concluded", dice=text) if unread else text))
        match = apply(rules, match, record)
        records += [record, Ruled(verdict="legal", events=event_forms(match.events)), stated(rules, match)]
        heard = say_events(match.events)
        says += heard
        if says and (answers := only_heard(rules, match)):
            says[-1] = replace(says[-1], answers=answers)
    return match, records, says


def event_forms(events: Iterable[Event]) -> list[dict[str, object]]:
    """Events in their JSON form."""
    return [{"type": event.type, **event.data} for event in events]


def stated(rules: Ruleset, match: Match) -> Stated:
    """The position of a match that has begun, as a record."""
    if match.position is None:
        raise ValueError("the match has not begun")
    return Stated(position=rules.write_position(match.position))


def commit_story(
    rules: Ruleset,
    referee: Referee,
    story: Story,
    look: Observation,
    table: Table,
    *,
    others: tuple[Story, ...] = (),
    unfinished: tuple[Story, ...] = (),
    same: tuple[Story, ...] = (),
    dice: DiceKnown | None = None,
) -> Outcome:
    """Write a story down as what happened; ``table`` is where things lie now.

    ``others`` are as likely and make no difference: that it was left open is noted. ``unfinished`` are less likely, and
    kept for second thoughts. ``same`` come to the very same, so that nothing will ever show which it was: that is
    noted. ``dice`` are those accounted for by it, if not all that lie there are.
    """
    match = referee.match
    records: list[Record] = [observed(look)]
    if story.turn_taken:
        match, taken = turn_found(rules, match)
        records += taken
    match, more, says = told(rules, match, story.steps, "seen")
    ties = tuple(tie for tie in unfinished if not any(isinstance(step, Concluded) for step in tie.steps))
    if may_be := (*others, *ties):
        more = [*more, Noted(text=left_open([s.steps for s in (story, *may_be)]))]
    if same:
        more = [*more, Noted(text=say("second.same", acts=one_of(in_words([s.steps for s in (story, *same)]))))]
    lay = table if look.ball is not None else replace(table, ball=None)
    settled = settle(referee.dice, look.dice) if dice is None else dice
    latest = Told(referee.match, referee.table, referee.dice, lay, story, (*others, *unfinished), settled)
    after = replace(
        referee,
        match=match,
        table=table,
        dice=settled,
        told=(*referee.told, latest)[-MOST_TOLD:],
        turn_open=False,
        doubt=NO_DOUBT,
        # Pieces that were not found are still not there: that was said, and is not said again after every act.
        announced=referee.announced if referee.announced[:1] == ("gaps",) else (),
        latest=look,
    )
    return asking(Outcome(after, (*records, *more), tuple(says)))


def commit_dice(rules: Ruleset, referee: Referee, steps: tuple[Action | Roll, ...], look: Observation) -> Outcome:
    """Write down dice and whom they were thrown for, while what was done with them is still a question."""
    if not steps:
        return Outcome(referee)
    match, records, says = told(rules, referee.match, steps, "seen")
    after = replace(referee, match=match, dice=settle(referee.dice, look.dice))
    return Outcome(after, (observed(look), *records), tuple(says))


def turn_found(rules: Ruleset, match: Match) -> tuple[Match, tuple[Record, ...]]:
    """The match with the turn, which was open, with the other side than the one supposed, and the records of it."""
    position = match.position
    turn = None if position is None or position.turn is None else other(position.turn)
    word = Corrected(changes={"turn": turn}, source="seen", reason=say("reason.first"))
    match = apply(rules, match, word)
    return match, (word, stated(rules, match))


def asking(outcome: Outcome) -> Outcome:
    """Set the eye by what is still to be done, and ask for it once."""
    referee = outcome.referee
    position = referee.position
    if position is None:
        return outcome
    if referee.latest is None:
        # Nobody looks: things lie where they are said to lie.
        referee = replace(referee, table=Table.of(position))
    wanted = request(position, referee.table)
    says = outcome.says
    if wanted and wanted != referee.asked:
        says = (*says, Say("ask", wanted))
    after = replace(referee, asked=wanted, eye="ASKING" if wanted else "IN STEP")
    return Outcome(after, outcome.records, says)
