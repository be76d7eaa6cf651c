"""The board calibrated on the screen: what is drawn, said and kept, at both sizes and without colour."""

from __future__ import annotations

import asyncio
import re
import threading
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from rich.style import Style
from textual.app import App
from textual.events import MouseScrollDown, MouseScrollUp

from calibration.finder import MarkerFinder
from calibration.pose import PoseFailure
from engine.board import shipped_board
from referee_tui import cli
from referee_tui.app.calibrate import words as panels
from referee_tui.app.calibrate.board_screen import BoardScreen
from referee_tui.app.calibrate.cells import CellPicture, Label, Painted, strips
from referee_tui.app.calibrate.drawing import Aim, corners_mm, paint
from referee_tui.app.calibrate.lens_screen import LensScreen
from referee_tui.app.calibrate.newest import NewestPictures
from referee_tui.app.calibrate.run import board_of_match, board_screen
from referee_tui.app.calibrate.state import BoardState, Judged, shown
from referee_tui.app.calibrate.watching import SILENT_BEATS, live_states, recorded_states
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.state import Look, ScreenState
from referee_tui.app.themes import THEMES
from referee_tui.board.report import LIVE_PICTURES, LIVE_STEP_S, SETTLE_S, Report
from referee_tui.config import Config
from referee_tui.texts import languages, texts
from tests.referee_tui.contrast import faint_words
from tests.scenes import Light, Sensor, draw_scene, make_camera, random_scene
from vision.board_check import Lost
from vision.numbers import NumberReader
from vision.sources import Frame, Source, SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee_tui.app.preview import Ink

BOARD = shipped_board("regista-a2")
CAMERA = make_camera((960, 540), elevation_deg=65.0, distance_mm=720.0)
WORDS = texts("calibrate")
SIZES = [(80, 24), (160, 50)]
GLARE_AT = "H11"


@cache
def table() -> np.ndarray:
    """A table with a lamp mirrored in its middle."""
    spec = random_scene(np.random.default_rng(7), camera=CAMERA)
    x_mm, y_mm = BOARD.grid.centre_mm(GLARE_AT)
    light = Light(glare_mm=(x_mm, y_mm), glare_radius_mm=70.0)
    return draw_scene(replace(spec, light=light, sensor=Sensor()), np.random.default_rng(7)).image


class Scripted(Source):
    """Pictures handed out at given times; None is a beat without one."""

    def __init__(self, pictures: list[tuple[float, np.ndarray] | None], *, live: bool) -> None:
        super().__init__("camera 0")
        self._pictures, self._live = pictures, live

    @property
    def size_px(self) -> tuple[int, int]:
        return 960, 540

    @property
    def trouble(self) -> str | None:
        return "camera 0: no picture for 3 s; check the cable or the network."

    def __iter__(self) -> Iterator[Frame]:
        return (frame for frame in self.beats() if frame is not None)

    def beats(self) -> Iterator[Frame | None]:
        for number, picture in enumerate(self._pictures):
            yield None if picture is None else Frame(number, picture[0], picture[1])


class Told(MarkerFinder):
    """Knows where the board lies, so that only what is made of it is tested."""

    def find(self, image: np.ndarray, previous: object = None) -> object:  # type: ignore[override]
        del previous
        return replace(CAMERA, markers_used=(0, 1, 2, 5)) if image.any() else PoseFailure("it is dark; make light")


@cache
def glaring() -> BoardState:
    """A recording of that table and of nothing, judged."""
    first = BoardState(BOARD, "two.png", live=False)
    pictures: list[tuple[float, np.ndarray] | None] = [(0.0, table())]
    states = recorded_states([Scripted(pictures, live=False)], Told(BOARD), NumberReader(), first)
    *_, last = states
    lost = Judged(Report("dark.png", Lost(1, PoseFailure("it is dark; make light")), None), np.zeros_like(table()))
    return replace(last, judged=(*last.judged, lost))


