"""Two filmed matches, refereed from the truth of every settled stretch, as they were and spoilt in many ways."""

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

import pytest

from engine.games import load_ruleset
from engine.observation import Observation, SeenBall, SeenDie, SeenPiece
from engine.record.records import Acted, Record, Rolled, Ruled, Undone
from engine.record.replay import replay
from engine.referee import Referee, begin, step
from tests.engine.tables import FilmedMatch, filmed_match, misread, without

RULES = load_ruleset("regista")
Thing = TypeVar("Thing", SeenPiece, SeenBall, SeenDie)
film = cache(filmed_match)


def referee(looks: Iterable[Observation]) -> tuple[Referee, list[Record]]:
    """All records of a match, and the referee after it."""
    state, records = begin(), []
    for look in looks:
        outcome = step(RULES, state, look)
        state = outcome.referee
        records += outcome.records
    return state, records


def actions(records: Iterable[Record]) -> list[str]:
    return [r.notation for r in records if isinstance(r, Acted)]


def rolls(records: Iterable[Record]) -> list[Any]:
    return [{"B": r.B, "R": r.R} if r.B is not None else r.faces[0] for r in records if isinstance(r, Rolled)]


def illegal(records: Iterable[Record]) -> list[Any]:
    return [(r.notation, r.rule) for r in records if isinstance(r, Ruled) and r.verdict == "illegal"]


def twice(looks: Iterable[Observation]) -> list[Observation]:
    """A table at rest is read again half a second later."""
    return [again for look in looks for again in (look, replace(look, t=look.t + 0.5))]


def assert_is_the_match(match: FilmedMatch, looks: Iterable[Observation]) -> None:
    state, records = referee(looks)
    assert actions(records) == match.actions
    assert rolls(records) == match.rolls
    assert illegal(records) == [(e["notation"], e["rule"]) for e in match.events if e["type"] == "illegal"]
    assert not [r for r in records if isinstance(r, Undone)]
    position = RULES.write_position(state.position)
    assert {key: position[key] for key in match.final} == match.final
    assert replay(RULES, records).position == state.position


@pytest.mark.parametrize("number", [1, 2])
def test_every_action_in_order_and_none_invented(number: int) -> None:
    match = film(number)
    assert_is_the_match(match, twice(match.looks))


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_noise_of_a_camera_changes_nothing(number: int, seed: int) -> None:
    rng = random.Random(seed)

    def shaken(look: Observation) -> Observation:
        def jitter(thing: Thing, sd: float) -> Thing:
            return replace(thing, x_mm=thing.x_mm + rng.gauss(0, sd), y_mm=thing.y_mm + rng.gauss(0, sd))

        pieces = tuple(replace(jitter(p, 1.0), confidence=rng.uniform(0.85, 1)) for p in look.pieces)
        dice = tuple(jitter(d, 0.6) for d in look.dice)
        return replace(look, pieces=pieces, dice=dice, ball=jitter(look.ball, 1.0))

    match = film(number)
    assert_is_the_match(match, [shaken(look) for look in twice(match.looks)])


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_a_disc_that_is_missed_once_makes_no_noise(number: int, seed: int) -> None:
    rng = random.Random(seed)
    match = film(number)
    looks = []
    for look in match.looks:
        lost = rng.choice(look.pieces).piece
        looks += [without(look, lost) if looks else look, look, look]
    assert_is_the_match(match, looks)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("read_as", [None, 15, "team-mate"])
@pytest.mark.parametrize("seed", range(3))
def test_a_number_misread_once_makes_no_noise(number: int, read_as: int | str | None, seed: int) -> None:
    rng = random.Random(seed)
    match = film(number)
    looks = list(match.looks[:1]) * 2
    for look in match.looks[1:]:
        disc = rng.choice(look.pieces)
        mates = [p.number for p in look.pieces if p.team == disc.team and p.number != disc.number]
        wrong = rng.choice(mates) if read_as == "team-mate" else read_as
        looks += [misread(look, disc.piece, wrong), look, look]
    assert_is_the_match(match, looks)


