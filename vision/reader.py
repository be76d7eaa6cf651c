"""Reads one table picture after picture: in full, or what changed since the last reading."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.changed import changed_places
from vision.find import find
from vision.find_again import Carried, find_again
from vision.read import put_together
from vision.sight import look

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from vision.find import NumberNet
    from vision.findings import Findings
    from vision.known_colours import KnownColours
    from vision.rectify import Image

_MOST_IN_A_ROW = 3
"""So many readings may carry over what was found before, one after the other: pieces are moved faster than they are
looked at a second time."""


@dataclass(frozen=True, eq=False)
class _Before:
    """The last reading."""

    small: Image
    pose: BoardPose
    carried: Carried
    in_a_row: int
    """So many readings, this one included, were not in full."""


class TableReader:
    """Holds what was found last and a small picture; knows neither clock nor rules."""

    def __init__(self, board: Board, numbers: NumberNet) -> None:
        """For one camera that looks at one board."""
        self._board, self._numbers = board, numbers
        self._before: _Before | None = None

    @property
    def carries(self) -> bool:
        """Whether the last reading took something over from the one before."""
        return self._before is not None and self._before.in_a_row > 0

    def read(
        self,
        image: Image,
        small: Image,
        pose: BoardPose,
        expected: Mapping[PieceId, Space] | None,
        known: KnownColours,
        *,
        in_full: bool,
    ) -> Observation:
        """As ``read_table``; time and frame are left open. ``small`` is the picture at ``compared_size``.

        Unless it is to be read ``in_full``, in a match what did not change since the last reading is carried over. What
        was carried over is confirmed by the next reading in full.
        """
        before = self._before
        findings = None
        if before is not None and before.pose is pose and not in_full and expected and before.in_a_row < _MOST_IN_A_ROW:
            findings = self._again(image, small, before)
        if findings is not None and before is not None:
            carried, in_a_row = replace(before.carried, findings=findings), before.in_a_row + 1
        else:
            sight = look(image, pose, self._board, known)
            findings, in_a_row = find(image, pose, sight, self._numbers), 0
            carried = Carried(findings, sight.light, replace(known, teams=sight.teams))
        self._before = None if findings.occluded else _Before(small, pose, carried, in_a_row)
        return put_together(image, pose, self._board, findings, expected, own_print=known.printed is not None)

    def _again(self, image: Image, small: Image, before: _Before) -> Findings | None:
        # A die that was not read is looked at again as often as may be.
        doubtful = [die.place_mm for die in before.carried.findings.dice if die.why and not die.piece]
        places = changed_places(small, before.small, before.pose, self._board, doubtful)
        if places is None:
            return None
        return find_again(image, before.pose, self._board, self._numbers, before=before.carried, places=places)
