"""What is said to players, as plain text: shared by the headless watch, the log commands and the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from referee_tui.exits import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from engine.record.records import Header
    from engine.referee import Say

TEAM_NAMES: dict[str, str] = {"B": "blue", "R": "red"}


GREAT = ("goal", "half_time", "full_time")
"""Rulings that a line is of whatever else stands in it."""


def clock(seconds: float) -> str:
    """``1:15`` or ``1:02:33``."""
    whole = int(max(seconds, 0.0))
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


class Sentence(NamedTuple):
    """One line to be said."""

    kind: str
    """Of the message that begins it: ``action``, ``roll``, ``illegal``, ``ask``, ..."""
    text: str
    rule: str = ""
    """The id of the rule that was broken, if one was."""


def rulings(says: Iterable[Say]) -> list[Sentence]:
    """Messages as lines: what a ruling brought about stands behind the act or the dice that it rules on."""
    lines: list[Sentence] = []
    for said in says:
        if said.kind in {"ruling", *GREAT} and lines and lines[-1].kind in {"action", "roll", *GREAT}:
            kind = said.kind if said.kind in GREAT else lines[-1].kind
            lines[-1] = Sentence(kind, f"{lines[-1].text} · {said.text}", lines[-1].rule)
        else:
            lines.append(Sentence(said.kind, said.text, said.rule))
    return lines


MOST_OF_A_NAME = 30
"""Letters of a name that are shown."""


def names_of(header: Header) -> dict[str, str]:
    """Who plays, by side: the player's name, else the team's; a side that has neither is left out.

    A log may come from anywhere: names are shortened, and signs that steer a terminal are taken out.
    """
    known = {side: header.names.get(side) or header.teams.get(side, "") for side in TEAM_NAMES}
    shown = {side: shown_name(name) for side, name in known.items()}
    return {side: name for side, name in shown.items() if name and name.lower() != TEAM_NAMES[side]}


def shown_name(name: str) -> str:
    """A name from outside on a line of a terminal."""
    return plain(name.strip()[:MOST_OF_A_NAME])


def event_words(event: Mapping[str, Any]) -> str:
    """One event of a ruling (its JSON form): ``shot by B9 to G23``, ``goal for blue``, ``roll 5 to 2``."""
    name = str(event.get("type", "?")).replace("_", " ")
    if name == "roll":
        return f"roll {dice_words(event)}{_totals(event)}"
    parts = [name]
    if by := event.get("by"):
        parts.append(f"by {by}")
    if team := event.get("team"):
        parts.append(f"for {TEAM_NAMES.get(str(team), team)}")
    parts.extend(f"{word} {event[key]}" for key, word in _PLACES if event.get(key) is not None)
    return " ".join(parts)


_PLACES = (("piece", "of"), ("to", "to"), ("at", "at"), ("spot", "at"), ("line", "over the line:"))


_FACES = ("faces", "values", "value", "face", "B", "R")


def dice_words(roll: Mapping[str, Any]) -> str:
    """``B 5, R 2`` or ``3``: the faces of a roll's JSON form."""
    if roll.get("B") is not None and roll.get("R") is not None:
        return f"B {roll['B']}, R {roll['R']}"
    faces = next(
        (roll[key] for key in ("faces", "values", "value", "face", "B", "R") if roll.get(key) is not None), "?"
    )
    return " ".join(map(str, faces)) if isinstance(faces, (list, tuple)) else str(faces)


def _totals(event: Mapping[str, Any]) -> str:
    totals = event.get("totals")
    return f" (with points: B {totals['B']}, R {totals['R']})" if isinstance(totals, dict) and len(totals) > 1 else ""


def events_words(events: Iterable[Mapping[str, Any]]) -> str:
    """All events of one ruling, in order."""
    return ", ".join(event_words(event) for event in events if event.get("type") != "pending")
