"""Legal actions counted, several moves deep, against fixed numbers and against a second reading of the rules."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.game_reader import read_game
from engine.games.soccer_chess import SoccerChessRules
from engine.match import Roll
from engine.notation import parse_action
from engine.ruleset import Ruling
from tests.engine import soccer_chess_reference as reference

if TYPE_CHECKING:
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.match import Action, Position

DATA = Path(__file__).parents[1] / "data"

POSITIONS = {
    # In the open, one round.
    "open": ("8WN20,10WS22,6WH8/3EN9,7ES2 WS22 B 0-0 3-2 due=move last=B8", 1),
    # A crowd: ways round others, a figure that is shut in.
    "crowd": ("8WN20,10WN21,6WN22,5WM21/3WO21,7WO20,4WP21 WN21 B 0-0 3-2 due=move last=B8", 1),
    # In the corner, the holder has dribbled.
    "corner": ("8WA1,10WA2,6WB1/3WB2,7WC4 WA1 B 0-0 3-2 due=move last=B10 dribbled", 1),
    # Over the halfway line, red has the ball and blue moves second.
    "halfway": ("8WU15,10EU15/3EU16,7WU16 EU16 B 0-0 3-2 due=move last=R7", 1),
    # Cards of their own, two rounds.
    "cards": (
        "8WN20,10WS22/3EN9 WS22 B 0-0 3-2 due=move last=B8 cards=B8:75:5:3:1,B10:80:2:1:4,R3:70:2:3:4", 2,
    ),
    # The last round is over.
    "kick": ("8WN20,10WS22/3EN9 WS22 B 0-0 3-2 last=B8", 1),
}  # fmt: skip

COUNTS = {
    ("open", 1): 105,
    ("open", 2): 11_025,
    ("crowd", 2): 9_499,
    ("corner", 2): 1_453,
    ("halfway", 2): 186,
    ("cards", 3): 845,
    ("cards", 4): 10_985,
    ("kick", 1): 2,
}


def rules_for(rounds: int) -> SoccerChessRules:
    return SoccerChessRules.of(options={"rounds": rounds})


def count(rules: SoccerChessRules, position: Position, depth: int) -> int:
    """How many ways there are to go on for so many acts; a kick ends each."""
    if depth == 0 or position.awaits is not None:
        return 1
    acts = list(rules.legal_actions(position))
    if depth == 1 or acts[0].kind in {"kick", "shot"}:
        return len(acts)
    return sum(count(rules, rules.apply(position, act).position, depth - 1) for act in acts)


def as_reference(position: SoccerChessPosition, rounds: int) -> reference.State:
    assert position.holder is not None
    return reference.State(
        pieces={piece: reference.square(space) for piece, space in position.pieces.items()},
        holder=position.holder,
        turn=position.side,
        rounds=rounds,
        round=position.round,
        dribbled=position.dribbled,
        kick=position.due == "kick",
        cards={piece: (card.blue, card.green, card.red) for piece, card in position.roster.items()},
    )


def keyed(position: SoccerChessPosition, action: Action) -> tuple[str, reference.Square] | str:
    """An action of the engine in the reference's words."""
    if action.kind != "move":
        return "pass" if action.kind == "no_move" else action.kind
    mark, space = action.path[-1]
    assert (mark == "~") == (action.piece == position.holder)
    return action.piece or "", reference.square(space)


@pytest.mark.parametrize(("name", "depth"), COUNTS)
def test_counts_stand_as_they_were_counted_twice(name: str, depth: int) -> None:
    line, rounds = POSITIONS[name]
    rules = rules_for(rounds)
    position = rules.parse_position(line)
    assert count(rules, position, depth) == COUNTS[name, depth]
    assert reference.count(as_reference(position, rounds), depth) == COUNTS[name, depth]


