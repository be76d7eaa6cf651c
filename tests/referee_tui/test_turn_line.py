"""The line that says whose turn it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games import load_ruleset
from engine.sentences import in_language
from referee_tui.app.panels import eye_line, film, turn_line, undo_line
from referee_tui.app.state import ScreenState
from referee_tui.following.update import SessionUpdate
from referee_tui.plain_standing import news, standing_of
from referee_tui.texts import languages, texts
from vision.disturbance import Disturbance

POSITION = "8WN20,10WS22/3EN9 WS22 B 0-0 3-2 due=move last=B8"


@pytest.mark.parametrize(
    ("game", "options", "line", "words"),
    [
        ("soccer-chess", {"blue_players": "Ann,Bea"}, POSITION, "▲ blue (Bea) to move: rounds 0 of 1 · turn 6"),
        ("soccer-chess", {"rounds": 2}, POSITION, "▲ blue to move: rounds 0 of 2 · turn 6"),
        ("soccer-chess", {}, POSITION.replace("move", "kick"), "▲ blue to kick: rounds 1 of 1 · turn 6"),
        ("regista", {}, "9H11/1H21 H11 R 0-0 3-2", "▼ red: moves 0 of 2 · turn 3/15 · 6 min"),
        ("regista", {}, "9H11/1H21 H11 B 0-0 15-15", "the match is over · turn 15/15 · 45 min"),
        ("soccer-fun", {"goals": 2}, "1H2,9H11/1H22 H12 B 2-0 3-2", "the match is over · turn 3"),
    ],
)
def test_whose_turn_it_is(game: str, options: dict[str, object], line: str, words: str) -> None:
    rules = load_ruleset(game, options=options)
    position = rules.parse_position(line)
    state = ScreenState(game, rules.board, "0", position=position, count=rules.counter(position))
    assert turn_line(state, texts("match")).plain == words


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("disturbance", Disturbance)
def test_what_keeps_the_table_from_being_read_is_not_cut_off_on_a_small_screen(
    disturbance: Disturbance, language: str
) -> None:
    state = ScreenState("regista", load_ruleset("regista").board, "0")
    covered = disturbance in {Disturbance.HAND, Disturbance.SLEEVE, Disturbance.HEAD}
    state = replace(state, eye="HAND" if covered else "SETTLING", disturbed=in_language(disturbance.words, language))
    # What names and score leave of 80 columns.
    assert eye_line(state, texts("match", language)).cell_len <= 43


@pytest.mark.parametrize("game", ["soccer-chess", "soccer-fun"])
def test_minutes_agreed_on_are_counted_by_a_clock(game: str) -> None:
    line = {"soccer-chess": POSITION, "soccer-fun": "1H2,9H11/1H22 H12 B 0-0 3-2"}[game]
    rules = load_ruleset(game, options={"minutes": 30})
    position = rules.parse_position(line)
    count = rules.counter(position)
    state = ScreenState(game, rules.board, "0", position=position, count=count, t=800.0, played_s=754.2)
    # In the place of the camera's time; beside a film's own time it has one.
    assert film(state, texts("match")).plain == "0  live 12:34 of 30:00"
    assert "of 30:00" not in turn_line(state, texts("match")).plain
    assert film(replace(state, by_hand=True), texts("match")).plain == "12:34 of 30:00"
    recorded = replace(state, duration_s=1600.0)
    assert "13:20 of 26:40" in film(recorded, texts("match")).plain
    assert turn_line(recorded, texts("match")).plain.endswith(" · 12:34 of 30:00")
    update = SessionUpdate(800.0, "IN STEP", position, (), "", played_s=754.2)
    assert "Played: 12:34 of 30:00" in standing_of(rules, update, texts("plain")).lines("", texts("plain"))
    # It is no news that time goes by.
    later = standing_of(rules, replace(update, played_s=755.9), texts("plain"))
    assert list(news(standing_of(rules, update, texts("plain")), later, 801.0, (), texts("plain"))) == []


def test_no_time_stands_where_undo_and_redo_have_to_be_cut() -> None:
    state = ScreenState("regista", load_ruleset("regista").board, "clip.mp4", duration_s=74.0, t=66.0)
    state = replace(state, undo="B9>F11", redo="R7 on C11 (correction)")
    assert undo_line(state, texts("match"), 43).plain == "u undoes B9>F11  U redoes R7 on C11 (corre…"
