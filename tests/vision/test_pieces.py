"""Discs with their faces read, as pieces: which number each gets, and what is said to be doubtful."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import shipped_board
from engine.observation import SeenDie, Unsure
from vision.dice import DiceReading
from vision.dice_or_discs import dice_apart, is_die
from vision.pieces import LEAST_REAL, NUMBERS, STAND_BY, KnownDisc, identify, seen_pieces, without_blanks
from vision.places import Place, locate

BOARD = shipped_board("regista-a2")
LINE_UP = {f"B{number}": space for number, space in enumerate(("H2", "C4", "F6", "H6", "K6", "M4", "H8"), 1)}


def face(number: int | None, clear: float = 0.97) -> np.ndarray:
    """What a reader says of a face that shows this number; None cannot be read."""
    answer = np.full(NUMBERS + 1, (1.0 - clear) / NUMBERS)
    answer[NUMBERS if number is None else number - 1] = clear
    return answer


def disc(space: str, faces: np.ndarray, real: float = 0.995) -> KnownDisc:
    return KnownDisc("B", locate(BOARD, np.array(BOARD.grid.centre_mm(space))), faces, real)


def table(shown: list[int | None], clear: float = 0.97) -> list[KnownDisc]:
    """The line-up with these faces in its places."""
    return [disc(space, face(number, clear)) for space, number in zip(LINE_UP.values(), shown, strict=True)]


def doubted(discs: list[KnownDisc], expected: dict[str, str] | None) -> set[str | None]:
    """Spaces of the pieces that the reader does not stand by."""
    _, doubts = seen_pieces(discs, identify(discs, BOARD, expected))
    return {doubt.space for doubt in doubts}


def test_a_line_up_that_is_seen_clearly_leaves_no_doubt() -> None:
    discs = table([1, 2, 3, 4, 5, 6, 7])
    pieces, doubts = seen_pieces(discs, identify(discs, BOARD, None))
    assert [(piece.number, piece.space) for piece in pieces] == list(enumerate(LINE_UP.values(), 1))
    assert doubts == ()


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(1, 7), min_size=2, max_size=2, unique=True), st.floats(0.9, 0.9999))
def test_one_face_that_contradicts_its_place_is_enough_to_doubt(pair: list[int], clear: float) -> None:
    """Two pieces changed places under a hand, and the ball hides one of them."""
    seen, hidden = pair
    shown: list[int | None] = list(range(1, 8))
    shown[seen - 1], shown[hidden - 1] = hidden, None
    discs = table(shown, clear)
    number = identify(discs, BOARD, LINE_UP)[seen - 1].number
    assert number == hidden or LINE_UP[f"B{seen}"] in doubted(discs, LINE_UP)


@settings(deadline=None, max_examples=30)
@given(st.sets(st.integers(1, 7)))
def test_hidden_numbers_are_stood_by_for_as_long_as_nothing_moves(hidden: set[int]) -> None:
    shown = [None if number in hidden else number for number in range(1, 8)]
    discs = table(shown)
    assert [identity.number for identity in identify(discs, BOARD, LINE_UP)] == list(range(1, 8))
    assert doubted(discs, LINE_UP) == set()


def test_a_hidden_number_is_not_made_up_where_nothing_is_known() -> None:
    discs = table([1, 2, None, 4, 5, 6, 7])
    pieces, doubts = seen_pieces(discs, identify(discs, BOARD, None))
    assert pieces[2].number is None
    assert [(doubt.space, doubt.why) for doubt in doubts] == [("F6", "its number cannot be read")]


@pytest.mark.parametrize(
    ("place", "real", "why"),
    [
        (Place(0.0, 0.0, "H2", "H3", 0.6), 0.99, "it lies between H2 and H3"),
        (Place(0.0, 0.0, "H2", None, 1.0), 0.7, "hard to see: glare, shadow or something in front of it"),
        (Place(0.0, 0.0, "H2", None, 1.0), 0.2, "hard to see: glare, shadow or something in front of it"),
    ],
)
def test_a_doubt_says_why(place: Place, real: float, why: str) -> None:
    discs = [KnownDisc("B", place, face(7), real)]
    _, (doubt,) = seen_pieces(discs, identify(discs, BOARD, None))
    assert doubt.why == why


def test_a_confidence_is_of_space_team_and_number_together() -> None:
    discs = [KnownDisc("B", Place(0.0, 0.0, "H2", None, 0.97), face(7), 0.96)]
    (piece,), _ = seen_pieces(discs, identify(discs, BOARD, None))
    assert STAND_BY < piece.confidence < 0.97 * 0.96


@pytest.mark.parametrize(
    ("disc_at_mm", "off_mm", "left"),
    [
        ((0.0, 0.0), 1.5, (0, 0)),
        ((0.0, 0.0), 17.0, (1, 1)),
        # Beside the field: a die that is read is one, whatever number the discs' reader sees in it.
        ((-60.0, 0.0), 1.5, (1, 0)),
    ],
    ids=["in the face", "beside the disc", "on the bench"],
)
def test_what_looks_like_a_die_in_a_discs_face_is_not_asked_about(
    disc_at_mm: tuple[float, float], off_mm: float, left: tuple[int, int]
) -> None:
    x_mm, y_mm = np.array(BOARD.grid.centre_mm("A1")) + disc_at_mm
    space = None if disc_at_mm[0] else "A1"
    stands = KnownDisc("B", Place(x_mm, y_mm, space, None, 0.97), face(7), 0.96)
    at_mm = (float(x_mm), float(y_mm) + off_mm)
    reading = DiceReading((SeenDie("B", 6, *at_mm, 0.96),), (Unsure("die", None, "it may be 3 or 6", at_mm),))
    apart = dice_apart(reading, [stands], BOARD, None, ())
    assert (len(apart.dice), len(apart.unsure)) == left


@pytest.mark.parametrize(
    ("disc_at_mm", "off_mm", "number", "die"),
    [
        ((-60.0, 0.0), 1.5, 4, True),
        ((-60.0, 0.0), 1.5, None, True),
        # A piece on the bench that a die touches.
        ((-60.0, 0.0), 16.0, 4, False),
        ((0.0, 0.0), 1.5, 4, False),
    ],
    ids=["numeral of a die", "pips of a die", "piece beside a die", "piece on the field"],
)
def test_beside_the_field_a_die_that_is_read_is_not_a_piece_as_well(
    disc_at_mm: tuple[float, float], off_mm: float, number: int | None, *, die: bool
) -> None:
    x_mm, y_mm = np.array(BOARD.grid.centre_mm("A1")) + disc_at_mm
    looks = KnownDisc("R", Place(x_mm, y_mm, None if disc_at_mm[0] else "A1", None, 0.97), face(number), 0.96)
    reading = DiceReading((SeenDie("R", 4, float(x_mm), float(y_mm) + off_mm, 0.99),), ())
    assert is_die(looks, reading, BOARD) is die


def test_what_has_a_teams_colour_and_no_number_is_asked_about_and_takes_no_number() -> None:
    discs = without_blanks([*table([1, 2, 3, 4, 5, 6, 7]), disc("D15", face(None))], [True] * 8, {})
    assert [found.real >= LEAST_REAL for found in discs] == [*[True] * 7, False]
    _, doubts = seen_pieces(discs, identify(discs, BOARD, None))
    assert [(doubt.space, doubt.why) for doubt in doubts] == [("D15", "something of a team's colour, without a number")]


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (False, {}),
        (True, LINE_UP | {"B8": "D15"}),
        (True, LINE_UP | {"B8": "K9"}),
    ],
    ids=["a ball or glare lies on it", "it stands where a piece stood", "a piece of its team is looked for"],
)
def test_a_piece_whose_number_cannot_be_seen_stays_a_piece(*, shown: bool, expected: dict[str, str]) -> None:
    discs = [*table([1, 2, 3, 4, 5, 6, 7]), disc("D15", face(None))]
    assert without_blanks(discs, [*[True] * 7, shown], expected)[-1].real == discs[-1].real


def test_in_a_match_in_which_no_piece_is_missing_a_thing_without_a_number_is_none() -> None:
    discs = [*table([1, 2, 3, 4, 5, 6, 7]), disc("D15", face(None))]
    assert without_blanks(discs, [True] * 8, LINE_UP)[-1].real < LEAST_REAL
