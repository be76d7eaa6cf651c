"""The eye's benchmark counts rightly: readings with known faults and what must be counted of them."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.observation import Observation, SeenBall, SeenDie, SeenPiece, Unsure

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from eye_scores import NumberSeen, TrueBall, TrueDie, TruePiece, Truth, added, score_table

from tests.scenes.wide import EXTRAS, wide_scene

TRUTH = Truth(
    (TruePiece("B7", "A1", 10.0, 10.0), TruePiece("R9", "A3", 50.0, 10.0)),
    TrueBall("A5", 90.0, 10.0, "ball"),
    (TrueDie("B", 4, 30.0, 200.0),),
    space_mm=20.0,
)
B7 = SeenPiece("B", 7, 10.3, 10.4, "A1", 0.99)
R9 = SeenPiece("R", 9, 50.0, 10.0, "A3", 0.98)
BALL = SeenBall(90.0, 10.0, "A5", None, 0.97)
DIE = SeenDie("B", 4, 31.0, 200.0, 0.96)
RIGHT = Observation(0.0, 0, (B7, R9), BALL, (DIE,))
UNSURE_A1 = (Unsure("piece", "A1", "glare"),)


def test_a_right_reading_has_no_faults() -> None:
    score = score_table(TRUTH, RIGHT)
    assert score.faults == ()
    assert score.exact
    wanted = {"pieces": 2, "space and team": 2, "number": 2, "claimed": 2, "phantoms": 0, "exact": 1, "wrong": 0}
    assert {key: score.counts[key] for key in wanted} == wanted
    assert {"ball space", "die face"} <= {key for key, count in score.counts.items() if count == 1}
    assert sorted(score.off_mm) == pytest.approx([0.0, 0.5])
    assert all(claim.right for claim in score.claims)


def test_numbers_are_counted_by_the_size_of_their_digits_if_they_tell_which_they_are() -> None:
    b7, r9 = TRUTH.pieces
    sized = replace(TRUTH, pieces=(replace(b7, digit_px=11.5), replace(r9, digit_px=20.0, tells=False)))
    read = replace(RIGHT, pieces=(replace(B7, number=1), R9), unsure=UNSURE_A1)
    assert score_table(sized, RIGHT).numbers == (NumberSeen(11.5, right=True, claimed=True),)
    assert score_table(sized, read).numbers == (NumberSeen(11.5, right=False, claimed=False),)
    assert score_table(TRUTH, RIGHT).numbers == ()
    assert len(added([score_table(sized, RIGHT), score_table(sized, read)]).numbers) == 2


@pytest.mark.parametrize(
    ("pieces", "unsure", "kinds", "flagged", "claimed_wrongly"),
    [
        pytest.param((B7,), (), ["missed"], False, 0, id="missed"),
        pytest.param((B7, R9, replace(R9, number=3, x_mm=90.0, space="A5")), (), ["phantom"], False, 0, id="phantom"),
        pytest.param((replace(B7, space="A2"), R9), (), ["geometry"], False, 1, id="wrong space"),
        pytest.param((replace(B7, team="R"), R9), (), ["team"], False, 1, id="wrong team"),
        pytest.param((replace(B7, number=1), R9), (), ["number"], False, 1, id="wrong number"),
        pytest.param((replace(B7, number=1), R9), UNSURE_A1, ["number"], True, 0, id="wrong number, said unsure"),
        pytest.param((replace(B7, number=None), R9), UNSURE_A1, ["number"], True, 0, id="number not read"),
        pytest.param((replace(B7, number=None), R9), (), ["number"], False, 0, id="number not read, not said"),
        pytest.param((B7, replace(R9, number=1)), UNSURE_A1, ["number"], False, 1, id="unsure elsewhere"),
        pytest.param((R9,), UNSURE_A1, ["missed"], True, 0, id="missed, said unsure"),
    ],
)
def test_faults_of_pieces(
    pieces: tuple[SeenPiece, ...], unsure: tuple[Unsure, ...], kinds: list[str], *, flagged: bool, claimed_wrongly: int
) -> None:
    score = score_table(TRUTH, replace(RIGHT, pieces=pieces, unsure=unsure))
    assert [fault.kind for fault in score.faults] == kinds
    assert (score.exact, score.flagged) == (False, flagged)
    assert score.counts["wrong, flagged"] == int(flagged)
    assert score.counts["claimed wrongly"] == claimed_wrongly


@pytest.mark.parametrize(
    ("ball", "dice", "kinds", "exact"),
    [
        pytest.param(None, (DIE,), ["ball"], False, id="no ball seen"),
        pytest.param(replace(BALL, space="A6"), (DIE,), ["ball"], False, id="ball elsewhere"),
        pytest.param(BALL, (), ["dice"], True, id="die missed: beside the position"),
        pytest.param(BALL, (replace(DIE, value=5),), ["dice"], True, id="wrong face"),
        pytest.param(BALL, (replace(DIE, x_mm=60.0),), ["dice", "dice"], True, id="die elsewhere"),
        pytest.param(BALL, (DIE, replace(DIE, x_mm=60.0)), ["dice"], True, id="a die too many"),
    ],
)
def test_faults_of_ball_and_dice(
    ball: SeenBall | None, dice: tuple[SeenDie, ...], kinds: list[str], *, exact: bool
) -> None:
    score = score_table(TRUTH, replace(RIGHT, ball=ball, dice=dice))
    assert [fault.kind for fault in score.faults] == kinds
    assert score.exact is exact


@pytest.mark.parametrize(
    ("truth", "pieces"),
    [
        pytest.param(replace(TRUTH.pieces[0], visible=0.4), 1, id="hardly in sight"),
        pytest.param(replace(TRUTH.pieces[0], visible=0.6), 2, id="in sight"),
    ],
)
def test_what_nobody_could_see_is_not_counted(truth: TruePiece, pieces: int) -> None:
    score = score_table(replace(TRUTH, pieces=(truth, TRUTH.pieces[1])), replace(RIGHT, pieces=(R9,)))
    assert score.counts["pieces"] == pieces


def test_a_position_under_a_hand_is_not_scored_as_a_whole() -> None:
    score = score_table(replace(TRUTH, occluded=True), replace(RIGHT, pieces=()))
    assert (score.counts["positions"], score.counts["exact"], score.counts["wrong"]) == (0, 0, 0)


def test_reliability_counts_a_phantom_as_wrong() -> None:
    phantom = replace(R9, number=3, x_mm=150.0, space="B9", confidence=0.9)
    score = score_table(TRUTH, replace(RIGHT, pieces=(B7, R9, phantom)))
    said = {claim.confidence: claim.right for claim in score.claims if claim.kind == "piece"}
    assert said == {0.99: True, 0.98: True, 0.9: False}


def test_scores_add_up() -> None:
    right, missed = score_table(TRUTH, RIGHT), score_table(TRUTH, replace(RIGHT, pieces=(B7,)))
    total = added([right, missed])
    assert (total.counts["pieces"], total.counts["number"], total.counts["exact"], len(total.faults)) == (4, 3, 1, 1)


def test_the_same_number_is_the_same_table() -> None:
    first, again = (wide_scene(np.random.default_rng((5, 3))) for _ in range(2))
    assert first.kinds == again.kinds
    assert (first.spec.discs, first.spec.ball, first.spec.dice) == (again.spec.discs, again.spec.ball, again.spec.dice)
    other = wide_scene(np.random.default_rng((5, 4)))
    assert other.spec.discs != first.spec.discs


@pytest.mark.parametrize("seed", range(6))
def test_no_piece_of_a_drawn_table_overlaps_another(seed: int) -> None:
    spec = wide_scene(np.random.default_rng(seed), extras=()).spec
    places = np.array([(disc.x_mm, disc.y_mm) for disc in spec.discs]).reshape(-1, 2)
    apart = np.linalg.norm(places[:, None] - places[None], axis=-1) + 1e9 * np.eye(len(places))
    assert apart.min(initial=1e9) >= spec.board.file.pieces.diameter_mm
    assert len({disc.piece for disc in spec.discs}) == len(spec.discs)


@pytest.mark.parametrize("extra", EXTRAS, ids=lambda extra: extra.name)
def test_every_extra_changes_the_table_and_says_so(extra: object) -> None:
    rng = np.random.default_rng(2)
    plain = wide_scene(rng, extras=())
    changed = extra.happens(rng, plain)  # type: ignore[attr-defined]  # an Extra
    assert changed.spec != plain.spec
    assert changed.kinds != plain.kinds
