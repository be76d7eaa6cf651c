"""What people take back by word, do again, or throw anew; between taking back and going on play is held."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import Table, differences, read
from engine.match import Action
from engine.notation import format_action, parse_action
from engine.record.records import Undone
from engine.record.replay import apply, correct, undone_by
from engine.referee.commit import asking, stated, told
from engine.referee.corrections import OF_ONE_TURN, named_changes, names_back, table_after, with_names
from engine.referee.line_up_back import back_at_once, of_line_up
from engine.referee.overruling import as_they_lie, cleared, overruled
from engine.referee.sentences import say
from engine.referee.values import Outcome, Say
from engine.referee.words import faces, request
from engine.roll_text import as_awaited
from engine.sentences import joined

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from engine.inference import Reading
    from engine.match import Roll
    from engine.observation import Observation
    from engine.record.records import Record
    from engine.record.replay import Checkpoint, Match
    from engine.referee.values import Referee
    from engine.ruleset import Ruleset

MOST_AGAIN = 50
"""So many acts that were taken back are remembered."""


def in_one_phrase(rules: Ruleset, past: Sequence[Checkpoint]) -> str:
    """Acts that are taken back or done again together, exactly: ``B9>F13 with its dice (6)``; empty for none."""
    if len(past) > 1 and all(map(of_line_up, past)):
        return say("act.line_up")
    return joined(say("and"), [_phrase(rules, each) for each in past]) if past else ""


def _phrase(rules: Ruleset, past: Checkpoint) -> str:
    if past.notation == "end":
        return say("act.end")
    if past.notation == "time":
        return say("act.time")
    act = past.notation if past.changes is None else _correction(rules, past, past.changes)
    thrown = joined(say("semicolon"), map(faces, past.rolls))
    return say("act.dice", act=act, faces=thrown) if thrown else act


def _correction(rules: Ruleset, past: Checkpoint, changes: Mapping[str, Any]) -> str:
    if past.source == "typed" or (past.source == "seen" and {"pieces", "restart"} <= changes.keys()):
        return say("act.line_up")
    turn = rules.counter(correct(rules, past.before, changes)).turn if "turns_done" in changes else None
    # Where a thing was put names it; that this counts in its turn needs no words.
    unsaid = OF_ONE_TURN if changes.get("pieces") or "ball" in changes else ()
    named = named_changes({key: value for key, value in changes.items() if key not in unsaid}, turn)
    return say("act.correction", changes=named) if named else say("act.correction.other")


def take_back_by_word(rules: Ruleset, referee: Referee) -> Outcome:
    """Take back the last act. Where a camera looks on, play is held until the table shows it or people say go on.

    A correction of what does not lie on the table holds nothing: there is nothing to be put back.
    """
    group = back_at_once(referee.match)
    if not group:
        return Outcome(referee, (), (Say("refused", say("back.nothing")),))
    match, left = referee.match, len(group)
    records: list[Record] = []
    while left > 0:
        gone = undone_by(match)
        undone = Undone(notation=gone[-1].notation, source="typed")
        match = apply(rules, match, undone)
        records += [undone, stated(rules, match)]
        left -= len(gone)
    table = referee.table
    if referee.position is not None and match.position is not None and group[-1].changes is not None:
        table = table_after(table, names_back(referee.position, match.position), match.position, referee.latest)
    phrase = in_one_phrase(rules, group)
    to_be_put = bool(referee.held) or any(past.changes is None for past in group) or _lies_otherwise(referee, match)
    after = replace(
        # What is taken back is not to be told anew, nor are its dice to be asked about.
        cleared(referee), match=match, table=table, told=(), undone=(*referee.undone, group)[-MOST_AGAIN:],
        held=phrase if referee.latest is not None and to_be_put else "",
    )  # fmt: skip
    outcome = Outcome(after, tuple(records), (Say("note", say("back.done", act=phrase)),))
    return asking(outcome) if not after.held else _held(outcome)


def _lies_otherwise(referee: Referee, match: Match) -> bool:
    """Whether the table has to lie otherwise in a match than in the referee's."""
    now, then = referee.position, match.position
    return now is None or then is None or Table.of(now) != Table.of(then)


def _held(outcome: Outcome) -> Outcome:
    """Ask for the table to be put as it was before, or for a word to go on."""
    referee = outcome.referee
    wanted = request(referee.position, referee.table) if referee.position is not None else ""
    text = say("back.wait", act=referee.held, wanted=wanted or say("back.put"))
    says = outcome.says if referee.asked == text else (*outcome.says, Say("ask", text))
    return replace(outcome, referee=replace(referee, asked=text, eye="ASKING"), says=says)


