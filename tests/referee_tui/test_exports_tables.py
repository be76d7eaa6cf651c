"""A log as text and tables: what is read back is what the log says."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

import pytest

from engine.game import Game
from engine.game_names import GAMES
from engine.game_reader import read_game, read_games
from engine.game_text import write_game
from engine.games import load_ruleset
from engine.match import Action
from engine.notation import format_action
from engine.record.reader import read_log
from engine.record.records import Acted, Corrected, Rolled, Stated, Undone
from engine.record.replay import Match, apply
from engine.record.writer import LogWriter
from engine.referee.commit import stated, told
from engine.ruleset import Refusal
from referee_tui import cli
from tests.engine.recorded import chronicle, drawn, header_of, random_log, written_log

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from engine.game import Step
    from engine.record.records import Record
    from engine.ruleset import Ruleset

REGISTA = load_ruleset("regista")


def exported(log: Path, form: str, folder: Path) -> str:
    out = folder / f"out.{form}"
    assert cli.run(["log", "export", str(log), "--to", form, "--out", str(out)]) == 0
    return out.read_text(encoding="utf-8")


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("logs")
    return {game: random_log(folder / f"{game}.touchline.jsonl", game, seed=11, most=120) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_a_row_an_action_that_says_what_the_log_says(game: str, logs: dict[str, Path], tmp_path: Path) -> None:
    log = read_log(logs[game])
    acts = [(line.seq, line.record) for line in log.lines if isinstance(line.record, Acted)]
    rows = rows_of(exported(logs[game], "csv", tmp_path))
    assert [(int(row["seq"]), row["action"], row["source"]) for row in rows] == [
        (seq, act.notation, act.source) for seq, act in acts
    ]
    thrown = [line.record for line in log.lines if isinstance(line.record, Rolled)]
    told_dice = [faces for row in rows for faces in row["dice"].split("; ") if faces]
    assert told_dice == [
        f"{roll.B}:{roll.R}" if roll.B is not None else " ".join(map(str, roll.faces)) for roll in thrown
    ]
    assert [cause for row in rows for cause in row["for"].split("; ") if cause] == [roll.cause for roll in thrown]
    last = [line.record for line in log.lines if isinstance(line.record, Stated)][-1].position
    assert {"B": int(rows[-1]["score_B"]), "R": int(rows[-1]["score_R"])} == last["score"]
    assert {row["taken_back"] for row in rows} == {"no"}


@pytest.mark.parametrize("game", GAMES)
def test_json_is_the_log_record_by_record(game: str, logs: dict[str, Path], tmp_path: Path) -> None:
    lines = logs[game].read_text(encoding="utf-8").splitlines()
    assert json.loads(exported(logs[game], "json", tmp_path)) == [json.loads(line) for line in lines]


def test_an_act_that_was_taken_back_is_marked(tmp_path: Path) -> None:
    start = {"pieces": {"B1": "H2", "B9": "H11", "R1": "H21"}, "ball": "H11", "turn": "B"}
    records: list[Record] = [
        Stated(position=REGISTA.write_position(REGISTA.read_position(start))),
        Acted(notation="B1-H3", source="seen"),
        Undone(notation="B1-H3", source="typed"),
        Acted(notation="B1-H4", source="seen"),
    ]
    log = written_log(tmp_path / "match.jsonl", REGISTA, [(1.0, records)])
    rows = rows_of(exported(log, "csv", tmp_path))
    assert [(row["action"], row["taken_back"]) for row in rows] == [("B1-H3", "yes"), ("B1-H4", "no")]


@pytest.mark.parametrize(
    ("records", "stands"),
    [
        (["B1-H3", "undo"], []),
        (["B1-H3", "end", "R4-C9", "undo"], ["B1-H3"]),
        (["B1-H3", "end", "undo"], ["B1-H3"]),
        (["B1-H3", "end typed", "R4-C9", "undo"], ["B1-H3", "end"]),
        (["B1-H3", "correction", "undo"], ["B1-H3"]),
        (["B1-H3", "correction", "B9-H12", "undo", "undo", "undo"], []),
    ],
)
def test_what_stands_is_the_same_in_every_form(records: list[str], stands: list[str], tmp_path: Path) -> None:
    start = {"pieces": {"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R4": "C8"}, "ball": "H8", "turn": "B"}
    told_records: list[Record] = [Stated(position=REGISTA.write_position(REGISTA.read_position(start)))]
    for word in records:
        act, _, typed = word.partition(" ")
        if act == "undo":
            told_records.append(Undone(notation="it", source="typed"))
        elif act == "correction":
            told_records.append(Corrected(changes={"pieces": {"R1": "H20"}}, source="correction"))
        else:
            told_records.append(Acted(notation=act, source="typed" if typed else "seen"))
    log = written_log(tmp_path / "match.jsonl", REGISTA, [(61.0, told_records)])
    assert exported(log, "txt", tmp_path) == "".join(f"1:01\t{act}\n" for act in stands)
    rows = rows_of(exported(log, "csv", tmp_path))
    assert [row["action"] for row in rows if row["taken_back"] == "no"] == stands
    games = exported(log, "game", tmp_path)
    assert [step for game in read_games(games) for step in map(done_text, game.steps)] == stands


def done_text(step: Step) -> str:
    assert isinstance(step.done, Action)
    return format_action(step.done)


def matches(game: str) -> Iterator[tuple[Ruleset, Game]]:
    rules = load_ruleset(game)
    for seed in range(2):
        match = Game(
            rules, rules.read_position({"pieces": {}, "turn": None}), headers={"Blue": "Ann", "Red": 'B "X" \\'}
        )
        for step in drawn(rules, seed, 80):
            after = match.then(step)
            assert not isinstance(after, Refusal)
            match = after
        yield rules, match


@pytest.mark.parametrize("game", GAMES)
def test_a_match_as_text_becomes_a_log_and_the_same_text_again(game: str, tmp_path: Path) -> None:
    for number, (rules, match) in enumerate(matches(game)):
        text = write_game(match)
        read = read_game(text)
        path = tmp_path / f"{number}.touchline.jsonl"
        with LogWriter.create(path) as writer:
            begun = apply(rules, Match(), Stated(position=rules.write_position(read.start)))
            names = {"B": read.headers["Blue"], "R": read.headers["Red"]}
            writer.append(0.0, [header_of(rules, names), stated(rules, begun)])
            _, records, _ = told(rules, begun, [step.done for step in read.steps], "typed")
            writer.append(1.0, records)
        assert exported(path, "game", tmp_path) == text


# ---------------------------------------------------------------- SPADL
# Names, numbers and bounds as socceraction publishes them (socceraction.spadl.config and .schema, 1.5).
TYPE_IDS = {
    "pass": 0, "throw_in": 2, "freekick_crossed": 3, "freekick_short": 4, "corner_crossed": 5, "corner_short": 6,
    "foul": 8, "tackle": 9, "interception": 10, "shot": 11, "shot_penalty": 12, "shot_freekick": 13, "keeper_save": 14,
    "bad_touch": 19, "dribble": 21, "goalkick": 22,
}  # fmt: skip
RESULT_IDS = {"fail": 0, "success": 1, "offside": 2, "owngoal": 3}
BODY_PART_IDS = {"foot": 0, "head": 1, "other": 2}
SCHEMA = {
    "game_id", "original_event_id", "action_id", "period_id", "time_seconds", "team_id", "player_id", "start_x",
    "start_y", "end_x", "end_y", "type_id", "type_name", "result_id", "result_name", "bodypart_id", "bodypart_name",
}  # fmt: skip


def check_schema(rows: list[dict[str, str]]) -> None:
    for number, row in enumerate(rows):
        assert set(row) == SCHEMA
        assert int(row["action_id"]) == number
        assert 1 <= int(row["period_id"]) <= 5
        assert float(row["time_seconds"]) >= 0
        assert 0 <= float(row["start_x"]) <= 105
        assert 0 <= float(row["end_x"]) <= 105
        assert 0 <= float(row["start_y"]) <= 68
        assert 0 <= float(row["end_y"]) <= 68
        assert int(row["type_id"]) == TYPE_IDS[row["type_name"]]
        assert int(row["result_id"]) == RESULT_IDS[row["result_name"]]
        assert int(row["bodypart_id"]) == BODY_PART_IDS[row["bodypart_name"]]
        assert row["player_id"][0] == row["team_id"]


@pytest.mark.parametrize("game", GAMES)
def test_spadl_of_any_match_is_of_the_published_form(game: str, logs: dict[str, Path], tmp_path: Path) -> None:
    rows = rows_of(exported(logs[game], "spadl", tmp_path))
    assert rows
    check_schema(rows)
    told_score = chronicle(logs[game]).position.score
    for team, other in (("B", "R"), ("R", "B")):
        scored = sum(
            row["team_id"] == team and row["type_name"].startswith("shot") and row["result_name"] == "success"
            for row in rows
        )
        given = sum(row["team_id"] == other and row["result_name"] == "owngoal" for row in rows)
        assert scored + given == told_score.of("B" if team == "B" else "R")


def spadl_rows(tmp_path: Path, rules: Ruleset, start: dict[str, object], *records: Record) -> list[dict[str, str]]:
    begun = Stated(position=rules.write_position(rules.read_position(start)))
    log = written_log(tmp_path / "match.touchline.jsonl", rules, [(0.0, [begun]), (30.0, list(records))])
    rows = rows_of(exported(log, "spadl", tmp_path))
    check_schema(rows)
    return rows


PIECES = {"B1": "H2", "B9": "G20", "B8": "H19", "R1": "H21", "R4": "C8"}


def test_a_goal_ends_in_the_goal(tmp_path: Path) -> None:
    shot = Acted(notation="B9!G23", source="seen")
    dice = Rolled(source="seen", cause="shot", B=5, R=2)
    (row,) = spadl_rows(tmp_path, REGISTA, {"pieces": PIECES, "ball": "G20", "turn": "B"}, shot, dice)
    assert (row["type_name"], row["result_name"], row["player_id"], row["team_id"]) == ("shot", "success", "B9", "B")
    assert row["game_id"] == "match"
    # G20 is in a long row, its middle 19.5 of 22 widths from the left line; the row is the one above the middle.
    assert float(row["start_x"]) == pytest.approx(105 * 19.5 / 22, abs=0.01)
    assert 34 < float(row["start_y"]) < 40
    assert float(row["end_x"]) == 105
    assert 34 < float(row["end_y"]) < 40


@pytest.mark.parametrize(
    ("act", "spot", "face", "row"),
    [("B9>E", "I20", 3, 8), ("B9>NE", "I21", 2, 6), ("B9>E", "H21", 4, 7), ("B9^E", "G19", 2, 6)],
)
def test_a_ball_sent_off_in_a_direction_ends_on_the_square_of_the_goal_that_it_reached(
    tmp_path: Path, act: str, spot: str, face: int, row: int
) -> None:
    """Of 15 rows, counted from the north; SPADL's y from the south."""
    acted, die = Acted(notation=act, source="seen"), Rolled(source="seen", cause="kick", faces=[face])
    start = {"pieces": {"B9": spot, "R1": "A22"}, "ball": spot, "turn": "B"}
    (shot,) = spadl_rows(tmp_path, load_ruleset("very-much"), start, acted, die)
    assert (shot["type_name"], shot["result_name"], float(shot["end_x"])) == ("shot", "success", 105)
    assert float(shot["end_y"]) == pytest.approx(68 - 68 * (row + 0.5) / 15, abs=0.01)


