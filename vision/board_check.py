"""Everything that can be said of how well a camera sees a board, from a few pictures: pose, place, light, colours."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from calibration.camera_place import camera_place, place_findings
from calibration.findings import Finding, verdict_of, worst_first
from calibration.light import check_light, measure_flicker, measure_light
from calibration.pose import BoardPose, PoseFailure
from calibration.quality import measure_quality, quality_findings, repeatability_spaces
from calibration.reasons import copies_in_view
from calibration.sentences import find
from vision.known_colours import known_of
from vision.piece_size import size_findings, sizes_off
from vision.read import read_table
from vision.sight import look
from vision.team_contrast import contrast_findings, team_contrast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calibration.camera_place import CameraPlace
    from calibration.finder import BoardFinder
    from calibration.findings import Verdict
    from calibration.light import Flicker, LightMeasures
    from calibration.quality import PoseQuality
    from engine.board import Board
    from vision.find import NumberNet
    from vision.rectify import Image
    from vision.sources import Frame
    from vision.team_contrast import TeamContrast

SAME_VIEW_SPACES = 0.5
"""Boards that lie this far apart (RMS over the field) were looked at by a camera that moved in between."""
MAX_PICTURES = 8
"""A view keeps so many pictures of a film; more would not tell more."""
LOST_SHARE = 30.0
"""Pictures without the board, in percent, up to which a hand or a blurred one explains them."""


@dataclass(frozen=True, eq=False)
class View:
    """Pictures that one camera took of one board without either moving."""

    images: tuple[Image, ...]
    """Those in which the board was found."""
    poses: tuple[BoardPose, ...]
    """One for each of them."""
    numbers: tuple[int, ...]
    """The frames' numbers."""
    failures: tuple[PoseFailure, ...] = ()
    """Why the board was not found in further pictures of this view."""

    def joined(self, image: Image, pose: BoardPose, number: int) -> View:
        """With one more picture; beyond MAX_PICTURES the oldest is forgotten."""
        return View(
            (*self.images, image)[-MAX_PICTURES:],
            (*self.poses, pose)[-MAX_PICTURES:],
            (*self.numbers, number)[-MAX_PICTURES:],
            self.failures,
        )


@dataclass(frozen=True)
class Lost:
    """A picture without a board."""

    number: int
    """The frame's number."""
    failure: PoseFailure


@dataclass(frozen=True, eq=False)
class BoardCheck:
    """What was measured in one view, and what of it is not as it should be."""

    view: View
    quality: PoseQuality
    place: CameraPlace
    light: LightMeasures
    flicker: Flicker | None
    """None with fewer than three pictures."""
    teams: TeamContrast | None
    """None while too few pieces of either team lie on the table."""
    findings: tuple[Finding, ...] = field(default=())
    """Red ones first."""

    @property
    def verdict(self) -> Verdict:
        """Green, yellow or red."""
        return verdict_of(self.findings)

    @property
    def pose(self) -> BoardPose:
        """The newest pose."""
        return self.view.poses[-1]


def views(frames: Iterable[Frame], finder: BoardFinder, *, film: bool) -> Iterator[View | Lost]:
    """Pictures put together while the camera stays where it is, each view as soon as it is over.

    ``film``: the pictures follow one another in time, so that one without a board belongs to the view before it, or
    after it at the beginning. Single pictures without a board are handed out as they come.
    """
    view: View | None = None
    lost: list[Lost] = []
    for frame in frames:
        pose = finder.find(frame.image)
        if isinstance(pose, PoseFailure):
            if film:
                lost.append(Lost(frame.number, pose))
            else:
                if view is not None:
                    yield view
                view = None
                yield Lost(frame.number, pose)
        elif view is not None and _same_view(view.poses[-1], pose, finder):
            view = view.joined(frame.image, pose, frame.number)
        else:
            if view is not None:
                yield _with_lost(view, lost)
                lost = []
            view = View((frame.image,), (pose,), (frame.number,))
    if view is not None:
        yield _with_lost(view, lost)
    elif lost:
        yield lost[-1]


def check_view(view: View, finder: BoardFinder, numbers: NumberNet) -> BoardCheck:
    """Measure a view: error of the pose, the camera's place, light, the teams' colours, the pieces' size."""
    board, image, pose = finder.board, view.images[-1], view.poses[-1]
    quality = measure_quality(image, pose, board, view.poses[:-1])
    light = measure_light(image, pose, board)
    flicker = measure_flicker(view.images, pose, board)
    known = known_of(finder)
    sight = look(image, pose, board, known)
    teams = team_contrast(sight, read_table(image, pose, board, numbers, known=known, sight=sight).pieces)
    findings = (
        *_lost_findings(view),
        *quality_findings(quality),
        *place_findings(pose, board),
        *_copy_findings(image, board),
        *check_light(light, board, flicker),
        *contrast_findings(teams),
        *size_findings(sizes_off(sight)),
    )
    place = camera_place(pose, board)
    return BoardCheck(view, quality, place, light, flicker, teams, tuple(worst_first(findings)))


def _same_view(one: BoardPose, other: BoardPose, finder: BoardFinder) -> bool:
    return (
        one.lens.size_px == other.lens.size_px
        and repeatability_spaces((one, other), finder.board) < SAME_VIEW_SPACES / 2
    )


def _with_lost(view: View, lost: list[Lost]) -> View:
    return View(view.images, view.poses, view.numbers, tuple(each.failure for each in lost))


def _copy_findings(image: Image, board: Board) -> list[Finding]:
    """That another copy of the board is in view: the pieces of one of the two are not read."""
    twice = copies_in_view(image, board)
    if not twice:
        return []
    return [
        Finding(
            "copies", "yellow", len(twice), 0, "markers", find("copies", name=board.name), find("copies.cure"),
        )
    ]  # fmt: skip


def _lost_findings(view: View) -> list[Finding]:
    """Said where every third picture or more had no board."""
    lost, all_of_them = len(view.failures), len(view.failures) + len(view.images)
    share = 100.0 * lost / all_of_them
    if share <= LOST_SHARE:
        return []
    reason = Counter(failure.reason for failure in view.failures).most_common(1)[0][0]
    return [
        Finding(
            "lost", "yellow", share, LOST_SHARE, "% of the pictures",
            find("lost", lost=lost, count=all_of_them), reason,
        )
    ]  # fmt: skip