class TestPainting:
    def test_markers_and_corners_lie_where_the_pose_puts_them(self) -> None:
        columns, lines = 96, 27
        painted = paint(shown(glaring(), 0), Aim(), columns, lines)
        assert painted is not None
        assert painted.image.shape[:2] == (54, 96)
        labels = {label.text: label for label in painted.labels}
        x, y = CAMERA.project(corners_mm(BOARD))[0]
        a1 = labels["A1"]
        assert abs(a1.column + 0.5 - x / 10) <= 1
        assert abs(a1.line + 0.5 - y / 20) <= 1
        assert {"0", "1", "2", "5"} <= set(labels)
        assert {"x3", "x4", "x11"} <= set(labels)

    def test_a_finding_shows_where_it_is(self) -> None:
        painted = paint(shown(glaring(), 0), Aim(), 96, 27)
        assert painted is not None
        spots = [label for label in painted.labels if label.text == "!"]
        x, y = CAMERA.project(BOARD.grid.centre_mm(GLARE_AT))[0]
        assert min(abs(spot.column - x / 10) + abs(spot.line - y / 20) for spot in spots) < 4

    @pytest.mark.parametrize("corner", range(4))
    def test_a_corner_is_seen_in_the_middle_from_near(self, corner: int) -> None:
        painted = paint(shown(glaring(), 0), Aim().near(corner), 61, 15)
        assert painted is not None
        (label,) = (each for each in painted.labels if each.text == ("A1", "2", "3", "4")[corner] and each.line == 7)
        assert abs(label.column - 30) <= 1

    def test_from_above_the_field_is_upright(self) -> None:
        painted = paint(shown(glaring(), 0), Aim().turned_over(), 90, 30)
        assert painted is not None
        a1, second, third = (
            next(each for each in reversed(painted.labels) if each.text == n) for n in ("A1", "2", "3")
        )
        assert a1.line == second.line < third.line
        assert abs(second.column - third.column) <= 1

    def test_nothing_is_drawn_where_the_board_does_not_lie_any_more(self) -> None:
        moved = replace(glaring(), live=True, judged=glaring().judged[:1], moved=True)
        painted = paint(shown(moved, None), Aim(), 96, 27)
        assert painted is not None
        assert painted.labels == ()

    @pytest.mark.parametrize("ink", ["colour", "grey", "signs"])
    def test_words_over_a_picture_are_cut_at_its_edges(self, ink: Ink) -> None:
        image = np.full((4, 6, 3), 90, np.uint8)
        style = Style(bold=True)
        labels = (Label(-1, 0, "A1", style), Label(5, 1, "12", style), Label(2, 9, "no", style))
        first, second = strips(Painted(image, labels), 10, ink)
        assert first.cell_length == second.cell_length == 10
        assert first.text[2] == "1"
        assert second.text[7] == "1"
        assert "2" not in second.text


