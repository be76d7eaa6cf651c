"""Dice on the table and in plain pictures, drawn as cubes with known faces at known places."""

import itertools
from dataclasses import replace
from typing import Literal

import cv2
import numpy as np
import pytest

from calibration.pose import BoardPose, Lens
from engine.board import shipped_board
from tests.scenes import Die, Disc, Light, SceneSpec, draw_scene, make_camera
from tests.scenes.dice import paint_die
from tests.scenes.easel import FINER, Easel
from vision.colour_space import Colour
from vision.dice import DiceReading, find_dice, read_dice_picture
from vision.dice.faces import FACE_PX, draw_face, face_scores
from vision.known_colours import KnownColours
from vision.sight import look
from vision.teams import KIT_COLOURS, TeamColours

BOARD = shipped_board("regista-a2")
COLOURS = {"B": (170, 70, 34), "R": (36, 30, 186)}
KIT = KnownColours(teams=TeamColours(KIT_COLOURS["B"], KIT_COLOURS["R"]))
WHITE, BLACK = (238, 240, 242), (28, 28, 30)
SIZE_PX = (1280, 720)


def camera(elevation_deg: float, azimuth_deg: float = 0.0, distance_mm: float = 720.0) -> BoardPose:
    """A camera that looks at the middle of the sheet's south part; azimuth 0 = from the south."""
    elevation, azimuth = np.deg2rad(elevation_deg), np.deg2rad(azimuth_deg)
    target = np.array((253.0, 200.0, 0.0))
    away = np.array((np.sin(azimuth) * np.cos(elevation), np.cos(azimuth) * np.cos(elevation), -np.sin(elevation)))
    position = target + distance_mm * away
    right = np.cross(-away, (0.0, 0.0, -1.0))
    right /= np.linalg.norm(right)
    rotation = np.stack((right, np.cross(-away, right), -away))
    matrix = np.array(((900.0, 0, 639.5), (0, 900.0, 359.5), (0, 0, 1)))
    lens = Lens(matrix, np.array((-0.05, 0.01, 0, 0, 0)), SIZE_PX)
    return BoardPose(lens, cv2.Rodrigues(rotation)[0].reshape(3), -rotation @ position, 0.0)


def sheet(pose: BoardPose) -> np.ndarray:
    """The paper with its green field on a grey table."""
    image = np.full((SIZE_PX[1], SIZE_PX[0], 3), (92, 96, 100), np.uint8)
    for corners, colour in (
        (((-44, -57), (550, -57), (550, 363), (-44, 363)), (226, 232, 232)),
        (((0, 0), (506, 0), (506, 305), (0, 305)), (60, 128, 66)),
    ):
        cv2.fillPoly(image, [np.round(pose.project(corners)).astype(np.int32)], colour)
    return image


def paste(image: np.ndarray, texture: np.ndarray, corners_px: np.ndarray) -> None:
    side = texture.shape[0]
    source = np.float32(((0, 0), (side, 0), (side, side), (0, side))) - 0.5
    transform = cv2.getPerspectiveTransform(source, corners_px.astype(np.float32))
    warped = cv2.warpPerspective(texture, transform, SIZE_PX, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.ones(texture.shape[:2], np.float32), transform, SIZE_PX)[..., None]
    image[:] = np.round(image * (1 - cover) + warped * cover).astype(np.uint8)


def texture(value: int, colour: tuple[int, int, int], light: float) -> np.ndarray:
    pips = draw_face(value, size=128)[..., None]
    return np.clip((np.array(colour) * (1 - pips) + np.array((236, 240, 240)) * pips) * light, 0, 255).astype(
        np.float32
    )


def put_die(
    image: np.ndarray,
    pose: BoardPose,
    team: str,
    value: int,
    at_mm: tuple[float, float],
    *,
    turn_deg: float = 20.0,
    size_mm: float = 15.0,
) -> None:
    """Draw a cube: the side faces that the camera sees, then the upper face."""
    turn = np.deg2rad(turn_deg)
    rotation = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    square = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * size_mm / 2 @ rotation.T + at_mm
    viewer = pose.camera_position_mm()[:2]
    for k, side_value in zip(range(4), itertools.cycle(v for v in range(1, 7) if v not in (value, 7 - value))):
        a, b = square[k], square[(k + 1) % 4]
        if np.dot((a + b) / 2 - at_mm, viewer - (a + b) / 2) > 0:
            corners = np.vstack((pose.project((a, b), size_mm), pose.project((b, a), 0.0)))
            paste(image, texture(side_value, COLOURS[team], 0.55), corners)
    paste(image, texture(value, COLOURS[team], 1.0), pose.project(square, size_mm))


