"""The games that tests of every game go over, random passages of play in them, boards seen from the other end."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from engine.game_names import LISTED
from engine.games import load_ruleset
from engine.match import Action, Roll
from engine.ruleset import Ruleset
from tests.engine import kickabout

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.board import Board
    from engine.game_names import Listed
    from engine.grid import Space
    from engine.match import Pending, PieceId, Position
    from engine.rules.status import Status
    from engine.ruleset import Ruling

ELEVEN = [f"{team}{number}" for team in "BR" for number in range(1, 12)]
OUTFIELD = [piece for piece in ELEVEN if piece[1:] != "1"]
_TURNED = {
    "B": "R", "R": "B", "left": "right", "right": "left", "N": "S", "S": "N", "E": "W", "W": "E", "NE": "SW",
    "SW": "NE", "NW": "SE", "SE": "NW",
}  # fmt: skip
CARDS = {
    "B9": {"skill": 80}, "B4": {"skill": 70, "blue": 4, "green": 4}, "R4": {"red": 6}, "R8": {"skill": 90},
    "R3": {"skill": 77}, "R2": {"skill": 50, "blue": 6},
}  # fmt: skip
SPACE_KEYS = ("pieces", "ball", "spot", "target", "inside", "at", "from")
"""Keys under which a word is a space where it could also be a piece: there is a B7 of either kind."""
_WORD = re.compile(r"(N|NE|E|SE|S|SW|W|NW)([1-9]?)")


class WithStatus(Ruleset):
    """A ruleset that says what is wrong with a position, as every one made of chapters does."""

    def status(self, position: Position) -> Status:
        """Everything that is wrong."""


@dataclass(frozen=True)
class Entry:
    """A game with options, and the pieces that are on its field."""

    rules: WithStatus
    pieces: Sequence[PieceId]
    holder_needed: bool = False
    """Whether somebody always has the ball."""
    more: Mapping[str, Any] = field(default_factory=dict)
    """What else its positions say."""
    half_turned_die: bool = False
    """Whether a single die names a direction, the opposite one when seen from the other end."""

    def crowded(self, rng: random.Random) -> Position:
        """All pieces in a part of the field, the ball with one of them or free."""
        board = self.rules.board
        grid, goals = board.grid, {space for goal in board.goals.values() for space in goal}
        length = grid.field_size_mm[0]
        first = rng.uniform(0, 0.55) * length
        here = [space for space in grid.spaces if first <= grid.centre_mm(space).x_mm <= first + 0.45 * length]
        spaces = rng.sample([space for space in here if space not in goals], len(self.pieces) + 1)
        some = spaces[:-1] if self.holder_needed else [*spaces[:3], *spaces[-3:]]
        ball = rng.choice([space for space in some if space in grid.field])
        raw: dict[str, Any] = {
            **self.more,
            "pieces": dict(zip(self.pieces, spaces, strict=False)),
            "ball": ball,
            "turn": rng.choice("BR"),
        }
        if self.holder_needed:
            raw["turn"] = next(piece[0] for piece, space in raw["pieces"].items() if space == ball)
        return self.rules.read_position(raw)

    @cached_property
    def other_end(self) -> OtherEnd:
        """The board seen from its other end."""
        return OtherEnd.of(self.rules.board)


def _rules(game: str, options: Mapping[str, Any] | None = None, listed: Mapping[str, Listed] = LISTED) -> WithStatus:
    return cast("WithStatus", load_ruleset(game, options=options, listed=listed))


_ALL = {
    "rounds": 2, "goals": 3, "steal": True, "own_half_no_goal": True, "offside": True, "throw_in": True,
    "three_corners": True, "passes_before_shot": 1,
}  # fmt: skip
"""Every optional rule of Soccer Chess but special cards."""

EVERY: Mapping[str, Entry] = {
    "regista": Entry(_rules("regista"), ELEVEN, half_turned_die=True),
    "very-much": Entry(_rules("very-much"), ELEVEN),
    "soccer-chess": Entry(_rules("soccer-chess", {"goals": 3}), OUTFIELD, holder_needed=True),
    "soccer-chess, all rules": Entry(
        _rules("soccer-chess", _ALL), OUTFIELD, holder_needed=True, more={"roster": CARDS, "measure": {"sd_mm": 0.9}}
    ),
    "soccer-fun": Entry(_rules("soccer-fun"), ELEVEN),
    kickabout.NAME: Entry(
        _rules(kickabout.NAME, listed=kickabout.LISTED), [f"{team}{n}" for team in "BR" for n in (1, 2, 3)]
    ),
}


def thrown(awaits: Pending, rng: random.Random) -> Roll:
    if isinstance(awaits.dice, int):
        return Roll(faces=tuple(rng.randint(1, 6) for _ in range(awaits.dice)))
    return Roll(duel=(rng.randint(1, 6), rng.randint(1, 6)))


def passage(entry: Entry, seed: int, most: int) -> Iterator[tuple[Any, Action | Roll, Ruling]]:
    """Positions of one random passage of play, each with what was done in it and the ruling."""
    rng, rules = random.Random(seed), entry.rules
    position = entry.crowded(rng)
    for _ in range(most):
        done: Action | Roll | None
        if position.awaits is not None and position.awaits.type == "roll":
            done = thrown(position.awaits, rng)
            verdict = rules.roll(position, done)
        else:
            done = rules.draw(position, rng)
            if done is None:
                return
            verdict = rules.act(position, done)
        assert verdict, (rules.format_position(position), done, verdict)
        yield position, done, verdict
        position = verdict.position


@dataclass(frozen=True)
class OtherEnd:
    """A board turned by half a turn, with the teams changed: what is legal here is legal there."""

    spaces: Mapping[Space, Space]
    size_mm: tuple[float, float]

    @classmethod
    def of(cls, board: Board) -> OtherEnd:
        """By where the spaces lie."""
        length, width = board.grid.field_size_mm
        at = {space: board.grid.centre_mm(space) for space in board.grid.spaces}
        by_place = {(round(x), round(y)): space for space, (x, y) in at.items()}
        return cls({s: by_place[round(length - x), round(width - y)] for s, (x, y) in at.items()}, (length, width))

    def value(self, value: Any, key: str = "") -> Any:  # noqa: ANN401 - any JSON value
        """A position's JSON form, or what stands in it under a key."""
        if isinstance(value, dict):
            return {
                (self.name(name) if name[0] in "BR" else name): self.value(item, key if key == "pieces" else name)
                for name, item in value.items()
            }
        if isinstance(value, list):
            if len(value) == 2 and all(isinstance(item, float) for item in value):
                return [self.size_mm[0] - value[0], self.size_mm[1] - value[1]]
            return [self.value(item, key) for item in value]
        if isinstance(value, str):
            return self.spaces[value] if key in SPACE_KEYS and value in self.spaces else self.name(value)
        return value

    @staticmethod
    def name(word: str) -> str:
        """A piece, a direction, a side; any other word stays."""
        if re.fullmatch(r"[BR][0-9]+", word):
            return _TURNED[word[0]] + word[1:]
        if match := _WORD.fullmatch(word):
            return _TURNED[match[1]] + match[2]
        return _TURNED.get(word, word)

    def action(self, action: Action) -> Action:
        """The same act at the other end."""
        named = {
            key: self.name(word)
            for key in ("piece", "direction", "other")
            if (word := getattr(action, key)) is not None
        }
        point = action.point_mm
        turned = None if point is None else type(point)(self.size_mm[0] - point.x_mm, self.size_mm[1] - point.y_mm)
        path = tuple((mark, self.spaces[space]) for mark, space in action.path)
        target = None if action.target is None else self.spaces[action.target]
        return replace(action, path=path, target=target, point_mm=turned, **named)

    @staticmethod
    def roll(roll: Roll, *, half_turned: bool) -> Roll:
        """The same dice; a die that names a direction shows the opposite one."""
        if roll.duel is not None:
            return Roll(duel=(roll.duel[1], roll.duel[0]))
        return Roll(faces=tuple((face + 2) % 6 + 1 for face in roll.faces)) if half_turned else roll
