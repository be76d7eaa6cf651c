"""What holds in every position that play can reach, whatever is played."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.games import load_ruleset
from engine.games.regista.roles import PIECES
from engine.match import Action, Roll

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match import Position
    from engine.ruleset import Ruling

RULES = load_ruleset("regista")
SPACES = RULES.board.grid.spaces
TRIED_KINDS = {"play", "throw_in", "corner", "free_kick", "save"}


def scattered(rng: random.Random) -> Position:
    """Two elevens anywhere, the ball at a piece's feet or free."""
    pieces = [f"{team}{number}" for team in "BR" for number in (1, *rng.sample(range(2, 16), 10))]
    spaces = rng.sample(RULES.board.grid.field_spaces, 23)
    ball = rng.choice([spaces[0], spaces[1], spaces[11], spaces[22]])
    turns = rng.randrange(15)
    raw = {
        "pieces": dict(zip(pieces, spaces, strict=False)),
        "ball": ball,
        "turn": "B",
        "turns_done": {"B": turns, "R": turns},
    }
    return RULES.read_position(raw)


def dice(position: Position, rng: random.Random) -> Roll:
    assert position.awaits is not None
    if position.awaits.dice == 1:
        return Roll(faces=(rng.randint(1, 6),))
    return Roll(duel=(rng.randint(1, 6), rng.randint(1, 6)))


def weight(action: Action) -> int:
    """Chances, passes and dribbles rather than wandering about, so that play gets to the rare rules."""
    if action.kind in {"shot", "tackle"}:
        return 80
    return 20 if action.kind == "pass" or (action.path and action.path[-1][0] == "~") else 1


def played(rng: random.Random, most: int) -> Iterator[tuple[Position, Ruling]]:
    """Positions of one random passage of play, each with the ruling that led to it."""
    position = scattered(rng)
    for _ in range(most):
        if position.awaits is not None and position.awaits.type == "roll":
            verdict = RULES.roll(position, dice(position, rng))
        else:
            actions = list(RULES.legal_actions(position))
            if not actions:
                return
            verdict = RULES.act(position, rng.choices(actions, [weight(action) for action in actions])[0])
        assert verdict
        yield position, verdict
        position = verdict.position


def kind_of(position: Position) -> str:
    if position.awaits is not None:
        return position.awaits.cause
    return position.restart or "play"


@pytest.mark.parametrize("seed", range(12))
def test_play_keeps_its_invariants(seed: int) -> None:
    for before, verdict in played(random.Random(seed), 120):
        after, types = verdict.position, [event.type for event in verdict.events]
        spaces = list(after.pieces.values())
        assert len(set(spaces)) == len(spaces)
        assert set(spaces) <= RULES.board.grid.field
        assert all(sum(piece[0] == team for piece in after.pieces) <= 11 for team in "BR")
        if before.pieces and not after.placing and "full_time" not in types:
            assert len(after.pieces) == len(before.pieces)
        assert after.ball in SPACES or after.restart in {"goal_kick", "corner"}
        gained = (after.score.B - before.score.B) + (after.score.R - before.score.R)
        assert gained == types.count("goal")
        finished = sum(
            after.turns_done.of(team) - before.turns_done.of(team) for team in ("B", "R")
        )  # fmt: skip
        assert finished == (after.turn != before.turn)
        assert len(after.moved) <= 2
        assert len(set(after.moved)) == len(after.moved)


def conceivable() -> Iterator[Action]:
    """Every action that could be written with a piece and a space or another piece, in its shortest form."""
    yield Action("end")
    for piece in PIECES:
        for space in SPACES:
            for kind in ("pass", "shot", "place"):
                yield Action(kind, piece=piece, target=space)
            for mark in ("-", "~"):
                yield Action("move", piece=piece, path=((mark, space),))
        for other in PIECES:
            yield Action("tackle", piece=piece, other=other)
            yield Action("substitute", piece=piece, other=other)


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
def first_of_kind() -> dict[str, Position]:
    """The first position of each kind that random play comes to."""
    rng = random.Random(5)
    found: dict[str, Position] = {}
    while not set(found) >= TRIED_KINDS:
        for before, _ in played(rng, 60):
            if not before.placing:
                found.setdefault(kind_of(before), before)
    return found


@pytest.mark.parametrize("kind", sorted(TRIED_KINDS))
def test_no_legal_action_is_missing(
    kind: str, first_of_kind: dict[str, Position], every_action: tuple[Action, ...]
) -> None:
    """Against an independent list: every conceivable action, tried one by one."""
    before = first_of_kind[kind]
    listed = {outcome(before, action) for action in RULES.legal_actions(before)}
    tried = {found for action in every_action if (found := outcome(before, action)) is not None}
    # Putting a piece down where it stands changes nothing and is not listed.
    unchanged = {found for found in tried if found[0] == "place" and dict(found[2]) == dict(before.pieces)}
    assert tried
    assert tried - unchanged <= listed
