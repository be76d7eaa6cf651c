"""After a goal without a camera: both sides are set up again by one answer."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.match import Roll
from engine.record.chronicle import chronicle_of
from engine.record.reader import read_log
from engine.record.records import Corrected
from engine.record.verify import verify
from engine.referee import TypedAction, TypedCorrection, TypedRoll, Undo
from engine.stats.quality import quality_of
from referee_tui.exports.table import csv_table
from referee_tui.following.lined_up import lined_up
from referee_tui.following.session import Session
from tests.session.fakes import loader
from tests.session.test_by_hand import NO_EYES, no_camera, say

if TYPE_CHECKING:
    from pathlib import Path

    from engine.referee import Input

GOALS: dict[str, tuple[Input, ...]] = {
    # B7 stands elsewhere than the formation has it, then Blue kicks off, and scores.
    "regista": (
        TypedCorrection("B7 C9"), TypedAction("B9>H10"), TypedCorrection("B9 H20, ball H20, R1 A20"),
        TypedAction("B9!H22"),
    ),
    "very-much": (
        TypedCorrection("B7 C9"), TypedAction("B9>E"), TypedRoll(Roll(faces=(3,))),
        TypedCorrection("B8 H21, ball H21, R1 A20"), TypedAction("B8>E"), TypedRoll(Roll(faces=(6,))),
    ),
    "soccer-fun": (
        TypedCorrection("B7 C9"), TypedAction("B9*1"), TypedRoll(Roll(faces=(1,))), TypedAction("B9>W"),
        TypedCorrection("turn B, B8 H22, ball H22, R1 A20"), TypedAction("B8*1"), TypedRoll(Roll(faces=(2,))),
        TypedAction("B8>E"),
    ),
    "soccer-chess": (
        TypedCorrection("B7 WC9"), TypedAction("B9!"), TypedAction("B9*"), TypedAction("ball@(850.0,320.0)"),
    ),
}  # fmt: skip
KICK_OFFS = {"regista": "R9>H12", "very-much": "R9>W", "soccer-fun": "R9*1", "soccer-chess": "R9*"}


@pytest.mark.parametrize("game", GOALS)
def test_after_a_goal_one_answer_sets_both_sides_up_for_the_kick_off(tmp_path: Path, game: str) -> None:
    rules, log = load_ruleset(game), tmp_path / "a.touchline.jsonl"
    start = lined_up(rules)
    with Session(no_camera(), rules, log, eyes=NO_EYES, start=start) as session:
        updates = iter(session)
        assert next(updates).answers == ()
        scored = say(session, updates, *GOALS[game])
        assert scored.position is not None
        assert (scored.position.score.B, dict(scored.position.pieces)) == (1, {})
        (answer,) = scored.answers
        assert "as at the start" in answer.text
        stands = say(session, updates, *answer.given)
        assert stands.position is not None
        assert (stands.answers, stands.undo) == ((), "the line-up")
        # Each stands as at the start, but the two that take the kick-offs.
        expected = {**start["pieces"], "B7": "WC9" if game == "soccer-chess" else "C9"}
        others = {piece: space for piece, space in expected.items() if piece not in {"B9", "R9", "B1", "R1"}}
        assert {piece: stands.position.pieces[piece] for piece in others} == others
        back = say(session, updates, Undo())
        assert [each.text for each in back.answers] == [answer.text]
        kicked = say(session, updates, *answer.given, TypedAction(KICK_OFFS[game]))
        assert kicked.undo == KICK_OFFS[game]
    assert verify(log, loader)
    read = read_log(log)
    assert [record.source for record in read.records if isinstance(record, Corrected)].count("typed") == 2
    rows = list(csv.DictReader(csv_table(chronicle_of("a", read.lines, loader)).splitlines()))
    assert all("?" not in row["outcome"] for row in rows)
    given = sum(isinstance(each, TypedCorrection) for each in GOALS[game])
    assert quality_of(chronicle_of("a", read.lines, loader)).corrections == given


def test_a_line_up_that_was_spoilt_before_the_first_kick_off_is_as_it_was_chosen(tmp_path: Path) -> None:
    rules = load_ruleset("regista")
    chosen = lined_up(rules, ("4-4-2a", "3-4-3"))
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=chosen) as session:
        updates = iter(session)
        update = say(session, updates, TypedCorrection("R3 off, B7 C1"))
        update = say(session, updates, *update.answers[0].given)
        assert update.position is not None
        assert update.position.pieces == chosen["pieces"]


def test_the_side_that_kicked_off_first_does_so_again(tmp_path: Path) -> None:
    rules = load_ruleset("regista")
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        began = next(updates).position
        assert began is not None
        update = say(
            session,
            updates,
            TypedAction("B9>H10"),
            TypedCorrection("turn R, R9 H3, ball H3, B1 A2, B3 A3"),
            TypedAction("R9!H0"),
        )
        update = say(session, updates, *update.answers[0].given)
        assert update.position is not None
        assert (update.position.pieces, update.position.turn, update.position.score.R) == (began.pieces, "B", 1)


def test_who_came_on_stands_where_the_one_stood_for_whom_it_came(tmp_path: Path) -> None:
    rules = load_ruleset("regista")
    with Session(no_camera(), rules, tmp_path / "a.jsonl", eyes=NO_EYES, start=lined_up(rules)) as session:
        updates = iter(session)
        began = next(updates).position
        assert began is not None
        off = next(piece for piece in began.pieces if piece[0] == "B" and piece not in {"B1", "B9"})
        on = next(piece for piece in ("B12", "B13", "B14", "B15") if piece not in began.pieces)
        given = (TypedAction("B9>H10"), TypedCorrection("turn R, R9 H3, ball H3, B1 A2, B3 A3"), TypedAction("R9!H0"))
        update = say(session, updates, TypedAction(f"{off}/{on}"), *given)
        update = say(session, updates, *update.answers[0].given)
        assert update.position is not None
        assert update.position.pieces == {**{p: s for p, s in began.pieces.items() if p != off}, on: began.pieces[off]}
