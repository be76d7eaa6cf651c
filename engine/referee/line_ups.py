"""The line-up for a kick-off as a table shows it: taken once it stands, checked by its game, put right or let stand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.inference import Table, read
from engine.inference.dice import settle, thrown
from engine.inference.reading import updated
from engine.match import TEAMS, Action, team_of
from engine.notation import parse_action
from engine.record.errors import ReplayError
from engine.record.records import Corrected, Ruled
from engine.record.replay import apply
from engine.referee.commit import asking, observed, stated, told
from engine.referee.guesses import with_concluded
from engine.referee.kickoff import checked_kick_off_side, kick_off_side, meant_whole
from engine.referee.policy import BY_POLICY
from engine.referee.sentences import say
from engine.referee.values import NO_DOUBT, Outcome, Referee, Say
from engine.referee.whole import LOOKS_TO_ASK, LOOKS_TO_BEGIN, in_the_way, whole
from engine.referee.words import TEAM

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from engine.grid import Space
    from engine.match import PieceId, Position, Team
    from engine.observation import Observation
    from engine.record.records import Record
    from engine.record.replay import Match
    from engine.ruleset import Refusal, Ruleset

NOT_ALL_THERE = "setup.count"
"""The rule that names pieces missing from a line-up: while it is being set up, some always are."""

ELEVEN = 11
"""Pieces of a complete side, in every game."""

SETS_UP = frozenset({"place", "ball", "substitute", "first"})
"""Acts before a kick-off that do not begin play."""


def with_numbers(rules: Ruleset, look: Observation) -> Observation:
    """The look with the number under a ball that hides it."""
    return with_concluded(look) if rules.board.file.ball.carried == ("on_top",) else look


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
    said = _say_fault(rules, referee, fault)
    return Outcome(said.referee, outcome.records + said.records, outcome.says + said.says)


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
    return _taken(rules, referee, look, table, side)


def _may_change_sides(referee: Referee, look: Observation) -> bool:
    """Whether the other side may kick off after all: nothing has been played, and no dice say that it was kicked."""
    return _before_all_play(referee.match) and not thrown(referee.dice, look.dice).dice


def _unchanged(rules: Ruleset, referee: Referee, fault: Refusal) -> Outcome:
    referee = replace(referee, doubt=NO_DOUBT, eye="ASKING")
    return Outcome(referee) if referee.asked == _words(fault) else _say_fault(rules, referee, fault)


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
    pieces, ball, fault = _as_shown(rules, referee.match, look)
    if position is None or fault:
        return _not_yet(referee, look)
    unseen = look.ball is None
    if kicks_off(rules, pieces, ball, rules.left_team(position)) != position.turn:
        return _not_yet(referee, look)
    if (wrong := _line_up_fault(rules, position, pieces, ball)) is not None:
        return _wrong_line_up(rules, referee, look, wrong)
    doubt = referee.doubt.again(("line-up", frozenset(pieces.items()), unseen), look.t)
    if doubt.looks < (2 * LOOKS_TO_ASK if unseen or _fewer(referee.match, pieces) else LOOKS_TO_BEGIN):
        return Outcome(replace(referee, doubt=doubt, latest=look, eye="SETTLING"))
    return _taken(rules, replace(referee, latest=look), look, Table(pieces, ball), position.turn)


def _as_shown(rules: Ruleset, match: Match, look: Observation) -> tuple[dict[PieceId, Space], Space | None, str]:
    """Pieces and ball of a line-up after a goal, or what is in the way.

    A number that cannot be read is the one that is missing of those who stood before the goal; a ball that is not seen
    is with whoever kicks off.
    """
    stood = _stood(match)
    look = with_numbers(rules, look)
    if stood:
        look = with_concluded(look, {team: [piece for piece in stood if team_of(piece) == team] for team in TEAMS})
    pieces, ball, fault = whole(look)
    if look.ball is None and match.position is not None:
        ball = _where_it_belongs(rules, match.position, pieces)
    return pieces, ball, fault


def _where_it_belongs(rules: Ruleset, position: Position, pieces: Mapping[PieceId, Space]) -> Space | None:
    """Where a ball that nobody sees lies once all stand: with whoever kicks off; None if that is not known either."""
    if position.ball_stays:
        return position.ball_space
    marks = rules.kick_off_marks.get(position.turn or "B", ())
    own = {space for piece, space in pieces.items() if team_of(piece) == position.turn}
    taken = [mark for mark in marks if mark in own]
    return taken[0] if len(taken) == 1 else None


def _stood(match: Match) -> Collection[PieceId]:
    """The pieces that stood on the field when the goal fell; none if that is not known."""
    past = match.last
    while past is not None and not past.before.pieces:
        past = past.earlier
    return () if past is None else past.before.pieces


def _fewer(match: Match, pieces: Collection[PieceId]) -> bool:
    """Whether a side has fewer pieces than when the goal fell: they are mostly still being put down."""
    stood = _stood(match)
    return any(sum(team_of(p) == team for p in pieces) < sum(team_of(p) == team for p in stood) for team in TEAMS)


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
        pieces, ball, in_way = ({}, None, "") if look is None else _as_shown(rules, referee.match, look)
        if in_way or kicks_off(rules, pieces, ball, rules.left_team(position)) != position.turn:
            return None
        fault = _line_up_fault(rules, position, pieces, ball)
        changes, table = _as_it_stands(rules, position, pieces, ball), Table(pieces, ball)
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


def _say_fault(rules: Ruleset, referee: Referee, fault: Refusal) -> Outcome:
    """Name what is wrong with a line-up; people put it right or let it stand, unless the policy has it decided."""
    look = referee.latest
    seen = () if look is None else (observed(look),)
    ruling, text = Ruled(verdict="illegal", rule=fault.rule, reason=fault.reason), _words(fault)
    word = referee.policy.of(fault.rule)
    stands = let_line_up_stand(rules, referee, BY_POLICY) if word in {"accept", "log"} else None
    if stands is not None:
        says = () if word == "log" else (Say("illegal", text, rule=fault.rule), *stands.says)
        return Outcome(stands.referee, (*seen, ruling, *stands.records), says)
    told_as = say("line_up.back" if word == "refuse" else "line_up.accept", fault=text)
    asked = replace(referee, announced=("illegal", "", fault.rule), asked=text, eye="ASKING")
    return Outcome(asked, (*seen, ruling), (Say("illegal", told_as, rule=fault.rule),))


def _words(fault: Refusal) -> str:
    return say("line_up.fault", why=fault.reason, rule=fault.rule)


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


def _taken(rules: Ruleset, referee: Referee, look: Observation, table: Table, side: Team | None) -> Outcome:
    """The position with the line-up that the table shows: by placements as far as the game takes them."""
    position = referee.position
    if position is None or table.ball is None:
        return _not_yet(referee, look)
    try:
        match, records = _put_so(rules, referee.match, position, table, side)
    except ReplayError as error:
        return in_the_way(referee, look, say("line_up.cannot", why=error.sentence))
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
    steps = list(_put_down(position, table))
    due = position.restart == "kick_off" and side == position.turn
    gone = {*position.pieces} - {*table.pieces}
    checked_now = as_checked(rules, table.pieces)
    same = due and not gone and (not rules.kick_off_marks or position.placing == bool(checked_now))
    if same and not steps and position.ball_stays:
        # That it was seen is what play waits for.
        return _corrected(rules, match, {"placing": position.placing})
    if same and _all_legal(rules, position, steps):
        match, records, _ = told(rules, match, steps, "seen")
        return match, records
    changes = _as_it_stands(rules, position, table.pieces, table.ball) | {"turn": side} | checked_now
    if position.spot is not None and side is not None and rules.kick_off_marks:
        changes["spot"] = rules.kick_off_marks[side][0]
    return _corrected(rules, match, changes)


def _corrected(rules: Ruleset, match: Match, changes: dict[str, Any]) -> tuple[Match, list[Record]]:
    word = Corrected(changes=changes, source="seen", reason="line-up seen")
    match = apply(rules, match, word)
    return match, [word, stated(rules, match)]


def _put_down(position: Position, table: Table) -> Iterator[Action]:
    """What is put elsewhere before a kick-off, the ball last."""
    for piece, space in table.pieces.items():
        if position.pieces.get(piece) != space:
            yield Action("place", piece, target=space)
    if not position.ball_stays and table.ball != position.ball_space:
        yield Action("ball", target=table.ball)


def _all_legal(rules: Ruleset, position: Position, steps: list[Action]) -> bool:
    for action in steps:
        verdict = rules.act(position, action)
        if not verdict:
            return False
        position = verdict.position
    return True


def _not_yet(referee: Referee, look: Observation) -> Outcome:
    settled = settle(referee.dice, look.dice)
    return asking(Outcome(replace(referee, doubt=NO_DOUBT, announced=(), latest=look, dice=settled)))


def _wrong_line_up(rules: Ruleset, referee: Referee, look: Observation, wrong: Refusal) -> Outcome:
    """A line-up after a goal that its game would not have: said once it stays so, and while some are missing later."""
    referee = replace(referee, latest=look)
    if referee.asked == _words(wrong):
        return Outcome(replace(referee, eye="ASKING"))
    doubt = referee.doubt.again(("line-up", wrong.rule, wrong.reason), look.t)
    if doubt.looks < (2 * LOOKS_TO_ASK if wrong.rule == NOT_ALL_THERE else LOOKS_TO_ASK):
        waits = asking(Outcome(replace(referee, announced=(), dice=settle(referee.dice, look.dice))))
        return replace(waits, referee=replace(waits.referee, doubt=doubt))
    return _say_fault(rules, replace(referee, doubt=doubt), wrong)


def _line_up_fault(
    rules: Ruleset, position: Position, pieces: Mapping[PieceId, Space], ball: Space | None
) -> Refusal | None:
    """What a game that checks line-ups finds wrong with this one."""
    if not as_checked(rules, pieces):
        return None
    for action in _put_down(position, Table(pieces, ball)):
        verdict = rules.act(position, action)
        if not verdict:
            return verdict
        position = verdict.position
    return rules.kick_off_fault(position)


def _as_it_stands(
    rules: Ruleset, position: Position, pieces: Mapping[PieceId, Space], ball: Space | None
) -> dict[str, Any]:
    off: dict[str, Any] = dict.fromkeys(rules.write_position(position).get("pieces", {}))
    return {"pieces": off | dict(pieces), "ball": ball, "placing": False, "restart": "kick_off"}
