"""Actions as text, both ways: ``B7-H10``, ``B8>G16``, ``B4xR9``, ``B9!H22``, ``end`` ...

The notation is shared by the four games and by everything that writes or reads actions (log, command line, typed
entry). Reading checks the form only; whether the game knows such an action, and whether the board has such a space,
is the game's business.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from engine.grid import Point
from engine.match import Action, MalformedError, other, team_of
from engine.rules.words import say as say_shared

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.match import ActionKind
    from engine.sentences import Book

MAX_ACTION_LENGTH = 200
"""The longest action is a spelled path of a dozen spaces; anything longer is something else."""

MAX_COORDINATE_MM = 10_000.0

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Of a pass or a choice, clockwise from N, towards row A."""

_PIECE = r"[BR][1-9][0-9]?"
_SPACE = r"[A-Z]{1,2}(?:0|[1-9][0-9]{0,2})"
_COUNT = r"0|[1-9][0-9]?"
_DIRECTION = "|".join(sorted(DIRECTIONS, key=len, reverse=True))
_NUMBER = r"[-+]?[0-9]{1,9}(?:\.[0-9]{1,20})?(?:[eE][-+]?[0-9]{1,3})?"
_WORDS = {"end": Action("end"), "pass": Action("no_move"), "first": Action("first"), "time": Action("time")}


def _move(match: re.Match[str]) -> Action:
    steps = re.findall(rf"([-~])({_SPACE})", match["path"])
    return Action("move", piece=match["piece"], path=tuple((mark, space) for mark, space in steps))


def _ball(match: re.Match[str]) -> Action:
    if match["space"]:
        return Action("ball", target=match["space"])
    x_mm, y_mm = float(match["x"]), float(match["y"])
    if not all(math.isfinite(value) and abs(value) <= MAX_COORDINATE_MM for value in (x_mm, y_mm)):
        raise MalformedError("actions", f"{match[0]!r} lies further than {MAX_COORDINATE_MM / 1000:g} m off the board")
    return Action("ball", point_mm=Point(x_mm, y_mm))


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Action]], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (rf"(?P<piece>{_PIECE})(?P<path>(?:[-~]{_SPACE})+)", _move),
        (rf"(?P<piece>{_PIECE})>(?P<way>{_DIRECTION})", lambda m: Action("pass", piece=m["piece"], direction=m["way"])),
        (rf"(?P<piece>{_PIECE})>(?P<space>{_SPACE})", lambda m: Action("pass", piece=m["piece"], target=m["space"])),
        (rf"(?P<piece>{_PIECE})\^(?P<way>{_DIRECTION})", lambda m: Action("lob", piece=m["piece"], direction=m["way"])),
        (rf"(?P<piece>{_PIECE})x(?P<other>{_PIECE})", lambda m: Action("tackle", piece=m["piece"], other=m["other"])),
        (rf"(?P<piece>{_PIECE})!(?P<space>{_SPACE})?", lambda m: Action("shot", piece=m["piece"], target=m["space"])),
        (rf"(?P<piece>{_PIECE})\*(?P<n>{_COUNT})", lambda m: Action("declare", piece=m["piece"], dice=int(m["n"]))),
        (rf"(?P<piece>{_PIECE})\*", lambda m: Action("kick", piece=m["piece"])),
        (rf"(?P<piece>{_PIECE})@(?P<space>{_SPACE})", lambda m: Action("place", piece=m["piece"], target=m["space"])),
        (rf"(?P<off>{_PIECE})/(?P<on>{_PIECE})", lambda m: Action("substitute", piece=m["off"], other=m["on"])),
        (rf"ball@(?:(?P<space>{_SPACE})|\((?P<x>{_NUMBER}), ?(?P<y>{_NUMBER})\))", _ball),
        (rf"=(?P<word>(?:{_DIRECTION})[1-9]?|keep|in|out|{_PIECE})", lambda m: Action("choice", direction=m["word"])),
        (rf"touch:(?P<piece>{_PIECE})", lambda m: Action("touch", piece=m["piece"])),
        (rf"lift:(?P<piece>{_PIECE})", lambda m: Action("lift", piece=m["piece"])),
    )
)  # fmt: skip


def parse_action(text: str, say: Book = say_shared) -> Action:
    """Read one action. Raises MalformedError (key ``actions``) with a plain sentence for anything else.

    The sentence tells the forms of the game whose sentences ``say`` has.
    """
    text = text.strip()
    if len(text) > MAX_ACTION_LENGTH:
        raise MalformedError("actions", say("action.long", length=len(text), most=MAX_ACTION_LENGTH))
    if word := _WORDS.get(text):
        return word
    for pattern, build in _FORMS:
        if match := pattern.fullmatch(text):
            return build(match)
    raise MalformedError("actions", say("action.none", text=repr(text), expected=expected(text, say)))


def expected(text: str, say: Book) -> str:
    """What would have been an action, judging by how the text begins."""
    if match := re.match(_PIECE, text):
        return say("action.after", piece=match[0], other=f"{other(team_of(match[0]))}9")
    return say("action.begins")


def format_action(action: Action) -> str:
    """Write an action; ``parse_action`` of the text is equal to it."""
    return _WRITERS[action.kind](action)


def _written_ball(action: Action) -> str:
    at = action.point_mm
    return f"ball@({at.x_mm!r},{at.y_mm!r})" if at is not None else f"ball@{action.target}"


_WRITERS: Mapping[ActionKind, Callable[[Action], str]] = {
    "move": lambda a: f"{a.piece}{''.join(mark + space for mark, space in a.path)}",
    "pass": lambda a: f"{a.piece}>{a.target or a.direction}",
    "lob": lambda a: f"{a.piece}^{a.direction}",
    "choice": lambda a: f"={a.direction}",
    "tackle": lambda a: f"{a.piece}x{a.other}",
    "shot": lambda a: f"{a.piece}!{a.target or ''}",
    "declare": lambda a: f"{a.piece}*{a.dice}",
    "kick": lambda a: f"{a.piece}*",
    "place": lambda a: f"{a.piece}@{a.target}",
    "substitute": lambda a: f"{a.piece}/{a.other}",
    "ball": _written_ball,
    "touch": lambda a: f"touch:{a.piece}",
    "lift": lambda a: f"lift:{a.piece}",
    "end": lambda _: "end",
    "no_move": lambda _: "pass",
    "first": lambda _: "first",
    "time": lambda _: "time",
}
