"""What holds in every position that Soccer Fun's random play can reach, and its ways against a second reading."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.games.soccer_fun import SoccerFunRules
from engine.games.soccer_fun.roles import NUMBERS
from engine.match import Action, Roll
from engine.notation import DIRECTIONS
from tests.engine.fun import RULES
from tests.engine.fun_reference import GOALS, INSIDE, SQUARES, ends

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.match import Position
    from engine.ruleset import Ruling

GRID = RULES.board.grid
PIECES = [*NUMBERS["B"], *NUMBERS["R"]]


def scattered(rng: random.Random) -> SoccerFunPosition:
    """Two elevens, most of them close together, now and then on the ring."""
    first = rng.randrange(0, 14)
    near = [space for space in sorted(SQUARES - GOALS) if first <= int(space[1:]) <= first + 9]
    spaces = rng.sample(near, 23)
    ball = rng.choice([space for space in spaces if space in INSIDE])
    pieces = dict(zip(PIECES, spaces, strict=False))
    return RULES.read_position({"pieces": pieces, "ball": ball, "turn": rng.choice("BR")})


def dice(position: Position, rng: random.Random) -> Roll:
    assert position.awaits is not None
    if not isinstance(position.awaits.dice, int):
        return Roll(duel=(rng.randint(1, 6), rng.randint(1, 6)))
    return Roll(faces=tuple(rng.randint(1, 6) for _ in range(position.awaits.dice)))


def played(
    rng: random.Random, most: int, start: SoccerFunPosition | None = None
) -> Iterator[tuple[Any, Action | Roll, Ruling]]:
    """Positions of one random passage of play, each with what was done in it and the ruling."""
    position: Any = scattered(rng) if start is None else start
    for _ in range(most):
        done: Action | Roll | None
        if position.awaits is not None and position.awaits.type == "roll":
            done = dice(position, rng)
            verdict = RULES.roll(position, done)
        else:
            done = RULES.draw(position, rng)
            if done is None:
                return
            verdict = RULES.act(position, done)
        assert verdict, (RULES.format_position(position), done, verdict)
        yield position, done, verdict
        position = verdict.position


@pytest.mark.parametrize("seed", range(10))
def test_play_keeps_its_invariants(seed: int) -> None:
    for before, done, verdict in played(random.Random(seed), 150):
        after, types = verdict.position, [event.type for event in verdict.events]
        spaces = list(after.pieces.values())
        assert len(set(spaces)) == len(spaces)
        assert set(spaces) <= SQUARES - GOALS
        if not (before.placing or after.placing):
            assert set(after.pieces) == set(before.pieces)
        gained = (after.score.B - before.score.B) + (after.score.R - before.score.R)
        assert gained == types.count("goal")
        if after.ball is None:
            assert after.restart in {"goal_kick", "kick_off"}
        elif after.ball not in INSIDE:
            assert after.restart == "throw_in"
        moved = {piece for piece, space in after.pieces.items() if before.pieces.get(piece, space) != space}
        assert len(moved) <= 1
        ended = isinstance(done, Action) and done.kind in {"move", "pass", "choice"} and after.awaits is None
        finished = sum(after.turns_done.of(team) - before.turns_done.of(team) for team in ("B", "R"))
        assert finished == ended
        if "full_time" not in types:
            assert not RULES.status(after).faults, RULES.format_position(after)


def test_random_matches_are_played_out_and_have_everything_in_them() -> None:
    rng, seen = random.Random(11), Counter[str]()
    for _ in range(6):
        start = RULES.read_position({"turn": None})
        last: Any = start
        for _, _, verdict in played(rng, 20_000, start):
            seen.update(event.type for event in verdict.events)
            last = verdict.position
        assert max(last.score.B, last.score.R) == 3
    wanted = {
        "goal", "kick", "move", "deflection", "possession", "free_ball", "throw_in", "goal_kick", "corner", "full_time",
    }  # fmt: skip
    assert wanted <= set(seen), wanted - set(seen)


def listed(position: SoccerFunPosition, piece: str) -> set[tuple[str, str, int]]:
    """The same as the rules list it."""
    found = set()
    for action in RULES.legal_actions(position):
        assert (action.kind, action.piece) == ("move", piece)
        ruling = RULES.act(position, action)
        assert ruling
        kick: Mapping[str, Any] = next((event.data for event in ruling.events if event.type == "kick"), {})
        end = ruling.events[0].data["to"]
        found.add((end, kick.get("direction", ""), kick.get("squares", 0)))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_a_figure_gets_where_a_second_reading_of_the_rules_says(seed: int) -> None:
    rng = random.Random(4000 + seed)
    position = scattered(rng)
    movable = [piece for piece in position.side_pieces(position.side) if position.holder in {None, *NUMBERS["B"]}]
    if position.holder is not None and position.holder[0] == position.turn:
        return
    for piece in movable[:4]:
        count = rng.randint(1, 3)
        total = rng.randint(count, 6 * count)
        rolled = RULES.read_position(
            {**RULES.write_position(position), "declared": {"by": piece, "dice": count, "sum": total}}
        )
        assert listed(rolled, piece) == ends(rolled, piece, total)


def conceivable() -> Iterator[Action]:
    """Every action that could be written with a figure and a square, in its shortest form."""
    for direction in DIRECTIONS:
        yield Action("choice", direction=direction)
    for space in sorted(SQUARES):
        yield Action("ball", target=space)
    for piece in PIECES:
        for count in range(1, 10):
            yield Action("declare", piece=piece, dice=count)
        for direction in DIRECTIONS:
            yield Action("pass", piece=piece, direction=direction)
        for space in sorted(SQUARES):
            yield Action("place", piece=piece, target=space)


@pytest.mark.parametrize("kind", ["throw_in", "corner", "goal_kick", "deflection", "play", "kick_off", "kick"])
def test_no_legal_action_is_missing(kind: str) -> None:
    """Against an independent list: every conceivable action but moves, tried one by one."""
    before = first_of(kind)
    tried = {action for action in conceivable() if RULES.act(before, action)}
    assert tried
    # Putting a figure or the ball down where it is changes nothing: it may be done, and is not listed.
    unchanged = {action for action in tried if before.restart == "kick_off" and _changes_nothing(before, action)}
    assert tried - unchanged == set(RULES.legal_actions(before)) - unchanged


def _changes_nothing(position: SoccerFunPosition, action: Action) -> bool:
    return action.kind in {"place", "ball"} and action.target == position.pieces.get(action.piece or "", position.ball)


def first_of(kind: str) -> SoccerFunPosition:
    rng = random.Random(5)
    while True:
        for before, _, _ in played(rng, 200):
            awaits, restart = before.awaits, before.restart
            if awaits is not None and awaits.cause == "deflection":
                now = "deflection"
            elif awaits is not None or (restart == "kick_off" and len(before.pieces) < 21):
                continue
            elif before.declared is not None:
                now = "kick" if before.declared.by == before.holder else "move"
            else:
                now = restart or "play"
            if now == kind:
                return before


@pytest.mark.parametrize(
    ("square", "total", "reached"),
    [
        ("A1", 1, {"A2", "B1", "A0", "Z1"}),
        ("A1", 2, {"A3", "C1", "B2", "B0", "Z2", "Z0", "A1"}),
        ("Z0", 2, {"Z2", "Z0", "A1", "B0"}),
        # Beside the goal a figure that goes south meets it at once, and turns; two to the north or east are free.
        ("E0", 2, {"C0", "D1", "E0", "E2", "F1"}),
    ],
)
def test_squares_reached_with_four_directions_as_counted_by_hand(square: str, total: int, reached: set[str]) -> None:
    rules = SoccerFunRules.of(options={"directions": 4})
    dice_rolled = {"by": "B9", "dice": 1, "sum": total}
    position = rules.read_position({"pieces": {"B9": square, "R6": "O23"}, "ball": "H12", "declared": dice_rolled})
    assert {action.path[-1][1] for action in rules.legal_actions(position)} == reached
