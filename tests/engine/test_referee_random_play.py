"""Whatever two sides play, the referee who only sees the table writes down what they did.

The players' acts come from the rules' own list of legal actions and are done by hand in an honest way: the thing is
moved, dice are thrown when they are due, what a ruling sends elsewhere is put there. Left out is what no table shows:
a turn that ends with nothing done, shots aimed beside the goal (a pass to that space looks the same), a tackle where
two pieces could have made it.
"""

import random
from dataclasses import dataclass, field

import pytest

from engine.games import load_ruleset
from engine.inference import Table
from engine.inference.candidates import tackles
from engine.inference.story import by_hand
from engine.match import TEAMS, Action, Position, Roll, Team
from engine.notation import format_action, parse_action
from engine.record.records import Acted, Record, Undone
from engine.record.replay import Match, replay
from engine.referee import Referee, step, take_up
from engine.referee.commit import stated
from tests.engine.tables import seen

RULES = load_ruleset("regista")
END = Action("end")

PIECES = {
    "B1": "H2", "B2": "D5", "B4": "J5", "B8": "H8", "B9": "H11", "B11": "F10", "B14": "G16",
    "R1": "H21", "R2": "D18", "R4": "J18", "R6": "F15", "R8": "H15", "R9": "H14", "R7": "C15",
}  # fmt: skip


def named(action: Action) -> str:
    """The notation without the way that a piece took: a table does not show it."""
    if action.kind != "move":
        return format_action(action)
    dribbled = any(how == "~" for how, _ in action.path)
    return f"{action.piece}{'~' if dribbled else '-'}{action.path[-1][1]}"


@dataclass
class Game:
    """Two sides at a table, and a referee who looks at it."""

    rng: random.Random
    position: Position
    table: Table
    referee: Referee
    dice: dict[Team, tuple[int, float, float]] = field(
        default_factory=lambda: {"B": (3, 190.0, 325.0), "R": (5, 310.0, 345.0)}
    )
    done: list[Action] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)

    def show(self) -> None:
        """Two looks at the table."""
        lying = [(team, *die) for team, die in self.dice.items()]
        for _ in range(2):
            outcome = step(RULES, self.referee, seen(dict(self.table.pieces), self.table.ball, lying))
            self.referee = outcome.referee
            self.records += outcome.records

    def choose(self) -> Action | None:
        actions = [a for a in RULES.legal_actions(self.position) if a.kind in {"move", "pass", "tackle", "shot"}]
        actions = [a for a in actions if a.kind != "shot" or a.target not in RULES.board.grid.field]
        if sum(1 for team in TEAMS for _ in tackles(RULES.board, self.position, team)) > 1:
            actions = [a for a in actions if a.kind != "tackle"]
        may_end = bool(self.done) and self.done[-1] != END
        kind = self.rng.choice(sorted({a.kind for a in actions} | ({"end"} if may_end else set())))
        return END if kind == "end" else self.rng.choice([a for a in actions if a.kind == kind])

    def play(self, action: Action) -> None:
        verdict = RULES.act(self.position, action)
        assert verdict
        self.done.append(action)
        self.table = by_hand(self.position, self.table, action)
        self.position = verdict.position
        if action.kind not in {"end", "tackle"}:
            self.show()
        while self.position.awaits is not None and self.position.awaits.type == "roll":
            self.throw()
            self.show()
        if action.kind != "end" and not self.stopped:
            self.table = Table.of(self.position)
            self.show()

    def throw(self) -> None:
        waits = self.position.awaits
        assert waits is not None
        duel = not isinstance(waits.dice, int) and len(waits.dice or ()) == 2
        for team in TEAMS if duel else (waits.side or "B",):
            _, x_mm, _ = self.dice[team]
            self.dice[team] = (
                self.rng.randint(1, 6),
                500.0 - x_mm + self.rng.uniform(-5, 5),
                self.rng.uniform(325, 350),
            )
        faces = {team: self.dice[team][0] for team in TEAMS}
        roll = Roll(duel=(faces["B"], faces["R"])) if duel else Roll(faces=(faces[waits.side or "B"],))
        verdict = RULES.roll(self.position, roll)
        assert verdict
        self.position = verdict.position

    @property
    def stopped(self) -> bool:
        """The ball is dead: what comes now is put there by the rules' own placements."""
        return self.position.placing or self.position.restart is not None or self.position.awaits is not None


def new_game(seed: int) -> Game:
    position = RULES.read_position({"pieces": PIECES, "ball": "H11", "turn": "B"})
    game = Game(random.Random(seed), position, Table.of(position), take_up(Match(position)))
    game.records.append(stated(RULES, Match(position)))
    game.show()
    return game


@pytest.mark.parametrize("seed", range(20))
def test_random_play_is_written_down_as_it_was_played(seed: int) -> None:
    game = new_game(seed)
    for _ in range(20):
        if game.stopped:
            break
        action = game.choose()
        if action is None:
            break
        game.play(action)
    while game.done and game.done[-1] == END:
        game.done.pop()
    told = [parse_action(record.notation) for record in game.records if isinstance(record, Acted)]
    assert [named(action) for action in told] == [named(action) for action in game.done]
    assert not [record for record in game.records if isinstance(record, Undone)]
    assert replay(RULES, game.records).position == game.referee.position
