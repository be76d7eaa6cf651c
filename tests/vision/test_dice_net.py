"""Windows, drawn dice, and the net that reads them: what is claimed is what was drawn. No torch."""

import cv2
import numpy as np
import pytest

from calibration.pose import BoardPose, Lens
from vision.dice.faces import FACE_PX, face_scores
from vision.dice.net import ALL_ANSWERS, ANSWERS, NO_DIE, UNREADABLE, DiceNet
from vision.dice.windows import FACE_HEIGHT_MM, FINE_WINDOW_PX, WINDOW_MM, WINDOW_PX, die_windows, offset_mm
from vision.training.any_dice_samples import make_any_dice_examples
from vision.training.dice_samples import make_dice_examples
from vision.training.dice_scene import SCENE_MM, Camera, Die, draw_die

LENS = Lens(np.array(((900.0, 0, 639.5), (0, 900.0, 359.5), (0, 0, 1))), np.zeros(5), (1280, 720))
ABOVE = BoardPose(LENS, np.array((0.0, 0.0, 0.0)), np.array((-250.0, -150.0, 800.0)), 0.0)
SLANTED = BoardPose(LENS, np.array((-0.6, 0.1, 0.05)), np.array((-250.0, -100.0, 800.0)), 0.0)


@pytest.mark.parametrize("pose", [ABOVE, SLANTED], ids=["above", "slanted"])
@pytest.mark.parametrize("place_mm", [(100.0, 200.0), (253.0, 340.0), (420.0, -20.0)])
def test_a_window_is_centred_on_its_place_and_has_the_camera_below(
    pose: BoardPose, place_mm: tuple[float, float]
) -> None:
    place = np.array(place_mm)
    towards = pose.camera_position_mm()[:2] - place
    nearer = place + 10.0 * towards / np.hypot(*towards)
    image = np.zeros((720, 1280, 3), np.uint8)
    for mark, channel in ((place, 1), (nearer, 2)):
        x, y = np.round(pose.project([mark], FACE_HEIGHT_MM)[0]).astype(int)
        image[y - 1 : y + 2, x - 1 : x + 2, channel] = 255
    window = die_windows(image, pose, place[None])[0].astype(float)
    rows, columns = np.mgrid[:WINDOW_PX, :WINDOW_PX]
    middle = (WINDOW_PX - 1) / 2
    for channel, down_mm in ((1, 0.0), (2, 10.0)):
        weight = window[..., channel] / window[..., channel].sum()
        assert float((columns * weight).sum()) == pytest.approx(middle, abs=1.2)
        assert float((rows * weight).sum()) == pytest.approx(middle + down_mm / WINDOW_MM * WINDOW_PX, abs=1.2)


def test_offsets_point_back_to_the_board() -> None:
    place = np.array((253.0, 340.0))
    towards = SLANTED.camera_position_mm()[:2] - place
    moved = offset_mm(np.array(((0.0, 0.5),)), SLANTED, place[None])[0]
    assert moved == pytest.approx(place + WINDOW_MM / 2 * towards / np.hypot(*towards))


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_a_drawn_die_shows_its_value_on_top(value: int) -> None:
    camera = Camera(px_per_mm=2.0, elevation_deg=55.0, oversampling=3)
    scene = np.full((camera.side_px, camera.side_px, 3), 0.7, np.float32)
    die = Die(value, 1.0, -2.0, 15.0, 20.0 * value, (0.5, 0.05, 0.03), (0.9, 0.9, 0.9))
    upper = draw_die(np.random.default_rng(value), scene, camera, die)
    corners = camera.project(die.square_mm(), die.size_mm).astype(np.float32)
    assert upper.sum() == pytest.approx(cv2.contourArea(corners), rel=0.15)
    top = np.array(((0, 0), (FACE_PX, 0), (FACE_PX, FACE_PX), (0, FACE_PX)), np.float32) - np.float32(0.5)
    face = cv2.warpPerspective(
        scene[..., 2], cv2.getPerspectiveTransform(corners, top), (FACE_PX, FACE_PX), flags=cv2.INTER_AREA
    )
    scores, _ = face_scores(np.asarray(face, np.float32)[None])
    assert int(scores[0].argmax()) + 1 == value
    assert SCENE_MM > WINDOW_MM


def test_examples_depend_on_their_seed_alone_and_know_where_their_dice_are() -> None:
    first, again, other = make_dice_examples(5, 40), make_dice_examples(5, 40), make_dice_examples(6, 40)
    assert np.array_equal(first.images, again.images)
    assert not np.array_equal(first.images, other.images)
    assert first.images.shape == (40, WINDOW_PX, WINDOW_PX, 3)
    assert set(first.labels) <= {NO_DIE, *range(1, 7), UNREADABLE}
    assert np.array_equal(np.isnan(first.offsets).any(axis=1), first.labels == NO_DIE)
    assert np.nanmax(np.abs(first.offsets)) < 0.25


def test_what_the_net_stands_by_is_what_was_drawn() -> None:
    examples = make_dice_examples(987_654, 300)
    probabilities, offsets = DiceNet().look(examples.images)
    answers, claimed = probabilities.argmax(axis=1), probabilities.max(axis=1) > 0.9
    assert claimed.mean() > 0.6
    assert (answers == examples.labels)[claimed].mean() > 0.95
    dice = (examples.labels != NO_DIE) & (answers == examples.labels)
    error_mm = WINDOW_MM * np.hypot(*(offsets - examples.offsets)[dice].T)
    assert float(np.median(error_mm)) < 1.5


def test_what_the_net_for_all_dice_is_sure_of_is_what_was_drawn() -> None:
    examples = make_any_dice_examples(987_654, 200)
    assert examples.images.shape == (200, FINE_WINDOW_PX, FINE_WINDOW_PX, 3)
    assert set(examples.labels) <= set(range(ALL_ANSWERS))
    probabilities, _ = DiceNet(answers=ALL_ANSWERS).look(examples.images)
    claimed = probabilities.max(axis=1) > 0.95
    assert claimed.mean() > 0.15
    assert (probabilities.argmax(axis=1) == examples.labels)[claimed].mean() > 0.9


def test_nothing_to_look_at_is_answered_with_nothing() -> None:
    probabilities, offsets = DiceNet().look(np.zeros((0, WINDOW_PX, WINDOW_PX, 3), np.uint8))
    assert probabilities.shape == (0, ANSWERS)
    assert offsets.shape == (0, 2)
