"""The kinds of record that a match log is made of (docs/match-log.md).

A record here is the part that somebody said or saw; ``seq``, ``t``, ``type`` and ``prev`` are added by the writer.
What a record does not carry has its plain default and is left out of the line. Keys that are not known here are
kept by the reader (``LogLine.fields``), so that a newer program's log can still be read.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

FORMAT = 1
"""Version of the log's form; a reader refuses a header with a greater one.

A new key needs no new form. With one, the forms before it stay readable: tests/data/logs has a log of each."""

Source = Literal["seen", "typed", "rolled", "correction", "concluded", "clock"]
"""Who says so: the camera, a human, the program's own dice, a correction; of dice that could not all be read, what the
table showed afterwards; of a match played to time, its clock."""


class _Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """Base of all records."""


class Header(_Record, frozen=True, tag="header"):
    """The first record: what is played, on which board, with which options."""

    format: int
    game: str
    options: dict[str, Any]
    """Every option in force."""
    board: str
    """The board's name."""
    software: str
    """Name and version of the program that wrote the log."""
    teams: dict[str, str]
    """What the two sides are called, by letter."""
    names: dict[str, str] = {}
    """Names of players by team or piece."""
    camera: str = ""
    """What the system calls the camera that the match began with; empty for recordings and streams."""
    film: str = ""
    """The name of the film or folder that the match was begun on; empty for cameras, streams and single pictures."""
    film_sum: str = ""
    """How that begins, under any name: a sum of the first bytes of its file, of a folder of its first picture's."""


class SeenPieceForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """A disc in an observation record; millimetres in the board frame, one decimal."""

    id: str
    cell: str | None
    x_mm: float
    y_mm: float
    confidence: float


class SeenBallForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ball in an observation record."""

    cell: str | None
    x_mm: float
    y_mm: float
    confidence: float
    on_piece: str | None = None


class SeenDieForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die in an observation record."""

    team: str | None
    value: int | None
    x_mm: float
    y_mm: float
    confidence: float


class UnsureForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the reader did not stand by."""

    what: str
    cell: str | None
    why: str


class Observed(_Record, frozen=True, tag="observation"):
    """A settled look at the table that changed what the referee thinks."""

    frame: int
    pieces: list[SeenPieceForm]
    ball: SeenBallForm | None = None
    dice: list[SeenDieForm] = []
    unsure: list[UnsureForm] = []
    hidden: list[str] = []


class Acted(_Record, frozen=True, tag="action"):
    """A legal act of a player."""

    notation: str
    source: Source


class Ruled(_Record, frozen=True, tag="ruling"):
    """What the rules say of an act: of the action or roll before it, or of an illegal act named by ``notation``."""

    verdict: Literal["legal", "illegal", "unsure"]
    rule: str | None = None
    reason: str | None = None
    events: list[dict[str, Any]] = []
    notation: str | None = None
    evidence: str | None = None
    """SHA-256 (hexadecimal) of the piece of picture beside the log that the ruling rests on."""


class Rolled(_Record, frozen=True, tag="roll"):
    """Dice: ``B`` and ``R`` of a duel, or ``faces`` of a single die or several of one side."""

    source: Source
    cause: str = msgspec.field(name="for")
    B: int | None = None
    R: int | None = None
    faces: list[int] = []


class Corrected(_Record, frozen=True, tag="correction"):
    """A human's (or the seen turn's) word over the rules' own.

    ``changes`` holds keys of the position's JSON form. ``pieces`` is merged: null takes a piece off the field.
    """

    changes: dict[str, Any]
    source: Source
    reason: str | None = None


class Undone(_Record, frozen=True, tag="undo"):
    """The last act, with its dice and the end of turn that it implied, did not happen."""

    notation: str
    """What is taken back, for the reader; always the last act that still stood."""
    source: Source


class Stated(_Record, frozen=True, tag="state"):
    """The full position after what came before: play can be resumed from it alone."""

    position: dict[str, Any]


class MovedForm(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of the camera or the board, in the note that tells of it."""

    what: Literal["camera", "board", "either"]
    """``either`` where the pictures do not tell which."""
    mm: float
    """How far the field's corners came to lie from their places, on the board: the furthest of them."""
    deg: float
    """By how much the camera turned against the board."""
    s: float
    """Seconds from rest until the match was followed again."""


class Noted(_Record, frozen=True, tag="note"):
    """Something worth remembering that changes nothing."""

    text: str
    moved: MovedForm | None = None
    """If it tells of a move of the camera or the board."""


SOURCE_ENDED = "the source ended"
"""Why a log was closed that followed a recording to its end."""


class Ended(_Record, frozen=True, tag="end"):
    """The log was closed in good order."""

    reason: str


Record: TypeAlias = Header | Observed | Acted | Ruled | Rolled | Corrected | Undone | Stated | Noted | Ended
"""Any record."""
