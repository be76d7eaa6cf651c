"""Dice as people write them."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.match import MalformedError, Roll
from engine.roll_text import parse_roll, read_faces


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("3", Roll(faces=(3,))),
        (" 3 ", Roll(faces=(3,))),
        ("5 2", Roll(duel=(5, 2))),
        ("5\t 2", Roll(duel=(5, 2))),
        ("5,2", Roll(faces=(5, 2))),
        ("5, 2, 6", Roll(faces=(5, 2, 6))),
        ("5 2 6", Roll(faces=(5, 2, 6))),
        ('{"B": 1, "R": 6}', Roll(duel=(1, 6))),
        ("[4, 4]", Roll(faces=(4, 4))),
        ("[4]", Roll(faces=(4,))),
    ],
)
def test_every_form_is_read(text: str, roll: Roll) -> None:
    assert parse_roll(text) == roll


@pytest.mark.parametrize(
    "text", ["", "0", "7", "5 7", "1 2 3 4", "1,", "five", "3.0", "true", '{"B": 1}', "[]", "[" * 9999]
)
def test_anything_else_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(MalformedError, match="is no roll; write 3 for one die, 5 2 for blue and red"):
        parse_roll(text)
    assert read_faces(text) is None


@settings(deadline=None, max_examples=60)
@given(value=st.recursive(st.integers(-2, 9) | st.booleans() | st.text(max_size=3), st.lists, max_leaves=5))
def test_whatever_is_read_shows_faces_of_dice(value: object) -> None:
    """Known from the value itself: a face, or a list of one to six faces."""
    faces = value if isinstance(value, list) else [value]
    good = 1 <= len(faces) <= 6 and all(type(face) is int and 1 <= face <= 6 for face in faces)
    try:
        roll = parse_roll(json.dumps(value))
    except MalformedError:
        assert not good
    else:
        assert good
        assert roll == Roll(faces=tuple(faces))
