"""A match log as match texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game import Known
from engine.game_reader import GameTextError, read_games
from engine.game_text import write_game
from engine.games import load_ruleset
from engine.match import Roll
from engine.notation import parse_action
from engine.record.errors import LogError
from engine.record.records import FORMAT, Acted, Corrected, Header, Noted, Rolled, Ruled, Stated, Undone
from engine.record.replay import replay
from engine.record.retold import games_of, retell
from engine.record.writer import LogWriter

if TYPE_CHECKING:
    from pathlib import Path

    from engine.record.records import Record

RULES = load_ruleset("regista")
START = RULES.parse_position("1H2,9H11,8H8/1H21,4C18 H11 B 0-0 0-0")
HEADER = Header(
    format=FORMAT, game="regista", options=dict(RULES.options), board="regista-a2", software="touchline test",
    teams={"B": "Blue", "R": "Red"}, names={"B": "Ann", "R": "Bob"},
)  # fmt: skip
STATED = Stated(position=RULES.write_position(START))
RECORDS: list[Record] = [
    HEADER,
    STATED,
    Acted(notation="B9>H8", source="seen"),
    Acted(notation="B9-H12", source="seen"),
    Undone(notation="B9-H12", source="typed"),
    Ruled(verdict="illegal", rule="move.range", reason="B9 moved 4 spaces; a FW moves 3", notation="B9-H15"),
    Acted(notation="B8>H14", source="seen"),
    Rolled(source="seen", cause="deviation", faces=[6]),
    Noted(text="a lucky die"),
]


def saved(path: Path, records: list[Record]) -> Path:
    with LogWriter.create(path) as writer:
        writer.append(0.0, records)
    return path


def told(records: list[Record], tmp_path: Path) -> str:
    return retell(
        saved(tmp_path / "match.touchline.jsonl", records), lambda _, options: load_ruleset("regista", options=options)
    )


def test_what_was_taken_back_is_left_out_and_what_was_refused_is_said(tmp_path: Path) -> None:
    (game,) = read_games(told(RECORDS, tmp_path))
    assert [step.done for step in game.steps] == [parse_action("B9>H8"), parse_action("B8>H14"), Roll(faces=(6,))]
    assert game.position == replay(RULES, RECORDS).position
    assert game.headers == {"Blue": "Ann", "Red": "Bob"}
    assert game.steps[0].comment == "B9-H15 is refused: B9 moved 4 spaces; a FW moves 3"
    assert game.steps[-1].comment == "a lucky die"


def test_a_correction_begins_a_new_text(tmp_path: Path) -> None:
    corrected = Corrected(changes={"pieces": {"R4": "C17"}}, source="correction", reason="bumped")
    later: list[Record] = [*RECORDS, corrected, Acted(notation="B9-H12", source="typed")]
    first, second = read_games(told(later, tmp_path))
    assert len(first.steps) == 3
    assert second.start.pieces["R4"] == "C17"
    assert second.comment == "corrected: bumped"
    assert second.position == replay(RULES, later).position
    # Taking the correction back leads into the first text again.
    undone: list[Record] = [*RECORDS, corrected, Undone(notation="correction", source="typed")]
    (only,) = games_of(RULES, undone)
    assert only.position == first.position


def test_how_well_the_ball_is_measured_is_told_within_the_text() -> None:
    rules = load_ruleset("soccer-chess")
    start = rules.parse_position("9WU15,6WR12/4EN20 WU15 B 0-0 0-0")
    measured = [Corrected(changes={"measure": {"sd_mm": sd_mm}}, source="seen", reason="seen") for sd_mm in (0.7, 1.1)]
    records = [
        Stated(position=rules.write_position(start)),
        measured[0],
        Acted(notation="B9*", source="seen"),
        measured[1],
    ]
    (game,) = games_of(rules, records)
    assert [step.done for step in game.steps] == [Known("sd=0.7"), parse_action("B9*"), Known("sd=1.1")]
    assert game.position == replay(rules, records).position
    text = write_game(game)
    assert "1B: [sd=0.7] {corrected: seen} B9* [sd=1.1] {corrected: seen}" in text
    assert read_games(text) == (game,)
    # What no word says begins a text of its own.
    assert len(games_of(rules, [*records[:2], Corrected(changes={"measure": {"sd_mm": 0}}, source="typed")])) == 2


@pytest.mark.parametrize("word", ["[sd]", "[sd=much]", "[mood=good]", "[=]"])
def test_what_is_no_word_of_a_position_is_refused_with_its_line(word: str) -> None:
    text = f'[Game "soccer-chess"]\n[Start "9WU15/4EN20 WU15 B 0-0 0-0"]\n\n1B:\n{word} B9*\n'
    with pytest.raises(GameTextError, match="line 5: "):
        read_games(text)


def test_dice_are_taken_back_with_their_action() -> None:
    (game,) = games_of(RULES, [*RECORDS, Undone(notation="B8>H14", source="typed")])
    assert [step.done for step in game.steps] == [parse_action("B9>H8")]


@pytest.mark.parametrize("changes", [{"score": {"B": 0, "R": 0}}, {"ball": "H14"}, {"score": {"B": 1, "R": 0}}])
def test_a_correction_is_taken_back_while_dice_are_awaited(changes: dict[str, object]) -> None:
    # Some of these change nothing: the position before such a correction is the one after it.
    pending = [record for record in RECORDS if not isinstance(record, Rolled)]
    records: list[Record] = [
        *pending,
        Corrected(changes=changes, source="correction"),
        Undone(notation="correction", source="typed"),
        Rolled(source="typed", cause="deviation", faces=[2]),
    ]
    (game,) = games_of(RULES, records)
    assert [step.done for step in game.steps] == [parse_action("B9>H8"), parse_action("B8>H14"), Roll(faces=(2,))]
    records += [Undone(notation="B8>H14", source="typed"), Acted(notation="end", source="typed")]
    (game,) = games_of(RULES, records)
    assert [step.done for step in game.steps] == [parse_action("B9>H8"), parse_action("end")]
    assert game.position == replay(RULES, records).position


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([STATED], "no header"),
        ([HEADER], "no position yet"),
        ([HEADER, STATED, Acted(notation="R4-C17", source="seen")], "touchline log verify"),
    ],
)
def test_a_log_that_cannot_be_told(records: list[Record], words: str, tmp_path: Path) -> None:
    with pytest.raises(LogError, match=words):
        told(records, tmp_path)


def test_lines_are_counted_through_all_texts(tmp_path: Path) -> None:
    corrected = Corrected(changes={"pieces": {"R4": "C17"}}, source="correction")
    text = told([*RECORDS, corrected], tmp_path)
    lines = text.splitlines()
    with pytest.raises(GameTextError) as caught:
        read_games(text.rstrip() + "\nB9-H20\n")
    assert caught.value.line == len(lines) + 1
