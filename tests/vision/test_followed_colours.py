"""The teams' colours are learnt from pieces that stand where the match has them, and followed slowly."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from engine.board import shipped_board
from engine.observation import Observation, SeenPiece
from tests.scenes import Disc, Light, SceneSpec, Sensor, draw_scene, make_camera
from vision.followed_colours import LEAST_CONFIRMED, WAIT_S, FollowedColours
from vision.known_colours import NOTHING_KNOWN
from vision.teams import KIT_COLOURS, TeamColours

BOARD = shipped_board("regista-a2")
CAMERA = make_camera()
SPACES = {"B": "D4 E6 G8 I6 K4", "R": "D18 E16 G14 I16 K18"}
EXPECTED = {f"{team}{k + 1}": space for team, row in SPACES.items() for k, space in enumerate(row.split())}
WHITE, BLACK = (236, 240, 240), (32, 30, 30)


@cache
def picture(brightness: float = 0.9) -> np.ndarray:
    """Black against white."""
    discs = tuple(
        Disc(piece, *BOARD.grid.centre_mm(space), ink=BLACK if piece[0] == "B" else WHITE)
        for piece, space in EXPECTED.items()
    )
    spec = SceneSpec(CAMERA, BOARD, discs=discs, light=Light(brightness), sensor=Sensor())
    return draw_scene(spec, np.random.default_rng(1)).image


def seen(t: float, *, occluded: bool = False, leave: int = len(EXPECTED)) -> Observation:
    pieces = tuple(
        SeenPiece("B" if piece[0] == "B" else "R", int(piece[1:]), *BOARD.grid.centre_mm(space), space, 0.99)
        for piece, space in list(EXPECTED.items())[:leave]
    )
    return Observation(t, 0, pieces, None, (), (), frozenset(), occluded)


def after(before: FollowedColours, look: Observation, expected: dict[str, str] | None = EXPECTED) -> FollowedColours:
    return before.after(look, expected, (picture(), CAMERA, BOARD), NOTHING_KNOWN)


def test_colours_are_learnt_from_pieces_in_their_places() -> None:
    learnt = after(FollowedColours(), seen(1.0)).teams
    assert learnt is not None
    assert learnt.of("B").lightness < 0.35
    assert learnt.of("R").lightness > 0.75
    assert max(learnt.of("B").chroma, learnt.of("R").chroma) < 1.5


@pytest.mark.parametrize(
    ("look", "expected"),
    [
        (seen(1.0), None),
        (seen(1.0, occluded=True), EXPECTED),
        (seen(1.0, leave=5 + LEAST_CONFIRMED - 1), EXPECTED),
        (seen(1.0), dict.fromkeys(EXPECTED, "A1")),
    ],
)
def test_nothing_is_learnt_from_what_is_not_confirmed(look: Observation, expected: dict[str, str] | None) -> None:
    assert after(FollowedColours(), look, expected) == FollowedColours()


def test_they_are_followed_slowly_and_not_at_every_reading() -> None:
    before = FollowedColours(TeamColours(KIT_COLOURS["B"], KIT_COLOURS["R"]), 100.0)
    assert after(before, seen(100.0 + WAIT_S / 2)) == before
    later = after(before, seen(100.0 + WAIT_S))
    measured = after(FollowedColours(), seen(0.0)).teams
    assert later.teams is not None
    assert measured is not None
    ways = [
        later.teams.of(team).apart_from(KIT_COLOURS[team]) / measured.of(team).apart_from(KIT_COLOURS[team])
        for team in ("B", "R")
    ]
    assert all(0.1 < way < 0.5 for way in ways)


def test_a_table_that_does_not_fit_any_more_makes_them_forgotten() -> None:
    before = FollowedColours(TeamColours(KIT_COLOURS["B"], KIT_COLOURS["R"]), 100.0)
    assert after(before, seen(101.0, leave=4)) == FollowedColours()