def put_dice(image: np.ndarray, pose: BoardPose, *dice: Die) -> None:
    """Draw cubes of any make, the furthest first."""
    easel = Easel(pose)
    easel.image[:] = cv2.resize(image, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_NEAREST)
    for die in dice:
        paint_die(easel, die=die, owner=1)
    image[:] = np.round(easel.reduced()).astype(np.uint8)


def with_shine(image: np.ndarray, pose: BoardPose, at_mm: tuple[float, float], strength: float) -> np.ndarray:
    """A lamp's soft reflection, 4 mm wide, on what is 15 mm high: strength 1 is white."""
    at_px = pose.project([at_mm], 15.0)[0]
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    spread_px = 4.0 * pose.px_per_mm(*at_mm, 15.0)
    near = np.exp(-((columns - at_px[0]) ** 2 + (rows - at_px[1]) ** 2) / (2 * spread_px**2))[..., None]
    return np.clip(image + (255.0 - image) * strength * near, 0, 255).astype(np.uint8)


def read(image: np.ndarray, pose: BoardPose) -> DiceReading:
    return find_dice(image, pose, look(image, pose, BOARD, KIT))


def as_camera_sees(image: np.ndarray, seed: int = 1, sigma: float = 2.0) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, sigma, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("elevation_deg", [45.0, 62.0, 82.0])
def test_the_upper_face_counts_whatever_the_side_faces_show(value: int, elevation_deg: float) -> None:
    pose = camera(elevation_deg, azimuth_deg=-12.0)
    image = sheet(pose)
    other = value % 6 + 1
    put_die(image, pose, "B", value, (205.0, 336.0), turn_deg=25.0 * value)
    put_die(image, pose, "R", other, (290.0, 340.0), turn_deg=10.0 + 31.0 * value, size_mm=14.0)
    reading = read(as_camera_sees(image), pose)
    assert [(die.team, die.value) for die in reading.dice] == [("B", value), ("R", other)]
    for die, place in zip(reading.dice, ((205.0, 336.0), (290.0, 340.0)), strict=True):
        assert np.hypot(die.x_mm - place[0], die.y_mm - place[1]) < 3.5
        assert 0.8 < die.confidence <= 1.0


@pytest.mark.parametrize("at_mm", [(-24.0, 150.0), (253.0, -30.0), (560.0, 340.0), (253.0, 390.0)])
def test_dice_count_anywhere_off_the_field(at_mm: tuple[float, float]) -> None:
    pose = camera(60.0, distance_mm=800.0)
    image = sheet(pose)
    put_die(image, pose, "R", 5, at_mm)
    assert [(die.team, die.value) for die in read(as_camera_sees(image), pose).dice] == [("R", 5)]


def test_a_die_on_the_field_is_not_read() -> None:
    pose = camera(60.0)
    image = sheet(pose)
    put_die(image, pose, "R", 5, (253.0, 200.0))
    assert read(as_camera_sees(image), pose).dice == ()


def test_what_is_no_die_is_not_claimed() -> None:
    pose = camera(60.0)
    image = sheet(pose)
    for text, place, colour in (("BLUE", (60, 345), COLOURS["B"]), ("RED", (400, 345), COLOURS["R"])):
        x, y = pose.project([place])[0]
        cv2.putText(image, text, (round(x), round(y)), cv2.FONT_HERSHEY_SIMPLEX, 0.8, colour, 2, cv2.LINE_AA)
    for team, number, place in (("B", "8", (150, 340)), ("R", "10", (250, 335)), ("B", "1", (330, -30))):
        outline = [(place[0] + 9 * np.cos(a), place[1] + 9 * np.sin(a)) for a in np.linspace(0, 6.2, 40)]
        cv2.fillPoly(image, [np.round(pose.project(outline, 5.0)).astype(np.int32)], COLOURS[team], cv2.LINE_AA)
        x, y = pose.project([place], 5.0)[0]
        origin = (round(x) - 5 * len(number), round(y) + 5)
        cv2.putText(image, number, origin, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (240, 240, 240), 2, cv2.LINE_AA)
    pen = np.round(pose.project(((480, 350), (540, 320)))).astype(np.int32)
    cv2.line(image, pen[0], pen[1], COLOURS["R"], 9, cv2.LINE_AA)
    assert read(as_camera_sees(image), pose).dice == ()


