"""The values a match is made of: pieces, positions, actions, rolls, events. All immutable.

Everything here is shared by the four games; what only one game needs lies in that game's own position,
a subclass in ``engine/games/<game>/``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from engine.empty import EMPTY
from engine.grid import Point, Space

if TYPE_CHECKING:
    from collections.abc import Mapping

Team: TypeAlias = Literal["B", "R"]
"""Blue or red; any two colours can be configured, the letters stay."""

TEAMS: tuple[Team, Team] = ("B", "R")

PieceId: TypeAlias = str
"""Team and number, for example ``B7``."""


def other(team: Team) -> Team:
    """The opponent."""
    return "R" if team == "B" else "B"


def team_of(piece: PieceId) -> Team:
    """The team letter of a piece."""
    return "B" if piece[0] == "B" else "R"


def number_of(piece: PieceId) -> int:
    """The printed number of a piece."""
    return int(piece[1:])


@dataclass(frozen=True, slots=True)
class Score:
    """Goals, or anything else counted once per team (finished turns)."""

    B: int = 0
    R: int = 0

    def of(self, team: Team) -> int:
        """The count of one team."""
        return self.B if team == "B" else self.R

    def plus(self, team: Team, amount: int = 1) -> Score:
        """The same with one team's count raised."""
        return Score(self.B + amount, self.R) if team == "B" else Score(self.B, self.R + amount)


@dataclass(frozen=True, slots=True)
class Pending:
    """What must happen before play can go on: a roll, a choice or a placement."""

    type: Literal["roll", "choice", "placement"]
    cause: str
    """What it is for, the word of the event it will make (``for`` in the JSON): ``tackle``, ``deviation``, ``save``."""
    side: Team | None
    """Who rolls, chooses or places; None if both."""
    dice: int | Mapping[Team, int] | None = None
    """How many dice: a count of single dice, or one count per team for a duel."""
    by: PieceId | None = None
    """The piece whose action is being decided."""
    left: Mapping[str, Any] = field(default_factory=lambda: EMPTY)
    """Whatever else the ruling needs to go on from here (target space, tackled piece); JSON values."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that were thrown: faces 1-6. One form only is filled."""

    duel: tuple[int, int] | None = None
    """(blue, red) for a duel."""
    faces: tuple[int, ...] = ()
    """The faces of a single die, or of several dice of one side."""

    def __post_init__(self) -> None:
        """Refuse what no die shows."""
        faces = self.duel if self.duel is not None else self.faces
        if not faces or any(not 1 <= face <= 6 for face in faces):
            raise ValueError(f"a die shows 1 to 6, not {faces}")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened by the rules, with the keys of docs/match-log.md (``by``, ``to``, ``team``, ...)."""

    type: str
    data: Mapping[str, Any] = field(default_factory=lambda: EMPTY)
    """JSON values by key, without ``type``."""


@dataclass(frozen=True, kw_only=True)
class Position:
    """A complete position: from it alone play can go on. Mappings are never changed once they are in here.

    Without slots, so that a game's position can keep what it has worked out once (``functools.cached_property``).
    """

    pieces: Mapping[PieceId, Space]
    ball: Space | Point | None = None
    turn: Team | None = "B"
    """Whose turn it is; None before the first-turn roll."""
    score: Score = Score()
    turns_done: Score = Score()
    """Finished turns of each team; runs on through both halves."""
    moved: tuple[PieceId, ...] = ()
    """Pieces that moved or dribbled this turn, in order."""
    tackled: tuple[PieceId, ...] = ()
    """Pieces that tried a tackle this turn, in order."""
    holder_may_not: PieceId | None = None
    """The taker of a restart, who may not have the ball again before another piece had it."""
    restart: str | None = None
    """``kick_off``, ``throw_in``, ``goal_kick``, ``corner``, ``free_kick``, ``penalty``: the next act is its pass."""
    spot: Space | None = None
    """Where the restart is taken."""
    extra: bool = False
    """The extra piece of a restart is placed."""
    placing: bool = False
    """True from the start or a goal until the kick-off."""
    awaits: Pending | None = None

    ball_stays: ClassVar[bool] = False
    """Whether pieces are carried to the ball, which stays, and no taker is put down with it at a restart."""

    def at(self, space: Space) -> PieceId | None:
        """The piece on a space (the first, if an observed position holds two)."""
        return next((piece for piece, where in self.pieces.items() if where == space), None)

    @property
    def ball_space(self) -> Space | None:
        """The space that holds the ball, also where its place is known in millimetres; None if it has none."""
        return self.ball if isinstance(self.ball, str) else None

    @property
    def holder(self) -> PieceId | None:
        """The piece in possession: the one on the ball's space."""
        return self.at(self.ball) if isinstance(self.ball, str) and not isinstance(self.ball, Point) else None


ActionKind: TypeAlias = Literal[
    "move", "pass", "lob", "choice", "tackle", "shot", "declare", "kick", "ball", "place", "substitute",
    "end", "no_move", "first", "touch", "lift", "time",
]  # fmt: skip
"""The forms of docs/notation.md. ``move`` covers moves and dribbles; the steps say which part was dribbled."""


@dataclass(frozen=True, slots=True)
class Action:
    """One act of a player, as written in the notation of docs/notation.md."""

    kind: ActionKind
    piece: PieceId | None = None
    """The acting piece."""
    path: tuple[tuple[Literal["-", "~"], Space], ...] = ()
    """``move``: the spaces named, each with how it was reached (``-`` moved, ``~`` dribbled)."""
    target: Space | None = None
    """Space passed to, shot at or placed on."""
    direction: str | None = None
    """``pass`` and ``lob`` in a direction; a ``choice``'s word (``SW2``, ``keep``, ``in``)."""
    other: PieceId | None = None
    """The piece tackled, or the substitute coming on."""
    dice: int | None = None
    """``declare``: number of dice."""
    point_mm: Point | None = None
    """``ball``: where it came to rest, if in millimetres."""


class MalformedError(ValueError):
    """Input that is no action or position at all (exit code 2); ``key`` names the part at fault.

    ``sentence`` says what is wrong: in other languages too, where it is one that can be said in them.
    """

    def __init__(self, key: str, message: str) -> None:
        """Name the key at fault for the message ``line N: key: message``."""
        super().__init__(message)
        self.key, self.sentence = key, message
