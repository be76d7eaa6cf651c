"""What a look at the table says about a position: which piece stands where, and what it leaves open.

Identity is tracked, the number confirms it: a disc whose number cannot be right (unread, twice there, not on the
field, or swapped with a team-mate's in place) is the piece that was expected where it lies. What could not be seen is
unknown, not gone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.empty import EMPTY
from engine.inference.cost import SURE
from engine.match import TEAMS, Position, team_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from engine.grid import Space
    from engine.match import PieceId, Team
    from engine.observation import Observation, SeenPiece

BALL: Literal["ball"] = "ball"

Item: TypeAlias = str
"""A piece's id, or ``ball``."""

CONCLUDED = 0.6
"""Confidence in a piece that was named by elimination only: below what is acted on at the first look."""


@dataclass(frozen=True, slots=True)
class Table:
    """Where things physically lie, which the rules may have decided otherwise (a ball still to be put back)."""

    pieces: Mapping[PieceId, Space] = field(default_factory=lambda: EMPTY)
    ball: Space | None = None

    @classmethod
    def of(cls, position: Position) -> Table:
        """The table that shows a position."""
        return cls(position.pieces, ball_space(position))


@dataclass(frozen=True, slots=True)
class Reading:
    """A look, put in the match's terms."""

    where: Mapping[PieceId, Space]
    """Every piece that was seen on the board."""
    confidence: Mapping[Item, float]
    """How sure, for pieces in ``where`` and the ball."""
    ball: Space | None
    """None if the ball was not seen: unknown."""
    missing: frozenset[PieceId]
    """Pieces of the position that were not seen though nothing hid the space where they stood."""
    ball_missing: bool
    """The ball was not seen though nothing hid the space where it lay."""
    strays: tuple[SeenPiece, ...]
    """Discs on the field that are none of the position's pieces."""
    loose: Mapping[PieceId, Space] = field(default_factory=lambda: EMPTY)
    """The second nearest space of pieces that lie near a border."""
    ball_loose: Space | None = None
    """The same for a free ball."""
    ball_back: bool = False
    """The ball was out of sight when dice were thrown that are still to be explained."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that lies elsewhere than it should."""

    item: Item
    expected: Space | None
    """None if it should not be on the field."""
    seen: Space | None
    """None if it was not found."""


def ball_space(position: Position) -> Space | None:
    """The space of the ball, None if it has none."""
    return position.ball_space


def read(position: Position, table: Table, look: Observation, *, off_field: Collection[Space] = frozenset()) -> Reading:
    """Name every disc of a look. ``table`` is where things lay at the last look that was understood.

    ``off_field`` is the spaces outside the lines (goals): a ball on the sheet's white margin is easily overlooked, so
    one that was left there is not missed.
    """
    expected = _lying(position, table)
    named, unnamed = _named(expected, look.pieces)
    _keep_in_place(expected, named)
    _place_unnamed(expected, named, unnamed)
    _undo_swaps(expected, named)
    covered = look.hidden | {unsure.space for unsure in look.unsure if unsure.space is not None}
    missing = frozenset(piece for piece, space in expected.items() if piece not in named and space not in covered)
    where = {piece: disc.space for piece, (disc, _) in named.items() if disc.space is not None}
    confidence: dict[Item, float] = {piece: sure for piece, (_, sure) in named.items()}
    ball = None
    if look.ball is not None:
        # Its carrier may have another name by now than it was read as.
        carrier = look.carrier
        ball = (carrier.space if carrier is not None else None) or look.ball.space
        confidence[BALL] = look.ball.confidence
    loose = {piece: disc.other_space for piece, (disc, _) in named.items() if disc.other_space is not None}
    return Reading(
        where=MappingProxyType(where),
        confidence=MappingProxyType(confidence),
        ball=ball,
        missing=missing,
        ball_missing=ball is None
        and table.ball is not None
        and table.ball not in look.hidden
        and table.ball not in off_field,
        strays=tuple(unnamed),
        loose=MappingProxyType(loose),
        ball_loose=look.ball.other_space if look.ball is not None and look.ball.on_piece is None else None,
    )


def differences(position: Position, table: Table, reading: Reading) -> tuple[Difference, ...]:
    """What lies neither where the rules have it nor where it was left, the ball last."""
    found = []
    for piece, seen in reading.where.items():
        right = {space for space in (position.pieces.get(piece), table.pieces.get(piece)) if space is not None}
        if seen not in right and reading.loose.get(piece) not in right:
            found.append(Difference(piece, position.pieces.get(piece) or table.pieces.get(piece), seen))
    found += [
        Difference(piece, position.pieces.get(piece) or table.pieces.get(piece), None)
        for piece in sorted(reading.missing)
    ]
    ball = ball_space(position)
    places = {space for space in (ball, table.ball) if space is not None}
    if reading.ball is not None and reading.ball not in places and reading.ball_loose not in places:
        found.append(Difference(BALL, ball, reading.ball))
    if reading.ball_missing:
        found.append(Difference(BALL, ball, None))
    return tuple(found)