@pytest.mark.parametrize("team", ["B", "R"])
def test_a_shine_on_something_large_is_no_pip(team: str) -> None:
    pose = camera(50.0)
    image = sheet(pose)
    for at_mm, radius in (((-80.0, 250.0), 40.0), ((253.0, 370.0), 30.0)):
        outline = [(at_mm[0] + radius * np.cos(a), at_mm[1] + radius * np.sin(a)) for a in np.linspace(0, 6.2, 40)]
        for height in np.linspace(0.0, 80.0, 40):
            cv2.fillPoly(image, [np.round(pose.project(outline, height)).astype(np.int32)], COLOURS[team], cv2.LINE_AA)
        x, y = np.round(pose.project([(at_mm[0], at_mm[1] + radius)], 40.0)[0]).astype(int)
        cv2.line(image, (int(x) - 4, int(y) - 15), (int(x) + 3, int(y) + 12), (235, 225, 225), 4, cv2.LINE_AA)
    reading = read(as_camera_sees(image), pose)
    assert (reading.dice, reading.unsure) == ((), ())


def test_two_dice_side_by_side_are_two() -> None:
    pose = camera(65.0)
    image = sheet(pose)
    put_die(image, pose, "B", 3, (205.0, 336.0), turn_deg=0.0)
    put_die(image, pose, "R", 4, (222.0, 337.0), turn_deg=5.0)
    assert [(die.team, die.value) for die in read(as_camera_sees(image), pose).dice] == [("B", 3), ("R", 4)]


def test_a_die_under_a_glare_spot_is_not_guessed() -> None:
    pose = camera(60.0)
    image = sheet(pose)
    put_die(image, pose, "B", 4, (230.0, 336.0))
    x, y = pose.project([(230.0, 336.0)], 15.0)[0]
    cv2.circle(image, (round(x), round(y)), 11, (250, 250, 250), -1)
    assert read(as_camera_sees(image), pose).dice == ()


@pytest.mark.parametrize("team", ["B", "R"])
@pytest.mark.parametrize("elevation_deg", [50.0, 68.0])
def test_a_die_whose_upper_face_mirrors_a_lamp_is_named(team: str, elevation_deg: float) -> None:
    pose = camera(elevation_deg)
    image = np.asarray(sheet(pose) * 0.8, np.uint8)
    put_die(image, pose, team, 4, (230.0, 336.0), turn_deg=30.0)
    turn = np.deg2rad(30.0)
    rotation = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    upper = np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * 6.7 @ rotation.T + (230.0, 336.0)
    cv2.fillPoly(image, [np.round(pose.project(upper, 15.0)).astype(np.int32)], (252, 253, 255), cv2.LINE_AA)
    reading = read(as_camera_sees(image), pose)
    assert reading.dice == ()
    assert [doubt.why for doubt in reading.unsure] == ["glare hides the upper face of a die"]
    assert reading.unsure[0].at_mm == pytest.approx((230.0, 336.0), abs=4.0)


@pytest.mark.parametrize(("inside_mm", "values"), [(14.0, [6]), (4.0, []), (-1.0, [])])
def test_a_die_that_the_edge_of_the_picture_cuts_off_is_not_read(inside_mm: float, values: list[int]) -> None:
    pose = camera(60.0, distance_mm=560.0)
    edge_mm = float(pose.to_board(((640.0, SIZE_PX[1] - 1.0),), 15.0)[0, 1])
    image = sheet(pose)
    put_die(image, pose, "R", 6, (253.0, edge_mm - inside_mm), turn_deg=0.0)
    assert [die.value for die in read(as_camera_sees(image), pose).dice] == values


