"""A match followed without a screen, in lines of plain text that pipes and screen readers take.

``follow`` says the rulings alone (``--headless``); ``take_part`` says everything that a screen would show as it changes
and takes in what people type (``--plain``).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from engine.empty import EMPTY
from engine.match import TEAMS
from engine.texts import ENGLISH
from referee_tui.audience import audience_of
from referee_tui.exits import plain
from referee_tui.following.acts_now import acts_now
from referee_tui.following.language import disturbance_in, said_to
from referee_tui.following.typed import read_typed
from referee_tui.following.typed_forms import forms_of
from referee_tui.following.update import offered_after
from referee_tui.plain_board import board_lines
from referee_tui.streams import OutputError
from referee_tui.texts import texts
from referee_tui.typed_lines import MOST_BYTES, TOO_LONG
from referee_tui.words import clock, rulings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from engine.match import Position, Score, Team
    from engine.record.patient import Heard
    from engine.record.records import Header
    from engine.referee import Input, Say
    from engine.referee.values import Answer
    from engine.ruleset import Ruleset
    from engine.texts import Texts
    from referee_tui.audience import Audience
    from referee_tui.following.update import SessionUpdate

    Show = Callable[[SessionUpdate], None]

Text = TypeVar("Text", str, bytes, "str | bytes")


def follow(updates: Iterable[SessionUpdate], out: Callable[[str], None], show: Show) -> SessionUpdate | None:
    """Say everything as it comes, to the end. Returns the last update, None if nothing was seen."""
    last = None
    for last in updates:
        for line in rulings(last.says):
            out(f"{clock(last.t):>7}  {line.text}")
        show(last)
    return last


def records_for(out: Callable[[bytes], None]) -> Heard:
    """What hands every record on as it stands in the log, a line each."""
    return lambda written: out(written.line)


def for_whoever_reads(
    out: Callable[[Text], None], warn: Callable[[str], None], language: str = ENGLISH
) -> Callable[[Text], None]:
    """``out``, until it cannot be written to: that is said once, and the match goes on; its log is what counts."""
    lost = False

    def told(line: Text) -> None:
        nonlocal lost
        if lost:
            return
        try:
            out(line)
        except OutputError as error:
            lost = True
            warn(texts("plain", language)("deaf", error=error))

    return told


def closing_lines(
    position: Position | None, log: Path, language: str = ENGLISH, names: Mapping[str, str] = EMPTY
) -> list[str]:
    """The score and where the log is; ``names`` is who plays, by side."""
    say = texts("plain", language)
    score = score_words(position.score, say, names, "score") if position else say("unseen")
    return [score, say("log", file=log)]


def score_words(score: Score, say: Texts, names: Mapping[str, str], key: str = "stands") -> str:
    """``Ann 1, red 0``; ``names`` is who plays, by side, ``key`` the words that it stands in."""
    blue, red = (side_words(team, say, names) for team in TEAMS)
    return say(key, blue=blue, red=red, B=score.B, R=score.R)


def side_words(team: Team, say: Texts, names: Mapping[str, str]) -> str:
    """What a side is called: by the name that was given, else by its colour."""
    return names.get(team) or say(f"team.{team}")


class Match(Protocol):
    """A match that goes on, as ``following.session.Session`` has it."""

    @property
    def rules(self) -> Ruleset:
        """The rules in force."""

    @property
    def header(self) -> Header:
        """How its log begins."""

    def __iter__(self) -> Iterator[SessionUpdate]:
        """How things stand, again and again."""

    def give(self, given: Input) -> None:
        """What a human said."""

    def pause(self, *, on: bool) -> None:
        """Look away, or look again."""

    def ask_report(self) -> None:
        """Save a report of a fault."""

    def stop(self) -> None:
        """Come to an end."""


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


def take_part(
    match: Match,
    out: Callable[[str], None],
    typed: Callable[[], Iterable[str]],
    *,
    over: Callable[[], bool] | None = None,
    language: str = ENGLISH,
) -> SessionUpdate | None:
    """Say everything to the end, and take in what ``typed()`` gives: the lines since it was asked last.

    Each line is answered before the next is looked at, so that many at once are as many one by one; nothing counts
    after ``quit``. If ``over()`` says that nobody will type any more, the match ends with that.
    """
    say, audience = texts("plain", language), audience_of(match.rules, match.header, language)
    out(say("welcome"))
    last, told, ear = None, NOTHING_TOLD, _Ear(match, out, say, audience)
    offered: tuple[Answer, ...] = ()
    for update in match:
        last = said_to(audience, update)
        if over is not None and over() and not ear.waiting:
            match.stop()
        offered = offered_after(offered, last)
        disturbed = disturbance_in(last, language)
        now = standing_of(match.rules, last, say, offered, disturbed=disturbed, names=audience.names)
        for line in news(told, now, last.t, last.says, say):
            out(plain(line))
        told = now
        ear.waiting.extend(typed())
        ear.hear(told, last.position)
    return last


@dataclass(slots=True)
class _Ear:
    """Takes in the lines that are typed, in their order."""

    match: Match
    out: Callable[[str], None]
    say: Texts
    audience: Audience
    waiting: deque[str] = field(default_factory=deque)
    """Lines that are still to be taken in."""
    paused: bool = False

    def hear(self, told: Standing, position: Position | None) -> None:
        """Take in lines, up to one that the match answers with its next update."""
        while self.waiting:
            line = self.waiting.popleft()
            if line == TOO_LONG:
                self.out(self.say("too_long", most=MOST_BYTES))
            elif self._hear(line.strip(), told, position):
                return

    def _hear(self, text: str, told: Standing, position: Position | None) -> bool:
        """One line; whether the match has to answer it."""
        say, out, match = self.say, self.out, self.match
        match text.lower():
            case "?" | "help":
                hint = forms_of(match.rules.game).hint(acts_now(match.rules, position))
                for line in told.lines(hint, say):
                    out(plain(line))
            case "board":
                for line in (*board_lines(position, say, self.audience), *filter(None, (told.score, told.turn))):
                    out(plain(line))
            case "pause":
                self.paused = not self.paused
                match.pause(on=self.paused)
                out(say("paused" if self.paused else "going"))
            case "report":
                match.ask_report()
                out(say("reporting"))
                return True
            case "quit" | "q":
                out(say("leaving"))
                match.stop()
                self.waiting.clear()
                return True
            case _:
                meant = _meant(text, told.answers)
                for given in meant:
                    match.give(given)
                return bool(meant)
        return False


def _meant(text: str, likely: tuple[Answer, ...]) -> tuple[Input, ...]:
    """What a line tells the referee; a number is one of the answers where there are some, and dice elsewhere."""
    if len(text) == 1 and text in "123456789" and int(text) <= len(likely):
        return likely[int(text) - 1].given
    given = read_typed(text)
    return (given,) if given is not None else ()
