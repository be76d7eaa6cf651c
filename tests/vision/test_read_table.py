"""A whole table read from drawn pictures: places, teams, numbers, the ball's forms, and no piece that is not there."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.board import shipped_board
from tests.scenes import Ball, Die, Disc, Hand, Light, Scene, SceneSpec, Sensor, draw_scene, make_camera, random_scene
from tests.scenes.wide import BALL_COLOURS, wide_scene
from vision.numbers import NumberReader
from vision.read import read_table
from vision.still import observation_json

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.observation import Observation

BOARD = shipped_board("regista-a2")
STEEP, FLAT = make_camera(elevation_deg=70.0), make_camera(elevation_deg=42.0)
ORANGE, WHITE = (26, 122, 238), (236, 240, 240)


@cache
def reader() -> NumberReader:
    return NumberReader()


def read(scene: Scene, **more: object) -> Observation:
    return read_table(scene.image, scene.spec.camera, BOARD, reader(), **more)  # type: ignore[arg-type]


def drawn(spec: SceneSpec, seed: int = 1) -> Scene:
    return draw_scene(spec, np.random.default_rng(seed))


def at(piece: str, space: str, dx: float = 0.0, dy: float = 0.0) -> Disc:
    centre = BOARD.grid.centre_mm(space)
    return Disc(piece, centre.x_mm + dx, centre.y_mm + dy)


def ball_at(form: str, space: str, colour: tuple[int, int, int], on_piece: str | None = None) -> Ball:
    centre = BOARD.grid.centre_mm(space)
    return Ball("ring" if form == "ring" else "ball", centre.x_mm, centre.y_mm, on_piece, colour)


def teams_by_space(seen: Observation) -> dict[str | None, str]:
    return {piece.space: piece.team for piece in seen.pieces if piece.space is not None}


@pytest.mark.parametrize("seed", range(4))
def test_random_tables_are_read_as_they_were_laid_out(seed: int) -> None:
    scene = drawn(random_scene(np.random.default_rng(seed)), seed)
    seen = read(scene)
    truth = {space: piece[0] for piece, space in scene.spaces.items()}
    assert teams_by_space(seen) == truth
    named = {piece.piece: piece.space for piece in seen.pieces if piece.number is not None and piece.confidence > 0.9}
    assert {piece: scene.spaces[piece] for piece in named} == named


def test_what_a_ball_leaves_of_a_number_is_asked_about() -> None:
    """A white ball on a 15: what shows of it is much like a 10."""
    rng = np.random.default_rng(7041)
    scene = draw_scene(random_scene(rng, pieces=7), rng)
    ball = scene.spec.ball
    assert ball is not None
    assert ball.on_piece == "R15"
    seen = read(scene)
    assert seen.ball is not None
    assert seen.ball.space == scene.spaces["R15"]
    assert [(doubt.what, doubt.space) for doubt in seen.unsure] == [("piece", scene.spaces["R15"])]


@pytest.mark.parametrize("camera", [STEEP, FLAT, make_camera(azimuth_deg=90.0, elevation_deg=45.0, distance_mm=950.0)])
def test_centres_are_measured_to_a_millimetre_from_any_side(camera: object) -> None:
    spaces = ("C4", "H6", "M9", "D15", "J18", "H11")
    discs = tuple(at(f"{'BR'[k % 2]}{k // 2 + 1}", space, 2.0, -1.5) for k, space in enumerate(spaces))
    seen = read(drawn(SceneSpec(camera, discs=discs)))  # type: ignore[arg-type]
    assert len(seen.pieces) == len(discs)
    for disc in discs:
        distance = min(np.hypot(piece.x_mm - disc.x_mm, piece.y_mm - disc.y_mm) for piece in seen.pieces)
        assert distance < 1.2, disc


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Disc("B3", 244.0, 153.0), Disc("B8", 262.1, 153.0)),
        (Disc("R3", 253.0, 140.0), Disc("R8", 253.0, 158.1)),
        (Disc("B3", 246.0, 150.0), Disc("R8", 260.0, 161.6)),
    ],
    ids=["one team side by side", "one team behind another", "both teams"],
)
@pytest.mark.parametrize("camera", [STEEP, FLAT], ids=["from above", "from low down"])
def test_touching_discs_are_two(first: Disc, second: Disc, camera: object) -> None:
    seen = read(drawn(SceneSpec(camera, discs=(first, second))))  # type: ignore[arg-type]
    assert sorted(piece.team for piece in seen.pieces) == sorted((first.piece[0], second.piece[0]))
    for disc in (first, second):
        assert min(np.hypot(p.x_mm - disc.x_mm, p.y_mm - disc.y_mm) for p in seen.pieces) < 1.5


@pytest.mark.parametrize("space", ["A1", "A22", "O1", "O22", "H1", "O11"])
def test_discs_at_the_edge_are_found(space: str) -> None:
    assert teams_by_space(read(drawn(SceneSpec(STEEP, discs=(at("R5", space),))))) == {space: "R"}


def test_a_disc_off_the_field_has_no_space() -> None:
    seen = read(drawn(SceneSpec(STEEP, discs=(at("B9", "H11"), Disc("R4", -22.0, 290.0)))))
    assert teams_by_space(seen) == {"H11": "B"}
    assert [piece.team for piece in seen.pieces if piece.space is None] == ["R"]


@pytest.mark.parametrize("colour", [WHITE, ORANGE], ids=["white", "orange"])
@pytest.mark.parametrize(
    ("form", "discs", "holder"),
    [
        ("ring", (at("B7", "F9"),), "B7"),
        ("ring", (at("R7", "F9"),), "R7"),
        ("ring", (), None),
        ("small", (), None),
        ("small", (at("B7", "F9"),), "B7"),
    ],
    ids=["under blue", "under red", "flat alone", "small alone", "on a disc"],
)
def test_the_ball_is_found_in_every_form(
    form: str, discs: tuple[Disc, ...], holder: str | None, colour: tuple[int, int, int]
) -> None:
    others = (at("B2", "C4"), at("R3", "K15"), at("R8", "J7"))
    spec = SceneSpec(STEEP, discs=(*discs, *others), ball=ball_at(form, "F9", colour, holder))
    seen = read(drawn(spec))
    assert seen.ball is not None
    assert seen.ball.space == "F9"
    if holder is None:
        assert seen.ball.on_piece is None
    else:
        assert seen.ball.on_piece is not None
        assert seen.ball.on_piece[0] == holder[0]
    assert len(seen.pieces) == len(discs) + len(others)


def test_a_red_piece_on_an_orange_ring_is_no_larger_thing_of_red() -> None:
    rng = np.random.default_rng((601, 48))
    spec = wide_scene(rng).spec
    assert spec.ball is not None
    assert (spec.ball.form, spec.ball.on_piece, spec.ball.colour) == ("ring", "R2", BALL_COLOURS[-1]), (
        "another table is drawn"
    )
    seen = read(draw_scene(spec, rng))
    assert {piece.piece for piece in seen.pieces} == {disc.piece for disc in spec.discs}
    assert seen.ball is not None
    assert seen.ball.on_piece == "R2"


def test_a_ball_beside_its_holder_belongs_to_it() -> None:
    holder = at("R7", "F9", -4.0)
    spec = SceneSpec(STEEP, discs=(holder,), ball=Ball("ball", holder.x_mm + 14.0, holder.y_mm, "R7", ORANGE))
    seen = read(drawn(spec))
    assert seen.ball is not None
    assert (seen.ball.space, seen.ball.on_piece) == ("F9", "R7")


LOW = make_camera(elevation_deg=32.0, distance_mm=900.0)


@pytest.mark.parametrize("team", ["B", "R"])
def test_a_white_ball_on_a_disc_is_seen_from_low_down(team: str) -> None:
    others = (at("B4", "C5"), at("R6", "L16"), at("B10", "H15"), at("R14", "D18"))
    spec = SceneSpec(LOW, discs=(at(f"{team}8", "G10"), *others), ball=ball_at("small", "G10", WHITE, f"{team}8"))
    seen = read(drawn(spec))
    assert seen.ball is not None
    assert seen.ball.space == "G10"


@pytest.mark.parametrize("camera", [STEEP, FLAT, LOW], ids=["steep", "flat", "low"])
def test_a_white_ball_beside_the_goals_paper_is_seen(camera: BoardPose) -> None:
    goal = BOARD.grid.centre_mm("H21")
    ball = Ball("ball", goal.x_mm + 6.0, goal.y_mm, None, WHITE)
    seen = read(drawn(SceneSpec(camera, discs=(at("R1", "J21"), at("B9", "F20")), ball=ball)))
    assert seen.ball is not None
    assert seen.ball.space == "H21"


def test_a_white_ring_in_a_lamps_reflection_is_seen() -> None:
    light = Light(glare_mm=(310.0, 150.0), glare_radius_mm=70.0)
    discs = (at("B5", "H11"), at("R4", "C5"), at("B7", "L16"))
    seen = read(drawn(SceneSpec(STEEP, discs=discs, ball=ball_at("ring", "H11", WHITE, "B5"), light=light)))
    assert seen.ball is not None
    assert seen.ball.space == "H11"


def test_a_ball_between_two_spaces_names_both() -> None:
    left, right = BOARD.grid.centre_mm("H8"), BOARD.grid.centre_mm("H9")
    ball = Ball("ball", (left.x_mm + right.x_mm) / 2, left.y_mm, None, ORANGE)
    seen = read(drawn(SceneSpec(STEEP, discs=(at("B4", "C3"),), ball=ball)))
    assert seen.ball is not None
    assert {seen.ball.space, seen.ball.other_space} == {"H8", "H9"}


def test_a_ball_in_a_spaces_middle_names_no_other() -> None:
    seen = read(drawn(SceneSpec(STEEP, discs=(at("B4", "C3"),), ball=ball_at("small", "H8", ORANGE))))
    assert seen.ball is not None
    assert (seen.ball.space, seen.ball.other_space) == ("H8", None)


def test_an_orange_ball_in_the_goal_is_seen() -> None:
    seen = read(drawn(SceneSpec(STEEP, discs=(at("R1", "H21"),), ball=ball_at("ring", "G23", ORANGE))))
    assert seen.ball is not None
    assert seen.ball.space == "G23"


@pytest.mark.parametrize(
    "light",
    [
        Light(),
        Light(brightness=0.35, fall_off=0.5),
        Light(cast=(0.45, 0.8, 1.15)),
        Light(cast=(1.2, 1.0, 0.75)),
        Light(glare_mm=(200.0, 150.0), glare_radius_mm=60.0),
    ],
    ids=["plain", "dark", "yellow lamp", "blue sky", "glare"],
)
def test_an_empty_board_has_no_pieces_and_no_ball(light: Light) -> None:
    seen = read(drawn(SceneSpec(STEEP, light=light, sensor=Sensor(noise=5.0))))
    assert seen.pieces == ()
    assert seen.ball is None


def test_dice_are_no_pieces() -> None:
    dice = (Die("B", 4, 200.0, 336.0, 20.0), Die("R", 2, 290.0, 336.0, 50.0))
    seen = read(drawn(SceneSpec(STEEP, discs=(at("B4", "H5"),), dice=dice)))
    assert [piece.team for piece in seen.pieces] == ["B"]
    assert [doubt for doubt in seen.unsure if doubt.what == "piece"] == []


def test_a_hand_makes_no_pieces_and_hides_what_is_under_it() -> None:
    far = (at("B4", "C3"), at("R6", "M4"), at("B9", "D6"))
    under = at("R11", "I15")
    spec = SceneSpec(STEEP, discs=(*far, under), hand=Hand(under.x_mm, under.y_mm, 90.0))
    scene = drawn(spec)
    seen = read(scene)
    assert seen.occluded
    assert {space: team for space, team in teams_by_space(seen).items() if space != "I15"} == {
        scene.spaces[disc.piece]: disc.piece[0] for disc in far
    }
    assert "I15" in seen.hidden or "I15" in teams_by_space(seen)


@pytest.mark.parametrize(("away_mm", "asked"), [(16.0, True), (26.0, False)], ids=["half covered", "free"])
def test_a_number_that_a_hand_half_covers_is_not_stood_by(away_mm: float, *, asked: bool) -> None:
    piece = at("R2", "I15")
    scene = drawn(SceneSpec(STEEP, discs=(piece,), hand=Hand(piece.x_mm, piece.y_mm + away_mm, 90.0)))
    seen = read(scene)
    assert seen.occluded
    assert ("I15" in {doubt.space for doubt in seen.unsure}) is asked


def test_a_pale_hand_on_the_margin_is_a_hand() -> None:
    pale = (160, 175, 220)
    seen = read(drawn(SceneSpec(STEEP, discs=(at("B4", "C3"),), hand=Hand(512.0, 150.0, 0.0, pale))))
    assert seen.occluded


def test_a_free_table_hides_nothing_on_the_field() -> None:
    seen = read(drawn(random_scene(np.random.default_rng(3)), 3))
    assert not seen.occluded
    assert not seen.hidden & BOARD.grid.field


def test_what_lies_outside_the_picture_is_hidden_not_empty() -> None:
    camera = make_camera(elevation_deg=80.0, distance_mm=430.0, target_mm=(330.0, 153.0))
    seen = read(drawn(SceneSpec(camera, discs=(at("B4", "H15"),))))
    spaces = BOARD.grid.field_spaces
    x, y = camera.project([BOARD.grid.centre_mm(space) for space in spaces]).T
    for space, inside in zip(spaces, np.minimum.reduce((x, y, 1279 - x, 719 - y)), strict=True):
        if abs(inside) > 30.0:
            assert (space in seen.hidden) == (inside < 0), space
    assert any(inside < -30.0 for inside in x)


def test_the_last_positions_name_a_piece_whose_number_is_hidden() -> None:
    discs = (at("B7", "F9"), at("B2", "C4"), at("B12", "K15"))
    scene = drawn(SceneSpec(STEEP, discs=discs, ball=ball_at("small", "F9", ORANGE, "B7")))
    alone = next(piece for piece in read(scene).pieces if piece.space == "F9")
    tracked = next(piece for piece in read(scene, expected=scene.spaces).pieces if piece.space == "F9")
    assert alone.number is None
    assert tracked.piece == "B7"


def test_a_clear_number_wins_over_the_last_position() -> None:
    scene = drawn(SceneSpec(STEEP, discs=(at("B7", "F9"), at("B2", "C4"))))
    seen = read(scene, expected={"B2": "F9", "B7": "C4"})
    assert {piece.piece: piece.space for piece in seen.pieces} == {"B7": "F9", "B2": "C4"}


def test_the_same_picture_is_read_the_same() -> None:
    scene = drawn(random_scene(np.random.default_rng(5)), 5)
    assert read(scene) == read(scene)


def test_every_piece_is_claimed_or_named_as_unsure() -> None:
    scene = drawn(replace(random_scene(np.random.default_rng(6)), sensor=Sensor(blur_px=2.2, noise=9.0)), 6)
    answer = observation_json(read(scene))
    unsure = {doubt["cell"] for doubt in answer["unsure"]}
    for piece in answer["pieces"]:
        assert piece["confidence"] >= 0.9 or piece["cell"] in unsure, piece


def test_numbers_are_read_where_they_are_plain_to_see() -> None:
    spaces = ("C4", "H6", "M9", "D15", "J18", "H11")
    discs = tuple(at(f"{'BR'[k % 2]}{2 * k + 2}", space) for k, space in enumerate(spaces))
    scene = drawn(SceneSpec(STEEP, discs=discs, sensor=Sensor(blur_px=0.3, noise=1.0)))
    assert {piece.piece: piece.space for piece in read(scene).pieces} == dict(scene.spaces)