@pytest.mark.parametrize(("from_mm", "values"), [(1.0, []), (12.0, [4])])
def test_a_die_that_a_hand_covers_in_part_is_named_and_not_read(from_mm: float, values: list[int]) -> None:
    pose = camera(60.0)
    image = sheet(pose)
    put_die(image, pose, "B", 4, (230.0, 336.0), turn_deg=0.0)
    sight = look(as_camera_sees(image), pose, BOARD, KIT)
    hand = np.zeros(sight.cover.foreign.shape, np.bool_)
    # On the plane of the discs' tops, as seen; the die's upper face is seen some way further back.
    hand[:, round(sight.view.to_px((230.0 + from_mm, 336.0))[0, 0]) :] = True
    reading = find_dice(as_camera_sees(image), pose, replace(sight, cover=replace(sight.cover, foreign=hand)))
    assert [die.value for die in reading.dice] == values
    assert [doubt.why for doubt in reading.unsure if "covers" in doubt.why] == (
        [] if values else ["a hand, or something as large, covers part of a die"]
    )
    assert all(doubt.at_mm == pytest.approx((230.0, 336.0), abs=3.5) for doubt in reading.unsure)


@pytest.mark.parametrize("white_bgr", [(1.0, 0.95, 0.85), (0.6, 0.85, 1.0), (0.45, 0.5, 0.55)])
def test_the_lamps_colour_does_not_change_the_team(white_bgr: tuple[float, float, float]) -> None:
    pose = camera(65.0)
    image = sheet(pose)
    put_die(image, pose, "B", 2, (205.0, 336.0))
    put_die(image, pose, "R", 6, (290.0, 340.0))
    lit = as_camera_sees(image * np.array(white_bgr))
    assert [(die.team, die.value) for die in read(lit, pose).dice] == [("B", 2), ("R", 6)]


@pytest.mark.parametrize(("body", "team"), [((160, 44, 60), "B"), ((140, 40, 90), None), ((36, 30, 186), "R")])
def test_a_die_of_the_kits_colour_is_its_teams_though_the_pieces_colour_seems_another(
    body: tuple[int, int, int], team: str | None
) -> None:
    # Pieces under gloss, as a path-traced table shows them: their blue is nearer to cyan than that of the dice.
    pieces = TeamColours(Colour(0.287, -0.322, 0.44), Colour(-0.316, 0.458, 0.36))
    pose = camera(62.0)
    image = sheet(pose)
    put_dice(image, pose, Die(None, 4, 205.0, 336.0, 25.0, 15.0, body, WHITE))
    seen = as_camera_sees(image)
    dice = find_dice(seen, pose, look(seen, pose, BOARD, KnownColours(teams=pieces))).dice
    assert [(die.team, die.value) for die in dice] == [(team, 4)]


@pytest.mark.parametrize(
    ("body", "ink", "y_mm"),
    [
        # On paper a white die is hardly seen; this one lies on the table, near the sheet.
        (WHITE, BLACK, 380.0),
        (BLACK, WHITE, 336.0),
        ((60, 150, 50), WHITE, 336.0),
        ((30, 190, 235), BLACK, 336.0),
        ((150, 50, 120), WHITE, 336.0),
    ],
    ids=["white", "black", "green", "yellow", "purple"],
)
def test_dice_of_any_colours_are_read_and_are_nobodys(
    body: tuple[int, int, int], ink: tuple[int, int, int], y_mm: float
) -> None:
    pose = camera(62.0)
    image = sheet(pose)
    for value, x_mm in ((4, 150.0), (2, 300.0)):
        put_dice(image, pose, Die(None, value, x_mm, y_mm, 31.0 * value, 15.0, body, ink))
    dice = read(as_camera_sees(image), pose).dice
    assert [(die.team, die.value) for die in dice] == [(None, 4), (None, 2)]


@pytest.mark.parametrize(
    ("body", "ink"), [((60, 150, 50), WHITE), ((30, 190, 235), BLACK)], ids=["white on green", "black on yellow"]
)
def test_dice_on_the_table_close_to_the_sheet_are_read(body: tuple[int, int, int], ink: tuple[int, int, int]) -> None:
    # The sheet ends at 362.7 mm. Seen from 50 degrees, the light strip of its edge took the places of these dice.
    pose = make_camera(SIZE_PX, elevation_deg=50.0, distance_mm=800.0)
    dice = tuple(
        Die(None, value, x_mm, 375.0, 20.0 * value, 15.0, body, ink)
        for value, x_mm in ((5, 140.0), (3, 250.0), (2, 360.0))
    )
    seen = draw_scene(SceneSpec(pose, BOARD, dice=dice), np.random.default_rng(1)).image
    assert [(die.team, die.value) for die in read(seen, pose).dice] == [(None, 5), (None, 3), (None, 2)]


