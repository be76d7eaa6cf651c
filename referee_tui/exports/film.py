"""The match as pictures with captions, one an act: what a GIF and an MP4 are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.game_text import turn_marker
from engine.grid import Point
from engine.texts import ENGLISH
from referee_tui.audience import audience_of
from referee_tui.exports.board_picture import strokes_and_figures
from referee_tui.exports.captions import caption, team_names
from referee_tui.exports.ground import extent, ground
from referee_tui.exports.raster import Canvas
from referee_tui.exports.shapes import Label, shifted
from referee_tui.exports.strokes import strokes_of
from referee_tui.texts import texts
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL.Image import Image

    from engine.board import Board
    from engine.match import Position
    from engine.record.chronicle import Chronicle, Deed
    from referee_tui.exports.shapes import Shape, Stroke

MOST_FRAMES = 1500
"""A longer match is shown without some of its lesser acts, so that a film stays within some tens of megabytes."""

ACT_S, RULED_S, GOAL_S = 1.0, 2.0, 4.0
"""How long an act is shown, one that dice or a ruling followed (or a correction), and a goal."""

INK, QUIET, PAPER = "#1c262e", "#55626d", "#ffffff"
HEAD_SPACES, FOOT_SPACES = 1.6, 2.6
"""Room over and under the board, in heights of the caption's letters."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film."""

    position: Position
    strokes: tuple[Stroke, ...]
    head: str
    """Score and turn."""
    clock: str
    caption: str
    seconds: float
    weight: int
    """How little it may be missed: 2 a goal, 1 an act with a ruling, 0 others."""


def frames_of(told: Chronicle, most: int = MOST_FRAMES, language: str = ENGLISH) -> tuple[Frame, ...]:
    """A frame for the start and for each act that stands; of a very long match only as many as ``most``."""
    head = _head(told, told.start, told.start, language)
    start = Frame(told.start, (), head, clock(told.start_t), "", ACT_S, 2)
    return thinned((start, *(_frame(told, deed, language) for deed in told.standing if deed.shows)), most)


def thinned(frames: Sequence[Frame], most: int) -> tuple[Frame, ...]:
    """At most so many frames: lesser ones go first, evenly over the match; the first and the last stay."""
    if len(frames) <= most:
        return tuple(frames)
    order = sorted(range(1, len(frames) - 1), key=lambda k: (-frames[k].weight, _spread(k)))
    kept = sorted({0, len(frames) - 1, *order[: max(0, most - 2)]})
    return tuple(frames[k] for k in kept)


def _spread(number: int) -> int:
    """The bits of a number in reverse: numbers in this order lie evenly spread, however many are taken."""
    return int(f"{number:032b}"[::-1], 2)


def _frame(told: Chronicle, deed: Deed, language: str) -> Frame:
    goal = any(event.type == "goal" for event in deed.events)
    said = audience_of(told.rules, told.header, language).hears(caption(deed))
    ruled = deed.action is None or " · " in caption(deed)
    seconds, weight = (GOAL_S, 2) if goal else (RULED_S, 1) if ruled else (ACT_S, 0)
    head = _head(told, deed.before, deed.after, language)
    return Frame(deed.shown, strokes_of(told.rules, deed), head, clock(deed.t), said, seconds, weight)


def _head(told: Chronicle, before: Position, after: Position, language: str) -> str:
    """The turn in which an act was done, and the score after it."""
    marker = turn_marker(before)
    say, names = texts("report", language), team_names(told.header, language)
    score = say("score_line", blue=names["B"], B=after.score.B, R=after.score.R, red=names["R"])
    return f"{score}    {say('turn', turn=marker[:-1])}" if marker else score


MOST_HEIGHT = 1.5
"""In widths asked for: a board far higher than it is wide is drawn narrower."""


def _even(length: float) -> int:
    """Video is stored in blocks of two by two pixels."""
    return max(2, round(length / 2) * 2)


class Projector:
    """Draws frames; the empty board is drawn once."""

    def __init__(self, board: Board, width_px: int) -> None:
        """Pictures are ``width_px`` wide and as high as the board needs, or narrower; both are even numbers."""
        self._board = board
        box = extent(board)
        width_mm = box.east - box.west
        self._letters_mm = width_mm / 42
        head, foot = HEAD_SPACES * self._letters_mm, FOOT_SPACES * self._letters_mm
        self._height_mm = box.south - box.north + head + foot
        self._shift = -box.west, head - box.north
        self._width_mm = width_mm
        scale = min(width_px / width_mm, MOST_HEIGHT * width_px / self._height_mm)
        self.size_px = _even(width_mm * scale), _even(self._height_mm * scale)
        """(width, height) of every picture."""
        self._empty = Canvas(self.size_px, scale, PAPER)
        self._empty.draw(self._placed(ground(self._board)))

    def picture(self, frame: Frame) -> Image:
        """One frame as an RGB picture."""
        canvas = self._empty.copy()
        canvas.draw(self._placed(strokes_and_figures(self._board, frame.position, frame.strokes)))
        canvas.draw(self._words(frame))
        return canvas.finished()

    def _placed(self, shapes: tuple[Shape, ...]) -> Iterator[Shape]:
        return (shifted(shape, *self._shift) for shape in shapes)

    def _words(self, frame: Frame) -> Iterator[Shape]:
        size = self._letters_mm
        yield Label(Point(size, 0.85 * size), frame.head, size, INK, "start", bold=True)
        yield Label(Point(self._width_mm - size, 0.85 * size), frame.clock, size, QUIET, "end")
        foot = self._height_mm - FOOT_SPACES * size
        for row, line in enumerate(wrapped(frame.caption)):
            yield Label(Point(self._width_mm / 2, foot + (0.6 + 1.2 * row) * size), line, 0.9 * size, INK)


LINE = 84
"""Letters of a caption that fit the width of a picture."""


def wrapped(words: str) -> tuple[str, ...]:
    """A caption on two lines at most, broken between its parts."""
    if len(words) <= LINE:
        return (words,)
    parts = words.split(" · ")
    first = parts[0]
    taken = 1
    while taken < len(parts) and len(first) + 3 + len(parts[taken]) <= LINE:
        first += f" · {parts[taken]}"
        taken += 1
    rest = " · ".join(parts[taken:])
    return tuple(line if len(line) <= LINE else f"{line[: LINE - 1]}…" for line in (first, rest) if line)
