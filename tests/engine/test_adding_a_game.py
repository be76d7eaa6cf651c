"""A fifth game made of public parts (``kickabout.py``) is judged, logged, replayed, told and followed like the four."""

from __future__ import annotations

import json
import random
import re
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from engine import games
from engine.board import BoardError, parse_board
from engine.chance import outlook
from engine.game import Game
from engine.game_names import Listed
from engine.game_text import write_game
from engine.games import GameError, load_ruleset
from engine.judge import answer_line
from engine.match import Roll
from engine.notation import parse_action
from engine.observation import Observation, SeenBall, SeenDie, SeenPiece
from engine.record.records import FORMAT, Header
from engine.record.replay import Match
from engine.record.verify import verify
from engine.record.writer import LogWriter
from engine.referee import Accept, TypedRoll, begin, step
from engine.referee.commit import stated, told
from tests.engine.kickabout import BOARD, LINES_UP, LISTED, NAME
from tests.engine.refereeing import acts, rulings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from engine.record.records import Record
    from engine.referee import Input
    from engine.ruleset import Ruleset

LOADER = partial(load_ruleset, listed=LISTED)
RULES = LOADER(NAME)


def logged_rules(game: str, options: Mapping[str, Any]) -> Ruleset:
    return LOADER(game, options=options)


START = {"pieces": LINES_UP, "ball": "C5"}
NEAR_GOAL = {"pieces": {"B1": "C1", "B3": "C7", "R1": "C9", "R2": "D7"}, "ball": "C7"}


def test_it_is_loaded_by_its_line_and_its_board_is_its_own() -> None:
    board = parse_board(BOARD, "kickabout-a4.toml", games=LISTED)
    assert (LOADER(NAME, board).board.name, LOADER(NAME).game) == ("kickabout-a4", NAME)
    with pytest.raises(GameError, match="kickabout' is not a game"):
        load_ruleset(NAME)
    with pytest.raises(BoardError, match="is not a game"):
        parse_board(BOARD, "kickabout-a4.toml")


