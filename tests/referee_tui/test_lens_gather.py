"""Gathering views of a target from pictures, and choosing them from a film or a camera."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration.lens.views import View, ViewFailure
from referee_tui.commands.calibrate_lens import _gathered
from referee_tui.lens.gather import AT_REST_S, FILM_STEP_S, Step, all_pictures, gather_moving, gather_pictures
from referee_tui.lens.words import map_lines, refusals_line, step_line, wish_line
from tests.scenes.targets import Held, all_round, true_lens, view_of
from vision.sources import Frame, Source, open_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

LENS = true_lens()
STILL = 3
"""A target that is held up stays in so many looks."""


class Film(Source):
    """Frames without a picture in them: the first pixel says which of the views is seen."""

    def __init__(self, frames: Sequence[int | None], step_s: float = FILM_STEP_S) -> None:
        super().__init__("film")
        self._frames, self._step_s = frames, step_s

    @property
    def size_px(self) -> tuple[int, int]:
        return LENS.size_px

    def __iter__(self) -> Iterator[Frame]:
        return (frame for frame in self.beats() if frame is not None)

    def beats(self) -> Iterator[Frame | None]:
        for number, what in enumerate(self._frames):
            yield None if what is None else Frame(number, number * self._step_s, np.full((1, 1, 3), what, np.uint8))


class Looker:
    """Sees the views that it was given; 255 is an empty picture."""

    def __init__(self, held: Sequence[Held]) -> None:
        self._views = [view_of(LENS, each, np.random.default_rng(n), noise_px=0.05) for n, each in enumerate(held)]
        self.thorough: set[bool] = set()

    def __call__(self, image: NDArray[np.uint8], name: str, *, thorough: bool) -> View | ViewFailure:
        self.thorough.add(thorough)
        number = int(image[0, 0, 0])
        return self._views[number] if number < len(self._views) else ViewFailure(name, "none", "the target is not seen")


def steps(frames: Sequence[int | None], held: Sequence[Held], step_s: float = FILM_STEP_S) -> list[Step | None]:
    return list(gather_moving(Film(frames, step_s), Looker(held)))


def kinds(found: Sequence[Step | None]) -> list[str | None]:
    """What became of each frame; ``view`` if it was taken, None for a beat without a picture."""
    return [None if step is None else "view" if isinstance(step.answer, View) else step.answer.kind for step in found]


def test_a_view_is_taken_once_it_is_held_still() -> None:
    held = all_round(np.random.default_rng(1), 3)
    assert kinds(steps([255, 0, 0, 0, 1, 1, None, 2], held)) == [
        "none", "moved", "view", "similar", "moved", "view", None, "moved",
    ]  # fmt: skip


def test_a_film_is_looked_at_now_and_then() -> None:
    assert len(steps([0] * 30, [Held()], step_s=1 / 30)) == 5


def test_a_camera_is_left_as_soon_as_there_is_enough() -> None:
    held = all_round(np.random.default_rng(1), 40)
    found = steps([number for number in range(40) for _ in range(STILL)], held)
    last = found[-1]
    assert last is not None
    assert last.coverage.enough
    assert 12 <= len(last.taken) < 25
    assert wish_line(last.coverage) == "That is enough."


class Recording(Film):
    """A film that was taken before."""

    @property
    def duration_s(self) -> float:
        return len(self._frames) * self._step_s


def test_a_film_of_a_target_at_rest_is_left_early_and_a_camera_is_not() -> None:
    held, count = all_round(np.random.default_rng(1), 2), round(AT_REST_S / FILM_STEP_S)
    frames = [0, *(0, 255) * count, 1, 1]
    found = list(gather_moving(Recording(frames), Looker(held)))
    assert kinds(found)[-1] == "still"
    assert found[-1] is not None
    assert len(found[-1].taken) == 1
    assert "nothing new is seen" in step_line(found[-1])
    assert 0.9 * count <= len(found) <= count + 3
    assert kinds(steps(frames, held))[-1] == "view"


def test_a_film_in_which_the_target_is_always_moved_is_seen_to_its_end() -> None:
    held = all_round(np.random.default_rng(1), 3)
    frames = [0, 0, *(1, 2) * round(AT_REST_S / FILM_STEP_S)]
    assert kinds(list(gather_moving(Recording(frames), Looker(held))))[-1] == "moved"


def test_every_picture_of_a_folder_counts_and_a_copy_is_refused(tmp_path: Path) -> None:
    cv2 = pytest.importorskip("cv2")
    for number, name in enumerate(("a.png", "b.png", "copy.png")):
        cv2.imwrite(str(tmp_path / name), np.full((1, 1, 3), number % 2, np.uint8))
    look = Looker(all_round(np.random.default_rng(1), 2))
    with open_source(str(tmp_path)) as source:
        assert all_pictures([source])
        found = list(gather_pictures([source], look))
    assert kinds(found) == ["view", "view", "similar"]
    assert look.thorough == {True}
    assert [len(step.taken) for step in found] == [1, 2, 2]


def test_a_picture_of_another_size_is_refused(tmp_path: Path) -> None:
    cv2 = pytest.importorskip("cv2")
    for number in range(2):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((1, 1, 3), number, np.uint8))
    look = Looker([Held()])
    look._views.append(view_of(true_lens((640, 480)), Held(tilt_deg=20), np.random.default_rng(0)))
    with open_source(str(tmp_path)) as source:
        found = list(gather_pictures([source], look))
    assert kinds(found) == ["view", "size"]
    assert "640x480" in step_line(found[1])
    assert "960x540" in step_line(found[1])


class Stopped(Film):
    """A film that is ended with Ctrl-C."""

    def beats(self) -> Iterator[Frame | None]:
        yield from super().beats()
        raise KeyboardInterrupt


@pytest.mark.parametrize(("shown", "enough"), [(3, False), (5, True)])
def test_ctrl_c_ends_with_what_there_is_if_that_can_be_a_lens(
    shown: int,
    enough: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = Stopped([number for number in range(shown) for _ in range(STILL)])
    monkeypatch.setattr("vision.sources.open_source", lambda _: source)
    look = Looker(all_round(np.random.default_rng(1), shown))
    if enough:
        taken, refused = _gathered(["0"], look)
        assert len(taken) == shown
        assert {failure.kind for failure in refused} == {"moved", "similar"}
    else:
        with pytest.raises(KeyboardInterrupt):
            _gathered(["0"], look)


def test_what_is_said_while_it_goes_on() -> None:
    taken = [step for step in steps([0, 0, 1, 1], all_round(np.random.default_rng(1), 2)) if step is not None]
    assert "not taken, it moves" in step_line(taken[0])
    assert "view 1, 26 crossings, tilt 39 degrees" in step_line(taken[1])
    assert wish_line(taken[-1].coverage).startswith("10 more views: show it")
    lines = map_lines(taken[-1].coverage)
    assert len({len(line) for line in lines}) == 1
    assert "." in lines[0]
    assert "[]" not in "".join(lines)
    assert "[]" in "".join(map_lines(taken[-1].coverage, taken[-1].seen))
    refused = [step.answer for step in taken if isinstance(step.answer, ViewFailure)]
    assert refusals_line(refused) == "Not taken: 2 moved."
