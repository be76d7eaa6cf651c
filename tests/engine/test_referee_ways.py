"""A Soccer Chess match in which the way of the ball was seen: the line it crossed, whom it touched, what is asked."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.match import team_of
from engine.observation import Observation, PathPoint, SeenBall, SeenPiece
from engine.record.records import Acted
from engine.record.replay import Match
from engine.referee import Referee, TypedAction, answers, step, take_up
from tests.engine.stepping import after

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.record.records import Record
    from engine.referee import Input
    from engine.ruleset import Ruleset

RULES = load_ruleset("soccer-chess")
GRID = RULES.board.grid
PIECES = {"B8": "WN20", "B10": "WR26", "B6": "WH8", "R3": "EN9", "R7": "EC5"}
LAY = GRID.centre_mm("WN20")
Places = tuple[tuple[float, float], ...]


def seen(ball: tuple[float, float] | None, way: Places = (), **moved: tuple[float, float]) -> Observation:
    """Figures on the middles of their squares, or where they were moved to; a ball, and the way that it took."""
    places: Mapping[str, tuple[float, float]] = {**{p: GRID.centre_mm(s) for p, s in PIECES.items()}, **moved}
    discs = tuple(SeenPiece(team_of(p), int(p[1:]), *at, GRID.nearest(*at).space, 0.98) for p, at in places.items())
    path: list[PathPoint] = []
    for (ax, ay), (bx, by) in pairwise(way):
        count = max(1, round(math.dist((ax, ay), (bx, by)) / 12.0))
        path += [PathPoint(0.0, ax + k / count * (bx - ax), ay + k / count * (by - ay), 0.5) for k in range(count + 1)]
    timed = tuple(replace(point, t=k / 30) for k, point in enumerate(path))
    if ball is None:
        return Observation(0.0, 0, discs, path=timed)
    length, width = GRID.field_size_mm
    inside = 0 <= ball[0] <= length and 0 <= ball[1] <= width
    found = SeenBall(*ball, GRID.nearest(*ball).space if inside else None, None, 0.98, sd_mm=0.5)
    return Observation(0.0, 0, discs, found, path=timed)


def follow(rules: Ruleset, *inputs: Input) -> tuple[Referee, list[str], list[str]]:
    """What is done and said from the moment when Blue's 8 has the ball and kicks."""
    position = rules.read_position({"pieces": PIECES, "ball": "WN20", "turn": "B"})
    state = step(rules, take_up(Match(position)), seen(LAY)).referee
    state, records, says = after(rules, state, inputs)
    return state, [r.notation for r in records if isinstance(r, Acted)], [say.text for say in says]


def test_a_ball_that_came_back_over_the_line_is_out_where_it_crossed_it() -> None:
    look = seen((500.0, 530.0), (LAY, (470.0, 625.0), (500.0, 530.0)))
    state, acts, says = follow(RULES, look, look)
    assert acts[0] == "B8*"
    x_mm, y_mm = (float(part) for part in acts[1].removeprefix("ball@(").removesuffix(")").split(","))
    assert y_mm > 608
    lay_y = LAY.y_mm
    assert x_mm == pytest.approx(LAY.x_mm + (600 - lay_y) / (625 - lay_y) * (470 - LAY.x_mm), abs=0.3)
    assert "The ball is out over the touch line" in says
    assert state.position is not None
    assert state.position.turn == "R"


def test_a_ball_that_rolled_out_of_sight_is_out() -> None:
    look = seen(None, (LAY, (400.0, -60.0)))
    _, acts, says = follow(RULES, look, look)
    assert acts[0] == "B8*"
    assert "The ball is out over the touch line" in says


def test_a_way_too_close_to_tell_is_asked_once_and_typed() -> None:
    look = seen((500.0, 530.0), (LAY, (470.0, 608.0), (500.0, 530.0)))
    state, acts, says = follow(RULES, look, look, look, look)
    assert (acts, state.eye) == (["B8*"], "ASKING")
    assert len([text for text in says if text.startswith("Was all of the ball over the line")]) == 1
    _, acts, _ = follow(RULES, look, look, TypedAction("ball@(500,530)"))
    assert acts == ["B8*", "ball@(500.0,530.0)"]


