"""Small text files: where in one a key stands."""

from __future__ import annotations

import pytest

from engine.text_file import where_in_toml

TEXT = """sound = "bell"
[names]
B = "Ann"
[ "options" . regista ]
length = "official"
[[area]]
name = "middle"
"""


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("sound", "f, line 1"), ("names", "f, line 2"), ("names.B", "f, line 3"), ("names.R", "f, line 2"),
        ("area", "f, line 6"), ("area[0].name", "f, line 7"), ("nothing", "f"),
    ],
)  # fmt: skip
def test_the_line_of_a_key(key: str, place: str) -> None:
    assert where_in_toml("f", TEXT, key) == place


@pytest.mark.parametrize("line", ["[" * 60_000, "[" + " " * 60_000, " " * 60_000 + "[", "[a" * 30_000], ids=len)
def test_a_line_of_brackets_and_spaces_is_gone_through_once(line: str) -> None:
    """By the cube of its length it would take hours."""
    assert where_in_toml("f", f"{line}\nsound = 1\n", "sound") == "f, line 2"