def scattered(rng: random.Random, rounds: int) -> SoccerChessPosition:
    """Some of each side close enough to meet, with cards of their own; the ball with one of them."""
    x, y = rng.randrange(34), rng.randrange(24)
    rules = rules_for(rounds)
    grid = rules.laws.pitch.grid
    near = [grid.named((x + dx + 1, y + dy)) for dx in range(6) for dy in range(6)]
    pieces = [f"{team}{number}" for team in "BR" for number in rng.sample(range(2, 16), rng.randint(2, 8))]
    spaces = rng.sample(near, len(pieces))
    cards = {p: {"blue": rng.randrange(7), "green": rng.randrange(5), "red": rng.randrange(6)} for p in pieces}
    return rules.read_position({
        "pieces": dict(zip(pieces, spaces, strict=True)), "ball": rng.choice(spaces), "turn": rng.choice("BR"),
        "due": "move", "round": rng.randint(1, rounds), "dribbled": rng.random() < 0.3, "roster": cards,
    })  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_the_same_actions_are_legal_by_both_readings(seed: int) -> None:
    rng = random.Random(seed)
    rounds = rng.randint(1, 3)
    rules, position = rules_for(rounds), scattered(rng, rounds)
    listed = [keyed(position, action) for action in rules.legal_actions(position)]
    assert len(set(listed)) == len(listed)
    state = as_reference(position, rounds)
    assert set(listed) == reference.legal(state)
    for action in rng.sample(list(rules.legal_actions(position)), min(15, len(listed))):
        after = rules.act(position, action)
        assert isinstance(after, Ruling)
        told = rules.read_position(rules.write_position(after.position))
        assert as_reference(told, rounds) == reference.done(state, keyed(position, action))


@pytest.mark.parametrize("seed", range(60))
def test_the_ball_is_whose_it_is_by_both_readings(seed: int) -> None:
    rng = random.Random(1000 + seed)
    rules = rules_for(1)
    grid = rules.laws.pitch.grid
    pieces = [f"{team}{number}" for team in "BR" for number in rng.sample(range(2, 16), rng.randint(1, 10))]
    spaces = rng.sample(grid.field_spaces, len(pieces))
    kicker = rng.choice(pieces)
    skill = {piece: rng.choice([70, 75, 80]) for piece in (*pieces, "B1", "R1")}
    position = rules.read_position({
        "pieces": dict(zip(pieces, spaces, strict=True)), "ball": spaces[pieces.index(kicker)], "turn": kicker[0],
        "roster": {piece: {"skill": value} for piece, value in skill.items()},
    })  # fmt: skip
    ball = rng.choice(grid.field_spaces)
    kicked = rules.act(position, parse_action(f"{kicker}*"))
    assert isinstance(kicked, Ruling)
    rested = rules.act(kicked.position, parse_action(f"ball@{ball}"))
    assert isinstance(rested, Ruling)
    standing = {piece: reference.square(space) for piece, space in position.pieces.items()}
    owners = reference.owner(standing, skill, kicker, reference.square(ball))
    after = rules.read_position(rules.write_position(rested.position))
    if not owners:
        assert rested.events[-1].type == "free_ball"
    elif len(owners) > 1:
        assert after.awaits is not None
        assert set(after.awaits.left["among"]) == owners
    elif owners <= {"B1", "R1"}:
        owner = after.holder
        assert after.awaits is not None or (owner is not None and {owner[0]} == {piece[0] for piece in owners})
    else:
        assert {after.holder} == owners
        assert after.pieces[after.holder or ""] == ball


def test_a_played_match_has_the_actions_it_had() -> None:
    """Each action's comment tells how many actions were legal when it was done."""
    game = read_game((DATA / "soccer_chess_passage.txt").read_text(encoding="utf-8"))
    before, told = game.start, 0
    for step in game.steps:
        if not isinstance(step.done, Roll) and step.comment:
            number = int(step.comment.split(" legal")[0])
            assert sum(1 for _ in game.rules.legal_actions(before)) == number
            told += 1
        before = step.ruling.position
    assert told >= 20
