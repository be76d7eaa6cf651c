"""Files that were damaged or made to do harm: refused in one plain sentence, whatever they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings

from tests.hostile.doors import DOORS, enter
from tests.hostile.files import GOOD, SPOILT, door_of, picture

if TYPE_CHECKING:
    from pathlib import Path

QUIET = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.mark.parametrize("door", DOORS)
def test_good_files_are_taken(door: str, tmp_path: Path) -> None:
    """Otherwise everything below would only test the first check."""
    for number, good in enumerate(GOOD[door]):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert enter(door, good, folder) == ""


@pytest.mark.parametrize("way", SPOILT)
def test_spoilt_files_are_taken_or_refused_in_a_sentence(way: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    # What was forged with care gets further in, and has more to go wrong.
    @settings(QUIET, max_examples=40 if way != door_of(way) else 12)
    @given(raw=SPOILT[way])
    def check(raw: bytes) -> None:
        enter(door_of(way), raw, tmp_path_factory.mktemp("door"))

    check()


def test_a_picture_whose_header_is_cut_short_is_refused(tmp_path: Path) -> None:
    png = picture("PNG")
    header = png[:8] + b"\x00\x00\x00\x04IHDR" + png[16:20] + png[29:]
    assert "damaged or cut short" in enter("picture", header, tmp_path)