@pytest.mark.parametrize("number", [1, 2])
def test_numbers_of_two_team_mates_read_the_wrong_way_round_throughout(number: int) -> None:
    match = film(number)
    swapped = [
        replace(
            look,
            pieces=tuple(
                replace(p, number={3: 4, 4: 3}[p.number]) if p.team == "B" and p.number in {3, 4} else p
                for p in look.pieces
            ),
        )
        for look in match.looks[1:]
    ]
    assert_is_the_match(match, twice([match.looks[0], *swapped]))


@pytest.mark.parametrize("number", [1, 2])
def test_a_ball_that_is_seen_only_every_other_look(number: int) -> None:
    match = film(number)
    looks = [match.looks[0]] * 2
    for look in match.looks[1:]:
        looks += [replace(look, ball=None), look] if _ball_alone(looks[-1], look) else [look, replace(look, ball=None)]
    assert_is_the_match(match, looks)


def _ball_alone(before: Observation, after: Observation) -> bool:
    """Whether nothing but the ball (or nothing at all) differs: then a look without it says nothing."""
    return {(p.piece, p.space) for p in before.pieces} == {(p.piece, p.space) for p in after.pieces}


@pytest.mark.parametrize("number", [1, 2])
def test_a_camera_that_was_knocked_shifts_all_things_alike(number: int) -> None:
    match = film(number)
    half = len(match.looks) // 2

    def pushed(look: Observation) -> Observation:
        def moved(thing: Thing) -> Thing:
            return replace(thing, x_mm=thing.x_mm + 2.5, y_mm=thing.y_mm - 3.0)

        return replace(
            look,
            pieces=tuple(map(moved, look.pieces)),
            dice=tuple(map(moved, look.dice)),
            ball=moved(look.ball),
        )

    assert_is_the_match(match, twice([*match.looks[:half], *map(pushed, match.looks[half:])]))


MERGED = [
    pytest.param(1, 1, id="kick-off and dribble"),
    pytest.param(1, 3, id="move and long pass"),
    pytest.param(1, 5, id="die and the ball put on"),
    pytest.param(1, 6, id="ball put on and the other side's move onto it"),
    pytest.param(1, 7, id="pick-up and pass on"),
    pytest.param(1, 8, id="pass and dribble"),
    pytest.param(1, 9, id="dribble and the other side's move"),
    pytest.param(1, 11, id="tackle and the ball put on"),
    pytest.param(1, 12, id="ball put on and a move"),
    pytest.param(1, 13, id="move and pass to the piece moved"),
    pytest.param(1, 17, id="two sides' turns"),
    pytest.param(2, 1, id="move and pass"),
    pytest.param(2, 2, id="pass and move of the passer"),
    pytest.param(2, 3, id="move and the other side's move"),
    pytest.param(2, 4, id="move and tackle"),
    pytest.param(2, 5, id="tackle and the ball put on, second match"),
    pytest.param(2, 8, id="long pass and die"),
    pytest.param(2, 9, id="die and the ball put on, second match"),
    pytest.param(2, 10, id="ball put on and pick-up"),
    pytest.param(2, 12, id="pick-up and pass on, second match"),
    pytest.param(2, 14, id="distance shot and die"),
    pytest.param(2, 15, id="die and the ball put on by the goal"),
]


@pytest.mark.parametrize(("number", "skipped"), MERGED)
def test_two_things_done_under_one_hand(number: int, skipped: int) -> None:
    """The table was never at rest between two acts: that stretch is not there at all."""
    match = film(number)
    assert_is_the_match(match, twice([*match.looks[:skipped], *match.looks[skipped + 1 :]]))


def test_two_moves_under_one_hand_are_both_told_in_either_order() -> None:
    match = film(1)
    state, records = referee(twice([*match.looks[:2], *match.looks[3:4]]))
    assert sorted(actions(records)[1:]) == ["B11-E12", "B8~G10"]
    assert set(state.position.moved) == {"B8", "B11"}


def test_a_shot_with_a_ball_that_cannot_be_seen_in_the_goal_is_told_by_its_dice() -> None:
    """White on the white margin: the ball vanished from the shooter, and dice were thrown."""
    match = film(2)
    goal = {*RULES.board.grid.extra}
    looks = [replace(look, ball=None) if look.ball and look.ball.space in goal else look for look in match.looks]
    assert sum(look.ball is None for look in looks) > 3
    assert_is_the_match(match, twice(looks))