@pytest.mark.parametrize(
    ("size_mm", "values", "read_as"),
    [(12.0, (5, 3), [5, 3]), (16.0, (5, 3), [5, 3]), (20.0, (5, 4), []), (22.0, (5, 3), []), (22.0, (4, 3), [])],
)
def test_dice_much_larger_than_dice_usually_are_are_named_and_not_read(
    size_mm: float, values: tuple[int, int], read_as: list[int]
) -> None:
    teams: tuple[Literal["B", "R"], ...] = ("B", "R")
    dice = [
        Die(team, value, x, 336.7, 25.0, size_mm=size_mm)
        for team, value, x in zip(teams, values, (223.0, 283.0), strict=True)
    ]
    pose = make_camera(SIZE_PX, distance_mm=780.0)
    scene = draw_scene(SceneSpec(pose, BOARD, dice=tuple(dice)), np.random.default_rng(7))
    reading = read(scene.image, pose)
    assert [die.value for die in reading.dice] == read_as
    if not read_as:
        said = [doubt.why for doubt in reading.unsure]
        assert len(said) == 2
        assert all(why.startswith("a die of another size, about ") for why in said)
        assert [float(why.split()[6]) for why in said] == pytest.approx([size_mm] * 2, abs=2.0)


@pytest.mark.parametrize("piece", ["B12", "R10"])
def test_a_piece_beside_the_sheet_is_said_to_lie_there(piece: str) -> None:
    pose = make_camera((1920, 1080), elevation_deg=65.0, distance_mm=900.0)
    discs = (Disc(piece, 120.0, 400.0, 40.0), Disc("B3", 100.0, 100.0), Disc("R4", 200.0, 100.0))
    die = Die("R", 5, 420.0, 395.0, 30.0)
    reading = read(draw_scene(SceneSpec(pose, BOARD, discs=discs, dice=(die,)), np.random.default_rng(3)).image, pose)
    assert [(found.team, found.value) for found in reading.dice] == [("R", 5)]
    (doubt,) = reading.unsure
    assert (doubt.what, doubt.space, doubt.why.split(" like ")[1]) == ("piece", None, f"one of {piece[0]}'s pieces")
    assert doubt.at_mm == pytest.approx((120.0, 400.0), abs=9.0)


def test_a_large_die_in_neither_teams_colour_is_named_and_not_read() -> None:
    # Its side face was read as the upper one of a usual die.
    pose = make_camera(SIZE_PX, distance_mm=780.0)
    die = Die(None, 4, 250.0, 336.7, 40.0, size_mm=20.0, body=(40, 200, 235), ink=BLACK)
    reading = read(draw_scene(SceneSpec(pose, BOARD, dice=(die,)), np.random.default_rng(7)).image, pose)
    assert not reading.dice
    assert [doubt.why.split(",")[0] for doubt in reading.unsure] == ["a die of another size"]


@pytest.mark.parametrize(
    ("body", "ink", "team"),
    [
        (BLACK, (36, 30, 186), None),
        (BLACK, (30, 30, 220), None),
        (BLACK, (170, 70, 34), None),
        ((36, 30, 186), BLACK, "R"),
        ((20, 18, 90), WHITE, "R"),
    ],
    ids=["black, red pips", "black, bright red pips", "black, blue pips", "red, black pips", "dark red"],
)
def test_a_dies_pips_do_not_make_it_a_teams(
    body: tuple[int, int, int], ink: tuple[int, int, int], team: str | None
) -> None:
    # A six, whose pips are most of what is not black.
    pose = camera(62.0)
    image = sheet(pose)
    put_dice(image, pose, Die(None, 6, 205.0, 336.0, 25.0, 15.0, body, ink))
    assert [(die.team, die.value) for die in read(as_camera_sees(image), pose).dice] == [(team, 6)]


