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

    def __init__(self, model: bytes, *, classic: bool = False) -> None:
        """``model`` is the ONNX file's content; ``classic``: run it by OpenCV's older engine, if it has one."""
        # Later ones of OpenCV 5 drop it, and its name (opencv/opencv, pull request 29341).
        engine = getattr(cv2.dnn, "ENGINE_CLASSIC", None) if classic else None
        content = np.frombuffer(model, np.uint8)
        self._net = cv2.dnn.readNetFromONNX(content, *(() if engine is None else (engine,)))
        self._asked = Lock()

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float64]:
        """What the net makes of a batch (N, channels, height, width): (N, outputs)."""
        with self._asked:
            self._net.setInput(batch)
            return np.asarray(self._net.forward(), np.float64)