def test_a_way_of_something_else_says_nothing() -> None:
    look = seen((351.2, 428.7), ((600.0, 100.0), (500.0, -60.0)))
    assert follow(RULES, look, look)[1] == ["B8*", "ball@(351.2,428.7)"]


TURNED = (LAY, (500.0, 560.0), (480.0, 640.0))
THROW_INS = load_ruleset("soccer-chess", options={"throw_in": True})


@pytest.mark.parametrize(
    ("rules", "at_mm", "acts", "asked"),
    [
        pytest.param(THROW_INS, (515.4, 554.5), ["B8*", "touch:R3"], False, id="turned by it"),
        pytest.param(THROW_INS, (560.0, 400.0), ["B8*"], False, id="far from it"),
        pytest.param(THROW_INS, (395.0, 461.5), ["B8*"], True, id="passed within a hair's breadth"),
        pytest.param(RULES, (395.0, 461.5), ["B8*"], False, id="where it does not matter who touched it"),
    ],
)
def test_the_last_touch_is_known_or_asked_where_it_matters(
    rules: Ruleset, at_mm: tuple[float, float], acts: list[str], *, asked: bool
) -> None:
    look = seen((480.0, 640.0), TURNED, R3=at_mm)
    _, done, says = follow(rules, look, look)
    assert done[: len(acts)] == acts
    assert len(done) == len(acts) + (0 if asked else 1)
    assert any(text.startswith("Did the ball touch R3 on its way?") for text in says) is asked


def test_a_figure_beside_the_ball_counts_as_on_its_square() -> None:
    rest = (351.2, 428.7)
    beside = (rest[0] + 17.5, rest[1])
    assert GRID.nearest(*beside).space != GRID.nearest(*rest).space
    state, _, says = follow(RULES, seen(rest), seen(rest), seen(rest, B10=beside), seen(rest, B10=beside))
    assert says[-1] == f"Put B10 on {GRID.nearest(*rest).space}"
    assert state.eye == "IN STEP"


def test_a_kicker_that_stands_where_the_ball_was_is_not_sent_back() -> None:
    first, then = (351.2, 428.7), (250.0, 250.0)
    beside = (first[0] + 17.5, first[1])
    passed = (TypedAction("pass"), TypedAction("pass"))
    looks = (seen(first), seen(first), seen(first, B10=beside), seen(first, B10=beside))
    _, acts, says = follow(RULES, *looks, *passed, *[seen(then, B10=beside)] * 2)
    assert acts == ["B8*", "ball@(351.2,428.7)", "pass", "pass", "B10*", "ball@(250.0,250.0)"]
    assert "B10 on" not in says[-1]


def test_a_kick_off_is_known_with_the_figure_beside_the_ball() -> None:
    middle = (400.0, 300.0)
    look = replace(
        seen(middle, B8=(383.0, 296.0), B10=(200.0, 400.0), B6=(150.0, 150.0)),
        ball=SeenBall(*middle, "EU16", None, 0.98),
    )
    state = Referee()
    says: list[str] = []
    for _ in range(2):
        outcome = step(RULES, state, look)
        state, says = outcome.referee, says + [say.text for say in outcome.says]
    assert "Kick-off by Blue" in says


def choices(rules: Ruleset, state: Referee) -> dict[str, tuple[Input, ...]]:
    """What a number key gives, by its words."""
    return {answer.text: answer.given for answer in answers(rules, state)}


def taken(rules: Ruleset, state: Referee, given: tuple[Input, ...]) -> list[str]:
    """What is done by an answer."""
    records: list[Record] = []
    for each in given:
        outcome = step(rules, state, each)
        state, records = outcome.referee, [*records, *outcome.records]
    return [record.notation for record in records if isinstance(record, Acted)]


