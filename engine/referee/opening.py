"""The beginning of a match: its position is taken from the table as it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.inference import Table
from engine.inference.dice import settle
from engine.match import MalformedError, number_of, team_of
from engine.record.records import Corrected, Noted
from engine.record.replay import Match, apply
from engine.referee.answers import MOST_ANSWERS
from engine.referee.commit import asking, observed, stated
from engine.referee.guesses import other_numbers, with_guesses
from engine.referee.line_up_faults import as_checked, checked, kicks_off
from engine.referee.line_up_seen import with_numbers
from engine.referee.sentences import say
from engine.referee.values import NO_DOUBT, Answer, Outcome, Referee, Say, TypedCorrection
from engine.referee.whole import LOOKS_TO_ASK, LOOKS_TO_BEGIN, in_the_way, whole
from engine.referee.words import TEAM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from engine.record.records import Record
    from engine.ruleset import Ruleset
    from engine.sentences import Sentence


def open_match(rules: Ruleset, referee: Referee, look: Observation) -> Outcome:
    """Take the first position from looks that agree; a ball that stays unseen is asked for while play begins."""
    look = with_numbers(rules, look)
    pieces, ball, fault = whole(look)
    guesses: dict[PieceId, Space] = {}
    unread = look
    if fault and referee.doubt.looks >= LOOKS_TO_ASK - 1:
        look, guesses = with_guesses(look)
        pieces, ball, fault = whole(look)
    if fault:
        return in_the_way(referee, look, fault)
    try:
        position = rules.read_position({"pieces": pieces, **_beginning(rules, pieces, ball)})
    except MalformedError as error:
        return in_the_way(referee, look, say("begin.none", why=error.sentence))
    doubt = referee.doubt.again(("begin", frozenset(pieces.items()), ball), look.t)
    if not guesses and doubt.looks < (LOOKS_TO_BEGIN if ball is not None else LOOKS_TO_ASK):
        return Outcome(replace(referee, doubt=doubt, latest=look, eye="SETTLING"))
    side = kicks_off(rules, pieces, ball)
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
    return checked(rules, asking(Outcome(begun, (observed(look), *notes, stated(rules, match)), tuple(says))))


def _beginning(rules: Ruleset, pieces: Mapping[PieceId, Space], ball: Space | None) -> dict[str, Any]:
    """Ball, turn and restart of a match that begins with this table.

    Where it is no kick-off, whoever acts first will have the turn; until then the holder's side is a fair guess.
    """
    side = kicks_off(rules, pieces, ball)
    if side is not None:
        return {"ball": ball, "turn": side, "restart": "kick_off", **as_checked(rules, pieces)}
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
    word = Corrected(changes=changes, source="seen", reason=say("reason.ball"))
    match = apply(rules, referee.match, word)
    table = Table(referee.table.pieces, ball)
    turn_open = referee.turn_open and "restart" not in changes
    after = replace(referee, match=match, table=table, doubt=NO_DOUBT, turn_open=turn_open, latest=look)
    says = (Say("note", say("ball.is_on", where=ball), ball),)
    return checked(rules, asking(Outcome(after, (observed(look), word, stated(rules, match)), says)))


def _guessed(piece: PieceId, space: Space) -> Sentence:
    """For what an unread disc is taken, and how the right number is typed."""
    example = 7 if number_of(piece) != 7 else 8
    return say("begin.guess", space=space, piece=piece, number=example, other=f"{team_of(piece)}{example}")


def _name(side: str | None) -> Sentence:
    return TEAM["R" if side == "R" else "B"]