@pytest.mark.parametrize(
    ("elevation_deg", "from_deg", "read_as", "unsure"),
    [(57.0, 60.0, [2, 5], 0), (66.0, 60.0, [5], 0), (57.0, 135.0, [5], 1)],
)
def test_white_dice_on_white_paper_are_found_beside_their_shadows(
    elevation_deg: float, from_deg: float, read_as: list[int], unsure: int
) -> None:
    dice = [
        Die(None, value, x, 336.7, turn, body=(245, 245, 245), ink=(25, 25, 25))
        for value, x, turn in ((2, 213.0, 39.0), (1, 253.0, 37.0), (5, 293.0, 75.0))
    ]
    pose = make_camera((1920, 1080), elevation_deg=elevation_deg, azimuth_deg=6.0, distance_mm=780.0)
    light = Light(shadow=0.45, from_deg=from_deg)
    scene = draw_scene(SceneSpec(pose, BOARD, dice=tuple(dice), light=light), np.random.default_rng(5))
    reading = read(scene.image, pose)
    assert [die.value for die in reading.dice] == read_as
    assert len(reading.unsure) == unsure


def test_white_dice_on_white_paper_are_not_taken_for_larger_ones() -> None:
    # Their own edges are fainter than what surrounds them.
    dice = [
        Die(None, value, x, 336.7, turn, body=WHITE, ink=BLACK)
        for value, x, turn in ((4, 213.0, 14.9), (5, 253.0, 73.0))
    ]
    pose = make_camera(SIZE_PX, distance_mm=780.0, elevation_deg=69.0)
    light = Light(shadow=0.15, from_deg=240.0)
    scene = draw_scene(SceneSpec(pose, BOARD, dice=tuple(dice), light=light), np.random.default_rng(7))
    reading = read(scene.image, pose)
    assert [die.value for die in reading.dice] == [4, 5]
    assert not reading.unsure


def test_dice_on_each_other_are_named_and_not_read() -> None:
    # Seen from a low camera, from which both show.
    pose = camera(42.0)
    image = sheet(pose)
    below = Die(None, 2, 253.0, 338.0, 20.0, 15.0, (60, 150, 50), WHITE)
    put_dice(image, pose, below, replace(below, value=5, turned_deg=48.0, foot_mm=15.0))
    reading = read(as_camera_sees(image), pose)
    assert reading.dice == ()
    assert [doubt.why for doubt in reading.unsure] == ["a die lies on another one"]


@pytest.mark.parametrize(
    ("elevation_deg", "value", "lean_deg", "towards_deg"),
    [(55.0, 5, 24.0, 30.0), (55.0, 4, 28.0, 120.0), (55.0, 3, 32.0, 200.0), (70.0, 3, 32.0, 200.0)],
)
def test_a_die_that_leans_is_called_cocked_and_not_read(
    elevation_deg: float, value: int, lean_deg: float, towards_deg: float
) -> None:
    pose = camera(elevation_deg)
    flat = Die("B", value, 230.0, 338.0, towards_deg + 90.0, 15.0)
    for die, values in ((flat, [value]), (replace(flat, lean_deg=lean_deg, lean_to_deg=towards_deg), [])):
        image = sheet(pose)
        put_dice(image, pose, die)
        reading = read(as_camera_sees(image), pose)
        assert [seen.value for seen in reading.dice] == values
        assert [doubt.why for doubt in reading.unsure] == ([] if values else ["a die is cocked: it does not lie flat"])


@pytest.mark.parametrize(
    ("value", "turn_deg", "elevation_deg", "body", "ink"),
    [
        (1, 10.0, 55.0, WHITE, BLACK),
        (2, 100.0, 55.0, COLOURS["B"], WHITE),
        (3, 200.0, 70.0, (60, 150, 50), WHITE),
        (4, 310.0, 55.0, WHITE, (40, 30, 190)),
        (5, 45.0, 60.0, BLACK, WHITE),
        (6, 140.0, 55.0, WHITE, BLACK),
    ],
)
def test_numerals_are_read_in_any_turn(
    value: int, turn_deg: float, elevation_deg: float, body: tuple[int, int, int], ink: tuple[int, int, int]
) -> None:
    pose = camera(elevation_deg, distance_mm=560.0)
    image = sheet(pose)
    tray = pose.project(((-44, 305), (550, 305), (550, 363), (-44, 363)))
    cv2.fillPoly(image, [np.round(tray).astype(np.int32)], (92, 92, 92))
    put_dice(image, pose, Die(None, value, 250.0, 336.0, turn_deg, 15.0, body, ink, numerals=True, rounding=0.1))
    reading = read(as_camera_sees(image), pose)
    assert [die.value for die in reading.dice] == [value]
    assert (reading.dice[0].x_mm, reading.dice[0].y_mm) == pytest.approx((250.0, 336.0), abs=3.0)


