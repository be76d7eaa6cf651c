"""What holds in every position that Masume's random play can reach, whatever is played."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import load_ruleset
from engine.games.very_much.choices import HEADED, KEEP, SENT
from engine.games.very_much.roles import NUMBERS
from engine.match import Action, Roll
from engine.notation import DIRECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.very_much.position import MasumePosition
    from engine.match import Position
    from engine.ruleset import Ruleset, Ruling

RULES = load_ruleset("very-much")
SPACES = RULES.board.grid.spaces
PIECES = [*NUMBERS["B"], *NUMBERS["R"]]
TRIED_KINDS = {
    "play", "throw_in", "corner", "free_kick", "goal_kick", "penalty", "kick_off", "flick", "rebound", "header",
}  # fmt: skip


def scattered(rng: random.Random) -> Position:
    """Two elevens, most of them round the ball and before a goal."""
    first = rng.randrange(1, 14)
    near = [space for space in RULES.board.grid.field_spaces if first <= int(space[1:]) <= first + 9]
    spaces = rng.sample(near, 23)
    ball = rng.choice([spaces[0], spaces[1], spaces[11], spaces[22]])
    turns = rng.randrange(29)
    done = {"B": turns, "R": turns}
    pieces = dict(zip(PIECES, spaces, strict=False))
    return RULES.read_position({"pieces": pieces, "ball": ball, "turn": "B", "turns_done": done})


def dice(position: Position, rng: random.Random) -> Roll:
    assert position.awaits is not None
    if position.awaits.dice == 1:
        return Roll(faces=(rng.randint(1, 6),))
    return Roll(duel=(rng.randint(1, 6), rng.randint(1, 6)))


def played(rng: random.Random, most: int, rules: Ruleset = RULES) -> Iterator[tuple[Any, Action | Roll, Ruling]]:
    """Positions of one random passage of play, each with what was done in it and the ruling."""
    position = scattered(rng)
    for _ in range(most):
        done: Action | Roll | None
        if position.awaits is not None and position.awaits.type == "roll":
            done = dice(position, rng)
            verdict = rules.roll(position, done)
        else:
            done = rules.draw(position, rng)
            if done is None:
                return
            verdict = rules.act(position, done)
        assert verdict, (rules.format_position(position), done, verdict)
        yield position, done, verdict
        position = verdict.position


def kind_of(position: Position) -> str:
    if position.awaits is not None:
        return position.awaits.cause
    return position.restart or "play"


@pytest.mark.parametrize("seed", range(10))
def test_play_keeps_its_invariants(seed: int) -> None:
    for before, _, verdict in played(random.Random(seed), 150):
        after, types = verdict.position, [event.type for event in verdict.events]
        spaces = list(after.pieces.values())
        assert len(set(spaces)) == len(spaces)
        assert set(spaces) <= RULES.board.grid.field
        if not (before.placing or after.placing or "goal" in types):
            assert set(after.pieces) == set(before.pieces)
        assert after.ball in RULES.board.grid.field or after.restart in {"goal_kick", "corner"}
        gained = (after.score.B - before.score.B) + (after.score.R - before.score.R)
        assert gained == types.count("goal")
        finished = sum(after.turns_done.of(team) - before.turns_done.of(team) for team in ("B", "R"))
        assert finished == (after.turn != before.turn)
        assert len(after.plays) <= 3
        assert len(set(after.plays)) == len(after.plays)
        if "full_time" not in types:
            assert not RULES.status(after).faults, RULES.format_position(after)


def conceivable() -> Iterator[Action]:
    """Every action that could be written with a piece and a space or another piece, in its shortest form."""
    yield Action("end")
    yield from (KEEP, *SENT.values(), *HEADED.values())
    for piece in PIECES:
        yield Action("shot", piece=piece)
        for way in DIRECTIONS:
            yield Action("pass", piece=piece, direction=way)
            yield Action("lob", piece=piece, direction=way)
        for space in SPACES:
            yield Action("pass", piece=piece, target=space)
            yield Action("place", piece=piece, target=space)
            for mark in ("-", "~"):
                yield Action("move", piece=piece, path=((mark, space),))
        for other in PIECES:
            yield Action("tackle", piece=piece, other=other)


def outcome(position: Position, action: Action) -> tuple[Any, ...] | None:
    """What an action leads to, or None if it is refused."""
    verdict = RULES.act(position, action)
    if not verdict:
        return None
    after = verdict.position
    return action.kind, action.piece, tuple(sorted(after.pieces.items())), after.ball, str(after.awaits), after.turn


@pytest.fixture(scope="module")
def every_action() -> tuple[Action, ...]:
    return tuple(conceivable())


@pytest.fixture(scope="module")
def first_of_kind() -> dict[str, MasumePosition]:
    """The first position of each kind that random play comes to."""
    rng = random.Random(5)
    found: dict[str, MasumePosition] = {}
    while not set(found) >= TRIED_KINDS:
        for before, _, _ in played(rng, 150):
            if before.restart != "kick_off" or len(before.pieces) == 21:
                found.setdefault(kind_of(before), before)
    return found


@pytest.mark.parametrize("kind", sorted(TRIED_KINDS))
def test_no_legal_action_is_missing(
    kind: str, first_of_kind: dict[str, MasumePosition], every_action: tuple[Action, ...]
) -> None:
    """Against an independent list: every conceivable action, tried one by one."""
    before = first_of_kind[kind]
    listed = {outcome(before, action) for action in RULES.legal_actions(before)}
    tried = {found for action in every_action if (found := outcome(before, action)) is not None}
    # Putting a piece down where it stands changes nothing and is not listed.
    unchanged = {found for found in tried if found[0] == "place" and dict(found[2]) == dict(before.pieces)}
    assert tried
    assert tried - unchanged <= listed


def test_random_matches_have_everything_in_them() -> None:
    rules = load_ruleset("very-much", options={"turns": 30})
    rng, seen = random.Random(11), Counter[str]()
    for _ in range(4):
        position = rules.read_position({"turn": None})
        while True:
            if position.awaits is not None and position.awaits.type == "roll":
                verdict = rules.roll(position, dice(position, rng))
            else:
                action = rules.draw(position, rng)
                if action is None:
                    break
                verdict = rules.act(position, action)
            assert verdict
            seen.update(event.type for event in verdict.events)
            position = verdict.position
        assert (position.turns_done.B, position.turns_done.R) == (30, 30)
    wanted = {"goal", "charge", "foul", "free_kick", "throw_in", "kick", "header", "flick", "rebound", "full_time"}
    assert wanted <= set(seen), wanted - set(seen)
