"""How the command line ends: exit codes, and every failure as one plain sentence on stderr."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path

from engine.sentences import Sentence, in_language
from engine.texts import ENGLISH

OK = 0
"""Success."""
REFUSED = 1
"""A refusal that is the answer: an illegal action, no board found."""
BAD_INPUT = 2
"""Bad usage, bad input, or a fault of the program itself."""
INTERRUPTED = BAD_INPUT
"""Stopped before there was an answer; stopping is how a live match ends, so a ``watch`` that has begun ends with OK."""

MOST_LETTERS = 1000
"""More of a sentence is not shown."""

_REFUSED_BY_THE_SYSTEM = frozenset(
    getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EFBIG", "EIO", "EROFS") if hasattr(errno, name)
)
"""A disk that is full, broken or may not be written: nothing that the program did wrong."""

_PACKAGES = frozenset({"engine", "calibration", "vision", "referee_tui"})


class CommandError(ValueError):
    """A command that cannot do what was asked; the message is one plain sentence."""


def say(message: str) -> None:
    """One line on stderr; where that is full or closed, the exit code has to do."""
    with suppress(OSError):
        sys.stderr.write(f"touchline: {one_line(message)}\n")
        sys.stderr.flush()


def one_line(message: str) -> str:
    """The message on one line of bounded length: it may quote a file."""
    line = " ".join(message.split())
    return plain(line if len(line) <= MOST_LETTERS else f"{line[:MOST_LETTERS]} ...")


def plain(text: str) -> str:
    """The text with a question mark for everything that would steer a terminal."""
    if text.isprintable():
        return text
    # Halves of characters stay: the stream writes them as escapes.
    return "".join(c if c.isprintable() or "\ud800" <= c <= "\udfff" else "?" for c in text)


def is_sentence(error: BaseException) -> bool:
    """Whether the message is a plain sentence already: the packages' own families under ValueError are."""
    return isinstance(error, ValueError) and type(error).__module__.partition(".")[0] in _PACKAGES


def sentence_of(error: BaseException) -> str:
    """The message of one of the packages' own families: one that other languages can say stays such a sentence."""
    said = error.args[0] if len(error.args) == 1 else None
    return said if isinstance(said, Sentence) else str(error)


def explain(error: BaseException, language: str = ENGLISH) -> str:
    """The one sentence for an exception that ended a command, in a language as far as it can be said in it.

    The packages raise families under ValueError whose message is that sentence already. A file that the system
    refuses is named. Anything else is a fault of the program: the sentence says where, and where to report it.
    """
    if is_sentence(error):
        return in_language(sentence_of(error), language)
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror or error}"
    if isinstance(error, OSError) and error.errno in _REFUSED_BY_THE_SYSTEM:
        return f"something could not be written ({error.strerror})."
    return (
        f"this is a fault of the program ({type(error).__name__}: {error}; {_place(error)}); please report it to the "
        "project's issue tracker with what you typed. TOUCHLINE_DEBUG=1 shows the whole trace."
    )


def fail(error: BaseException, language: str = ENGLISH) -> int:
    """Say why a command ended; BAD_INPUT. With TOUCHLINE_DEBUG set, the traceback comes first."""
    if os.environ.get("TOUCHLINE_DEBUG"):
        traceback.print_exception(error)
    say(explain(error, language))
    return BAD_INPUT


def _place(error: BaseException) -> str:
    """``module.py, line N`` of the innermost line in the project's own packages, or of the innermost line."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _PACKAGES.intersection(Path(frame.filename).parts)]
    if not frames:
        return "place unknown"
    last = (own or frames)[-1]
    return f"{Path(last.filename).name}, line {last.lineno}"
