"""Any sequence of legal actions, dice and steps back keeps what must hold of a match."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.game import Game
from engine.games.regista import RegistaRules
from engine.games.regista.position import RegistaPosition
from engine.match import TEAMS, Roll, other, team_of

if TYPE_CHECKING:
    from engine.ruleset import Ruling

STANDARD = RegistaRules.of()
OFFICIAL = RegistaRules.of(options={"length": "official", "change_ends": True, "shot_tie": "reroll"})
BLUE = "1H2,2D5,3F5,4J5,5L5,6F8,7C9,8H8,9H11,10J8,11M9"
RED = "1H21,2D18,3F18,4J18,5L18,6F15,7C15,8H14,9I13,10L14,11E13"
ATTACKING = "1H1,2G3,3I4,4E5,9G20,11I19,14H18,8E18,7K18,15H15,10C12"
DEFENDING = "1H21,2G22,3F20,4J20,5H19,6D16,8L16,9H5,11F7,15J8,10M10"
BEGINNINGS = (
    "-/- - - 0-0 0-0",
    f"{BLUE}/{RED} H11 B 0-0 3-3",
    f"{ATTACKING}/{DEFENDING} G20 B 0-0 14-14",
)
FACE = st.integers(1, 6)
CHANCE = st.integers(0, 2**32 - 1).map(random.Random)


class Play(RuleBasedStateMachine):
    """A match that goes forward and back."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game(STANDARD, STANDARD.parse_position(BEGINNINGS[0]))

    @property
    def regista(self) -> RegistaRules:
        assert isinstance(self.game.rules, RegistaRules)
        return self.game.rules

    @property
    def position(self) -> RegistaPosition:
        position = self.game.position
        assert isinstance(position, RegistaPosition)
        return position

    def rolling(self) -> bool:
        return self.position.awaits is not None and self.position.awaits.type == "roll"

    @initialize(line=st.sampled_from(BEGINNINGS), rules=st.sampled_from([STANDARD, OFFICIAL]))
    def begin(self, line: str, rules: RegistaRules) -> None:
        self.game = Game(rules, rules.parse_position(line))

    @precondition(lambda self: not self.rolling())
    @rule(rng=CHANCE)
    def act(self, rng: random.Random) -> None:
        """Something random, mostly with the ball: else play hardly gets to the rare rules."""
        before = self.position
        lively = []
        if not before.placing:
            lively = [
                a for a in self.regista.legal_actions(before) if a.kind in {"shot", "tackle", "pass", "substitute"}
            ]
        action = rng.choice(lively) if lively and rng.random() < 0.6 else self.regista.draw(before, rng)
        if action is None:
            assert min(before.turns_done.B, before.turns_done.R) == 15 * self.regista.laws.options.halves
            return
        after = self.game.then(action)
        assert isinstance(after, Game), (action, after)
        assert after.steps[-1].ruling == self.regista.apply(before, action)
        self.checked(after)

    @precondition(rolling)
    @rule(blue=FACE, red=FACE)
    def throw(self, blue: int, red: int) -> None:
        one = self.position.awaits is not None and self.position.awaits.dice == 1
        after = self.game.then(Roll(faces=(blue,)) if one else Roll(duel=(blue, red)))
        assert isinstance(after, Game)
        self.checked(after)

    def checked(self, after: Game) -> None:
        """What a single step may change."""
        before, ruling = self.position, after.steps[-1].ruling
        self.game = after
        now = self.position
        types = [event.type for event in ruling.events]
        for team in TEAMS:
            finished = now.turns_done.of(team) - before.turns_done.of(team)
            # The side that ends a half goes on: it takes the second kick-off.
            over = before.turn == team and (now.turn != team or "half_time" in types)
            assert finished == over
            scored = now.score.of(team) - before.score.of(team)
            assert scored == (types.count("goal") if before.turn == team else 0)
            if scored:
                self.scored_in_the_goal(before, ruling)
        for event in ruling.events:
            if event.type == "possession":
                assert team_of(event.data["by"]) == event.data["team"]

    def scored_in_the_goal(self, before: RegistaPosition, ruling: Ruling) -> None:
        goal = self.regista.board.goals[self.regista.laws.attacked(before, before.side)]
        came_to = [event.data["to"] for event in ruling.events if event.type in {"dribble", "shot", "deviation"}]
        assert (came_to or [before.ball])[-1] in goal

    @rule()
    def back(self) -> None:
        if not self.game.steps:
            return
        earlier = self.game.undo()
        assert earlier.position == (
            self.game.steps[len(earlier.steps) - 1].ruling.position if earlier.steps else self.game.start
        )
        self.game = earlier

    @rule()
    def written_down(self) -> None:
        assert self.regista.parse_position(self.regista.format_position(self.position)) == self.position
        written = json.loads(json.dumps(self.regista.write_position(self.position)))
        assert self.regista.read_position(written) == self.position

    @invariant()
    def sound(self) -> None:
        found = self.regista.status(self.position)
        assert found.is_sound, found.faults

    @invariant()
    def one_piece_a_space_and_eleven_a_side(self) -> None:
        position = self.position
        spaces = list(position.pieces.values())
        assert len(set(spaces)) == len(spaces)
        assert set(spaces) <= self.regista.board.grid.field
        for team in TEAMS:
            out = position.subs_of(team).out
            assert len(position.side_pieces(team)) <= 11
            assert not set(out) & set(position.pieces)
            assert len(out) == position.subs_of(team).made <= 3

    @invariant()
    def possession_is_standing_on_the_ball(self) -> None:
        position = self.position
        holder = next((piece for piece, space in position.pieces.items() if space == position.ball), None)
        assert position.holder == holder

    @invariant()
    def turns_alternate(self) -> None:
        position = self.position
        if position.turn is not None:
            ahead = position.turns_done.of(other(position.turn)) - position.turns_done.of(position.turn)
            assert ahead in {0, 1}
        assert len(position.moved) <= 2
        assert all(team_of(piece) == position.turn for piece in (*position.moved, *position.tackled))


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=30, stateful_step_count=50, deadline=None)
