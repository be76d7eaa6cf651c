"""What becomes of an act against the rules: which word a match's policy has for each rule.

A policy is a small TOML file. ``otherwise`` is the word for every rule that is not named; ``[rules]`` names rules by
their id, or a chapter of them as ``move.*``. The nearest name wins: an id before its chapter.

    otherwise = "ask"
    [rules]
    "turn.side" = "refuse"
    "setup.*" = "log"
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from engine.empty import EMPTY
from engine.json_values import shown
from engine.text_file import read_small_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Word: TypeAlias = Literal["accept", "ask", "refuse", "log"]
"""``accept``: it stands, and that is said. ``ask``: play waits until it is taken back or both sides let it stand.
``refuse``: play waits until it is taken back. ``log``: it stands, and only the log says so."""

WORDS: tuple[Word, ...] = get_args(Word)

AGREED = "both sides let it stand"
BY_POLICY = "the match's policy lets it stand"
"""Why something against the rules stands, in the log."""

MOST_BYTES = 64 * 1024
_RULE = re.compile(r"[a-z_]+\.([a-z_]+|\*)")

DEFAULT_TEXT = """\
# What becomes of an act against the rules. Give this file to `touchline watch --policy FILE`.
#   accept  it stands, and that is said
#   ask     play waits until it is taken back, or both sides let it stand
#   refuse  play waits until it is taken back
#   log     it stands, and only the log says so

# For every rule that is not named below:
otherwise = "ask"

# A rule by its id (see the game's page in docs/), or a chapter of rules as "move.*"; an id goes before its chapter.
[rules]
# "turn.side" = "refuse"
# "setup.*" = "log"
"""
"""The default, with what can be said in it."""


class PolicyError(ValueError):
    """A policy that cannot be used; the message is one plain sentence."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A word for every rule."""

    otherwise: Word = "ask"
    rules: Mapping[str, Word] = field(default_factory=lambda: EMPTY)
    """By rule id, or by chapter as ``move.*``."""

    def of(self, rule: str) -> Word:
        """The word for a rule, for example ``move.range``."""
        chapter = f"{rule.partition('.')[0]}.*"
        return self.rules.get(rule) or self.rules.get(chapter) or self.otherwise


DEFAULT = Policy()


def read_policy(path: Path) -> Policy:
    """The policy in a file. Raises PolicyError."""
    text = read_small_text(path, MOST_BYTES, PolicyError, what="the policy", kind="a policy file")
    try:
        return parse_policy(text)
    except PolicyError as error:
        raise PolicyError(f"{path}: {error}") from error


def parse_policy(text: str) -> Policy:
    """The policy in a file's text. Raises PolicyError: which key is wrong, and what may stand there."""
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PolicyError(f"is not valid TOML: {error}") from error
    if more := sorted({*raw} - {"otherwise", "rules"}):
        raise PolicyError(f"{shown(more[0])} is no key of a policy; there are otherwise and [rules]")
    named = raw.get("rules", {})
    if not isinstance(named, dict):
        raise PolicyError('rules must be a table of rules and words, for example [rules] and "move.*" = "ask"')
    for rule in named:
        if not _RULE.fullmatch(rule):
            raise PolicyError(f'{shown(rule)} names no rule; write it in quotes, as "move.range" or "move.*"')
    words = {rule: _word(rule, word) for rule, word in named.items()}
    return Policy(_word("otherwise", raw.get("otherwise", DEFAULT.otherwise)), words)


def _word(key: str, word: object) -> Word:
    for known in WORDS:
        if word == known:
            return known
    raise PolicyError(f"{key} is {shown(word)}; it must be one of {', '.join(WORDS)}")
