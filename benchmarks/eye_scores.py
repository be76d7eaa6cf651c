"""What was right and wrong of one reading of one table; no reading happens here.

A piece counts from half of its face in sight, a ball from three tenths, a die from six tenths (see ``scores``). Seen
and true pieces are paired by place; what is left over on either side is missed or a phantom.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from scores import VISIBLE_BALL, VISIBLE_DIE, VISIBLE_PIECE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.grid import Space
    from engine.match import PieceId, Team
    from engine.observation import Observation, SeenDie, SeenPiece

FaultKind: TypeAlias = Literal["geometry", "missed", "phantom", "team", "number", "ball", "dice"]
FAULT_KINDS: tuple[FaultKind, ...] = ("geometry", "missed", "phantom", "team", "number", "ball", "dice")
ClaimKind: TypeAlias = Literal["piece", "number", "ball", "die"]
SAME_DIE_MM = 10.0
"""A die that is seen this far from where one lies is that die."""


@dataclass(frozen=True)
class TruePiece:
    """Where a piece stands; millimetres of the middle of its upper face, board frame."""

    piece: PieceId
    space: Space | None
    x_mm: float
    y_mm: float
    visible: float = 1.0
    """Share of its face that is in sight."""
    digit_px: float = 0.0
    """Height of its numeral in the picture, mean over directions; 0: not known."""
    tells: bool = True
    """False for a 6 or 9 without a mark: which it is, no face says."""


@dataclass(frozen=True)
class TrueBall:
    """Where the ball lies."""

    space: Space | None
    x_mm: float
    y_mm: float
    form: str
    visible: float = 1.0


@dataclass(frozen=True)
class TrueDie:
    """What a die shows. Without a place it is known by its team."""

    team: Team
    value: int
    x_mm: float | None = None
    y_mm: float | None = None
    visible: float = 1.0


@dataclass(frozen=True)
class Truth:
    """Of one picture."""

    pieces: tuple[TruePiece, ...]
    ball: TrueBall | None
    dice: tuple[TrueDie, ...]
    space_mm: float
    """Width of a space."""
    occluded: bool = False
    """A hand is in the picture: its position is not scored as a whole."""


@dataclass(frozen=True)
class Fault:
    """One thing that was read wrongly."""

    kind: FaultKind
    spaces: frozenset[Space | None]
    """Where it is, and where it was said to be."""
    said: str
    flagged: bool
    """The reader did say that it was unsure there."""


@dataclass(frozen=True)
class Claim:
    """One thing that was said with a confidence."""

    kind: ClaimKind
    confidence: float
    right: bool


@dataclass(frozen=True)
class NumberSeen:
    """What was made of one piece's number; only of numerals whose size is known and that tell which they are."""

    digit_px: float
    right: bool
    claimed: bool


