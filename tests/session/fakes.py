"""A camera, its gate and its reader that play a given film: what the session ties together, without pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from calibration.pose import BoardPose, Lens, PoseFailure
from engine.games import load_ruleset
from referee_tui.following.eyes import Place
from tests.engine.tables import seen
from vision.gate import GateState, Mood
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.observation import Observation
    from engine.ruleset import Ruleset
    from referee_tui.following.moves import Mover


def pose_at(x_mm: float) -> BoardPose:
    """A camera straight above the board, moved sideways."""
    lens = Lens(np.diag((800.0, 800.0, 1.0)), np.zeros(5), (4, 4))
    return BoardPose(lens, np.zeros(3), np.array((-x_mm, 0.0, 900.0)), 0.1)


POSE = pose_at(0.0)


@dataclass(frozen=True)
class Shot:
    """A stretch of film: how long, and what lies there; None while a hand is in it."""

    seconds: float
    look: Observation | None
    knocked: bool = False
    """The camera was knocked before it, and the gate noticed."""
    relit: bool = False
    """The lamps were changed before it."""
    camera_x_mm: float | None = 0.0
    """Where the camera is; None while no marker of the board is in sight."""
    who_moved: Mover = "camera"
    """What the surroundings would say of a move."""
    exposure: Literal["", "dark", "bright"] = ""


class Film(Source):
    """Ten empty frames a second; the shots say what would be in them."""

    def __init__(self, shots: Sequence[Shot], fps: float = 10.0) -> None:
        super().__init__("film")
        self.shots = [shot for shot in shots for _ in range(round(shot.seconds * fps))]
        self._fps = fps

    @property
    def size_px(self) -> tuple[int, int]:
        return 4, 4

    @property
    def duration_s(self) -> float | None:
        return len(self.shots) / self._fps

    def __iter__(self) -> Iterator[Frame]:
        for number in range(len(self.shots)):
            yield Frame(number, number / self._fps, np.zeros((4, 4, 3), np.uint8))


class Camera(Film):
    """A film as a camera would deliver it: it has no end, and is lost for ten beats after so many seconds."""

    def __init__(self, shots: Sequence[Shot], lost_after_s: float = -1.0) -> None:
        super().__init__(shots)
        self.lost_after_s = lost_after_s
        self.lost: str | None = None
        self.stopped = False
        self.measured, self.measuring = 0, 0

    @property
    def duration_s(self) -> float | None:
        return None

    @property
    def trouble(self) -> str | None:
        return self.lost

    @property
    def notes(self) -> tuple[str, ...]:
        return ("camera 0: pictures of 4 x 4.",)

    def beats(self) -> Iterator[Frame | None]:
        for frame in self:
            self.measuring = max(0, self.measuring - 1)
            yield frame
            if frame.t == self.lost_after_s:
                for _ in range(10):
                    self.lost = "camera 0: the camera is lost"
                    if self.stopped:
                        return
                    yield None
                self.lost = None

    @property
    def adjusting(self) -> bool:
        return self.measuring > 0

    def remeasure(self) -> bool:
        self.measured += 1
        self.measuring = 20
        return True

    def stop(self) -> None:
        self.stopped = True


class FilmEyes:
    """Sees what the film says; settles four frames after a hand left."""

    def __init__(self, film: Film) -> None:
        self._film = film
        self._still = 0
        self.reads: list[float] = []
        self.finds: list[float] = []
        self.poses: list[float] = []
        self.expected: list[Mapping[str, str] | None] = []

    def judge(self, frame: Frame, pose: BoardPose | None) -> GateState:
        shot = self._film.shots[frame.number]
        before = self._film.shots[frame.number - 1] if frame.number else shot
        self._still = 0 if shot.look is None or shot is not before else self._still + 1
        if pose is None:
            self._still = min(self._still, 3)
            return GateState(Mood.NO_BOARD, frame.t, self._still / 10)
        if shot.look is None:
            return GateState(Mood.HAND, frame.t, 0.0)
        mood = Mood.SETTLED if self._still >= 4 else Mood.SETTLING
        new = self._still == 4
        shifted, relit = new and shot.knocked, new and shot.relit
        return GateState(mood, frame.t, self._still / 10, settled_new=new, shifted=shifted, relit=relit)

    def find(self, frames: Sequence[Frame], previous: BoardPose | None) -> BoardPose | PoseFailure:  # noqa: ARG002 - as the real one
        frame = frames[-1]
        self.finds.append(frame.t)
        x_mm = self._film.shots[frame.number].camera_x_mm
        return PoseFailure("no marker is in view") if x_mm is None else pose_at(x_mm)

    def check(self, frame: Frame, pose: BoardPose) -> Place:
        x_mm = self._film.shots[frame.number].camera_x_mm
        if x_mm is None:
            return Place.UNSEEN
        return Place.MOVED if abs(-pose.tvec[0] - x_mm) > 1.0 else Place.IN_PLACE

    def who_moved(self, frame: Frame, pose: BoardPose) -> Mover:  # noqa: ARG002 - as the real one
        return self._film.shots[frame.number].who_moved

    def exposure_fault(self, frame: Frame) -> Literal["", "dark", "bright"]:
        return self._film.shots[frame.number].exposure

    def read(self, frame: Frame, pose: BoardPose, expected: Mapping[str, str] | None) -> Observation:
        look = self._film.shots[frame.number].look
        assert look is not None
        self.reads.append(frame.t)
        self.poses.append(float(-pose.tvec[0]))
        self.expected.append(expected)
        return look


def loader(game: str, options: Mapping[str, Any]) -> Ruleset:
    """How a log finds its rules again."""
    return load_ruleset(game, options=options)


PIECES = {"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R9": "H14", "R8": "H15"}
START = seen(PIECES, "H11")
PASSED = seen(PIECES, "H8")
HAND = Shot(0.5, None)
MOVED_14_MM = "The camera moved 14 mm, 0.0 degrees; back in step after 0.4 s"
