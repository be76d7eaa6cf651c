"""How a match stands, in lines of plain text: what is told to somebody who asks, and what is new."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.empty import EMPTY
from engine.match import TEAMS
from referee_tui.words import clock, rulings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from engine.match import Position, Score, Team
    from engine.referee import Say
    from engine.referee.values import Answer
    from engine.ruleset import Ruleset
    from engine.texts import Texts
    from referee_tui.following.update import SessionUpdate


def score_words(score: Score, say: Texts, names: Mapping[str, str], key: str = "stands") -> str:
    """``Ann 1, red 0``; ``names`` is who plays, by side, ``key`` the words that it stands in."""
    blue, red = (side_words(team, say, names) for team in TEAMS)
    return say(key, blue=blue, red=red, B=score.B, R=score.R)


def side_words(team: Team, say: Texts, names: Mapping[str, str]) -> str:
    """What a side is called: by the name that was given, else by its colour."""
    return names.get(team) or say(f"team.{team}")


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand, in lines: what is told again only once it has changed."""

    eye: str = ""
    """State of the eye, in the words of docs/architecture.md."""
    why: str = ""
    """What is in its way, or what play waits for."""
    answers: tuple[Answer, ...] = ()
    """To what is asked, the likeliest first."""
    score: str = ""
    turn: str = ""
    time: str = ""
    """How long a match was played whose length was agreed on in minutes: told only to somebody who asks."""

    def state(self, say: Texts) -> str:
        """``ASKING: Roll the die for the deviation: Blue``."""
        eye = eye_words(self.eye, say)
        return f"{eye}: {self.why}" if self.why else eye

    def lines(self, hint: str, say: Texts) -> Iterator[str]:
        """Everything, for somebody who asks; ``hint`` is what can be typed in the game."""
        yield self.state(say)
        yield from _answer_lines(self.answers, say)
        yield from filter(None, (self.score, self.turn, self.time)) if self.score else (say("none"),)
        yield say("help", hint=hint)


NOTHING_TOLD = Standing()

_BUSY = frozenset({"HAND", "SETTLING"})


def eye_words(eye: str, say: Texts) -> str:
    """The state of the eye as it is called in a language; empty for none."""
    return say(f"state_{eye.lower().replace(' ', '_')}") if eye else ""


def standing_of(
    rules: Ruleset,
    update: SessionUpdate,
    say: Texts,
    offered: tuple[Answer, ...] = (),
    *,
    disturbed: str = "",
    names: Mapping[str, str] = EMPTY,
) -> Standing:
    """How things stand after an update; ``offered`` are answers to a question that does not hold play up.

    ``disturbed`` is what keeps the table from being read, ``names`` who plays, by side.
    """
    why = disturbed or update.reason
    position = update.position
    if position is None:
        return Standing(update.eye, why)
    length_min = rules.counter(position).length_min
    time = say("time", now=clock(update.played_s), length=clock(60.0 * length_min)) if length_min is not None else ""
    score, turn = score_words(position.score, say, names, "score"), _turn_words(rules, position, say, names)
    return Standing(update.eye, why, update.answers or offered, score, turn, time)


def _turn_words(rules: Ruleset, position: Position, say: Texts, names: Mapping[str, str]) -> str:
    if position.turn is None:
        return ""
    count, team = rules.counter(position), side_words(position.turn, say, names)
    if count.over:
        return say("match_over")
    who = f"{team} ({count.player})" if count.player else team
    key = "turn" if count.turn is None else "turn_number" if count.turns is None else "turn_of"
    act = say(f"act_{count.due or 'any'}")
    return say(key, team=who, turn=count.turn, turns=count.turns, act=act)


def news(before: Standing, now: Standing, t: float, says: Iterable[Say], say: Texts) -> Iterator[str]:
    """What is new, a line each: rulings first, then what changed of how things stand; a question is said once."""
    for ruling in rulings(says):
        if ruling.text != now.why:
            yield f"{clock(t):>7}  {ruling.text}"
    changed = [new for old, new in ((before.score, now.score), (before.turn, now.turn)) if new and new != old]
    if now.eye in _BUSY:
        # While hands are at work these follow each other all the time, each for a reason of its own.
        changed += [eye_words(now.eye, say)] if before.eye not in _BUSY else []
    elif (now.eye, now.why) != (before.eye, before.why):
        changed.append(now.state(say))
    yield from (f"{clock(t):>7}  {line}" for line in changed)
    if now.answers != before.answers:
        yield from _answer_lines(now.answers, say)


def _answer_lines(likely: Iterable[Answer], say: Texts) -> Iterator[str]:
    for number, answer in enumerate(likely, 1):
        yield f"{'':9}{say('answer', number=number, answer=answer.text)}"