class TestWords:
    def test_each_thing_has_its_sign_and_the_lamp_its_cure(self) -> None:
        view = shown(glaring(), 0)
        side = panels.side_text(glaring(), view, WORDS).plain
        assert side.splitlines()[0].strip() == "YELLOW"
        assert "! light" in side
        assert "✓ error" in side
        assert "4 of 12 markers, not 3, 4, 6" in side
        faults = panels.findings_text(view, WORDS).plain
        assert "Glare at" in faults
        assert "Move the lamp" in faults

    def test_all_of_it_is_said_in_german(self) -> None:
        view, german = shown(glaring(), 0), texts("calibrate", "de")
        faults = panels.findings_text(view, german).plain
        assert "Spiegelung auf" in faults
        assert "Rückt Lampe oder Kamera" in faults
        side = panels.side_text(glaring(), view, german).plain
        assert re.search(r"Unschärfe \d,\d px", side)

    @pytest.mark.parametrize("language", languages())
    @pytest.mark.parametrize("columns", [28, 40])
    def test_a_row_that_is_too_long_goes_on_below_itself(self, columns: int, language: str) -> None:
        view, say = shown(glaring(), 0), texts("calibrate", language)
        _, _, *lines = panels.side_text(glaring(), view, say, columns).plain.splitlines()
        assert max(map(len, lines)) <= columns
        whole = panels.side_text(glaring(), view, say, 200).plain.splitlines()[2:]
        assert " ".join(" ".join(lines).split()) == " ".join(" ".join(whole).split())
        assert all(line[:10].strip() == "" or line[0] in panels.SIGNS.values() for line in lines)
        assert not any(line.strip() in {"%", "px"} for line in lines)

    def test_a_lost_board_says_why(self) -> None:
        side = panels.side_text(glaring(), shown(glaring(), 1), WORDS).plain
        assert "NO BOARD" in side
        assert "It is dark; make light." in side

    @pytest.mark.parametrize(
        ("state", "says"),
        [
            (BoardState(BOARD, "camera 0", live=True), "Waiting for the first picture"),
            (BoardState(BOARD, "camera 0", live=True, image=np.zeros((9, 16, 3), np.uint8)), "Looking for the board"),
            (BoardState(BOARD, "camera 0", live=True, trouble="camera 0: check the cable."), "check the cable"),
            (BoardState(BOARD, "empty", live=False, over=True), "no picture in it"),
        ],
    )
    def test_every_state_without_a_board_has_its_words(self, state: BoardState, says: str) -> None:
        assert says in panels.side_text(state, shown(state, None), WORDS).plain


class TestWatching:
    def live(self, pictures: list[tuple[float, np.ndarray] | None]) -> list[BoardState]:
        awake = threading.Event()
        awake.set()
        first = BoardState(BOARD, "camera 0", live=True)
        return list(live_states(Scripted(pictures, live=True), Told(BOARD), NumberReader(), first, awake))

    def test_pictures_come_at_once_and_a_lost_camera_is_said(self) -> None:
        states = self.live([(0.0, table()), None])
        assert states[0].image is table()
        assert states[0].newest is None
        assert states[1].trouble.startswith("camera 0: no picture")
        assert states[-1].over

    def test_a_camera_that_has_settled_is_judged_beside_its_pictures(self) -> None:
        dark = np.zeros_like(table())
        taken = [(SETTLE_S + LIVE_STEP_S * k, dark) for k in range(LIVE_PICTURES)]
        # Beats go on until the judge, in its own thread, is done.
        awake = threading.Event()
        awake.set()
        endless = Scripted([*taken, *[None] * 10_000], live=True)
        states = live_states(endless, Told(BOARD), NumberReader(), BoardState(BOARD, "camera 0", live=True), awake)
        judged = next(state.newest for state in states if state.newest is not None)
        assert isinstance(judged.report.answer, Lost)
        assert judged.image is dark

    def test_too_few_pictures_are_judged_once_no_more_come(self) -> None:
        dark = np.zeros_like(table())
        awake = threading.Event()
        awake.set()
        beats = Scripted([(SETTLE_S, dark), *[None] * (SILENT_BEATS + 10_000)], live=True)
        states = live_states(beats, Told(BOARD), NumberReader(), BoardState(BOARD, "camera 0", live=True), awake)
        assert any(state.newest is not None for state in states)

    def test_the_pictures_of_another_screen_come_once_each(self) -> None:
        given = [np.full((9, 16, 3), level, np.uint8) for level in (1, 1, 2)]
        handed = iter((given[0], given[0], given[1], given[2]))
        clock = iter(x * 0.1 for x in range(100))
        source = NewestPictures("match", lambda: next(handed, given[2]), clock=lambda: next(clock))
        frames = []
        for frame in source.beats():
            if frame is None:
                source.stop()
            else:
                frames.append(frame)
        assert [frame.image[0, 0, 0] for frame in frames] == [1, 1, 2]
        assert [frame.number for frame in frames] == [0, 1, 2]


