"""What happens in a drawn film, worked out from a script by the rules: visits of hands to the table, with their truth.

A script is words: actions (``B5-M6``, ``B5>E``), dice (``4``, ``5 2`` as ``5:2``), and ``end``. An act that the rules
refuse is done all the same, named, and taken back at the next visit.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.inference import Table
from engine.inference.story import by_hand, left_outside
from engine.match import TEAMS, Action, Roll, team_of
from engine.notation import parse_action
from engine.roll_text import as_awaited, read_faces
from tests.scenes.spec import Ball, Die, Disc

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.random import Generator

    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId, Position, Team
    from engine.ruleset import Ruleset, Ruling

PUT_SD_MM = 0.8
"""How exactly a hand puts things on their spaces."""
DIE_MM = 14.0


@dataclass(frozen=True)
class Laid:
    """Where everything lies."""

    discs: Mapping[PieceId, Disc]
    ball: Ball | None = None
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True)
class Visit:
    """A hand comes, leaves the table otherwise, and goes."""

    hand: Team
    at_mm: tuple[float, float]
    """Where its fingers reach."""
    after: Laid
    events: tuple[Mapping[str, Any], ...]
    """What the truth says of it, times apart."""


@dataclass(frozen=True)
class Story:
    """A film that has still to be drawn."""

    rules: Ruleset
    initial: Position
    first: Laid
    visits: tuple[Visit, ...]


@dataclass
class _Telling:
    """A story while it is worked out."""

    rules: Ruleset
    rng: Generator
    form: str
    position: Position
    table: Table
    laid: Laid
    visits: list[Visit] = field(default_factory=list)
    said: list[dict[str, Any]] = field(default_factory=list)
    """Events that no visit has shown yet: a kick that was only called."""

    def act(self, action: Action, word: str) -> None:
        """Something done or called; the hand's part of it is shown at once."""
        side = self.position.turn or "B"
        verdict = self.rules.act(self.position, action)
        by_hands = by_hand(self.position, self.table, action)
        if not verdict:
            before, laid = self.table, self.laid
            self._event("illegal", notation=word, rule=verdict.rule, by=team_of(action.piece or side))
            self._show(team_of(action.piece or side), by_hands)
            self._event("taken_back", notation=word)
            self._show(team_of(action.piece or side), before, back=laid)
            return
        if action.kind == "end":
            self.position = verdict.position
            return
        self._event("action", notation=word, by=side)
        if self.rules.one_act:
            self._rule_at_once(side, verdict, by_hands)
            return
        self._rule(verdict, action)
        self._show(side, by_hands)
        self._settle(side)

    def _rule_at_once(self, side: Team, ruling: Ruling, by_hands: Table) -> None:
        """Where the dice come first, the hand that plays a figure also puts the ball where it runs to."""
        self.position = ruling.position
        left = left_outside(self.rules.board, by_hands, ruling.events)
        self._show(side, left if left.ball != by_hands.ball else replace(left, ball=self.position.ball_space))

    def throw(self, roll: Roll) -> None:
        """Dice for what is awaited; then what they bring about."""
        waits = self.position.awaits
        assert waits is not None
        roll = as_awaited(roll, waits)
        side = waits.side or self.position.turn or "B"
        faces = dict(zip(TEAMS, roll.duel, strict=True)) if roll.duel else {side: roll.faces}
        verdict = self.rules.roll(self.position, roll)
        assert verdict, verdict
        shown = {team: (face,) if isinstance(face, int) else face for team, face in faces.items()}
        told = roll.duel or roll.faces
        self.said.append({"type": "roll", "for": waits.cause, "roll": list(told) if len(told) > 1 else told[0]})
        dice = self._thrown(shown)
        self._visit(side, (dice[-1].x_mm, dice[-1].y_mm), replace(self.laid, dice=dice))
        called = None if waits.by is None else self._called(waits.by, waits.left)
        self._rule(verdict, called)
        self._settle(side)

    def _called(self, piece: PieceId, left: Mapping[str, Any]) -> Action | None:
        direction = left.get("direction")
        return None if direction is None else Action("pass", piece, direction=str(direction))

    def _rule(self, ruling: Ruling, action: Action | None) -> None:
        """The position after a ruling; after a goal the table keeps everything, with the ball in the goal."""
        before, self.position = self.position, ruling.position
        if any(event.type == "goal" for event in ruling.events) and action is not None and action.direction:
            self.table = Table(self.table.pieces, self._goal_square(before, action))

    def _goal_square(self, before: Position, action: Action) -> Space:
        grid, goals = self.rules.board.grid, self.rules.board.goals
        space: Space | None = before.pieces[action.piece or ""]
        while space is not None and space not in {*goals["left"], *goals["right"]}:
            space = grid.step(space, action.direction or "")
        assert space is not None
        return space

    def _settle(self, side: Team) -> None:
        """Put what the ruling sends elsewhere."""
        if self.position.awaits is not None and self.position.awaits.type == "roll":
            return
        wanted = Table.of(self.position) if not self.position.placing else self.table
        if wanted.ball is None:
            wanted = Table(wanted.pieces, self.table.ball)
        if not self._lies(wanted):
            self._event("consequence", ball=wanted.ball)
            self._show(side, wanted)

    def _lies(self, table: Table) -> bool:
        grid = self.rules.board.grid
        there = {piece: grid.nearest(disc.x_mm, disc.y_mm).space for piece, disc in self.laid.discs.items()}
        ball = self.laid.ball
        lies = None if ball is None else grid.nearest(ball.x_mm, ball.y_mm).space
        return there == dict(table.pieces) and lies == table.ball

    def _show(self, side: Team, table: Table, back: Laid | None = None) -> None:
        """A visit after which the table is ``table``; none if it is so already."""
        self.table = table
        if self._lies(table):
            return
        after = back or laid_out(self.rules.board, table, self.form, self.rng, self.laid)
        changed = [(d.x_mm, d.y_mm) for piece, d in after.discs.items() if d != self.laid.discs.get(piece)]
        assert after.ball is not None
        self._visit(side, (changed or [(after.ball.x_mm, after.ball.y_mm)])[-1], after)

    def _visit(self, side: Team, at_mm: tuple[float, float], after: Laid) -> None:
        grid, ball = self.rules.board.grid, after.ball
        table = {
            "pieces": {p: grid.nearest(d.x_mm, d.y_mm).space for p, d in after.discs.items()},
            "ball": None if ball is None else grid.nearest(ball.x_mm, ball.y_mm).space,
        }
        now = {"hand": side, "table": table, "position": self.rules.write_position(self.position)}
        events = tuple({**event, **now} for event in self.said)
        self.visits.append(Visit(side, at_mm, after, events))
        self.laid, self.said = after, []

    def _event(self, kind: str, **told: Any) -> None:  # noqa: ANN401 - JSON values
        self.said.append({"type": kind, **told})

    def _thrown(self, faces: Mapping[Team, tuple[int, ...]]) -> tuple[Die, ...]:
        """The dice afresh somewhere in the tray, those of the other side, and a side's other ones, where they lay."""
        own = {team: [die for die in self.laid.dice if die.team == team] for team in faces}
        lying = [die for die in self.laid.dice if die.team not in faces]
        lying += [die for team, values in faces.items() for die in own[team][len(values) :]]
        west, north, east, south = dice_area_mm(self.rules.board)
        for team, values in faces.items():
            for value in values:
                while True:
                    x = float(self.rng.uniform(west + DIE_MM, east - DIE_MM))
                    y = float(self.rng.uniform(north + 0.7 * DIE_MM, south - 0.7 * DIE_MM))
                    # Apart from the others, and elsewhere than before.
                    apart = all(np.hypot(x - die.x_mm, y - die.y_mm) > 2 * DIE_MM for die in lying)
                    if apart and all(np.hypot(x - die.x_mm, y - die.y_mm) > DIE_MM for die in own[team]):
                        break
                lying.append(Die(team, value, x, y, float(self.rng.uniform(0, 90)), DIE_MM))
        return tuple(lying)


