"""The line-up for a kick-off as a table shows it: taken once it stands, and anew until the kick-off."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.inference import Table, read
from engine.inference.dice import settle, thrown
from engine.inference.reading import updated
from engine.match import TEAMS, team_of
from engine.notation import parse_action
from engine.record.errors import ReplayError
from engine.record.records import Corrected, Ruled
from engine.record.replay import apply
from engine.referee.commit import asking, observed, stated, told
from engine.referee.goal_or_not import ask_if_saved
from engine.referee.line_up_faults import (
    all_done,
    as_checked,
    as_it_stands,
    checked,
    fault_text,
    kicks_off,
    line_up_fault,
    put_down,
    say_fault,
    set_up_fault,
)
from engine.referee.line_up_seen import seen_after_goal, stood_before
from engine.referee.sentences import say
from engine.referee.substitutes import beside, came_on_for, substitutes
from engine.referee.values import NO_DOUBT, Outcome, Referee, Say
from engine.referee.whole import LOOKS_TO_ASK, LOOKS_TO_BEGIN, in_the_way, whole
from engine.referee.words import TEAM
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.match import PieceId, Position, Team
    from engine.observation import Observation
    from engine.record.records import Record
    from engine.record.replay import Match
    from engine.referee.values import Doubt
    from engine.ruleset import Ruleset

NOT_ALL_THERE = "setup.count"
"""The rule that names pieces missing from a line-up: while it is being set up, some always are."""

ELEVEN = 11
"""Pieces of a complete side, in every game."""

SETS_UP = frozenset({"place", "ball", "substitute", "first"})
"""Acts before a kick-off that do not begin play."""


def set_up_anew(rules: Ruleset, referee: Referee, look: Observation) -> Outcome | None:
    """A line-up that is still being set up: for a kick-off that is due, or before a match's first act.

    Until the kick-off it is taken as it stands now. None where there is none, or nothing about it is new or wrong.
    """
    position = referee.position
    if position is None or position.awaits is not None or (position.ball is None and position.restart is None):
        return None
    fault = set_up_fault(rules, position)
    begins = referee.turn_open and _before_all_play(referee.match)
    if rules.chosen(position) is not None or not (position.restart == "kick_off" or begins):
        return None
    if look.ball is None or look.ball.space is None:
        return None
    table = _as_it_is_now(rules, referee, position, look, mending=fault is not None)
    if position.ball_stays and {*table.pieces} == {*position.pieces}:
        # Where nobody is put down with the ball a figure put elsewhere is told as ever.
        return None
    side = kicks_off(rules, table.pieces, table.ball, rules.left_team(position))
    if side is None or (side != position.turn and not _may_change_sides(referee, look)):
        return None
    referee = replace(referee, latest=look)
    if (table.pieces, table.ball, side) == (position.pieces, position.ball_space, position.turn):
        return None if fault is None else _unchanged(rules, referee, fault)
    doubt = referee.doubt.again(("set up anew", frozenset(table.pieces.items()), table.ball), look.t)
    if doubt.looks < LOOKS_TO_BEGIN:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"))
    return _taken(rules, referee, look, table, side, doubt)


def _may_change_sides(referee: Referee, look: Observation) -> bool:
    """Whether the other side may kick off after all: nothing has been played, and no dice say that it was kicked."""
    return _before_all_play(referee.match) and not thrown(referee.dice, look.dice).dice


def _unchanged(rules: Ruleset, referee: Referee, fault: Refusal) -> Outcome:
    referee = replace(referee, doubt=NO_DOUBT, eye="ASKING")
    return Outcome(referee) if referee.asked == fault_text(fault) else say_fault(rules, referee, fault)


def _before_all_play(match: Match) -> bool:
    """Whether nothing but setting up has been done."""
    past = match.last
    while past is not None:
        if past.changes is None and parse_action(past.notation).kind not in SETS_UP:
            return False
        past = past.earlier
    return True


def line_up(rules: Ruleset, referee: Referee, look: Observation) -> Outcome:
    """After a goal: wait until both sides stand as a kick-off wants it, then take that position."""
    position = referee.match.position
    pieces, ball, fault = seen_after_goal(rules, referee.match, look)
    left = "B" if position is None else rules.left_team(position)
    if fault and _all_there(rules, referee.match, look):
        return in_the_way(referee, look, fault)
    if position is None or fault or kicks_off(rules, pieces, ball, left) != position.turn:
        return ask_if_saved(rules, referee, look) or _not_yet(referee, look)
    if (wrong := line_up_fault(rules, position, pieces, ball)) is not None:
        return _wrong_line_up(rules, referee, look, wrong)
    unseen = look.ball is None
    doubt = referee.doubt.again(("line-up", frozenset(pieces.items()), unseen), look.t)
    if doubt.looks < (2 * LOOKS_TO_ASK if unseen or _fewer(referee.match, pieces) else LOOKS_TO_BEGIN):
        return Outcome(replace(referee, doubt=doubt, latest=look, eye="SETTLING"))
    taken = _taken(rules, replace(referee, latest=look), look, Table(pieces, ball), position.turn, doubt)
    missing = {*stood_before(referee.match)} - {*pieces} if _fewer(referee.match, pieces) else set()
    return _with_missing(taken, sorted(missing))


def _with_missing(taken: Outcome, missing: list[PieceId]) -> Outcome:
    """A line-up that was taken though pieces are not seen that stood before the goal: that is said, once."""
    position = taken.referee.position
    if position is None or position.restart != "kick_off" or not position.pieces or taken.referee.announced:
        return taken
    if not missing or any(piece in position.pieces for piece in missing):
        return taken
    text = say("line_up.missing", pieces=", ".join(missing))
    ruling = Ruled(verdict="unsure", reason=text)
    return Outcome(taken.referee, (*taken.records, ruling), (*taken.says, Say("note", text)))


def _fewer(match: Match, pieces: Collection[PieceId]) -> bool:
    """Whether a side has fewer pieces than when the goal fell: they are mostly still being put down."""
    stood = stood_before(match)
    return any(sum(team_of(p) == team for p in pieces) < sum(team_of(p) == team for p in stood) for team in TEAMS)


def _all_there(rules: Ruleset, match: Match, look: Observation) -> bool:
    """Whether as many of each side lie on the field as when the goal fell, some elsewhere, the ball not in goal."""
    stood = stood_before(match)
    if look.ball is not None and look.ball.space in rules.board.grid.extra:
        return False
    there = [disc for disc in look.pieces if disc.space is not None]
    stayed = sum(disc.space in stood.values() for disc in there)
    counts = ((team, sum(disc.team == team for disc in there)) for team in TEAMS)
    return stayed < len(stood) and all(count == sum(team_of(p) == team for p in stood) for team, count in counts)


def _as_it_is_now(rules: Ruleset, referee: Referee, position: Position, look: Observation, *, mending: bool) -> Table:
    """Where everything lies at this look, with pieces more.

    While a fault is being mended a disc is what it shows, else what was known to stand there. A piece that is not found
    was taken off where its side has another for it or had one too many; else overlooked.
    """
    reading = read(position, referee.table, look, off_field=rules.board.grid.extra)
    now = updated(position, referee.table, reading)
    seen, _, unread = whole(look)
    if mending and not unread:
        more = {piece: space for piece, space in seen.items() if piece not in position.pieces}
        where, missing = seen, {*position.pieces} - {*seen}
    else:
        more = {disc.piece: disc.space for disc in reading.strays if disc.number is not None and disc.space is not None}
        where, missing = {**more, **now.pieces}, {*reading.missing}
    changing = {team_of(piece) for piece in more}
    changing |= {team for team in TEAMS if sum(team_of(piece) == team for piece in position.pieces) > ELEVEN}
    stays = {p: space for p, space in now.pieces.items() if p not in missing or team_of(p) not in changing}
    return Table({**stays, **{p: s for p, s in where.items() if p not in missing}}, now.ball)


def _taken(  # noqa: PLR0917 - what is known, what is seen, and for how long
    rules: Ruleset, referee: Referee, look: Observation, table: Table, side: Team | None, seen: Doubt
) -> Outcome:
    """The position with the line-up that the table shows: by placements as far as the game takes them."""
    position = referee.position
    if position is None or table.ball is None:
        return _not_yet(referee, look)
    try:
        match, records = _put_so(rules, referee.match, position, table, side)
    except ReplayError as error:
        return in_the_way(referee, look, say("line_up.cannot", why=error.sentence), seen)
    dice = settle(referee.dice, look.dice)
    after = replace(
        referee, match=match, table=table, doubt=NO_DOUBT, announced=(), turn_open=False, dice=dice, latest=look
    )
    done = asking(Outcome(after, (observed(look), *records)))
    if match.position is not None and set_up_fault(rules, match.position) is not None:
        return checked(rules, done)
    return replace(done, says=(Say("note", say("line_up.done", team=TEAM[side or "B"])), *done.says))


def _put_so(
    rules: Ruleset, match: Match, position: Position, table: Table, side: Team | None
) -> tuple[Match, list[Record]]:
    """Records of the placements, or of the line-up as a whole. Raises ReplayError for what is no position."""
    steps = list(put_down(position, table))
    due = position.restart == "kick_off" and side == position.turn
    gone = {*position.pieces} - {*table.pieces}
    checked_now = as_checked(rules, table.pieces)
    same = due and not gone and (not rules.kick_off_marks or position.placing == bool(checked_now))
    if same and not steps and position.ball_stays:
        # That it was seen is what play waits for.
        return _corrected(rules, match, {"placing": position.placing})
    if same and not isinstance(all_done(rules, position, steps), Refusal):
        match, records, _ = told(rules, match, steps, "seen")
        return match, records
    changes = as_it_stands(rules, position, table.pieces, table.ball) | {"turn": side} | checked_now
    if position.spot is not None and side is not None and rules.kick_off_marks:
        changes["spot"] = rules.kick_off_marks[side][0]
    return _corrected(rules, match, changes)


def _corrected(rules: Ruleset, match: Match, changes: dict[str, Any]) -> tuple[Match, list[Record]]:
    word = Corrected(changes=changes, source="seen", reason=say("reason.line_up.seen"))
    match = apply(rules, match, word)
    return match, [word, stated(rules, match)]


def _not_yet(referee: Referee, look: Observation) -> Outcome:
    settled = settle(referee.dice, look.dice)
    return asking(Outcome(replace(referee, doubt=NO_DOUBT, announced=(), latest=look, dice=settled)))


def _wrong_line_up(rules: Ruleset, referee: Referee, look: Observation, wrong: Refusal) -> Outcome:
    """A line-up after a goal that its game would not have: said once it stays so, and while some are missing later."""
    referee = replace(referee, latest=look)
    if referee.asked == fault_text(wrong):
        return Outcome(replace(referee, eye="ASKING"))
    doubt = referee.doubt.again(("line-up", wrong.rule, wrong.reason), look.t)
    if doubt.looks < (2 * LOOKS_TO_ASK if wrong.rule == NOT_ALL_THERE else LOOKS_TO_ASK):
        waits = asking(Outcome(replace(referee, announced=(), dice=settle(referee.dice, look.dice))))
        return replace(waits, referee=replace(waits.referee, doubt=doubt))
    referee = replace(referee, doubt=doubt)
    came_on = came_on_for(rules, referee.match, seen_after_goal(rules, referee.match, look)[0])
    if came_on and all(beside(look, act.piece or "") for act in came_on):
        match, records, says = told(rules, referee.match, came_on, "seen")
        after = replace(referee, match=match, doubt=NO_DOUBT, announced=())
        return asking(Outcome(after, (observed(look), *records), tuple(says)))
    return say_fault(rules, referee, wrong, substitutes(came_on))
