"""A match's policy: its file, and what becomes of an act against the rules under each word."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.games.regista.position import RegistaPosition
from engine.inference import Table
from engine.record.records import Acted, Corrected, Ruled
from engine.record.replay import replay
from engine.referee import Accept, answers, take_up
from engine.referee.commit import stated
from engine.referee.policy import DEFAULT, DEFAULT_TEXT, WORDS, Policy, PolicyError, parse_policy, read_policy
from tests.engine.refereeing import RULES, acts, follow, rulings, table, under_way

if TYPE_CHECKING:
    from pathlib import Path

    from engine.referee.policy import Word

TOO_FAR = {"B8": "H13"}


def test_what_is_printed_as_the_default_is_the_default() -> None:
    assert parse_policy(DEFAULT_TEXT) == DEFAULT


def test_a_rule_goes_before_its_chapter_and_that_before_the_rest() -> None:
    policy = parse_policy('otherwise = "log"\n[rules]\n"move.*" = "ask"\n"move.range" = "refuse"')
    assert [policy.of(rule) for rule in ("move.range", "move.twice", "turn.side")] == ["refuse", "ask", "log"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("otherwise = ", "is not valid TOML"),
        ('otherwise = "allow"', "otherwise is 'allow'; it must be one of accept, ask, refuse, log"),
        ("otherwise = 1", "otherwise is 1; it must be one of"),
        ('[rules]\n"move.range" = true', "move.range is true; it must be one of"),
        ('[rules]\nmove.range = "ask"', "'move' names no rule"),
        ('[rules]\n"Move" = "ask"', "'Move' names no rule"),
        ('rules = "ask"', "rules must be a table"),
        ('others = "ask"', "'others' is no key of a policy"),
    ],
)
def test_a_policy_that_cannot_be_used_says_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "policy.toml"
    file.write_text(text)
    with pytest.raises(PolicyError) as caught:
        read_policy(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert said in str(caught.value)


@pytest.mark.parametrize("word", WORDS)
def test_an_act_against_the_rules_is_logged_and_play_is_in_step_or_waits(word: Word) -> None:
    before = replace(under_way(), policy=Policy(rules={"move.range": word}))
    state, records, says = follow(before, *[table(before, **TOO_FAR)] * 3)
    (ruling,) = rulings(records, "illegal")
    assert (ruling.notation, ruling.rule) == ("B8-H13", "move.range")
    stood = word in {"accept", "log"}
    assert state.eye == ("IN STEP" if stood else "OUT OF STEP")
    assert bool(says) == (word != "log")
    assert any(isinstance(record, Corrected) for record in records) == stood
    assert state.position is not None
    assert (state.position.pieces["B8"] == "H13") == stood
    if word == "refuse":
        assert "both" not in says[0].text


def test_what_both_let_stand_stays_in_the_log_and_the_match_in_step() -> None:
    before = under_way()
    state, first, _ = follow(before, *[table(before, **TOO_FAR)] * 2)
    state, second, _ = follow(state, Accept())
    state, third, _ = follow(state, table(state, B2="D6"))
    assert acts(third) == ["B2-D6"]
    records = [stated(RULES, before.match), *first, *second, *third]
    kinds = [
        type(r) for r in records if isinstance(r, Ruled | Corrected | Acted) and getattr(r, "verdict", "") != "legal"
    ]
    assert kinds == [Ruled, Corrected, Acted], "the act, the agreement, and play goes on"
    assert replay(RULES, records).position == state.position
    assert state.position is not None
    assert Table.of(state.position).pieces == state.table.pieces


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("ask", ["End of the turn", "The turn goes over", "Both sides let it stand: R7 on C11"]),
        ("accept", ["End of the turn", "The turn goes over", "R7-C11 is not allowed", "It stands: R7 on C11"]),
        ("log", ["End of the turn", "The turn goes over"]),
    ],
)
def test_an_act_of_the_other_side_that_stands_begins_its_turn_and_the_log_says_the_same(
    word: Word, told: list[str]
) -> None:
    before = replace(under_way(moved=["B9"]), policy=Policy(rules={"move.range": word}))
    state, records, says = follow(before, *[table(before, R7="C11")] * 2)
    if word == "ask":
        state, more, says = follow(state, Accept())
        records += more
    assert (acts(records), len(rulings(records, "illegal"))) == (["end"], 1)
    position = state.position
    assert isinstance(position, RegistaPosition)
    assert (position.turn, position.moved, position.turns_done.B, state.eye) == ("R", ("R7",), 1, "IN STEP")
    assert replay(RULES, [stated(RULES, before.match), *records]).position == position
    assert len(says) == len(told)
    assert all(words in say.text for say, words in zip(says, told, strict=True)), says


def test_what_was_let_stand_and_is_put_back_by_hand_is_offered_to_be_taken_back() -> None:
    before = under_way()
    state, _, _ = follow(before, *[table(before, **TOO_FAR)] * 2, Accept())
    state, records, says = follow(state, *[table(before)] * 6)
    assert not rulings(records, "illegal")
    (asked,) = [said.text for said in says if said.kind == "ask"]
    assert asked == "The table lies as it did before B8 on H13 (correction): is that taken back?"
    assert len(says) == 1
    (yes,) = answers(RULES, state)
    after, _, says = follow(state, *yes.given, *[table(before)] * 2)
    assert (after.position, after.eye) == (before.position, "IN STEP")
    assert says[0].text.endswith("is taken back")
    # Without an answer it lies as agreed once it is put there again, and play goes on.
    again, records, says = follow(state, *[table(before, **TOO_FAR)] * 2)
    assert (again.position, again.eye, rulings(records, "illegal"), says) == (state.position, "IN STEP", [], [])


def test_where_the_policy_refuses_nobody_can_agree_but_it_can_be_taken_back() -> None:
    before = replace(under_way(), policy=Policy("refuse"))
    state, _, _ = follow(before, *[table(before, **TOO_FAR)] * 2)
    state, records, says = follow(state, Accept())
    assert (records, [say.kind for say in says]) == ([], ["refused"])
    assert "move.range" in says[0].text
    state, _, says = follow(state, table(before))
    assert (state.eye, [say.text for say in says]) == ("IN STEP", ["Taken back; play goes on"])


def test_two_on_a_space_cannot_stand_whatever_the_policy_says() -> None:
    before = replace(under_way(), policy=Policy("accept"))
    state, records, _ = follow(before, *[table(before, B8="H14")] * 3)
    assert rulings(records, "illegal")
    assert state.eye == "OUT OF STEP"
    assert state.position == before.position


def test_what_is_played_before_a_fault_is_taken_back_offers_nothing_where_the_policy_refuses() -> None:
    before = replace(under_way(), policy=Policy("refuse"))
    state, _, _ = follow(before, *[table(before, **TOO_FAR)] * 2)
    state, _, says = follow(state, *[table(before, **TOO_FAR, B2="D6")] * 4)
    assert [say.text for say in says] == ["B8-H13 has to be taken back (move.range), and then: B2-D6"]
    assert answers(RULES, state) == ()
    state, records, _ = follow(state, Accept(), table(before, B2="D6"))
    assert (acts(records), state.eye) == (["B2-D6"], "IN STEP")


def test_what_was_played_since_is_offered_with_the_act_that_stands() -> None:
    before = under_way()
    state, _, _ = follow(before, *[table(before, **TOO_FAR)] * 2)
    state, _, says = follow(state, *[table(before, **TOO_FAR, R7="C14")] * 4)
    (asked,) = says
    assert (
        asked.text == "B8-H13 is still to be settled (move.range), and then: R7-C14. Let B8-H13 stand, or take it back"
    )
    (stands,) = answers(RULES, state)
    assert stands.text == "Let B8-H13 stand: both sides agree, and play went on"
    state, records, says = follow(state, *stands.given)
    assert [say.text for say in says] == [
        "Both sides let it stand: B8 on H13", "End of the turn", "The turn goes over", "R7-C14",
    ]  # fmt: skip
    assert replay(RULES, [stated(RULES, before.match), *records]).position == state.position


@pytest.mark.parametrize("looks", [1, 4])
@pytest.mark.parametrize("open_turn", [True, False])
def test_an_act_of_either_side_that_stands_is_counted_also_where_a_log_was_just_taken_up(
    looks: int, *, open_turn: bool
) -> None:
    match = under_way().match
    state = take_up(match, turn_open=open_turn)
    state, records, _ = follow(state, *[table(state, R7="C11")] * looks, Accept())
    assert (acts(records), len(rulings(records, "illegal"))) == ([] if open_turn else ["end"], 1)
    position = state.position
    assert isinstance(position, RegistaPosition)
    assert (position.turn, position.moved, position.turns_done.B) == ("R", ("R7",), 0 if open_turn else 1)
    assert replay(RULES, [stated(RULES, match), *records]).position == position