def ready(keep: object = None) -> BoardScreen:
    """A screen that shows two views of a recording, judged already."""
    return BoardScreen(glaring(), lambda _: iter(()), lambda: None, keep=keep)  # type: ignore[arg-type]


@pytest.fixture(params=["colour", "no colour"])
def _with_and_without_colour(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "no colour":
        monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.usefixtures("_with_and_without_colour")
@pytest.mark.parametrize("size", SIZES)
async def test_the_views_are_stepped_through_and_looked_at_from_near(size: tuple[int, int]) -> None:
    screen = ready()
    app = TouchlineApp(screen)
    async with app.run_test(size=size) as pilot:
        await pilot.press("left")
        assert "YELLOW" in str(screen.query_one("#rows").render())
        assert "Move the lamp" in str(screen.query_one("#faults").render())
        await pilot.press("v")
        assert "from above" in str(screen.query_one("#legend").render())
        await pilot.press("3", "plus")
        assert screen.aim.corner == 2
        assert "corner 3, 4 times" in str(screen.query_one("#legend").render())
        await pilot.press("0", "right")
        assert screen.aim.corner is None
        assert "NO BOARD" in str(screen.query_one("#rows").render())
        await pilot.press("question_mark")
        assert app.screen is not screen
        await pilot.press("escape")
        assert app.screen is screen
        await pilot.press("q")
    assert app.return_code == 0


async def test_a_click_looks_at_the_nearest_corner_and_back() -> None:
    screen = ready()
    async with TouchlineApp(screen).run_test(size=(80, 24)) as pilot:
        await pilot.press("left")
        picture = screen.query_one(CellPicture)
        await pilot.click(picture, offset=(picture.size.width - 8, picture.size.height - 3))
        assert screen.aim.corner == 2
        await pilot.click(picture, offset=(3, 3))
        assert screen.aim.corner is None


async def test_a_good_view_is_kept_with_one_key_and_a_lost_one_is_not() -> None:
    kept: list[Report] = []

    def keep(report: Report) -> str:
        kept.append(report)
        return "board regista-a2 is kept in profile [/cam]."

    screen = ready(keep)
    app = TouchlineApp(screen)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press("s")
        assert not kept
        await pilot.press("left", "s")
        assert kept == [glaring().judged[0].report]
        said = [notification.message for notification in app._notifications]
    assert said == [WORDS("kept_nothing"), "board regista-a2 is kept in profile [/cam]."]


async def test_a_recording_is_judged_to_its_end_while_the_screen_is_open() -> None:
    dark = np.zeros_like(table())
    screen = board_screen([Scripted([(0.0, dark)], live=False)], Told(BOARD), NumberReader(), live=False)
    async with TouchlineApp(screen).run_test(size=(80, 24)) as pilot:
        while not screen.state.over:
            await asyncio.wait_for(pilot.pause(0.01), 20)
        assert "make light" in str(screen.query_one("#rows").render())


async def test_a_screen_above_another_goes_back_to_it() -> None:
    class Below(App[None]):
        pass

    app = Below()
    async with app.run_test(size=(80, 24)) as pilot:
        first, second = ready(), ready()
        await app.push_screen(first)
        await app.push_screen(second)
        await pilot.press("q")
        assert app.screen is first


@pytest.mark.parametrize("more", [[], ["--json"], ["--once"]])
@pytest.mark.parametrize("command", ["board", "lens"])
def test_the_screen_needs_a_terminal(command: str, more: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    if command == "lens" and more == ["--once"]:
        more = []
    assert cli.run(["calibrate", command, "a.png", "--screen", *more]) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert ("--screen" in line) or ("terminal" in line)


async def test_k_on_the_match_screen_judges_its_pictures_and_the_match_goes_on() -> None:
    look = Look(np.zeros_like(table()), None)
    playing = ScreenState(game="regista", board=BOARD, source="camera 0", look=look)
    asked = threading.Event()

    def states() -> Iterator[ScreenState]:
        yield playing
        asked.wait()
        yield replace(playing, need="Throw the dice.")

    class Match:
        def stop(self) -> None:
            asked.set()

    match = MatchScreen(
        playing,
        states,
        Match(),  # type: ignore[arg-type]
        calibrate=lambda newest: board_of_match("camera 0", newest, Told(BOARD)),
    )
    app = TouchlineApp(match)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("k")
        judging = app.screen
        assert isinstance(judging, BoardScreen)
        while judging.state.newest is None:
            await asyncio.wait_for(pilot.pause(0.01), 20)
        assert "make light" in str(judging.query_one("#rows").render())
        asked.set()
        await pilot.press("l")
        assert isinstance(app.screen, LensScreen)
        await pilot.press("q", "q")
        assert app.screen is match
        while not match.state.need:
            await asyncio.wait_for(pilot.pause(0.01), 20)


async def test_a_source_that_breaks_off_is_said_on_the_screen_below() -> None:
    def broken(awake: threading.Event) -> Iterator[BoardState]:
        awake.wait()
        raise SourceError("camera 0: the pictures cannot be read; plug the camera in anew.")
        yield

    app = App[None]()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        below = ready()
        await app.push_screen(below)
        await app.push_screen(BoardScreen(BoardState(BOARD, "camera 0", live=True), broken, lambda: None))
        while app.screen is not below:
            await asyncio.wait_for(pilot.pause(0.01), 20)
        (said,) = (notification.message for notification in app._notifications)
        assert "plug the camera in anew" in said


@pytest.mark.parametrize("theme", THEMES)
async def test_every_word_is_read_on_its_ground(theme: str) -> None:
    config = Config(theme=theme)
    for state in (glaring(), BoardState(BOARD, "camera 0", live=True)):
        app = TouchlineApp(BoardScreen(state, lambda _: iter(()), lambda: None), config=config)
        async with app.run_test(size=(80, 24)) as pilot:
            for keys in ([], ["v"], ["1"], ["less_than_sign"], ["s"], ["question_mark"]):
                await pilot.press(*keys)
                await pilot.pause()
                assert faint_words(app) == set(), keys


@pytest.mark.parametrize(("size", "least"), [((80, 24), (50, 14)), ((120, 40), (78, 21)), ((160, 50), (118, 33))])
async def test_the_picture_takes_most_of_the_screen(size: tuple[int, int], least: tuple[int, int]) -> None:
    app = TouchlineApp(BoardScreen(glaring(), lambda _: iter(()), lambda: None))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        picture, side = app.screen.query_one(CellPicture), app.screen.query_one("#side")
        assert picture.size.width >= least[0]
        assert picture.size.height >= least[1]
        assert side.max_scroll_y == 0


async def test_the_mouse_reaches_every_view() -> None:
    screen = BoardScreen(glaring(), lambda _: iter(()), lambda: None)
    app = TouchlineApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("less_than_sign")
        await pilot.click(CellPicture, offset=(12, 4))
        assert screen.aim.corner is not None
        near = screen.aim.zoom_step
        picture = screen.query_one(CellPicture)
        picture.post_message(wheel(MouseScrollUp, picture))
        await pilot.pause()
        assert screen.aim.zoom_step == near + 1
        picture.post_message(wheel(MouseScrollDown, picture))
        await pilot.pause()
        assert screen.aim.zoom_step == near
        titles = {command.title for command in app.get_system_commands(screen)}
    assert {"calibrate: Look nearer", "calibrate: View before", "calibrate: Next view"} <= titles


def wheel(turn: type[MouseScrollUp | MouseScrollDown], at: CellPicture) -> MouseScrollUp | MouseScrollDown:
    return turn(at, x=5, y=5, delta_x=0, delta_y=0, button=0, shift=False, meta=False, ctrl=False)
