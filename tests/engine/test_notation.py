"""Actions as text, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.grid import Point
from engine.match import Action, MalformedError
from engine.notation import DIRECTIONS, format_action, parse_action

FORMS = [
    ("B7-H10", Action("move", piece="B7", path=(("-", "H10"),))),
    ("B7-H9-H10", Action("move", piece="B7", path=(("-", "H9"), ("-", "H10")))),
    ("B7~H10", Action("move", piece="B7", path=(("~", "H10"),))),
    ("B7-H9~H11", Action("move", piece="B7", path=(("-", "H9"), ("~", "H11")))),
    ("B7>H14", Action("pass", piece="B7", target="H14")),
    ("B7>E14", Action("pass", piece="B7", target="E14")),
    ("B7>NE", Action("pass", piece="B7", direction="NE")),
    ("B7>E", Action("pass", piece="B7", direction="E")),
    ("B7^NE", Action("lob", piece="B7", direction="NE")),
    ("=SW", Action("choice", direction="SW")),
    ("=SW2", Action("choice", direction="SW2")),
    ("=keep", Action("choice", direction="keep")),
    ("=in", Action("choice", direction="in")),
    ("=B7", Action("choice", direction="B7")),
    ("B4xR9", Action("tackle", piece="B4", other="R9")),
    ("B9!H22", Action("shot", piece="B9", target="H22")),
    ("B9!", Action("shot", piece="B9")),
    ("B9*2", Action("declare", piece="B9", dice=2)),
    ("B9*", Action("kick", piece="B9")),
    ("ball@(412.0,305.5)", Action("ball", point_mm=Point(412.0, 305.5))),
    ("ball@H12", Action("ball", target="H12")),
    ("ball@WN20", Action("ball", target="WN20")),
    ("B1@H2", Action("place", piece="B1", target="H2")),
    ("B9/B11", Action("substitute", piece="B9", other="B11")),
    ("touch:R4", Action("touch", piece="R4")),
    ("lift:B7", Action("lift", piece="B7")),
    ("end", Action("end")),
    ("pass", Action("no_move")),
    ("first", Action("first")),
]


@pytest.mark.parametrize(("text", "action"), FORMS)
def test_every_form_reads_and_writes(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert format_action(action) == text


pieces = st.builds(lambda team, number: f"{team}{number}", st.sampled_from("BR"), st.integers(1, 99))
spaces = st.builds(
    lambda rows, column: f"{rows}{column}",
    st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=2),
    st.integers(0, 999),
)
directions = st.sampled_from(DIRECTIONS)
coordinates = st.floats(-10_000, 10_000)
actions = st.one_of(
    st.builds(
        Action,
        st.just("move"),
        piece=pieces,
        path=st.lists(st.tuples(st.sampled_from("-~"), spaces), min_size=1, max_size=12).map(tuple),
    ),
    st.builds(Action, st.sampled_from(["pass", "shot", "place"]), piece=pieces, target=spaces),
    st.builds(Action, st.sampled_from(["pass", "lob"]), piece=pieces, direction=directions),
    st.builds(Action, st.sampled_from(["tackle", "substitute"]), piece=pieces, other=pieces),
    st.builds(Action, st.just("declare"), piece=pieces, dice=st.integers(0, 99)),
    st.builds(Action, st.sampled_from(["kick", "touch", "lift", "shot"]), piece=pieces),
    st.builds(Action, st.just("choice"), direction=directions),
    st.builds(Action, st.just("ball"), point_mm=st.builds(Point, coordinates, coordinates)),
    st.builds(Action, st.sampled_from(["end", "no_move", "first"])),
)


@settings(deadline=None, max_examples=300)
@given(actions)
def test_what_is_written_reads_back_equal(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "", "B", "7-H10", "B0-H10", "B07-H10", "B100-H10", "G7-H10", "B7-", "B7-h10", "B7-H", "B7-H01", "B7H10",
        "B7--H10", "B7>", "B7>NNE", "b7-H10", "B4xx9", "B4xR", "B7-H10 B8-H9", "B7-H10\nend", "B7@", "ball@",
        "ball@(1,)", "ball@(1;2)", "ball@(1e99,0)", "ball@(nan,0)", "=", "=up", "END", "touch:", "B9*00", "B9*100",
        "B7-" + "H1-" * 90 + "H1", "B\u0667-H10",
    ],
)  # fmt: skip
def test_what_is_no_action_is_said_plainly(text: str) -> None:
    with pytest.raises(MalformedError) as caught:
        parse_action(text)
    assert caught.value.key == "actions"
    assert "\n" not in str(caught.value)


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=30))
def test_any_text_is_an_action_or_malformed(text: str) -> None:
    try:
        action = parse_action(text)
    except MalformedError:
        return
    assert parse_action(format_action(action)) == action
