"""Teams of any two colours on boards of any colour, under several lamps: drawn tables whose truth is known."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.own.reference import Reference
from engine.board import shipped_board
from engine.match import TEAMS
from tests.scenes import Disc, Light, SceneSpec, Sensor, draw_scene, make_camera
from tests.scenes.chance import random_scene
from tests.scenes.own_boards import Style, own_board
from vision.colour_space import Colour, scatter_units, towards
from vision.discs import locate_discs
from vision.known_colours import KnownColours
from vision.printed import printed_of_reference
from vision.sight import look
from vision.teams import KIT_COLOURS, Seen, TeamColours, learn_colours, team_maps

if TYPE_CHECKING:
    from engine.board import Board
    from vision.printed import PrintedSheet

INKS = {
    "blue": (150, 62, 28),
    "red": (44, 34, 186),
    "green": (60, 130, 40),
    "black": (32, 30, 30),
    "white": (236, 240, 240),
    "orange": (20, 120, 240),
    "purple": (130, 40, 110),
    "yellow": (40, 205, 240),
}
LAMPS = {"bulb": (0.66, 0.9, 1.06), "tube": (0.9, 1.04, 0.92)}
STYLES = {
    "beige": Style(
        width_mm=26,
        spaces=((160, 190, 205), (150, 180, 200), (172, 200, 214)),
        pattern="random",
        line=(50, 48, 46),
        chalk=(45, 70, 180),
        paper=(122, 122, 120),
    ),
    "dark": Style(width_mm=20, spaces=((40, 70, 26), (44, 86, 32)), paper=(60, 28, 38)),
}


@cache
def table(name: str) -> tuple[Board, np.ndarray | None, PrintedSheet | None]:
    """A board, the picture of its sheet and what is known of its print; none of both for the kit's."""
    if name == "kit":
        return shipped_board("regista-a2"), None, None
    board, sheet = own_board(STYLES[name], 3)
    small = cv2.resize(sheet, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    known = np.ones(small.shape[:2], np.bool_)
    return board, sheet, printed_of_reference(Reference(board, np.asarray(small, np.uint8), known))


def discs_of(board: Board, inks: tuple[str, str]) -> tuple[Disc, ...]:
    """Seven of each team, spread over the field; the board's lines and areas under some of them."""
    spaces = np.random.default_rng(5).permutation(np.array(board.grid.field_spaces))[:14]
    return tuple(
        Disc(f"{'BR'[k % 2]}{k // 2 + 1}", *board.grid.centre_mm(str(space)), 40.0 * k, ink=INKS[inks[k % 2]])
        for k, space in enumerate(spaces)
    )


@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize(
    ("board_name", "inks"),
    [
        ("kit", ("blue", "red")),
        ("kit", ("black", "white")),
        ("kit", ("purple", "orange")),
        ("kit", ("blue", "yellow")),
        ("beige", ("green", "red")),
        ("beige", ("blue", "red")),
        ("beige", ("black", "red")),
        ("dark", ("blue", "red")),
        ("dark", ("blue", "white")),
        ("dark", ("black", "yellow")),
    ],
)
def test_every_disc_is_found_where_it_lies_and_given_to_its_team(
    board_name: str, inks: tuple[str, str], lamp: str
) -> None:
    board, sheet, printed = table(board_name)
    length, width = board.grid.field_size_mm
    camera = make_camera(elevation_deg=62.0, distance_mm=1.5 * length, target_mm=(length / 2, width / 2))
    discs = discs_of(board, inks)
    spec = SceneSpec(
        camera, board, sheet_picture=sheet, discs=discs, light=Light(0.85, cast=LAMPS[lamp]), sensor=Sensor()
    )
    sight = look(draw_scene(spec, np.random.default_rng(1)).image, camera, board, KnownColours(printed))
    maps = team_maps(sight.standing, sight.teams, np.ones_like(sight.warm))
    found = locate_discs(sight.view, maps, sight.disc, sight.camera_mm)
    clear = {
        board.grid.nearest(*(float(v) for v in disc.seen_mm)).space: disc.team
        for disc in found
        if disc.strength > 0.45 and (disc.seen_mm > 0).all() and (disc.seen_mm < (length, width)).all()
    }
    truth = {board.grid.nearest(disc.x_mm, disc.y_mm).space: disc.piece[0] for disc in discs}
    assert clear == truth


def things(*colours: Colour, count: int = 6) -> list[Seen]:
    rng = np.random.default_rng(3)
    return [
        Seen(np.zeros(2), 0.8, Colour(*(float(v) for v in np.asarray(colour) + rng.normal(0, 0.02, 3))), 0.0)
        for colour in colours
        for _ in range(count)
    ]


WHITE, BLACK, GREEN, YELLOW = Colour(0, 0, 0.97), Colour(0, 0, 0.2), Colour(-0.15, -0.3, 0.45), Colour(-0.4, 0.1, 0.8)


@pytest.mark.parametrize(
    ("first", "second", "blue"),
    [
        (KIT_COLOURS["R"], KIT_COLOURS["B"], KIT_COLOURS["B"]),
        (WHITE, BLACK, BLACK),
        (GREEN, YELLOW, GREEN),
        (KIT_COLOURS["R"], WHITE, WHITE),
    ],
)
def test_the_bluer_of_two_colours_is_b_and_of_greys_the_darker(first: Colour, second: Colour, blue: Colour) -> None:
    for order in (things(first, second), things(second, first)):
        learnt = learn_colours(order)
        assert learnt.of("B").apart_from(blue) < 1
        assert learnt.apart == pytest.approx(first.apart_from(second), abs=1.0)


def test_edges_of_a_patch_of_sun_are_no_team_beside_two_others() -> None:
    """Shades of the grass are more alike than blue discs half in the sun."""
    grass = [Seen(each.place_mm, 0.7, each.colour, 0.0, 0.12) for each in things(Colour(-0.35, -0.4, 0.22), count=7)]
    in_light, in_shade = Colour(0.76, -0.46, 0.31), Colour(0.2, -0.21, 0.39)
    learnt = learn_colours([*grass, *things(in_light, in_shade, Colour(-0.42, 0.8, 0.42), count=5)])
    assert learnt.of("B").blue > 0.1
    assert learnt.of("R").red == pytest.approx(0.8, abs=0.05)


def test_teams_that_are_only_lighter_and_darker_than_a_grey_print_are_learnt() -> None:
    grey = [Seen(each.place_mm, 0.7, each.colour, 0.0, 0.05) for each in things(WHITE, BLACK)]
    learnt = learn_colours(grey)
    assert {round(learnt.of(team).lightness, 1) for team in TEAMS} == {0.2, 1.0}


def test_what_lies_alone_is_no_team() -> None:
    odd = [*things(BLACK, WHITE), *things(Colour(-0.4, 0.9, 0.7), count=1)]
    learnt = learn_colours(odd)
    assert {round(learnt.of(team).lightness, 1) for team in TEAMS} == {0.2, 1.0}


KIT_BLUE, KIT_RED = KIT_COLOURS["B"], KIT_COLOURS["R"]


def test_a_few_shadows_are_no_team_beside_clear_colours() -> None:
    shadows = [replace(each, tint=0.15, strength=0.5) for each in things(Colour(-0.35, -0.4, 0.35), count=3)]
    alone = learn_colours([*things(KIT_BLUE, count=2), *shadows])
    assert alone.of("R") == KIT_RED
    assert alone.of("B").apart_from(KIT_BLUE) < 1.0
    both = learn_colours([*things(KIT_BLUE, KIT_RED, count=2), *shadows])
    assert both.of("R").apart_from(KIT_RED) < 1.0
    assert both.of("B").apart_from(KIT_BLUE) < 1.0


def test_a_reflections_fringe_is_no_team_where_as_many_discs_are() -> None:
    fringe = [replace(each, strength=0.46) for each in things(Colour(0.3, -0.32, 0.5), count=2)]
    learnt = learn_colours([*fringe, *things(Colour(0.65, -0.42, 0.34), count=3), *things(KIT_RED, count=2)])
    assert learnt.of("R").apart_from(KIT_RED) < 1.0


def test_the_teams_of_two_pieces_are_those_that_they_were_drawn_in() -> None:
    board, rng = shipped_board("soccer-fun-a3"), np.random.default_rng(7020)
    spec = random_scene(rng, board, pieces=2)
    learnt = look(draw_scene(spec, rng).image, spec.camera, board).teams
    assert learnt.of("B").blue > 0.2 > learnt.of("B").red
    assert learnt.of("R").red > 0.2 > learnt.of("R").blue


def test_a_team_alone_on_the_table_is_the_one_that_it_resembles() -> None:
    learnt = learn_colours(things(Colour(-0.2, 0.5, 0.4)))
    assert learnt.of("R").red == pytest.approx(0.5, abs=0.05)
    assert learnt.of("B") == KIT_COLOURS["B"]
    assert learn_colours([]) == TeamColours(KIT_COLOURS["B"], KIT_COLOURS["R"])


def test_distances_are_shares_of_the_way_and_count_all_three_channels_alike() -> None:
    weights = towards(BLACK, YELLOW)
    step = [b - a for a, b in zip(BLACK, YELLOW, strict=True)]
    assert np.dot(step, (weights.blue, weights.red, weights.lightness)) == pytest.approx(1.0)
    turned = [np.linalg.norm(scatter_units(each)) for each in ((0.2, -0.1, 0), (-0.1, 0.2, 0), (-0.1, -0.1, 0))]
    assert turned == pytest.approx([turned[0]] * 3)


def test_a_lamp_over_the_reference_picture_is_no_print() -> None:
    board, sheet, _ = table("beige")
    assert sheet is not None
    small = np.asarray(cv2.resize(sheet, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    fall_off = np.linspace(1.0, 0.6, small.shape[1], dtype=np.float32)[None, :, None]
    shaded = np.asarray(small * fall_off, np.uint8)
    known = np.ones(small.shape[:2], np.bool_)
    printed = printed_of_reference(Reference(board, shaded, known))
    field = printed.typical[60:-60, 100:-100, 2]
    west, east = np.median(field[:, :200]), np.median(field[:, -200:])
    assert east == pytest.approx(west, rel=0.05)


def test_a_table_is_read_by_colours_that_were_given() -> None:
    board, _, _ = table("kit")
    camera = make_camera()
    discs = tuple(replace(disc, ink=INKS["green"]) for disc in discs_of(board, ("blue", "red"))[:1])
    given = TeamColours(WHITE, BLACK)
    spec = SceneSpec(camera, board, discs=discs)
    image = draw_scene(spec, np.random.default_rng(1)).image
    assert look(image, camera, board, KnownColours(teams=given)).teams is given
