"""Live sources: the newest frame wins, a lost camera is reported and comes back, locks are read back."""

import itertools
import threading
from collections.abc import Callable

import numpy as np
import pytest

from vision.sources import SourceError, open_source
from vision.sources.live import LOCK_AFTER_S, LiveSource, Mailbox


def picture(number: int) -> np.ndarray:
    return np.full((6, 8, 3), number, np.uint8)


class ScriptedCamera:
    """Delivers the pictures it was given, each once the test allows it, then is lost."""

    def __init__(self, numbers: list[int], gate: threading.Semaphore, *, refuses: tuple[str, ...] = ()) -> None:
        self.numbers, self.gate, self.refuses = numbers, gate, refuses
        self.closed = False
        self.drained = threading.Event()

    def read(self) -> np.ndarray | None:
        if not self.numbers:
            self.drained.set()
        self.gate.acquire(timeout=10)
        return picture(self.numbers.pop(0)) if self.numbers else None

    def lock(self) -> tuple[str, ...]:
        return self.refuses

    def close(self) -> None:
        self.closed = True


class Ticks:
    """A clock that moves a fixed step at every look."""

    def __init__(self, step_s: float) -> None:
        self.now, self.step_s = 0.0, step_s

    def __call__(self) -> float:
        self.now += self.step_s
        return self.now


def opener(*cameras: ScriptedCamera | None) -> Callable[[], ScriptedCamera]:
    """Opens the cameras in order; None is an attempt that fails."""
    queue = list(cameras)

    def open_next() -> ScriptedCamera:
        camera = queue.pop(0) if queue else None
        if camera is None:
            raise SourceError("camera 0: cannot be opened")
        return camera

    return open_next


def test_a_reader_that_is_slow_gets_the_newest_frame() -> None:
    gate = threading.Semaphore(5)
    camera = ScriptedCamera([1, 2, 3, 4, 5], gate)
    with LiveSource("camera 0", opener(camera), Ticks(0.1)) as source:
        assert source.live
        assert source.duration_s is None
        assert source.size_px == (8, 6)
        assert camera.drained.wait(10)
        frame = next(iter(source))
        gate.release()
    assert (frame.number, int(frame.image[0, 0, 0])) == (4, 5)
    assert frame.t > 0


def test_frames_are_stamped_by_the_clock_that_was_handed_in() -> None:
    gate = threading.Semaphore(1)
    camera = ScriptedCamera([1, 2, 3], gate)
    with LiveSource("camera 0", opener(camera), Ticks(0.25)) as source:
        times = []
        for frame in source:
            times.append(frame.t)
            if len(times) == 3:
                break
            gate.release()
        gate.release()
    assert times[0] == 0.0
    assert all(later > earlier for earlier, later in itertools.pairwise(times))
    assert all((t / 0.25).is_integer() for t in times)


def test_a_lost_camera_is_reported_retried_and_comes_back() -> None:
    gate = threading.Semaphore(100)
    said: list[str | None] = []
    first, second = ScriptedCamera([1], gate), ScriptedCamera([7], threading.Semaphore(1))
    cameras = opener(first, None, second)
    with LiveSource("camera 0", cameras, Ticks(0.1), said.append, retry_s=0.001) as source:
        levels = []
        for frame in source:
            levels.append(int(frame.image[0, 0, 0]))
            if levels[-1] == 7:
                break
        second.gate.release()
    assert levels[-1] == 7
    assert first.closed
    assert said[0] is not None
    assert "lost" in said[0]
    assert None in said


def test_a_camera_that_delivers_nothing_is_an_error_at_once() -> None:
    camera = ScriptedCamera([], threading.Semaphore(1))
    with pytest.raises(SourceError, match="delivers no picture"):
        LiveSource("camera 0", opener(camera), Ticks(0.1))
    assert camera.closed


def test_what_the_camera_would_not_lock_is_read_back() -> None:
    gate = threading.Semaphore(100)
    camera = ScriptedCamera([1, 2, 3, 4], gate, refuses=("focus",))
    with LiveSource("camera 0", opener(camera), Ticks(LOCK_AFTER_S), retry_s=60) as source:
        assert camera.drained.wait(10)
        assert source.unlocked == ("focus",)


def test_closing_ends_the_loop_of_whoever_reads() -> None:
    gate = threading.Semaphore(1)
    source = LiveSource("camera 0", opener(ScriptedCamera([1], gate)), Ticks(0.1), retry_s=60)
    frames = iter(source)
    next(frames)
    gate.release()
    source.close()
    source.close()
    assert list(frames) == []


def test_a_mailbox_holds_one_letter() -> None:
    box = Mailbox()
    assert box.take(0.0) is None
    box.close()
    assert box.closed
    assert box.take(60.0) is None


@pytest.mark.parametrize("text", ["987", "/dev/video987", "rtsp://me:secret@127.0.0.1:9/x", "http://127.0.0.1:9/x"])
def test_a_camera_that_cannot_be_opened_says_so_and_keeps_passwords_quiet(text: str) -> None:
    with pytest.raises(SourceError, match="cannot be opened") as caught:
        open_source(text)
    assert "secret" not in str(caught.value)
