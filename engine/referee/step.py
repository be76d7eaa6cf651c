"""The fold itself: one input, the next state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import Table
from engine.observation import Observation
from engine.referee.beside import beside_the_ball
from engine.referee.left_lying import put_by_now
from engine.referee.line_ups import line_up, set_up_anew
from engine.referee.opening import open_match
from engine.referee.played_on import look_on
from engine.referee.policy import DEFAULT, Policy
from engine.referee.typed import hear
from engine.referee.values import Correction, Outcome, Redo, Referee, Say, TypedCorrection, Undo
from engine.referee.who_is_who import by_word, who_is_who
from engine.referee.word_back import MOST_AGAIN, look_while_held
from engine.sentences import capital

if TYPE_CHECKING:
    from engine.match import Position
    from engine.record.replay import Checkpoint, Match
    from engine.referee.values import Input
    from engine.ruleset import Ruleset


def begin(policy: Policy = DEFAULT) -> Referee:
    """A referee who has seen nothing yet: the match begins with the first looks that agree."""
    return Referee(policy=policy)


def take_up(
    match: Match,
    *,
    turn_open: bool = False,
    undone: tuple[tuple[Checkpoint, ...], ...] = (),
    policy: Policy = DEFAULT,
) -> Referee:
    """A referee for a match that is under way (resumed from a log, or begun at a typed position).

    With ``turn_open`` whoever acts first has the turn; ``undone`` is what was taken back and may be done again.
    """
    table = Table.of(match.position) if match.position is not None else Table()
    return Referee(match=match, table=table, turn_open=turn_open, undone=undone[-MOST_AGAIN:], policy=policy)


def step(rules: Ruleset, referee: Referee, given: Input) -> Outcome:
    """Take in one input. Pure: the same state and input give the same outcome; nothing is raised for bad input."""
    outcome = _step(rules, referee, given)
    if isinstance(given, Observation):
        outcome = who_is_who(rules, referee, outcome, given)
    elif isinstance(given, Correction | TypedCorrection):
        outcome = by_word(referee, outcome)
    outcome = _unless_over(rules, _with_room(rules, referee, outcome))
    after = outcome.referee
    if isinstance(given, Undo | Redo) or after.match is referee.match or not (after.held or after.undone):
        return outcome
    # Something else was done since: it answers what was asked, and what was taken back does not follow from it.
    return replace(outcome, referee=replace(after, held="", undone=()))


def _with_room(rules: Ruleset, before: Referee, outcome: Outcome) -> Outcome:
    """The outcome that asks, once, who has to make room for a restart of which nothing else is missing."""
    after = outcome.referee
    if after.position is None or after.eye != "IN STEP" or after.held or after.announced:
        return outcome
    fault = rules.room_fault(after.position)
    text = capital(fault.reason) if fault is not None else ""
    if not text or after.asked not in {"", text}:
        return outcome
    says = outcome.says if before.asked == text else (*outcome.says, Say("ask", text))
    return replace(outcome, referee=replace(after, asked=text, eye="ASKING"), says=says)


def _unless_over(rules: Ruleset, outcome: Outcome) -> Outcome:
    """The outcome without a request for what comes next, once the match is over."""
    after = outcome.referee
    if not after.asked or after.announced or after.position is None or not rules.counter(after.position).over:
        return outcome
    says = tuple(said for said in outcome.says if said.kind != "ask" or said.text != after.asked)
    return replace(outcome, referee=replace(after, asked="", eye="IN STEP"), says=says)


def _step(rules: Ruleset, referee: Referee, given: Input) -> Outcome:
    if not isinstance(given, Observation):
        return hear(rules, referee, given)
    if given.occluded:
        return Outcome(replace(referee, doubt=put_by_now(referee.doubt), eye="HAND"))
    given = _with_lifted(rules, referee.position, beside_the_ball(rules, referee.position, given, referee.latest))
    if referee.held:
        return look_while_held(rules, referee, given)
    if referee.position is None:
        return open_match(rules, referee, given)
    if rules.counter(referee.position).over:
        # Nobody lines up any more, though a kick-off may have been due.
        return look_on(rules, referee, given)
    if _to_be_lined_up(referee.match, referee.position):
        return line_up(rules, referee, given)
    if (anew := set_up_anew(rules, referee, given)) is not None:
        return anew
    return look_on(rules, referee, given)


def _with_lifted(rules: Ruleset, position: Position | None, look: Observation) -> Observation:
    """The look with the squares of pieces that may be off the table: nothing that stands there is missed."""
    off = rules.off_table(position) if position is not None else ()
    if position is None or not off:
        return look
    return replace(look, hidden=look.hidden.union(position.pieces[piece] for piece in off))


def _to_be_lined_up(match: Match, position: Position) -> bool:
    """Whether a kick-off's line-up is still awaited: where the ball stays, nobody has it once all stand either."""
    if not position.placing or position.holder is not None or position.awaits is not None:
        return False
    return not (position.ball_stays and _seen_lined_up(match, position))


def _seen_lined_up(match: Match, position: Position) -> bool:
    """Whether the line-up for the kick-off that is due was taken from the table, whatever was said since."""
    past = match.last
    while past is not None and past.before.placing and past.before.score == position.score:
        if past.source == "seen":
            return True
        past = past.earlier
    return False
