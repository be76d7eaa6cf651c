"""What a game has against the line-up for a kick-off: said, put right at the table, or let stand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.inference import Table
from engine.match import Action
from engine.record.records import Corrected, Ruled
from engine.record.replay import apply
from engine.referee.commit import asking, observed, stated
from engine.referee.kickoff import checked_kick_off_side, kick_off_side, meant_whole
from engine.referee.line_up_seen import seen_after_goal
from engine.referee.policy import BY_POLICY
from engine.referee.sentences import say
from engine.referee.values import NO_DOUBT, Accept, Answer, Outcome, Referee, Say
from engine.referee.words import TEAM
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from engine.grid import Space
    from engine.match import PieceId, Position, Team
    from engine.ruleset import Ruleset

STANDS = Answer(say("answer.stands"), (Accept(),))


def kicks_off(rules: Ruleset, pieces: Mapping[PieceId, Space], ball: Space | None, left: Team = "B") -> Team | None:
    """The side that is about to kick off, or None if this is no line-up; ``left`` defends the left goal."""
    marks = rules.kick_off_marks
    if marks and meant_whole(pieces):
        return checked_kick_off_side(rules.board, pieces, ball, marks, left=left)
    return kick_off_side(rules.board, pieces, ball, left=left, marks=marks)


def as_checked(rules: Ruleset, pieces: Collection[PieceId]) -> dict[str, bool]:
    """What a position says of a line-up that its game checks at the kick-off, in the JSON form."""
    return {"placing": True} if rules.kick_off_marks and meant_whole(pieces) else {}


def set_up_fault(rules: Ruleset, position: Position) -> Refusal | None:
    """What its game has against the kick-off that is set up in a position; None if nothing, or none is being set up."""
    if not rules.kick_off_marks or not position.placing or position.restart != "kick_off":
        return None
    if position.holder is None or position.awaits is not None:
        return None
    return rules.kick_off_fault(position)


def checked(rules: Ruleset, outcome: Outcome) -> Outcome:
    """A line-up that was just taken from the table, and what is wrong with it if something is: said and asked once."""
    referee = outcome.referee
    fault = None if referee.position is None else set_up_fault(rules, referee.position)
    if fault is None:
        return outcome
    said = say_fault(rules, referee, fault)
    return Outcome(said.referee, outcome.records + said.records, outcome.says + said.says)


def let_line_up_stand(rules: Ruleset, referee: Referee, reason: str) -> Outcome | None:
    """Play begins from a line-up though its game has something against it; None if there is no such line-up.

    A kick-off that has been taken already is told with the next look.
    """
    position = referee.position
    if position is None or not position.placing or position.restart != "kick_off" or not rules.kick_off_marks:
        return None
    if position.holder is not None:
        fault, changes, table = set_up_fault(rules, position), dict[str, Any](), referee.table
    else:
        look = referee.latest
        pieces, ball, in_way = ({}, None, "") if look is None else seen_after_goal(rules, referee.match, look)
        if in_way or kicks_off(rules, pieces, ball, rules.left_team(position)) != position.turn:
            return None
        fault = line_up_fault(rules, position, pieces, ball)
        changes, table = as_it_stands(rules, position, pieces, ball), Table(pieces, ball)
    if fault is None:
        return None
    if referee.policy.of(fault.rule) == "refuse":
        return Outcome(referee, (), (Say("refused", say("stand.refused", rule=fault.rule)),))
    changes |= {"placing": False}
    if position.spot is not None:
        changes["spot"] = table.ball
    word = Corrected(changes=changes, source="correction", reason=reason)
    match = apply(rules, referee.match, word)
    after = replace(referee, match=match, table=table, doubt=NO_DOUBT, announced=(), turn_open=False)
    says = (Say("note", say("line_up.stands", team=TEAM[position.turn or "B"])),)
    return asking(Outcome(after, (word, stated(rules, match)), says))


def say_fault(rules: Ruleset, referee: Referee, fault: Refusal, likely: tuple[Answer, ...] = ()) -> Outcome:
    """Name what is wrong with a line-up; people put it right or let it stand, unless the policy has it decided.

    ``likely`` is what else may have been done, by which nothing is wrong with it.
    """
    look = referee.latest
    seen = () if look is None else (observed(look),)
    ruling, text = Ruled(verdict="illegal", rule=fault.rule, reason=fault.reason), fault_text(fault)
    word = referee.policy.of(fault.rule)
    stands = let_line_up_stand(rules, referee, BY_POLICY) if word in {"accept", "log"} else None
    if stands is not None:
        says = () if word == "log" else (Say("illegal", text, rule=fault.rule), *stands.says)
        return Outcome(stands.referee, (*seen, ruling, *stands.records), says)
    told_as = say("line_up.back" if word == "refuse" else "line_up.accept", fault=text)
    asked = replace(referee, announced=("illegal", "", fault.rule), asked=text, eye="ASKING")
    if likely:
        asked = replace(asked, likely=(text, likely if word == "refuse" else (*likely, STANDS)))
    return Outcome(asked, (*seen, ruling), (Say("illegal", told_as, rule=fault.rule),))


def fault_text(fault: Refusal) -> str:
    """What is wrong with a line-up, and by which rule."""
    return say("line_up.fault", why=fault.reason, rule=fault.rule)


def line_up_fault(
    rules: Ruleset, position: Position, pieces: Mapping[PieceId, Space], ball: Space | None
) -> Refusal | None:
    """What a game that checks line-ups finds wrong with this one."""
    if not as_checked(rules, pieces):
        return None
    after = all_done(rules, position, put_down(position, Table(pieces, ball)))
    return after if isinstance(after, Refusal) else rules.kick_off_fault(after)


def put_down(position: Position, table: Table) -> Iterator[Action]:
    """What is put elsewhere before a kick-off, the ball last."""
    for piece, space in table.pieces.items():
        if position.pieces.get(piece) != space:
            yield Action("place", piece, target=space)
    if not position.ball_stays and table.ball != position.ball_space:
        yield Action("ball", target=table.ball)


def as_it_stands(
    rules: Ruleset, position: Position, pieces: Mapping[PieceId, Space], ball: Space | None
) -> dict[str, Any]:
    """What has to change, in the position's JSON form, for the kick-off from a table that lies like this."""
    off: dict[str, Any] = dict.fromkeys(rules.write_position(position).get("pieces", {}))
    return {"pieces": off | dict(pieces), "ball": ball, "placing": False, "restart": "kick_off"}


def all_done(rules: Ruleset, position: Position, actions: Iterable[Action]) -> Position | Refusal:
    """The position after actions in turn, or why the first that is not allowed is not."""
    for action in actions:
        verdict = rules.act(position, action)
        if not verdict:
            return verdict
        position = verdict.position
    return position
