"""Live sources: the newest frame wins, a lost camera is reported and comes back, locks are read back."""

import itertools
import threading
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.sources import SourceError, open_source
from vision.sources.live import LOCK_AFTER_S, STALL_S, LiveSource, Mailbox
from vision.sources.locks import IGNORED, NO_SWITCH, Refusal


def picture(number: int) -> np.ndarray:
    return np.full((6, 8, 3), number, np.uint8)


class ScriptedCamera:
    """Delivers the pictures it was given, each once the test allows it, then is lost."""

    def __init__(self, numbers: list[int], gate: threading.Semaphore, *, refuses: tuple[Refusal, ...] = ()) -> None:
        self.numbers, self.gate, self.refuses = numbers, gate, refuses
        self.closed = False
        self.told: list[str] = []
        self.drained = threading.Event()

    def read(self) -> np.ndarray | None:
        if not self.numbers:
            self.drained.set()
        self.gate.acquire(timeout=10)
        return picture(self.numbers.pop(0)) if self.numbers else None

    def lock(self) -> tuple[Refusal, ...]:
        self.told.append("lock")
        return self.refuses

    def unlock(self) -> None:
        self.told.append("unlock")

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


def test_a_lost_camera_is_reported_while_it_is_retried_and_comes_back() -> None:
    first, second = ScriptedCamera([1], threading.Semaphore(100)), ScriptedCamera([7], threading.Semaphore(1))
    beats: list[int | str | None] = []
    with LiveSource("camera 0", opener(first, None, second), Ticks(0.1), retry_s=0.05, beat_s=0.001) as source:
        for frame in source.beats():
            beats.append(int(frame.image[0, 0, 0]) if frame is not None else source.trouble)
            if beats[-1] == 7:
                assert source.trouble is None
                break
        second.gate.release()
    assert first.closed
    said = [beat for beat in beats if isinstance(beat, str)]
    assert said
    assert all("camera 0: the camera is lost" in text for text in said)


def test_a_camera_that_falls_silent_is_reported_without_its_reader_coming_back() -> None:
    camera = ScriptedCamera([1], threading.Semaphore(1))
    with LiveSource("camera 0", opener(camera), Ticks(0.1), beat_s=STALL_S / 100) as source:
        quiet = [source.trouble for frame in itertools.islice(source.beats(), 110) if frame is None]
        camera.gate.release()
    assert quiet[0] is None
    assert quiet[-1] is not None
    assert "no picture for 3 s" in quiet[-1]


def test_a_driver_that_fails_in_its_own_way_ends_the_reading_with_a_sentence() -> None:
    class Failing(ScriptedCamera):
        def read(self) -> np.ndarray | None:
            if not self.numbers:
                raise RuntimeError("ioctl 42")
            return super().read()

    camera = Failing([1], threading.Semaphore(10))
    with LiveSource("camera 0", opener(camera), Ticks(0.1)) as source:
        with pytest.raises(SourceError, match=r"camera 0: .*RuntimeError: ioctl 42"):
            list(source)
        assert camera.closed


def test_a_camera_that_delivers_nothing_is_an_error_at_once() -> None:
    camera = ScriptedCamera([], threading.Semaphore(1))
    with pytest.raises(SourceError, match="delivers no picture"):
        LiveSource("camera 0", opener(camera), Ticks(0.1))
    assert camera.closed


@pytest.mark.parametrize(
    ("refuses", "told"),
    [
        ((), None),
        ((Refusal("focus", NO_SWITCH),), "does not let its focus (it has no switch for it) be fixed"),
        (
            (Refusal("exposure", IGNORED), Refusal("white balance", NO_SWITCH), Refusal("focus", NO_SWITCH)),
            f"does not let its exposure ({IGNORED}) nor its white balance and its focus ({NO_SWITCH}) be fixed",
        ),
    ],
    ids=["obeys", "focus", "nothing"],
)
def test_what_the_camera_would_not_lock_is_told(refuses: tuple[Refusal, ...], told: str | None) -> None:
    gate = threading.Semaphore(100)
    camera = ScriptedCamera([1, 2, 3, 4], gate, refuses=refuses)
    with LiveSource("camera 0", opener(camera), Ticks(LOCK_AFTER_S), retry_s=60) as source:
        assert camera.drained.wait(10)
        notes = source.notes
    assert "pictures of 8 x 6; that is little" in notes[0]
    assert len(notes) == (1 if told is None else 2)
    assert told is None or told in notes[1]


