"""What stands though the rules would not have it: corrections, and acts that people or their policy let stand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.inference import Table, differences, read
from engine.inference.dice import settle
from engine.inference.reading import BALL
from engine.record.errors import ReplayError
from engine.record.records import Corrected, Ruled
from engine.record.replay import apply, correct
from engine.referee.commit import asking, observed, stated
from engine.referee.corrections import say_changes, say_stands, table_after
from engine.referee.counting import led_up_to, lies_as_named, used_up
from engine.referee.line_up_faults import let_line_up_stand
from engine.referee.naming import named_now
from engine.referee.policy import AGREED, BY_POLICY
from engine.referee.sentences import say
from engine.referee.values import NO_DOUBT, Outcome, Referee, Say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Space
    from engine.inference import Reading
    from engine.inference.dice import DiceKnown
    from engine.match import PieceId, Position
    from engine.record.records import Source
    from engine.ruleset import Ruleset
    from engine.sentences import Sentence


def let_stand(rules: Ruleset, referee: Referee) -> Outcome:
    """Both sides agree that the table stands as it lies, unless the policy has it that an act is taken back."""
    if (line_up := let_line_up_stand(rules, referee, AGREED)) is not None:
        return line_up
    referee, seen = named_now(rules, referee)
    if referee.announced[:1] == ("illegal",):
        rule = str(referee.announced[2])
        if referee.policy.of(rule) == "refuse":
            text = say("stand.refused", rule=rule)
            return Outcome(referee, (), (Say("refused", text),))
    on = referee.played_on
    if on is not None and on.goes_on_from(referee) and (on.acts or on.wrong):
        return replace(on.then, referee=replace(on.then.referee, proposal=referee.proposal))
    outcome = _as_it_lies(rules, referee, AGREED, led_up_to(rules, referee))
    return replace(outcome, records=(*seen, *outcome.records)) if outcome.records else outcome


def stands_as_named(rules: Ruleset, referee: Referee) -> Outcome | None:
    """The act that was named let stand, whatever the policy; None if what it moved lies elsewhere now.

    Raises ReplayError where the game has no such position.
    """
    if not lies_as_named(referee):
        return None
    outcome = _as_it_lies(rules, referee, AGREED, led_up_to(rules, referee))
    return outcome if outcome.records else None


def stands_by_policy(rules: Ruleset, referee: Referee, ruling: Ruled, text: str, *, silent: bool) -> Outcome | None:
    """An act against the rules that stands at once; None where the game has no position like what lies there.

    The log holds the act and its rule, that the policy let it stand, and the position that play goes on from.
    """
    try:
        before = led_up_to(rules, referee)
        outcome = _as_it_lies(rules, referee, BY_POLICY, before)
    except ReplayError:
        return None
    if not outcome.records or referee.latest is None:
        return None
    led, after = before.says if before is not None else (), outcome.says
    says = led if silent else (*led, Say("illegal", text, rule=ruling.rule or ""), *after[len(led) :])
    return replace(outcome, records=(observed(referee.latest), ruling, *outcome.records), says=says)


def _as_it_lies(rules: Ruleset, referee: Referee, reason: str, before: Outcome | None) -> Outcome:
    """The table as it lies; ``before`` is what led up to the act that stands, None where it cannot be said."""
    first = before or Outcome(referee)
    position, table, look = first.referee.position, first.referee.table, referee.latest
    if position is None or look is None:
        return Outcome(referee, (), (Say("refused", say("stand.nothing")),))
    reading = read(position, table, look)
    # What was not seen may only be hidden: nobody agrees that it is gone by letting stand what lies there.
    found = [d for d in differences(position, table, reading) if d.seen is not None]
    if lies_as_named(referee):
        # What was done since is another matter.
        found = [d for d in found if (d.item, d.seen) in referee.announced[3]]
    if not found:
        return Outcome(referee, (), (Say("refused", say("stand.same")),))
    changes: dict[str, Any] = {"pieces": {d.item: d.seen for d in found if d.item != BALL}}
    if found[-1].item == BALL:
        changes["ball"] = found[-1].seen
        changes |= _dice_due(rules, position, found[-1].seen)
    named = referee.unlawful if before is not None else None
    changes |= used_up(rules, position, named.action if named is not None else None, changes)
    outcome = overruled(rules, first.referee, changes, reason, {}, told=say_stands(reason, changes))
    after, table = outcome.referee, _lying(position, table, reading, changes)
    records, says = (*first.records, *outcome.records), (*first.says, *outcome.says)
    return asking(Outcome(replace(after, table=table, dice=as_they_lie(referee)), records, says))


def _lying(position: Position, table: Table, reading: Reading, changes: Mapping[str, Any]) -> Table:
    """The table by what is let stand; what a ruling wants elsewhere and nobody has put there yet is still to be put."""
    pieces = {piece: table.pieces.get(piece, space) for piece, space in position.pieces.items()}
    put = {piece: space for piece, space in reading.where.items() if position.pieces.get(piece) == space}
    ball = reading.ball if reading.ball is not None and reading.ball == position.ball_space else table.ball
    return Table({**pieces, **put, **changes["pieces"]}, changes.get("ball", ball))


def _dice_due(rules: Ruleset, position: Position, ball: Space | None) -> dict[str, Any]:
    """What becomes of dice due once the ball is let stand elsewhere: they send it on from there, or fall away."""
    waits = position.awaits
    if waits is None or waits.type != "roll":
        return {}
    if waits.cause != "deviation" or ball not in rules.board.grid.field:
        return {"awaits": None}
    written = rules.write_position(position)["awaits"]
    return {"awaits": {**written, "left": {**written["left"], "target": ball}}}


def overruled(
    rules: Ruleset,
    referee: Referee,
    changes: Mapping[str, Any],
    reason: str | None,
    names: Mapping[PieceId, PieceId],
    *,
    source: Source = "correction",
    told: Sentence | None = None,
) -> Outcome:
    """Put the match as ``changes`` say, whatever the rules hold; discs in ``names`` get another name by it.

    ``told`` is how it is told of, unless as a correction.

    Raises ReplayError for changes that lead to no position.
    """
    freed = _taker_freed(rules, referee.position, changes)
    word = Corrected(changes={**changes, **freed}, source=source, reason=reason)
    match = apply(rules, referee.match, word)
    assert match.position is not None  # noqa: S101 - a correction is of a position and leads to one
    table = table_after(referee.table, names, match.position, referee.latest)
    after = replace(cleared(referee), match=match, table=table)
    text = told or say_changes(changes, rules.counter(match.position).turn)
    return asking(Outcome(after, (word, stated(rules, match)), (Say("note", text),)))


def _taker_freed(rules: Ruleset, position: Position | None, changes: Mapping[str, Any]) -> dict[str, Any]:
    """That the taker of a restart may have the ball again, where another piece has it by what is put right."""
    if position is None or position.holder_may_not is None or "holder_may_not" in changes:
        return {}
    after = correct(rules, position, changes)
    due = after.awaits is not None or after.restart is not None
    return {} if due or after.holder in {None, after.holder_may_not} else {"holder_may_not": None}


def cleared(referee: Referee) -> Referee:
    """Nothing unusual is seen any more: people have said how things are."""
    return replace(referee, doubt=NO_DOUBT, announced=(), turn_open=False)


def as_they_lie(referee: Referee) -> DiceKnown:
    """The dice with nothing left to be said of how they lie now."""
    return referee.dice if referee.latest is None else settle(referee.dice, referee.latest.dice)
