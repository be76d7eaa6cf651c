"""Chances of rulings, against counts made by hand."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import pytest

from engine.chance import NOTHING, Outlook, every_roll, outlook, percent
from engine.games import load_ruleset
from engine.notation import parse_action
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from engine.match import Position

Pieces: TypeAlias = dict[str, str]

RULES = load_ruleset("regista")


def waiting(pieces: Pieces, ball: str, action: str, **options: object) -> tuple[Position, Outlook]:
    rules = load_ruleset("regista", options=options)
    before = rules.read_position({"pieces": pieces, "ball": ball, "turn": action[0]})
    verdict = rules.act(before, parse_action(action))
    assert isinstance(verdict, Ruling), verdict
    return verdict.position, outlook(rules, verdict.position)


def beats(ahead: int) -> Fraction:
    """The chance that a die with points beats another, when equal totals are rolled again."""
    throws = [(ours + ahead) - theirs for ours in range(1, 7) for theirs in range(1, 7)]
    return Fraction(sum(d > 0 for d in throws), sum(d != 0 for d in throws))


@pytest.mark.parametrize(
    ("tackler", "holder", "won"),
    [
        # 36 throws, the equal totals left out: +2 wins 26 of 32, -2 wins 6 of 32, even wins 15 of 30.
        ("B4", "R9", Fraction(26, 32)),
        ("B9", "R8", Fraction(6, 32)),
        ("B9", "R9", Fraction(15, 30)),
        ("B4", "R15", Fraction(15, 30)),
    ],
)
def test_a_tackle(tackler: str, holder: str, won: Fraction) -> None:
    _, chances = waiting({tackler: "H10", holder: "H11"}, "H11", f"{tackler}x{holder}")
    assert chances.outcomes == {"possession": won, NOTHING: 1 - won}


@pytest.mark.parametrize(
    ("shooter", "options", "goal"),
    [
        # Equal is a save: 15 throws of 36 are higher, 26 with two points.
        ("B8", {}, Fraction(15, 36)),
        ("B9", {}, Fraction(26, 36)),
        ("B8", {"shot_tie": "reroll"}, Fraction(15, 30)),
        ("B9", {"shot_tie": "reroll"}, Fraction(26, 32)),
        ("B9", {"gk_points_on_shot": True}, Fraction(15, 36)),
        # Two points fewer: 1+3 and more, 6 throws of 36.
        ("B8", {"gk_points_on_shot": True}, Fraction(6, 36)),
    ],
)
def test_a_shot(shooter: str, options: dict[str, object], goal: Fraction) -> None:
    _, chances = waiting({shooter: "I20", "R1": "H20"}, "I20", f"{shooter}!I23", **options)
    assert chances.outcomes == {"goal": goal, "save": 1 - goal}


def test_a_distance_shot_counts_both_its_rolls() -> None:
    # From G18 at G22: 1 and 2 lead into the goal, 3 and 4 infield, 5 to F21, 6 beyond the goal line.
    _, far = waiting({"B9": "G18", "R1": "H10"}, "G18", "B9!G22")
    assert far.outcomes == {"free_ball": Fraction(3, 6), "goal": Fraction(2, 6), "goal_kick": Fraction(1, 6)}
    _, near = waiting({"B9": "G18", "R1": "H20"}, "G18", "B9!G22")
    # A forward and a keeper have two points each: 15 of 36.
    scored = Fraction(2, 6) * Fraction(15, 36)
    assert (near.of("goal"), near.of("save")) == (scored, Fraction(2, 6) - scored)
    assert near.of("free_ball") == Fraction(3, 6)


def test_a_long_pass() -> None:
    pieces = {"B8": "A6", "B9": "A13", "R4": "B11", "R1": "H21", "R2": "N21"}
    # About A12: 1 a team-mate, 2 and 4 free, 3 an opponent, 5 and 6 over the touch line.
    _, chances = waiting(pieces, "A6", "B8>A12")
    assert chances.outcomes == {
        "free_ball": Fraction(2, 6),
        "throw_in": Fraction(2, 6),
        "possession": Fraction(1, 6),
        "turn_over": Fraction(1, 6),
    }
    assert list(chances.outcomes)[:2] == ["free_ball", "throw_in"]


def test_the_first_turn_is_somebodys() -> None:
    first = RULES.act(RULES.read_position({"pieces": {}, "turn": None}), parse_action("first"))
    assert isinstance(first, Ruling)
    assert outlook(RULES, first.position).outcomes == {"kick_off": 1}


def test_thrown_dice_agree_with_the_chances() -> None:
    position, chances = waiting({"B9": "G18", "R1": "H20"}, "G18", "B9!G22")
    rng = random.Random(4)
    ended: Counter[str] = Counter()
    for _ in range(4000):
        now = position
        types: list[str] = []
        while now.awaits is not None and now.awaits.type == "roll":
            verdict = RULES.roll(now, rng.choice(list(every_roll(now.awaits))))
            assert isinstance(verdict, Ruling)
            now, types = verdict.position, [event.type for event in verdict.events]
        ended[next(kind for kind in chances.outcomes if kind in types)] += 1
    for outcome, chance in chances.outcomes.items():
        assert ended[outcome] / 4000 == pytest.approx(float(chance), abs=0.03)


def test_words() -> None:
    _, chances = waiting({"B4": "H10", "R9": "H11"}, "H11", "B4xR9")
    assert chances.words() == "tackle: won 81 %, lost 19 %"
    _, chances = waiting({"B8": "I20", "R1": "H20"}, "I20", "B8!I23")
    assert chances.words() == "shot: save 58 %, goal 42 %"


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1, 1000), "< 1 %"),
        (Fraction(999, 1000), "> 99 %"),
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(7, 12), "58 %"),
    ],
)
def test_percent(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


def test_without_dice_there_is_nothing_to_tell() -> None:
    with pytest.raises(ValueError, match="no dice are awaited"):
        outlook(RULES, RULES.read_position({"pieces": {"B7": "H10"}, "ball": "H10"}))
