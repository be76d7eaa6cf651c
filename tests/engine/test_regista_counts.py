"""Legal actions counted, several acts deep, against fixed numbers and against a second reading of the rules."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.chance import every_roll
from engine.game_reader import read_game
from engine.games.regista import RegistaRules
from engine.match import Action, Roll
from engine.ruleset import Ruling
from tests.engine import reference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.regista.position import RegistaPosition
    from engine.match import Position

RULES = RegistaRules.of()
DATA = Path(__file__).parents[1] / "data"


def stopped(position: Position) -> bool:
    """Where the reference ends a passage of play."""
    waits = position.awaits is not None and position.awaits.type == "placement"
    return waits or position.restart is not None


def count(position: Position, depth: int) -> int:
    """How many ways there are to go on for so many acts and rolls; a passage that stopped has one."""
    if stopped(position) or depth == 0:
        return 1
    if position.awaits is not None:
        return sum(count(going_on(RULES.roll(position, roll)), depth - 1) for roll in every_roll(position.awaits))
    if depth == 1:
        return sum(1 for _ in RULES.legal_actions(position))
    return sum(count(RULES.apply(position, act).position, depth - 1) for act in RULES.legal_actions(position))


def going_on(verdict: object) -> Position:
    assert isinstance(verdict, Ruling)
    return verdict.position


def as_reference(position: RegistaPosition) -> reference.State:
    return reference.State(
        pieces={piece: reference.cube(space) for piece, space in position.pieces.items()},
        ball=reference.cube(str(position.ball)),
        turn=position.side,
        moved=position.moved,
        tackled=position.tackled,
        barred=position.holder_may_not,
    )


def keyed(position: RegistaPosition, action: Action) -> tuple[str, str, object]:
    """An action of the engine in the reference's words."""
    if action.kind == "end":
        return "end", "", ""
    piece = action.piece or ""
    if action.kind == "tackle":
        return "tackle", piece, action.other
    if action.kind != "move":
        return action.kind, piece, reference.cube(action.target or "")
    mark, space = action.path[-1]
    takes = mark == "~" or (position.holder is None and space == position.ball)
    return ("carry" if takes else "move"), piece, reference.cube(space)


POSITIONS = {
    # Two whole sides after a kick-off, the ball with blue's midfield.
    "open": "1H1,2B4,3F3,4J3,5N4,7B6,6F6,8J6,10N6,9H11,11J9/1H21,2N18,3J19,4F19,5B18,7N16,6J16,8F16,10B16,9J13,11F13"
            " F6 B 0-0 0-0 barred=B9",
    # A crowd round the ball, red to tackle.
    "duel": "1H2,4G10,6H11,9I12,8J10/1H21,3H12,5G12,7I11,9H10 H11 R 0-0 2-1",
    # A free ball that several may take, one of them not.
    "loose": "6H8,9H11,15F9,1H2/1H21,3H13,8G14 H10 B 0-0 0-0 barred=B9",
    # Before the goal: shots, dribbles into it, an offside line.
    "chance": "9G20,11I20,8E19,1H2/1H21,2G22,4D18,5K19 G20 B 1-0 5-5",
    # From afar: distance shots and long passes, with the keeper out of reach.
    "afar": "9H17,15M16,7F12,1H2/1C12,2N20,3A21 H17 B 0-0 5-5",
    # At the edge: ways out over both lines.
    "edge": "1A2,4B1,9C4/9A1,1H21,8C3 A1 R 0-2 7-6",
    # The regista with the ball: two steps, exact long passes.
    "regista": "15E12,9C15,10G9,1H1/1H21,3D13,4G16 E12 B 0-0 0-0",
    # Late in a turn: one has moved, one has tried.
    "late": "4H10,6G11,9K5,1H1/9H11,8I12,1H21 H11 B 0-0 3-3 moved=B6 tackled=B6",
    # Nothing left but the end.
    "spent": "4C3,6G11,9K5,1H1/9H11,8I12,1H21 H11 B 0-0 3-3 moved=B6,B4",
}  # fmt: skip

COUNTS = {
    ("open", 1): 364,
    ("open", 2): 114_281,
    ("duel", 1): 115,
    ("duel", 2): 10_687,
    ("loose", 2): 10_187,
    ("chance", 2): 16_305,
    ("afar", 2): 17_946,
    ("edge", 2): 1_436,
    ("edge", 3): 20_201,
    ("regista", 2): 18_020,
    ("late", 2): 295,
    ("late", 3): 24_916,
    ("spent", 3): 11_559,
}


