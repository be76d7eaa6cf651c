"""A second reading of Soccer Chess's move rounds and owners, on plain coordinates and by brute force.

Shares nothing with the engine but the page of rules: squares are (x, y) counted from the north-west, ways are found by
letting a figure walk every step in turn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TypeAlias

LETTERS = "ABCDEFGHIJKLMNOPRSTU"
ACROSS, ALONG = 30, 40

Square: TypeAlias = tuple[int, int]


def square(name: str) -> Square:
    """(x, y) of a name: x from the west goal line, y from the north touch line, both from 0."""
    half, letter, column = re.fullmatch(r"([WE])([A-Z])([0-9]+)", name).groups()  # type: ignore[union-attr]  # names only
    line, across = LETTERS.index(letter), int(column)
    return (line, across - 1) if half == "W" else (ALONG - 1 - line, ACROSS - across)


@dataclass(frozen=True)
class State:
    """A move that is due, or the kick after the rounds."""

    pieces: dict[str, Square]
    holder: str
    turn: str
    rounds: int
    round: int = 1
    dribbled: bool = False
    kick: bool = False
    cards: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """Blue, green and red of figures with a card of their own."""

    def reach(self, piece: str) -> int:
        """Squares that a figure may go."""
        blue, green, red = self.cards.get(piece, (5, 3, 4))
        if piece == self.holder:
            return green
        return red if piece[0] == self.holder[0] else blue


def walked(state: State, piece: str) -> set[Square]:
    """Every square that a figure can end on."""
    taken = set(state.pieces.values())
    edge = found = {state.pieces[piece]}
    for _ in range(state.reach(piece)):
        edge = {
            (x + dx, y + dy) for x, y in edge for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if 0 <= x + dx < ALONG and 0 <= y + dy < ACROSS and (x + dx, y + dy) not in taken
        }  # fmt: skip
        found = found | edge
    return found - {state.pieces[piece]}


def legal(state: State) -> set[tuple[str, Square] | str]:
    """Every figure with every square that it can move to, ``pass``; or the kick and its announcement."""
    if state.kick:
        return {"kick", "shot"}
    moves: set[tuple[str, Square] | str] = {"pass"}
    for piece in state.pieces:
        if piece[0] == state.turn and not (piece == state.holder and state.dribbled):
            moves |= {(piece, to) for to in walked(state, piece)}
    return moves


def done(state: State, act: tuple[str, Square] | str) -> State:
    """The state after a move or pass."""
    if not isinstance(act, str):
        piece, to = act
        state = replace(
            state, pieces={**state.pieces, piece: to}, dribbled=state.dribbled or piece == state.holder
        )  # fmt: skip
    if state.turn == state.holder[0]:
        return replace(state, turn="R" if state.turn == "B" else "B")
    last = state.round == state.rounds
    return replace(state, turn=state.holder[0], kick=last, round=1 if last else state.round + 1)


def count(state: State, depth: int) -> int:
    """Ways to go on for so many moves; the kick ends each."""
    if depth == 0:
        return 1
    acts = legal(state)
    if state.kick:
        return len(acts)
    return len(acts) if depth == 1 else sum(count(done(state, act), depth - 1) for act in acts)


def owner(pieces: dict[str, Square], skill: dict[str, int], kicker: str, ball: Square) -> set[str]:
    """The figures that a ball at rest may belong to, keepers among them, from the page's list of ties."""
    standing = {piece: at for piece, at in pieces.items() if piece != kicker}
    for team, lines in (("B", range(3)), ("R", range(ALONG - 3, ALONG))):
        if any(piece[0] == team for piece in standing):
            box = [(x, y) for x in lines for y in range(9, 21)]
            standing[f"{team}1"] = min(box, key=lambda at: max(abs(at[0] - ball[0]), abs(at[1] - ball[1])))
    ranked = {
        piece: (max(abs(x - ball[0]), abs(y - ball[1])), -skill.get(piece, 75), piece[0] != kicker[0])
        for piece, (x, y) in standing.items()
    }  # fmt: skip
    best = min(ranked.values())
    return {piece for piece, rank in ranked.items() if rank == best}
