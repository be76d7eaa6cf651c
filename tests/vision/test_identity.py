"""Identities: every number once a team, hidden numbers concluded, confidence that means something."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import shipped_board
from vision.identity import assign_numbers, place_prior

GRID = shipped_board("regista-a2").grid
NUMBERS = 15


def faces(*numbers: int | None, clear: float = 0.97) -> np.ndarray:
    """Scores of faces that show these numbers; None cannot be read."""
    rows = np.full((len(numbers), NUMBERS), (1.0 - clear) / (NUMBERS - 1))
    for row, number in zip(rows, numbers, strict=True):
        if number is None:
            row[:] = 1.0 / NUMBERS
        else:
            row[number - 1] = clear
    return rows


@settings(deadline=None, max_examples=60)
@given(st.integers(0, NUMBERS), st.integers(0, 2**31))
def test_every_number_occurs_once(count: int, seed: int) -> None:
    scores = np.random.default_rng(seed).dirichlet(np.full(NUMBERS, 0.3), count)
    numbers = [identity.number for identity in assign_numbers(scores)]
    assert len(set(numbers)) == count
    assert all(1 <= number <= NUMBERS for number in numbers)


@settings(deadline=None, max_examples=60)
@given(st.permutations(list(range(1, NUMBERS + 1))), st.integers(1, NUMBERS))
def test_clear_faces_are_taken_at_their_word(order: list[int], count: int) -> None:
    identities = assign_numbers(faces(*order[:count]))
    assert [identity.number for identity in identities] == order[:count]
    assert all(identity.confidence > 0.9 for identity in identities)


@settings(deadline=None, max_examples=40)
@given(st.permutations(list(range(1, NUMBERS + 1))), st.integers(0, NUMBERS - 1))
def test_the_last_number_left_is_concluded(order: list[int], hidden: int) -> None:
    shown: list[int | None] = list(order)
    shown[hidden] = None
    identity = assign_numbers(faces(*shown, clear=0.999))[hidden]
    assert identity.number == order[hidden]
    assert identity.confidence > 0.9


@settings(deadline=None, max_examples=40)
@given(st.integers(1, NUMBERS), st.integers(0, 2**31))
def test_the_order_of_the_discs_does_not_matter(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores, order = rng.dirichlet(np.full(NUMBERS, 0.3), count), rng.permutation(count)
    straight, turned = assign_numbers(scores), assign_numbers(scores[order])
    assert [straight[k].number for k in order] == [identity.number for identity in turned]


def test_two_hidden_numbers_of_two_left_are_not_guessed() -> None:
    hidden = assign_numbers(faces(*range(1, 14), None, None))[13:]
    assert {identity.number for identity in hidden} == {14, 15}
    assert all(identity.confidence == pytest.approx(0.5, abs=0.05) for identity in hidden)


def test_a_doubtful_face_yields_to_a_clear_one() -> None:
    scores = faces(6, 6)
    scores[1] = faces(None)[0] * 0.1
    scores[1, [5, 8]] = 0.55, 0.40
    assert [identity.number for identity in assign_numbers(scores)] == [6, 9]


def test_more_discs_than_numbers_are_claimed_by_none() -> None:
    identities = assign_numbers(faces(*range(1, 16), 3))
    assert len(identities) == 16
    assert all(identity.confidence == 0.0 for identity in identities)


def test_without_discs_there_is_nothing_to_name() -> None:
    assert assign_numbers(np.zeros((0, NUMBERS))) == ()


@pytest.mark.parametrize(
    ("spaces", "expected", "numbers"),
    [
        (("H11", "C4"), {"B7": "H11", "B2": "C4"}, [7, 2]),
        (("H12", "C4"), {"B7": "H11", "B2": "C4"}, [7, 2]),
        (("C4", "H13"), {"B7": "H11", "B2": "C4", "R9": "H13"}, [2, 7]),
    ],
    ids=["all stayed", "one moved a space", "the other team does not count"],
)
def test_unreadable_faces_are_named_by_their_place(
    spaces: tuple[str, ...], expected: dict[str, str], numbers: list[int]
) -> None:
    scores = faces(*[None] * len(spaces)) * place_prior("B", spaces, expected, GRID, NUMBERS)
    assert [identity.number for identity in assign_numbers(scores)] == numbers


def test_a_clear_face_wins_over_its_place() -> None:
    scores = faces(2, 7, clear=0.995) * place_prior("B", ("H11", "C4"), {"B7": "H11", "B2": "C4"}, GRID, NUMBERS)
    assert [identity.number for identity in assign_numbers(scores)] == [2, 7]
