"""The pose of a still board from several pictures: steadier than from one, and none that moved goes in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.pose import BoardPose, PoseFailure
from calibration.sentences import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.board_pose import Image
    from calibration.finder import BoardFinder

MAX_SHIFT_SPACES = 0.1
"""Pictures whose board lies further off than this, in widths of a space, do not show it at rest in one place."""


def find_over(
    finder: BoardFinder, images: Sequence[Image], previous: BoardPose | None = None
) -> BoardPose | PoseFailure:
    """Find the board once over pictures taken one after the other with one camera.

    The newest picture that shows the board says where it lies; those that agree are averaged, which leaves less noise,
    and the board is found in their mean. With three pictures or more one that disagrees (a late swing of the camera,
    a knock) is left out; without a majority nothing is believed.

    Args:
        finder: looks for one board with one camera.
        images: one or more pictures, oldest first, as ``BoardFinder.find`` takes them.
        previous: see ``BoardFinder.find``.

    Returns:
        The pose, or a failure whose reason names cause and cure: that of the newest picture if no picture shows the
        board.
    """
    failures: list[PoseFailure] = []
    moving = False
    for image in reversed(images):
        pose = finder.find(image, previous)
        if not pose:
            failures.append(pose)
            continue
        agreeing = [other for other in images if other is image or _agrees(finder, other, pose)]
        if 2 * len(agreeing) > len(images):
            return _find_in_mean(finder, agreeing, pose)
        moving = True
    if moving:
        return PoseFailure(say("moving"))
    return failures[0] if failures else PoseFailure(say("no_picture"))


def _agrees(finder: BoardFinder, image: Image, pose: BoardPose) -> bool:
    if image.shape[1::-1] != pose.lens.size_px:
        return False
    check = finder.check(image, pose)
    return not isinstance(check, PoseFailure) and check.shift_spaces <= MAX_SHIFT_SPACES


def _find_in_mean(finder: BoardFinder, images: Sequence[Image], pose: BoardPose) -> BoardPose:
    """The pose in the mean of pictures that agree with ``pose``, which stands where the mean shows no board."""
    if len(images) == 1:
        return pose
    found = finder.find(mean_image(images), pose)
    return found if isinstance(found, BoardPose) else pose


def mean_image(images: Sequence[Image]) -> Image:
    """The mean of pictures of one shape: what noise there is shrinks with the square root of their number."""
    total = np.zeros(images[0].shape, np.float32)
    for image in images:
        cv2.accumulate(image, total)
    return np.round(total / len(images)).astype(np.uint8)
