"""Corners marked on the screen."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee_tui.app.corner_marks import Marks
from referee_tui.app.corners import CornersScreen, PictureView
from referee_tui.app.help_page import HelpPage
from referee_tui.app.shell import TouchlineApp
from referee_tui.config import Config
from tests.referee_tui.screens import screen_text, until

SIZE = (640, 360)
IMAGE = np.random.default_rng(0).integers(0, 255, (SIZE[1], SIZE[0], 3), dtype=np.uint8)
FOUND = np.array(((100.25, 50.0), (500.0, 60.0), (520.0, 300.0), (90.0, 310.0)))

moves = st.sampled_from(("left", "right", "up", "down"))


class TestMarks:
    @settings(deadline=None, max_examples=50)
    @given(st.lists(st.tuples(st.integers(-1, 1), st.integers(-1, 1), st.booleans()), max_size=30), st.integers(0, 3))
    def test_only_the_chosen_corner_moves_and_stays_in_the_picture(
        self, nudges: list[tuple[int, int, bool]], chosen: int
    ) -> None:
        begun = Marks.begin(SIZE, FOUND).choose(chosen).magnify(-3)
        marks = begun
        for right, down, fine in nudges:
            marks = marks.nudge(200 * right, 200 * down, fine=fine)
        assert [c for k, c in enumerate(marks.corners) if k != chosen] == [
            c for k, c in enumerate(begun.corners) if k != chosen
        ]
        x, y = marks.current
        assert -0.5 <= x <= SIZE[0] - 0.5
        assert -0.5 <= y <= SIZE[1] - 0.5

    def test_a_step_is_finer_the_more_is_magnified(self) -> None:
        marks = Marks.begin(SIZE, FOUND)
        steps = []
        for _ in range(8):
            steps.append(marks.nudge(1, 0, fine=True).current[0] - marks.current[0])
            marks = marks.magnify(1)
        assert steps == sorted(steps, reverse=True)
        assert steps[-1] < 0.1

    def test_turning_four_times_changes_nothing(self) -> None:
        marks = Marks.begin(SIZE, FOUND)
        assert marks.turn() != marks
        assert marks.turn().turn().turn().turn() == marks

    def test_corners_begin_inside_the_picture_clockwise(self) -> None:
        (ax, ay), (bx, by), (cx, cy), (_, dy) = Marks.begin(SIZE, None).corners
        assert 0 < ax < bx < SIZE[0]
        assert 0 < ay < dy < SIZE[1]
        assert (bx, by, cx, cy) == (cx, ay, bx, dy)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_proposed_corners_can_be_taken_as_they_are(size: tuple[int, int]) -> None:
    screen = CornersScreen(IMAGE, FOUND)
    app = TouchlineApp(screen)
    async with app.run_test(size=size) as pilot:
        await pilot.press("enter")
    assert screen.marked is not None
    assert np.array_equal(screen.marked, FOUND)


async def test_arrows_move_the_chosen_corner() -> None:
    screen = CornersScreen(IMAGE, FOUND)
    app = TouchlineApp(screen)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("3", "plus", "right", "right", "up", "shift+left")
        status = str(screen.query_one("#status").render())
        await pilot.press("enter")
    assert "corner 3 at" in status
    assert screen.marked is not None
    moved = screen.marked - FOUND
    assert np.abs(moved[[0, 1, 3]]).max() == 0
    assert moved[2] == pytest.approx((2 * 4 / 4 - 0.5 / 4, -4 / 4))


async def test_tab_goes_to_the_next_corner() -> None:
    screen = CornersScreen(IMAGE, FOUND)
    app = TouchlineApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "tab")
        assert screen.marks.chosen == 2
        assert "corner 3 at 520.00, 300.00" in str(screen.query_one("#status").render())


async def test_a_click_puts_the_corner_where_it_was_clicked() -> None:
    screen = CornersScreen(IMAGE, FOUND)
    app = TouchlineApp(screen)
    async with app.run_test(size=(120, 40)) as pilot:
        view = screen.query_one("#whole", PictureView)
        await pilot.press("2")
        await pilot.click("#whole", offset=(view.size.width - 4, 18))
        expected = view.to_picture(view.size.width - 4, 18)
        await pilot.press("escape")
    assert screen.marks.corners[1] == pytest.approx(expected, abs=1e-6)
    assert 0.8 * SIZE[0] < screen.marks.corners[1][0] < SIZE[0]


async def test_a_magnified_picture_is_seen_around_the_corner() -> None:
    screen = CornersScreen(IMAGE, FOUND)
    app = TouchlineApp(screen)
    async with app.run_test(size=(120, 40)):
        near = screen.query_one("#near", PictureView)
        columns, lines = near.size
        x, y = near.to_picture(columns // 2, lines // 2)
    assert np.hypot(x - 100.25, y - 50.0) < 2 / screen.marks.zoom + 0.5


async def test_corners_that_no_board_has_are_refused_on_the_spot() -> None:
    screen = CornersScreen(IMAGE, FOUND[::-1])
    app = TouchlineApp(screen)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("enter")
        said = str(screen.query_one("#status").render())
        await pilot.press("q")
    assert "anticlockwise" in said
    assert screen.marked is None


async def test_it_works_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    screen = CornersScreen(IMAGE)
    app = TouchlineApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "tab", "minus", "enter")
    assert screen.marked is not None


@pytest.mark.parametrize(("language", "says"), [("en", "A1 is the next corner"), ("de", "A1 ist die nächste Ecke")])
async def test_its_keys_are_explained_in_the_language_that_is_set(language: str, says: str) -> None:
    screen = CornersScreen(IMAGE, FOUND, config=Config(language=language))
    app = TouchlineApp(screen, config=Config(language=language))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "enter" in screen_text(app).splitlines()[-1].lower())
        for key in ("question_mark", "f1"):
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, HelpPage)
            assert says in screen_text(app)
            await pilot.press("escape")
        await pilot.press("3")
        assert screen.marks.chosen == 2
