"""Whatever two sides play at Soccer Fun, the referee who only sees the table comes to the position that they came to.

Dice are thrown, figures and the ball moved by hand, restarts taken from where the rules have them. Where two stories
fit what is seen, the referee asks, and the players answer by word. Left out is what no table shows: a figure that is
barred on all sides and stays, a throw-in kicked out at once, a die thrown onto the very place of its like.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from engine.games.soccer_fun.formations import formation, formations, line_up
from engine.inference import Table
from engine.inference.story import left_outside
from engine.match import TEAMS, Action, Roll
from engine.notation import format_action
from engine.record.records import Ruled
from engine.record.replay import Match, replay
from engine.referee import Referee, TypedAction, TypedRoll, take_up
from engine.referee.commit import stated
from tests.engine.fun_table import LYING, RULES, accused, follow, table

if TYPE_CHECKING:
    from engine.match import Position
    from engine.record.records import Record
    from engine.referee import Say
    from tests.engine.fun_table import Die

TURNS = 24
UNMOVED_MM = 3.0
MOST_QUESTIONS = 5
"""Of games without sense, in which figures run to and fro; half of them need none."""


@dataclass
class Game:
    """Two sides at a table, and a referee who looks at it."""

    rng: random.Random
    position: Position
    referee: Referee
    lying: Table
    dice: tuple[Die, ...] = LYING
    records: list[Record] = field(default_factory=list)
    faces: tuple[int, ...] = ()
    """Thrown last."""
    questions: int = 0

    def show(self, looks: int = 2) -> list[Say]:
        look = table(self.lying.pieces, self.lying.ball, self.dice)
        self.referee, records, says = follow(self.referee, [look] * looks)
        self.records += records
        return says

    def throw(self) -> None:
        """The declared dice, of the side's own colour, come to lie elsewhere."""
        waits = self.position.awaits
        assert waits is not None
        assert isinstance(waits.dice, int)
        self.faces = faces = tuple(self.rng.randint(1, 6) for _ in range(waits.dice))
        own = [k for k, die in enumerate(self.dice) if die[0] == waits.side][: waits.dice]
        dice = list(self.dice)
        for k, face in zip(own, faces, strict=True):
            die = (waits.side, face, self.rng.uniform(10, 330), self.rng.uniform(270, 310))
            dice[k] = (die[0], face, die[2], die[3] + (2 * UNMOVED_MM if self.lay(die) else 0.0))
        self.dice = tuple(dice)
        verdict = RULES.roll(self.position, Roll(faces=faces))
        assert verdict
        self.position = verdict.position

    def lay(self, die: Die) -> bool:
        """Whether one of its colour lay just there with the same face up: to all eyes it was not thrown."""
        return any(die[:2] == old[:2] and math.dist(die[2:], old[2:]) <= UNMOVED_MM for old in self.dice)

    def play(self, action: Action) -> None:
        """Done by hand; what the referee cannot tell it asks, and is told."""
        verdict = RULES.act(self.position, action)
        assert verdict
        self.position = verdict.position
        pieces = {**self.lying.pieces, **self.position.pieces}
        resting = Table(pieces, self.position.ball_space or self.lying.ball)
        self.lying = left_outside(RULES.board, resting, verdict.events)
        says = self.show()
        if self.referee.eye == "SETTLING" and not self.position.placing and action.kind == "choice":
            # How far the ball went on tells which way it had come: second thoughts take a look more.
            says += self.show()
        if (asked := next((say.text for say in says if say.text.startswith("Was it ")), None)) is not None:
            self.questions += 1
            self.answer(action, calls="*" in asked)
        elif (waiting := self.referee.begun) is not None:
            # What follows would tell; these players say it at once.
            first = waiting.stories[0].steps[0]
            self.answer(action, calls=isinstance(first, Action) and first.kind == "declare")

    def answer(self, action: Action, *, calls: bool) -> None:
        """What was done, by word; with the dice, if these are in question too."""
        words: list[TypedAction | TypedRoll] = [TypedAction(format_action(action))]
        if calls:
            words = [TypedAction(f"{action.piece}*{len(self.faces)}"), TypedRoll(Roll(faces=self.faces)), *words]
        self.referee, records, _ = follow(self.referee, words)
        self.records += records
        self.show()


def begun(rng: random.Random) -> Game:
    side = rng.choice(TEAMS)
    names = list(formations())
    pieces = line_up(formation(rng.choice(names)), formation(rng.choice(names)), kicks_off=side)
    raw = {"pieces": pieces, "ball": pieces[f"{side}9"], "turn": side, "restart": "kick_off", "placing": True}
    position = RULES.read_position(raw)
    match = Match(position)
    game = Game(rng, position, take_up(match), Table.of(position), records=[stated(RULES, match)])
    game.show(1)
    return game


def shown(position: Position) -> dict[str, object]:
    """What a table can tell of a position: not who touched the ball last, where two might have.

    Nor how much is left of a ball's run until it has gone on.
    """
    written = {key: value for key, value in RULES.write_position(position).items() if key != "last_touch"}
    waits = position.awaits
    return written | {"awaits": (waits.cause, waits.side, waits.by) if waits is not None else None}


def unseen(position: Position, action: Action) -> bool:
    """A figure that is barred and stays; a throw-in kicked out where it is taken."""
    verdict = RULES.act(position, action)
    assert verdict
    stays = action.kind == "move" and action.path[-1][1] == position.pieces[action.piece or ""]
    return stays or (action.kind == "pass" and verdict.position.ball == position.ball)


@pytest.mark.parametrize("seed", range(24))
def test_random_play_is_followed_to_the_positions_that_were_played(seed: int) -> None:
    game = begun(random.Random(seed))
    for _ in range(TURNS):
        while game.position.awaits is None or game.position.awaits.type == "choice":
            action = RULES.draw(game.position, game.rng)
            if action is None:
                return
            while unseen(game.position, action):
                action = game.rng.choice(list(RULES.legal_actions(game.position)))
            if action.kind == "declare":
                verdict = RULES.act(game.position, action)
                assert verdict
                game.position = verdict.position
                break
            game.play(action)
            if game.position.placing:
                break
            # The dice that were thrown for nobody yet are known to the players alone.
            told = game.referee.position
            assert told is not None
            assert shown(told) == shown(game.position), format_action(action)
        if game.position.placing and game.position.awaits is None:
            break
        if game.position.restart is not None and game.lying.ball != game.position.ball:
            # Somebody of the side stands on the spot already: the ball is given to it.
            game.lying = Table.of(game.position)
            game.show()
        game.throw()
        game.show(game.rng.choice((0, 1, 2)))
    assert not accused(game.records)
    unsure = [r.reason for r in game.records if isinstance(r, Ruled) and r.verdict == "unsure"]
    assert all(str(reason).startswith("Was it ") for reason in unsure), unsure
    assert game.questions <= MOST_QUESTIONS
    assert replay(RULES, game.records).position == game.referee.position