@pytest.mark.parametrize(
    ("act", "more", "kind", "result"),
    [
        ("B9>H19", {}, "pass", "offside"),
        ("B9>H19", {"R2": "C21"}, "pass", "success"),
        ("B9~G21", {}, "dribble", "success"),
    ],
)
def test_passes_and_dribbles(tmp_path: Path, act: str, more: dict[str, str], kind: str, result: str) -> None:
    start = {"pieces": {**PIECES, **more}, "ball": "G20", "turn": "B"}
    (row,) = spadl_rows(tmp_path, REGISTA, start, Acted(notation=act, source="seen"))
    assert (row["type_name"], row["result_name"]) == (kind, result)


def test_red_plays_from_right_to_left_and_blue_from_left_to_right_after_a_change_of_ends_too(tmp_path: Path) -> None:
    """The same pass in both halves: turned round with its sides, it lies where it lay."""
    rules = load_ruleset("regista", options={"length": "official", "change_ends": True})
    pieces = {"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R4": "C18"}
    first = {"pieces": pieces, "ball": "H11", "turn": "B"}
    turned = {"pieces": {"B1": "H20", "B9": "H11", "B8": "H14", "R1": "H1", "R4": "M5"}, "ball": "H11", "turn": "B"}
    (tmp_path / "1").mkdir()
    (tmp_path / "2").mkdir()
    (one,) = spadl_rows(tmp_path / "1", rules, first, Acted(notation="B9>H8", source="seen"))
    (two,) = spadl_rows(tmp_path / "2", rules, {**turned, "half": 2}, Acted(notation="B9>H14", source="seen"))
    assert (one["period_id"], two["period_id"]) == ("1", "2")
    assert float(one["start_x"]) == pytest.approx(float(two["start_x"]))
    assert float(one["end_x"]) == pytest.approx(float(two["end_x"]))
    assert float(one["end_x"]) < float(one["start_x"])
