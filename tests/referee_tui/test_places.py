"""Where logs lie: names that are free, folders that are made, and places that cannot be used."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from referee_tui import cli
from referee_tui.places import PlaceError, leave_unless_used, make_folder, new_log_path

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 11, 29, 22, 5, tzinfo=UTC)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data folder."""
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture
def grey(tmp_path: Path) -> str:
    """A picture without a table."""
    Image.fromarray(np.full((90, 160, 3), 120, np.uint8)).save(tmp_path / "grey.png")
    return str(tmp_path / "grey.png")


def test_matches_that_begin_in_the_same_minute_have_logs_of_their_own(data: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        paths = list(pool.map(lambda _: new_log_path("demo", NOW), range(24)))
    assert len(set(paths)) == 24
    assert all(path.parent == data / "logs" for path in paths)


def test_a_log_that_nothing_was_written_to_is_taken_away(data: Path) -> None:
    unused, used = new_log_path("demo", NOW), new_log_path("demo", NOW)
    used.write_text("a record\n")
    leave_unless_used(unused)
    leave_unless_used(used)
    leave_unless_used(data / "never made")
    assert list((data / "logs").iterdir()) == [used]


def test_a_watch_that_cannot_begin_leaves_no_empty_log(data: Path, grey: str, tmp_path: Path) -> None:
    (tmp_path / "dice").write_text("seven\n")
    assert cli.run(["watch", grey, "--headless", "--dice", str(tmp_path / "dice")]) == 2
    assert list((data / "logs").iterdir()) == []


def test_a_data_folder_that_cannot_be_made_is_said_with_the_way_out(
    data: Path, grey: str, capfd: pytest.CaptureFixture[str]
) -> None:
    data.write_text("a file where the folder should be")
    with pytest.raises(PlaceError, match="--log FILE"):
        new_log_path("demo", NOW)
    assert cli.run(["watch", grey, "--headless"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith(f"touchline: no match log can be begun in {data / 'logs'} (")
    assert "--log FILE writes it elsewhere" in err


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="whoever may do everything is refused nothing")
def test_a_folder_that_may_not_be_written_is_said(data: Path) -> None:
    data.mkdir(mode=0o500)
    with pytest.raises(PlaceError, match="Permission denied"):
        new_log_path("demo", NOW)


def test_the_folder_of_a_named_log_is_made(tmp_path: Path, grey: str) -> None:
    log = tmp_path / "season" / "spring" / "final.jsonl"
    assert cli.run(["watch", grey, "--headless", "--log", str(log)]) == 1
    assert cli.run(["log", "verify", str(log)]) == 0


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PlaceError, match=r"final\.jsonl: its folder cannot be made"):
        make_folder(tmp_path / "file" / "final.jsonl")
