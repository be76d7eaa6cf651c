"""``--game auto``: the board that a source of pictures shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.finder import MarkerFinder
from calibration.kit.sheet import draw_sheet
from calibration.kit.write import board_toml
from calibration.pose import PoseFailure
from engine.board import shipped_board
from referee_tui import cli
from referee_tui.board.which import LOOKS, board_in_sight, finder_by_picture
from vision.sources import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.rectify import Image

DARK = np.full((240, 320, 3), 10, np.uint8)
BRIGHT = np.full((240, 320, 3), 255, np.uint8)
FUN = draw_sheet(shipped_board("soccer-fun-a3"), 2.0)
"""The sheet seen from straight above."""


class Pictures(Source):
    """Pictures ten times a second, None where a live source is silent."""

    def __init__(self, *pictures: Image | None, live: bool = False) -> None:
        super().__init__("pictures")
        self.pictures, self.live, self.taken = pictures, live, 0

    @property
    def size_px(self) -> tuple[int, int]:
        return 320, 240

    @property
    def duration_s(self) -> float | None:
        return None if self.live else len(self.pictures) / 10

    def __iter__(self) -> Iterator[Frame]:
        yield from (frame for frame in self.beats() if frame is not None)

    def beats(self) -> Iterator[Frame | None]:
        for number, picture in enumerate(self.pictures):
            self.taken = number + 1
            yield None if picture is None else Frame(number, number / 10, picture)


def test_the_first_board_to_be_seen_is_the_one() -> None:
    source = Pictures(*[DARK] * 7, *[FUN] * 40)
    board = board_in_sight(source, pytest.fail)
    assert board is shipped_board("soccer-fun-a3")
    assert source.taken <= 11


def test_a_recording_without_a_board_says_why() -> None:
    failure = board_in_sight(Pictures(*[DARK] * 12), pytest.fail)
    assert isinstance(failure, PoseFailure)
    assert "too dark" in failure.reason


def test_a_long_recording_is_not_looked_through_to_its_end() -> None:
    tiny = np.full((24, 32, 3), 10, np.uint8)
    source = Pictures(*[tiny] * (20 * LOOKS))
    assert not board_in_sight(source, pytest.fail)
    assert source.taken < 6 * LOOKS


def test_a_camera_is_waited_for_and_each_trouble_told_once() -> None:
    said: list[str] = []
    source = Pictures(*[DARK] * 12, None, *[BRIGHT] * 12, *[DARK] * 12, *[FUN] * 6, live=True)
    assert board_in_sight(source, said.append) is shipped_board("soccer-fun-a3")
    assert [line.split(";")[0] for line in said] == [
        "waiting for a board: the picture is too dark to see the board",
        "waiting for a board: the picture is overexposed",
    ]


def test_every_picture_gets_the_finder_of_its_own_board() -> None:
    finder_of = finder_by_picture(None)
    finder = finder_of(FUN)
    assert isinstance(finder, MarkerFinder)
    assert finder.board.game == "soccer-fun"
    assert isinstance(finder_of(DARK), PoseFailure)


def test_watch_knows_the_game_of_the_users_own_board(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    picture, log = tmp_path / "dark.png", tmp_path / "match.touchline.jsonl"
    cv2.imwrite(str(picture), DARK)
    own = board_toml(shipped_board("regista-a2")).replace('name = "regista-a2"', 'name = "ours"')
    (tmp_path / "ours.toml").write_text(own, encoding="utf-8")
    line = ["watch", str(picture), "--headless", "--log", str(log), "--game", "auto", "--board"]
    assert cli.run([*line, str(tmp_path / "ours.toml")]) == 1
    assert "touchline: the board is ours: the game is regista." in capfd.readouterr().err