@pytest.mark.parametrize(("name", "depth"), COUNTS)
def test_counts_stand_as_they_were_counted_twice(name: str, depth: int) -> None:
    position = RULES.parse_position(POSITIONS[name])
    assert count(position, depth) == COUNTS[name, depth]


SLOW = {("open", 2), ("edge", 3)}
"""Not counted a second time here: the reference needs several seconds. It counted the same."""


@pytest.mark.parametrize(("name", "depth"), [key for key in COUNTS if key not in SLOW])
def test_a_second_reading_of_the_rules_counts_the_same(name: str, depth: int) -> None:
    assert reference.count(as_reference(RULES.parse_position(POSITIONS[name])), depth) == COUNTS[name, depth]


def scattered(rng: random.Random) -> RegistaPosition:
    """Some of each side anywhere, close enough to meet; the ball at somebody's feet or free."""
    first = rng.randrange(14)
    near = [s for s in RULES.board.grid.field_spaces if first <= int(s[1:]) <= first + 8]
    pieces = [f"{team}{number}" for team in "BR" for number in rng.sample(range(1, 16), rng.randint(3, 11))]
    spaces = rng.sample(near, len(pieces) + 1)
    chosen = {
        "pieces": dict(zip(pieces, spaces, strict=False)),
        "ball": rng.choice(spaces),
        "turn": rng.choice("BR"),
        "holder_may_not": rng.choice([None, pieces[0]]),
    }
    ours = [piece for piece in pieces if piece[0] == chosen["turn"]]
    return RULES.read_position({**chosen, "moved": ours[: rng.randrange(3)], "tackled": ours[: rng.randrange(2)]})


@pytest.mark.parametrize("seed", range(40))
def test_the_same_actions_are_legal_by_both_readings(seed: int) -> None:
    position = scattered(random.Random(seed))
    if position.holder is not None and position.holder == position.holder_may_not:
        position = position.but(holder_may_not=None)
    listed = [keyed(position, action) for action in RULES.legal_actions(position)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == reference.legal(as_reference(position))


def written(position: RegistaPosition) -> Iterator[Action]:
    """Every action in its short form that somebody might write for the side on turn."""
    spaces = RULES.board.grid.spaces
    for piece in position.side_pieces(position.side):
        for space in spaces:
            yield from (Action(kind, piece, target=space) for kind in ("pass", "shot"))
            yield from (Action("move", piece, path=((mark, space),)) for mark in ("-", "~"))
        yield from (Action("tackle", piece, other=other) for other in position.pieces)


@pytest.mark.parametrize("seed", range(40, 60))
def test_what_is_judged_legal_is_what_the_second_reading_allows(seed: int) -> None:
    position = scattered(random.Random(seed)).but(holder_may_not=None)
    allowed = reference.legal(as_reference(position))
    accepted = set()
    for action in written(position):
        verdict = RULES.act(position, action)
        if isinstance(verdict, Ruling):
            kind, piece, what = keyed(position, action)
            if kind in {"move", "carry"}:
                # A move may be found to lead over the ball only: then the ball goes along.
                takes = any(event.type in {"dribble", "possession"} for event in verdict.events)
                kind = "carry" if takes else "move"
            accepted.add((kind, piece, what))
    assert accepted <= allowed
    left = {act for act in allowed - accepted if act[0] != "end"}
    # What is left needs its way spelled out: to the ball and on with it.
    assert all(kind == "carry" and position.holder is None for kind, _, _ in left)


@pytest.mark.parametrize("example", [1, 2, 3])
def test_the_rulebooks_demonstrations(example: int) -> None:
    """Each action's comment tells how many actions were legal when it was done."""
    game = read_game((DATA / f"regista_example_{example}.txt").read_text(encoding="utf-8"))
    before = game.start
    counted = 0
    for step in game.steps:
        if not isinstance(step.done, Roll):
            number = int(step.comment.split(" legal")[0])
            assert sum(1 for _ in RULES.legal_actions(before)) == number
            assert len(reference.legal(as_reference(RULES.read_position(RULES.write_position(before))))) == number
            counted += 1
        before = step.ruling.position
    assert counted >= 3
