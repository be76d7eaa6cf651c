"""Masume's legal actions counted, several acts deep, and against a second reading of the rules."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from engine.chance import every_roll
from engine.game_reader import read_game
from engine.game_text import write_game
from engine.games.very_much import MasumeRules
from engine.match import Roll
from engine.ruleset import Ruling
from tests.engine import masume_reference as reference

if TYPE_CHECKING:
    from engine.games.very_much.position import MasumePosition
    from engine.match import Action, Position

RULES = MasumeRules.of(options={"offside": False})
DATA = Path(__file__).parents[1] / "data"


def stopped(position: Position) -> bool:
    return position.restart is not None


def count(position: Position, depth: int) -> int:
    """How many ways there are to go on for so many acts, every fall of the dice counted; what stopped has one."""
    if depth == 0 or stopped(position):
        return 1
    return sum(outcomes(position, action, depth) for action in RULES.legal_actions(position))


def outcomes(position: Position, action: Action, depth: int) -> int:
    after = RULES.apply(position, action).position
    if after.awaits is None or after.awaits.type != "roll":
        return count(after, depth - 1)
    found = 0
    for roll in every_roll(after.awaits):
        verdict = RULES.roll(after, roll)
        assert isinstance(verdict, Ruling)
        found += count(verdict.position, depth - 1)
    return found


def as_reference(position: MasumePosition) -> reference.State:
    awaits = position.awaits
    waits: tuple[object, ...] | None = None
    if awaits is not None:
        more = (awaits.side, awaits.left["squares"]) if awaits.cause != "header" else ()
        waits = (awaits.cause, awaits.by, *more)
    return reference.State(
        pieces={piece: reference.square(space) for piece, space in position.pieces.items()},
        ball=reference.square(str(position.ball)),
        turn=position.side,
        offence=position.offence,
        plays=position.plays,
        waits=waits,
    )


POSITIONS = {
    # Two whole sides after a kick-off.
    "open": "1H1,2C4,3G4,4I4,5M4,6E7,7K7,8H9,9H11,10C9,11M9/1H22,2M19,3I19,4G19,5C19,6K16,7E16,8H14,9I13,10M14,11C14"
    " H10 B 0-0 0-0 offence=B",
    # A crowd round the ball: charges, advantages, a foul.
    "duel": "1H2,3H12,4I12,5G11,6G9/1H21,8H11,9I11 H11 B 0-0 0-0",
    # Before the own goal: the penalty area's advantages.
    "area": "1H1,3G2/9H2,8I3,1H22 H2 B 0-0 0-0",
    # A free ball that several may take.
    "loose": "6H8,9H11/3H13,8G10 H10 B 0-0 0-0 offence=R",
    # Before the goal: grounders, flicks, lobs, dribbles into it.
    "chance": "9H20,8G21,7J20/1H22,4F20 H20 B 0-0 0-0",
    # At the edge: ways out over both lines.
    "edge": "1A2,4B1/9A1,8C3 A1 R 0-0 0-0",
    # Two played, one of them twice.
    "late": "9H20,8G21/1H22,4F20 H20 B 0-0 0-0 plays=B9:move,B8:move",
    # Nothing left but the end.
    "spent": "9H20,8G21/1H22,4F20 H20 B 0-0 0-0 plays=B9:move,B8:move,B9:kick",
}

COUNTS = {
    ("open", 1): 496,
    ("duel", 1): 228,
    ("duel", 2): 44_473,
    ("area", 2): 15_410,
    ("loose", 2): 11_476,
    ("chance", 2): 28_809,
    ("edge", 2): 8_172,
    ("late", 2): 6_169,
    ("spent", 3): 2_302,
}

SLOW = {("duel", 2), ("chance", 2)}
"""Not counted a second time here: the reference needs several seconds. It counted the same."""


@pytest.mark.parametrize(("name", "depth"), COUNTS)
def test_counts_stand_as_they_were_counted_twice(name: str, depth: int) -> None:
    assert count(RULES.parse_position(POSITIONS[name]), depth) == COUNTS[name, depth]


@pytest.mark.parametrize(("name", "depth"), [key for key in COUNTS if key not in SLOW])
def test_a_second_reading_of_the_rules_counts_the_same(name: str, depth: int) -> None:
    assert reference.count(as_reference(RULES.parse_position(POSITIONS[name])), depth) == COUNTS[name, depth]


def scattered(rng: random.Random) -> MasumePosition:
    """Some of each side anywhere, close enough to meet; the ball at somebody's feet or free."""
    first = rng.randrange(1, 16)
    near = [space for space in RULES.board.grid.field_spaces if first <= int(space[1:]) <= first + 7]
    pieces = [f"{team}{number}" for team in "BR" for number in rng.sample(range(1, 12), rng.randint(4, 11))]
    spaces = rng.sample(near, len(pieces) + 1)
    position = RULES.read_position({
        "pieces": dict(zip(pieces, spaces, strict=False)),
        "ball": rng.choice(spaces),
        "turn": rng.choice("BR"),
    })  # fmt: skip
    ours = list(position.side_pieces(position.side))
    plays = tuple((piece, "move") for piece in ours[: rng.randrange(4)])
    offence = position.offence if position.holder else rng.choice("BR")
    return position.but(plays=plays, offence=offence)


