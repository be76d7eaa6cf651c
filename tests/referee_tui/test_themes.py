"""Colours of the screen, and keys of one's own."""

from __future__ import annotations

import importlib
import pkgutil
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES
from textual.widget import Widget
from textual.widgets import Static

from referee_tui import cli
from referee_tui.app import palette
from referee_tui.app.harmless import HARMLESS
from referee_tui.app.keys import bindings_of
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.recolour import GROUNDS, Inks, Recolour
from referee_tui.app.replay.screen import replay_screen
from referee_tui.app.settings import PARTS, key_faults
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.start.screen import StartScreen
from referee_tui.app.state import Line
from referee_tui.app.themes import _INKS, CONTRAST, DARK, LIGHT, THEMES, recolour, theme_problem
from referee_tui.app.together import together
from referee_tui.config import Config
from referee_tui.start.choices import first_choices
from referee_tui.start.set_up import Seen
from referee_tui.start.state import Found, StartState
from tests.referee_tui.contrast import colours, contrast, faint_words
from tests.referee_tui.fake_match import FIRST, PLAY, FakeMatch
from tests.referee_tui.replay_logs import REFUSED, small_log
from tests.referee_tui.screens import screen_text, until

if TYPE_CHECKING:
    from collections.abc import Iterator

APP = Path(__file__).parents[2] / "referee_tui" / "app"
BLACK = Color.parse("#000000")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return small_log(tmp_path / "match.touchline.jsonl")


@pytest.mark.parametrize("name", THEMES)
async def test_every_theme_can_be_had_from_the_start(name: str, log: Path) -> None:
    screen = replay_screen(log)
    app = TouchlineApp(screen, config=Config(theme=name))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.replay is not None)
        assert app.theme == name
        await pilot.press("n")
        assert "✗ R4-C13" in screen_text(app)
        ground = app.screen.query_one("#detail", Static).background_colors[1].hex6.lower()
        assert ground == str(THEMES[name].surface).lower()


@pytest.mark.parametrize("name", THEMES)
def test_words_are_read_on_every_ground(name: str) -> None:
    theme = THEMES[name]
    least = 15 if name == CONTRAST else 7
    for ground in (theme.background, theme.surface, theme.panel):
        assert contrast(str(theme.foreground), str(ground)) >= least
        for colour in (theme.success, theme.warning, theme.error, theme.accent):
            assert contrast(str(colour), str(ground)) >= 4.5


@pytest.mark.parametrize("name", THEMES)
async def test_every_word_on_the_screens_is_read_on_its_ground(name: str, log: Path) -> None:
    config = Config(theme=name)
    lines = (*PLAY.lines, Line(11.0, "B7 H10 (correction)", "info", "note"), Line(12.0, "Which?", "unsure", "ask"))
    asked = replace(PLAY, eye="ASKING", need="Which?", lines=lines, undo="B9>H8", redo="B9>H9")
    screen = MatchScreen(FIRST, lambda: iter((asked,)), FakeMatch(), config=config)
    app = TouchlineApp(screen, config=config)
    async with app.run_test(size=(160, 50)) as pilot:
        await until(pilot, lambda: screen.state is asked)
        one_line_up = ["up"]
        for keys in (
            [],
            ["e"],
            ["e", "t"],
            ["escape", "h"],
            *[one_line_up] * len(lines),
            ["enter"],
            ["escape", "f1"],
            ["escape", "f12"],
            ["escape", "c"],
            ["c"],
        ):
            await pilot.press(*keys)
            await pilot.pause()
            assert faint_words(app) == set(), keys
    replay = replay_screen(log)
    app = TouchlineApp(replay, config=config)
    async with app.run_test(size=(160, 50)) as pilot:
        await until(pilot, lambda: replay.replay is not None)
        for keys in (["n"], ["n"], ["x"], ["escape", "slash"]):
            await pilot.press(*keys)
            await pilot.pause()
            assert faint_words(app) == set(), keys


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("eye", ["NO CAMERA", "IN STEP", "PAUSED", "over", "wrong", "typed"])
async def test_every_word_is_read_whatever_the_eye_is_at(eye: str, name: str) -> None:
    config = Config(theme=name)
    seen = replace(PLAY, eye="IN STEP" if eye.islower() else eye, over=eye == "over", by_hand=eye == "typed")
    state = replace(seen, wrong="illegal", need="Take it back") if eye == "wrong" else seen
    screen = MatchScreen(FIRST, lambda: iter((state,)), FakeMatch(), config=config)
    app = TouchlineApp(screen, config=config)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.state is state)
        await pilot.pause()
        assert faint_words(app) == set()


