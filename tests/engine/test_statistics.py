"""Figures of matches whose truth is known, and what holds for the figures of any match."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from scipy import stats as scipy_stats

from engine.game_names import GAMES
from engine.games import load_ruleset
from engine.match import TEAMS
from engine.record.records import Acted, Corrected, Noted, Observed, Rolled, Ruled, Stated, Undone
from engine.stats.dice import ENOUGH, Die
from engine.stats.summary import as_json, statistics_of
from tests.engine.recorded import chronicle, random_log, written_log

if TYPE_CHECKING:
    from pathlib import Path

    from engine.record.records import Record, Source
    from engine.stats.summary import Statistics

RULES = load_ruleset("regista")
BEFORE_GOAL = {
    "pieces": {"B1": "H2", "B9": "G20", "B8": "H18", "R1": "H21", "R4": "C8"}, "ball": "G20", "turn": "B",
}  # fmt: skip
LOOK = Observed(frame=1, pieces=[])

Timed = list[tuple[float, list["Record"]]]


def stated(raw: dict[str, object]) -> Stated:
    return Stated(position=RULES.write_position(RULES.read_position(raw)))


def acted(*notations: str) -> list[Record]:
    return [Acted(notation=notation, source="seen") for notation in notations]


def duel(blue: int, red: int, cause: str = "shot") -> Rolled:
    return Rolled(source="seen", cause=cause, B=blue, R=red)


def counted(path: Path, records: Timed) -> Statistics:
    return statistics_of(chronicle(written_log(path / "match.touchline.jsonl", RULES, records)))


def test_the_chance_of_a_shot_is_exact(tmp_path: Path) -> None:
    # A forward adds two points, the keeper none, a tie is saved: of 36 throws those with blue + 2 > red are goals.
    wins = sum(blue + 2 > red for blue in range(1, 7) for red in range(1, 7))
    found = counted(tmp_path, [(0.0, [stated(BEFORE_GOAL)]), (3.0, acted("B9!G23")), (5.0, [duel(5, 2)])])
    (shot,) = found.shots
    assert (shot.chance, shot.goal, shot.outcome, shot.by) == (Fraction(wins, 36), True, "goal", "B9")
    assert found.expected == {"B": Fraction(wins, 36), "R": 0}
    assert found.goal_luck("B") == pytest.approx(1 - wins / 36)
    assert [(goal.team, goal.t, goal.own) for goal in found.goals] == [("B", 5.0, False)]


def test_a_shot_that_was_taken_back_counts_for_nothing_but_the_referee(tmp_path: Path) -> None:
    undone = Undone(notation="B9!G23", source="typed")
    records: Timed = [(0.0, [stated(BEFORE_GOAL)]), (3.0, acted("B9!G23")), (5.0, [duel(5, 2)]), (9.0, [undone])]
    found = counted(tmp_path, records)
    assert (found.shots, found.goals, found.dice, found.score.B) == ((), (), (), 0)
    assert (found.quality.undos, found.quality.actions) == (1, {"seen": 1})


def test_a_shot_into_an_empty_goal_leaves_nothing_to_chance(tmp_path: Path) -> None:
    open_goal = {**BEFORE_GOAL, "pieces": {"B1": "H2", "B9": "G20", "R4": "C8"}}
    found = counted(tmp_path, [(0.0, [stated(open_goal)]), (3.0, acted("B9!G23"))])
    assert [(shot.chance, shot.goal) for shot in found.shots] == [(1, True)]
    assert found.goal_luck("B") == 0


def test_passes_and_possession(tmp_path: Path) -> None:
    start = {"pieces": {"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R4": "C18"}, "ball": "H11", "turn": "B"}
    records: Timed = [
        (0.0, [stated(start)]),
        (10.0, acted("B9>H8")),
        (30.0, acted("B8>H14")),
        (31.0, [Rolled(source="typed", cause="deviation", faces=[6])]),
        (40.0, acted("B9-H12")),
    ]
    found = counted(tmp_path, records)
    # To B8, who has it; then far out to nobody.
    assert (found.passes["B"].tried, found.passes["B"].completed) == (2, 1)
    assert found.possession_s == {"B": 21.0, "R": 0.0, None: 9.0}
    assert found.possession("B") == 1.0
    assert found.quality.rolls == {"typed": 1}


def test_duels_against_their_chances(tmp_path: Path) -> None:
    start = {"pieces": {"B4": "H12", "R9": "H13"}, "ball": "H13", "turn": "B"}
    records: Timed = [(0.0, [stated(start)]), (3.0, acted("B4xR9")), (5.0, [duel(6, 2, "tackle")])]
    found = counted(tmp_path, records)
    # A defender adds two points, a forward that has the ball none; a tie is thrown again.
    wins = sum(blue + 2 > red for blue in range(1, 7) for red in range(1, 7))
    ties = sum(blue + 2 == red for blue in range(1, 7) for red in range(1, 7))
    assert found.duels["B"].tried == found.duels["B"].won == 1
    assert found.duels["B"].expected == Fraction(wins, 36 - ties)
    assert found.duels["R"].tried == 0
    assert [(die.team, die.counts) for die in found.dice] == [("B", (0, 0, 0, 0, 0, 1)), ("R", (0, 1, 0, 0, 0, 0))]


def test_time_for_a_turn(tmp_path: Path) -> None:
    start = {"pieces": {"B1": "H2", "B9": "H11", "R1": "H21", "R4": "C18"}, "ball": "H11", "turn": "B"}
    records: Timed = [
        (2.0, [stated(start)]),
        (12.0, acted("B1-H3")),
        (22.0, acted("end")),
        (25.0, acted("end")),
        (65.0, acted("end")),
    ]
    found = counted(tmp_path, records)
    assert [(turn.team, turn.number, turn.seconds, turn.acts) for turn in found.turns] == [
        ("B", 1, 20.0, 2), ("R", 1, 3.0, 1), ("B", 2, 40.0, 1),
    ]  # fmt: skip
    assert (found.pace["B"].mean_s, found.pace["B"].longest_s, found.pace["R"].turns) == (30.0, 40.0, 1)


ILLEGAL = Ruled(verdict="illegal", rule="move.range", reason="too far", notation="R4-C13")
PUZZLED = Ruled(verdict="unsure", reason="B9 is not seen")


@pytest.mark.parametrize(
    ("records", "seconds", "questions", "refused"),
    [
        ([(5.0, [LOOK, ILLEGAL]), (9.0, [LOOK, Noted(text="Taken back")])], 4.0, 0, 1),
        ([(5.0, [LOOK, PUZZLED]), (8.0, [LOOK, ILLEGAL]), (15.0, acted("B1-H3"))], 10.0, 1, 1),
        ([(5.0, [LOOK, PUZZLED]), (6.0, [Noted(text="somebody says something")]), (9.0, acted("end"))], 4.0, 1, 0),
        # What is typed and refused was never on the table.
        ([(5.0, [ILLEGAL]), (9.0, acted("end"))], 0.0, 0, 1),
        ([(5.0, [LOOK, PUZZLED]), (7.0, [Noted(text="the last word")])], 2.0, 1, 0),
    ],
    ids=["taken back", "two at once", "a note between", "typed", "to the end"],
)
def test_out_of_step_time(tmp_path: Path, records: Timed, seconds: float, questions: int, refused: int) -> None:
    found = counted(tmp_path, [(0.0, [stated(BEFORE_GOAL)]), *records])
    quality = found.quality
    assert (quality.out_of_step_s, quality.questions, quality.refused) == (seconds, questions, refused)


def test_corrections_of_people_and_of_the_table(tmp_path: Path) -> None:
    by_hand = Corrected(changes={"pieces": {"R4": "C9"}}, source="correction", reason="bumped")
    seen = Corrected(changes={"turn": "B"}, source="seen", reason="the side that acts first has the turn")
    found = counted(tmp_path, [(0.0, [stated(BEFORE_GOAL)]), (3.0, [by_hand]), (4.0, [seen])])
    assert found.quality.corrections == 1


def test_chi_square_is_that_of_the_textbooks() -> None:
    rng = random.Random(5)
    for weights in ((1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 3), (9, 1, 1, 1, 1, 1)):
        faces = rng.choices(range(6), weights, k=120)
        one, two, three, four, five, six = (faces.count(face) for face in range(6))
        die = Die("B", rolled=False, counts=(one, two, three, four, five, six))
        truth = scipy_stats.chisquare(die.counts)
        assert die.chi_square == pytest.approx(truth.statistic)
        assert die.p_value == pytest.approx(truth.pvalue, rel=1e-6, abs=1e-12)
        assert die.mean == pytest.approx(sum(face + 1 for face in faces) / 120)


def test_a_loaded_die_stands_out_of_a_match_that_was_played_with_it(tmp_path: Path) -> None:
    """Three of red try to tackle B9 in each of twelve turns, and blue's die shows a 6 every time."""
    ring = {"B9": "H11", "R6": "H10", "R7": "H12", "R8": "G11", "B1": "H2", "R1": "H21"}
    records: Timed = [(0.0, [stated({"pieces": ring, "ball": "H11", "turn": "R"})])]
    fair = [face for _ in range(8) for face in range(1, 6)]
    for turn in range(12):
        for tackle, piece in enumerate(("R6", "R7", "R8")):
            thrown = duel(6, fair[3 * turn + tackle], "tackle")
            records.append((1.0 + turn, [*acted(f"{piece}xB9"), thrown]))
        records.append((1.5 + turn, acted("end", "end")))
    found = counted(tmp_path, records)
    blue, red = found.dice
    assert (blue.counts, red.counts) == ((0, 0, 0, 0, 0, 36), (8, 7, 7, 7, 7, 0))
    assert blue.p_value is not None
    assert red.p_value is not None
    assert blue.p_value < 1e-6
    assert red.p_value > 0.05
    assert (found.duels["R"].tried, found.duels["R"].won) == (36, 0)