def test_a_line_on_the_way_is_answered_with_one_key() -> None:
    look = seen((500.0, 530.0), (LAY, (470.0, 608.0), (500.0, 530.0)))
    state, _, _ = follow(RULES, look, look)
    keys = choices(RULES, state)
    assert list(keys) == ["It stayed in", "All of it was over"]
    assert taken(RULES, state, keys["It stayed in"]) == ["ball@(500.0,530.0)"]
    (over,) = taken(RULES, state, keys["All of it was over"])
    ended = step(RULES, state, keys["All of it was over"][0])
    assert "The ball is out over the touch line" in [said.text for said in ended.says]
    assert float(over.removesuffix(")").split(",")[1]) > 608.0


def test_a_touch_is_answered_with_one_key() -> None:
    look = seen((480.0, 640.0), TURNED, R3=(395.0, 461.5))
    state, _, _ = follow(THROW_INS, look, look)
    keys = choices(THROW_INS, state)
    assert list(keys) == ["It touched R3", "It passed R3 by"]
    touched = taken(THROW_INS, state, keys["It touched R3"])
    assert (touched[0], len(touched)) == ("touch:R3", 2)
    assert taken(THROW_INS, state, keys["It passed R3 by"]) == touched[1:]


def test_whose_kick_it_was_is_asked_where_several_stood_by_the_ball() -> None:
    middle, rest = (400.0, 300.0), (250.0, 190.0)
    by_it = {"B8": GRID.centre_mm("WU15"), "B10": GRID.centre_mm("WU16"), "R3": GRID.centre_mm("EN14")}
    start = {"pieces": {**PIECES, "B8": "WU15", "B10": "WU16", "R3": "EN14"}, "ball": [*middle], "restart": "kick_off"}
    state = take_up(Match(RULES.read_position(start)))
    state = step(RULES, state, seen(middle, **by_it)).referee
    says = []
    for _ in range(6):
        outcome = step(RULES, state, seen(rest, **by_it))
        state, says = outcome.referee, [*says, *outcome.says]
    assert [said.text for said in says] == ["Who kicked the ball, B8 or B10? Type B8* or the like"]
    keys = choices(RULES, state)
    assert list(keys) == ["B8*", "B10*"]
    records: list[Record] = []
    for given in (*keys["B10*"], seen(rest, **by_it), seen(rest, **by_it)):
        outcome = step(RULES, state, given)
        state, records = outcome.referee, [*records, *outcome.records]
    assert [r.notation for r in records if isinstance(r, Acted)] == ["B10*", "ball@(250.0,190.0)"]


def test_a_ball_that_is_put_back_was_not_kicked() -> None:
    middle, aside = (400.0, 300.0), (360.0, 280.0)
    by_it = {"B8": GRID.centre_mm("WU15"), "B10": GRID.centre_mm("WU16")}
    start = {"pieces": {**PIECES, "B8": "WU15", "B10": "WU16"}, "ball": [*middle], "restart": "kick_off"}
    state = take_up(Match(RULES.read_position(start)))
    for at in (middle, aside, middle, middle):
        outcome = step(RULES, state, seen(at, **by_it))
        state = outcome.referee
        assert not [record for record in outcome.records if isinstance(record, Acted)]
    assert not state.asked.startswith("Who kicked")


def test_a_kicker_that_is_moved_by_one_square_has_moved() -> None:
    rest = (351.2, 428.7)
    beside = (rest[0] + 17.5, rest[1])
    settled = (seen(rest), seen(rest), seen(rest, B10=beside), seen(rest, B10=beside))
    x_mm, y_mm = GRID.centre_mm("WN20")
    nudged = seen(rest, B10=beside, B8=(x_mm + 10.5, y_mm))
    assert follow(RULES, *settled, nudged, nudged)[1] == ["B8*", "ball@(351.2,428.7)"]
    moved = seen(rest, B10=beside, B8=GRID.centre_mm("WN21"))
    assert follow(RULES, *settled, moved, moved)[1] == ["B8*", "ball@(351.2,428.7)", "B8-WN21"]
