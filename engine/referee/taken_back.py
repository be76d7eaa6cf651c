"""An earlier position reappears on the table: what was done since is taken back, or that is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.inference import differences, explain, read
from engine.inference.dice import settle
from engine.inference.reading import Table
from engine.match import Action
from engine.notation import format_action
from engine.record.records import Undone
from engine.record.replay import apply, undo
from engine.referee.commit import asking, observed, stated
from engine.referee.patience import LOOKS_DOUBTFUL, LOOKS_ILLEGAL, ask
from engine.referee.sentences import say
from engine.referee.values import NO_DOUBT, Answer, Outcome, Referee, Say, TypedAction, Undo
from engine.referee.word_back import in_one_phrase

if TYPE_CHECKING:
    from engine.inference import Reading
    from engine.inference.story import Step
    from engine.match import Position
    from engine.observation import Observation
    from engine.record.records import Record
    from engine.ruleset import Ruleset

MOST_TAKEN_BACK = 4
"""How many acts the table may go back at once."""


def levels_back(referee: Referee, look: Observation) -> int:
    """How many acts back the match was as this look shows it; 0 if it never was. Acts with dice are not undone so."""
    match, now = referee.match, referee.match.position
    if now is None:
        return 0
    for level in range(1, MOST_TAKEN_BACK + 1):
        if match.last is None or match.last.rolled or match.last.notation == "correction":
            return 0
        match = undo(match)
        if match.position is None:
            return 0
        if _shows(match.position, now, look):
            return level
    return 0


def levels_back_and_on(rules: Ruleset, referee: Referee, look: Observation) -> int:
    """How many acts are taken back where something else was done under the same hand; 0 if nothing shows that.

    All that these acts moved lies as it did before them, and what lies elsewhere is legal from there.
    """
    match, now = referee.match, referee.match.position
    for level in range(1, MOST_TAKEN_BACK + 1):
        if now is None or match.last is None or match.last.rolled or match.last.notation == "correction":
            return 0
        match = undo(match)
        if match.position is None:
            return 0
        reading = read(match.position, Table.of(match.position), look)
        if _lies_again(match.position, now, reading):
            found = explain(rules, match.position, Table.of(match.position), reading, accuse=False)
            if found.best is not None and found.best.steps and not found.ambiguous:
                return level
    return 0


def _lies_again(before: Position, now: Position, reading: Reading) -> bool:
    """Whether everything that moved since an earlier position is seen where that has it."""
    moved = {piece for piece, _ in before.pieces.items() ^ now.pieces.items()}
    back = all(reading.where.get(piece) == before.pieces.get(piece) for piece in moved)
    rolled = before.ball_space != now.ball_space
    return back and (not rolled or reading.ball == before.ball_space) and bool(moved or rolled)


def _shows(before: Position, now: Position, look: Observation) -> bool:
    """Whether a look shows an earlier position: nothing lies otherwise, and something that was moved since lies there.

    What is not seen may lie anywhere.
    """
    table = Table.of(before)
    reading = read(before, table, look)
    if any(difference.seen is not None for difference in differences(before, table, reading)):
        return False
    if reading.strays or any(before.pieces.get(piece) != now.pieces.get(piece) for piece in reading.missing):
        return False
    back = any(reading.where.get(piece) == space != now.pieces.get(piece) for piece, space in before.pieces.items())
    return back or (reading.ball is not None and reading.ball == before.ball_space != now.ball_space)


def take_back(
    rules: Ruleset, referee: Referee, look: Observation, levels: int, otherwise: tuple[Step, ...] = ()
) -> Outcome:
    """Undo that many acts once two looks agree. ``otherwise`` is what may have been done instead: one key says so."""
    doubt = referee.doubt.again(("taken back", levels), look.t)
    if doubt.looks < LOOKS_DOUBTFUL:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"), (observed(look),))
    match = referee.match
    names: list[str] = []
    records: list[Record] = [observed(look)]
    for _ in range(levels):
        assert match.last is not None  # noqa: S101 - levels_back counted them
        undone = Undone(notation=match.last.notation, source="seen")
        match = apply(rules, match, undone)
        names.append(undone.notation)
        records += [undone, stated(rules, match)]
    assert match.position is not None  # noqa: S101 - an undo leads to a position
    after = replace(
        referee, match=match, table=Table.of(match.position), dice=settle(referee.dice, look.dice), doubt=NO_DOUBT,
        announced=(),
    )  # fmt: skip
    text = say("back.seen", acts=", ".join(names))
    acts = [format_action(step) for step in otherwise if isinstance(step, Action)]
    given = tuple(TypedAction(act) for act in (*reversed(names), *acts))
    no = (Answer(say("back.no", acts=" ".join(acts)), given),) if acts else ()
    return asking(Outcome(after, tuple(records), (Say("note", text, answers=no),)))


def or_taken_back(referee: Referee, look: Observation, outcome: Outcome) -> Outcome:
    """The outcome of an act after which all lies as it did before the one before it: one key says that was undone.

    ``referee`` is as it was before that act.
    """
    if not outcome.says or outcome.says[-1].answers or levels_back(referee, look) != 1:
        return outcome
    yes = Answer(say("back.yes"), (Undo(), Undo()))
    return replace(outcome, says=(*outcome.says[:-1], replace(outcome.says[-1], answers=(yes,))))


def offer_back(rules: Ruleset, referee: Referee, look: Observation) -> Outcome | None:
    """Ask whether what was let stand or corrected is taken back, where the table lies as before it; None elsewhere.

    It is asked, for people agreed on it: what they agreed on is not undone by a hand alone, nor is the hand accused.
    """
    last = referee.match.last
    if last is None or last.changes is None or last.source != "correction" or last.rolled:
        return None
    table = Table.of(last.before)
    if differences(last.before, table, read(last.before, table, look)):
        return None
    doubt = referee.doubt.again(("offered back", last.changes), look.t)
    if doubt.looks < LOOKS_ILLEGAL:
        return Outcome(replace(referee, doubt=doubt, eye="SETTLING"), (observed(look),))
    act = in_one_phrase(rules, (last,))
    likely = (Answer(say("back.offer.yes", act=act), (Undo(),)),)
    return ask(replace(referee, doubt=doubt), look, say("back.offer", act=act), likely)