@pytest.mark.parametrize(("source", "thrown"), [("seen", 2), ("concluded", 0)])
def test_faces_that_were_only_concluded_are_not_counted(tmp_path: Path, source: Source, thrown: int) -> None:
    roll = Rolled(source=source, cause="shot", B=5, R=2)
    found = counted(tmp_path, [(0.0, [stated(BEFORE_GOAL)]), (5.0, [*acted("B9!G23"), roll])])
    assert sum(die.thrown for die in found.dice) == thrown


def test_few_throws_are_not_judged_by() -> None:
    assert Die("B", rolled=False, counts=(ENOUGH - 1, 0, 0, 0, 0, 0)).p_value is None
    assert Die("B", rolled=False, counts=(ENOUGH, 0, 0, 0, 0, 0)).p_value is not None


SOCCER_FUN = load_ruleset("soccer-fun")


def test_dice_thrown_before_the_kick_tell_its_chance_afterwards(tmp_path: Path) -> None:
    """B9 four squares before the goal kicks east with two dice: 4 and more are a goal, 33 of 36."""
    start = SOCCER_FUN.read_position(
        {"pieces": {"B9": "H20", "B1": "H3", "R2": "B20"}, "ball": "H20", "turn": "B", "last_touch": "B9"}
    )
    records: Timed = [
        (0.0, [Stated(position=SOCCER_FUN.write_position(start))]),
        (1.0, acted("B9*2")),
        (2.0, [Rolled(source="seen", cause="kick", faces=[2, 2])]),
        (3.0, acted("B9>E")),
    ]
    found = statistics_of(chronicle(written_log(tmp_path / "fun.touchline.jsonl", SOCCER_FUN, records)))
    (shot,) = found.shots
    assert (shot.chance, shot.goal, shot.notation) == (Fraction(33, 36), True, "B9>E")