def dice_area_mm(board: Board) -> tuple[float, float, float, float]:
    """West, north, east, south of where dice are thrown: the board's tray, else beside the sheet's south edge."""
    sheet = board.file.sheet
    if sheet.dice_area_mm is not None:
        return sheet.dice_area_mm
    length, _ = board.grid.field_size_mm
    south = sheet.size_mm[1] - sheet.field_origin_mm[1]
    return 0.0, south + 2.0, length, south + 2.0 + 4 * DIE_MM


def laid_out(board: Board, table: Table, form: str, rng: Generator, before: Laid) -> Laid:
    """A table as hands lay it; what is on its space already stays exactly there."""
    grid = board.grid

    def near(space: Space) -> tuple[float, float]:
        x, y = grid.centre_mm(space)
        return float(x + rng.normal(0, PUT_SD_MM)), float(y + rng.normal(0, PUT_SD_MM))

    discs = {}
    for piece, space in table.pieces.items():
        old = before.discs.get(piece)
        kept = old is not None and grid.nearest(old.x_mm, old.y_mm).space == space
        discs[piece] = old if old is not None and kept else Disc(piece, *near(space), float(rng.uniform(0, 360)))
    ball, space = before.ball, table.ball
    holder = next((piece for piece, where in table.pieces.items() if where == space), None)
    if holder is not None:
        disc = discs[holder]
        if ball is None or ball.on_piece != holder or disc != before.discs.get(holder):
            ball = Ball("ring" if form == "ring" else "ball", disc.x_mm, disc.y_mm, holder)
    elif space is not None and (
        ball is None or ball.on_piece is not None or grid.nearest(ball.x_mm, ball.y_mm).space != space
    ):
        ball = Ball("ring" if form == "ring" else "ball", *near(space))
    return Laid(discs, ball, before.dice)


def story_of(
    rules: Ruleset,
    initial: Position,
    script: Iterable[str],
    rng: Generator,
    *,
    dice: tuple[Die, ...],
    form: str = "ring",
) -> Story:
    """A script done at a table. The dice lie somewhere from the start; ``form`` is how the ball is carried."""
    table = Table.of(initial)
    first = laid_out(rules.board, table, form, rng, Laid({}, None, dice))
    telling = _Telling(rules, rng, form, initial, table, first)
    for word in script:
        roll = read_faces(word.replace(":", " "))
        if roll is None:
            telling.act(parse_action(word), word)
        else:
            telling.throw(roll)
    assert not telling.said, telling.said
    return Story(rules, initial, first, tuple(telling.visits))
