"""Identities: every number once a team, hidden numbers concluded, confidence that means something."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import shipped_board
from vision.identity import assign_numbers, marginals, place_prior

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


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 6), st.integers(0, 2), st.integers(0, 2**31))
def test_confidence_is_the_share_of_all_assignments(count: int, spare: int, seed: int) -> None:
    weights = np.random.default_rng(seed).gamma(0.3, size=(count, count + spare)) + 1e-6
    shares = np.zeros_like(weights)
    for chosen in permutations(range(count + spare), count):
        shares[range(count), chosen] += weights[range(count), chosen].prod()
    np.testing.assert_allclose(marginals(weights), shares / shares.sum(axis=1, keepdims=True), atol=1e-9)


@settings(deadline=None, max_examples=30)
@given(st.integers(1, NUMBERS), st.integers(0, 2**31))
def test_the_scale_of_a_row_does_not_matter(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores, scale = rng.dirichlet(np.full(NUMBERS, 0.3), count), np.exp(rng.uniform(-9, 9, (count, 1)))
    straight, scaled = assign_numbers(scores), assign_numbers(scores * scale)
    assert [identity.number for identity in straight] == [identity.number for identity in scaled]
    np.testing.assert_allclose([i.confidence for i in straight], [i.confidence for i in scaled], atol=1e-6)


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


LINE_UP = {f"B{number}": space for number, space in enumerate(("H2", "C4", "F6", "H6", "K6", "M4", "H8"), 1)}


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_a_swap_under_a_hand_is_never_silently_kept(data: st.DataObject) -> None:
    """However clearly both faces are seen: either the swap is named, or the reader does not stand by its answer."""
    first, second = data.draw(st.lists(st.integers(1, 7), min_size=2, max_size=2, unique=True))
    clear = data.draw(st.floats(0.9, 0.9999))
    shown = list(range(1, 8))
    shown[first - 1], shown[second - 1] = second, first
    scores = faces(*shown, clear=clear) * place_prior("B", tuple(LINE_UP.values()), LINE_UP, GRID, NUMBERS)
    for place in (first, second):
        identity = assign_numbers(scores)[place - 1]
        assert identity.number == shown[place - 1] or identity.confidence < 0.9


@settings(deadline=None, max_examples=40)
@given(st.sets(st.integers(1, 7)), st.integers(1, 7), st.sampled_from(["H9", "G8", "I3", "E5"]))
def test_hidden_numbers_survive_while_another_piece_moves(hidden: set[int], mover: int, to: str) -> None:
    spaces = list(LINE_UP.values())
    spaces[mover - 1] = to
    shown = [None if number in hidden else number for number in range(1, 8)]
    scores = faces(*shown) * place_prior("B", spaces, LINE_UP, GRID, NUMBERS)
    identities = assign_numbers(scores)
    assert [identity.number for identity in identities] == list(range(1, 8))
    stayed = [identity for number, identity in enumerate(identities, 1) if number != mover]
    assert all(identity.confidence > 0.9 for identity in stayed)


def test_a_six_or_nine_is_concluded_from_the_other() -> None:
    scores = faces(6, None)
    scores[1] = 1e-4
    scores[1, [5, 8]] = 0.5
    assert assign_numbers(scores)[1].number == 9
    assert assign_numbers(scores)[1].confidence > 0.9