@pytest.mark.parametrize(
    ("faces", "chosen", "goals", "chance"),
    [
        ([3, 4], "=E", 1, Fraction(26, 36)),  # two squares to B10 and four to the goal: 6 and more
        ([3, 4], "=E5", 1, Fraction(26, 36)),
        ([2, 2], "=E", 0, Fraction(26, 36)),  # a try that was two squares short
        ([3, 4], "=N", 0, None),
    ],
)
def test_a_deflected_try_has_the_chance_of_the_dice_before_its_kick(
    faces: list[int], chosen: str, goals: int, chance: Fraction | None, tmp_path: Path
) -> None:
    start = SOCCER_FUN.read_position(
        {"pieces": {"B9": "H18", "B10": "H20", "R2": "B20"}, "ball": "H18", "turn": "B", "last_touch": "B9"}
    )
    records: Timed = [
        (0.0, [Stated(position=SOCCER_FUN.write_position(start))]),
        (1.0, acted("B9*2")),
        (2.0, [Rolled(source="seen", cause="kick", faces=faces)]),
        (3.0, acted("B9>E")),
        (4.0, acted(chosen)),
    ]
    found = statistics_of(chronicle(written_log(tmp_path / "fun.touchline.jsonl", SOCCER_FUN, records)))
    assert [(shot.chance, shot.goal, shot.by) for shot in found.shots] == (
        [] if chance is None else [(chance, bool(goals), "B10")]
    )
    assert found.passes["B"].tried == (1 if chance is None else 0)