@pytest.mark.parametrize("name", THEMES)
async def test_every_word_on_the_start_screen_is_read_on_its_ground(name: str) -> None:
    config = Config(theme=name)
    state = StartState(first_choices(config), config, fault="camera 0: cannot be opened")
    app = TouchlineApp(StartScreen(state, Found, lambda _: Seen(why="no camera")), config=config)
    async with app.run_test(size=(80, 24)) as pilot:
        for keys in (
            [],
            ["down"],
            ["down", "down"],
            ["enter"],
            ["escape", "down", "enter"],
            ["escape", "f1"],
            ["escape", "l"],
        ):
            await pilot.press(*keys)
            await pilot.pause()
            assert faint_words(app) == set(), keys


def shown(theme: str, style: Style) -> Style:
    """A style as it reaches the terminal."""
    own = recolour(THEMES[theme])
    if own is None:
        return style
    (segment,) = own.apply([Segment("x", style)], BLACK)
    assert segment.text == "x"
    assert segment.style is not None
    return segment.style


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(
    "style",
    [palette.piece("B"), palette.piece("R"), palette.holder("B"), palette.holder("R"), palette.WANTED, palette.CURSOR,
     palette.DOUBT],
    ids=["blue", "red", "blue with the ball", "red with the ball", "wanted", "cursor", "doubt"],
)  # fmt: skip
def test_pieces_are_read_in_every_theme(name: str, style: Style) -> None:
    text, ground = colours(shown(name, style))
    assert contrast(text, ground) >= (7.0 if name == CONTRAST else 4.5)
    assert shown(name, style).bold is style.bold


@pytest.mark.parametrize("name", THEMES)
def test_the_sides_stay_apart(name: str) -> None:
    blue, red = (colours(shown(name, palette.piece(team)))[1] for team in ("B", "R"))
    assert blue != red
    if name == CONTRAST:
        assert contrast(blue, red) >= 3


def test_a_text_on_the_themes_ground_turns_dark_where_that_is_light() -> None:
    white = Style(color="#ffffff", bgcolor="#ecece6")
    assert colours(shown(LIGHT, white)) == ("#14191e", "#ecece6")
    assert colours(shown(LIGHT, palette.piece("B"))) == colours(palette.piece("B"))
    assert shown(DARK, white) is white


def test_other_light_themes_are_lit_too_and_other_dark_ones_left_alone() -> None:
    assert recolour(BUILTIN_THEMES["textual-light"]) is not None
    assert recolour(BUILTIN_THEMES["nord"]) is None


@pytest.mark.parametrize("name", ["ansi-dark", "ansi-light"])
def test_on_the_terminals_own_ground_words_have_its_own_colour(name: str) -> None:
    """Which the terminal has made for that: it may be light under a theme that is called dark."""
    own = recolour(BUILTIN_THEMES[name])
    assert own is not None
    words = [Segment("12", Style(color="#ffffff")), Segment("B7", Style(color="#ffffff", bgcolor="#0a6fc2"))]
    plain, piece = own.apply(words, Color(0, 0, 0))
    assert plain.style is not None
    assert plain.style.color is not None
    assert plain.style.color.is_default
    assert piece.style == words[1].style


def test_nothing_is_faint_in_high_contrast() -> None:
    assert shown(CONTRAST, Style(dim=True)).dim is False
    assert shown(LIGHT, Style(dim=True)).dim is True


def test_only_exact_colours_are_exchanged() -> None:
    filtered = Recolour(Inks(grounds={"#1f6f43": "#000000"})).apply([Segment("a", Style(bgcolor="#1f6f44"))], BLACK)
    assert filtered[0].style == Style(bgcolor="#1f6f44")


def drawn_colours() -> Iterator[str]:
    """Every colour that the screen's modules name, but for themes."""
    for path in APP.rglob("*.py"):
        if path.name not in {"themes.py", "recolour.py"}:
            yield from re.findall(r"#[0-9a-f]{6}\b", path.read_text(encoding="utf-8"))


def test_every_exchanged_colour_is_one_that_is_drawn() -> None:
    drawn = set(drawn_colours())
    for inks in _INKS.values():
        assert set(inks.grounds) <= drawn & GROUNDS
        assert set(inks.on_ground) <= GROUNDS
        assert {colour for texts in inks.on_ground.values() for colour in texts} <= drawn
        assert set(inks.texts) <= drawn


def test_no_style_sheet_names_a_colour() -> None:
    for path in APP.rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert not re.search(r"(background|color|border[a-z-]*):[^;]*#[0-9a-fA-F]{3,8}", line), (
                f"{path.name}: {line}"
            )


def test_filters_in_a_row_are_one_filter_that_is_the_same_for_the_same() -> None:
    own = recolour(THEMES["touchline-contrast"])
    assert own is not None
    line = [Segment("a\x1bb", Style(color="#8fa3b5", bgcolor="#101010"))]
    (told,) = together(HARMLESS, own).apply(line, BLACK)
    assert (told.text, told.style) == ("ab", Style(color="#ffffff", bgcolor="#101010"))
    assert together(HARMLESS, own) is together(HARMLESS, own)


