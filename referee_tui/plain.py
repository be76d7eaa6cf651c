"""A match followed without a screen, in lines of plain text that pipes and screen readers take.

``follow`` says the rulings alone (``--headless``); ``take_part`` says everything that a screen would show as it changes
and takes in what people type (``--plain``).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from engine.empty import EMPTY
from engine.texts import ENGLISH
from referee_tui.audience import audience_of
from referee_tui.exits import plain
from referee_tui.following.acts_now import acts_now
from referee_tui.following.language import disturbance_in, said_to
from referee_tui.following.typed import read_typed
from referee_tui.following.typed_forms import forms_of
from referee_tui.following.update import offered_after
from referee_tui.plain_board import board_lines
from referee_tui.plain_standing import NOTHING_TOLD, Standing, news, score_words, standing_of
from referee_tui.streams import OutputError
from referee_tui.texts import texts
from referee_tui.typed_lines import MOST_BYTES, TOO_LONG
from referee_tui.words import clock, rulings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from engine.match import Position
    from engine.record.patient import Heard
    from engine.record.records import Header
    from engine.referee import Input
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
