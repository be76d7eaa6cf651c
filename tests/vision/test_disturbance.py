"""What disturbs a table has its own name, and nothing is read meanwhile: drawn films with the truth of each picture."""

from collections import Counter
from functools import lru_cache

import numpy as np
import pytest

from engine.board import shipped_board
from tests.scenes.disturbances import ACCEPTED, KINDS, DisturbedFilm
from vision.changes import table_region
from vision.disturbance import Disturbance
from vision.gate import STILL_S, Gate, GateState

BOARD = shipped_board("regista-a2")
READ_ON = {"cloud"}
"""What goes on so slowly that the table may be read meanwhile."""


@lru_cache(maxsize=1)
def followed(kind: str, seed: int) -> tuple[DisturbedFilm, list[GateState]]:
    film = DisturbedFilm(kind, BOARD, np.random.default_rng((seed, list(KINDS).index(kind))), (480, 270))
    region = table_region(film.spec.camera, BOARD, film.size_px)
    gate = Gate()
    return film, [gate.step(frame.image, frame.t, region) for frame in film]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "hand resting 10 s"])
def test_each_disturbance_is_named_and_nothing_is_read_during_it(kind: str) -> None:
    film, states = followed(kind, 11)
    during = [state for state in states if film.cause_at[state.t] is not None]
    truth = next(cause for cause in film.cause_at.values() if cause is not None)
    said = Counter(state.cause for state in during if not state.readable)
    assert said.most_common(1)[0][0] in ACCEPTED.get(truth, {truth})
    if kind not in READ_ON:
        assert not [state.t for state in during if state.readable]
    after = [state.t - film.over_t for state in states if state.t > film.over_t and state.readable]
    assert after[0] <= STILL_S + 0.4


def test_a_table_at_rest_is_disturbed_by_nothing() -> None:
    _, states = followed("hand", 11)
    before = [state for state in states if state.t < 1.4]
    assert [state.t for state in before if state.settled_new] == [pytest.approx(STILL_S, abs=0.15)]
    assert {state.cause for state in before} == {None}


def test_what_ended_is_told_with_the_first_look_after_it() -> None:
    _, states = followed("lamp", 11)
    reports = [state for state in states if state.settled_new]
    assert reports[-1].cause is Disturbance.LAMP
    assert reports[-1].relit


@pytest.mark.parametrize(
    ("first", "then", "called"),
    [
        (Disturbance.LAMP, Disturbance.MOTION, Disturbance.LAMP),
        (Disturbance.EXPOSURE, Disturbance.CLOUD, Disturbance.EXPOSURE),
        (Disturbance.SHAKE, Disturbance.SHADOW, Disturbance.SHAKE),
        (Disturbance.SHAKE, Disturbance.HAND, Disturbance.HAND),
        (Disturbance.HAND, Disturbance.MOTION, Disturbance.MOTION),
        (Disturbance.MOTION, Disturbance.SHADOW, Disturbance.SHADOW),
    ],
)
def test_what_ends_slowly_keeps_its_name(first: Disturbance, then: Disturbance, called: Disturbance) -> None:
    assert first.followed_by(then) is called