@pytest.mark.parametrize(
    ("team", "distance_mm", "blur_px", "shine"),
    [("R", 720.0, 1.8, 0.5), ("B", 720.0, 1.8, 0.3), ("R", 1100.0, 1.0, 0.3), ("B", 1100.0, 1.0, 0.3)],
)
def test_a_lone_pip_is_read_though_it_is_blurred_and_the_face_shines(
    team: Literal["B", "R"], distance_mm: float, blur_px: float, shine: float
) -> None:
    pose = camera(55.0, distance_mm=distance_mm)
    image = sheet(pose)
    put_dice(image, pose, Die(team, 1, 230.0, 338.0, 20.0, 15.0, rounding=0.1))
    shining = with_shine(image, pose, (232.5, 335.0), shine)
    dice = read(as_camera_sees(cv2.GaussianBlur(shining, (0, 0), blur_px)), pose).dice
    assert [(die.team, die.value) for die in dice] == [(team, 1)]


@pytest.mark.parametrize(
    ("team", "distance_mm", "turn_deg"),
    [("R", 720.0, 55.0), ("R", 900.0, 0.0), ("R", 900.0, 20.0), ("B", 900.0, 0.0), ("B", 900.0, 90.0)],
)
def test_a_blurred_numeral_is_no_lone_pip(team: Literal["B", "R"], distance_mm: float, turn_deg: float) -> None:
    pose = camera(55.0, distance_mm=distance_mm)
    image = sheet(pose)
    put_dice(image, pose, Die(team, 4, 230.0, 338.0, turn_deg, 15.0, numerals=True))
    dice = read(as_camera_sees(cv2.GaussianBlur(image, (0, 0), 1.6)), pose).dice
    # It may be read as what it is; mostly it is too blurred for that.
    assert {(die.team, die.value) for die in dice} <= {(team, 4)}


@pytest.mark.parametrize("piece", ["B4", "B10", "R6", "R11", "R15"])
def test_a_numbered_piece_beside_the_field_is_no_die(piece: str) -> None:
    pose = make_camera(distance_mm=620.0, elevation_deg=60.0, target_mm=(253.0, 250.0))
    scene = SceneSpec(pose, BOARD, discs=(Disc(piece, 240.0, 338.0, 30.0),), light=Light())
    seen = draw_scene(scene, np.random.default_rng(3)).image
    reading = find_dice(seen, pose, look(seen, pose, BOARD, KIT))
    assert reading.dice == ()


@pytest.mark.parametrize("name", ["regista-a2", "soccer-fun-a3"])
@pytest.mark.parametrize("cast", [(1.0, 1.0, 1.0), (0.62, 0.85, 1.0)], ids=["day", "lamp"])
def test_nothing_printed_is_a_die(name: str, cast: tuple[float, float, float]) -> None:
    board = shipped_board(name)
    pose = make_camera(distance_mm=700.0, elevation_deg=68.0, target_mm=(board.grid.field_size_mm[0], 80.0))
    seen = draw_scene(SceneSpec(pose, board, light=Light(cast=cast)), np.random.default_rng(5)).image
    reading = find_dice(seen, pose, look(seen, pose, board))
    assert (reading.dice, reading.unsure) == ((), ())


@pytest.mark.parametrize("quarter_turns", [0, 1, 2, 3])
def test_each_layout_is_recognised_in_every_turn(quarter_turns: int) -> None:
    faces = np.stack([np.rot90(draw_face(value), quarter_turns) for value in range(1, 7)])
    scores, contrasts = face_scores(faces)
    assert (scores.argmax(axis=1) + 1).tolist() == [1, 2, 3, 4, 5, 6]
    assert scores.max(axis=1).min() > 0.9
    assert (contrasts.max(axis=1) > 0.5).all()