@dataclass(frozen=True)
class TableScore:
    """Counts of one reading."""

    counts: Mapping[str, int]
    faults: tuple[Fault, ...] = ()
    claims: tuple[Claim, ...] = ()
    off_mm: tuple[float, ...] = ()
    """How far each piece of the right space and team was seen from where it is."""
    numbers: tuple[NumberSeen, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether every piece and the ball were read rightly; dice lie beside the position."""
        return not any(fault.kind != "dice" for fault in self.faults)

    @property
    def flagged(self) -> bool:
        """Whether each fault of the position was named as unsure where it is."""
        return all(fault.flagged for fault in self.faults if fault.kind != "dice")


def score_table(truth: Truth, seen: Observation) -> TableScore:
    """Compare a reading with the truth."""
    pairs, missed, extra = _paired(truth, seen.pieces)
    unsure = {doubt.space for doubt in seen.unsure if doubt.what != "die"} | set(seen.hidden)
    faults: list[Fault] = []
    keys = ("pieces", "missed", "space and team", "number", "claimed", "claimed wrongly", "claimed elsewhere")
    counts = dict.fromkeys(keys, 0)
    off_mm, claims, numbers = [], [], []
    for true, piece in pairs:
        if true.visible < VISIBLE_PIECE:
            continue
        counts["pieces"] += 1
        right_place, right_team = piece.space == true.space, piece.team == true.piece[0]
        right = right_place and piece.piece == true.piece
        if right_place and right_team:
            off_mm.append(math.dist((true.x_mm, true.y_mm), (piece.x_mm, piece.y_mm)))
        claimed = piece.space not in unsure and piece.number is not None
        counts["space and team"] += right_place and right_team
        counts["number"] += right
        counts["claimed"] += claimed
        counts["claimed wrongly"] += claimed and not right
        counts["claimed elsewhere"] += claimed and not (right_place and right_team)
        if true.digit_px > 0 and true.tells:
            numbers.append(NumberSeen(true.digit_px, right, claimed))
        if not right:
            kind: FaultKind = "geometry" if not right_place else "team" if not right_team else "number"
            faults.append(_fault(kind, {true.space, piece.space}, f"{true.piece} read as {piece.piece}", unsure))
        claims += _piece_claims(true, piece, right=right)
    for true in missed:
        if true.visible >= VISIBLE_PIECE and true.space is not None:
            counts["pieces"] += 1
            counts["missed"] += 1
            faults.append(_fault("missed", {true.space}, f"{true.piece} missed", unsure))
    on_field = [piece for piece in extra if piece.space is not None]
    counts["phantoms"] = len(on_field)
    counts["phantoms beside the field"] = len(extra) - len(on_field)
    faults += [_fault("phantom", {piece.space}, f"{piece.piece} out of nothing", unsure) for piece in on_field]
    claims += [Claim("piece", piece.confidence, right=False) for piece in on_field if piece.number is not None]
    ball = _score_ball(truth, seen, unsure)
    dice = _score_dice(truth, seen)
    position = TableScore({}, (*faults, *ball.faults))
    whole = {"positions": not truth.occluded, "exact": not truth.occluded and position.exact}
    whole["wrong"] = bool(whole["positions"]) and not position.exact
    whole["wrong, flagged"] = whole["wrong"] and position.flagged
    return TableScore(
        {**counts, **ball.counts, **dice.counts, **{key: int(value) for key, value in whole.items()}},
        (*faults, *ball.faults, *dice.faults),
        (*claims, *ball.claims, *dice.claims),
        tuple(off_mm),
        tuple(numbers),
    )


def added(scores: Iterable[TableScore]) -> TableScore:
    """All of them as one."""
    counts: dict[str, int] = {}
    every = tuple(scores)
    for score in every:
        for key, amount in score.counts.items():
            counts[key] = counts.get(key, 0) + amount
    return TableScore(
        counts,
        tuple(fault for score in every for fault in score.faults),
        tuple(claim for score in every for claim in score.claims),
        tuple(mm for score in every for mm in score.off_mm),
        tuple(number for score in every for number in score.numbers),
    )


def _paired(
    truth: Truth, seen: Sequence[SeenPiece]
) -> tuple[list[tuple[TruePiece, SeenPiece]], list[TruePiece], list[SeenPiece]]:
    """True and seen pieces that belong together, the nearest first; what is left of both."""
    reach = 0.6 * truth.space_mm
    near = sorted(
        (math.dist((true.x_mm, true.y_mm), (piece.x_mm, piece.y_mm)), t, s)
        for t, true in enumerate(truth.pieces)
        for s, piece in enumerate(seen)
    )
    mine: dict[int, int] = {}
    taken: set[int] = set()
    for distance, t, s in near:
        if distance <= reach and t not in mine and s not in taken:
            mine[t] = s
            taken.add(s)
    return (
        [(truth.pieces[t], seen[s]) for t, s in mine.items()],
        [true for t, true in enumerate(truth.pieces) if t not in mine],
        [piece for s, piece in enumerate(seen) if s not in taken],
    )


def _fault(kind: FaultKind, spaces: Iterable[Space | None], said: str, unsure: set[Space | None]) -> Fault:
    where = frozenset(spaces)
    return Fault(kind, where, said, bool(where & unsure))


def _piece_claims(true: TruePiece, piece: SeenPiece, *, right: bool) -> list[Claim]:
    claims = [Claim("piece", piece.confidence, right)] if piece.number is not None else []
    if piece.number_scores and piece.team == true.piece[0]:
        best = max(range(len(piece.number_scores)), key=piece.number_scores.__getitem__)
        claims.append(Claim("number", piece.number_scores[best], f"{piece.team}{best + 1}" == true.piece))
    return claims


def _score_ball(truth: Truth, seen: Observation, unsure: set[Space | None]) -> TableScore:
    ball, said = truth.ball, seen.ball
    if ball is not None and (ball.space is None or ball.visible < VISIBLE_BALL):
        return TableScore({})
    if ball is None:
        wrong = said is not None and said.space is not None
        faults = (_fault("ball", {said.space}, "a ball out of nothing", unsure),) if wrong and said else ()
        return TableScore({"ball phantoms": int(wrong), "no balls": 1}, faults)
    right = said is not None and said.space == ball.space
    place = said.space if said is not None else None
    doubts = any(doubt.what == "ball" for doubt in seen.unsure)
    claimed = said is not None and not doubts and place not in unsure
    fault = Fault(
        "ball",
        frozenset((ball.space, place)),
        f"ball ({ball.form}) on {ball.space} read on {place}",
        doubts or bool({ball.space, place} & unsure),
    )
    counts = {
        "ball missed": said is None,
        "ball space": right,
        "ball claimed": claimed,
        "ball wrong": claimed and not right,
    }
    return TableScore(
        {"balls": 1, **{key: int(value) for key, value in counts.items()}},
        () if right else (fault,),
        (Claim("ball", said.confidence, right),) if said is not None else (),
    )


def _score_dice(truth: Truth, seen: Observation) -> TableScore:
    counts = dict.fromkeys(("dice", "die face", "die claimed", "die wrong", "die phantoms"), 0)
    faults, claims, left = [], [], list(seen.dice)
    doubted = any(doubt.what == "die" for doubt in seen.unsure)
    for die in sorted(truth.dice, key=lambda die: -die.visible):
        said = _same_die(die, left)
        if said is not None:
            left.remove(said)
        if die.visible < VISIBLE_DIE:
            continue
        right = said is not None and said.value == die.value
        claimed = said is not None and said.value is not None
        counts["dice"] += 1
        counts["die face"] += right
        counts["die claimed"] += claimed
        counts["die wrong"] += claimed and not right
        if claimed and said is not None:
            claims.append(Claim("die", said.confidence, right))
        if not right:
            what = f"die {die.team}{die.value} read as {said.value if said is not None else 'nothing'}"
            faults.append(Fault("dice", frozenset(), what, doubted or not claimed))
    counts["die phantoms"] = len(left)
    for said in left:
        faults.append(Fault("dice", frozenset(), f"die {said.team}{said.value} out of nothing", doubted))
        claims.append(Claim("die", said.confidence, right=False))
    return TableScore(counts, tuple(faults), tuple(claims))


def _same_die(die: TrueDie, seen: Sequence[SeenDie]) -> SeenDie | None:
    if die.x_mm is None or die.y_mm is None:
        same = [said for said in seen if said.team == die.team]
        return next((said for said in same if said.value == die.value), same[0] if same else None)
    place = die.x_mm, die.y_mm
    near = min(seen, key=lambda said: math.dist(place, (said.x_mm, said.y_mm)), default=None)
    return near if near is not None and math.dist(place, (near.x_mm, near.y_mm)) <= SAME_DIE_MM else None
