"""Looks at tables made from positions: what a perfect reader would hand over, and ways to spoil it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.board import shipped_board
from engine.observation import Observation, SeenBall, SeenDie, SeenPiece

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.match import Position

BOARD = shipped_board("regista-a2")
DATA = Path(__file__).parents[1] / "data"

DICE_LYING = (("B", 3, 212.0, 333.0), ("R", 5, 287.0, 339.0))


def seen(
    pieces: Mapping[str, str],
    ball: str | None,
    dice: Iterable[tuple[str | None, int | None, float, float]] = DICE_LYING,
    *,
    t: float = 0.0,
    confidence: float = 0.98,
    hidden: Iterable[str] = (),
) -> Observation:
    """A look at pieces (``B7`` or ``B?``: space), each on the middle of its space; ``B?`` may carry a tag: ``B?a``."""
    at = {space: piece for piece, space in pieces.items()}
    discs = []
    for piece, space in pieces.items():
        centre = BOARD.grid.centre_mm(space)
        number = int(piece[1:]) if piece[1:].isdigit() else None
        discs.append(SeenPiece(piece[0], number, centre.x_mm, centre.y_mm, space, confidence))
    found = None
    if ball is not None:
        centre = BOARD.grid.centre_mm(ball)
        found = SeenBall(centre.x_mm, centre.y_mm, ball, at.get(ball), confidence)
    lying = tuple(SeenDie(team, value, x, y, confidence) for team, value, x, y in dice)
    return Observation(t, round(t * 10), tuple(discs), found, lying, hidden=frozenset(hidden))


def shown(position: Position, **changes: Any) -> Observation:  # noqa: ANN401 - spaces and options alike
    """The look that shows a position; a keyword ``B7="H10"`` puts a piece elsewhere, ``ball=`` the ball."""
    ball = changes.pop("ball", position.ball)
    options = {key: changes.pop(key) for key in ("dice", "t", "confidence", "hidden") if key in changes}
    pieces = {piece: space for piece, space in {**position.pieces, **changes}.items() if space is not None}
    return seen(pieces, ball, **options)


@dataclass(frozen=True)
class FilmedMatch:
    """What was done in a film, and how the table lay in every stretch without a hand."""

    events: tuple[dict[str, Any], ...]
    final: dict[str, Any]
    looks: tuple[Observation, ...]
    """One a stretch."""

    @property
    def actions(self) -> list[str]:
        """Everything done, ends of turns too."""
        return [event["notation"] for event in self.events if event["type"] in {"action", "end"}]

    @property
    def rolls(self) -> list[dict[str, int] | int]:
        """All dice thrown."""
        return [event["roll"] for event in self.events if "roll" in event]


def filmed_match(number: int) -> FilmedMatch:
    """One of the filmed matches in tests/data."""
    raw = json.loads((DATA / f"filmed_match_{number}.json").read_text())
    looks = []
    for k, stretch in enumerate(raw["settled"]):
        pieces = tuple(
            SeenPiece(piece[0], int(piece[1:]), x, y, cell, 0.98) for piece, (cell, x, y) in stretch["pieces"].items()
        )
        cell, x, y, on_piece = stretch["ball"]
        dice = tuple(SeenDie(team, value, x, y, 0.98) for team, value, x, y in stretch["dice"])
        looks.append(Observation(stretch["t"][0] + 0.4, k, pieces, SeenBall(x, y, cell, on_piece, 0.98), dice))
    return FilmedMatch(tuple(raw["events"]), raw["final"], tuple(looks))


def without(look: Observation, *pieces: str) -> Observation:
    """The same look with some discs not found."""
    return replace(look, pieces=tuple(p for p in look.pieces if p.piece not in pieces))


def misread(look: Observation, piece: str, number: int | None) -> Observation:
    """The same look with another number read on a disc."""
    discs = (replace(p, number=number) if p.piece == piece else p for p in look.pieces)
    return replace(look, pieces=tuple(discs))
