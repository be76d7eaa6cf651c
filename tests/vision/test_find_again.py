"""A table read again: what changed is looked at, all else carried over, and nothing is said that is not so."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.board import shipped_board
from tests.scenes import Ball, Die, Disc, Hand, Light, SceneSpec, Sensor, draw_scene, make_camera
from tests.scenes.draw import sensed
from vision.changed import ChangedPlaces, changed_places, compared_size
from vision.find import find
from vision.find_again import Carried, find_again
from vision.known_colours import KnownColours
from vision.numbers import NumberReader
from vision.read import put_together
from vision.reader import TableReader
from vision.sight import look

if TYPE_CHECKING:
    from engine.observation import Observation
    from vision.findings import Findings

BOARD = shipped_board("regista-a2")
POSE = make_camera()


def at(piece: str, space: str) -> Disc:
    centre = BOARD.grid.centre_mm(space)
    return Disc(piece, centre.x_mm, centre.y_mm)


def ball(space: str, on_piece: str | None = None) -> Ball:
    centre = BOARD.grid.centre_mm(space)
    return Ball("ring", centre.x_mm, centre.y_mm, on_piece)


STOOD = {"B1": "H2", "B4": "D8", "B7": "H8", "B10": "K10", "R1": "H22", "R5": "E15", "R8": "I16", "R9": "I9"}
TABLE = SceneSpec(
    POSE,
    discs=tuple(at(piece, space) for piece, space in STOOD.items()),
    ball=ball("H8", "B7"),
    dice=(Die("B", 3, 220.0, 335.0), Die("R", 5, 330.0, 335.0, 30.0)),
)


def moved(spec: SceneSpec, **to: str) -> SceneSpec:
    return replace(
        spec, discs=tuple(at(disc.piece, to[disc.piece]) if disc.piece in to else disc for disc in spec.discs)
    )


def picture(spec: SceneSpec, noise: int = 1) -> np.ndarray:
    clean = draw_scene(replace(spec, sensor=Sensor(0.6, 0.0, 100)), np.random.default_rng(5)).image
    return sensed(clean.astype(np.float32), Sensor(0.0, 2.0, 88), np.random.default_rng(noise))


@cache
def numbers() -> NumberReader:
    return NumberReader()


@cache
def before() -> Carried:
    """The table as it was, read in full."""
    image = picture(TABLE, 0)
    sight = look(image, POSE, BOARD)
    return Carried(find(image, POSE, sight, numbers()), sight.light, KnownColours(teams=sight.teams))


def places(spec: SceneSpec) -> ChangedPlaces | None:
    return changed_places(compared_size(picture(spec)), compared_size(picture(TABLE, 0)), POSE, BOARD)


def again(spec: SceneSpec) -> tuple[Findings, Observation]:
    changed = places(spec)
    assert changed is not None
    found = find_again(picture(spec), POSE, BOARD, numbers(), before=before(), places=changed)
    assert found is not None
    return found, put_together(picture(spec), POSE, BOARD, found, STOOD, own_print=False)


def lie(seen: Observation) -> dict[str, str | None]:
    return {piece.piece: piece.space for piece in seen.pieces}


@pytest.mark.parametrize(
    ("spec", "pieces", "ball_on"),
    [
        pytest.param(TABLE, STOOD, ("H8", "B7"), id="nothing changed"),
        pytest.param(moved(TABLE, B4="F10"), STOOD | {"B4": "F10"}, ("H8", "B7"), id="a piece is moved"),
        pytest.param(moved(TABLE, B10="K11"), STOOD | {"B10": "K11"}, ("H8", "B7"), id="by a space"),
        pytest.param(
            replace(moved(TABLE, B7="G11"), ball=ball("G11", "B7")),
            STOOD | {"B7": "G11"},
            ("G11", "B7"),
            id="with the ball",
        ),
        pytest.param(replace(TABLE, ball=ball("K10", "B10")), STOOD, ("K10", "B10"), id="the ball is passed"),
        pytest.param(
            moved(TABLE, B4="K10", B10="D8"),
            STOOD | {"B4": "K10", "B10": "D8"},
            ("H8", "B7"),
            id="two of a team change places",
        ),
        pytest.param(
            replace(TABLE, discs=TABLE.discs[1:]),
            {piece: space for piece, space in STOOD.items() if piece != "B1"},
            ("H8", "B7"),
            id="one is taken away",
        ),
        pytest.param(
            moved(TABLE, R9="H9"), STOOD | {"R9": "H9"}, ("H8", "B7"), id="one comes beside another that stays"
        ),
    ],
)
def test_what_changed_is_read_as_it_was_laid_out(
    spec: SceneSpec, pieces: dict[str, str], ball_on: tuple[str, str]
) -> None:
    _, seen = again(spec)
    assert lie(seen) == pieces
    assert seen.ball is not None
    assert (seen.ball.space, seen.ball.on_piece) == ball_on
    assert [(die.team, die.value) for die in seen.dice] == [("B", 3), ("R", 5)]
    assert not seen.unsure
    assert not seen.occluded


def test_what_did_not_change_is_not_looked_at() -> None:
    found, _ = again(moved(TABLE, B4="F10"))
    carried = {id(disc.located) for disc in before().findings.discs}
    assert sum(id(disc.located) in carried for disc in found.discs) == len(carried) - 1
    changed = places(moved(TABLE, B4="F10"))
    assert changed is not None
    assert 0 < sum(part.shape[0] * part.shape[1] for part in changed.parts) < 0.15 * 756 * 1069


@pytest.mark.parametrize(
    "spec",
    [
        pytest.param(replace(TABLE, light=Light(brightness=0.7)), id="another light"),
        pytest.param(replace(TABLE, light=Light(cast=(0.8, 1.0, 1.1))), id="of another colour"),
        pytest.param(replace(TABLE, hand=Hand(300.0, 150.0)), id="a hand"),
    ],
)
def test_what_changes_all_of_it_is_no_place(spec: SceneSpec) -> None:
    assert places(spec) is None


def test_a_lamp_that_wanders_a_little_changes_nothing() -> None:
    warmer = replace(TABLE, light=Light(brightness=0.9 * 1.01, cast=(0.99, 1.0, 1.01)))
    changed = places(warmer)
    assert changed is not None
    assert not changed.parts


@pytest.mark.parametrize("brightness", [(0.9, 0.86, 0.82, 0.78), (0.6, 0.64, 0.68, 0.72)])
def test_what_is_moved_while_the_light_wanes_or_grows_is_read_all_the_same(brightness: tuple[float, ...]) -> None:
    reader, spec, pieces = TableReader(BOARD, numbers()), TABLE, dict(STOOD)
    for noise, (level, to) in enumerate(
        zip(brightness, ({}, {"B4": "F10"}, {"R5": "F16"}, {"B10": "J12"}), strict=True)
    ):
        spec, pieces = moved(spec, **to), pieces | to
        seen = read(reader, replace(spec, light=Light(brightness=level)), noise)
        assert reader.carries == (noise > 0)
        assert lie(seen) == pieces
        assert seen.ball is not None
        assert seen.ball.on_piece == "B7"


def read(reader: TableReader, spec: SceneSpec, noise: int, *, in_full: bool = False) -> Observation:
    image = picture(spec, noise)
    return reader.read(image, compared_size(image), POSE, STOOD, KnownColours(), in_full=in_full)


def test_a_reading_in_full_confirms_what_was_carried_over() -> None:
    reader = TableReader(BOARD, numbers())
    carries = []
    for spec, in_full in ((TABLE, False), (moved(TABLE, B4="F10"), False), (moved(TABLE, B4="F10"), True)):
        seen = read(reader, spec, len(carries), in_full=in_full)
        carries.append(reader.carries)
    assert carries == [False, True, False]
    assert lie(seen) == STOOD | {"B4": "F10"}


def test_after_three_readings_that_carried_something_over_all_is_looked_at() -> None:
    reader = TableReader(BOARD, numbers())
    carries = []
    for noise in range(6):
        read(reader, TABLE, noise)
        carries.append(reader.carries)
    assert carries == [False, True, True, True, False, True]


@pytest.mark.parametrize(
    "between",
    [
        pytest.param(replace(TABLE, hand=Hand(300.0, 150.0)), id="a hand was there"),
        pytest.param(replace(TABLE, light=Light(brightness=0.7)), id="the light was another"),
        pytest.param(replace(TABLE, ball=None), id="the ball was gone"),
    ],
)
def test_where_it_might_not_do_nothing_is_carried_over(between: SceneSpec) -> None:
    reader = TableReader(BOARD, numbers())
    assert read(reader, replace(TABLE, ball=ball("F10")), 0).ball is not None
    seen = read(reader, between, 1)
    assert not reader.carries
    assert seen.ball is None or between.ball is not None


@pytest.mark.parametrize(
    ("dice", "values"),
    [
        pytest.param((Die("B", 6, 260.0, 340.0, 20.0), TABLE.dice[1]), [("B", 6), ("R", 5)], id="one is thrown"),
        pytest.param((Die("B", 2, 220.0, 335.0), TABLE.dice[1]), [("B", 2), ("R", 5)], id="it is turned in its place"),
        pytest.param(
            (Die("R", 4, 150.0, 352.0, 10.0), Die("B", 1, 400.0, 345.0)), [("R", 4), ("B", 1)], id="both are thrown"
        ),
        pytest.param((TABLE.dice[1],), [("R", 5)], id="one is taken away"),
        pytest.param((*TABLE.dice, Die("R", 2, 200.0, 405.0)), [("R", 2), ("B", 3), ("R", 5)], id="beside the sheet"),
    ],
)
def test_dice_are_looked_for_where_something_changed(dice: tuple[Die, ...], values: list[tuple[str, int]]) -> None:
    _, seen = again(replace(TABLE, dice=dice))
    assert [(die.team, die.value) for die in seen.dice] == values
    assert lie(seen) == STOOD


def test_a_die_that_was_not_read_is_looked_at_again() -> None:
    unread = tuple(replace(die, why="not clear") for die in before().findings.dice)
    was = replace(before(), findings=replace(before().findings, dice=unread))
    image = picture(TABLE)
    doubtful = [die.place_mm for die in unread]
    changed = changed_places(compared_size(image), compared_size(picture(TABLE, 0)), POSE, BOARD, doubtful)
    assert changed is not None
    found = find_again(image, POSE, BOARD, numbers(), before=was, places=changed)
    assert found is not None
    assert sorted(die.values[0] for die in found.dice if not die.why) == [3, 5]


def test_the_same_pictures_are_read_the_same_way() -> None:
    specs = (TABLE, moved(TABLE, B4="F10"), moved(TABLE, B4="F10", R5="E16"))
    one, other = (TableReader(BOARD, numbers()) for _ in range(2))
    assert [read(one, spec, k) for k, spec in enumerate(specs)] == [
        read(other, spec, k) for k, spec in enumerate(specs)
    ]
