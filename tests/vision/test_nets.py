"""Nets asked by two threads at once, as by a match and the calibration beside it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest

from vision.dice.net import ALL_ANSWERS, ANSWERS, DiceNet
from vision.dice.windows import FINE_WINDOW_PX, WINDOW_PX
from vision.faces import FACE_SIZE_PX
from vision.numbers import NumberReader


def test_two_threads_have_the_same_answers_as_one() -> None:
    rng = np.random.default_rng(0)
    # Batches of unlike size: with one size OpenCV's net would not notice.
    faces = [rng.integers(0, 255, (count, FACE_SIZE_PX, FACE_SIZE_PX, 3), dtype=np.uint8) for count in (1, 7, 3, 12)]
    windows = [rng.integers(0, 255, (count, WINDOW_PX, WINDOW_PX, 3), dtype=np.uint8) for count in (2, 9, 1, 5)]
    reader, net = NumberReader(), DiceNet()
    alone = [reader.read(batch) for batch in faces], [net.look(batch)[0] for batch in windows]
    with ThreadPoolExecutor(4) as pool:
        read, looked = pool.map(reader.read, faces * 5), pool.map(lambda batch: net.look(batch)[0], windows * 5)
        for got, wanted in zip(read, alone[0] * 5, strict=True):
            assert np.allclose(got, wanted)
        for got, wanted in zip(looked, alone[1] * 5, strict=True):
            assert np.allclose(got, wanted)


@pytest.mark.parametrize(("answers", "side_px"), [(ANSWERS, WINDOW_PX), (ALL_ANSWERS, FINE_WINDOW_PX)])
def test_an_opencv_without_its_older_engine_says_the_same_of_dice(
    answers: int, side_px: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = np.random.default_rng(1).integers(0, 255, (6, side_px, side_px, 3), dtype=np.uint8)
    said, offsets = DiceNet(answers=answers).look(windows)
    monkeypatch.delattr(cv2.dnn, "ENGINE_CLASSIC", raising=False)
    without, offsets_without = DiceNet(answers=answers).look(windows)
    np.testing.assert_allclose(without, said, atol=1e-4)
    np.testing.assert_allclose(offsets_without, offsets, atol=1e-4)
