"""A log as steps: what each shows, where the turns and the disputes are, how much of a damaged log is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.game_names import GAMES
from engine.games import load_ruleset
from engine.record.bundle import pack
from engine.record.errors import LogError
from engine.record.evidence import evidence_folder
from engine.record.reader import read_log
from engine.record.records import Acted, Header
from referee_tui.app.replay import panels
from referee_tui.app.replay.evidence import EvidenceError, evidence_picture
from referee_tui.app.replay.steps import Replay, load_replay
from tests.engine.recorded import random_log
from tests.referee_tui.replay_logs import (
    ASKED,
    LAST,
    LONG,
    MOVE,
    PASS,
    PUT_RIGHT,
    REFUSED,
    UNDONE,
    small_log,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from typing import Any

    from engine.ruleset import Ruleset


def rules_of(game: str, options: Mapping[str, Any]) -> Ruleset:
    return load_ruleset(game, options=options)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return small_log(tmp_path / "match.touchline.jsonl")


@pytest.fixture
def replay(log: Path) -> Replay:
    return load_replay(log, rules_of)


def test_steps_are_the_acts_and_what_was_disputed_in_the_order_of_the_log(replay: Replay) -> None:
    kinds = ["start", "act", "act", "act", "refused", "question", "correction", "undo"]
    assert [step.kind for step in replay.steps] == kinds
    assert [step.t for step in replay.steps] == [0.0, 4.0, 9.5, 14.0, 20.0, 24.0, 30.0, 40.0]
    assert replay.disputes == (REFUSED, ASKED, PUT_RIGHT, UNDONE)
    assert replay.warning == ""


@pytest.mark.parametrize(
    ("number", "piece", "space", "ball"),
    [(0, "B9", "H11", "H11"), (PASS, "B9", "H11", "H8"), (MOVE, "B9", "H12", "H8"), (PUT_RIGHT, "R4", "C17", None),
     (UNDONE, "R4", "C18", None)],
)  # fmt: skip
def test_a_step_shows_the_position_after_it(
    number: int, piece: str, space: str, ball: str | None, replay: Replay
) -> None:
    position = replay.steps[number].position
    assert position.pieces[piece] == space
    if ball is not None:
        assert position.ball_space == ball


def test_what_was_gone_over_and_what_was_meant_is_marked(replay: Replay) -> None:
    assert replay.steps[MOVE].trail == ("H11", "H12")
    assert replay.steps[PASS].trail == ("H11", "H10", "H9", "H8")
    assert replay.steps[REFUSED].doubtful == {"C13"}
    assert replay.steps[REFUSED].position.pieces["R4"] == "C18"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (PASS, ("✓ B9>H8", "seen by the camera", "0:04")),
        (LONG, ("✓ B8>H14", "Dice for the deviation: 6", "typed", "chances: ", "The ball moves on to ")),
        (REFUSED, ("✗ R4-C13", "R4 moved 5 spaces", "move.range", "3 steps, the regista 2", "picture")),
        (ASKED, ("? Is R4 on C17 or C18?",)),
        (PUT_RIGHT, ("✎ Corrected: R4 C17", "typed", "This was taken back later", "The lamp has changed")),
        (UNDONE, ("↶ R4 on C17 (correction) is taken back",)),
    ],
)
def test_the_words_say_what_was_done_what_was_ruled_and_why(
    number: int, words: tuple[str, ...], replay: Replay
) -> None:
    said = panels.detail(replay, number).plain
    for word in words:
        assert word in said


def test_the_head_has_names_score_and_turn(replay: Replay) -> None:
    head = panels.head_line(replay, PASS).plain
    assert head.split()[:9] == ["▲", "Ann", "B", "0", ":", "0", "▼", "Red", "R"]
    assert "Ann to play" in head


@pytest.mark.parametrize("columns", [40, 80, 160])
def test_the_line_of_time_shows_where_this_is_and_a_click_on_it_goes_there(columns: int, replay: Replay) -> None:
    for number in range(LAST + 1):
        line = panels.timeline(replay, number, columns).plain
        assert len(line) == columns
        assert panels.step_at(replay, line.index(panels.HERE), columns) == number
        assert line.count(panels.DISPUTE) == len(set(replay.disputes) - {number})
    assert panels.step_at(replay, 0, columns) == 0
    assert panels.step_at(replay, columns - 1, columns) == LAST


@pytest.mark.parametrize("lines", [1, 3, 8, 20])
def test_the_acts_round_the_present_one_are_listed(lines: int, replay: Replay) -> None:
    for number in range(LAST + 1):
        listed = panels.step_lines(replay, number, 30, lines)
        assert len(listed) == min(lines, LAST + 1)
        assert number in dict(listed)
        assert all(len(line.plain) == 30 for _, line in listed)


@pytest.mark.parametrize(
    ("words", "start", "way", "found"),
    [("h8", 0, 1, PASS), ("H8", PASS, 1, PASS), ("b9", PASS, 1, MOVE), ("b9", PASS, -1, MOVE),
     ("move.range", 0, 1, REFUSED), ("lamp", 0, 1, PUT_RIGHT), ("nowhere", 0, 1, None)],
)  # fmt: skip
def test_words_are_found_in_both_directions_and_round_the_ends(
    words: str, start: int, way: int, found: int | None, replay: Replay
) -> None:
    assert replay.found_from(start, words, way) == found


@pytest.mark.parametrize(
    ("number", "way", "found"), [(0, 1, REFUSED), (REFUSED, 1, ASKED), (UNDONE, 1, None), (REFUSED, -1, None)]
)
def test_disputes_are_found_in_both_directions(number: int, way: int, found: int | None, replay: Replay) -> None:
    assert replay.dispute_from(number, way) == found


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_a_random_match_can_be_shown(game: str, tmp_path: Path) -> None:
    path = random_log(tmp_path / "random.touchline.jsonl", game, seed=11, most=120)
    replay = load_replay(path, rules_of)
    acts = [record.notation for record in read_log(path).records if isinstance(record, Acted)]
    shown = [step.deed.notation for step in replay.steps if step.deed is not None and step.deed.action is not None]
    assert shown == acts
    assert replay.steps[-1].after == replay.told.position
    for number, step in enumerate(replay.steps):
        assert panels.detail(replay, number).plain
        assert set(step.trail) <= set(replay.rules.board.grid.points)
    assert replay.turns[0] == 0
    forward = [0]
    while forward[-1] != replay.last and len(forward) < 500:
        forward.append(replay.turn_from(forward[-1], 1))
    assert [n for n in forward if n in replay.turns] == list(replay.turns)
    assert replay.turn_from(replay.last, -1) in replay.turns


def test_a_torn_log_is_shown_up_to_where_it_is_whole(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-20])
    replay = load_replay(log, rules_of)
    assert replay.last == LAST
    assert replay.warning == "The last record was cut off in writing; everything before it is shown"


def test_a_changed_log_is_shown_up_to_the_change(log: Path) -> None:
    log.write_bytes(log.read_bytes().replace(b"B9-H12", b"B9-H13", 1))
    replay = load_replay(log, rules_of)
    assert replay.last == PASS
    assert replay.warning.startswith("The log is shown up to line 4; line 5 was changed after it was written")
    assert len(replay.log.lines) == 4


def test_a_log_whose_acts_do_not_follow_is_shown_up_to_there(tmp_path: Path) -> None:
    path = random_log(tmp_path / "m.touchline.jsonl", "regista", seed=3, most=40)
    lines = path.read_bytes().splitlines(keepends=True)
    # The chain is mended behind a roll that is left out: only playing it again shows that something is missing.
    from engine.record.writer import LogWriter  # noqa: PLC0415 - only for this forgery

    log = read_log(path)
    rolls = [line.number for line in log.lines if line.fields["type"] == "roll"]
    forged = tmp_path / "forged.touchline.jsonl"
    with LogWriter.create(forged) as writer:
        for line in log.lines:
            if line.number != rolls[0] and line.record is not None:
                writer.append(line.t or 0.0, [line.record])
    replay = load_replay(forged, rules_of)
    assert replay.warning.startswith(f"The log is shown up to line {rolls[0]}")
    assert len(replay.log.lines) < len(lines)


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "there is no record in it"), (b"{}\n{}\n{}\n", "is not a match log"), (None, "cannot be read")],
)
def test_what_is_no_log_is_said(content: bytes | None, why: str, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LogError, match=why):
        load_replay(path, rules_of)


def test_a_log_that_ends_before_the_match_has_nothing_to_show(tmp_path: Path) -> None:
    path = random_log(tmp_path / "m.touchline.jsonl", "regista", seed=3, most=4)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    assert isinstance(read_log(path).lines[0].record, Header)
    with pytest.raises(LogError, match="holds no position yet"):
        load_replay(path, rules_of)


def test_the_picture_behind_a_ruling_is_shown(replay: Replay, log: Path) -> None:
    image = evidence_picture(log, replay.steps[REFUSED].evidence[0])
    assert image.shape == (40, 60, 3)
    assert abs(image.reshape(-1, 3).mean(axis=0) - (0, 200, 0)).max() < 5


def test_the_picture_in_a_bundle_is_shown(replay: Replay, log: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "match.zip"
    pack(bundle, log, evidence_folder(log).iterdir(), ())
    assert load_replay(bundle, rules_of).steps == replay.steps
    assert evidence_picture(bundle, replay.steps[REFUSED].evidence[0]).shape == (40, 60, 3)


def missing(picture: Path) -> None:
    picture.unlink()


def another(picture: Path) -> None:
    picture.write_bytes(picture.read_bytes()[:-1])


def link(picture: Path) -> None:
    elsewhere = picture.parent.parent / "elsewhere.jpg"
    picture.rename(elsewhere)
    picture.symlink_to(elsewhere)


def linked_folder(picture: Path) -> None:
    folder = picture.parent
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"), target_is_directory=True)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [(missing, "does not hold"), (another, "is not the picture that the log means"), (link, "is a link"),
     (linked_folder, "is a link")],
)  # fmt: skip
def test_a_picture_that_is_not_the_logs_own_is_not_shown(
    spoil: Callable[[Path], None], why: str, replay: Replay, log: Path
) -> None:
    spoil(next(evidence_folder(log).iterdir()))
    with pytest.raises(EvidenceError, match=why):
        evidence_picture(log, replay.steps[REFUSED].evidence[0])
