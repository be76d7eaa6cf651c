"""Discs that clearly show another number than the piece they are taken for: swapped, replaced, or read wrongly.

Who a disc is is known from where it came; a number that speaks against it once is a misreading. One that goes on
speaking against it, look after look, is worth one question that does not hold play up. A substitution that the rules
allow is told by itself where the piece that went off is seen beside the field.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

from engine.match import Action, MalformedError, team_of
from engine.notation import format_action
from engine.record.errors import ReplayError
from engine.record.records import Ruled
from engine.record.replay import correct
from engine.referee.commit import asking, observed, told
from engine.referee.corrections import say_stands
from engine.referee.counting import used_up
from engine.referee.overruling import overruled
from engine.referee.policy import AGREED, BY_POLICY
from engine.referee.sentences import say
from engine.referee.substitutes import CLEAR, beside, substitutes
from engine.referee.values import Answer, Correction, Outcome, Referee, Say, TypedCorrection, Worn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.match import PieceId, Position
    from engine.observation import Observation
    from engine.record.records import Record
    from engine.ruleset import Refusal, Ruleset

LOOKS_SWAPPED = 12
"""Looks for discs that show each other's number, on one table: two misreadings that fit each other are rare."""

LOOKS_STRANGE = 40
"""Looks for a single number that is not on the field: what spoils one look at a table that lies still, a glare on the
figure or a worn print, spoils the next as well."""

LOOKS_STRANGE_AGAIN = 12
"""The same once it has been read so on two tables: a hand was there in between, or the disc lies elsewhere. Also where
the other piece is seen beside the field: two discs that fit each other are hardly both misread."""

SUBSTITUTIONS = "sub."
"""How the ids of the rules of substitutions begin."""


def who_is_who(rules: Ruleset, before: Referee, outcome: Outcome, look: Observation) -> Outcome:
    """The outcome of a look, with what numbers say that go on speaking against a name.

    ``before`` is the referee before it.
    """
    if look.occluded:
        touched = tuple(replace(worn, lay=None) for worn in outcome.referee.worn)
        return replace(outcome, referee=replace(outcome.referee, worn=touched))
    after = outcome.referee
    if after.position is None or after.held or after.announced or rules.counter(after.position).over:
        return outcome
    if after.eye not in {"IN STEP", "ASKING"}:
        return outcome
    after = replace(after, worn=tuple(_worn_now(after, look)))
    outcome = replace(outcome, referee=after)
    if outcome.says or after.match is not before.match:
        # One thing at a time.
        return outcome
    return _swapped(outcome, look) or _strange(rules, outcome, look) or outcome


def by_word(before: Referee, outcome: Outcome) -> Outcome:
    """The outcome of a correction: what people have said of pieces is not asked once more."""
    after = outcome.referee
    last = after.match.last
    if (
        after.match is before.match
        or last is None
        or not isinstance(pieces := (last.changes or {}).get("pieces"), dict)
    ):
        return outcome
    return replace(outcome, referee=replace(after, doubted=after.doubted | {*permutations(pieces, 2)}))


def _worn_now(referee: Referee, look: Observation) -> Iterator[Worn]:
    """The runs of looks after one more: a disc that shows clearly who it is taken for ends its run."""
    known = {worn.piece: worn for worn in referee.worn}
    clear = _clear(referee, look)
    for piece, worn in known.items():
        if piece not in clear and piece in referee.table.pieces:
            yield worn
    for piece, shown in clear.items():
        if shown == piece:
            continue
        worn = known.get(piece, Worn(piece, shown))
        if worn.shown != shown:
            worn = Worn(piece, shown)
        tables = worn.tables + (worn.lay is None or worn.lay != referee.table.pieces.get(piece))
        seen = worn.seen.again((piece, shown), look.t)
        yield replace(worn, seen=seen, tables=tables, lay=referee.table.pieces.get(piece))


