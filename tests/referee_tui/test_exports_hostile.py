"""Logs that were changed, cut or made up: an export or one plain sentence, never anything else."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import shipped_board
from engine.games import load_ruleset
from engine.grid import Point
from engine.half_grid import HalvesGrid
from engine.record.errors import LogError
from engine.record.reader import read_log
from referee_tui.exports.errors import ExportError
from referee_tui.exports.film import MOST_HEIGHT, Projector
from referee_tui.exports.forms import Form, Source, exported
from referee_tui.exports.shapes import Stroke, arrow_head
from tests.engine.recorded import random_log
from tests.referee_tui.replay_logs import small_log

if TYPE_CHECKING:
    from pathlib import Path

    from engine.board import Side

LIGHT = (Form.CSV, Form.SPADL, Form.SVG, Form.HTML, Form.GAME, Form.TXT, Form.JSON)
_UNPARSED = {Form.TXT, Form.JSON}
"""Forms that take an act as it stands in the log."""
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.floats(), st.text(max_size=8), st.just([]), st.just({})
)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return random_log(tmp_path_factory.mktemp("log") / "match.touchline.jsonl", "regista", seed=5, most=70)


def tried(path: Path, form: Form) -> None:
    source = Source(path, read_log(path), lambda game, options: load_ruleset(game, options=options))
    try:
        assert isinstance(exported(source, form), bytes)
    except (LogError, ExportError) as error:
        assert "\n" not in str(error)  # noqa: PT017 - either outcome will do


@given(data=st.data(), form=st.sampled_from(LIGHT))
@settings(max_examples=60, deadline=None)
def test_any_value_may_stand_anywhere(
    log: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, form: Form
) -> None:
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    changed = data.draw(st.sampled_from(lines))
    key = data.draw(st.sampled_from(sorted(changed)))
    if isinstance(changed[key], dict) and changed[key] and data.draw(st.booleans()):
        changed = changed[key]
        key = data.draw(st.sampled_from(sorted(changed)))
    changed[key] = data.draw(VALUES)
    if data.draw(st.booleans()):
        lines.pop(data.draw(st.integers(0, len(lines) - 1)))
    path = tmp_path_factory.getbasetemp() / "changed.touchline.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    tried(path, form)


@pytest.mark.parametrize("t", [-2_499_999_776, -1e300, 2**53])
@pytest.mark.parametrize("form", LIGHT)
def test_a_turn_may_claim_to_have_lasted_for_centuries(log: Path, tmp_path: Path, form: Form, t: float) -> None:
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    ends = [line for line in lines if line.get("notation") == "end"]
    ends[len(ends) // 2]["t"] = t
    path = tmp_path / "long.touchline.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    tried(path, form)


@pytest.mark.parametrize("form", LIGHT)
def test_nothing_in_a_log_steers_a_terminal(tmp_path: Path, form: Form) -> None:
    path = small_log(tmp_path / "match.touchline.jsonl")
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for record in records:
        for key in ("for", "reason", "software", "text") + (("notation",) if form in _UNPARSED else ()):
            if isinstance(record.get(key), str):
                record[key] += "\x1b]0;title\x07\x9b2J\u202e"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    source = Source(path, read_log(path), lambda game, options: load_ruleset(game, options=options))
    text = exported(source, form).decode()
    assert "]0;title" in text or form in {Form.SPADL, Form.SVG}
    assert text.replace("\n", "").replace("\t", "").isprintable()
    if form is Form.JSON:
        assert json.loads(text) == records


@pytest.mark.parametrize("form", LIGHT)
def test_a_log_that_only_begins(log: Path, tmp_path: Path, form: Form) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    for count in (1, 2, 3):
        path = tmp_path / f"{count}.jsonl"
        path.write_bytes(b"".join(lines[:count]))
        tried(path, form)


def test_a_board_far_higher_than_wide_makes_no_giant_of_a_picture() -> None:
    board = shipped_board("soccer-chess")
    none: dict[Side, tuple[str, ...]] = {"left": (), "right": ()}
    tall = replace(
        board,
        grid=HalvesGrid("AB", 20.0, (), 600),
        areas={},
        kick_off_marks=none,
        penalty_spots=none,
        corner_spots=none,
    )
    wide, high = Projector(tall, 720).size_px
    assert wide <= high <= 720 * MOST_HEIGHT + 2
    assert wide % 2 == high % 2 == 0


def test_an_arrow_to_where_it_began_has_no_head() -> None:
    here = Point(3.0, 4.0)
    assert arrow_head(Stroke((here, here), "#000000", 1.0, arrow=True)) == ()
    tip, left, right = arrow_head(Stroke((here, Point(13.0, 4.0)), "#000000", 1.0, arrow=True))
    assert tip == (13.0, 4.0)
    assert left.x_mm == right.x_mm < 13.0
    assert left.y_mm + right.y_mm == pytest.approx(8.0)
