"""What is said of an act, as one line: the act, its dice, and what the referee ruled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.record.chronicle import BY_HAND
from engine.referee.corrections import named_changes, say_correction
from engine.referee.sentences import say
from engine.referee.words import TEAM, say_events, say_roll
from engine.sentences import in_language, joined
from engine.texts import ENGLISH
from referee_tui.retold import referees

if TYPE_CHECKING:
    from engine.record.chronicle import Deed, Incident
    from engine.record.records import Header

END_OF_TURN = "end"
"""The act that ends a turn, as it is written."""

MOST_NAME = 40
"""Letters of a name that are shown: names come from outside."""

MOST_WORDS = 200
"""Letters of a sentence from outside that are shown."""


def caption(deed: Deed) -> str:
    """``B9!H22 · Dice for the shot: Blue 5, Red 2 · Goal for Blue``; a sentence that other languages can say."""
    said = [act_words(deed)]
    acted = len(deed.events) - sum(len(throw.events) for throw in deed.throws)
    said += [said.text for said in say_events(deed.events[:acted])]
    for throw in deed.throws:
        said.append(say_roll(throw.cause, throw.roll))
        said += [said.text for said in say_events(throw.events)]
    return joined(" · ", filter(None, said))


def act_words(deed: Deed) -> str:
    """The act itself."""
    if deed.action is None:
        return say_correction(referees(shown(deed.reason, MOST_WORDS)), deed.changes) if deed.notation else ""
    return say("end") if deed.action.kind == "end" else deed.notation


def incident_words(said: Incident) -> str:
    """What happened in a sentence; of a correction that has no reason, or is taken back, what it put right."""
    if said.kind == "correction" and said.text == BY_HAND:
        return named_changes(said.changes) or said.text
    if said.kind != "undo":
        return said.text
    named = named_changes(said.changes)
    if named:
        return say("back.done", act=say("act.correction", changes=named))
    return say("back.done", act=say("end") if said.notation == END_OF_TURN else said.notation)


def team_names(header: Header, language: str = ENGLISH) -> dict[str, str]:
    """What the sides are called in people's words: players' names if the log has them, else the team's."""
    # A log calls a side that has no name of its own by its colour, in English.
    teams = {side: name for side, name in header.teams.items() if name != TEAM.get(side)}
    return {
        side: shown(header.names.get(side) or teams.get(side) or in_language(word, language))
        for side, word in TEAM.items()
    }


def shown(words: str, most: int = MOST_NAME) -> str:
    """A name or a sentence from outside on one line, cut where it becomes too long."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