def test_a_ball_deflected_into_ones_own_goal_is_nobodys_try(tmp_path: Path) -> None:
    start = SOCCER_FUN.read_position(
        {"pieces": {"B9": "H18", "R10": "H20", "R2": "B20"}, "ball": "H18", "turn": "B", "last_touch": "B9"}
    )
    records: Timed = [
        (0.0, [Stated(position=SOCCER_FUN.write_position(start))]),
        (1.0, acted("B9*2")),
        (2.0, [Rolled(source="seen", cause="kick", faces=[3, 4])]),
        (3.0, acted("B9>E")),
        (4.0, acted("=E")),
    ]
    found = statistics_of(chronicle(written_log(tmp_path / "fun.touchline.jsonl", SOCCER_FUN, records)))
    assert found.shots == ()
    assert [(goal.team, goal.by, goal.own) for goal in found.goals] == [("B", "R10", True)]


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("logs")
    return {game: random_log(folder / f"{game}.jsonl", game, seed=3, most=160) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_figures_of_any_match_fit_together(game: str, matches: dict[str, Path]) -> None:
    told = chronicle(matches[game])
    found = statistics_of(told)
    deeds = told.standing
    assert deeds[0].before == told.start
    assert all(one.after == two.before for one, two in pairwise(deeds))
    for team in TEAMS:
        own = sum(goal.own for goal in found.goals if goal.team == team)
        by_shots = sum(shot.goal for shot in found.shots if shot.team == team)
        assert own + by_shots == told.position.score.of(team)
        assert found.passes[team].completed <= found.passes[team].tried
        assert found.duels[team].won <= found.duels[team].tried
        assert found.pace[team].total_s == sum(turn.seconds for turn in found.turns if turn.team == team)
    assert sum(die.thrown for die in found.dice) == sum(
        len(throw.roll.duel or throw.roll.faces) for deed in deeds for throw in deed.throws
    )
    thirds = found.territory
    assert thirds.blue_third + thirds.middle_third + thirds.red_third == pytest.approx(1)
    assert sum(found.possession_s.values()) <= found.seconds
    assert as_json(found)["teams"]["B"]["goals"] == told.position.score.B
