"""What the match screen shows of the camera, and what it says where there is none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from textual.screen import ModalScreen
from textual.widgets import Static

from referee_tui.app import still
from referee_tui.app.preview import SHADES, UPPER_HALF, CameraView, ink_of
from referee_tui.app.state import Line, Look
from referee_tui.app.still import StillScreen
from referee_tui.app.widgets import BoardView
from tests.referee_tui.fake_match import (
    PLAY,
    FakeMatch,
    playing,
    screen_text,
    until_shown,
)
from tests.referee_tui.screens import until

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.geometry import Region
    from textual.strip import Strip


@pytest.mark.parametrize("key", ["p", "r", "k", "c", "v"])
async def test_without_a_camera_its_keys_say_that_there_is_none(key: str) -> None:
    match, by_hand = FakeMatch(), replace(PLAY, by_hand=True)
    app = playing(by_hand, match=match)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until_shown(pilot, app, by_hand)
        await pilot.press(key, key)
        await pilot.pause()
        assert [note.message for note in app._notifications] == ["No camera here: t, then type"]
        assert app.screen is app.match_screen
        assert app.screen.query_one(BoardView).display
    assert (match.pauses, match.looks) == ([], 0)


@pytest.mark.parametrize(
    ("keys", "over", "looks", "said"),
    [
        (["r"], False, 1, "The table is read once more as soon as it is at rest"),
        (["p", "r"], False, 0, "Nothing is read. p goes on"),
        (["r"], True, 0, "The recording has ended, and its log with it: nothing can be added. q leaves"),
    ],
    ids=["playing", "pausing", "over"],
)
async def test_reading_once_more_says_so_or_why_not(keys: list[str], looks: int, said: str, *, over: bool) -> None:
    match, state = FakeMatch(), replace(PLAY, over=over)
    app = playing(state, match=match)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until_shown(pilot, app, state)
        await pilot.press(*keys)
        await pilot.pause()
        assert [note.message for note in app._notifications] == [said]
    assert match.looks == looks


def picture() -> Look:
    """Left half black, right half white."""
    image = np.zeros((36, 64, 3), np.uint8)
    image[:, 32:] = 255
    return Look(image, None)


async def test_c_shows_what_the_camera_sees_and_back() -> None:
    looking = replace(PLAY, look=picture())
    app = playing(looking)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, looking)
        await pilot.press("c")
        await pilot.pause()
        assert not app.screen.query_one(BoardView).display
        drawn = SHADES[-1] if ink_of(app) == "signs" else UPPER_HALF
        assert screen_text(app).count(drawn) > 400
        await pilot.press("c", "c")
        await pilot.pause()
        assert app.screen.query_one(BoardView).display
        assert UPPER_HALF not in "".join(screen_text(app).splitlines()[3:19])


@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")
async def test_v_shows_the_picture_in_full_quality() -> None:
    pytest.importorskip("textual_image")
    looking = replace(PLAY, look=picture())
    app = playing(looking)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, looking)
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, StillScreen)
        assert app.screen.query_one("Image").size.width > 10
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is app.match_screen


async def test_v_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(still, "NEEDED", "no_such_package")
    looking = replace(PLAY, look=picture())
    app = playing(PLAY, looking)
    async with app.run_test(size=(120, 40)) as pilot:
        await until_shown(pilot, app, looking)
        await pilot.press("v")
        await pilot.pause()
        assert "touchline[preview]" in next(notice.message for notice in app._notifications)
        assert app.screen is app.match_screen


async def test_without_colours_and_greys_the_camera_is_drawn_in_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLORTERM", raising=False)
    looking = replace(PLAY, look=picture())
    app = playing(looking)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, looking)
        await pilot.press("c")
        await pilot.pause()
        lines = screen_text(app).splitlines()[4:18]
    # The right half is white, the left one black; the column between may be grey.
    assert all(SHADES[-1] * 10 in line and not line[:39].strip() for line in lines)


async def test_behind_a_page_the_camera_waits() -> None:
    first, second = replace(PLAY, look=picture()), replace(PLAY, look=picture())
    app = playing(first)
    async with app.run_test(size=(80, 24)) as pilot:
        camera = app.match_screen.query_one("#camera", CameraView)
        await until_shown(pilot, app, first)
        await pilot.press("c", "question_mark")
        app.follower.mailbox.put(second)
        await until_shown(pilot, app, second)
        app.match_screen.show_look()
        assert camera.look is first.look
        await pilot.press("question_mark")
        await until(pilot, lambda: camera.look is second.look)


class Front(ModalScreen[None]):
    """A page that counts how often it is drawn."""

    drawn = 0

    def compose(self) -> ComposeResult:
        """One part over all of it."""
        yield self.Whole("what stands in front")

    class Whole(Static):
        """As large as the screen."""

        DEFAULT_CSS = "Whole { width: 100%; height: 100%; }"

        def render_lines(self, crop: Region) -> list[Strip]:
            """Draw it, and count that."""
            Front.drawn += 1
            return super().render_lines(crop)


async def test_behind_a_page_the_match_goes_on_and_the_page_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture in full quality in front is a megabyte for the terminal each time."""
    later = replace(PLAY, lines=(*PLAY.lines, Line(15.0, "B10-C7", "legal", "action")))
    app = playing(PLAY)
    monkeypatch.setattr(Front, "drawn", 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, PLAY)
        await app.push_screen(Front())
        await until(pilot, lambda: Front.drawn > 0)
        before = Front.drawn
        app.follower.mailbox.put(later)
        await until_shown(pilot, app, later)
        for _ in range(3):
            await pilot.pause(0.05)
        assert Front.drawn == before
        app.pop_screen()
        await until(pilot, lambda: "B10-C7" in screen_text(app))


async def test_the_camera_before_its_first_picture() -> None:
    app = playing(PLAY)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await pilot.pause()
        assert not app.screen.query_one(BoardView).display


async def test_a_camera_has_a_clock_and_no_end() -> None:
    live = replace(PLAY, source="camera 0", duration_s=None, t=75.0)
    app = playing(live)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, app, live)
        await pilot.pause()
        assert "camera 0  live 1:15" in screen_text(app)
