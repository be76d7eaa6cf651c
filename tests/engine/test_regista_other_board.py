"""Regista on a board that is none of the kit's: another size, the other shift, another chart, small areas."""

from __future__ import annotations

import random
from importlib import resources

import pytest

from engine.board import Board, parse_board
from engine.games.regista import RegistaRules
from engine.match import Roll
from engine.notation import format_action, parse_action
from engine.ruleset import Refusal, Ruling

CHANGES = {
    'name = "regista-a2"': 'name = "small"',
    'rows = "ABCDEFGHIJKLMNO"': 'rows = "ABCDEFGHI"',
    "columns = 22 ": "columns = 16 ",
    'first_row = "long"': 'first_row = "short"',
    'centre_mark = "H11"': 'centre_mark = "E8"',
    'centre = "H11"': 'centre = "E8"',
    'left = ["G0", "H0", "I0"]': 'left = ["D0", "E0", "F0"]',
    'right = ["G23", "H22", "I23"]': 'right = ["D17", "E16", "F17"]',
    'left = ["A1", "O1"]': 'left = ["A1", "I1"]',
    'right = ["A22", "O22"]': 'right = ["A15", "I15"]',
    'rows = "DEFGHIJKL"': 'rows = "CDEFG"',
    'rows = "FGHIJ"': 'rows = "DEF"',
    "depth = 4.0": "depth = 3.0",
    'first = "E" ': 'first = "W" ',
    "clockwise = true": "clockwise = false",
}


def small_board() -> Board:
    text = (resources.files("engine") / "boards" / "regista-a2.toml").read_text(encoding="utf-8")
    for old, new in CHANGES.items():
        assert old in text
        text = text.replace(old, new)
    return parse_board(text, "small.toml")


RULES = RegistaRules.of(small_board())


def ruled(verdict: Ruling | Refusal) -> Ruling:
    assert isinstance(verdict, Ruling), verdict
    return verdict


@pytest.mark.parametrize(
    ("face", "rest"), [(1, "E11"), (2, "F12"), (3, "F13"), (4, "E13"), (5, "D13"), (6, "D12")]
)  # fmt: skip
def test_the_chart_is_the_boards_own(face: int, rest: str) -> None:
    passed = ruled(RULES.act(RULES.parse_position("8E4/1E15,2C15 E4 B 0-0 0-0"), parse_action("B8>E12"))).position
    assert ruled(RULES.roll(passed, Roll(faces=(face,)))).position.ball == rest


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("B9!E16", None),
        ("B9~E16", None),
        ("B9!E15", "shot.goal"),
        ("B9>E16", "pass.goal"),
        ("B9~H22", "move.field"),
        ("B9>E0", "pass.range"),
    ],
)
def test_the_goals_are_the_boards_own(action: str, rule: str | None) -> None:
    verdict = RULES.act(RULES.parse_position("9E13/1A3,2C15 E13 B 0-0 0-0"), parse_action(action))
    assert (verdict.rule if isinstance(verdict, Refusal) else None) == rule


CROWD = "2C1,3C2,4D1,5D2,12D3,6E1,7F1,8F2,10F3,13G1/9E2,11G2,1E15"
"""Every space of blue's Penalty Area is taken; its keeper comes on top."""


@pytest.mark.parametrize(("keeper", "free"), [("E2", {"E2"}), ("E3", {"E3"})])
def test_a_keeper_whose_area_is_full_is_put_on_the_nearest_free_space(keeper: str, free: set[str]) -> None:
    crowd = CROWD if keeper == "E3" else CROWD.replace("9E2", "9E4")
    waiting = RULES.parse_position(f"1{keeper},{crowd} {keeper} B 0-0 0-0 awaits=save:B1")
    assert RULES.board.areas["penalty_left"] <= {*waiting.pieces.values(), keeper}
    assert {action.target for action in RULES.legal_actions(waiting)} == free
    for space in ("D4", "E5"):
        verdict = RULES.act(waiting, parse_action(f"B1@{space}"))
        assert isinstance(verdict, Refusal)
        assert verdict.rule == "save.area"


def test_half_a_field_is_counted_from_its_own_length() -> None:
    start = RULES.parse_position("-/- E8 B 0-0 0-0 restart=kick_off@E8 placing")
    for action, rule in (
        ("B2@E7", None), ("B2@E8", None), ("B2@D8", None), ("B2@D9", "setup.half"), ("B2@C8", "setup.half"),
        ("R2@E10", "setup.circle"), ("R2@E11", None), ("R2@D8", "setup.half"),
    ):  # fmt: skip
        verdict = RULES.act(start, parse_action(action))
        assert (verdict.rule if isinstance(verdict, Refusal) else None) == rule, action


@pytest.mark.parametrize("seed", range(8))
def test_random_matches_are_played_to_their_end(seed: int) -> None:
    rng = random.Random(seed)
    position = RULES.read_position({"pieces": {}, "turn": None})
    for _ in range(2000):
        if position.awaits is not None and position.awaits.type == "roll":
            faces = rng.randint(1, 6), rng.randint(1, 6)
            verdict = RULES.roll(position, Roll(faces=faces[:1]) if position.awaits.dice == 1 else Roll(duel=faces))
        else:
            legal = list(RULES.legal_actions(position)) if not position.placing else []
            lively = [a for a in legal if a.kind in {"shot", "tackle", "pass"} or (a.path and a.path[-1][0] == "~")]
            action = rng.choice(lively) if lively and rng.random() < 0.8 else RULES.draw(position, rng)
            if action is None:
                break
            verdict = RULES.act(position, action)
            assert verdict == RULES.apply(position, action), format_action(action)
        assert isinstance(verdict, Ruling)
        position = RULES.parse_position(
            RULES.format_position(RULES.read_position(RULES.write_position(verdict.position)))
        )
        assert RULES.status(position).is_sound
    assert (position.turns_done.B, position.turns_done.R) == (15, 15)
