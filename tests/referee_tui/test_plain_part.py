"""``watch --plain``: everything that a screen would show in lines, and what is typed is taken in."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from functools import partial
from importlib import resources
from itertools import count
from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.match import Position, Roll
from engine.record.reader import read_log
from engine.record.records import Acted, Rolled, Undone
from engine.record.verify import verify
from engine.referee import Accept, Consent, TypedAction, TypedRoll, Undo
from engine.referee.values import Answer, Say
from engine.texts import ENGLISH, read_texts
from referee_tui import cli
from referee_tui.audience import Audience
from referee_tui.commands.demo import DEFAULT, clip_of
from referee_tui.following.lined_up import lined_up
from referee_tui.following.session import Session
from referee_tui.plain import _meant, take_part
from referee_tui.plain_board import board_lines
from referee_tui.plain_standing import NOTHING_TOLD, Standing, news
from referee_tui.texts import ROOT, texts
from referee_tui.typed_lines import MOST_BYTES, TOO_LONG, TypedLines
from tests.engine.tables import seen
from tests.session.fakes import HAND, PASSED, START, Film, FilmEyes, Shot, loader
from vision.sources.none import NoCamera

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.referee import Input

RULES = load_ruleset("regista")
SAY = texts("plain")
QUESTION = (Answer("B9 passed to H8", (TypedAction("B9>H8"),)), Answer("B9 moved", (TypedAction("B9-H10"),)))
BEGUN = Standing("IN STEP", "", (), "Score: blue 0, red 0", "turn 1 of 15, blue to play")
REST = (BEGUN.answers, BEGUN.score, BEGUN.turn)


@pytest.mark.parametrize(
    ("before", "now", "says", "lines"),
    [
        (NOTHING_TOLD, BEGUN, (), ["Score: blue 0, red 0", "turn 1 of 15, blue to play", "IN STEP"]),
        (BEGUN, BEGUN, (), []),
        (BEGUN, BEGUN, (Say("action", "B9!H22"), Say("goal", "Goal for Blue")), ["B9!H22 · Goal for Blue"]),
        (BEGUN, Standing("HAND", "a hand is over the table", *REST), (), ["HAND"]),
        (Standing("HAND", "", *REST), Standing("SETTLING", "a shadow lies on the table", *REST), (), []),
        (Standing("SETTLING", "", *REST), BEGUN, (), ["IN STEP"]),
        (
            BEGUN,
            Standing("ASKING", "Which was it?", QUESTION, BEGUN.score, BEGUN.turn),
            (Say("ask", "Which was it?"),),
            ["ASKING: Which was it?", "1  B9 passed to H8", "2  B9 moved"],
        ),
        (BEGUN, Standing("NO BOARD", "no marker is in view", *REST), (), ["NO BOARD: no marker is in view"]),
    ],
)
def test_what_is_new_is_told_and_nothing_twice(
    before: Standing, now: Standing, says: tuple[Say, ...], lines: list[str]
) -> None:
    told = list(news(before, now, 64.0, says, SAY))
    assert [line[9:] for line in told] == lines
    assert all(line[:9] in {"   1:04  ", " " * 9} for line in told)


@pytest.mark.parametrize(
    ("text", "likely", "meant"),
    [
        ("1", QUESTION, (TypedAction("B9>H8"),)),
        ("2", QUESTION, (TypedAction("B9-H10"),)),
        # No such answer: a die, as everywhere else.
        ("3", QUESTION, (TypedRoll(Roll(faces=(3,))),)),
        ("4", (), (TypedRoll(Roll(faces=(4,))),)),
        ("dice 1", QUESTION, (TypedRoll(Roll(faces=(1,))),)),
        ("undo", (), (Undo(),)),
        ("accept", QUESTION, (Accept(),)),
        ("b", (), (Consent("B"),)),
        ("b9>h8", (), (TypedAction("B9>H8"),)),
        ("", QUESTION, ()),
        ("   ", (), ()),
    ],
)
def test_a_line_means_what_it_means_on_the_screen(
    text: str, likely: tuple[Answer, ...], meant: tuple[Input, ...]
) -> None:
    assert _meant(text.strip(), likely) == meant


def followed(log: Path, shots: list[Shot], typed: dict[int, list[str]], language: str = ENGLISH) -> list[str]:
    """The lines of a film that is followed; ``typed`` are the lines that come with each update, by its number."""
    film = Film(shots)
    said: list[str] = []
    count = iter(range(10_000))

    def lines() -> Iterator[str]:
        yield from typed.get(next(count), ())

    with Session(film, RULES, log, eyes=FilmEyes(film)) as session:
        take_part(session, said.append, lines, language=language)
    assert verify(log, loader)
    return said


def test_a_match_is_told_in_lines_without_anything_that_steers_a_terminal(tmp_path: Path) -> None:
    said = followed(tmp_path / "m.touchline.jsonl", [Shot(1.5, START), HAND, Shot(1.5, PASSED)], {})
    told = [line.strip().partition("  ")[2] for line in said]
    wanted = [
        "Score: blue 0, red 0",
        "turn 1 of 15, blue to play",
        "IN STEP",
        "HAND",
        "B9>H8 · B8 has the ball",
        "IN STEP",
    ]
    assert [text for text in told if text in wanted] == wanted
    assert all(line.isprintable() for line in said)


def test_a_line_that_is_too_long_is_said_not_to_count_and_the_next_one_counts(tmp_path: Path) -> None:
    log = tmp_path / "m.touchline.jsonl"
    said = followed(log, [Shot(4.0, START)], {15: [TOO_LONG, "B9>H8"]})
    assert [line for line in said if "bytes" in line] == [
        f"A line of more than {MOST_BYTES} bytes is nothing that can be typed here; it was not taken."
    ]
    assert [record.notation for record in read_log(log).records if isinstance(record, Acted)] == ["B9>H8"]


def test_what_is_typed_is_ruled_on_and_written_down(tmp_path: Path) -> None:
    log = tmp_path / "m.touchline.jsonl"
    said = followed(log, [Shot(4.0, START)], {15: ["B9>H8\x1b[2J"], 18: ["B9>H8"], 25: ["undo"]})
    records = list(read_log(log).records)
    assert [record.source for record in records if isinstance(record, Acted)] == ["typed"]
    assert [record.notation for record in records if isinstance(record, Undone)] == ["B9>H8"]
    assert all(line.isprintable() for line in said)


def test_where_things_stand_can_be_asked(tmp_path: Path) -> None:
    said = followed(tmp_path / "m.touchline.jsonl", [Shot(3.0, START)], {0: ["?"], 20: ["?"]})
    first = next(n for n, line in enumerate(said) if line == "No match has begun yet.")
    assert said[first - 1].startswith(("NO BOARD", "SETTLING"))
    again = [n for n, line in enumerate(said) if line == "Score: blue 0, red 0"]
    assert said[again[0] - 1] == "IN STEP"
    assert said[again[0] + 1] == "turn 1 of 15, blue to play"
    assert "fix B7 H10" in said[again[0] + 2]


def test_after_full_time_nobody_is_on_turn_any_more(tmp_path: Path) -> None:
    said, lines = list[str](), iter([["fix turn 15"], ["B9>H8"], ["end"], ["end"], ["?"]])
    start, log = lined_up(RULES), tmp_path / "m.touchline.jsonl"
    film = NoCamera(partial(next, count(0.0, 10.0)))
    with Session(film, RULES, log, eyes=FilmEyes(Film([])), start=start) as session:
        take_part(session, said.append, lambda: next(lines, ["quit"]))
    assert "turn 15 of 15, red to play" in [line.strip().partition("  ")[2] for line in said]
    assert said[said.index("Score: blue 0, red 0") + 1] == "The match is over."


def test_a_table_that_the_camera_finds_after_a_knock_can_be_accepted_by_its_number(tmp_path: Path) -> None:
    elsewhere = {"B1": "H2", "B9": "D11", "B8": "D8", "R1": "F21", "R9": "D14", "R8": "D15"}
    knocked = Shot(6.0, seen(elsewhere, "D11"), knocked=True, camera_x_mm=14.0)
    said = followed(tmp_path / "m.touchline.jsonl", [Shot(1.5, START), knocked], {45: ["1"]})
    differs = next(n for n, line in enumerate(said) if "OUT OF STEP: " in line)
    assert said[differs + 1].strip() == "1  Let it stand: both sides agree"
    assert said[-1].endswith("IN STEP")


def test_lines_are_in_the_language_that_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "de").mkdir()
    for section in ("plain.toml", "common.toml"):
        copied = (ROOT / "en" / section).read_text(encoding="utf-8")
        (tmp_path / "en" / section).write_text(copied, encoding="utf-8")
    (tmp_path / "de" / "plain.toml").write_text('score = "Spielstand: {B} zu {R}"', encoding="utf-8")
    monkeypatch.setattr("referee_tui.plain.texts", partial(read_texts, tmp_path))
    said = followed(tmp_path / "m.touchline.jsonl", [Shot(1.5, START)], {}, language="de")
    assert [line[9:] for line in said if "Spielstand" in line] == ["Spielstand: 0 zu 0"]


def test_german_lines_are_german_from_the_score_to_the_eye(tmp_path: Path) -> None:
    said = followed(tmp_path / "m.touchline.jsonl", [Shot(4.0, START), HAND], {15: ["B9>H8", "board", "?"]}, "de")
    told = [line.strip().partition("  ")[2] or line for line in said]
    wanted = [
        "Spielstand: Blau 0, Rot 0",
        "Zug 1 von 15, Blau ist am Zug",
        "IM TAKT",
        "B9>H8 · B8 hat den Ball",
        "Blau: B1 auf H2, B8 auf H8, B9 auf H11",
        "HAND",
    ]
    assert [line for line in told if line in wanted][:4] == wanted[:4]
    assert set(wanted) <= set(told)
    assert not [line for line in told for word in ("blue", "red ", "IN STEP", "ASKING", "OUT OF STEP") if word in line]


def test_dice_are_typed(tmp_path: Path) -> None:
    log = tmp_path / "m.touchline.jsonl"
    said = followed(log, [Shot(5.0, START)], {15: ["B9>H6"], 20: ["?"], 25: ["6"]})
    assert [record.faces for record in read_log(log).records if isinstance(record, Rolled)] == [[6]]
    assert any("Roll the die for the deviation: Blue" in line for line in said)


def test_pausing_and_leaving(tmp_path: Path) -> None:
    log = tmp_path / "m.touchline.jsonl"
    said = followed(log, [Shot(3.0, START), HAND, Shot(3.0, PASSED)], {14: ["pause", "quit"], 99: ["never"]})
    assert [line for line in said if not line.startswith(" ")][1:] == [
        "Pausing: nothing is read until you type pause again.", "Leaving; the log is complete.",
    ]  # fmt: skip
    assert not [record for record in read_log(log).records if isinstance(record, Acted)]


def test_lines_that_come_at_once_are_answered_one_by_one_and_none_after_leaving(tmp_path: Path) -> None:
    log = tmp_path / "m.touchline.jsonl"
    at_once = ["B9>H8", "board", "undo", "board", "B9>H6", "?", "6", "report", "quit", "board", "B8>H11"]
    said = followed(log, [Shot(4.0, START)], {15: at_once})
    told = [line if line.startswith("Ball") else line.strip().partition("  ")[2] or line for line in said]
    expected = [
        "B9>H8 · B8 has the ball",
        "Ball: B8 has it on H8",
        "B9>H8 is taken back",
        "Ball: B9 has it on H11",
        "ASKING: Put the ball on H6; Roll the die for the deviation: Blue",
        "ASKING: Put the ball on H6; Roll the die for the deviation: Blue",
        "A report is being saved.",
        "Leaving; the log is complete.",
    ]
    assert [line for line in told if line in expected] == expected
    assert said[-1] == "Leaving; the log is complete."
    assert [record.faces for record in read_log(log).records if isinstance(record, Rolled)] == [[6]]


def test_an_answer_is_to_the_question_before_it_also_where_both_come_at_once(tmp_path: Path) -> None:
    elsewhere = {"B1": "H2", "B9": "D11", "B8": "D8", "R1": "F21", "R9": "D14", "R8": "D15"}
    knocked = Shot(6.0, seen(elsewhere, "D11"), knocked=True, camera_x_mm=14.0)
    said = followed(tmp_path / "m.touchline.jsonl", [Shot(1.5, START), knocked], {45: ["1", "board"]})
    assert "Blue: B1 on H2, B8 on D8, B9 on D11" in said
    assert "Ball: B9 has it on D11" in said


def test_what_is_typed_as_a_recording_ends_is_taken_in_to_its_last_line(tmp_path: Path) -> None:
    log = tmp_path / "m.touchline.jsonl"
    last = round(2.0 * 10) - 1
    followed(log, [Shot(2.0, START)], {last: ["B9>H8", "undo", "B9>H6"]})
    assert [record.notation for record in read_log(log).records if isinstance(record, Acted)] == ["B9>H8", "B9>H6"]


@pytest.mark.parametrize(
    ("position", "lines"),
    [
        (None, ["No match has begun yet."]),
        (
            Position(pieces={"B10": "G11", "B9": "H11", "R1": "H21"}, ball="H11"),
            ["Blue: B9 on H11, B10 on G11", "Red: R1 on H21", "Ball: B9 has it on H11"],
        ),
        (
            Position(pieces={"B9": "H11"}, ball="C3"),
            ["Blue: B9 on H11", "Red: no pieces on the board", "Ball: free on C3"],
        ),
        (
            Position(pieces={}),
            ["Blue: no pieces on the board", "Red: no pieces on the board", "Ball: on no space"],
        ),
    ],
    ids=["no match", "held", "free", "bare"],
)
def test_where_everything_stands_is_told_by_side(position: Position | None, lines: list[str]) -> None:
    assert list(board_lines(position, SAY)) == lines


def test_where_everything_stands_is_told_with_the_names_of_sides_and_pieces() -> None:
    ann = Audience(names={"B": "Ann", "B9": "Miller"})
    blue, red, ball = board_lines(Position(pieces={"B9": "H11", "R1": "H21"}, ball="H11"), SAY, ann)
    assert blue == "Blue, Ann: B9 Miller on H11"
    assert red == "Red: R1 on H21"
    assert ball == "Ball: B9 Miller has it on H11"


def test_a_ball_whose_place_is_measured_is_told_in_millimetres_too() -> None:
    rules = load_ruleset("soccer-chess")
    position = rules.read_position(
        {**lined_up(rules), "pieces": {"B9": "WK14"}, "ball": [412.0, 305.4], "restart": None, "placing": False}
    )
    *_, ball = board_lines(position, texts("plain", "de"))
    assert ball == "Ball: frei auf EU15, 412 mm von Westen und 305 mm von Norden"


@pytest.mark.parametrize(
    ("written", "lines"),
    [
        (b"B9>H8\nundo\n", ["B9>H8", "undo"]),
        (b"?\r\nlast without a line feed", ["?\r", "last without a line feed"]),
        (b"x" * (MOST_BYTES + 1) + b"\nend\n", [TOO_LONG, "end"]),
        (b"x" * 3 * 4096 + b"\nend\n", [TOO_LONG, "end"]),
        (b"x" * 3 * 4096 + b"end", [TOO_LONG]),
        (b"\xff\xfe\n", ["\ufffd\ufffd"]),
        (b"", []),
    ],
    ids=["two", "unended", "long", "longer", "longer and unended", "no text", "nothing"],
)
def test_lines_are_taken_as_they_come_and_none_is_endless(written: bytes, lines: list[str]) -> None:
    read_end, write_end = os.pipe()
    before = set(threading.enumerate())
    came: list[bool] = []
    typed = TypedLines(read_end, lambda: came.append(True))
    os.write(write_end, written)
    os.close(write_end)
    for thread in set(threading.enumerate()) - before:
        thread.join(20)
    # Each line, and the end of all.
    assert len(came) == len(lines) + 1
    assert typed.over() is not bool(lines)
    assert list(typed.take()) == lines
    assert list(typed.take()) == []
    assert typed.over()
    os.close(read_end)


def test_score_and_turn_are_told_when_they_change() -> None:
    after = Standing("IN STEP", "", (), "Score: blue 1, red 0", "turn 2 of 15, red to play")
    assert [line[9:] for line in news(BEGUN, after, 0.0, (), SAY)] == [after.score, after.turn]


def test_it_is_plain_or_headless(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["watch", "x.mp4", "--plain", "--headless"]) == 2
    assert "choose one" in capfd.readouterr().err


def test_a_clip_is_refereed_with_somebody_who_types(tmp_path: Path) -> None:
    log = tmp_path / "match.touchline.jsonl"
    with resources.as_file(clip_of(DEFAULT)) as clip:
        command = [sys.executable, "-c", "from referee_tui.cli import main; main()", "watch", str(clip), "--plain",
                   "--dice", "ask", "--log", str(log)]  # fmt: skip
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as watch:
            assert watch.stdin is not None
            assert watch.stdout is not None

            def wait_for(words: str) -> str:
                assert watch.stdout is not None
                return next(line for line in watch.stdout if words in line)

            wait_for("IN STEP")
            print("B9xR9", file=watch.stdin, flush=True)
            assert "R9" in wait_for("B9xR9")
            print("?", file=watch.stdin, flush=True)
            wait_for("To be typed: ")
            print("B9>H8", file=watch.stdin, flush=True)
            wait_for("B9>H8")
            print("quit", file=watch.stdin, flush=True)
            out, err = watch.communicate()
    assert watch.returncode == 0
    assert f"Log: {log}" in out
    assert err == ""
    acts = [record for record in read_log(log).records if isinstance(record, Acted)]
    assert (acts[0].notation, acts[0].source) == ("B9>H8", "typed")
    assert verify(log, loader)


def test_a_shot_announced_by_voice_is_told_by_a_number(tmp_path: Path) -> None:
    rules, camera, said = load_ruleset("soccer-chess"), NoCamera(iter(range(10_000)).__next__), list[str]()
    typed = iter((["B9*"], ["ball@(840,310)"], ["1"], ["quit"]))
    start = {
        **lined_up(rules),
        "pieces": {"B9": "EK16", "R7": "EC5"},
        "ball": "EK16",
        "restart": None,
        "placing": False,
    }

    def lines() -> list[str]:
        camera.nudge()
        return next(typed, [])

    log = tmp_path / "m.touchline.jsonl"
    with Session(camera, rules, log, eyes=FilmEyes(Film([])), start=start) as session:
        take_part(session, said.append, lines)
    acts = [record.notation for record in read_log(log).records if isinstance(record, Acted)]
    assert acts == ["B9*", "ball@(840.0,310.0)", "B9!", "B9*", "ball@(840.0,310.0)"]
    asked = next(n for n, line in enumerate(said) if "No shot was announced" in line)
    assert "1  It was announced" in [line.strip() for line in said[asked:]]
    assert any("Goal for Blue" in line for line in said)
    assert verify(log, loader)