def test_the_light_is_measured_anew_only_when_asked_and_fixed_again_afterwards() -> None:
    gate = threading.Semaphore(0)
    camera = ScriptedCamera(list(range(1, 12)), gate)
    gate.release()
    with LiveSource("camera 0", opener(camera), Ticks(LOCK_AFTER_S / 2), retry_s=60) as source:
        frames = iter(source)
        assert not source.remeasure()
        while not camera.told:
            gate.release()
            next(frames)
        gate.release()
        next(frames)
        assert source.remeasure()
        assert source.adjusting
        assert not source.remeasure()
        while source.adjusting:
            gate.release()
            next(frames)
        assert camera.told == ["lock", "unlock", "lock"]
        gate.release(20)


def test_a_camera_that_measures_by_itself_is_not_asked_to() -> None:
    gate = threading.Semaphore(100)
    camera = ScriptedCamera([1, 2, 3, 4], gate, refuses=(Refusal("exposure", IGNORED),))
    with LiveSource("camera 0", opener(camera), Ticks(LOCK_AFTER_S), retry_s=60) as source:
        assert camera.drained.wait(10)
        assert not source.remeasure()
        assert not source.adjusting
    assert "unlock" not in camera.told


class FakeCapture:
    """A driver with some sizes of picture; any other is answered with the first."""

    def __init__(self, sizes_px: list[tuple[int, int]]) -> None:
        self.sizes_px, self.asked = sizes_px, [0.0, 0.0]

    def __call__(self, *_: object) -> "FakeCapture":
        return self

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def set(self, what: int, value: float) -> bool:
        if what in {cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT}:
            self.asked[what == cv2.CAP_PROP_FRAME_HEIGHT] = value
        return True

    def get(self, what: int) -> float:
        return self.size_px[what == cv2.CAP_PROP_FRAME_HEIGHT]

    @property
    def size_px(self) -> tuple[int, int]:
        wanted = (int(self.asked[0]), int(self.asked[1]))
        return wanted if wanted in self.sizes_px else self.sizes_px[0]

    def read(self) -> tuple[bool, np.ndarray]:
        return True, np.zeros((self.size_px[1], self.size_px[0], 3), np.uint8)

    def release(self) -> None:
        pass


@pytest.mark.parametrize(
    ("has", "wished", "taken"),
    [
        ([(640, 480), (1280, 720), (1920, 1080)], None, (1920, 1080)),
        ([(640, 480), (1280, 720)], None, (1280, 720)),
        ([(640, 480)], None, (640, 480)),
        ([(640, 480), (1280, 720), (1920, 1080)], (640, 480), (640, 480)),
        ([(1280, 720), (1920, 1080)], (640, 480), (1920, 1080)),
    ],
)
def test_a_camera_is_asked_for_large_pictures_and_what_came_is_told(
    has: list[tuple[int, int]],
    wished: tuple[int, int] | None,
    taken: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vision.sources.camera.cv2.VideoCapture", FakeCapture(has))
    with open_source("0", camera_size_px=wished) as source:
        assert source.size_px == taken
        assert f"pictures of {taken[0]} x {taken[1]}" in source.notes[0]


def test_closing_ends_the_loop_of_whoever_reads() -> None:
    gate = threading.Semaphore(1)
    source = LiveSource("camera 0", opener(ScriptedCamera([1], gate)), Ticks(0.1), retry_s=60)
    frames = iter(source)
    next(frames)
    gate.release()
    source.close()
    source.close()
    assert list(frames) == []


def test_whoever_says_something_is_heard_before_the_next_picture_and_the_camera_is_not_taken_for_silent() -> None:
    gate = threading.Semaphore(0)
    gate.release()
    with LiveSource("camera 0", opener(ScriptedCamera([1], gate)), Ticks(0.1), beat_s=60) as source:
        beats = source.beats()
        assert next(beats) is not None
        for _ in range(3):
            source.nudge()
            assert next(beats) is None
            assert source.trouble is None
        gate.release()


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