def look_while_held(rules: Ruleset, referee: Referee, look: Observation) -> Outcome:
    """A look at the table while play is held: it goes on by itself once the table is as the match has it."""
    position = referee.position
    if position is None:
        return go_on(referee)
    table = Table.of(position)
    reading = read(position, table, look, off_field=rules.board.grid.extra)
    if differences(position, table, reading) or reading.strays:
        if _placed_otherwise(rules, referee, reading):
            return Outcome(replace(referee, held="", asked="", table=table, latest=look, eye="SETTLING"))
        return _held(Outcome(replace(referee, latest=look)))
    return asking(Outcome(replace(referee, held="", table=table, latest=look)))


def _placed_otherwise(rules: Ruleset, referee: Referee, reading: Reading) -> bool:
    """Whether the piece that has to be put down again has been, elsewhere: nobody puts it back in between."""
    position = referee.position
    waits = position.awaits if position is not None else None
    if position is None or waits is None or waits.type != "placement" or waits.by is None:
        return False
    space = reading.where.get(waits.by)
    if space is None or reading.ball != space or reading.strays:
        return False
    put = Action("place", waits.by, target=space)
    again = referee.undone[-1][-1].notation if referee.undone else ""
    if format_action(put) == again or not (ruling := rules.act(position, put)):
        return False
    return not differences(ruling.position, Table.of(ruling.position), reading)


def go_on(referee: Referee) -> Outcome:
    """Play goes on, from the table as it lies."""
    if not referee.held:
        return Outcome(referee, (), (Say("refused", say("on.already")),))
    return asking(Outcome(replace(referee, held=""), (), (Say("note", say("on.done")),)))


def do_again(rules: Ruleset, referee: Referee) -> Outcome:
    """Do again what was taken back last, with the dice that fell for it. Raises ReplayError."""
    if not referee.undone:
        return Outcome(referee, (), (Say("refused", say("again.nothing")),))
    *earlier, group = referee.undone
    outcome = Outcome(replace(cleared(referee), held="", undone=tuple(earlier)))
    for past in group:
        outcome = _and_then(outcome, _again(rules, outcome.referee, past))
    return asking(
        replace(outcome, says=(Say("note", say("again.done", act=in_one_phrase(rules, group))), *outcome.says))
    )


def _again(rules: Ruleset, referee: Referee, past: Checkpoint) -> Outcome:
    if past.changes is not None:
        places = past.changes.get("pieces")
        position = referee.position
        named = with_names(position, places).names if position is not None and isinstance(places, dict) else {}
        put_right = overruled(rules, referee, past.changes, say("reason.again"), named, source=past.source)
        match, thrown, heard = told(rules, put_right.referee.match, past.rolls, "typed")
        dice = Outcome(replace(put_right.referee, match=match), tuple(thrown), tuple(heard))
        return _and_then(put_right, dice)
    again = of_line_up(past)
    steps: tuple[Action | Roll, ...] = (parse_action(past.notation), *past.rolls)
    match, records, says = told(rules, referee.match, steps, past.source if again else "typed")
    if again:
        # A line-up is said as a whole.
        says = []
    return Outcome(replace(referee, match=match, dice=as_they_lie(referee)), tuple(records), tuple(says))


def dice_to_put_right(match: Match) -> bool:
    """Whether dice were thrown for the last act that stands, so that ``throw_again`` can put them right."""
    group = undone_by(match)
    return bool(group and group[-1].rolls)


def throw_again(rules: Ruleset, referee: Referee, roll: Roll) -> Outcome:
    """Put the last throw right: the act that it was for is told anew with these dice. Raises ReplayError."""
    if not dice_to_put_right(referee.match):
        text = say("dice.none")
        return Outcome(referee, (), (Say("refused", text),))
    group = undone_by(referee.match)
    last = group[-1]
    undone = Undone(notation=last.notation, source="correction")
    match = apply(rules, referee.match, undone)
    before = (undone, stated(rules, match))
    steps: list[Action | Roll] = [parse_action(past.notation) for past in group]
    match, records, _ = told(rules, match, (*steps, *last.rolls[:-1]), "correction")
    waits = match.position.awaits if match.position is not None else None
    right = as_awaited(roll, waits) if waits is not None else roll
    match, more, says = told(rules, match, (right,), "correction")
    after = replace(cleared(referee), match=match, dice=as_they_lie(referee))
    text = say("dice.corrected", act=last.notation, right=faces(right), wrong=faces(last.rolls[-1]))
    said = (Say("note", text), *says)
    return asking(Outcome(after, (*before, *records, *more), said))


def _and_then(first: Outcome, then: Outcome) -> Outcome:
    return Outcome(then.referee, (*first.records, *then.records), (*first.says, *then.says))
