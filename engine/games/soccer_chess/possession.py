"""The ball at rest gets its owner (rulebook: The ball's owner, Who has the ball?)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_chess import nearness
from engine.games.soccer_chess.cards import is_keeper
from engine.games.soccer_chess.words import refused
from engine.match import Pending, team_of
from engine.rules.dice import awaited
from engine.rules.events import event
from engine.rules.words import with_or
from engine.ruleset import Ruling, Verdict

if TYPE_CHECKING:
    from engine.games.soccer_chess.kicked import Kick
    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.grid import Point, Space
    from engine.match import Event, PieceId


def in_field(laws: Laws, kick: Kick, at_mm: Point) -> Ruling:
    """The ball rests in the field: the nearest figure is carried to it, or is asked for if nothing tells who it is."""
    lying = kick.after.but(**laws.lying(at_mm))
    square = lying.ball_on or ""
    found = nearness.owners(laws, lying, kick.by, square)
    if not found.among:
        return nobody(kick, square, ())
    told = _offside(laws, lying, square, found)
    if len(found.among) > 1:
        return ask(lying, found, told, at=square, carried=True)
    return _owned(laws, lying, square, found.among[0], told)


def _offside(laws: Laws, lying: SoccerChessPosition, square: Space, found: nearness.Nearest) -> tuple[Event, ...]:
    """The figures that would have had the ball if they had not been offside."""
    kicker = lying.last_kick or ""
    out = {piece: lying.pieces[piece] for piece in nearness.offside(laws, lying, kicker)}
    distance = laws.pitch.grid.distance
    nearer = [piece for piece, space in out.items() if distance(space, square) < found.distance]
    return tuple(event("offside", team=team_of(piece), by=piece, at=out[piece]) for piece in nearer)


def nobody(kick: Kick, square: Space, events: tuple[Event, ...]) -> Ruling:
    """There is no figure that could get the ball: the kick is taken again."""
    again = kick.before.but(awaits=None, lifted=None, announced=False)
    return Ruling((*events, event("free_ball", at=square)), again)


def ask(
    lying: SoccerChessPosition,
    found: nearness.Nearest,
    events: tuple[Event, ...],
    *,
    at: Space,
    carried: bool,
    out: bool = False,
) -> Ruling:
    """Several figures are equally near and equally skilled, and nothing else tells them apart."""
    left = {"among": list(found.among), "at": at, "carried": carried, "out": out}
    waits = Pending("choice", "nearest", None, None, lying.last_kick, left)
    told = event("pending", for_="nearest", among=list(found.among), at=at)
    return Ruling((*events, told), lying.but(awaits=waits))


def judge_choice(laws: Laws, position: SoccerChessPosition, word: str) -> Verdict:
    """``=B7``: people say which of the equally near figures it is."""
    _, left = awaited(position)
    if word not in left["among"]:
        return refused("choice.awaited", "nearest", among=with_or(left["among"]), first=left["among"][0])
    return choose(laws, position, word)


def choose(laws: Laws, position: SoccerChessPosition, piece: PieceId) -> Ruling:
    """What follows from the choice."""
    _, left = awaited(position)
    lying = position.but(awaits=None)
    if left["carried"]:
        return _owned(laws, lying, left["at"], piece, ())
    return given(laws, lying, piece, (), out=left["out"])


def _owned(laws: Laws, lying: SoccerChessPosition, square: Space, owner: PieceId, events: tuple[Event, ...]) -> Ruling:
    if not is_keeper(owner):
        return _carried(laws, lying, square, owner, events)
    mates = nearness.instead_of_keeper(laws, lying, owner, square)
    if len(mates.among) > 1:
        return ask(lying, mates, events, at=square, carried=False)
    return given(laws, lying, mates.among[0], events, out=False)


def _carried(
    laws: Laws, lying: SoccerChessPosition, square: Space, owner: PieceId, events: tuple[Event, ...]
) -> Ruling:
    """The owner's figure goes to the ball; one that stands there and cannot have it makes room."""
    pieces, start = dict(lying.pieces), lying.pieces[owner]
    there = lying.occupied.get(square)
    pieces[owner] = square
    told = [event("possession", by=owner, team=team_of(owner), at=square, from_=start)]
    if there is not None and there != owner:
        pieces[there] = _beside(laws, lying, there, square, start)
        told.append(event("placement", by=there, at=pieces[there]))
    return Ruling((*events, *told), _held(lying, owner, out=False).but(pieces=pieces))


def _beside(laws: Laws, lying: SoccerChessPosition, piece: PieceId, square: Space, left_free: Space) -> Space:
    """The nearest free square to make room on: of equally near ones the one furthest back, then furthest left."""
    team, pitch = team_of(piece), laws.pitch
    free = [space for space in pitch.field if space == left_free or space not in lying.occupied]
    return min(
        free,
        key=lambda space: (
            pitch.grid.distance(space, square),
            pitch.from_own_line(team, space),
            pitch.from_own_left(team, space),
        ),
    )


def given(laws: Laws, lying: SoccerChessPosition, owner: PieceId, events: tuple[Event, ...], *, out: bool) -> Ruling:
    """The ball is brought to a figure, on its own square."""
    square = lying.pieces[owner]
    told = event("possession", by=owner, team=team_of(owner), at=square)
    return Ruling((*events, told), _held(lying, owner, out=out).but(**laws.lying(square)))


def _held(lying: SoccerChessPosition, owner: PieceId, *, out: bool) -> SoccerChessPosition:
    """A figure has the ball after a kick: the move rounds begin. A ball that went out is no pass."""
    kicked = lying.last_kick
    reached = kicked is not None and team_of(kicked) == team_of(owner) and not out
    return lying.but(turn=team_of(owner), due="move", passes=lying.passes + 1 if reached else 0)
