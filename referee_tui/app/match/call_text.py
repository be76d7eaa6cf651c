"""A call as text: the headline large where there is room, answers and dice always in sight. Pure."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, TypeAlias

from rich.style import Style
from rich.text import Text

from referee_tui.app.big import LINES as BIG_LINES
from referee_tui.app.big import big, big_width
from referee_tui.keys import USUAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from referee_tui.app.match.call import Call
    from referee_tui.app.state import Line
    from referee_tui.key_names import KeyNames

    Keys: TypeAlias = KeyNames | Mapping[str, str]

ROOM_FOR_BIG = BIG_LINES + 3
"""Lines from which on the headline is written large."""

_FEW = 3
"""Lines with which answers may take all but the first."""

_BAR = {
    "legal": Style(color="#ffffff", bgcolor="#1f6f43", bold=True),
    "illegal": Style(color="#ffffff", bgcolor="#a02c2c", bold=True),
    "unsure": Style(color="#000000", bgcolor="#ffd83d", bold=True),
    "info": Style(color="#ffffff", bgcolor="#37474f", bold=True),
}
_SIGN = {"legal": "✓", "illegal": "✗", "unsure": "?", "info": "·"}
_WORDS = Style(color="#ffffff", bold=True)
_KEY = Style(color="#000000", bgcolor="#d9d9d9", bold=True)
_ANSWER = Style(color="#ffffff", underline=True)
_DIM = Style(color="#8fa3b5")


def call_text(call: Call, width: int, height: int, earlier: Sequence[Line] = (), keys: Keys = USUAL) -> Text:
    """The panel's lines. What does not fit is left out from the end; answers always stay.

    ``earlier`` are rulings before the one shown, for lines that are left; ``keys`` is what keys are called, by the ids
    of what they do.
    """
    lines = list(_lines(call, width, height, earlier, keys))
    return Text("\n", no_wrap=True, overflow="crop").join(lines[:height])


def _lines(call: Call, width: int, height: int, earlier: Sequence[Line], keys: Keys) -> Iterator[Text]:
    others = 2 if height > _FEW else 1
    answers = [_dice_line(keys)] if call.dice else list(_answer_lines(call.answers, width, height - others, keys))
    room = max(height - len(answers), 1)
    head: list[Text] = []
    if call.headline and room >= ROOM_FOR_BIG and big_width(call.headline) + 4 <= width:
        head = [_bar(f"  {line}", call.tone, width) for line in big(call.headline)]
        words = call.words
    elif call.headline:
        beside = width - len(call.headline) - 6
        first, words = _split(call.words, beside)
        if words and room - 1 <= bool(call.asks):
            # No line is left for the rest.
            first, words = _cut(call.words, max(beside, 1)), ""
        text = _bar(f" {_SIGN[call.tone]} {call.headline} ", call.tone, 0)
        text.append(f" {first}".ljust(width - len(text)))
        head = [text]
    else:
        words = call.words
    yield from head
    room -= len(head)
    told = textwrap.wrap(words, width - 2)
    asked = textwrap.wrap(call.asks, width - 2)
    small = [Text(part, _DIM) for line in call.more for part in textwrap.wrap(line, width - 2)]
    # What is asked still has a line at least, however long the rest is.
    told = _first(told, room - bool(asked), width - 2)
    asked = _first(asked, room - len(told), width - 2)
    body = ([Text(line, _WORDS) for line in told + asked] + small)[: max(room, 0)]
    yield from (Text(" ").append_text(line) for line in body)
    room -= len(body)
    if not call.answers:
        yield from (_earlier(line, width) for line in list(reversed(earlier))[: max(room, 0)])
    yield from answers


def _first(lines: list[str], count: int, width: int) -> list[str]:
    """The first of some lines; if there are more, the last that is left shows that it goes on."""
    if len(lines) <= count or count <= 0:
        return lines[: max(count, 0)]
    return [*lines[: count - 1], _cut(f"{lines[count - 1]} {lines[count]}", width, goes_on=count + 1 < len(lines))]


def _cut(text: str, width: int, *, goes_on: bool = False) -> str:
    """A text that is cut where it is too long, so that this is seen; of one that ``goes_on`` also where it is not."""
    if len(text) <= width and not goes_on:
        return text
    return f"{text[: max(width - 1, 0)].rstrip()}…"


def _split(words: str, width: int) -> tuple[str, str]:
    """As much of the words as fits beside the headline, and the rest."""
    if len(words) <= width:
        return words, ""
    first = textwrap.wrap(words, max(width, 1))[0] if width > 10 else ""
    return first, words[len(first) :].strip()


def _bar(text: str, tone: str, width: int) -> Text:
    return Text(text.ljust(width), _BAR[tone], no_wrap=True)


def _earlier(line: Line, width: int) -> Text:
    return Text(_cut(f" {_SIGN[line.tone]} {line.text}", width), _DIM)


def _dice_line(keys: Keys) -> Text:
    """``1 2 3 4 5 6 m``: a click on a face gives it, one on m lets the machine throw.

    A face that another key gives has that before it: ``f1=1``.
    """
    line = Text(" ")
    for face in range(1, 7):
        key = keys[f"match.answer_{face}"]
        label = key if key == str(face) else f"{key}={face}"
        line.append(f" {label} ", _clicked(_KEY, f"answer({face})")).append(" ")
    return line.append("  ").append(f" {keys['match.throw']} ", _clicked(_KEY, "throw")).append(" ")


def _clicked(style: Style, action: str) -> Style:
    """A style of text on which a click does something on the screen."""
    return style + Style(meta={"@click": f"screen.{action}"})


def _answer_lines(answers: Sequence[str], width: int, most: int, keys: Keys) -> Iterator[Text]:
    """``1 Go on   2 Do B7-H10 again``, as many to a line as fit; a click on one gives it."""
    line, used = Text(" "), 0
    for number, answer in enumerate(answers, 1):
        # Of more answers than keys the others can be clicked.
        key = keys[f"match.answer_{number}"] if number < 10 else str(number)
        label = _cut(answer, width - 7 - len(key))
        room = len(label) + 6 + len(key)
        if line.cell_len > 1 and line.cell_len + room > width:
            used += 1
            if used >= max(most, 1):
                return
            yield line
            line = Text(" ")
        line.append(f" {key} ", _clicked(_KEY, f"answer({number})"))
        line.append(f" {label}", _clicked(_ANSWER, f"answer({number})"))
        line.append("   ")
    if line.cell_len > 1:
        yield line
