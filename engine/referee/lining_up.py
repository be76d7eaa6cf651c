"""Both sides set up anew by one word, where no camera sees how they stand: as at the match's first kick-off."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.game_names import LISTED
from engine.games import formations_of
from engine.inference import Table
from engine.match import TEAMS, MalformedError, team_of
from engine.notation import parse_action
from engine.record.errors import ReplayError
from engine.record.records import Corrected
from engine.record.replay import apply, correct
from engine.referee.commit import asking, stated
from engine.referee.line_ups import SETS_UP
from engine.referee.overruling import cleared
from engine.referee.sentences import say
from engine.referee.values import Outcome, Referee, Say
from engine.referee.words import TEAM

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

    from engine.grid import Space
    from engine.match import PieceId, Position, Team
    from engine.record.replay import Match
    from engine.ruleset import Ruleset

LINED_UP = say("reason.line_up")
"""Why the position changed, in the log."""


def line_up_changes(rules: Ruleset, match: Match) -> dict[str, Any] | None:
    """What has to change for the kick-off that is due, in the position's JSON form.

    None if no kick-off is being set up, nobody is missing, or the game has no line-up that its rules would have.
    """
    position = match.position
    if position is None or position.turn is None or position.awaits is not None or rules.game not in LISTED:
        return None
    if not position.placing or position.restart != "kick_off":
        return None
    book = formations_of(rules.game)
    began = _first_kick_off(match)
    for whole in _line_ups(book, rules, position, began):
        if not set(whole) - set(position.pieces):
            return None
        changes: dict[str, Any] = {"pieces": {**dict.fromkeys(position.pieces), **whole}}
        if (ball := book.ball(whole, kicks_off=position.turn)) is not None:
            changes["ball"] = ball
        if _may_kick_off(rules, position, changes):
            return changes
    return None


def line_up_by_word(rules: Ruleset, referee: Referee) -> Outcome:
    """Put everybody where they stood at the start: one record, which an undo takes back."""
    changes = line_up_changes(rules, referee.match)
    if changes is None:
        return Outcome(referee, (), (Say("refused", say("line_up.none")),))
    word = Corrected(changes=changes, source="typed", reason=LINED_UP)
    match = apply(rules, referee.match, word)
    position = match.position
    if position is None or position.turn is None:
        raise ReplayError("nobody is to kick off")
    after = replace(cleared(referee), match=match, table=Table.of(position))
    says = (Say("note", say("line_up.done", team=TEAM[position.turn])),)
    return asking(Outcome(after, (word, stated(rules, match)), says))


def _first_kick_off(match: Match) -> Position | None:
    """The position from which the match's first kick-off was taken, before it the one that the match began with.

    None if nobody stood on the field then.
    """
    found, start, past = None, match.position, match.last
    while past is not None:
        at_kick_off = past.before.restart == "kick_off" and past.changes is None
        if at_kick_off and parse_action(past.notation).kind not in SETS_UP:
            found = past.before
        start, past = past.before, past.earlier
    began = found or start
    return began if began is not None and began.pieces else None


def _line_ups(
    book: ModuleType, rules: Ruleset, position: Position, began: Position | None
) -> list[Mapping[PieceId, Space]]:
    """How both sides may stand, the likeliest first: as at the start, then as the formations that are likest to that.

    Where the other side kicks off now, its taker goes to the middle as its formation has it, and the first one home.
    """
    ready = list(book.formations().values())
    if began is None or began.turn is None:
        return [_of_the_squad(_by_formations(book, rules, position, (ready[0], ready[0])), position, None)]
    places = [_by_formations(book, rules, began, (each, each)) for each in ready]
    blue, red = (_likest(ready, places, began, team) for team in TEAMS)
    then, now = (_by_formations(book, rules, at, (blue, red)) for at in (began, position))
    otherwise = {piece: space for piece, space in began.pieces.items() if then.get(piece) != space}
    likeliest = [began.pieces if began.turn == position.turn else {**now, **otherwise}, now]
    if rules.left_team(began) != rules.left_team(position):
        likeliest = [now]
    whole = [_of_the_squad(places, position, began) for places in likeliest]
    return [*whole, _of_the_squad(now, position, None)]


def _by_formations(
    book: ModuleType, rules: Ruleset, position: Position, chosen: tuple[Any, Any]
) -> Mapping[PieceId, Space]:
    ends = {"blue_defends": "right"} if rules.left_team(position) == "R" else {}
    placed: Mapping[PieceId, Space] = book.line_up(*chosen, kicks_off=position.turn, **ends)
    return placed


def _likest(
    formations: Sequence[Any], places: Sequence[Mapping[PieceId, Space]], position: Position, team: Team
) -> Any:  # noqa: ANN401 - each game has its own kind of formation
    """The formation on whose places the most pieces of a side stand; ``places`` are both sides' by each of them."""
    alike = [
        sum(position.pieces.get(piece) == space for piece, space in each.items() if team_of(piece) == team)
        for each in places
    ]
    return formations[alike.index(max(alike))]


def _of_the_squad(places: Mapping[PieceId, Space], position: Position, began: Position | None) -> dict[PieceId, Space]:
    """The places for those who are to take them: for one who is not of the side any more, one who came on."""
    squad: Mapping[Team, tuple[PieceId, ...]] = getattr(position, "squad", {})
    found: dict[PieceId, Space] = {}
    for team in TEAMS:
        theirs = {piece: space for piece, space in places.items() if team_of(piece) == team}
        standing = began.pieces if began is not None else places
        eleven = squad.get(team, tuple(piece for piece in standing if team_of(piece) == team))
        came_on = iter([piece for piece in eleven if piece not in theirs])
        for piece, space in theirs.items():
            takes = piece if piece in eleven else next(came_on, None)
            if takes is not None:
                found[takes] = space
    return found


def _may_kick_off(rules: Ruleset, position: Position, changes: Mapping[str, Any]) -> bool:
    """Whether the rules would have such a kick-off."""
    try:
        return rules.kick_off_fault(correct(rules, position, changes)) is None
    except (MalformedError, ReplayError):
        return False