def _clear(referee: Referee, look: Observation) -> Mapping[PieceId, PieceId]:
    """What discs show that were read clearly, by the piece that they are taken for."""
    at = {space: piece for piece, space in referee.table.pieces.items()}
    lying = [disc.space for disc in look.pieces]
    found: dict[PieceId, PieceId] = {}
    for disc in look.pieces:
        piece = at.get(disc.space or "")
        if piece is None or disc.number is None or disc.confidence < CLEAR or lying.count(disc.space) > 1:
            continue
        if team_of(piece) == disc.team:
            found[piece] = disc.piece
    return found


def _swapped(outcome: Outcome, look: Observation) -> Outcome | None:
    """Ask about two discs of a side that go on showing each other's number."""
    referee, position = outcome.referee, outcome.referee.position
    # After a goal nobody has a place in the match until both sides have lined up, though all lie where they lay.
    if position is None or not position.pieces:
        return None
    worn = {one.piece: one for one in referee.worn if one.piece in position.pieces}
    for one in worn.values():
        two = worn.get(one.shown)
        if two is None or two.shown != one.piece or min(one.seen.looks, two.seen.looks) < LOOKS_SWAPPED:
            continue
        if (one.piece, one.shown) in referee.doubted:
            continue
        spaces = referee.table.pieces
        text = say(
            "who.swapped", one=one.piece, two=two.piece, one_on=spaces[two.piece], two_on=spaces[one.piece]
        )  # fmt: skip
        likely = (
            Answer(say("answer.who.swapped"), (TypedCorrection(f"{one.piece}={two.piece}"),)),
            _as_told(referee, one.piece, two.piece),
        )
        pairs = {(one.piece, two.piece), (two.piece, one.piece)}
        return _asked(outcome, look, Say("ask", text, spaces[one.piece], answers=likely), pairs)
    return None


def _strange(rules: Ruleset, outcome: Outcome, look: Observation) -> Outcome | None:
    """Ask about a disc that goes on showing a number which is not on the field, or tell of the substitution."""
    referee, position = outcome.referee, outcome.referee.position
    if position is None:
        return None
    for worn in referee.worn:
        looks = LOOKS_STRANGE if worn.tables == 1 else LOOKS_STRANGE_AGAIN
        off, on = worn.piece, worn.shown
        if on in position.pieces or off not in position.pieces or (off, on) in referee.doubted:
            continue
        gone = beside(look, off)
        if worn.seen.looks < (LOOKS_STRANGE_AGAIN if gone else looks):
            continue
        fault = _fault(rules, position, off, on)
        if gone and fault is None:
            return _substituted(rules, outcome, look, off, on)
        if gone and fault is not None and fault.rule.startswith(SUBSTITUTIONS):
            return _not_allowed(rules, outcome, look, Action("substitute", piece=off, other=on), fault)
        return _asked(outcome, look, _is_it(rules, referee, off, on, fault), {(off, on)})
    return None


def _fault(rules: Ruleset, position: Position, off: PieceId, on: PieceId) -> Refusal | None:
    """What the rules have against a substitution now; None if nothing."""
    verdict = rules.act(position, Action("substitute", piece=off, other=on))
    return None if verdict else verdict


