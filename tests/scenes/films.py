"""Films of stories: hands come and go, the table rests in between; pictures with the truth of every moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.scenes.draw import draw_scene
from tests.scenes.spec import Hand
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.random import Generator
    from numpy.typing import NDArray

    from tests.scenes.spec import SceneSpec
    from tests.scenes.stories import Laid, Story, Visit

STEP_S = 0.1
JITTER_S = 0.008
"""How unevenly a webcam delivers its pictures."""
AWAY_MM = (320.0, 170.0, 60.0, 0.0, 0.0, 0.0, 90.0, 220.0)
"""How far a hand's fingers are from where it reaches, picture by picture; the table changes in the middle."""
CHANGED_AT = 4
ARM_FROM_DEG = {"B": 125.0, "R": 55.0}
"""Blue sits at the left of the side that the camera looks from, red at the right; 90 = south."""


@dataclass(frozen=True)
class Pace:
    """How long the table rests."""

    before_s: float = 2.0
    between_s: float = 1.6
    after_s: float = 2.0


@dataclass(frozen=True, eq=False)
class _Moment:
    laid: Laid
    hand: Hand | None = None


class StoryFilm(Source):
    """About ten pictures a second of a story, by an uneven clock."""

    def __init__(
        self, story: Story, scene: SceneSpec, rng: Generator, pace: Pace = Pace(), *, noise: float = 1.5
    ) -> None:
        """``scene`` gives camera, light and table; what lies on it is the story's."""
        super().__init__(f"drawn ({story.rules.game})")
        self._story, self._scene, self._pace = story, scene, pace
        self.events: list[dict[str, Any]] = []
        self._moments = list(self._plan())
        self._t = np.arange(len(self._moments)) * STEP_S + rng.uniform(-JITTER_S, JITTER_S, len(self._moments))
        self._t[0] = 0.0
        width, height = scene.camera.lens.size_px
        self._noise = rng.normal(0.0, noise, (height + 32, width + 32, 3)).astype(np.float32)
        self._places = rng.integers(0, 32, (len(self._moments), 2))
        # The same wood in every picture.
        self._seed = int(rng.integers(1 << 30))

    def _plan(self) -> Iterator[_Moment]:
        laid, count = self._story.first, 0

        def rest(seconds: float) -> list[_Moment]:
            return [_Moment(laid)] * round(seconds / STEP_S)

        moments = rest(self._pace.before_s)
        count += len(moments)
        yield from moments
        for visit in self._story.visits:
            for number, away in enumerate(AWAY_MM):
                yield _Moment(laid if number < CHANGED_AT else visit.after, _hand(visit, away))
            times = {"t_start": round(count * STEP_S, 3), "t_end": round((count + len(AWAY_MM)) * STEP_S, 3)}
            self.events += [{**times, **event} for event in visit.events]
            laid = visit.after
            moments = rest(self._pace.after_s if visit is self._story.visits[-1] else self._pace.between_s)
            count += len(AWAY_MM) + len(moments)
            yield from moments

    @property
    def size_px(self) -> tuple[int, int]:
        return self._scene.camera.lens.size_px

    @property
    def duration_s(self) -> float | None:
        return float(self._t[-1])

    @property
    def frame_count(self) -> int:
        return len(self._moments)

    def _drawn(self, moment: _Moment) -> NDArray[np.uint8]:
        laid = moment.laid
        spec = replace(self._scene, discs=tuple(laid.discs.values()), ball=laid.ball, dice=laid.dice, hand=moment.hand)
        return draw_scene(spec, np.random.default_rng(self._seed)).image

    def __iter__(self) -> Iterator[Frame]:
        width, height = self.size_px
        last: _Moment | None = None
        picture = np.zeros((height, width, 3), np.uint8)
        for number, moment in enumerate(self._moments):
            if last is None or moment.laid is not last.laid or moment.hand != last.hand:
                picture, last = self._drawn(moment), moment
            x, y = self._places[number]
            seen = np.clip(np.round(picture + self._noise[y : y + height, x : x + width]), 0, 255).astype(np.uint8)
            yield Frame(number, float(self._t[number]), seen)

    def truth(self) -> dict[str, Any]:
        """What happens in it, in the form that the clips of the demo have beside them."""
        story = self._story
        width, height = self.size_px
        return {
            "game": story.rules.game,
            "layout": story.rules.board.name,
            "width": width,
            "height": height,
            "frames": self.frame_count,
            "seconds": round(float(self._t[-1]), 3),
            "initial": story.rules.write_position(story.initial),
            "events": self.events,
        }


def _hand(visit: Visit, away_mm: float) -> Hand:
    angle = ARM_FROM_DEG[visit.hand]
    back = np.array((np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))))
    x, y = np.array(visit.at_mm) + away_mm * back
    return Hand(float(x), float(y), angle)
