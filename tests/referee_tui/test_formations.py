"""``touchline formations``."""

from __future__ import annotations

import json

import pytest

from referee_tui import cli


def test_all_are_drawn_with_their_pieces_where_they_stand(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["formations", "regista"]) == 0
    text = capsys.readouterr().out
    titles = [line for line in text.splitlines() if "(GK" in line]
    assert len(titles) == 7
    assert titles[0].startswith("3-5-2  (GK 1 DF 3 MF 5 FW 2)")
    assert text.count("R9●") == 7
    rows = text.split("4-2-3-1")[1].splitlines()
    assert next(line for line in rows if line.startswith("N ")).split()[1:].count("▲B5") == 1


def test_one_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["formations", "regista", "3-4-3", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert (found["name"], found["counts"]["FW"], found["pieces"]["B1"]) == ("3-4-3", 3, "H1")


def test_masumes_are_drawn_on_its_squares(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["formations", "very-much"]) == 0
    text = capsys.readouterr().out
    assert [name for name in ("4-4-2", "3-5-2", "4-3-3") if f"\n{name}\n" in f"\n{text}"] == ["4-4-2", "3-5-2", "4-3-3"]
    assert text.count("R9●") == 3
    assert cli.run(["formations", "very-much", "4-3-3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pieces"]["B11"] == "M10"


def test_soccer_chess_line_ups_are_drawn_by_their_letters(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["formations", "soccer-chess", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["name"] for line in lines] == ["4-4-2", "3-5-2", "4-3-3"]
    assert lines[0]["pieces"]["B2"] == "WF4"
    assert cli.run(["formations", "soccer-chess", "3-5-2"]) == 0
    text = capsys.readouterr().out
    assert "  A  B  C" in text
    assert text.count("R9") == text.count("B9") == 1, "the red half lies beyond the 80th column"
    # Red's R9 stands on EU15 and reads that from its own side.
    assert next(line for line in text.splitlines() if "R9" in line).split()[-1] == "15"


def test_a_window_too_narrow_for_the_board_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.run(["formations", "soccer-chess", "3-5-2"]) == 0
    assert "the window is too narrow for the whole board, which takes 125 columns" in capsys.readouterr().err
    assert cli.run(["formations", "very-much", "3-5-2"]) == 0
    assert capsys.readouterr().err == ""


def test_soccer_funs_have_the_ball_on_their_number_nine(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["formations", "soccer-fun"]) == 0
    text = capsys.readouterr().out
    assert [name for name in ("4-4-2", "3-4-3", "5-3-2") if f"\n{name}\n" in f"\n{text}"] == ["4-4-2", "3-4-3", "5-3-2"]
    assert text.count("R9●") == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["regista", "9-1-1"], "there is no formation '9-1-1'"),
        (["football"], "'football' is not a game"),
        (["soccer-fun", "1-9"], "there is no formation '1-9'"),
    ],
)
def test_what_there_is_not(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    assert cli.run(["formations", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
