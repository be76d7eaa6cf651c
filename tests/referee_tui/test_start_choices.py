"""What is chosen on the start screen, and the command line that says the same."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import tomli_w

from engine.game_names import GAMES
from referee_tui import cli
from referee_tui.commands import resume as resume_command
from referee_tui.commands import start, watch
from referee_tui.config import DEFAULT, Config
from referee_tui.config.loading import load_settings
from referee_tui.start.choices import NO_CAMERA, Choices, choices_of, first_choices, formation_names, words
from referee_tui.start.looking import mac_cameras
from referee_tui.start.panes import pane
from referee_tui.start.rows import rows
from referee_tui.start.saved import SavedMatch
from referee_tui.start.state import (
    SECTIONS,
    ChoiceError,
    Found,
    FoundBoard,
    FoundCamera,
    Section,
    StartState,
    choose,
    missing,
    with_found,
    write,
)
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee_tui.start.saved import Standing

WHEN = datetime(2026, 11, 29, 19, 20, tzinfo=UTC)
OPEN = SavedMatch(
    Path("/logs/open.touchline.jsonl"), "regista", {"B": "Ann", "R": "Ben"}, (1, 0), "open", "HD Webcam", WHEN
)
PLAYED = SavedMatch(Path("/logs/played.touchline.jsonl"), "soccer-fun", {}, (3, 2), "finished", "soccer-fun-0", WHEN)
WEBCAM, BUILT_IN = FoundCamera("0", "HD Webcam"), FoundCamera("2", "Integrated Camera")
GREEN = FoundBoard(Path("/boards/green.toml"), "green", "regista", "2026-11-28 with HD Webcam")
FOUND = Found(
    matches=(OPEN, PLAYED),
    cameras=(WEBCAM, BUILT_IN),
    boards=(GREEN,),
    demos={"regista": "/demo/regista.mp4"},
    voice=True,
)


def begun(config: Config = DEFAULT, found: Found = FOUND) -> StartState:
    return with_found(StartState(first_choices(config), config), found)


def test_a_match_that_was_not_played_to_its_end_is_offered_first() -> None:
    state = begun()
    assert state.choices.resume == OPEN.path
    (group,) = pane(state, "match").groups
    assert [(entry.title, entry.chosen) for entry in group.entries] == [
        ("Regista · Ann 1:0 Ben", True),
        ("New match", False),
        ("Soccer Fun · Blue 3:2 Red", False),
    ]
    assert [entry.about for entry in group.entries if entry.value] == [
        "2026-11-29 19:20 · HD Webcam · not played to its end",
        "2026-11-29 19:20 · soccer-fun-0 · played to its end",
    ]
    settled = [row for row in rows(state) if not row.applies]
    assert [row.section for row in settled] == ["game", "board", "rules", "players", "line_up"]
    # What would be chosen for a new match is not said of this one.
    assert {row.value for row in settled} == {"as it was begun"}
    # Nor can it be chosen on the pages, as if it counted.
    for row in settled:
        page = pane(state, row.section)
        assert (page.groups, page.fields) == ((), ())
        assert page.about.startswith("The match is gone on with as it was begun")


@pytest.mark.parametrize("standing", ["untouched", "watched"])
def test_a_match_in_which_nothing_is_left_to_do_is_not_offered_before_one_to_go_on_with(standing: Standing) -> None:
    other = replace(OPEN, path=Path("/logs/other.touchline.jsonl"), standing=standing)
    assert begun(found=replace(FOUND, matches=(other, OPEN))).choices.resume == OPEN.path
    assert begun(found=replace(FOUND, matches=(other,))).choices.resume is None


def test_where_all_were_played_a_new_one_is_begun() -> None:
    state = begun(found=replace(FOUND, matches=(PLAYED,)))
    assert state.choices.resume is None
    assert pane(state, "match").groups[0].entries[0].title == "New match"
    assert all(row.applies for row in rows(state))


@pytest.mark.parametrize(
    ("set_to", "found", "source"),
    [
        ("", FOUND, "0"),
        ("Integrated Camera", FOUND, "2"),
        ("rtsp://table", FOUND, "rtsp://table"),
        ("", Found(), ""),
    ],
)
def test_the_camera_that_is_taken(set_to: str, found: Found, source: str) -> None:
    assert begun(Config(camera=set_to), found).choices.source == source


@pytest.mark.parametrize("set_to", ["", "Integrated Camera"])
def test_a_typed_match_is_gone_on_with_without_a_camera_and_a_new_one_with_it(set_to: str) -> None:
    typed = replace(OPEN, path=Path("/logs/typed.touchline.jsonl"), typed=True)
    state = begun(Config(camera=set_to), replace(FOUND, matches=(typed, OPEN)))
    assert (state.choices.resume, state.choices.source, state.choices.dice) == (typed.path, NO_CAMERA, "ask")
    assert missing(state) is None
    camera = "2" if set_to else "0"
    for other in ("", str(OPEN.path)):
        chosen = choose(state, "match", other).choices
        assert (chosen.source, chosen.dice) == (camera, "see")
        again = choose(choose(state, "match", other), "match", str(typed.path)).choices
        assert (again.source, again.dice) == (NO_CAMERA, "ask")
    # What somebody chose for it stays.
    assert choose(choose(state, "camera", "2"), "match", "").choices.source == "2"


def test_without_a_camera_nothing_can_be_begun_but_a_match_that_names_its_own() -> None:
    state = begun(found=Found())
    assert missing(state) == "camera"
    assert missing(choose(state, "camera", NO_CAMERA)) is None
    gone_on_with = replace(state, choices=replace(state.choices, resume=OPEN.path))
    assert missing(gone_on_with) == "camera"
    assert missing(replace(gone_on_with, found=replace(FOUND))) is None


def test_every_section_is_told_in_words_for_every_game() -> None:
    for game in GAMES:
        state = choose(choose(begun(), "match", ""), "game", game)
        assert [row.section for row in rows(state)] == list(SECTIONS)
        for section in SECTIONS:
            page = pane(state, section)
            assert page.about
            assert all(sum(entry.chosen for entry in group.entries) <= 1 for group in page.groups)
            assert all(field.label for field in page.fields)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_has_its_words_and_no_other(game: str) -> None:
    wanted = {choice.name for choice in choices_of(game)}
    for choice in choices_of(game):
        wanted |= {f"{choice.name}.{str(v).lower() if isinstance(v, bool) else v}" for v in choice.values}
    assert set(texts(f"options-{game}")) == wanted


CHANGES: list[tuple[Section, str, Callable[[Choices], object], object]] = [
    ("match", "", lambda c: c.resume, None),
    ("match", "/logs/played.touchline.jsonl", lambda c: c.resume, PLAYED.path),
    ("game", "soccer-fun", lambda c: c.game, "soccer-fun"),
    ("camera", "2", lambda c: c.source, "2"),
    ("camera", NO_CAMERA, lambda c: c.dice, "ask"),
    ("board", "/boards/green.toml", lambda c: c.board, GREEN.path),
    ("rules", "length=1", lambda c: dict(c.options["regista"]), {"length": "official"}),
    ("rules", "change_ends=0", lambda c: dict(c.options["regista"]), {"change_ends": True}),
    ("rules", "length=0", lambda c: dict(c.options["regista"]), {}),
    ("line_up", "R=4-4-2A", lambda c: (c.formation("B"), c.formation("R")), ("3-5-2", "4-4-2A")),
    ("sound", "sound=voice", lambda c: (c.sound, c.dice), ("voice", "see")),
    ("sound", "dice=ask", lambda c: (c.sound, c.dice), ("bell", "ask")),
]


@pytest.mark.parametrize(("section", "value", "read", "becomes"), CHANGES)
def test_choosing(section: Section, value: str, read: Callable[[Choices], object], becomes: object) -> None:
    state = choose(choose(begun(), "match", ""), section, value)
    assert read(state.choices) == becomes
    chosen = [e.value for g in pane(state, section).groups for e in g.entries if e.chosen]
    assert value in chosen


WRITTEN: list[tuple[Section, str, str, Callable[[Choices], object], object]] = [
    ("players", "names.B", " Ann ", lambda c: dict(c.names), {"B": "Ann"}),
    ("players", "names.B", "", lambda c: dict(c.names), {}),
    ("players", "teams.R", "Rovers", lambda c: dict(c.teams), {"R": "Rovers"}),
    ("players", "cards.B", "blue.toml", lambda c: c.cards["B"], "blue.toml"),
    ("camera", "source", "film.mp4", lambda c: c.source, "film.mp4"),
    ("board", "board", "mine.toml", lambda c: c.board, Path("mine.toml")),
    ("board", "board", "", lambda c: c.board, None),
]


@pytest.mark.parametrize(("section", "field", "text", "read", "becomes"), WRITTEN)
def test_writing(section: Section, field: str, text: str, read: Callable[[Choices], object], becomes: object) -> None:
    assert read(write(begun(), section, field, text).choices) == becomes


@pytest.mark.parametrize(
    ("game", "section", "field", "text", "says"),
    [
        ("very-much", "rules", "turns", "0", "a whole number from 1 to 1000"),
        ("very-much", "rules", "turns", "many", "a whole number from 1 to 1000"),
        ("very-much", "rules", "turns", "²", "a whole number from 1 to 1000"),
        ("soccer-chess", "rules", "blue_players", "x" * 121, "a word of up to 120 letters"),
        ("regista", "players", "names.B", "Ann, Bea", "a comma cannot stand in a name"),
        ("regista", "players", "names.B", "A\x1b[1m", "steer a terminal"),
    ],
)
def test_what_cannot_be_written_is_said(game: str, section: Section, field: str, text: str, says: str) -> None:
    with pytest.raises(ChoiceError, match=says):
        write(choose(begun(), "game", game), section, field, text)


def test_numbers_are_written_and_go_back_to_their_default() -> None:
    state = write(choose(begun(), "game", "very-much"), "rules", "turns", "20")
    assert state.choices.options["very-much"] == {"turns": 20}
    assert write(state, "rules", "turns", "").choices.options["very-much"] == {}


def test_another_game_has_its_own_board_options_line_ups_and_demo() -> None:
    state = choose(choose(begun(), "board", str(GREEN.path)), "rules", "length=1")
    state = choose(state, "camera", "/demo/regista.mp4")
    other = choose(state, "game", "soccer-chess")
    assert (other.choices.board, other.choices.source) == (None, "")
    assert other.choices.formation("B") == formation_names("soccer-chess")[0]
    assert choose(other, "game", "regista").choices.options["regista"] == {"length": "official"}


SET = Config(
    game="very-much",
    names={"B": "Ann"},
    options={"very-much": {"turns": 20, "offside": False}, "regista": {"length": "official"}},
    dice="ask",
)
NEW = Choices(source="0")
COMMANDS: list[tuple[Config, Choices, str]] = [
    (DEFAULT, NEW, "touchline watch 0 --game regista"),
    (DEFAULT, Choices(), "touchline watch SOURCE --game regista"),
    (DEFAULT, Choices(resume=Path("a.touchline.jsonl"), source="2"), "touchline resume a.touchline.jsonl 2"),
    (
        DEFAULT,
        replace(NEW, names={"B": "Ann", "R": "Ben"}, dice="ask", sound="voice"),
        "touchline watch 0 --game regista --names Ann,Ben --dice ask --sound voice",
    ),
    (
        DEFAULT,
        replace(NEW, options={"regista": {"length": "official", "change_ends": True}}, board=Path("b.toml")),
        "touchline watch 0 --game regista --board b.toml --option length=official --option change_ends=true",
    ),
    (
        DEFAULT,
        replace(NEW, source=NO_CAMERA, formations={"regista": {"R": "4-4-2A"}}, dice="ask"),
        "touchline watch none --game regista --line-up 3-5-2/4-4-2A --dice ask",
    ),
    (
        DEFAULT,
        replace(NEW, game="soccer-chess", cards={"B": "blue.toml", "R": ""}),
        "touchline watch 0 --game soccer-chess --roster B=blue.toml",
    ),
    # Cards of a game that has none are left out.
    (DEFAULT, replace(NEW, cards={"B": "blue.toml"}), "touchline watch 0 --game regista"),
    (SET, replace(first_choices(SET), source="0"), "touchline watch 0 --game very-much"),
    (
        SET,
        replace(first_choices(SET), source="0", options={"very-much": {"turns": 5}}, names={"R": "Ben"}, dice="see"),
        "touchline watch 0 --game very-much --option offside=true --option turns=5 --names ,Ben --dice see",
    ),
]


@pytest.mark.parametrize(("config", "chosen", "line"), COMMANDS)
def test_the_command_line_says_the_same(config: Config, chosen: Choices, line: str) -> None:
    assert " ".join(words(chosen, config)) == line


@pytest.mark.parametrize(("config", "chosen", "line"), [row for row in COMMANDS if row[1].source])
def test_the_command_line_begins_the_same_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, config: Config, chosen: Choices, line: str
) -> None:
    """Under a file with the same settings."""
    file = tmp_path / "config.toml"
    said = {field.name: getattr(config, field.name) for field in fields(config)}
    text = tomli_w.dumps({key: value if isinstance(value, str) else dict(value) for key, value in said.items()})
    file.write_text(text, encoding="utf-8")
    monkeypatch.setenv("TOUCHLINE_CONFIG", str(file))
    told: list[tuple[Any, ...]] = []

    def begin_match(match: watch.Begin, how: watch.Following) -> int:
        defaults = {choice.name: choice.default for choice in choices_of(match.game)}
        options = {**defaults, **how.config.options.get(match.game, {}), **match.options}
        line_up = match.formations if match.source == NO_CAMERA else ()
        told.append(
            (match.source, match.game, match.board, options, match.rosters, line_up, how.dice, how.config.names)
        )
        return 0

    def go_on(file: Path, source: str | None, how: watch.Following, **_: object) -> int:
        told.append((file, source, how.dice, how.config.sound))
        return 0

    for module in (watch, start):
        monkeypatch.setattr(module, "begin_match", begin_match)
    for module in (resume_command, start):
        monkeypatch.setattr(module, "go_on", go_on)
    monkeypatch.setattr(watch.Following, "check", lambda _: None)
    assert cli.run(line.split()[1:]) == 0
    assert start.begin(chosen, load_settings().config) == 0
    assert told[0] == told[1]


def test_cameras_of_a_mac_in_its_own_order() -> None:
    answer = '{"SPCameraDataType": [{"_name": "FaceTime HD Camera"}, {"_name": "C920", "spcamera_model-id": "x"}]}'
    assert mac_cameras(answer) == (FoundCamera("0", "FaceTime HD Camera"), FoundCamera("1", "C920"))
    assert mac_cameras("") == mac_cameras("[]") == mac_cameras('{"SPCameraDataType": [1]}') == ()
