"""Whatever act against the rules is done by hand, it is named by the rule that the rules themselves cite for it."""

import random

import pytest

from engine.games import load_ruleset
from engine.match import Action, Position, team_of
from engine.notation import format_action
from engine.record.records import Acted, Ruled
from engine.record.replay import Match
from engine.referee import step, take_up
from tests.engine.tables import BOARD, shown

RULES = load_ruleset("regista")
LOOKS = 2

PIECES = {
    "B1": "H2", "B2": "D5", "B4": "J5", "B8": "H8", "B9": "H11", "B11": "F10", "B14": "G16", "B15": "M12",
    "R1": "H21", "R2": "D18", "R4": "J18", "R6": "F15", "R8": "H15", "R9": "H14", "R7": "C15", "R15": "L9",
}  # fmt: skip


def start_of(rng: random.Random) -> Position:
    turn = rng.choice("BR")
    own = [piece for piece in PIECES if piece[0] == turn]
    moved = rng.sample(own, rng.choice([0, 0, 1, 2]))
    ball = rng.choice([*PIECES.values(), "F12", "M3"])
    return RULES.read_position({"pieces": PIECES, "ball": ball, "turn": turn, "moved": moved})


def after_end(position: Position, action: Action) -> Position:
    """The position in which an act is judged: the other side's piece moving means that the turn had ended."""
    if action.piece is None or team_of(action.piece) == position.turn:
        return position
    ended = RULES.act(position, Action("end"))
    assert ended
    return ended.position


def random_act(rng: random.Random, position: Position) -> Action:
    free = [space for space in BOARD.grid.field_spaces if position.at(space) is None]
    if position.holder is not None and rng.random() < 0.4:
        far = [s for s in BOARD.grid.field_spaces if s != position.ball]
        return Action("pass", position.holder, target=rng.choice(far))
    piece = rng.choice(list(position.pieces))
    near = [s for s in free if s != position.ball and BOARD.grid.distance(position.pieces[piece], s) <= 6]
    return Action("move", piece, (("~" if piece == position.holder else "-", rng.choice(near)),))


@pytest.mark.parametrize("seed", range(80))
def test_random_faults_are_named_and_random_legal_acts_are_not(seed: int) -> None:
    rng = random.Random(seed)
    position = start_of(rng)
    action = random_act(rng, position)
    verdict = RULES.act(after_end(position, action), action)
    referee = step(RULES, take_up(Match(position)), shown(position)).referee
    if action.kind == "pass":
        look = shown(position, ball=action.target)
    else:
        to = action.path[-1][1]
        look = shown(
            position, **{action.piece or "": to, "ball": to if action.piece == position.holder else position.ball}
        )
    records = []
    for _ in range(LOOKS):
        outcome = step(RULES, referee, look)
        referee, records = outcome.referee, [*records, *outcome.records]
    acts = [r.notation for r in records if isinstance(r, Acted) and r.notation != "end"]
    faults = [(r.notation, r.rule) for r in records if isinstance(r, Ruled) and r.verdict == "illegal"]
    if verdict:
        assert (acts, faults) == ([format_action(action)], [])
    else:
        assert (acts, faults) == ([], [(format_action(action), verdict.rule)])
