"""What holds in every game, in every position that random play comes to; one line of ``every_game.EVERY`` a game."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from engine.chance import outlook
from engine.game_names import LISTED, squad_of
from engine.instead import instead
from engine.match import Action, MalformedError, Roll
from engine.notation import format_action, parse_action
from tests.engine.every_game import EVERY, Entry, passage

GAMES = pytest.mark.parametrize("entry", EVERY.values(), ids=[name.replace(", ", " with ") for name in EVERY])
TRIED = 15
"""Legal acts that are tried in a position."""


@GAMES
@pytest.mark.parametrize("seed", range(4))
def test_a_position_written_and_read_back_goes_on_the_same(entry: Entry, seed: int) -> None:
    rules = entry.rules
    for _, _, ruling in passage(entry, seed, 60):
        position = ruling.position
        again = rules.read_position(json.loads(json.dumps(rules.write_position(position))))
        assert again == position
        assert rules.parse_position(rules.format_position(position)) == position
        if not position.placing:
            assert Counter(rules.legal_actions(again)) == Counter(rules.legal_actions(position))


@GAMES
def test_a_position_may_say_that_there_is_nothing_of_what_only_other_games_have(entry: Entry) -> None:
    position = entry.crowded(random.Random(1))
    more = {"moved": [], "tackled": [], "holder_may_not": None, "extra": False}
    assert entry.rules.read_position({**entry.rules.write_position(position), **more}) == position
    with pytest.raises(MalformedError, match="this key is not known here"):
        entry.rules.read_position({**entry.rules.write_position(position), "colour": None})


@GAMES
@pytest.mark.parametrize("seed", range(4))
def test_every_legal_act_is_accepted_and_done_alike_and_reads_as_text(entry: Entry, seed: int) -> None:
    rng, rules = random.Random(seed), entry.rules
    for before, _, _ in passage(entry, 100 + seed, 50):
        actions = list(rules.legal_actions(before))
        assert len(set(actions)) == len(actions)
        for action in rng.sample(actions, min(TRIED, len(actions))):
            ruling = rules.act(before, action)
            assert ruling, format_action(action)
            assert rules.apply(before, action) == ruling
            assert parse_action(format_action(action)) == action


@GAMES
@pytest.mark.parametrize("seed", range(4))
def test_what_is_drawn_is_a_legal_act(entry: Entry, seed: int) -> None:
    rng, rules = random.Random(seed), entry.rules
    for before, done, ruling in passage(entry, 200 + seed, 40):
        # What only tells of a hand or of millimetres is not listed.
        listable = isinstance(done, Action) and done.kind not in {"touch", "lift"} and done.point_mm is None
        if isinstance(done, Action) and listable and not before.placing:
            alike = (action for action in rules.legal_actions(before) if action.kind == done.kind)
            assert ruling.position in [rules.apply(before, action).position for action in alike]
        hidden = list(rules.hidden_actions(before))
        assert all(rules.act(before, action) for action in rng.sample(hidden, min(5, len(hidden))))


@GAMES
@pytest.mark.parametrize("seed", range(6))
def test_play_comes_only_to_sound_positions_and_counts_its_goals(entry: Entry, seed: int) -> None:
    for before, _, ruling in passage(entry, 300 + seed, 120):
        after, types = ruling.position, [event.type for event in ruling.events]
        gained = (after.score.B - before.score.B) + (after.score.R - before.score.R)
        assert gained == types.count("goal")
        if "full_time" not in types:
            assert not entry.rules.status(after).faults, entry.rules.format_position(after)


@GAMES
@pytest.mark.parametrize("seed", range(3))
def test_the_chances_of_what_dice_decide_sum_to_one(entry: Entry, seed: int) -> None:
    for before, done, _ in passage(entry, 400 + seed, 50):
        if isinstance(done, Roll):
            chances = outlook(entry.rules, before).outcomes.values()
            assert sum(chances) == 1
            assert all(chance > 0 for chance in chances)


@GAMES
@pytest.mark.parametrize("seed", range(3))
def test_in_place_of_a_refused_act_legal_ones_are_named(entry: Entry, seed: int) -> None:
    rng, rules = random.Random(seed), entry.rules
    spaces = rules.board.grid.spaces
    for before, _, _ in passage(entry, 500 + seed, 12):
        refused = Action("move", piece=rng.choice(entry.pieces), path=(("-", rng.choice(spaces)),))
        if not rules.act(before, refused):
            assert all(rules.act(before, action) for action in instead(rules, before, refused))


@GAMES
@pytest.mark.parametrize("seed", range(4))
def test_seen_from_the_other_end_everything_is_the_same(entry: Entry, seed: int) -> None:
    rules, end = entry.rules, entry.other_end
    for before, done, ruling in passage(entry, 600 + seed, 60):
        if not _looks_the_same(entry, before, done):
            continue
        turned = rules.read_position(end.value(rules.write_position(before)))
        if isinstance(done, Roll):
            other = rules.roll(turned, end.roll(done, half_turned=entry.half_turned_die))
        else:
            other = rules.act(turned, end.action(done))
        assert other, (rules.format_position(before), done)
        expected = end.value(rules.write_position(ruling.position))
        assert _written(rules.write_position(other.position)) == _written(expected)
        assert [event.type for event in other.events] == [event.type for event in ruling.events]


def _looks_the_same(entry: Entry, before: Any, done: Action | Roll) -> bool:  # noqa: ANN401 - any game's position
    """A ball on a border belongs to the square east and south of it at both ends, and so looks different."""
    points = [place for place in (before.ball, getattr(done, "point_mm", None)) if isinstance(place, tuple)]
    width = entry.rules.board.grid.width_mm
    return not any(abs(value / width - round(value / width)) < 1e-6 for point in points for value in point)


def _written(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """A JSON value in which neither the order of names nor the last digits of millimetres matter."""
    if isinstance(value, dict):
        return {key: _written(item) for key, item in value.items()}
    if isinstance(value, list):
        items = [_written(item) for item in value]
        return sorted(items) if all(isinstance(item, str) for item in items) else items
    return round(value, 6) if isinstance(value, float) else value


@pytest.mark.parametrize("game", LISTED)
def test_a_game_is_listed_with_the_pieces_and_dice_that_its_rules_know(game: str) -> None:
    entry, listed, squad = EVERY[game], LISTED[game], squad_of(game)
    space = entry.rules.board.grid.field_spaces[0]
    for piece in squad:
        entry.rules.read_position({"pieces": {piece: space}})
    # The rosters of Soccer Chess number their figures as they like.
    for team in "BR" if game != "soccer-chess" else "":
        with pytest.raises(MalformedError):
            entry.rules.read_position({"pieces": {f"{team}{listed.numbers + 1}": space}})
    awaited = [ruling.position.awaits for seed in range(6) for _, _, ruling in passage(entry, seed, 80)]
    dice = [waits.dice for waits in awaited if waits is not None and waits.type == "roll"]
    assert max((many if isinstance(many, int) else 2 for many in dice), default=0) == listed.dice
    assert any(not isinstance(many, int) for many in dice) == listed.duels
