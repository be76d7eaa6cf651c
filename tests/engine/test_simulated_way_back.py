"""What counts as the way back from a single misread, and that a referee finds it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.games import load_ruleset
from engine.inference import Table
from engine.inference.story import by_hand
from engine.match import Roll
from engine.notation import parse_action
from engine.observation import SeenDie
from engine.record.replay import Match
from engine.referee import Referee, step, take_up
from tests.engine.simulated import Noise, Tally, look_at_table, played
from tests.engine.simulated.way_back import misread

RULES = load_ruleset("regista")
START = RULES.read_position({"pieces": {"B3": "F5", "B9": "H9", "R5": "O3"}, "ball": "F5", "turn": "B"})
LAY = (SeenDie("B", 3, 100.0, 320.0, 0.98), SeenDie("R", 5, 300.0, 320.0, 0.98))
THROWN = (replace(LAY[0], value=2, x_mm=150.0), LAY[1])
LOOKS = 3


def refereed(*tables: tuple[Table, tuple[SeenDie, ...]]) -> Referee:
    """A referee of the match from START who has seen these tables, each for a while."""
    referee, t = take_up(Match(START)), 0.0
    for table, dice in ((Table.of(START), LAY), *tables):
        for _ in range(LOOKS):
            t += 0.5
            referee = step(RULES, referee, replace(look_at_table(RULES, table, dice), t=t)).referee
    return referee


def test_what_is_read_truly_or_only_late_is_no_misread() -> None:
    look = look_at_table(RULES, Table.of(START), LAY)
    late = replace(look, dice=tuple(replace(die, value=None) for die in LAY))
    for first in (look, late):
        assert misread(RULES, refereed(), look, (first, look), {}, LOOKS) is None


def test_a_piece_that_was_missed_when_it_was_moved_is_found_again() -> None:
    act = parse_action("B9-H8")
    ruled = RULES.act(START, act)
    assert ruled
    look = look_at_table(RULES, by_hand(START, Table.of(START), act), LAY)
    gone = replace(look, pieces=tuple(disc for disc in look.pieces if disc.piece != "B9"))
    way = misread(RULES, refereed(), look, (gone, gone), {}, LOOKS)
    assert way is not None
    assert (way.told_wrongly, way.ending(RULES, ruled.position)) == (False, "astray")
    way.look(RULES, look, LOOKS)
    assert (way.ending(RULES, ruled.position), way.left) == ("in step", 1)


def test_a_die_that_was_read_wrongly_tells_a_pass_wrongly_until_it_is_read_truly() -> None:
    act, roll = parse_action("B3>F13"), Roll(faces=(2,))
    called = RULES.act(START, act)
    assert called
    ruled = RULES.roll(called.position, roll)
    assert ruled
    on_target = by_hand(START, Table.of(START), act)
    look = look_at_table(RULES, on_target, THROWN)
    wrong = replace(look, dice=(replace(THROWN[0], value=5), LAY[1]))
    way = misread(RULES, refereed((on_target, LAY)), look, (wrong, wrong), {die: die for die in LAY}, LOOKS)
    assert way is not None
    assert (way.told_wrongly, way.ending(RULES, ruled.position)) == (True, "astray")
    way.look(RULES, look, 10)
    assert way.ending(RULES, ruled.position) == "in step"


@pytest.mark.parametrize("game", ["regista", "very-much", "soccer-fun", "soccer-chess"])
def test_two_true_observations_after_any_single_misread_the_referee_is_back_in_step(game: str) -> None:
    noise = Noise(missing_piece=0.005, misread_number=0.01, ball_hidden=0.1, wrong_die=0.1, unsure_die=0.1)
    tally = Tally()
    played(load_ruleset(game), random.Random(f"back {game}"), 15, tally, noise, meddling=True)
    assert tally.ways_back["in step"] >= 3
    assert tally.ways_back["astray"] == 0, tally.notes
