"""What the tests of the session share."""

from pathlib import Path

import pytest


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Where a match is written."""
    return tmp_path / "m.touchline.jsonl"
