"""A table before the match: read once, and held against the line-up."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING

import pytest

from referee_tui.start.choices import Choices
from referee_tui.start.set_up import Fault, Seen, faults
from referee_tui.start.table import look_at_table

if TYPE_CHECKING:
    from pathlib import Path

WANTED = {"B1": "H2", "B7": "H10", "R9": "H11"}


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        (Seen(WANTED), ()),
        (Seen({"B1": "H2", "R9": "H11"}), (Fault("B7", "H10", None),)),
        (Seen(WANTED | {"B7": "C3"}), (Fault("B7", "H10", "C3"),)),
        (Seen(WANTED | {"B8": "C3"}), (Fault("B8", None, "C3"),)),
        # A number that is not read where one is missing is no fault; elsewhere it is.
        (Seen({"B1": "H2", "R9": "H11"}, ("H10",)), ()),
        (Seen(WANTED, ("C3",)), (Fault("", None, "C3"),)),
    ],
)
def test_what_stands_otherwise(seen: Seen, found: tuple[Fault, ...]) -> None:
    assert faults(seen, WANTED) == found


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path)


def test_the_first_picture_of_a_film_is_read() -> None:
    with resources.as_file(resources.files("referee_tui") / "demo" / "soccer-fun.mp4") as film:
        seen = look_at_table(Choices(game="soccer-fun", source=str(film)))
    truth = json.loads((resources.files("referee_tui") / "demo" / "soccer-fun.json").read_text(encoding="utf-8"))
    stands = truth["initial"]["pieces"]
    assert seen.why == ""
    # The ball lies on one of the numbers.
    assert dict(seen.pieces) == {piece: space for piece, space in stands.items() if space not in seen.unread}
    assert len(seen.pieces) >= 21


@pytest.mark.parametrize("source", ["nowhere.mp4", ""])
def test_what_hinders_is_told(source: str) -> None:
    seen = look_at_table(Choices(source=source))
    assert seen.why
    assert not seen.pieces
