"""What holds in every position that play can reach, and in random matches as a whole."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.soccer_chess import SoccerChessRules
from engine.games.soccer_chess.formations import formation, line_up
from engine.grid import Point
from engine.match import Action, Roll
from engine.notation import format_action, parse_action
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.match import Position

PLAIN = SoccerChessRules.of(options={"goals": 3})
EVERYTHING = SoccerChessRules.of(
    options={
        "rounds": 2, "goals": 3, "steal": True, "own_half_no_goal": True, "offside": True, "throw_in": True,
        "three_corners": True, "passes_before_shot": 1,
    },
)  # fmt: skip
SPACES = PLAIN.board.grid.field_spaces
CARDS = {
    "B9": {"skill": 80}, "B4": {"skill": 70, "blue": 4, "green": 4}, "R4": {"red": 6}, "R8": {"skill": 90},
    "R3": {"skill": 77}, "R2": {"skill": 50, "blue": 6},
}  # fmt: skip


def begun(rules: SoccerChessRules, rng: random.Random) -> SoccerChessPosition:
    """A kick-off with both sides lined up, some with cards of their own."""
    pieces = line_up(formation("4-4-2"), formation(rng.choice(["3-5-2", "4-3-3"])), kicks_off="B")
    return rules.read_position({
        "pieces": pieces, "restart": "kick_off", "turn": "B", "roster": CARDS, "measure": {"sd_mm": 0.9},
    })  # fmt: skip


def played(rules: SoccerChessRules, seed: int, most: int) -> Iterator[tuple[SoccerChessPosition, Ruling]]:
    """Positions of one random passage, each with the ruling that led on from it."""
    rng = random.Random(seed)
    position: Position = begun(rules, rng)
    for _ in range(most):
        action = rules.draw(position, rng)
        if action is None:
            return
        verdict = rules.act(position, action)
        assert isinstance(verdict, Ruling), (format_action(action), verdict)
        yield rules.read_position(rules.write_position(position)), verdict
        position = verdict.position


@pytest.mark.parametrize("rules", [PLAIN, EVERYTHING], ids=["plain", "everything"])
@pytest.mark.parametrize("seed", range(3))
def test_random_matches_keep_their_invariants(rules: SoccerChessRules, seed: int) -> None:
    seen: Counter[str] = Counter()
    for before, ruling in played(rules, seed, 1500):
        after, types = ruling.position, [event.type for event in ruling.events]
        seen.update(types)
        spaces = list(after.pieces.values())
        assert len(set(spaces)) == len(spaces)
        assert set(spaces) <= set(SPACES)
        assert not {"B1", "R1"} & after.pieces.keys()
        assert sum(t == "goal" for t in types) == after.score.B + after.score.R - before.score.B - before.score.R
        if "goal" in types:
            assert before.announced or before.restart == "penalty"
            assert after.pieces == {}
        elif not before.placing:
            assert after.pieces.keys() == before.pieces.keys()
        if "possession" in types:
            assert after.due == "move"
            assert after.holder is not None
            assert after.holder[0] == after.turn
        status = rules.status(after)
        assert after.placing or status.is_sound, status
    assert seen["kick"] > 20
    assert seen["goal"] or sum(seen.values()) > 1200


def conceivable(position: SoccerChessPosition, rng: random.Random) -> Iterator[Action]:
    """Acts that could be written of every kind that is listed, in their shortest form."""
    figures = (*position.pieces, "B1", "R1", "B77")
    for piece in figures:
        yield Action("kick", piece=piece)
        yield Action("shot", piece=piece)
        yield Action("choice", direction=piece)
        for space in rng.sample(SPACES, 12):
            for mark in ("-", "~"):
                yield Action("move", piece=piece, path=((mark, space),))
            # Keepers may be told to stand anywhere before a kick-off; that changes nothing and is not listed.
            if piece not in {"B1", "R1"}:
                yield Action("place", piece=piece, target=space)
        for other in figures:
            yield Action("tackle", piece=piece, other=other)
    yield from (Action("no_move"), Action("choice", direction="in"), Action("choice", direction="out"))
    yield from (Action("ball", target=space) for space in rng.sample(SPACES, 10))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_not_listed_is_refused(seed: int) -> None:
    rng = random.Random(300 + seed)
    for before, _ in played(EVERYTHING, 300 + seed, 30):
        if before.restart == "kick_off":
            continue
        listed = set(EVERYTHING.legal_actions(before))
        for action in conceivable(before, rng):
            assert bool(EVERYTHING.act(before, action)) == (action in listed), format_action(action)


@settings(deadline=None, max_examples=150)
@given(
    x=st.floats(-60, 860), y=st.floats(-60, 660), sd=st.floats(0, 4), seed=st.integers(0, 30),
    touched=st.lists(st.sampled_from(["B9", "R4", "R1", "B2"]), max_size=2),
)  # fmt: skip
def test_wherever_a_kick_ends_there_is_one_answer(x: float, y: float, sd: float, seed: int, touched: list[str]) -> None:
    rng = random.Random(seed)
    start = begun(EVERYTHING, rng).but(sd_mm=sd, announced=rng.random() < 0.5)
    position: Position = start
    for text in ("B9*", *(f"touch:{piece}" for piece in touched)):
        verdict = EVERYTHING.act(position, parse_action(text))
        assert verdict
        position = verdict.position
    verdict = EVERYTHING.act(position, Action("ball", point_mm=Point(x, y)))
    assert isinstance(verdict, Ruling)
    over = max(-x, x - 800, -y, y - 600) - 8
    types = {event.type for event in verdict.events}
    waits = verdict.position.awaits
    inside = {"possession", "offside"}
    if abs(over) < 2 * sd - 1e-6:
        # Beyond a corner it may be over one line for certain.
        assert (waits is not None and waits.cause == "line") or types & {"out"}
    elif over > 2 * sd + 1e-6:
        assert types & {"out", "goal", "foul"}
    elif over < -2 * sd - 1e-6:
        assert types & inside or (waits is not None and waits.cause == "nearest")


def test_the_toss_and_the_setting_up_lead_to_a_kick_off() -> None:
    rng = random.Random(5)
    position: Position = PLAIN.parse_position("-/- - - 0-0 0-0")
    placed = 0
    while (action := PLAIN.draw(position, rng)) is not None and action.kind in {"first", "place"}:
        placed += action.kind == "place"
        ruling = PLAIN.act(position, action)
        assert isinstance(ruling, Ruling)
        position = ruling.position
        if position.awaits is not None:
            tossed = PLAIN.roll(position, Roll(duel=(2, 6)))
            assert isinstance(tossed, Ruling)
            position = tossed.position
    assert placed == 20
    assert action is not None
    assert action.piece is not None
    assert (action.kind, action.piece[0]) == ("kick", "R")
