"""The session and dice that are not read from the table: from a file, or typed."""

from pathlib import Path

import pytest

from engine.games import load_ruleset
from engine.match import Roll
from engine.record.reader import read_log
from engine.record.records import Acted, Ended, Rolled
from engine.record.verify import verify
from engine.referee import TypedAction, TypedRoll
from referee_tui.following.dice_option import DiceError, read_rolls
from referee_tui.following.session import Session
from tests.engine.tables import seen
from tests.session.fakes import HAND, PIECES, Film, FilmEyes, Shot, loader

RULES = load_ruleset("regista")
ROOT = Path(__file__).parents[2]


def test_dice_from_a_file_answer_in_their_order(log: Path, tmp_path: Path) -> None:
    rolls = tmp_path / "rolls.txt"
    rolls.write_text("# the deviations of two long passes\n6\n\n2\n")
    lying = seen({**PIECES, "B9": "J11", "B8": "E13"}, "J11")
    film = Film([Shot(4.0, lying)])
    acts = iter(["B9>F13", "B8-E14", "B8>E18"])
    with Session(film, RULES, log, eyes=FilmEyes(film), dice=str(rolls)) as session:
        for update in session:
            if update.position is not None and (act := next(acts, None)):
                session.give(TypedAction(act))
    grid, chart = RULES.board.grid, RULES.board.deviation
    assert grid.step("F13", chart[5]) == "E14"
    assert [(r.source, r.faces) for r in read_log(log).records if isinstance(r, Rolled)] == [
        ("typed", [6]),
        ("typed", [2]),
    ]
    assert session.referee.position is not None
    assert session.referee.position.ball == grid.step("E18", chart[1])


@pytest.mark.parametrize(
    ("text", "line"), [("5 2\n4\n", 1), ("# for the pass\n\n[1, 1]\n4\n", 3)], ids=["a duel", "two dice"]
)
def test_dice_of_a_file_that_do_not_fit_stop_the_match_at_their_line(
    log: Path, tmp_path: Path, text: str, line: int
) -> None:
    """The dice after them were meant for something else: none of them is tried."""
    rolls = tmp_path / "rolls.txt"
    rolls.write_text(text)
    far = {**PIECES, "B9": "J11"}
    film = Film([Shot(1.5, seen(far, "J11")), HAND, Shot(1.0, seen(far, "F13"))])
    session = Session(film, RULES, log, eyes=FilmEyes(film), dice=str(rolls))
    with pytest.raises(DiceError, match=rf"rolls\.txt, line {line}: these dice do not answer"), session:
        list(session)
    records = list(read_log(log).records)
    assert [r.notation for r in records if isinstance(r, Acted)] == ["B9>F13"]
    assert [r for r in records if isinstance(r, Rolled)] == []
    assert isinstance(records[-1], Ended)
    assert f"line {line}" in records[-1].reason
    assert verify(log, loader)


def test_asked_dice_are_not_read_from_the_table(log: Path) -> None:
    thrown = seen({**PIECES, "B9": "J11"}, "F13", (("B", 1, 250.0, 340.0),))
    film = Film([Shot(1.5, seen({**PIECES, "B9": "J11"}, "J11")), HAND, Shot(1.0, thrown), HAND, Shot(1.0, thrown)])
    with Session(film, RULES, log, eyes=FilmEyes(film), dice="ask") as session:
        last = None
        for last in session:
            if last.eye == "ASKING" and last.t > 3.0:
                break
        assert last is not None
        assert "Roll the die" in last.reason
        assert [r for r in read_log(log).records if isinstance(r, Rolled)] == []
        session.give(TypedRoll(Roll(faces=(4,))))
        list(session)
    assert [(r.source, r.faces) for r in read_log(log).records if isinstance(r, Rolled)] == [("typed", [4])]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7\n", "line 1"),
        ("3\nabc\n", "line 2"),
        ("1 2 3 4\n", "line 1"),
        ('{"B": 9, "R": 1}', "line 1"),
        ("[[1]]", "line 1"),
    ],
)
def test_a_file_of_rolls_that_cannot_be_used_says_where(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "rolls.txt"
    path.write_text(text)
    with pytest.raises(DiceError, match=words):
        read_rolls(path)


def test_a_file_of_rolls_in_every_form(tmp_path: Path) -> None:
    path = tmp_path / "rolls.txt"
    path.write_text('3\n5 2\n{"B": 1, "R": 6}\n[4, 4]\n')
    rolls = read_rolls(path)
    assert [roll.where for roll in rolls] == [f"{path}, line {number}" for number in (1, 2, 3, 4)]
    first, second, third, fourth = (roll.roll for roll in rolls)
    assert (first.faces, second.duel, third.duel, fourth.faces) == ((3,), (5, 2), (1, 6), (4, 4))