def keyed(position: MasumePosition, action: Action) -> reference.Act:
    """An action of the engine in the reference's words."""
    piece, target = action.piece, action.target
    match action.kind:
        case "move":
            after = RULES.apply(position, action).position
            end = reference.square(action.path[-1][1])
            went_in = after.restart is not None
            return "move", piece, end, end if went_in else reference.square(str(after.ball))
        case "pass" if target is not None:
            return "inside", piece, reference.square(target)
        case "pass":
            return "grounder", piece, action.direction
        case "tackle":
            return "charge", piece, action.other
        case "choice":
            return _chosen(position, action)
        case kind:
            return (kind,) if piece is None else (kind, piece, action.direction)


def _chosen(position: MasumePosition, action: Action) -> reference.Act:
    word = action.direction or ""
    if word == "keep":
        return ("keep",)
    if position.awaits is not None and position.awaits.cause == "header":
        return "head", word[:-1], int(word[-1])
    return "send", word


def told(position: MasumePosition) -> object:
    """A position of the engine as the reference tells it, as far as it goes."""
    if position.restart is not None:
        return reference.STOPPED
    return as_reference(position)


def falls(position: MasumePosition, action: Action) -> list[object]:
    after = RULES.apply(position, action).position
    if after.awaits is None or after.awaits.type != "roll":
        return [told(after)]
    verdicts = [RULES.roll(after, roll) for roll in every_roll(after.awaits)]
    return [told(verdict.position) for verdict in verdicts if isinstance(verdict, Ruling)]


@pytest.mark.parametrize("seed", range(24))
def test_the_same_is_legal_and_comes_of_it_by_both_readings(seed: int) -> None:
    rng = random.Random(seed)
    position = scattered(rng)
    for _ in range(3):
        listed = {keyed(position, action): action for action in RULES.legal_actions(position)}
        state = as_reference(position)
        assert set(listed) == reference.legal(state)
        for act in rng.sample(sorted(listed, key=str), min(40, len(listed))):
            assert falls(position, listed[act]) == reference.after(state, act), act
        going_on = [fall for act in listed.values() for fall in onward(position, act)]
        if not going_on:
            return
        position = rng.choice(going_on)


def onward(position: MasumePosition, action: Action) -> list[MasumePosition]:
    """Where a kick leads to in open play, choices first: moves are met by scattering."""
    if action.kind not in {"pass", "lob", "choice", "tackle"}:
        return []
    after = RULES.apply(position, action).position
    if after.awaits is not None and after.awaits.type == "roll":
        rolls = [RULES.roll(after, roll) for roll in every_roll(after.awaits)]
        ends = [verdict.position for verdict in rolls if isinstance(verdict, Ruling)]
    else:
        ends = [after]
    waiting = [end for end in ends if end.awaits is not None]
    return waiting or [end for end in ends if end.restart is None]


def test_a_played_passage_has_its_number_of_legal_actions_at_each_step() -> None:
    """Each action's comment tells how many were legal when it was done; in open play both readings count them."""
    text = (DATA / "masume_match.txt").read_text(encoding="utf-8")
    game = read_game(text)
    before, counted = game.start, 0
    for step in game.steps:
        if not isinstance(step.done, Roll):
            assert sum(1 for _ in RULES.legal_actions(before)) == int(step.comment)
            if before.restart is None:
                assert len(reference.legal(as_reference(before))) == int(step.comment)
                counted += 1
        before = step.ruling.position
    assert counted > 35
    assert write_game(game) == text
    assert game.undo().undo().position.score.R == 0
