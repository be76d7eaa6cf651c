"""Words in large letters of block characters, three lines high: what is read from the other end of the table."""

from __future__ import annotations

from functools import lru_cache

from pyfiglet import Figlet

LINES = 3
"""How high the letters are."""

_FONT, _GROUND = "pagga", "░"
_WIDE = 10_000


@lru_cache(maxsize=256)
def big(text: str) -> tuple[str, ...]:
    """The words as ``LINES`` lines of equal width, about four cells a letter; letters are drawn as capitals."""
    drawn = _figlet().renderText(text.upper()).replace(_GROUND, " ").split("\n")[:LINES]
    # Every letter has its gap on its left.
    lines = [line[1:].rstrip() for line in drawn] + [""] * (LINES - len(drawn))
    width = max(map(len, lines))
    return tuple(line.ljust(width) for line in lines)


def big_width(text: str) -> int:
    """How many cells the words take."""
    return len(big(text)[0])


@lru_cache(maxsize=1)
def _figlet() -> Figlet:
    return Figlet(_FONT, width=_WIDE)
