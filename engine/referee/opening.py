"""The beginning of a match, and the line-up for a kick-off: positions taken from the table as it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.inference import Table
from engine.inference.dice import settle
from engine.match import Action, MalformedError, number_of, team_of
from engine.record.errors import ReplayError
from engine.record.records import Corrected, Noted, Ruled
from engine.record.replay import Match, apply
from engine.referee.answers import MOST_ANSWERS
from engine.referee.commit import asking, observed, stated, told
from engine.referee.guesses import other_numbers, with_concluded, with_guesses
from engine.referee.kickoff import checked_kick_off_side, kick_off_side
from engine.referee.sentences import say
from engine.referee.values import NO_DOUBT, Answer, Outcome, Referee, Say, TypedCorrection
from engine.referee.words import TEAM

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.grid import Space
    from engine.match import PieceId, Position, Team
    from engine.observation import Observation
    from engine.record.records import Record
    from engine.referee.values import Eye
    from engine.ruleset import Refusal, Ruleset
    from engine.sentences import Sentence

LOOKS_TO_BEGIN = 2
"""Looks in a row that must agree on every piece before a position is taken from the table."""

NOT_ALL_THERE = "setup.count"
"""The rule that names pieces missing from a line-up: while it is being set up, some always are."""

LOOKS_TO_ASK = 4
"""Looks in a row with the same thing in the way before people are asked to mend it."""


def open_match(rules: Ruleset, referee: Referee, look: Observation) -> Outcome:
    """Take the first position from looks that agree; a ball that stays unseen is asked for while play begins."""
    look = with_concluded(look) if rules.kick_off_marks else look
    pieces, ball, fault = _whole(look)
    guesses: dict[PieceId, Space] = {}
    unread = look
    if fault and referee.doubt.looks >= LOOKS_TO_ASK - 1:
        look, guesses = with_guesses(look)
        pieces, ball, fault = _whole(look)
    if fault:
        return _in_the_way(referee, look, fault)
    doubt = referee.doubt.again(("begin", frozenset(pieces.items()), ball), look.t)
    if not guesses and doubt.looks < (LOOKS_TO_BEGIN if ball is not None else LOOKS_TO_ASK):
        return Outcome(replace(referee, doubt=doubt, latest=look, eye="SETTLING"))
    side = _kicks_off(rules, pieces, ball)
    try:
        position = rules.read_position({"pieces": pieces, **_beginning(rules, pieces, ball)})
    except MalformedError as error:
        return _in_the_way(referee, look, say("begin.none", why=error.sentence))
    match = Match(position)
    begun = replace(
        referee,
        match=match,
        table=Table(pieces, ball),
        dice=settle(referee.dice, look.dice),
        turn_open=side is None,
        doubt=NO_DOUBT,
        latest=look,
    )
    text = say("begin.side", team=_name(side)) if side else say("begin.open")
    says = [Say("note", text)]
    says += [
        Say(
            "ask",
            _guessed(piece, space),
            space,
            answers=tuple(
                Answer(say("begin.is", piece=right), (TypedCorrection(f"{right} {space}"),))
                for right in other_numbers(unread, guesses, piece)[:MOST_ANSWERS]
            ),
        )
        for piece, space in guesses.items()
    ]
    notes: list[Record] = [Noted(text=say.text) for say in says[1:]]
    wrong = rules.kick_off_fault(position) if side else None
    if wrong is not None:
        notes.append(Ruled(verdict="illegal", rule=wrong.rule, reason=wrong.reason))
        says.append(Say("illegal", say("line_up.fault", why=wrong.reason, rule=wrong.rule), rule=wrong.rule))
    return asking(Outcome(begun, (observed(look), *notes, stated(rules, match)), tuple(says)))


def _beginning(rules: Ruleset, pieces: Mapping[PieceId, Space], ball: Space | None) -> dict[str, Any]:
    """Ball, turn and restart of a match that begins with this table.

    Where it is no kick-off, whoever acts first will have the turn; until then the holder's side is a fair guess.
    """
    side = _kicks_off(rules, pieces, ball)
    if side is not None:
        checked = {"placing": True} if rules.kick_off_marks else {}
        return {"ball": ball, "turn": side, "restart": "kick_off", **checked}
    holder = next((piece for piece, space in pieces.items() if space == ball), None)
    return {"ball": ball, "turn": team_of(holder) if holder is not None else "B"}


def find_ball(rules: Ruleset, referee: Referee, look: Observation, ball: Space) -> Outcome:
    """A ball that nobody had seen until now: its space is taken from looks that agree."""
    position = referee.match.position
    doubt = referee.doubt.again(("ball found", ball), look.t)
    if position is None or doubt.looks < LOOKS_TO_BEGIN:
        return Outcome(replace(referee, doubt=doubt, latest=look, eye="SETTLING"))
    untouched = referee.match.last is None
    changes = _beginning(rules, position.pieces, ball) if untouched else {"ball": ball}
    word = Corrected(changes=changes, source="seen", reason="the ball was not seen before")
    match = apply(rules, referee.match, word)
    table = Table(referee.table.pieces, ball)
    turn_open = referee.turn_open and "restart" not in changes
    after = replace(referee, match=match, table=table, doubt=NO_DOUBT, turn_open=turn_open, latest=look)
    says = (Say("note", say("ball.is_on", where=ball), ball),)
    return asking(Outcome(after, (observed(look), word, stated(rules, match)), says))


def line_up(rules: Ruleset, referee: Referee, look: Observation) -> Outcome:
    """After a goal: wait until both sides stand as a kick-off wants it, then take that position."""
    position = referee.match.position
    look = with_concluded(look) if rules.kick_off_marks else look
    pieces, ball, fault = _whole(look)
    left = "B" if position is None else rules.left_team(position)
    if position is None or fault or _kicks_off(rules, pieces, ball, left) != position.turn:
        return _not_yet(referee, look)
    if (wrong := _line_up_fault(rules, position, pieces, ball)) is not None:
        if wrong.rule == NOT_ALL_THERE:
            return _not_yet(referee, look)
        return _in_the_way(referee, look, say("line_up.fault", why=wrong.reason, rule=wrong.rule))
    doubt = referee.doubt.again(("line-up", frozenset(pieces.items())), look.t)
    if doubt.looks < LOOKS_TO_BEGIN:
        return Outcome(replace(referee, doubt=doubt, latest=look, eye="SETTLING"))
    placed = _placements(rules, position, pieces, ball)
    table = Table(pieces, ball)
    after = replace(referee, table=table, doubt=NO_DOUBT, latest=look, dice=settle(referee.dice, look.dice))
    try:
        if placed is not None:
            match, records, _ = told(rules, referee.match, placed, "seen")
        else:
            word = Corrected(changes=_as_it_stands(rules, position, pieces, ball), source="seen", reason="line-up seen")
            match = apply(rules, referee.match, word)
            records = [word, stated(rules, match)]
    except ReplayError as error:
        return _in_the_way(referee, look, say("line_up.cannot", why=error.sentence))
    says = (Say("note", say("line_up.done", team=_name(position.turn))),)
    return asking(Outcome(replace(after, match=match), (observed(look), *records), says))


def _not_yet(referee: Referee, look: Observation) -> Outcome:
    settled = settle(referee.dice, look.dice)
    return asking(Outcome(replace(referee, doubt=NO_DOUBT, latest=look, dice=settled)))


def _kicks_off(rules: Ruleset, pieces: Mapping[PieceId, Space], ball: Space | None, left: Team = "B") -> Team | None:
    if rules.kick_off_marks:
        return checked_kick_off_side(rules.board, pieces, ball, rules.kick_off_marks)
    return kick_off_side(rules.board, pieces, ball, left=left)


def _line_up_fault(
    rules: Ruleset, position: Position, pieces: Mapping[PieceId, Space], ball: Space | None
) -> Refusal | None:
    """What a game that checks line-ups finds wrong with this one."""
    if not rules.kick_off_marks:
        return None
    for action in _put_down(rules, pieces, ball):
        verdict = rules.act(position, action)
        if not verdict:
            return verdict
        position = verdict.position
    return rules.kick_off_fault(position)


def _put_down(rules: Ruleset, pieces: Mapping[PieceId, Space], ball: Space | None) -> Iterator[Action]:
    """What is put where before a kick-off; the ball by itself where the side chooses its place."""
    yield from (Action("place", piece, target=space) for piece, space in pieces.items())
    if rules.kick_off_marks:
        yield Action("ball", target=ball)


def _placements(
    rules: Ruleset, position: Position, pieces: Mapping[PieceId, Space], ball: Space | None
) -> list[Action] | None:
    """The placements that lead to the line-up, or None if the game takes none."""
    steps = []
    for action in _put_down(rules, pieces, ball):
        verdict = rules.act(position, action)
        if not verdict:
            return None
        position = verdict.position
        steps.append(action)
    return steps


def _as_it_stands(
    rules: Ruleset, position: Position, pieces: dict[PieceId, Space], ball: Space | None
) -> dict[str, Any]:
    off: dict[str, Any] = dict.fromkeys(rules.write_position(position).get("pieces", {}))
    return {"pieces": off | pieces, "ball": ball, "placing": False, "restart": "kick_off"}


def _whole(look: Observation) -> tuple[dict[PieceId, Space], Space | None, str]:
    """Pieces and ball of a look that can stand for a position, or what is in the way."""
    pieces: dict[PieceId, Space] = {}
    for disc in look.pieces:
        if disc.space is None:
            continue
        if disc.number is None:
            return {}, None, say("unread.disc", space=disc.space)
        if disc.piece in pieces:
            twice = say("unread.twice", piece=disc.piece, one=pieces[disc.piece], two=disc.space)
            return {}, None, twice
        if disc.space in pieces.values():
            return {}, None, say("unread.both", space=disc.space)
        pieces[disc.piece] = disc.space
    if not pieces:
        return {}, None, say("unread.none")
    if look.ball is None:
        return pieces, None, ""
    ball = look.ball.space
    if look.ball.on_piece is not None:
        ball = pieces.get(look.ball.on_piece, ball)
    return pieces, ball, ""


def _in_the_way(referee: Referee, look: Observation, fault: str) -> Outcome:
    """Nothing can be begun with this look; say why if it stays so."""
    doubt = referee.doubt.again(("fault", fault), look.t)
    if doubt.looks < LOOKS_TO_ASK or referee.asked == fault:
        eye: Eye = "ASKING" if referee.asked == fault else "SETTLING"
        return Outcome(replace(referee, doubt=doubt, latest=look, eye=eye))
    asked = replace(referee, doubt=doubt, latest=look, asked=fault, eye="ASKING")
    return Outcome(asked, (observed(look), Ruled(verdict="unsure", reason=fault)), (Say("ask", fault),))


def _guessed(piece: PieceId, space: Space) -> Sentence:
    """For what an unread disc is taken, and how the right number is typed."""
    example = 7 if number_of(piece) != 7 else 8
    return say("begin.guess", space=space, piece=piece, number=example, other=f"{team_of(piece)}{example}")


def _name(side: str | None) -> Sentence:
    return TEAM["R" if side == "R" else "B"]
