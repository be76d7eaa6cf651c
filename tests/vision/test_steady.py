"""A picture that stays is read twice and no more; anything that changed in it, or a hand between, is read."""

from dataclasses import replace

import numpy as np
import pytest

from engine.observation import Observation, SeenDie, SeenPiece
from tests.scenes import Die, Disc, SceneSpec, Sensor, draw_scene, make_camera
from tests.scenes.draw import sensed
from vision.changed import compared_size
from vision.steady import SteadyReading

POSE = make_camera()
TABLE = SceneSpec(
    POSE,
    discs=(Disc("B7", 200.0, 150.0), Disc("R4", 300.0, 150.0)),
    dice=(Die("B", 3, 230.0, 335.0),),
    sensor=Sensor(0.6, 0.0, 100),
)
PIECE = SeenPiece("B", 7, 200.0, 150.0, "G9", 0.99)
SEEN = Observation(0.0, 0, (PIECE,))


def picture(spec: SceneSpec = TABLE, seed: int = 0, noise: float = 2.0) -> np.ndarray:
    clean = draw_scene(spec, np.random.default_rng(5)).image.astype(np.float32)
    return sensed(clean, Sensor(0.0, noise, 90), np.random.default_rng(seed))


class Reader:
    """Says what it is told to say, and counts how often it was asked."""

    def __init__(self, *looks: Observation) -> None:
        self._looks = iter(looks)
        self._last = looks[-1]
        self.asked = 0
        self.again: list[bool] = []

    def __call__(self, *, again: bool) -> Observation:
        self.asked += 1
        self.again.append(again)
        return next(self._looks, self._last)


def follow(reading: SteadyReading, reader: Reader, *pictures: np.ndarray) -> list[Observation]:
    return [
        reading.read(compared_size(image), POSE, None, t=0.5 * n, frame=n, look=reader)
        for n, image in enumerate(pictures)
    ]


@pytest.mark.parametrize("noise", [0.5, 2.0, 6.0])
def test_the_same_table_is_read_twice_and_each_answer_has_its_own_time(noise: float) -> None:
    reader = Reader(SEEN)
    seen = follow(SteadyReading(), reader, *(picture(seed=seed, noise=noise) for seed in range(8)))
    assert reader.again == [False, True]
    assert [(look.t, look.frame) for look in seen[2:]] == [(0.5 * n, n) for n in range(2, 8)]
    assert {look.pieces for look in seen} == {(PIECE,)}


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(replace(TABLE, discs=(Disc("B3", 200.0, 150.0), TABLE.discs[1])), id="another piece in its place"),
        pytest.param(replace(TABLE, discs=(Disc("B7", 200.7, 150.7), TABLE.discs[1])), id="a nudge of a millimetre"),
        pytest.param(replace(TABLE, discs=TABLE.discs[:1]), id="a piece gone"),
        pytest.param(replace(TABLE, dice=(Die("B", 5, 230.0, 335.0),)), id="another face of a die"),
    ],
)
def test_what_changed_is_read(changed: SceneSpec) -> None:
    reader, reading = Reader(SEEN), SteadyReading()
    follow(reading, reader, picture(), picture(seed=1), picture(seed=2))
    assert reader.asked == 2
    follow(reading, reader, picture(changed, seed=3))
    assert reader.asked == 3


def test_looks_that_differ_are_not_settled_on() -> None:
    other = replace(SEEN, dice=(SeenDie("B", 3, 230.0, 335.0, 0.9),))
    reader = Reader(SEEN, other, SEEN, SEEN, other)
    seen = follow(SteadyReading(), reader, *(picture(seed=seed) for seed in range(6)))
    assert reader.asked == 4
    assert [bool(look.dice) for look in seen] == [False, True, False, False, False, False]


def test_after_a_hand_everything_is_read_anew() -> None:
    reader, reading = Reader(SEEN), SteadyReading()
    follow(reading, reader, picture(), picture(seed=1))
    reading.forget()
    follow(reading, reader, picture(seed=2), picture(seed=3), picture(seed=4))
    assert reader.asked == 4


def test_what_is_expected_and_where_the_camera_is_are_part_of_the_question() -> None:
    reader, reading = Reader(SEEN), SteadyReading()
    follow(reading, reader, picture(), picture(seed=1))
    reading.read(compared_size(picture(seed=2)), POSE, {"B7": "G9"}, t=2.0, frame=2, look=reader)
    reading.read(compared_size(picture(seed=2)), make_camera(), {"B7": "G9"}, t=3.0, frame=3, look=reader)
    assert reader.asked == 4


def test_a_look_past_a_hand_is_not_settled_on() -> None:
    reader = Reader(replace(SEEN, occluded=True))
    follow(SteadyReading(), reader, *(picture(seed=seed) for seed in range(4)))
    assert reader.asked == 4