def _not_allowed(rules: Ruleset, outcome: Outcome, look: Observation, action: Action, fault: Refusal) -> Outcome:
    """A substitution that the rules do not allow now: named, and put back or let stand; play is not held up for it."""
    referee, off, on = outcome.referee, action.piece or "", action.other or ""
    assert referee.position is not None  # noqa: S101 - it was judged in it
    word, space, act = referee.policy.of(fault.rule), referee.table.pieces[off], format_action(action)
    ruling = Ruled(verdict="illegal", rule=fault.rule, reason=fault.reason, notation=act)
    records = (*outcome.records, observed(look), ruling)
    text = say("illegal", act=act, reason=fault.reason, rule=fault.rule)
    after = replace(referee, doubted=referee.doubted | {(off, on)})
    places: dict[str, Any] = {"pieces": {off: None, on: referee.position.pieces[off]}}
    try:
        changes = places | used_up(rules, referee.position, action, places)
    except (MalformedError, ReplayError):
        return Outcome(
            after, records, (*outcome.says, Say("illegal", say("illegal.back", illegal=text), space, fault.rule))
        )
    if word in {"accept", "log"}:
        stands = overruled(rules, after, changes, BY_POLICY, {off: on}, told=say_stands(BY_POLICY, changes))
        named = (Say("illegal", say("illegal.stands", illegal=text), space, fault.rule), *stands.says)
        return Outcome(stands.referee, (*records, *stands.records), (*outcome.says, *(() if word == "log" else named)))
    told_as = say("illegal.back" if word == "refuse" else "illegal.accept", illegal=text)
    likely = () if word == "refuse" else (Answer(say("answer.stands"), (Correction(changes, AGREED),)),)
    return Outcome(after, records, (*outcome.says, Say("illegal", told_as, space, fault.rule, likely)))


def _substituted(rules: Ruleset, outcome: Outcome, look: Observation, off: PieceId, on: PieceId) -> Outcome:
    """The substitution told as what was done."""
    referee = outcome.referee
    match, records, says = told(rules, referee.match, [Action("substitute", piece=off, other=on)], "seen")
    pieces = {on if piece == off else piece: space for piece, space in referee.table.pieces.items()}
    after = replace(
        referee,
        match=match,
        table=replace(referee.table, pieces=pieces),
        worn=tuple(worn for worn in referee.worn if worn.piece != off),
        told=(),
        doubted=referee.doubted | {(off, on)},
    )
    return asking(Outcome(after, (*outcome.records, observed(look), *records), tuple(says)))


def _is_it(rules: Ruleset, referee: Referee, off: PieceId, on: PieceId, fault: Refusal | None) -> Say:
    """The question who a disc is that shows a number which is not on the field."""
    assert referee.position is not None  # noqa: S101 - it is asked of a match under way
    space = referee.table.pieces[off]
    text = say("who.strange", space=space, piece=off, shown=on)
    likely = [_as_told(referee, off)]
    if fault is None:
        likely += substitutes((Action("substitute", piece=off, other=on),))
    elif _may_be_called(rules, referee.position, off, on):
        if fault.rule.startswith(SUBSTITUTIONS):
            text = say("who.no_substitution", space=space, piece=off, shown=on, why=fault.reason, rule=fault.rule)
        likely.append(Answer(say("answer.who.is", piece=on), (TypedCorrection(f"{off}={on}"),)))
    return Say("ask", text, space, answers=tuple(likely))


def _may_be_called(rules: Ruleset, position: Position, off: PieceId, on: PieceId) -> bool:
    """Whether the game has a position in which one piece stands for another."""
    try:
        correct(rules, position, {"pieces": {off: None, on: position.pieces[off]}})
    except (MalformedError, ReplayError):
        return False
    return True


def _as_told(referee: Referee, *pieces: PieceId) -> Answer:
    """The answer that discs are who they are taken for, which the log keeps."""
    assert referee.position is not None  # noqa: S101 - it is asked of a match under way
    text = say("answer.who.both" if len(pieces) > 1 else "answer.who.is", piece=pieces[0], other=pieces[-1])
    stays = {piece: referee.position.pieces[piece] for piece in pieces}
    return Answer(text, (Correction({"pieces": stays}, str(text)),))


def _asked(outcome: Outcome, look: Observation, said: Say, pairs: set[tuple[PieceId, PieceId]]) -> Outcome:
    """The question, once; whatever is answered, it is not asked again."""
    after = replace(outcome.referee, doubted=outcome.referee.doubted | pairs)
    ruling: tuple[Record, ...] = (observed(look), Ruled(verdict="unsure", reason=said.text))
    return Outcome(after, (*outcome.records, *ruling), (*outcome.says, said))
