"""Regista's open play once more, written from the rules alone and without the engine: slow, plain, for comparing.

Spaces are cube coordinates (q, r, s); everything is tried, nothing is looked up. Restarts, saves and goals end a
passage of play here: they are ``STOPPED``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Cube = tuple[int, int, int]

ROWS = "ABCDEFGHIJKLMNO"
# By the deviation chart's numbers: east, then clockwise.
STEPS: tuple[Cube, ...] = ((1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1), (1, -1, 0))
DEFENDERS, MIDFIELD, FORWARDS, REGISTA = {2, 3, 4, 5, 12}, {6, 7, 8, 10, 13}, {9, 11, 14}, {15}


def cube(name: str) -> Cube:
    row, column = ROWS.index(name[0]), int(name[1:])
    half_widths = 2 * column - 1 if row % 2 == 0 else 2 * column
    q = (half_widths - row - 1) // 2
    return q, row, -q - row


FIELD = {
    cube(f"{letter}{column}"): f"{letter}{column}"
    for row, letter in enumerate(ROWS)
    for column in range(1, 23 if row % 2 == 0 else 22)
}
GOALS = {"B": [cube(s) for s in ("G23", "H22", "I23")], "R": [cube(s) for s in ("G0", "H0", "I0")]}
"""The goal each side attacks."""
NAMES = {**FIELD, **{cube(s): s for s in ("G23", "H22", "I23", "G0", "H0", "I0")}}


def add(a: Cube, b: Cube, times: int = 1) -> Cube:
    return a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times


def apart(a: Cube, b: Cube) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def half_widths_from_goal(space: Cube, attacker: str) -> int:
    """How far a centre is from the goal line that a side attacks, in half spaces."""
    from_left = 2 * space[0] + space[1] + 1
    return 44 - from_left if attacker == "B" else from_left


@dataclass(frozen=True)
class State:
    """A passage of play."""

    pieces: Mapping[str, Cube]
    ball: Cube
    turn: str
    moved: tuple[str, ...] = ()
    tackled: tuple[str, ...] = ()
    barred: str | None = None
    waits: tuple[str, ...] = ()
    """``tackle``, tackler, holder; ``pass``, passer; ``distance``, shooter; ``shot``."""

    @property
    def holder(self) -> str | None:
        return next((piece for piece, space in self.pieces.items() if space == self.ball), None)

    def on(self, space: Cube) -> str | None:
        return next((piece for piece, there in self.pieces.items() if there == space), None)

    def other_side(self) -> State:
        return replace(self, turn="R" if self.turn == "B" else "B", moved=(), tackled=(), waits=())


STOPPED = None


def moves(state: State, piece: str) -> Iterator[tuple[str, str, Cube]]:
    """Every path of steps, tried to its end: (``move`` or ``carry``, piece, where it ends)."""
    start = state.pieces[piece]
    most = 2 if int(piece[1:]) in REGISTA else 3
    others = {space for other, space in state.pieces.items() if other != piece}
    loose = state.ball if state.holder is None else None
    for length in range(1, most + 1):
        for steps in product(STEPS, repeat=length):
            at, carrying, good = start, state.ball == start, True
            for k, step in enumerate(steps, 1):
                at = add(at, step)
                scoring = carrying and at in GOALS[piece[0]] and k == length
                if at in others or not (at in FIELD or scoring) or (at == loose and state.barred == piece):
                    good = False
                    break
                carrying = carrying or at == loose
            if good and (at != start or (carrying and state.ball != start)):
                yield ("carry" if carrying else "move"), piece, at


def straight(start: Cube, target: Cube) -> tuple[int, list[Cube]] | None:
    """Distance and the spaces between, if one of the six directions leads from one to the other."""
    far = apart(start, target)
    for step in STEPS:
        if far and add(start, step, far) == target:
            return far, [add(start, step, k) for k in range(1, far)]
    return None


def free_line(state: State, piece: str, target: Cube) -> int | None:
    """The distance along a straight line without an opponent on the way."""
    found = straight(state.pieces[piece], target)
    if found is None:
        return None
    far, between = found
    if any(piece[0] != other[0] and space in between for other, space in state.pieces.items()):
        return None
    return far


def passes(state: State, piece: str) -> Iterator[Cube]:
    for target in FIELD:
        far = free_line(state, piece, target)
        if far is None or far > 9:
            continue
        receiver = state.on(target)
        marked = any(other[0] != piece[0] and apart(space, target) == 1 for other, space in state.pieces.items())
        if far <= 3 and receiver is not None and receiver[0] == piece[0] and marked:
            continue
        yield target


def shots(state: State, piece: str) -> Iterator[Cube]:
    goal = GOALS[piece[0]]
    for target in NAMES:
        far = free_line(state, piece, target)
        if far is None or far > 6:
            continue
        beside = far > 3 and target in FIELD and any(apart(target, space) == 1 for space in goal)
        if target in goal or beside:
            yield target


def legal(state: State) -> set[tuple[str, str, object]]:
    """Everything that may be done: (kind, piece, where or whom)."""
    found: set[tuple[str, str, object]] = {("end", "", "")}
    for piece, space in state.pieces.items():
        if piece[0] != state.turn:
            continue
        if len(state.moved) < 2 and piece not in state.moved:
            found.update(moves(state, piece))
        holder = state.holder
        if (
            holder is not None
            and holder[0] != piece[0]
            and apart(space, state.ball) == 1
            and piece not in state.tackled
        ):
            found.add(("tackle", piece, holder))
    if state.holder is not None and state.holder[0] == state.turn:
        found.update(("pass", state.holder, target) for target in passes(state, state.holder))
        found.update(("shot", state.holder, target) for target in shots(state, state.holder))
    return found


def after(state: State, act: tuple[str, str, object]) -> State | None:
    """What an action leads to."""
    kind, piece, what = act
    if kind == "end":
        return state.other_side()
    if kind == "tackle":
        assert isinstance(what, str)
        return replace(state, tackled=(*state.tackled, piece), waits=("tackle", piece, what))
    assert isinstance(what, tuple)
    target: Cube = what
    if kind in {"move", "carry"}:
        moved = replace(state, pieces={**state.pieces, piece: target}, moved=(*state.moved, piece))
        if kind == "move":
            return moved
        return STOPPED if target not in FIELD else replace(moved, ball=target, barred=None)
    far = apart(state.pieces[piece], target)
    if kind == "pass":
        if far <= 3 or int(piece[1:]) in REGISTA:
            return rest(state, piece, target)
        return replace(state, ball=target, waits=("pass", piece))
    if far > 3:
        return replace(state, ball=target, waits=("distance", piece))
    return at_goal(state, piece, target, distant=False)


def at_goal(state: State, piece: str, space: Cube, *, distant: bool) -> State | None:
    keeper = state.pieces.get("R1" if piece[0] == "B" else "B1")
    if keeper is None or apart(keeper, space) > 3:
        return STOPPED
    return replace(state, ball=space, waits=("shot", piece, "distance" if distant else ""))


def rest(state: State, passer: str, space: Cube) -> State | None:
    """A pass comes to rest on a field space."""
    receiver = state.on(space)
    if (receiver is None or receiver[0] == passer[0]) and offside(state, passer[0], space):
        return STOPPED
    return at_rest(state, space)


def at_rest(state: State, space: Cube) -> State:
    lying = replace(state, ball=space, waits=())
    if (receiver := state.on(space)) is None:
        return lying
    lying = replace(lying, barred=state.barred if state.barred == receiver else None)
    return lying if receiver[0] == state.turn else lying.other_side()


def offside(state: State, team: str, space: Cube) -> bool:
    theirs = sorted(half_widths_from_goal(s, team) for piece, s in state.pieces.items() if piece[0] != team)
    if len(theirs) < 2:
        return False
    ours = [half_widths_from_goal(s, team) for piece, s in state.pieces.items() if piece[0] == team]
    return half_widths_from_goal(space, team) < theirs[1] and min(ours) < theirs[1]


def rolled(state: State) -> Iterator[State | None]:
    """Every way the awaited dice can fall: six of one die, thirty-six of two."""
    kind, piece, *more = state.waits
    if kind in {"pass", "distance"}:
        for step in STEPS:
            space = add(state.ball, step)
            done = replace(state, waits=())
            if kind == "distance" and space in GOALS["B"] + GOALS["R"]:
                yield at_goal(done, piece, space, distant=True)
            elif space not in FIELD:
                yield STOPPED
            else:
                yield rest(done, piece, space) if kind == "pass" else at_rest(done, space)
        return
    for ours, theirs in product(range(1, 7), repeat=2):
        if kind == "shot":
            yield STOPPED
            continue
        attack = ours + (2 if int(piece[1:]) in DEFENDERS else 0)
        keep = theirs + (2 if int(more[0][1:]) in MIDFIELD | REGISTA else 0)
        if attack == keep:
            yield state
        elif attack < keep:
            yield replace(state, waits=())
        else:
            yield replace(state, waits=(), ball=state.pieces[piece], barred=None)


def count(state: State | None, depth: int) -> int:
    """How many ways there are to go on for so many acts and rolls; a passage that stopped has one."""
    if state is STOPPED or depth == 0:
        return 1
    if state.waits:
        return sum(count(then, depth - 1) for then in rolled(state))
    acts = legal(state)
    return len(acts) if depth == 1 else sum(count(after(state, act), depth - 1) for act in acts)
