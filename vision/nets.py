"""A net that several threads may ask."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class SharedNet:
    """An ONNX net; OpenCV's own fails when two threads use it at once, as a match and a calibration beside it would."""

    def __init__(self, model: bytes, engine: int = cv2.dnn.ENGINE_AUTO) -> None:
        """``model`` is the ONNX file's content, ``engine`` which of OpenCV's engines is to run it."""
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8), engine)
        self._asked = Lock()

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float64]:
        """What the net makes of a batch (N, channels, height, width): (N, outputs)."""
        with self._asked:
            self._net.setInput(batch)
            return np.asarray(self._net.forward(), np.float64)
