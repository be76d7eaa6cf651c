"""Reading markers too small, soft or noisy for bit-by-bit decoding: the whole pattern is compared at once.

Pixel coordinates and corner order as in ``calibration.markers``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from calibration.markers import Grey
    from calibration.pose import FloatArray

MIN_LIKENESS = 0.8
"""Correlation (-1 to 1) of a marker's inside with a pattern of the dictionary that counts as reading it."""
MIN_LEAD = 0.2
"""So much more like it than like any other: patterns of the same dictionary are up to 0.5 alike."""
MAX_INK_LEVEL = 0.65
"""Brightness of the black border as a share of the paper's around it; blur mixes the two."""
MIN_INSIDE = -0.05
"""Mean level inside, 0 = as the black border, 1 = as the paper."""
MAX_SKEW = 0.25
"""How far a shape may be from a parallelogram, in its own side lengths: perspective bends a small square less."""
MIN_SIDE_PX = 6.0
"""One pixel a module; of less than that letters and specks make markers."""
SUBSAMPLES = 3
"""Points along and across a module that are averaged."""


def read_faint(
    grey: Grey,
    quads_px: Sequence[FloatArray],
    dictionary: cv2.aruco.Dictionary,
    wanted: Iterable[int],
    refine: Callable[[FloatArray], FloatArray],
) -> dict[int, FloatArray]:
    """Markers among four-sided shapes that look as if they might be some.

    Args:
        grey: the picture.
        quads_px: (4, 2) corners each, clockwise, starting anywhere.
        dictionary: what the markers are from.
        wanted: the ids that are asked for.
        refine: sharpens the corners of a shape.

    Returns:
        (4, 2) corners by id, clockwise from the marker's own top-left; of shapes that read the same the likeliest.
    """
    ids = tuple(sorted(set(wanted)))
    size = dictionary.markerSize
    # Roughly first: most shapes are no markers at all, and to refine one costs more than to look at it.
    quads = framed_shapes(grey, quads_px, dictionary)
    quads = np.asarray([refine(quad) for quad in quads]).reshape(-1, 4, 2)
    modules = _modules(grey, quads, size + 4)
    framed = _framed(modules, share=0.85) & _square(quads) & (_sides_px(quads).min(axis=1) >= MIN_SIDE_PX)
    if not framed.any() or not ids:
        return {}
    inside = _normed(modules[framed, 2:-2, 2:-2].reshape(-1, size * size))
    likeness = (inside @ _patterns(dictionary, ids).reshape(-1, size * size).T).reshape(len(inside), len(ids), 4)
    best: dict[int, tuple[float, FloatArray]] = {}
    for quad, each in zip(quads[framed], likeness, strict=True):
        number, turn = np.unravel_index(int(each.argmax()), each.shape)
        score = float(each[number, turn])
        others = np.delete(each.ravel(), number * 4 + turn)
        if score < MIN_LIKENESS or score - float(others.max()) < MIN_LEAD:
            continue
        if ids[number] not in best or best[ids[number]][0] < score:
            best[ids[number]] = score, np.roll(quad, int(turn), axis=0)
    return {number: corners for number, (_, corners) in best.items()}


def _modules(grey: Grey, quads: FloatArray, across: int) -> FloatArray:
    """Mean grey levels (K, across, across) of each shape's modules, with one ring of the paper around it."""
    inner = across - 2
    steps = (np.arange(across * SUBSAMPLES) + 0.5) / SUBSAMPLES - 1
    plane = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    if not len(quads):
        return np.empty((0, across, across))
    unit = np.array(((0, 0), (inner, 0), (inner, inner), (0, inner)), np.float32)
    at = np.stack(
        [
            cv2.perspectiveTransform(
                plane[None].astype(np.float32), cv2.getPerspectiveTransform(unit, quad.astype(np.float32))
            )[0]
            for quad in quads
        ]
    )
    levels = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    fine = np.asarray(levels, np.float64).reshape(-1, across, SUBSAMPLES, across, SUBSAMPLES)
    return np.asarray(fine.mean(axis=(2, 4)), np.float64)


def framed_shapes(grey: Grey, quads_px: Sequence[FloatArray], dictionary: cv2.aruco.Dictionary) -> FloatArray:
    """Those (N, 4, 2) of the four-sided shapes that are square enough and roughly look like a marker's border."""
    quads = np.asarray(quads_px, np.float64).reshape(-1, 4, 2)
    quads = quads[_square(quads)]
    return np.asarray(quads[_framed(_modules(grey, quads, dictionary.markerSize + 4), share=0.6)], np.float64)


def _square(quads: FloatArray) -> np.ndarray:
    """Which (K,) shapes are near enough a parallelogram."""
    skew = np.linalg.norm(quads[:, 0] - quads[:, 1] + quads[:, 2] - quads[:, 3], axis=1)
    return np.asarray(skew < MAX_SKEW * _sides_px(quads).mean(axis=1))


def _sides_px(quads: FloatArray) -> FloatArray:
    """(K, 4)."""
    return np.asarray(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2), np.float64)


def _framed(modules: FloatArray, share: float) -> np.ndarray:
    """Which (K,) have a dark border for a ``share`` of the way round at least, white paper around it, white within."""
    ring = np.ones(modules.shape[1:], bool)
    ring[1:-1, 1:-1] = False
    border = ~ring
    border[2:-2, 2:-2] = False
    paper, ink = np.median(modules[:, ring], axis=1), np.median(modules[:, border], axis=1)
    middle = ((paper + ink) / 2)[:, None]
    dark = (modules[:, border] < middle).mean(axis=1)
    light = (modules[:, ring] > middle).mean(axis=1)
    # A pip is darkest in its middle; of a marker's inside a quarter at least is white.
    inside = (modules[:, 2:-2, 2:-2].mean(axis=(1, 2)) - ink) / np.maximum(paper - ink, 1e-9)
    return np.asarray((ink < MAX_INK_LEVEL * paper) & (dark > share) & (light > share - 0.1) & (inside > MIN_INSIDE))


def _normed(rows: FloatArray) -> FloatArray:
    """Rows with mean 0 and length 1."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-9))


def _patterns(dictionary: cv2.aruco.Dictionary, ids: tuple[int, ...]) -> FloatArray:
    """(len(ids), 4, size * size): each marker's inside as it looks when the shape's first corner is its k-th."""
    size = dictionary.markerSize
    drawn = [cv2.aruco.generateImageMarker(dictionary, n, size + 2)[1:-1, 1:-1].astype(np.float64) for n in ids]
    turned = [np.rot90(bits, k).ravel() for bits in drawn for k in range(4)]
    return _normed(np.asarray(turned)).reshape(len(ids), 4, size * size)
