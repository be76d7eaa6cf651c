"""A second reading of Masume's open play, written from the rules alone: slow, on plain coordinates, by other means.

Squares are (column, row) from (1, 1) in the north-west; goals are columns 0 and 23. A passage stops at a goal, a
foul or a ball off the field.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Square: TypeAlias = tuple[int, int]
Act: TypeAlias = tuple[Any, ...]

WAYS: dict[str, Square] = {
    "N": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (-1, -1),
}  # fmt: skip
COLUMNS, ROWS, MOUTH = 22, 15, (7, 8, 9)
LOB = {1: 3, 2: 4, 3: 5, 4: 4, 5: 5, 6: 6}
STOPPED = "stopped"


def square(name: str) -> Square:
    return int(name[1:]), ord(name[0]) - 64


def inside(at: Square) -> bool:
    return 1 <= at[0] <= COLUMNS and 1 <= at[1] <= ROWS


def goal_of(at: Square) -> str:
    """The side whose goal a square is in, or nothing."""
    if at[1] not in MOUTH:
        return ""
    return {0: "B", COLUMNS + 1: "R"}.get(at[0], "")


def along(at: Square, way: str, steps: int) -> Square:
    return at[0] + WAYS[way][0] * steps, at[1] + WAYS[way][1] * steps


@dataclass(frozen=True)
class State:
    pieces: dict[str, Square]
    ball: Square
    turn: str
    offence: str
    plays: tuple[tuple[str, str], ...] = ()
    waits: tuple[Any, ...] | None = None
    """("flick" or "rebound", piece, the side that chooses, squares), or ("header", piece)."""

    def on(self, at: Square) -> str:
        return next((piece for piece, where in self.pieces.items() if where == at), "")

    @property
    def holder(self) -> str:
        return self.on(self.ball)


def legal(state: State) -> set[Act]:
    """What may be done by the side on turn, or chosen."""
    if state.waits is not None:
        return set(_choices(state.waits))
    acts: set[Act] = {("end",)}
    if len(state.plays) == 3:
        return acts
    ours = [piece for piece in state.pieces if piece[0] == state.turn]
    for piece in ours:
        if (piece, "move") not in state.plays:
            acts |= {("move", piece, end, ball) for end, ball in _walks(state, piece)}
        if state.holder == piece and (piece, "kick") not in state.plays:
            acts |= {(kind, piece, way) for kind in ("grounder", "lob") for way in WAYS}
            acts |= {("inside", piece, end) for end in _inside_kicks(state, piece)}
        if _next_to_their_holder(state, piece) and (piece, "charge") not in state.plays:
            acts.add(("charge", piece, state.holder))
    return acts


def _choices(waits: tuple[Any, ...]) -> Iterator[Act]:
    if waits[0] in {"flick", "rebound"}:
        yield from (("send", way) for way in WAYS)
    elif waits[0] == "header":
        yield ("keep",)
        yield from (("head", way, far) for way in WAYS for far in (1, 2))


def _next_to_their_holder(state: State, piece: str) -> bool:
    holder = state.holder
    if not holder or holder[0] == state.turn:
        return False
    (a, b), (c, d) = state.pieces[piece], state.pieces[holder]
    return max(abs(a - c), abs(b - d)) == 1


def _walks(state: State, piece: str) -> set[tuple[Square, Square]]:
    """Where a walk of at most three steps can end, and where the ball is then: every walk is tried."""
    found = set()
    start = state.pieces[piece]
    loose = not state.holder
    for length in (1, 2, 3):
        for ways in product(WAYS, repeat=length):
            at, carrying, good = start, state.holder == piece, True
            for number, way in enumerate(ways, 1):
                at = along(at, way, 1)
                into_goal = carrying and goal_of(at) not in {"", piece[0]} and number == length
                if not (inside(at) or into_goal) or state.on(at) not in {"", piece}:
                    good = False
                    break
                carrying = carrying or (loose and at == state.ball)
            if good and at != start:
                found.add((at, at if carrying else state.ball))
    if loose:
        # Coming back to where it stood with the ball is a move as well.
        reached = {(end, ball) for end, ball in found if ball == end}
        if (state.ball, state.ball) in reached and _steps(start, state.ball) == 1:
            found.add((start, start))
    return found


def _steps(a: Square, b: Square) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _inside_kicks(state: State, piece: str) -> Iterator[Square]:
    start = state.pieces[piece]
    for way in WAYS:
        near, far = along(start, way, 1), along(start, way, 2)
        if inside(near) or goal_of(near):
            yield near
        blocked = state.on(near)[:1] not in {"", piece[0]} or not inside(near)
        if not blocked and (inside(far) or goal_of(far)):
            yield far


def after(state: State, act: Act) -> list[State | str]:
    """Every state that an act can lead to, one for each way the dice can fall."""
    kind = act[0]
    if kind == "end":
        return [_turned(state, _foe(state.turn))]
    if kind == "move":
        return [_moved(state, *act[1:])]
    if kind == "inside":
        played = replace(state, plays=(*state.plays, (act[1], "kick")))
        return [_stopped_at(played, act[2], act[1][0])]
    if kind in {"grounder", "lob"}:
        played = replace(state, plays=(*state.plays, (act[1], "kick")))
        return [_kicked(played, kind, act[1], act[2], face) for face in range(1, 7)]
    if kind == "charge":
        return _charged(state, act[1], act[2])
    return [_chosen(replace(state, waits=None), state.waits or (), act)]


def _foe(side: str) -> str:
    return "R" if side == "B" else "B"


def _turned(state: State, side: str) -> State:
    return replace(state, turn=side, plays=(), waits=None)


def _then(state: State) -> State:
    return _turned(state, _foe(state.turn)) if len(state.plays) == 3 else state


def _moved(state: State, piece: str, end: Square, ball: Square) -> State | str:
    loose = not state.holder
    after_it = replace(state, pieces={**state.pieces, piece: end}, ball=ball, plays=(*state.plays, (piece, "move")))
    if goal_of(end):
        return STOPPED
    if loose and ball == end and state.offence != piece[0]:
        return replace(after_it, offence=piece[0], plays=())
    return _then(after_it)


def _stopped_at(state: State, at: Square, side: str) -> State | str:
    """The ball comes to rest on a square, sent there by a side."""
    if goal_of(at):
        return STOPPED
    holder = state.on(at)
    gains = holder[0] if holder else side
    rest = replace(state, ball=at, offence=gains)
    return _then(rest) if gains == state.turn else _turned(rest, gains)


def _kicked(state: State, kind: str, piece: str, way: str, face: int) -> State | str:
    start = state.pieces[piece]
    if kind == "grounder":
        return _runs(state, start, way, face, piece[0])
    for step in range(1, LOB[face] + 1):
        at = along(start, way, step)
        if goal_of(at) and step == LOB[face]:
            return STOPPED
        if not inside(at):
            return STOPPED
    met = state.on(at)
    if met:
        return replace(state, ball=at, waits=("header", met))
    return _stopped_at(state, at, piece[0])


def _runs(state: State, start: Square, way: str, n: int, side: str) -> State | str:
    for d in range(1, n + 1):
        at = along(start, way, d)
        if not inside(at):
            return STOPPED
        met = state.on(at)
        if not met:
            continue
        if met[0] == side:
            if n in {d, d + 1}:
                return _stopped_at(state, at, side)
            return replace(state, ball=at, waits=("flick", met, side, n - d))
        if (d == 1 and n <= 4) or (d > 1 and n in {d, d + 1}):
            return _stopped_at(state, at, side)
        return replace(state, ball=at, waits=("rebound", met, side, {5: 1, 6: 2}[n] if d == 1 else n - d))
    return _stopped_at(state, along(start, way, n), side)


def _chosen(state: State, waits: tuple[Any, ...], act: Act) -> State | str:
    piece = waits[1]
    start = state.pieces[piece]
    if act[0] == "keep":
        return _stopped_at(state, start, piece[0])
    if act[0] == "head":
        return _runs(state, start, act[1], act[2], piece[0])
    return _runs(state, start, act[1], waits[3], waits[2])


def _charged(state: State, piece: str, holder: str) -> list[State | str]:
    forward = 1 if holder[0] == "B" else -1
    at = state.pieces[holder]
    dx = (state.pieces[piece][0] - at[0]) * forward
    if dx < 0:
        return [STOPPED]
    squares = [(at[0] + forward * x, at[1] + y) for x, y in ((1, 0), (1, 1), (1, -1), (0, 1), (0, -1))]
    helpers = sum(state.on(near)[:1] == piece[0] for near in squares)
    bonus = helpers if helpers >= 2 else 0
    deep = at[0] <= 4 if piece[0] == "B" else at[0] >= 19
    if deep and 4 <= at[1] <= 12:
        bonus += 2 if piece[1:] == "1" else 1
    swapped = {**state.pieces, piece: at, holder: state.pieces[piece]}
    won = replace(state, pieces=swapped, offence=piece[0], plays=())
    lost = _then(replace(state, pieces=swapped, ball=state.pieces[piece], plays=(*state.plays, (piece, "charge"))))
    return [won if ours + bonus >= theirs else lost for ours in range(1, 7) for theirs in range(1, 7)]


def count(state: State | str, depth: int) -> int:
    """How many ways there are to go on for so many acts, every fall of the dice counted; what stopped has one."""
    if isinstance(state, str) or depth == 0:
        return 1
    return sum(count(then, depth - 1) for act in legal(state) for then in after(state, act))