@pytest.mark.parametrize("package", ["engine.stats", "engine.stats.dice"], ids=["a package", "one module"])
def test_a_game_without_line_ups_is_told_what_it_needs(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LISTED", {"bare": Listed("Bare", f"{package}:BareRules")})
    with pytest.raises(GameError, match=rf"bare has no line-ups: {re.escape(package)} needs a module formations"):
        games.formations_of("bare")


CASES: list[tuple[str, Mapping[str, object], list[str], list[int], Mapping[str, object]]] = [
    ("a dribble", START, ["B3~B4"], [], {"ok": True, "ball": "B4", "turn": "R"}),
    ("a pass to a team-mate", START, ["B3>B4"], [], {"ok": True, "ball": "B4"}),
    ("a step onto the free ball", START, ["B3>B4", "R3-A6", "B2-B4"], [], {"ok": True, "ball": "B4"}),
    ("a shot that is not straight", NEAR_GOAL, ["B3>D8", "R2-E7", "B3-D8", "R1-B9", "B3!C10"], [],
     {"ok": False, "rule": "pass.line"}),
    ("four or more scores", {**NEAR_GOAL, "pieces": {"B3": "C8", "R1": "A9"}, "ball": "C8"}, ["B3!C10"], [4],
     {"ok": True, "ball": "C5", "turn": "R", "score": {"B": 1, "R": 0}}),
    ("three or less is saved", {**NEAR_GOAL, "pieces": {"B3": "C8", "R1": "A9"}, "ball": "C8"}, ["B3!C10"], [3],
     {"ok": True, "ball": "A9", "turn": "R", "score": {"B": 0, "R": 0}}),
    ("the keeper in the way", NEAR_GOAL, ["B3!C10"], [], {"ok": False, "rule": "pass.blocked"}),
    ("two squares", START, ["B2-B5"], [], {"ok": False, "rule": "move.range"}),
    ("onto a piece", {**START, "ball": "D4"}, ["B3-B6"], [], {"ok": False, "rule": "move.occupied"}),
    ("out of turn", START, ["R2-D6"], [], {"ok": False, "rule": "turn.side"}),
    ("a tackle", START, ["B3xR3"], [], {"ok": False, "rule": "notation"}),
]  # fmt: skip


@pytest.mark.parametrize(("says", "position", "actions", "rolls", "want"), CASES, ids=[case[0] for case in CASES])
def test_it_is_judged(
    says: str, position: Mapping[str, object], actions: list[str], rolls: list[int], want: Mapping[str, object]
) -> None:
    line = {"game": NAME, "position": position, "actions": actions, "rolls": rolls}
    answer = answer_line(json.dumps(line).encode(), LOADER)
    got = {**answer, **answer.get("position", {})}
    assert {key: got[key] for key in want} == want, says


def test_a_match_of_it_is_logged_verified_and_told(tmp_path: Path) -> None:
    rng = random.Random(4)
    game = Game(RULES, RULES.read_position(START))
    while len(game.steps) < 60:
        waits = game.position.awaits is not None
        done = Roll(faces=(rng.randint(1, 6),)) if waits else RULES.draw(game.position, rng)
        if done is None:
            break
        after = game.then(done)
        assert isinstance(after, Game)
        game = after
    header = Header(format=FORMAT, game=NAME, options={}, board=RULES.board.name, software="t", teams={"B": "Blue"})
    match = Match(game.start)
    path = tmp_path / "kickabout.touchline.jsonl"
    with LogWriter.create(path) as writer:
        writer.append(0.0, [header, stated(RULES, match)])
        for k, taken in enumerate(game.steps):
            match, records, _ = told(RULES, match, [taken.done], "typed")
            writer.append(k + 1.0, records)
    found = verify(path, logged_rules)
    assert found
    assert match.position == game.position
    assert write_game(game).count("goal") >= game.position.score.B + game.position.score.R


def test_chances_of_a_shot_are_counted() -> None:
    shooting = RULES.read_position({**NEAR_GOAL, "pieces": {"B3": "C8", "R1": "A9"}, "ball": "C8"})
    shot = RULES.act(shooting, parse_action("B3!C10"))
    assert shot
    assert outlook(RULES, shot.position).words() == "shot: goal 50 %, save 50 %"


def look(pieces: Mapping[str, str], ball: str, die: tuple[int, float] = (3, 60.0)) -> Observation:
    """Everything on the middle of its square; the die shows a face somewhere beside the field."""
    grid = RULES.board.grid
    discs = tuple(
        SeenPiece(piece[0], int(piece[1:]), *grid.centre_mm(space), space, 0.98) for piece, space in pieces.items()
    )
    on = next((piece for piece, space in pieces.items() if space == ball), None)
    return Observation(
        0.0, 0, discs, SeenBall(*grid.centre_mm(ball), ball, on, 0.98), (SeenDie("B", *die, 150.0, 0.98),)
    )


def followed(*inputs: Input) -> tuple[list[Record], list[str]]:
    state, records, says = begin(), [], []
    for given in inputs:
        outcome = step(RULES, state, given)
        state = outcome.referee
        records += outcome.records
        says += [say.text for say in outcome.says]
    return records, says


def test_the_referee_follows_it_from_what_is_seen() -> None:
    start, run, passed = look(LINES_UP, "C5"), {**LINES_UP, "B3": "C6"}, {**LINES_UP, "B3": "C6", "R3": "B7"}
    records, says = followed(start, start, look(run, "C6"), look(passed, "C6"), look(passed, "D7"))
    assert acts(records) == ["B3~C6", "R3-B7", "B3>D7"]
    assert not rulings(records, "illegal")
    far = {**run, "R2": "E5"}
    records, says = followed(start, start, look(run, "C6"), *[look(far, "C6")] * 6)
    assert [ruling.rule for ruling in rulings(records, "illegal")] == ["move.range"]
    assert any("moves one square" in text for text in says)


def test_a_shot_waits_for_its_die() -> None:
    near = {"B1": "C1", "B3": "C8", "R1": "A9", "R2": "D7"}
    start = look(near, "C8")
    seen = [start, start, *[look(near, "C10")] * 4]
    records, _ = followed(*seen, TypedRoll(Roll(faces=(6,))))
    assert acts(records) == ["B3!C10"]
    assert any(event["type"] == "goal" for ruling in rulings(records, "legal") for event in ruling.events)


def test_a_die_thrown_for_nothing_changes_nothing() -> None:
    start = look(LINES_UP, "C5")
    records, _ = followed(start, start, look({**LINES_UP, "B3": "C6"}, "C6", (5, 90.0)))
    assert acts(records) == ["B3~C6"]


def test_an_act_that_both_sides_let_stand_uses_up_what_the_game_says() -> None:
    start, run = look(LINES_UP, "C5"), {**LINES_UP, "B3": "C6"}
    far = {**run, "R2": "E5"}
    seen = [start, start, look(run, "C6"), *[look(far, "C6")] * 3, Accept(), *[look({**far, "B2": "B4"}, "C6")] * 3]
    records, says = followed(*seen)
    assert [ruling.rule for ruling in rulings(records, "illegal")] == ["move.range"]
    assert acts(records) == ["B3~C6", "B2-B4"]
    assert "Both sides let it stand: R2 on E5, Blue's turn" in says
