"""Discs that go on showing another number than the piece they are taken for: swapped, substituted, or read wrongly."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.games import load_ruleset
from engine.observation import Observation, SeenPiece
from engine.record.replay import Match
from engine.referee import begin, step, take_up
from engine.referee.policy import parse_policy
from engine.referee.values import BEAT_S
from tests.engine.refereeing import RULES, follow, rulings, table, under_way
from tests.engine.tables import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.record.records import Record
    from engine.referee import Input, Referee, Say

STRANGE = {"B8": 12}
SWAPPED = {"B8": 11, "B11": 8}
BENCH = SeenPiece("B", 8, 100.0, -40.0, None, 0.98)
FREE_KICK = {"restart": "free_kick", "spot": "H11"}


def numbered(state: Referee, numbers: dict[str, int], *beside: SeenPiece, sure: float = 0.98) -> Observation:
    """The table as the match has it, some discs with another number on them."""
    look = table(state)
    discs = (replace(p, number=numbers.get(p.piece, p.number), confidence=sure) for p in look.pieces)
    return replace(look, pieces=(*discs, *beside))


def seconds(look: Observation, long_s: float, since_s: float = 0.0) -> list[Observation]:
    """The same look for so long."""
    return [replace(look, t=since_s + (k + 1) * BEAT_S) for k in range(int(long_s / BEAT_S))]


def questions(says: Iterable[Say]) -> list[Say]:
    return [said for said in says if said.answers]


def answered(state: Referee, said: Say, number: int) -> tuple[Referee, list[Record], list[Say]]:
    return follow(state, *said.answers[number].given)


@pytest.mark.parametrize(
    ("numbers", "long_s", "times"),
    [
        (SWAPPED, 5.5, 0), (SWAPPED, 6.0, 1), (SWAPPED, 60.0, 1),
        (STRANGE, 19.5, 0), (STRANGE, 20.0, 1), (STRANGE, 90.0, 1),
    ],
)  # fmt: skip
def test_it_is_asked_once_after_long_enough(numbers: dict[str, int], long_s: float, times: int) -> None:
    state = under_way()
    after, records, says = follow(state, *seconds(numbered(state, numbers), long_s))
    assert len(questions(says)) == len(rulings(records, "unsure")) == times
    assert after.match is state.match
    assert after.eye == "IN STEP"


@pytest.mark.parametrize("rate", [2.0, 5.0, 30.0])
def test_how_often_a_camera_looks_makes_no_difference(rate: float) -> None:
    state = under_way()
    look = numbered(state, SWAPPED)
    _, _, early = follow(state, *(replace(look, t=(k + 1) / rate) for k in range(int(5.0 * rate))))
    _, _, late = follow(state, *(replace(look, t=(k + 1) / rate) for k in range(int(7.0 * rate))))
    assert (len(questions(early)), len(questions(late))) == (0, 1)


@pytest.mark.parametrize("numbers", [STRANGE, SWAPPED])
def test_looks_that_show_otherwise_in_between_begin_it_anew(numbers: dict[str, int]) -> None:
    state = under_way()
    wrong, right = numbered(state, numbers), numbered(state, {})
    looks = [right if k % 10 == 9 else wrong for k in range(200)]
    _, _, says = follow(state, *(replace(look, t=(k + 1) * BEAT_S) for k, look in enumerate(looks)))
    assert not questions(says)


@pytest.mark.parametrize("numbers", [STRANGE, SWAPPED])
def test_numbers_that_were_hardly_read_say_nothing(numbers: dict[str, int]) -> None:
    state = under_way()
    _, _, says = follow(state, *seconds(numbered(state, numbers, sure=0.85), 60.0))
    assert not questions(says)


def test_a_number_that_another_disc_shows_as_well_says_nothing() -> None:
    state = under_way()
    _, _, says = follow(state, *seconds(numbered(state, {"B8": 11}), 60.0))
    assert not questions(says)


def test_two_tables_that_say_the_same_are_enough_sooner() -> None:
    state = under_way()
    look = numbered(state, STRANGE)
    hand = replace(look, occluded=True, t=3.2)
    given: list[Input] = [*seconds(look, 3.0), hand, *seconds(look, 3.0, 3.5)]
    _, _, says = follow(state, *given)
    assert len(questions(says)) == 1


@pytest.mark.parametrize(
    ("key", "pieces"),
    [(0, {"B8": "F10", "B11": "H8"}), (1, {"B8": "H8", "B11": "F10"})],
)  # fmt: skip
def test_a_key_says_what_became_of_two_that_were_swapped(key: int, pieces: dict[str, str]) -> None:
    state = under_way()
    look = numbered(state, SWAPPED)
    asked, _, says = follow(state, *seconds(look, 6.0))
    assert "B8 shows on F10, B11 on H8" in questions(says)[0].text
    after, _, _ = answered(asked, questions(says)[0], key)
    after, _, more = follow(after, *seconds(look, 60.0, 6.0))
    assert not more
    assert after.eye == "IN STEP"
    assert after.position is not None
    assert pieces.items() <= after.position.pieces.items()


@pytest.mark.parametrize(("key", "piece"), [(0, "B8"), (1, "B12")])
def test_a_key_says_who_shows_a_number_that_is_not_on_the_field(key: int, piece: str) -> None:
    state = under_way()
    look = numbered(state, STRANGE)
    asked, _, says = follow(state, *seconds(look, 20.0))
    question = questions(says)[0]
    # Play is going on: a substitute may not come on, and the question says so.
    assert "sub.play" in question.text
    after, _, _ = answered(asked, question, key)
    after, _, more = follow(after, *seconds(look, 60.0, 20.0))
    assert not more
    assert after.position is not None
    assert after.position.at("H8") == piece


def test_at_a_restart_one_key_tells_the_substitution() -> None:
    state = under_way(**FREE_KICK)
    asked, _, says = follow(state, *seconds(numbered(state, STRANGE), 20.0))
    after, records, _ = answered(asked, questions(says)[0], 1)
    assert [getattr(record, "notation", "") for record in records][:1] == ["B8/B12"]
    assert after.position is not None
    assert after.position.at("H8") == "B12"


@pytest.mark.parametrize(
    ("word", "verdicts", "there", "says_so"),
    [("ask", 1, "B8", True), ("refuse", 1, "B8", True), ("accept", 1, "B12", True), ("log", 1, "B12", False)],
)  # fmt: skip
def test_a_substitution_while_play_goes_on_is_named_and_the_policy_heeded(
    word: str, verdicts: int, there: str, *, says_so: bool
) -> None:
    state = replace(under_way(), policy=parse_policy(f'[rules]\n"sub.play" = "{word}"'))
    after, records, says = follow(state, *seconds(numbered(state, STRANGE, BENCH), 30.0))
    assert [(ruled.rule, ruled.notation) for ruled in rulings(records, "illegal")] == [
        ("sub.play", "B8/B12")
    ] * verdicts
    assert any(said.rule == "sub.play" for said in says) is says_so
    assert len(questions(says)) == (word == "ask")
    assert after.position is not None
    assert after.position.at("H8") == there


def test_a_substitution_that_is_let_stand_counts_as_one() -> None:
    state = under_way()
    asked, _, says = follow(state, *seconds(numbered(state, STRANGE, BENCH), 6.0))
    after, _, _ = answered(asked, questions(says)[0], 0)
    assert after.position is not None
    assert after.position.at("H8") == "B12"
    assert "subsB=1:B8" in RULES.format_position(after.position)


def test_a_line_up_with_a_piece_too_many_is_named() -> None:
    rules = load_ruleset("regista")
    numbers = (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13)
    places = ("H2", "D4", "F4", "J4", "L4", "D7", "F7", "H7", "J7", "L7", "H11")
    blue = {f"B{number}": space for number, space in zip(numbers, places, strict=True)}
    red = {
        f"R{number}": f"{space[0]}{min(23 - int(space[1:]), 21)}" for number, space in zip(numbers, places, strict=True)
    }
    red["R13"] = "F15"
    start = rules.read_position({"pieces": {**blue, **red}, "ball": "H11", "turn": "B", "restart": "kick_off"})
    state = step(rules, begin(), shown(start)).referee
    state = step(rules, state, shown(start)).referee
    assert state.position is not None
    look = shown(start, B5="A5")
    said = []
    for k in range(10):
        outcome = step(rules, state, replace(look, t=(k + 1) * BEAT_S))
        state = outcome.referee
        said += [say.text for say in outcome.says]
    assert said == ["This line-up cannot be taken: Blue has 12 pieces on the field; 11 is all"]
    assert state.eye == "ASKING"


@pytest.mark.parametrize("before_s", [2.0, 5.5])
@pytest.mark.parametrize("numbers", [STRANGE, SWAPPED])
def test_nobody_is_asked_about_while_a_goal_waits_for_the_line_up(numbers: dict[str, int], before_s: float) -> None:
    line = "1H2,2D5,3F5,4J5,5L5,6D8,7F8,8J8,10L8,11B8,9H19/1C20,2D18,3F18,4J18,5L18,6D15,7F15,8J15,10L15,11B15,9C14"
    state = take_up(Match(RULES.parse_position(f"{line} H19 B 0-0 0-0")))
    state, _, _ = follow(state, *seconds(numbered(state, numbers), before_s))
    assert state.position is not None
    goal = shown(state.position, ball="H22")
    numbered_so = (replace(p, number=numbers.get(p.piece, p.number), confidence=0.98) for p in goal.pieces)
    state, _, says = follow(state, *seconds(replace(goal, pieces=tuple(numbered_so)), 30.0, before_s))
    assert "Goal for Blue" in [said.text for said in says]
    assert not questions(says)
    assert state.eye == "ASKING"


def test_a_key_says_that_a_substitute_stands_in_the_line_up_after_a_goal() -> None:
    line = "1H2,2D5,3F5,4J5,5L5,6D8,7F8,8J8,10L8,11B8,9H19/1C20,2D18,3F18,4J18,5L18,6D15,7F15,8J15,10L15,11B15,9C14"
    state = take_up(Match(RULES.parse_position(f"{line} H19 B 0-0 0-0")))
    assert state.position is not None
    before = state.position
    goal = [shown(before, ball="H22")] * 3
    lined_up = shown(before, B9=None, B12="H8", R9="H11", ball="H11")
    state, records, _ = follow(state, *goal, *[lined_up] * 10)
    assert [ruled.rule for ruled in rulings(records, "illegal")] == ["setup.count"]
    question, likely = state.likely
    assert question == state.asked
    assert [answer.text for answer in likely] == ["B12 came on for B9", "Let it stand: both sides agree"]
    state, _, _ = follow(state, *likely[0].given, *[lined_up] * 3)
    assert state.position is not None
    assert state.position.at("H8") == "B12"
    assert "subsB=1:B9" in RULES.format_position(state.position)


def test_a_number_hidden_for_the_whole_match_asks_nothing() -> None:
    state = under_way()
    look = table(state)
    unread = replace(
        look, pieces=tuple(replace(p, number=None, confidence=0.7) if p.piece == "B8" else p for p in look.pieces)
    )
    given = [*seconds(unread, 60.0)]
    moved = table(state, B8="H10")
    given += [
        replace(look, t=60.0 + look.t)
        for look in seconds(
            replace(moved, pieces=tuple(replace(p, number=None) if p.piece == "B8" else p for p in moved.pieces)), 60.0
        )
    ]
    after, records, says = follow(state, *given)
    assert [getattr(record, "notation", None) for record in records if hasattr(record, "source")] == ["B8-H10"]
    assert not questions(says)
    assert after.position is not None
    assert after.position.at("H10") == "B8"
