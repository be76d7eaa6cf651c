"""What explains a look: legal stories by their acts, illegal acts by the rule they break."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import load_ruleset
from engine.inference import Explanation, Table, Throw, differences, explain, read
from engine.inference.reading import updated
from engine.inference.search import Node, search
from engine.inference.story import Story, left_lying
from engine.match import Action, Position, Team
from engine.notation import format_action, parse_action
from engine.observation import Observation, SeenDie
from engine.referee.rivals import ball_to_run
from tests.engine.tables import BOARD, misread, seen, shown, without

RULES = load_ruleset("regista")

FIELD = {
    "B1": "H2", "B2": "D5", "B4": "J5", "B8": "H8", "B9": "H11", "B11": "F10",
    "R1": "H21", "R2": "D18", "R4": "J18", "R6": "F15", "R8": "H15", "R9": "H14", "R7": "C15",
}  # fmt: skip


def position(ball: str = "H11", turn: str = "B", pieces: Mapping[str, str] = FIELD, **more: object) -> Position:
    return RULES.read_position({"pieces": dict(pieces), "ball": ball, "turn": turn, **more})


def told(
    before: Position, look: Observation, *, throw: Throw | None = None, turn_open: bool = False
) -> tuple[list[Any] | None, Explanation]:
    explanation = explain(
        RULES, before, Table.of(before), read(before, Table.of(before), look), throw=throw, turn_open=turn_open
    )
    best = explanation.best
    steps = [format_action(s) if isinstance(s, Action) else s for s in best.steps] if best else None
    return steps, explanation


def die(team: Team, value: int) -> SeenDie:
    return SeenDie(team, value, 250.0, 335.0, 0.98)


LEGAL = [
    pytest.param({}, {}, [], id="nothing changed"),
    pytest.param({}, {"B11": "E12"}, ["B11-E12"], id="move"),
    pytest.param({}, {"B9": "H12", "ball": "H12"}, ["B9~H12"], id="dribble"),
    pytest.param({}, {"ball": "H8"}, ["B9>H8"], id="short pass to a team-mate"),
    pytest.param({}, {"ball": "I11"}, ["B9>I11"], id="short pass to a free space"),
    pytest.param({}, {"ball": "F12"}, ["B9>F12"], id="short pass of two spaces"),
    pytest.param({"ball": "F12"}, {"B11": "F12"}, ["B11-F12"], id="pick-up"),
    pytest.param({"ball": "F11"}, {"B11": "F12", "ball": "F12"}, ["B11-F11~F12"], id="pick-up and on"),
    pytest.param({}, {"R6": "F14"}, ["end", "R6-F14"], id="the other side's turn has begun"),
    pytest.param({"ball": "H15"}, {"R8": "I15", "ball": "I15"}, ["end", "R8~I15"], id="the other side dribbles"),
    pytest.param({"ball": "H15"}, {"ball": "G16"}, ["end", "R8>G16"], id="the other side passes"),
    pytest.param({}, {"B11": "F12", "ball": "F12"}, ["B11-F12", "B9>F12"], id="move and pass to where it went"),
    pytest.param({"ball": "F12"}, {"B11": "F12", "ball": "F10"}, None, id="pick-up and a pass back, somehow"),
    pytest.param({}, {"B8": "H10", "R6": "F14"}, ["B8-H10", "end", "R6-F14"], id="both sides"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "steps"), LEGAL)
def test_legal_stories(before: dict[str, Any], after: dict[str, Any], steps: list[str] | None) -> None:
    start = position(**before)
    found, explanation = told(start, shown(start, **after))
    assert found is not None, explanation
    assert steps is None or sorted(found) == sorted(steps)
    assert explanation.illegal is None


ILLEGAL = [
    pytest.param({}, {"B11": "F14"}, "B11-F14", "move.range", id="four spaces"),
    pytest.param({}, {"R7": "C11"}, "R7-C11", "move.range", id="four spaces by the other side"),
    pytest.param({}, {"B9": "H12"}, "B9-H12", "move.leaves_ball", id="the holder without the ball"),
    pytest.param({}, {"ball": "J11"}, "B9>J11", "pass.line", id="pass along no line"),
    pytest.param({}, {"ball": "H18"}, "B9>H18", "pass.over_opponent", id="pass over opponents"),
    pytest.param({"moved": ["B2", "B4"]}, {"B8": "H9"}, "B8-H9", "move.limit", id="third move"),
    pytest.param({"moved": ["B8"]}, {"B8": "H9"}, "B8-H9", "move.twice", id="second move of a piece"),
    pytest.param({"restart": "kick_off"}, {"B8": "H9"}, "B8-H9", "restart.first", id="a move before the kick-off"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "notation", "rule"), ILLEGAL)
def test_the_nearest_act_against_the_rules_is_named(
    before: dict[str, Any], after: dict[str, Any], notation: str, rule: str
) -> None:
    start = position(**before)
    found, explanation = told(start, shown(start, **after))
    assert found is None
    assert explanation.illegal is not None
    assert (format_action(explanation.illegal.action), explanation.illegal.refusal.rule) == (notation, rule)


def test_what_no_act_explains_is_left_unexplained() -> None:
    start = position(ball="M3")
    found, explanation = told(start, shown(start, ball="C9"))
    assert found is None
    assert explanation.illegal is None
    assert [d.item for d in explanation.differences] == ["ball"]


@pytest.mark.parametrize(
    ("holder", "tackler", "both", "steps"),
    [
        ("H13", {"B9": "H12"}, True, ["B9xR8"]),
        ("H13", {"B9": "H12"}, False, []),
        ("H13", {"B9": "H11"}, True, []),
    ],
    ids=["both dice", "one die says nothing", "nobody near enough"],
)
def test_a_tackle_is_seen_by_its_dice(holder: str, tackler: dict[str, str], *, both: bool, steps: list[str]) -> None:
    start = position(ball=holder, pieces={**FIELD, "R8": holder, **tackler})
    throw = Throw((die("B", 6), die("R", 2)) if both else (die("B", 6),))
    found, _ = told(start, shown(start), throw=throw)
    assert [step for step in found if isinstance(step, str)] == steps


def test_two_possible_tacklers_are_ambiguous_until_the_ball_tells() -> None:
    start = position(ball="H13", pieces={**FIELD, "R8": "H13", "B9": "H12", "B8": "I13"})
    throw = Throw((die("B", 6), die("R", 1)))
    _, explanation = told(start, shown(start), throw=throw)
    assert {format_action(s.steps[0]) for s in explanation.ambiguous} == {"B9xR8", "B8xR8"}
    found, explanation = told(start, shown(start, ball="I13"), throw=throw)
    assert found[0] == "B8xR8"
    assert not explanation.ambiguous


def test_a_long_pass_its_die_and_the_ball_put_on_in_one_stretch() -> None:
    start = position()
    target, face = "F13", 1
    start = position(pieces={**FIELD, "B9": "J11"}, ball="J11")
    target = "F13"
    assert BOARD.grid.line("J11", target).distance == 4
    rest = BOARD.grid.step(target, BOARD.deviation[face - 1])
    found, _ = told(start, shown(start, ball=rest), throw=Throw((die("B", face),)))
    assert found[0] == f"B9>{target}"
    assert found[1].faces == (face,)


READINGS = [
    pytest.param(lambda look: misread(look, "B8", None), id="a number not read"),
    pytest.param(lambda look: misread(look, "B8", 15), id="a number nobody wears"),
    pytest.param(lambda look: misread(look, "B8", 9), id="a number that is there already"),
    pytest.param(lambda look: misread(misread(look, "B2", 99), "B4", 2), id="two numbers at once"),
]


@pytest.mark.parametrize("spoil", READINGS)
def test_identity_is_tracked_through_misread_numbers(spoil: Callable[[Observation], Observation]) -> None:
    start = position()
    reading = read(start, Table.of(start), spoil(shown(start)))
    assert dict(reading.where) == dict(start.pieces)
    assert not differences(start, Table.of(start), reading)


def test_an_unread_disc_is_the_only_piece_that_is_not_accounted_for() -> None:
    start = position()
    look = misread(shown(start, B11="E12"), "B11", None)
    assert told(start, look)[0] == ["B11-E12"]


def test_things_near_a_border_are_where_they_should_be() -> None:
    start = position(ball="F12")
    look = shown(start, B8="H9", ball="F13")
    assert look.ball is not None
    pieces = tuple(replace(p, other_space="H8") if p.piece == "B8" else p for p in look.pieces)
    look = replace(look, pieces=pieces, ball=replace(look.ball, other_space="F12"))
    reading = read(start, Table.of(start), look)
    assert not differences(start, Table.of(start), reading)
    assert updated(start, Table.of(start), reading) == Table.of(start)


def test_what_is_hidden_is_unknown_and_what_is_not_found_is_missing() -> None:
    start = position()
    hidden = without(shown(start, hidden=["H8"]), "B8")
    assert read(start, Table.of(start), hidden).missing == frozenset()
    lost = without(shown(start), "B8")
    assert read(start, Table.of(start), lost).missing == {"B8"}
    assert told(start, lost)[0] == []


def test_a_ball_that_is_not_seen_goes_with_its_holder() -> None:
    start = position()
    assert told(start, shown(start, B9="H12", ball=None))[0] == ["B9~H12"]


def test_either_side_may_act_first_in_a_match_taken_up_in_the_middle() -> None:
    start = position(turn="B")
    found, explanation = told(start, shown(start, R6="F14"), turn_open=True)
    assert found == ["R6-F14"]
    assert explanation.best.turn_taken
    assert explanation.best.position.turn == "R"


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_every_legal_act_explains_the_table_it_makes(data: st.DataObject) -> None:
    """Whatever a side does, the look that shows it is explained by a story of at most that many acts."""
    start = position(turn=data.draw(st.sampled_from("BR")), ball=data.draw(st.sampled_from(["H11", "H15", "F12"])))
    options = [a for a in RULES.legal_actions(start) if a.kind in {"move", "pass"}]
    action = data.draw(st.sampled_from(options))
    verdict = RULES.act(start, action)
    after = {**verdict.position.pieces}
    target = action.target if action.kind == "pass" else verdict.position.ball
    if action.kind == "move" and action.piece == start.holder:
        after[action.piece] = action.path[-1][1]
        target = action.path[-1][1]
    look = seen(after, target)
    explanation = told(start, look)[1]
    assert explanation.best is not None, format_action(action)
    assert explanation.best.acts <= 1
    assert parse_action(format_action(action)) == action


def test_a_table_on_which_everything_lies_elsewhere_is_not_searched_for_a_story() -> None:
    before = position()
    free = [space for space in BOARD.grid.field_spaces if before.at(space) is None]
    scrambled = shown(position(pieces=dict(zip(FIELD, free, strict=False)), ball=free[0]))
    reading = read(before, Table.of(before), scrambled)
    stories, explored = search(RULES, reading, [Node(Story((), before, Table.of(before), 0.0), None)], turn_open=False)
    assert (stories, len(explored)) == ([], 1)


@pytest.mark.parametrize(("sure", "piece"), [(0.7, "B2"), (0.95, "B4")])
def test_a_number_hardly_read_is_the_piece_known_to_lie_there_if_that_is_seen_nowhere_else(
    sure: float, piece: str
) -> None:
    before = position()
    look = without(shown(before), "B4")
    discs = [replace(disc, number=4, confidence=sure) if disc.piece == "B2" else disc for disc in look.pieces]
    reading = read(before, Table.of(before), replace(look, pieces=tuple(discs)))
    assert [name for name, space in reading.where.items() if space == FIELD["B2"]] == [piece]


@pytest.mark.parametrize("numbers", [{"B2": 4}, {"B2": 4, "B4": 2}], ids=["there twice", "taken for each other"])
def test_the_ball_is_with_the_disc_that_carries_it_whatever_was_read_on_that(numbers: dict[str, int]) -> None:
    before = position(ball="D5")
    look = shown(before)
    assert look.ball is not None
    discs = [replace(disc, number=numbers.get(disc.piece, disc.number)) for disc in look.pieces]
    misread = replace(look, pieces=tuple(discs), ball=replace(look.ball, on_piece="B4"))
    assert differences(before, Table.of(before), read(before, Table.of(before), misread)) == ()


@pytest.mark.parametrize(
    ("line", "left", "seen", "lies"),
    [
        ("1H1/1H22 H11 B 0-0 0-0", "H9", "H9", True),
        ("1H1/1H22 H11 B 0-0 0-0", "H9", "H11", False),
        ("1H1/1H22 H11 B 0-0 0-0", "H9", None, False),
        ("1H1/1H22 H11 B 0-0 0-0", "H11", "H11", False),
        ("1H1/1H22 - B 0-0 0-0", "H9", "H9", False),
    ],
)
def test_a_ball_is_left_lying_where_it_is_seen_and_the_rules_do_not_have_it(
    line: str, left: str, seen: str | None, *, lies: bool
) -> None:
    position = load_ruleset("very-much").parse_position(line)
    assert left_lying(position, Table(position.pieces, left), seen) == lies


def test_a_story_in_which_nothing_is_done_has_no_last_step() -> None:
    position = load_ruleset("very-much").parse_position("1H1/1H22 H11 B 0-0 0-0")
    assert Story((), position, Table.of(position), 0.0).last is None
    assert ball_to_run((Story((), position, Table.of(position), 0.0),)) is None