@pytest.mark.parametrize("name", ["touchline", "nord", "textual-light", "touchline-contrast"])
def test_a_theme_that_there_is(name: str) -> None:
    assert theme_problem(name) == ""


def test_a_theme_that_there_is_not_is_a_sentence() -> None:
    assert theme_problem("mauve").startswith("there is no theme 'mauve'; of the program's own there are touchline,")


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ({}, ""),
        ({"match.pause": "f5"}, ""),
        ({"match.pause": "f5,p", "replay.evidence": "p"}, ""),
        ({"match.paws": "f5"}, "there is no action 'match.paws' to give keys; of match there are match.answer_1"),
        ({"golf.pause": "f5"}, "there is no action 'golf.pause' to give keys; the areas are app, "),
        ({"match.pause": "u"}, "the key 'u' would be both "),
        ({"match.pause": "f5", "match.undo": "f5"}, "the key 'f5' would be both match.undo and match.pause"),
        ({"match.undo": "p", "match.pause": "u"}, ""),
        ({"match.undo": "n"}, "the key 'n' would be both correct.renumber and match.undo"),
        ({"correct.ball": "t"}, "the key 't' would be both correct.ball and match.type"),
        ({"match.pause": "n"}, ""),
        ({"match.pause": "spce"}, "there is no key 'spce' for match.pause; keys are named p, P, f5, ctrl+p"),
        ({"match.pause": "f5,crtl+p"}, "there is no key 'crtl+p' for match.pause"),
        ({"match.pause": "plus_sign"}, "there is no key 'plus_sign' for match.pause"),
        ({"match.pause": "P,exclamation_mark,plus,slash,f24,ctrl+left,tab,insert"}, ""),
        ({"match.pause": "ctrl+c"}, "the key 'ctrl+c' would be both app.interrupt and match.pause"),
    ],
)
def test_keys_are_checked(keys: dict[str, str], why: str) -> None:
    problems = key_faults(keys)
    assert bool(problems) is bool(why)
    assert all(problem.startswith(why) for problem in problems[:1])


def test_no_two_actions_of_a_screen_have_the_same_key() -> None:
    for part in PARTS:
        keys = [binding.key for binding in bindings_of(part)]
        assert len(keys) == len(set(keys)), part
        assert all(binding.id and "." in binding.id for binding in bindings_of(part))


def test_every_part_of_the_program_whose_keys_have_ids_is_known() -> None:
    parts = set()
    for module in pkgutil.walk_packages([str(APP)], "referee_tui.app."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, Widget) and value.__module__ == module.name:
                parts |= {value} if bindings_of(value) else set()
    assert parts == set(PARTS)


async def test_a_key_of_ones_own_does_it_and_the_old_one_does_not(log: Path) -> None:
    screen = replay_screen(log)
    app = TouchlineApp(screen, config=Config(keys={"replay.dispute_on": "f5,d"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.replay is not None)
        await pilot.press("n")
        assert screen.number == 0
        await pilot.press("d")
        assert screen.number == REFUSED
        assert "f5 Dispute" in screen_text(app)


@pytest.mark.parametrize(
    ("written", "line", "why"),
    [
        ('theme = "mauve"', 1, "theme: there is no theme 'mauve'"),
        ('sound = "off"\n[keys]\n"match.paws" = "f5"', 3, "there is no action 'match.paws'"),
        ('[keys]\n"match.pause" = "f5"\n"match.undo" = "f5"', 3, "the key 'f5' would be both"),
        ('theme = "nord"\n[keys]\n"match.pause" = "f5"', 0, ""),
    ],
)
def test_validating_names_file_line_and_key(
    written: str, line: int, why: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(written, encoding="utf-8")
    assert cli.run(["config", "validate", str(file)]) == (2 if why else 0)
    err = capfd.readouterr().err
    assert why in err
    assert (f"{file}, line {line}: " in err) is bool(why)


def test_the_actions_are_listed_with_their_keys(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOUCHLINE_KEYS", "match.pause=f5")
    assert cli.run(["config", "keys"]) == 0
    lines = [line.split() for line in capfd.readouterr().out.splitlines()]
    assert ["match.pause", "f5", "Pause"] in lines
    assert ["replay.dispute_on", "n", "Dispute"] in lines
    names = [line[0] for line in lines]
    assert len(names) == len(set(names))


def test_a_watch_with_a_screen_refuses_before_anything_is_opened(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("referee_tui.commands.follow.need_terminal", lambda _: None)
    assert cli.run(["watch", "nowhere.mp4", "--theme", "mauve"]) == 2
    assert "there is no theme 'mauve'" in capfd.readouterr().err
