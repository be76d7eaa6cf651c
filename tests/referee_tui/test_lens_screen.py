"""The guide to measuring a lens on the screen, on views whose lens is known."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.lens.views import View, ViewFailure
from referee_tui.app.calibrate.lens_state import LensState
from referee_tui.app.calibrate.lens_watching import Wishes, lens_states
from referee_tui.app.calibrate.lens_words import lens_text, map_text, paint_lens
from referee_tui.app.calibrate.run import lens_screen
from referee_tui.app.footer import KeyLine
from referee_tui.app.shell import TouchlineApp
from referee_tui.commands.keep_lens import has_place
from referee_tui.lens.gather import FILM_STEP_S
from referee_tui.texts import texts
from tests.scenes.targets import all_round, true_lens, view_of
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray
    from textual.pilot import Pilot

    from referee_tui.app.calibrate.lens_screen import LensScreen

LENS = true_lens()
WORDS = texts("calibrate")
HELD = all_round(np.random.default_rng(1), 40)
VIEWS = [view_of(LENS, each, np.random.default_rng(n), noise_px=0.05) for n, each in enumerate(HELD)]
STILL = 3
EMPTY = 255


def look(image: NDArray[np.uint8], name: str, *, thorough: bool) -> View | ViewFailure:
    """Sees the view whose number the picture is painted in."""
    del thorough
    number = int(image[0, 0, 0])
    return VIEWS[number] if number < len(VIEWS) else ViewFailure(name, "none", "the target is not seen; show it")


class Camera(Source):
    """Views held still one after the other; then nothing more comes."""

    def __init__(self, shows: list[int], *, film: bool = False) -> None:
        super().__init__("camera 0")
        self._shows, self._film = shows, film
        self.stopped = threading.Event()

    @property
    def size_px(self) -> tuple[int, int]:
        return LENS.size_px

    @property
    def duration_s(self) -> float | None:
        return 60.0 if self._film else None

    @property
    def trouble(self) -> str | None:
        return "camera 0: no picture for 3 s; check the cable or the network."

    def stop(self) -> None:
        self.stopped.set()

    def __iter__(self) -> Iterator[Frame]:
        return (frame for frame in self.beats() if frame is not None)

    def beats(self) -> Iterator[Frame | None]:
        for number, what in enumerate(self._shows):
            yield Frame(number, number * FILM_STEP_S, np.full((72, 128, 3), what, np.uint8))
        while not (self._film or self.stopped.wait(0.01)):
            yield None


def still(*numbers: int) -> list[int]:
    return [number for number in numbers for _ in range(STILL)]


def run_through(shows: list[int]) -> list[LensState]:
    return list(lens_states([Camera(shows, film=True)], look, LensState("film"), Wishes()))


def test_a_film_with_enough_views_ends_in_the_lens_it_was_taken_with() -> None:
    *_, last = run_through(still(*range(40)))
    assert last.good
    assert last.solution is not None
    assert last.solution.lens.camera_matrix[0, 0] == pytest.approx(LENS.camera_matrix[0, 0], rel=0.01)
    said = lens_text(last, WORDS, keeps=True).plain
    assert said.split()[0] == "GOOD"
    assert "s keeps it" in said
    assert "RMS 0." in said
    nowhere = lens_text(last, WORDS, keeps=False).plain
    assert "keeps it" not in nowhere
    assert "--out FILE names a place" in nowhere


@pytest.mark.parametrize(
    ("source", "profile", "out", "profiles", "place"),
    [
        ("a.mp4", None, None, True, False),
        ("a.mp4", "shop", None, True, True),
        ("a.mp4", None, Path("lens.json"), False, True),
        ("http://192.168.0.7/video", None, None, True, True),
        ("http://192.168.0.7/video", None, None, False, False),
    ],
)
def test_a_lens_has_a_place_where_its_camera_is_known_or_one_is_named(
    source: str, profile: str | None, out: Path | None, *, profiles: bool, place: bool
) -> None:
    assert has_place((source,), profile, out, profiles=profiles) is place


async def test_without_a_place_for_the_lens_no_key_keeps_it() -> None:
    for keep, offered in ((None, False), (str, True)):
        screen = lens_screen([Camera([], film=True)], look, live=False, keep=keep)
        async with TouchlineApp(screen).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert ("s Keep" in screen.query_one(KeyLine).render().plain) is offered


def test_a_film_without_the_target_ends_in_the_reason() -> None:
    *_, last = run_through([EMPTY] * 4)
    assert not last.good
    said = lens_text(last, WORDS, keeps=True).plain
    assert "NO LENS" in said
    assert "show it from more sides" in said


def test_each_picture_is_answered_and_the_next_wish_is_framed() -> None:
    states = run_through(still(0, EMPTY))
    taken = next(state for state in states if isinstance(state.answer, View))
    said = lens_text(taken, WORDS, keeps=True).plain
    assert said.split()[0] == "TAKEN"
    assert "1 of 12 views" in said
    assert "Next: 11 more views: show it in the" in said
    assert "[]" in map_text(taken, WORDS).plain
    refused = next(state for state in states if state.refused and state.refused[-1].kind == "none")
    said = lens_text(refused, WORDS, keeps=True).plain
    assert said.startswith(" NOT TAKEN  The target is not seen; show it.")
    assert "1 without the target" in said


def test_the_frame_lies_in_the_third_that_is_wanted_and_crossings_where_they_are() -> None:
    taken = next(state for state in run_through(still(0)) if isinstance(state.answer, View))
    painted = paint_lens(taken, 90, 25)
    assert painted is not None
    high, wide = painted.image.shape[:2]
    assert taken.coverage.next_third is not None
    row, column = taken.coverage.next_third
    drawn = np.argwhere((painted.image == (255, 240, 120)).all(axis=2))
    upper_left, lower_right = (row * high // 3, column * wide // 3), ((row + 1) * high // 3, (column + 1) * wide // 3)
    assert (drawn >= upper_left).all()
    assert (drawn < lower_right).all()
    x, y = (VIEWS[0].corners_px[0] / LENS.size_px * (wide, high)).astype(int)
    assert (painted.image[y - 1 : y + 2, x - 1 : x + 2] == (80, 220, 80)).all(axis=2).any()


async def until(pilot: Pilot[None], screen: LensScreen, done: Callable[[LensState], object]) -> None:
    """Wait until the screen has taken such a state out of its mailbox."""
    while not done(screen.state):
        await asyncio.wait_for(pilot.pause(0.01), 20)


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_measured_on_a_key_kept_on_another_and_begun_anew(
    size: tuple[int, int],
    colour: bool,  # noqa: FBT001 - a case
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    kept: list[LensState] = []

    def keep(state: LensState) -> str:
        kept.append(state)
        return "the lens is kept in profile cam."

    camera = Camera(still(*range(8)))
    screen = lens_screen([camera], look, live=True, keep=keep)
    async with TouchlineApp(screen).run_test(size=size) as pilot:
        await until(pilot, screen, lambda state: len(state.taken) >= 6 and state.trouble)
        await pilot.press("s")
        assert not kept
        await pilot.press("enter")
        await until(pilot, screen, lambda state: state.solution or state.no_lens)
        assert screen.state.good
        await pilot.press("s")
        assert kept == [screen.state]
        await pilot.press("r")
        await until(pilot, screen, lambda state: not state.gathered)
        assert screen.state.solution is None
        await pilot.press("q")
    assert camera.stopped.is_set()


async def test_too_few_views_are_not_measured_and_it_is_said_how_many_are_wanted() -> None:
    screen = lens_screen([Camera(still(0))], look, live=True)
    app = TouchlineApp(screen)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, screen, lambda state: state.taken and state.trouble)
        await pilot.press("enter")
        (said,) = [notification.message for notification in app._notifications]
        assert said.startswith("1 views, and 4 is the least.")
        assert not screen.state.gathered
        await pilot.press("question_mark", "escape", "q")