def test_an_even_face_shows_nothing() -> None:
    slope = np.linspace(0, 1, FACE_PX, dtype=np.float32)[None, :].repeat(FACE_PX, axis=0)
    scores, _ = face_scores(np.stack((np.full((FACE_PX, FACE_PX), 0.5, np.float32), slope)))
    assert np.abs(scores).max() < 0.3


@pytest.mark.parametrize(("body_bgr", "pip_bgr"), [((235, 238, 240), (30, 30, 30)), ((60, 140, 40), (240, 240, 240))])
def test_a_plain_picture_of_dice_seen_from_above(body_bgr: tuple[int, int, int], pip_bgr: tuple[int, int, int]) -> None:
    image = np.full((480, 640, 3), (110, 112, 108), np.uint8)
    places = [(120, 130), (320, 150), (510, 140), (140, 340), (330, 350), (500, 330)]
    for value, (x, y) in enumerate(places, 1):
        pips = draw_face(value, size=64)[..., None]
        face = np.array(body_bgr) * (1 - pips) + np.array(pip_bgr) * pips
        turn = cv2.getRotationMatrix2D((31.5, 31.5), 17.0 * value, 1.0)
        turn[:, 2] += (x - 31.5, y - 31.5)
        cover = cv2.warpAffine(np.ones((64, 64), np.float32), turn, (640, 480))[..., None]
        image = (image * (1 - cover) + cv2.warpAffine(face.astype(np.float32), turn, (640, 480)) * cover).astype(
            np.uint8
        )
    answer = read_dice_picture(as_camera_sees(image))
    seen = {die["value"]: die for die in answer["dice"]}
    assert sorted(seen) == [1, 2, 3, 4, 5, 6]
    assert len(answer["dice"]) == 6
    for value, place in enumerate(places, 1):
        assert seen[value]["centre_px"] == pytest.approx(place, abs=3)
        assert seen[value]["colour_bgr"] == pytest.approx(body_bgr, abs=25)


@pytest.mark.parametrize("size_px", [(1, 1), (1, 5000), (5000, 1), (3, 2000), (7, 7), (8, 8), (9, 1200)])
def test_a_plain_picture_too_thin_for_a_die_has_none(size_px: tuple[int, int]) -> None:
    image = np.full((*size_px, 3), 200, np.uint8)
    assert read_dice_picture(image) == {"dice": [], "unsure": []}


def test_a_plain_picture_without_dice_is_answered_with_none() -> None:
    image = np.full((300, 400, 3), 120, np.uint8)
    cv2.rectangle(image, (100, 100), (160, 160), (240, 240, 240), -1)
    cv2.circle(image, (280, 150), 30, (20, 20, 20), -1)
    assert read_dice_picture(as_camera_sees(image))["dice"] == []


@pytest.mark.parametrize("elevation_deg", [50.0, 65.0, 80.0])
@pytest.mark.parametrize(("body", "ink"), [(WHITE, BLACK), ((40, 40, 170), WHITE)], ids=["white", "red"])
def test_a_plain_picture_of_dice_seen_at_an_angle_shows_their_upper_faces(
    elevation_deg: float, body: tuple[int, int, int], ink: tuple[int, int, int]
) -> None:
    pose = camera(elevation_deg, distance_mm=330.0)
    image = np.full((SIZE_PX[1], SIZE_PX[0], 3), (118, 136, 150), np.uint8)
    faces = {2: (195.0, 190.0), 3: (255.0, 175.0), 4: (300.0, 205.0), 5: (225.0, 225.0)}
    dice = [Die(None, value, *at, 25.0 * value, 15.0, body, ink, rounding=0.1) for value, at in faces.items()]
    put_dice(image, pose, *dice)
    answer = read_dice_picture(as_camera_sees(image))
    # Of such small dice one may be asked about; that no side face is read is what counts.
    assert len(answer["dice"]) >= len(faces) - 1
    assert len(answer["dice"]) + len(answer["unsure"]) == len(faces)
    for die in answer["dice"]:
        assert die["centre_px"] == pytest.approx(pose.project([faces[die["value"]]], 15.0)[0], abs=6)
        assert die["colour_bgr"] == pytest.approx(body, abs=30)
