"""From what the referee says to what is heard of it: how often the bell rings, and short words for a voice. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from referee_tui.exits import plain
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.referee import Say
    from engine.texts import Texts

MOST_WORDS = 18
"""More than this takes longer to say than the next act takes."""

BELLS: Mapping[str, int] = {
    "goal": 3, "half_time": 3, "full_time": 3, "illegal": 2, "ask": 1, "out_of_step": 1, "refused": 1,
}  # fmt: skip
"""How often the bell rings for each kind of message; not at all for the others."""

_SPOKEN = frozenset({"goal", "half_time", "full_time", "illegal", "ask", "out_of_step", "refused", "ruling"})
"""What a voice tells. Whoever moved a piece knows it, and notes can wait until somebody looks."""

_ASIDE = re.compile(r"\s*\([^()]*\)")
_HALF = re.compile(r"(?<!\w)([A-Z]-[0-9]+) \((\w+)\)")
"""A square of a board in halves, ``K-14 (west)``: without its half it would be either of two."""
_ACT = re.compile(r"\b([BR][1-9][0-9]?)([-~>^x!])(?=[A-Z])")


class Cue(NamedTuple):
    """What is heard."""

    bells: int = 0
    words: str = ""
    """Empty for nothing to be spoken."""


SILENCE = Cue()


def cue_of(says: Iterable[Say], language: str = "en") -> Cue:
    """What is heard of messages that come at once: the bell of the weightiest, the words of all that are spoken."""
    said, told = list(says), texts("sound", language)
    bells = max((BELLS.get(each.kind, 0) for each in said), default=0)
    spoken = dict.fromkeys(spoken_words(each, told) for each in said)
    return Cue(bells, _cut(". ".join(words for words in spoken if words)))


def spoken_words(said: Say, told: Texts) -> str:
    """A message in a few words, without what only a reader needs; empty for what is not spoken."""
    if said.kind not in _SPOKEN:
        return ""
    whole = _ASIDE.sub("", _HALF.sub(r"\1 \2", plain(said.text)))
    text = _cure(told("cures"), told("or")).sub(_keep_question, whole).strip(" .;:,")
    if said.kind == "illegal":
        return told("illegal", reason=_acts(text.partition(told("verdict"))[2] or text, told))
    if said.kind == "refused":
        return told("refused")
    return _acts(text, told)


@lru_cache(maxsize=8)
def _cure(words: str, or_: str) -> re.Pattern[str]:
    """What would mend it stands on the screen: from one of the ``words`` with which it begins to the end."""
    begins = "|".join(map(re.escape, words.split(", ")))
    return re.compile(rf"(?:[:;,.] (?:{re.escape(or_)} )?|[.?] )(?:{begins})\b.*", re.IGNORECASE)


def _keep_question(cure: re.Match[str]) -> str:
    """A question keeps its mark."""
    return "?" if cure[0].startswith("?") else ""


def _acts(text: str, told: Texts) -> str:
    """Acts in the notation as words: ``B7-H10`` is ``B7 to H10``."""
    return _ACT.sub(lambda act: f"{act[1]} {told(f'act{act[2]}')} ", text)


def _cut(text: str) -> str:
    words = text.split()
    return " ".join(words[:MOST_WORDS])