def updated(position: Position, table: Table, reading: Reading) -> Table:
    """Where things lie now: as seen, where it was seen; what lies near a border is where it should be if it can be.

    A ball that was not seen is believed where the rules have it once hands were there.
    """
    pieces = _lying(position, table)
    for piece, seen in reading.where.items():
        places = (position.pieces.get(piece), table.pieces.get(piece))
        pieces[piece] = _settled(seen, reading.loose.get(piece), places)
    if reading.ball is None:
        return Table(MappingProxyType(pieces), table.ball if table.ball is not None else ball_space(position))
    return Table(
        MappingProxyType(pieces), _settled(reading.ball, reading.ball_loose, (ball_space(position), table.ball))
    )


def _lying(position: Position, table: Table) -> dict[PieceId, Space]:
    """The match's pieces, each where it was last seen to lie, or where the rules have it."""
    return {piece: table.pieces.get(piece, space) for piece, space in position.pieces.items()}


def _settled(seen: Space, near: Space | None, right: tuple[Space | None, ...]) -> Space:
    return near if near is not None and seen not in right and near in right else seen


_Named: TypeAlias = "dict[PieceId, tuple[SeenPiece, float]]"


def _named(expected: Mapping[PieceId, Space], discs: Iterable[SeenPiece]) -> tuple[_Named, list[SeenPiece]]:
    """Discs by the number they show, as far as that can be right; the others."""
    claims: dict[PieceId, list[SeenPiece]] = {}
    unnamed = []
    for disc in discs:
        if disc.space is None:
            continue
        if disc.number is not None and disc.piece in expected:
            claims.setdefault(disc.piece, []).append(disc)
        else:
            unnamed.append(disc)
    named: _Named = {}
    for piece, rivals in claims.items():
        rivals.sort(key=lambda disc: (disc.space != expected[piece], -disc.confidence))
        named[piece] = (rivals[0], rivals[0].confidence)
        unnamed += rivals[1:]
    return named, unnamed


def _keep_in_place(expected: Mapping[PieceId, Space], named: _Named) -> None:
    """A disc whose number was hardly read is the one that was known to lie there, if that is seen nowhere else."""
    at = {space: piece for piece, space in expected.items()}
    for piece, (disc, sure) in list(named.items()):
        there = at.get(disc.space or "")
        if sure < SURE and there is not None and there not in named and team_of(there) == disc.team:
            del named[piece]
            named[there] = (disc, CONCLUDED)


def _undo_swaps(expected: Mapping[PieceId, Space], named: _Named) -> None:
    """Pieces of a team that only traded places among themselves were misread: no turn can do that.

    Each piece moves once a turn and a space holds one piece, so a closed ring of exchanged places has no first move.
    """
    at = {space: piece for piece, space in expected.items()}
    for start in list(named):
        ring = [start]
        while (occupant := at.get(named[ring[-1]][0].space or "")) is not None:
            if occupant == start or occupant in ring or occupant not in named or occupant[0] != start[0]:
                break
            ring.append(occupant)
        if occupant == start and len(ring) > 1:
            discs = {named[piece][0].space: named[piece] for piece in ring}
            for piece in ring:
                disc, sure = discs[expected[piece]]
                named[piece] = (disc, min(sure, CONCLUDED))


def _place_unnamed(expected: Mapping[PieceId, Space], named: _Named, unnamed: list[SeenPiece]) -> None:
    """Name the rest: by where it lies, then by elimination. What stays in ``unnamed`` fits nothing."""
    by_space = {space: piece for piece, space in expected.items()}
    for disc in list(unnamed):
        piece = by_space.get(disc.space or "")
        if piece is not None and piece not in named and team_of(piece) == disc.team:
            named[piece] = (disc, max(disc.confidence, CONCLUDED))
            unnamed.remove(disc)
    for team in TEAMS:
        _eliminate(team, expected, named, unnamed)


def _eliminate(team: Team, expected: Mapping[PieceId, Space], named: _Named, unnamed: list[SeenPiece]) -> None:
    """Give a team's unread discs to its unseen pieces, best printed-face score first."""
    free = [piece for piece in expected if team_of(piece) == team and piece not in named]
    discs = [disc for disc in unnamed if disc.team == team]
    pairs = sorted(((_score(disc, piece), piece, k) for k, disc in enumerate(discs) for piece in free), reverse=True)
    taken: set[int] = set()
    for score, piece, k in pairs:
        if piece in named or k in taken:
            continue
        # Alone on both sides is a conclusion; among several only a face that was partly read decides.
        if score > 0.3 or (len(free) == 1 and len(discs) == 1):
            named[piece] = (discs[k], CONCLUDED)
            taken.add(k)
            unnamed.remove(discs[k])


def _score(disc: SeenPiece, piece: PieceId) -> float:
    number = int(piece[1:])
    return disc.number_scores[number - 1] if number <= len(disc.number_scores) else 0.0
