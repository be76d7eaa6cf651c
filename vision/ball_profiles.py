"""A picture's colours along lines across the outlines of supposed balls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from vision.rectify import Image


def ray_pixels(
    pose: BoardPose,
    centres_mm: NDArray[np.float64],
    rays_mm: NDArray[np.float64],
    shares: NDArray[np.float64],
    height_mm: float | NDArray[np.float64],
) -> NDArray[np.float64]:
    """Pixels (B, K, N, 2) of the points at K shares of rays (B, N, 2) that start at centres (B, 2).

    All of them lie at one height, or those of each centre at one (B,).

    Three points of each ray are projected, and a parabola through them gives the others: over the centimetre or two
    that a ball and what surrounds it take up, it is exact to a thousandth of a pixel.
    """
    ends = np.array((shares[0], (shares[0] + shares[-1]) / 2, shares[-1]))
    knots_mm = centres_mm[:, None, None] + ends[:, None, None] * rays_mm[:, None]
    heights_mm = np.broadcast_to(np.reshape(height_mm, (-1, 1, 1)), knots_mm.shape[:3]).ravel()
    knots_px = pose.project(knots_mm.reshape(-1, 2), heights_mm).reshape(len(centres_mm), len(ends), -1)
    low, middle, high = (shares - end for end in ends)
    first, second = ends[1] - ends[0], ends[2] - ends[1]
    weights = np.stack((middle * high, -2.0 * low * high, low * middle), axis=1) / (2.0 * first * second)
    return np.asarray(weights @ knots_px, np.float64).reshape(len(centres_mm), len(shares), -1, 2)


def colours_at(image: Image, pixels: NDArray[np.float64]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Colours (B, K, N, 3) BGR of B sets of pixels (B, K, N, 2), and which sets are in the picture.

    A set (B,) with a pixel outside is not, and its colours mean nothing.
    """
    x, y = (np.ascontiguousarray(pixels[..., axis]) for axis in (0, 1))
    west, east, north, south = (end(each, axis=(1, 2)) for each in (x, y) for end in (np.min, np.max))
    rows, columns = image.shape[:2]
    seen = (np.minimum(west, north) >= 0) & (east <= columns - 1) & (south <= rows - 1)
    left, top = (np.floor(np.where(seen, each, 0)).astype(int) for each in (west, north))
    right, bottom = (np.ceil(np.where(seen, each, 0)).astype(int) + 1 for each in (east, south))
    across, down = ((each - start[:, None, None]).astype(np.float32) for each, start in ((x, left), (y, top)))
    colours = np.zeros((*x.shape, 3), np.float32)
    for k in np.flatnonzero(seen):
        patch = image[top[k] : bottom[k], left[k] : right[k]].astype(np.float32)
        cv2.remap(patch, across[k], down[k], cv2.INTER_LINEAR, dst=colours[k], borderMode=cv2.BORDER_REPLICATE)
    return colours, seen
